// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @unknown(%x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.arena' op bytes: expected a known expression, got #sym.expr<?>}}
  %0 = relax.arena bytes ?
  relax.return
}

// -----

relax.func @no_expression() {
  // expected-error@+1 {{'relax.arena' op bytes: expected a known expression, got 4 : i64}}
  %0 = "relax.arena"() {bytes = 4 : i64} : () -> !relax.object
  relax.return
}

// -----

// The function has no such symbol.
relax.func @symbol() {
  // expected-error@+1 {{symbol 'n' in an attribute is not bound: a bare dimension of an argument, 'symbols (n)' or 'binds (n)' defines it}}
  %0 = relax.arena bytes 4 * n
  relax.return
}

// -----

relax.func @killed_shape(%s: !relax.shape<[n]>) {
  // expected-error@+1 {{'relax.kill' op operand #0 must be a tensor with symbolic dimensions, but got '!relax.shape<[n]>'}}
  relax.kill %s : !relax.shape<[n]>
  relax.return
}

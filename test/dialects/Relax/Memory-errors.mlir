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

// -----

relax.func @no_levels(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.memory_level' op expected at least one level}}
  %l = relax.memory_level of [] : !relax.shape<[l]> binds (l)
  relax.return
}

// -----

relax.func @unknown_level(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.memory_level' op bytes: expected a known expression, got #sym.expr<?>}}
  %l = relax.memory_level of [4 * n, ?] : !relax.shape<[l]> binds (l)
  relax.return
}

// -----

relax.func @two_extents(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.memory_level' op result: expected the shape of the symbol that it binds, as in '!relax.shape<[level]> binds (level)'}}
  %l = relax.memory_level of [4 * n] : !relax.shape<[l, m]> binds (l, m)
  relax.return
}

// -----

relax.func @used_behind(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %a = relax.exp %x : !relax.tensor<[n], f32>
  // expected-note@+1 {{evicted here}}
  relax.evict %a : !relax.tensor<[n], f32>
  // expected-error@+1 {{'relax.return' uses a tensor that was evicted: expected a use of what 'relax.restore' gives}}
  relax.return %a : !relax.tensor<[n], f32>
}

// -----

relax.func @not_pure(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error@+1 {{'relax.restore' op cannot compute again what 'relax.call_library' gives: it is not pure}}
  %a = relax.restore (%y: !relax.tensor<[n], f32> = %x) -> !relax.tensor<[n], f32> {
    %b = relax.call_library "mine.count"(%y) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
    relax.yield %b : !relax.tensor<[n], f32>
  }
  relax.return %a : !relax.tensor<[n], f32>
}

// -----

relax.func @regions(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error@+1 {{'relax.restore' op cannot compute again what 'relax.if' gives: it has regions}}
  %a = relax.restore (%q: !relax.tensor<[], i1> = %p, %y: !relax.tensor<[n], f32> = %x) -> !relax.tensor<[n], f32> {
    %b = relax.if %q -> !relax.tensor<[n], f32> {
      relax.yield %y : !relax.tensor<[n], f32>
    } else {
      relax.yield %y : !relax.tensor<[n], f32>
    }
    relax.yield %b : !relax.tensor<[n], f32>
  }
  relax.return %a : !relax.tensor<[n], f32>
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @other_type(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f16> {
  %a = relax.restore (%y: !relax.tensor<[n], f32> = %x) -> !relax.tensor<[n], f16> {
    // expected-error@+1 {{value 0: expected !relax.tensor<[n], f16>, got !relax.tensor<[n], f32>}}
    relax.yield %y : !relax.tensor<[n], f32>
  }
  relax.return %a : !relax.tensor<[n], f16>
}

// -----

relax.func @argument_type(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f16> {
  // expected-error@+1 {{'relax.restore' op argument 0: expected the type of its value}}
  %a = "relax.restore"(%x) ({
  ^bb0(%y: !relax.tensor<[n], f16>):
    relax.yield %y : !relax.tensor<[n], f16>
  }) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f16>
  relax.return %a : !relax.tensor<[n], f16>
}

// -----

relax.func @argument_count(%x: !relax.tensor<[4], f32>) -> !relax.tensor<[4], f32> {
  // expected-error@+1 {{'relax.restore' op expected 0 arguments, got 1}}
  %a = "relax.restore"() ({
  ^bb0(%y: !relax.tensor<[4], f32>):
    relax.yield %y : !relax.tensor<[4], f32>
  }) : () -> !relax.tensor<[4], f32>
  relax.return %a : !relax.tensor<[4], f32>
}

// -----

relax.func private @limit_private(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.memory_limit' op expected to be in the body of a public function}}
  relax.memory_limit bytes 4 * n
  relax.return
}

// -----

relax.func @limit_inside(%x: !relax.tensor<[n], f32>, %p: !relax.tensor<[], i1>) {
  relax.if %p {
    // expected-error@+1 {{'relax.memory_limit' op expected to be in the body of a public function}}
    relax.memory_limit bytes 4 * n
    relax.yield
  } else {
    relax.yield
  }
  relax.return
}

// -----

relax.func @limit_twice(%x: !relax.tensor<[n], f32>) {
  relax.memory_limit bytes 4 * n
  // expected-error@+1 {{'relax.memory_limit' op expected one limit, got another}}
  relax.memory_limit bytes 8 * n
  relax.return
}

// -----

relax.func @limit_late(%x: !relax.tensor<[?], f32>) {
  %y = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k)
  // expected-error@+1 {{'relax.memory_limit' op bytes: expected symbols that arguments bind, got 'k'}}
  relax.memory_limit bytes 4 * k
  relax.return
}

// -----

relax.func @limit_unknown(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.memory_limit' op bytes: expected a known expression, got #sym.expr<?>}}
  relax.memory_limit bytes ?
  relax.return
}

// -----

relax.func @other_count(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.memory_level' op reloads: expected 2 expressions, got 1}}
  %l = relax.memory_level of [4 * n, n] reloads [n] : !relax.shape<[l]> binds (l)
  relax.return
}

// -----

relax.func @unknown_reload(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.memory_level' op bytes: expected a known expression, got #sym.expr<?>}}
  %l = relax.memory_level of [4 * n] reloads [?] : !relax.shape<[l]> binds (l)
  relax.return
}

// -----

relax.func @other_type(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.write_out' op result: expected the type of the tensor}}
  %0 = "relax.write_out"(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], i32>
  relax.return
}

// -----

relax.func @unknown_place(%x: !relax.tensor<[n], f32>) {
  %a = relax.arena bytes 4 * n
  // expected-error@+1 {{'relax.read_back' op bytes: expected a known expression, got #sym.expr<?>}}
  %0 = relax.read_back %x in %a at ? : !relax.tensor<[n], f32>
  relax.return
}

// One program per rule of docs/well-formed.md.
// RUN: %python %S/Inputs/well-formed.py %root/docs/well-formed.md %s

//--- annotation
relax.func @f(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{expected ':'}}
  %y = relax.exp %x
  relax.return
}
//--- global
relax.func @f(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.call' op '@g' is no relax.func of the module}}
  %y = relax.call @g(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}
//--- global-twice
// expected-note@+1 {{see existing symbol definition here}}
relax.func @f(%x: !relax.tensor<[n], f32>) {
  relax.return
}
// expected-error@+1 {{redefinition of symbol named 'f'}}
relax.func @f(%x: !relax.tensor<[n], f32>) {
  relax.return
}
//--- parameter
relax.func @f(%x: !relax.tensor<[n], f32>) {
  relax.return
}
relax.func @g(%y: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{use of undeclared SSA value name}}
  %z = relax.exp %x : !relax.tensor<[n], f32>
  relax.return
}
//--- order
relax.func @f(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{operand #0 does not dominate this use}}
  %z = relax.exp %y : !relax.tensor<[n], f32>
  // expected-note@+1 {{operand defined here}}
  %y = relax.exp %x : !relax.tensor<[n], f32>
  relax.return
}
//--- symbol-order
relax.func @f(%x: !relax.tensor<[?], f32>, %y: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{symbol 'n' in a result type comes from no operand and is not in 'binds (...)'}}
  %a = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[n], f32>
  %b = relax.match_cast %y : !relax.tensor<[?], f32> to !relax.tensor<[n], f32> binds (n)
  relax.return
}
//--- symbol-free
// expected-error@+1 {{symbol 'm' in an argument type is not bound}}
relax.func @f(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[2 * m], f32>) {
  relax.return
}
//--- twice
relax.func @f(%x: !relax.tensor<[n], f32>) {
  // expected-note@+1 {{previously defined here}}
  %y = relax.exp %x : !relax.tensor<[n], f32>
  // expected-error@+1 {{redefinition of SSA value '%y'}}
  %y = relax.tanh %x : !relax.tensor<[n], f32>
  relax.return
}
//--- symbol-twice
// expected-note@+1 {{first bound here}}
relax.func @f(%x: !relax.tensor<[?], f32>, %y: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{symbol 'n' is bound twice in one function}}
  %a = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[n], f32> binds (n)
  relax.return
}
//--- branch
tir.func @f(%X: !tir.buffer<[n], f32>) {
  %c = arith.constant true
  scf.if %c {
    %i = tir.extent (n) : index
  }
  // expected-error@+1 {{use of undeclared SSA value name}}
  %j = arith.addi %i, %i : index
  tir.return
}
//--- sequence
// expected-error@+1 {{'relax.return' op expects parent op 'relax.func'}}
relax.return
//--- sequence-end
relax.func @f(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{must be the last operation in the parent block}}
  relax.return
  relax.kill %x : !relax.tensor<[n], f32>
}
//--- nested
relax.func @f(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{expected SSA operand}}
  %y = relax.exp relax.exp %x : !relax.tensor<[n], f32>
  relax.return
}
//--- callee-type
relax.func private @g(%x: !relax.tensor<[n, n], f32>) {
  relax.return
}
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @f(%x: !relax.tensor<[n, n + 1], f32>) {
  // expected-error@+1 {{'relax.call' op operand 0: expected !relax.tensor<[n, n], f32>, got !relax.tensor<[n, n + 1], f32>}}
  relax.call @g(%x) : (!relax.tensor<[n, n + 1], f32>) -> ()
  relax.return
}
//--- unchecked
relax.func private @g(%x: !relax.tensor<[n, n], f32>) {
  relax.return
}
relax.func @f(%x: !relax.tensor<[n, m], f32>) {
  // expected-error@+1 {{'relax.call' op operand 0 fits only if a check before the call says so: run 'relax-deduce-shapes', which writes it}}
  relax.call @g(%x) : (!relax.tensor<[n, m], f32>) -> ()
  relax.return
}
//--- unchecked-edge
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @f(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[?], f32>) -> !relax.tensor<[n], f32> {
  %z = relax.if %p -> !relax.tensor<[n], f32> {
    relax.yield %x : !relax.tensor<[n], f32>
  } else {
    // expected-error@+1 {{'relax.yield' op value 0: expected !relax.tensor<[n], f32>, got !relax.tensor<[?], f32>, which a check has to show: run 'relax-deduce-shapes', which writes it}}
    relax.yield %y : !relax.tensor<[?], f32>
  }
  relax.return %z : !relax.tensor<[n], f32>
}
//--- program-type
tir.func private @k(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.return
}
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @f(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.call_tir' op buffer 1: expected !tir.buffer<[n], f32> of the callee, got !relax.tensor<[n + 1], f32>}}
  %y = relax.call_tir @k(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n + 1], f32>
  relax.return
}
//--- contradiction
// expected-error@+1 {{'relax.func' op has facts that no extents satisfy together: 'n mod 8 == 0, n == m + 4, m mod 8 == 0'}}
relax.func @f(%x: !relax.tensor<[n, m], f32>) where (n <= 100, n mod 8 == 0, n == m + 4, 1 <= m, m mod 8 == 0) {
  relax.return
}
//--- contradiction-inside
relax.func @f(%x: !relax.tensor<[?], f32>, %s: !relax.shape<[n]>) where (n <= 3) {
  // expected-error@+1 {{'relax.match_cast' op has facts that no extents satisfy together: 'n <= 3, k <= n, 4 <= k'}}
  %a = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k) where (k <= n, 4 <= k) given (%s : !relax.shape<[n]>)
  relax.return
}
//--- obligation
// expected-note@+1 {{a private function checks nothing}}
relax.func private @g(%x: !relax.tensor<[n], f32>) where (n mod 8 == 0) {
  relax.return
}
relax.func @f(%x: !relax.tensor<[4 * m], f32>, %s: !relax.shape<[m]>) {
  // expected-error@+1 {{'relax.call' op is not known to satisfy what '@g' relies on: '4 * (m mod 2) == 0'; check it before, by 'relax.match_cast ... where (4 * (m mod 2) == 0)', or state it in the caller's 'where (...)'}}
  relax.call @g(%x) : (!relax.tensor<[4 * m], f32>) -> ()
  relax.return
}
//--- clause
// expected-error@+1 {{'relax.func' op symbol 'm' of 'symbols (...)' has no value: no argument has it as a bare dimension}}
relax.func @f(%x: !relax.tensor<[n + m], f32>, %y: !relax.tensor<[n], f32>) symbols (m) {
  relax.return
}
//--- prepared
// expected-error@+1 {{'relax.weight' op '@nobody' is no function of the module}}
relax.weight @w : !relax.tensor<[2], f32> prepared by @nobody
//--- prepared-result
// expected-error@+1 {{'relax.weight' op no result of '@prepare' is it: expected one with {relax.prepares = @w}}}
relax.weight @w : !relax.tensor<[3], f32> prepared by @prepare
relax.func private @prepare() -> !relax.tensor<[3], f32> {
  %c = relax.constant dense<1.0> : tensor<3xf32>
  relax.return %c : !relax.tensor<[3], f32>
}

// Symbols that calls pass: what is refused.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func private @f(%x: !relax.tensor<[m], f32>, %l: !relax.sequence<!relax.tensor<[n], f32>>) symbols (n)
relax.func @unknown(%x: !relax.tensor<[k], f32>, %l: !relax.sequence<!relax.tensor<[k], f32>>) {
  // expected-error@+1 {{'relax.call' op symbols: 'q': not in 'symbols (...)' of '@f'}}
  relax.call @f(%x, %l) symbols (n = k, q = 1) : (!relax.tensor<[k], f32>, !relax.sequence<!relax.tensor<[k], f32>>) -> ()
  relax.return
}
// -----
relax.func private @f(%x: !relax.tensor<[m], f32>, %l: !relax.sequence<!relax.tensor<[n], f32>>) symbols (n)
relax.func @bound(%x: !relax.tensor<[k], f32>, %l: !relax.sequence<!relax.tensor<[k], f32>>) {
  // expected-error@+1 {{'relax.call' op symbols: 'm': an argument of '@f' binds it}}
  relax.call @f(%x, %l) symbols (m = k, n = k) : (!relax.tensor<[k], f32>, !relax.sequence<!relax.tensor<[k], f32>>) -> ()
  relax.return
}
// -----
relax.func private @f(%x: !relax.tensor<[m], f32>, %l: !relax.sequence<!relax.tensor<[n], f32>>) symbols (n)
relax.func @missing(%x: !relax.tensor<[k], f32>, %l: !relax.sequence<!relax.tensor<[k], f32>>) {
  // expected-error@+1 {{'relax.call' op nothing says what symbol 'n' of '@f' is: write 'symbols (n = ...)'}}
  relax.call @f(%x, %l) : (!relax.tensor<[k], f32>, !relax.sequence<!relax.tensor<[k], f32>>) -> ()
  relax.return
}
// -----
relax.func private @f(%l: !relax.sequence<!relax.tensor<[n], f32>>) symbols (n)
relax.func @negative(%l: !relax.sequence<!relax.tensor<[4], f32>>) {
  // expected-error@+1 {{'relax.call' op symbols: 'n': an extent is not negative}}
  relax.call @f(%l) symbols (n = -4) : (!relax.sequence<!relax.tensor<[4], f32>>) -> ()
  relax.return
}
// -----
relax.func private @f(%l: !relax.sequence<!relax.tensor<[n], f32>>) symbols (n)
relax.func @unknown_extent(%l: !relax.sequence<!relax.tensor<[?], f32>>) {
  // expected-error@+1 {{'relax.call' op symbols: 'n': expected an extent that is known}}
  relax.call @f(%l) symbols (n = ?) : (!relax.sequence<!relax.tensor<[?], f32>>) -> ()
  relax.return
}
// -----
relax.func private @f(%l: !relax.sequence<!relax.tensor<[n], f32>>) symbols (n)
relax.func @no_extent(%l: !relax.sequence<!relax.tensor<[4], f32>>) {
  // expected-error@+1 {{'relax.call' op symbols: 'n': expected an expression}}
  "relax.call"(%l) <{callee = @f, symbols = {n = "4"}}> : (!relax.sequence<!relax.tensor<[4], f32>>) -> ()
  relax.return
}
// -----
relax.func private @f(%l: !relax.sequence<!relax.tensor<[n], f32>>) symbols (n)
relax.func @twice(%l: !relax.sequence<!relax.tensor<[4], f32>>) {
  // expected-error@+1 {{symbol 'n' is given twice}}
  relax.call @f(%l) symbols (n = 4, n = 4) : (!relax.sequence<!relax.tensor<[4], f32>>) -> ()
  relax.return
}
// -----
relax.func private @f(%l: !relax.sequence<!relax.tensor<[n], f32>>) symbols (n)
// expected-note@+1 {{symbol 'k' is bound here}}
relax.func @other(%l: !relax.sequence<!relax.tensor<[k], f32>>, %x: !relax.tensor<[k], f32>) {
  // expected-error@+1 {{'relax.call' op operand 0: expected !relax.sequence<!relax.tensor<[2 * k], f32>>, got !relax.sequence<!relax.tensor<[k], f32>>; if they are equal, say so with 'relax.match_cast'}}
  relax.call @f(%l) symbols (n = 2 * k) : (!relax.sequence<!relax.tensor<[k], f32>>) -> ()
  relax.return
}
// -----
relax.func private @f() -> !relax.tensor<[n], f32> symbols (n)
// expected-note@+1 {{bound here}}
relax.func @flow(%x: !relax.tensor<[k], f32>) {
  // expected-error@+1 {{'relax.call' op symbol 'k' in a result type comes from no operand and is not in 'binds (...)'; let the callee take a '!relax.shape<[k]>', which 'relax.shape given (...)' makes}}
  %y = relax.call @f() symbols (n = k) : () -> !relax.tensor<[k], f32>
  relax.return
}
// -----
// expected-note@+1 {{bound here}}
relax.func private @clause() -> !relax.tensor<[n], i64> symbols (n) {
  // expected-error@+1 {{'relax.iota' op symbol 'n' in a result type comes from no operand and is not in 'binds (...)'; name a value that has it in 'given (...)', an argument '!relax.shape<[n]>' say}}
  %y = relax.iota begin 0 step 1 : !relax.tensor<[n], i64>
  relax.return %y : !relax.tensor<[n], i64>
}
// -----
relax.func private @f(%x: !relax.tensor<[], f32>) symbols (n)
// expected-note@+1 {{bound here}}
relax.func @flow_in(%x: !relax.tensor<[], f32>, %y: !relax.tensor<[k], f32>) {
  // expected-error@+1 {{'relax.call' op symbol 'k' in an attribute comes from no operand and is not in 'binds (...)'; let the callee take a '!relax.shape<[k]>', which 'relax.shape given (...)' makes}}
  relax.call @f(%x) symbols (n = k) : (!relax.tensor<[], f32>) -> ()
  relax.return
}
// -----
relax.func private @f<a>(%x: !relax.var<a>, %l: !relax.sequence<!relax.tensor<[n], f32>>) symbols (n)
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @general(%x: !relax.tensor<[n], f32>, %l: !relax.sequence<!relax.tensor<[n], f32>>) {
  // expected-error@+1 {{'relax.call' op operand 1: expected !relax.sequence<!relax.tensor<[n + 1], f32>>, got !relax.sequence<!relax.tensor<[n], f32>>; if they are equal, say so with 'relax.match_cast'}}
  relax.call @f(%x, %l) symbols (n = n + 1) : (!relax.tensor<[n], f32>, !relax.sequence<!relax.tensor<[n], f32>>) -> ()
  relax.return
}
// -----
relax.func private @f(%l: !relax.sequence<!relax.tensor<[n], f32>>, %i: i64) -> i64 symbols (n)
relax.func private @closure(%l: !relax.sequence<!relax.tensor<[k], f32>>, %x: !relax.tensor<[k], f32>) {
  // expected-error@+1 {{'relax.closure' op nothing says what symbol 'n' of '@f' is: write 'symbols (n = ...)'}}
  %f = relax.closure @f(%l) : (!relax.sequence<!relax.tensor<[k], f32>>) -> !relax.fn<(i64) -> i64>
  relax.return
}

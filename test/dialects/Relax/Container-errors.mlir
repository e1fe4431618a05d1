// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expected a tensor type, as in '!relax.sequence<!relax.tensor<[?], f32>>'}}
relax.func @element(%s: !relax.sequence<f32>) { relax.return }

// -----

// expected-error@+1 {{expected a tensor type, as in}}
relax.func @nested(%s: !relax.sequence<!relax.sequence<!relax.tensor<[?], f32>>>) { relax.return }

// -----

// expected-error@+1 {{expected a tensor or sequence type, as in '!relax.optional<!relax.tensor<[n], f32>>'}}
relax.func @optional(%s: !relax.optional<!relax.optional<!relax.tensor<[?], f32>>>) { relax.return }

// -----

// expected-error@+1 {{expected '<'}}
relax.func @bare(%s: !relax.sequence) { relax.return }

// -----

// expected-error@+1 {{expected '>'}}
relax.func @open(%s: !relax.sequence<!relax.tensor<[?], f32>, f32>) { relax.return }

// -----

// A sequence may be empty: it binds nothing.
// expected-error@+1 {{symbol 'n' in an argument type is not bound}}
relax.func @bind(%s: !relax.sequence<!relax.tensor<[n], f32>>) { relax.return }

// -----

relax.func private @shared(%x: !relax.tensor<[n], f32>, %s: !relax.sequence<!relax.tensor<[n], f32>>) { relax.return }
// expected-note@+1 {{symbol 'k' is bound here}}
relax.func @call(%x: !relax.tensor<[k], f32>, %s: !relax.sequence<!relax.tensor<[?], f32>>) {
  // expected-error@+1 {{'relax.call' op operand 1: expected !relax.sequence<!relax.tensor<[k], f32>>, got !relax.sequence<!relax.tensor<[?], f32>>}}
  relax.call @shared(%x, %s) : (!relax.tensor<[k], f32>, !relax.sequence<!relax.tensor<[?], f32>>) -> ()
  relax.return
}

// -----

// Nor may an extent that nobody knows be asked for.
relax.func private @shared(%x: !relax.tensor<[n], f32>, %s: !relax.sequence<!relax.tensor<[n], f32>>) { relax.return }
relax.func @unknown(%x: !relax.tensor<[?], f32>, %s: !relax.sequence<!relax.tensor<[?], f32>>) {
  // expected-error@+1 {{'relax.call' op operand 1: expected !relax.sequence<!relax.tensor<[?], f32>>, got !relax.sequence<!relax.tensor<[?], f32>>}}
  relax.call @shared(%x, %s) : (!relax.tensor<[?], f32>, !relax.sequence<!relax.tensor<[?], f32>>) -> ()
  relax.return
}

// -----

relax.func @kinds(%s: !relax.sequence<!relax.tensor<[?], f32>>) -> !relax.optional<!relax.tensor<[?], f32>> {
  // expected-error@+1 {{'relax.return' op value 0: expected !relax.optional<!relax.tensor<[?], f32>>, got !relax.sequence<!relax.tensor<[?], f32>>}}
  relax.return %s : !relax.sequence<!relax.tensor<[?], f32>>
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @numbers(%t: !relax.tensor<[n], !relax.string>) {
  // expected-error@+1 {{'relax.add' op operand 0: expected a tensor of numbers, got !relax.tensor<[n], !relax.string>}}
  %a = relax.add %t, %t : !relax.tensor<[n], !relax.string>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @matmul(%x: !relax.tensor<[n, n], f32>, %t: !relax.tensor<[n, n], !relax.string>) {
  // expected-error@+1 {{'relax.matmul' op operand 1: expected a tensor of numbers, got !relax.tensor<[n, n], !relax.string>}}
  %a = relax.matmul %x, %t : (!relax.tensor<[n, n], f32>, !relax.tensor<[n, n], !relax.string>) -> !relax.tensor<[n, n], f32>
  relax.return
}

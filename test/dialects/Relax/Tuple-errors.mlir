// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @index(%x: !relax.tensor<[n], f32>) {
  %t = relax.tuple %x : (!relax.tensor<[n], f32>) -> tuple<!relax.tensor<[n], f32>>
  // expected-error@+1 {{'relax.tuple_get' op index 1: the tuple has 1 fields}}
  %y = relax.tuple_get %t at 1 : (tuple<!relax.tensor<[n], f32>>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @field(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.tuple' op result type: expected tuple<!relax.tensor<[n], f32>>, got tuple<!relax.tensor<[2 * n], f32>>}}
  %t = relax.tuple %x : (!relax.tensor<[n], f32>) -> tuple<!relax.tensor<[2 * n], f32>>
  relax.return
}

// -----

// [m] could be made to fit by a check (test/Transforms/Shapes/DeduceFit.mlir); no n is n + 1.
relax.func private @same(%t: tuple<!relax.tensor<[n], f32>, !relax.tensor<[n], f32>>) {
  relax.return
}
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @call(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n + 1], f32>) {
  %t = relax.tuple %x, %y : (!relax.tensor<[n], f32>, !relax.tensor<[n + 1], f32>) -> tuple<!relax.tensor<[n], f32>, !relax.tensor<[n + 1], f32>>
  // expected-error@+1 {{'relax.call' op operand 0: expected tuple<!relax.tensor<[n], f32>, !relax.tensor<[n], f32>>, got tuple<!relax.tensor<[n], f32>, !relax.tensor<[n + 1], f32>>}}
  relax.call @same(%t) : (tuple<!relax.tensor<[n], f32>, !relax.tensor<[n + 1], f32>>) -> ()
  relax.return
}

// -----

relax.func @unbound(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.tuple' op symbol 'q' in a result type comes from no operand and is not in 'binds (...)'}}
  %t = relax.tuple %x : (!relax.tensor<[n], f32>) -> tuple<!relax.tensor<[q], f32>>
  relax.return
}

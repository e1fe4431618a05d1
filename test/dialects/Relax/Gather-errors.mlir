// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @indices(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[k], i8>) {
  // expected-error@+1 {{'relax.gather_elements' op indices: expected elements i32 or i64, got 'i8'}}
  %0 = relax.gather_elements %x, %i axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[k], i8>) -> !relax.tensor<[k], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @axis(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[k], i64>) {
  // expected-error@+1 {{'relax.gather_elements' op axis 1 is out of range for [n]}}
  %0 = relax.gather_elements %x, %i axis 1 : (!relax.tensor<[n], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<[k], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'k' is bound here}}
relax.func @ranks(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[k, 1], i64>) {
  // expected-error@+1 {{'relax.gather_elements' op indices: expected rank 1, got [k, 1]}}
  %0 = relax.gather_elements %x, %i axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[k, 1], i64>) -> !relax.tensor<[k, 1], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'k' is bound here}}
relax.func @updates(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[k], i64>) {
  // expected-error@+1 {{'relax.scatter_elements' op updates: expected k in dimension 0, which is dimension 0 of indices, got [n] beside [k]; if they are equal, say so with 'relax.match_cast'}}
  %0 = relax.scatter_elements %x, %i, %x axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[k], i64>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @reduction(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.scatter_elements' op reduce: expected 'add', 'mul', 'max' or 'min', got 'none'}}
  %0 = relax.scatter_elements %x, %i, %x axis 0 reduce "none" : (!relax.tensor<[n], f32>, !relax.tensor<[n], i64>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @batch(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[n, 1], i64>) {
  // expected-error@+1 {{'relax.gather_nd' op batch_dims 1: expected fewer than the ranks of [n] and [n, 1]}}
  %0 = relax.gather_nd %x, %i batch_dims 1 : (!relax.tensor<[n], f32>, !relax.tensor<[n, 1], i64>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @literal(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[n, k], i64>) {
  // expected-error@+1 {{'relax.gather_nd' op indices: expected a literal extent in the last dimension, got [n, k]; say it with 'relax.match_cast'}}
  %0 = relax.gather_nd %x, %i batch_dims 0 : (!relax.tensor<[n], f32>, !relax.tensor<[n, k], i64>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @coordinates(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[n, 2], i64>) {
  // expected-error@+1 {{'relax.scatter_nd' op indices: expected at most 1 coordinates, got 2}}
  %0 = relax.scatter_nd %x, %i, %x : (!relax.tensor<[n], f32>, !relax.tensor<[n, 2], i64>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @shared(%x: !relax.tensor<[n, 2], f32>, %i: !relax.tensor<[m, 1], i64>) {
  // expected-error@+1 {{'relax.gather_nd' op indices: expected n in dimension 0, which is dimension 0 of input, got [m, 1] beside [n, 2]; if they are equal, say so with 'relax.match_cast'}}
  %0 = relax.gather_nd %x, %i batch_dims 1 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[m, 1], i64>) -> !relax.tensor<[m], f32>
  relax.return
}

// -----

relax.func @texts(%x: !relax.tensor<[n], !relax.string>, %i: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.scatter_elements' op reduce: expected elements of numbers, got strings}}
  %0 = relax.scatter_elements %x, %i, %x axis 0 reduce "add" : (!relax.tensor<[n], !relax.string>, !relax.tensor<[n], i64>, !relax.tensor<[n], !relax.string>) -> !relax.tensor<[n], !relax.string>
  relax.return
}

// -----

// As many as nobody has dimensions.
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @many(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[n, 1], i64>) {
  // expected-error@+1 {{'relax.gather_nd' op batch_dims 4611686018427387904: expected fewer than the ranks of [n] and [n, 1]}}
  %0 = relax.gather_nd %x, %i batch_dims 4611686018427387904 : (!relax.tensor<[n], f32>, !relax.tensor<[n, 1], i64>) -> !relax.tensor<[n], f32>
  relax.return
}

// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @kernel(%x: !relax.tensor<[n, f], f32>, %v: !relax.tensor<[m, f], f32>) {
  // expected-error @+1 {{'relax.kernel_matrix' op kernel: expected linear, poly, sigmoid or rbf, got 'cosine'}}
  %a = relax.kernel_matrix %x, %v "cosine" gamma 5.000000e-01 coef0 0.000000e+00 degree 3.000000e+00 : (!relax.tensor<[n, f], f32>, !relax.tensor<[m, f], f32>) -> !relax.tensor<[n, m], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @matrix(%x: !relax.tensor<[n], f32>, %v: !relax.tensor<[m, f], f32>) {
  // expected-error @+1 {{'relax.kernel_matrix' op input: expected float elements and rank 2, got [n]}}
  %a = relax.kernel_matrix %x, %v "rbf" gamma 5.000000e-01 coef0 0.000000e+00 degree 3.000000e+00 : (!relax.tensor<[n], f32>, !relax.tensor<[m, f], f32>) -> !relax.tensor<[n, m], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @vectors(%x: !relax.tensor<[n, 3], f32>, %v: !relax.tensor<[m, 4], f32>) {
  // expected-error @+1 {{'relax.kernel_matrix' op vectors: expected [vectors, features of the input], got [m, 4]}}
  %a = relax.kernel_matrix %x, %v "rbf" gamma 5.000000e-01 coef0 0.000000e+00 degree 3.000000e+00 : (!relax.tensor<[n, 3], f32>, !relax.tensor<[m, 4], f32>) -> !relax.tensor<[n, m], f32>
  relax.return
}

// -----

relax.func @classes(%p: !relax.tensor<[n, 3], f32>) {
  // expected-error @+1 {{'relax.pair_votes' op of: expected 2 to 4096 classes, got 1}}
  %b = relax.pair_votes %p of 1 : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @pairs(%p: !relax.tensor<[n, 3], f32>) {
  // expected-error @+1 {{'relax.pair_votes' op input: expected a column for each pair of classes, got [n, 3]}}
  %b = relax.pair_votes %p of 4 : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @integers(%p: !relax.tensor<[n, 3], i32>) {
  // expected-error @+1 {{'relax.pair_votes' op input: expected float elements and rank 2, got [n, 3]}}
  %b = relax.pair_votes %p of 3 : (!relax.tensor<[n, 3], i32>) -> !relax.tensor<[n, 3], i32>
  relax.return
}

// -----

relax.func @slopes(%p: !relax.tensor<[n, 3], f32>, %s: !relax.tensor<[2], f32>) {
  // expected-error @+1 {{'relax.pair_probabilities' op slopes: expected [pairs], got [2]}}
  %c = relax.pair_probabilities %p, %s, %s of 3 : (!relax.tensor<[n, 3], f32>, !relax.tensor<[2], f32>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return
}

// -----

relax.func @offsets(%p: !relax.tensor<[n, 3], f32>, %s: !relax.tensor<[3], f32>, %t: !relax.tensor<[2], f32>) {
  // expected-error @+1 {{'relax.pair_probabilities' op offsets: expected [pairs], got [2]}}
  %c = relax.pair_probabilities %p, %s, %t of 3 : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3], f32>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return
}

// -----

relax.func @scalar(%x: !relax.tensor<[], f32>) {
  // expected-error @+1 {{'relax.softmax_zero' op input: expected float elements and rank 1 or more, got []}}
  %d = relax.softmax_zero %x : !relax.tensor<[], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @texts(%x: !relax.tensor<[n], i64>) {
  // expected-error @+1 {{'relax.probit' op input: expected float elements, got [n]}}
  %e = relax.probit %x : !relax.tensor<[n], i64>
  relax.return
}

// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @rank(%x: !relax.tensor<[n], f32>, %t: !relax.tensor<[], i64>) {
  // expected-error @+1 {{'relax.nll_loss' op input: expected rank at least 2, got [n]}}
  %a = relax.nll_loss %x, %t reduction "sum" : (!relax.tensor<[n], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @target(%x: !relax.tensor<[n, 3, m], f32>, %t: !relax.tensor<[n, 3], i64>) {
  // expected-error @+1 {{'relax.nll_loss' op target: expected m in dimension 1, which is dimension 2 of input, got [n, 3] beside [n, 3, m]; if they are equal, say so with 'relax.match_cast'}}
  %a = relax.nll_loss %x, %t reduction "sum" : (!relax.tensor<[n, 3, m], f32>, !relax.tensor<[n, 3], i64>) -> !relax.tensor<[], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @weight(%x: !relax.tensor<[n, 3], f32>, %t: !relax.tensor<[n], i64>, %w: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.nll_loss' op weight: expected 3 in dimension 0, which is dimension 1 of input, got [n] beside [n, 3]; if they are equal, say so with 'relax.match_cast'}}
  %a = relax.nll_loss %x, %t, %w reduction "sum" : (!relax.tensor<[n, 3], f32>, !relax.tensor<[n], i64>, !relax.tensor<[n], f32>) -> !relax.tensor<[], f32>
  relax.return
}

// -----

relax.func @integers(%x: !relax.tensor<[n, 3], i32>, %t: !relax.tensor<[n], i64>) {
  // expected-error @+1 {{'relax.nll_loss' op element type: expected a float type, got 'i32'}}
  %a = relax.nll_loss %x, %t reduction "sum" : (!relax.tensor<[n, 3], i32>, !relax.tensor<[n], i64>) -> !relax.tensor<[], i32>
  relax.return
}

// -----

relax.func @floats(%x: !relax.tensor<[n, 3], f32>, %t: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.softmax_cross_entropy' op target: expected integers, got 'f32'}}
  %a = relax.softmax_cross_entropy %x, %t reduction "sum" : (!relax.tensor<[n, 3], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[], f32>
  relax.return
}

// -----

relax.func @reduction(%x: !relax.tensor<[n, 3], f32>, %t: !relax.tensor<[n], i64>) {
  // expected-error @+1 {{'relax.nll_loss' op reduction: expected none, sum or mean, got 'max'}}
  %a = relax.nll_loss %x, %t reduction "max" : (!relax.tensor<[n, 3], f32>, !relax.tensor<[n], i64>) -> !relax.tensor<[], f32>
  relax.return
}

// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @axis(%x: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.sum' op axis 2: expected 0 to 1 for an operand of rank 2}}
  %0 = relax.sum %x over [2] : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return
}

// -----

relax.func @negative(%x: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.mean' op axis -1: expected 0 to 1 for an operand of rank 2}}
  %0 = relax.mean %x over [-1] : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @negative_without_rank(%x: !relax.tensor<*, f32>) {
  // expected-error@+1 {{'relax.max' op axis -1: expected at least 0}}
  %0 = relax.max %x over [-1] : !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @order(%x: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.min' op axes: expected ascending axes, got 0 after 1}}
  %0 = relax.min %x over [1, 0] : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[], f32>
  relax.return
}

// -----

relax.func @twice(%x: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.sum' op axes: expected ascending axes, got 1 after 1}}
  %0 = relax.sum %x over [1, 1] : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[], f32>
  relax.return
}

// -----

relax.func @scalar(%x: !relax.tensor<[], f32>) {
  // expected-error@+1 {{'relax.softmax' op axis 0: expected an operand of rank at least 1}}
  %0 = relax.softmax %x over 0 : !relax.tensor<[], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @result(%x: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.sum' op result type: expected !relax.tensor<[n], f32>, got !relax.tensor<[n, 1], f32>}}
  %0 = relax.sum %x over [1] : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @softmax_result(%x: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.softmax' op result type: expected !relax.tensor<[n, 4], f32>, got !relax.tensor<[n], f32>}}
  %0 = relax.softmax %x over 1 : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @softmax_elements(%x: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.softmax' op element type: expected a float type, got 'i64'}}
  %0 = relax.softmax %x over 0 : !relax.tensor<[n], i64>
  relax.return
}

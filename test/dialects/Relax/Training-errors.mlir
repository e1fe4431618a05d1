// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @narrow(%r: !relax.tensor<[], f16>, %t: !relax.tensor<[], i64>, %x: !relax.tensor<[n], f16>, %g: !relax.tensor<[n], f16>) {
  // expected-error@+1 {{'relax.momentum' op input: expected elements f32 or f64, got [n]}}
  %a, %b = relax.momentum %r, %t, %x, %g, %x alpha 0.0 beta 0.0 regularization 0.0 : (!relax.tensor<[], f16>, !relax.tensor<[], i64>, !relax.tensor<[n], f16>, !relax.tensor<[n], f16>, !relax.tensor<[n], f16>) -> (!relax.tensor<[n], f16>, !relax.tensor<[n], f16>)
  relax.return
}

// -----

relax.func @rate(%r: !relax.tensor<[1], f32>, %t: !relax.tensor<[], i64>, %x: !relax.tensor<[n], f32>, %g: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.momentum' op rate: expected a scalar of the input's elements, got [1]}}
  %a, %b = relax.momentum %r, %t, %x, %g, %x alpha 0.0 beta 0.0 regularization 0.0 : (!relax.tensor<[1], f32>, !relax.tensor<[], i64>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>)
  relax.return
}

// -----

relax.func @step(%r: !relax.tensor<[], f32>, %t: !relax.tensor<[], i32>, %x: !relax.tensor<[n], f32>, %g: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.momentum' op step: expected a scalar i64, got []}}
  %a, %b = relax.momentum %r, %t, %x, %g, %x alpha 0.0 beta 0.0 regularization 0.0 : (!relax.tensor<[], f32>, !relax.tensor<[], i32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>)
  relax.return
}

// -----

relax.func @elements(%r: !relax.tensor<[], f32>, %t: !relax.tensor<[], i64>, %x: !relax.tensor<[n], f32>, %g: !relax.tensor<[n], f64>) {
  // expected-error@+1 {{'relax.momentum' op element types differ: 'f32' and 'f64'}}
  %a, %b = relax.momentum %r, %t, %x, %g, %x alpha 0.0 beta 0.0 regularization 0.0 : (!relax.tensor<[], f32>, !relax.tensor<[], i64>, !relax.tensor<[n], f32>, !relax.tensor<[n], f64>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>)
  relax.return
}

// -----

relax.func @shape(%r: !relax.tensor<[], f32>, %t: !relax.tensor<[], i64>, %x: !relax.tensor<[2], f32>, %g: !relax.tensor<[3], f32>) {
  // expected-error@+1 {{'relax.momentum' op gradient: expected [2], got [3]}}
  %a, %b = relax.momentum %r, %t, %x, %g, %x alpha 0.0 beta 0.0 regularization 0.0 : (!relax.tensor<[], f32>, !relax.tensor<[], i64>, !relax.tensor<[2], f32>, !relax.tensor<[3], f32>, !relax.tensor<[2], f32>) -> (!relax.tensor<[2], f32>, !relax.tensor<[2], f32>)
  relax.return
}

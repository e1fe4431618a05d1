// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @kind(%x: !relax.tensor<[n], f32>, %s: !relax.shape<[m]>) {
  // expected-error@+1 {{'relax.reduce_to' op kind: expected that of a reduction, such as sum or reduce_l2, got 'sums'}}
  %0 = relax.reduce_to "sums" %x to %s : (!relax.tensor<[n], f32>, !relax.shape<[m]>) -> !relax.tensor<[m], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @extents(%x: !relax.tensor<[n, 4], f32>, %s: !relax.shape<[n, 2]>) {
  // expected-error@+1 {{'relax.reduce_to' op cannot reduce [n, 4] to !relax.shape<[n, 2]>: expected extents that are 1 or those of the input}}
  %0 = relax.reduce_to "sum" %x to %s : (!relax.tensor<[n, 4], f32>, !relax.shape<[n, 2]>) -> !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @rank(%x: !relax.tensor<[n, 4], f32>, %s: !relax.shape<[n]>) {
  // expected-error@+1 {{'relax.reduce_to' op cannot reduce [n, 4] to !relax.shape<[n]>}}
  %0 = relax.reduce_to "sum" %x to %s : (!relax.tensor<[n, 4], f32>, !relax.shape<[n]>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @axes(%x: !relax.tensor<[n], f32>, %a: !relax.tensor<[1], i32>) {
  // expected-error@+1 {{'relax.reduced_shape' op axes: expected a vector of i64}}
  %0 = relax.reduced_shape %x over %a : (!relax.tensor<[n], f32>, !relax.tensor<[1], i32>) -> !relax.shape<[?]>
  relax.return
}

// -----

relax.func @result(%x: !relax.tensor<[n], f32>, %a: !relax.tensor<[1], i64>) {
  // expected-error@+1 {{'relax.unsqueeze' op result type: expected !relax.tensor<[?, ?], f32>, got !relax.tensor<[?], f32>}}
  %0 = relax.unsqueeze %x over %a : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return
}

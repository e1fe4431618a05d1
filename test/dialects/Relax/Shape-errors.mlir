// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @shape_of(%x: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.shape_of' op result type: expected !relax.shape<[n, 4]>, got !relax.shape<[4, n]>}}
  %0 = relax.shape_of %x : !relax.tensor<[n, 4], f32> -> !relax.shape<[4, n]>
  relax.return
}

// -----

relax.func @extent(%s: !relax.shape<[n, 4]>) {
  // expected-error@+1 {{'relax.shape_to_tensor' op result type: expected !relax.tensor<[2], i64>, got !relax.tensor<[3], i64>}}
  %0 = relax.shape_to_tensor %s : !relax.shape<[n, 4]> -> !relax.tensor<[3], i64>
  relax.return
}

// -----

relax.func @elements(%s: !relax.shape<[n, 4]>) {
  // expected-error@+1 {{'relax.shape_to_tensor' op result type: expected !relax.tensor<[2], i64>, got !relax.tensor<[2], i32>}}
  %0 = relax.shape_to_tensor %s : !relax.shape<[n, 4]> -> !relax.tensor<[2], i32>
  relax.return
}

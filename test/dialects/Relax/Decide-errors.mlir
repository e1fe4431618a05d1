// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @main(%x: !relax.tensor<[], f32>) -> !relax.tensor<[], f32> {
  // expected-error @below {{expected integers, and the same type of the result}}
  %0 = relax.decide %x : (!relax.tensor<[], f32>) -> !relax.tensor<[], f32>
  relax.return %0 : !relax.tensor<[], f32>
}

// -----

relax.func @main(%x: !relax.tensor<[n], i64>) -> !relax.tensor<[3], i64> {
  // expected-error @below {{expected integers, and the same type of the result}}
  %0 = relax.decide %x : (!relax.tensor<[n], i64>) -> !relax.tensor<[3], i64>
  relax.return %0 : !relax.tensor<[3], i64>
}

// -----

relax.func @main(%x: !relax.tensor<[], i64>, %s: !relax.shape<[n, 3]>) -> !relax.tensor<[], i64> {
  // expected-error @below {{'below': expected a shape of one extent}}
  %0 = relax.decide %x below %s : (!relax.tensor<[], i64>, !relax.shape<[n, 3]>) -> !relax.tensor<[], i64>
  relax.return %0 : !relax.tensor<[], i64>
}

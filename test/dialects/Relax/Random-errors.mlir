// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @key(%key: !relax.tensor<[], i64>, %x: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.random_uniform' op key: expected ui64, got i64}}
  %y, %next = relax.random_uniform %key like %x low 0.0 high 1.0 as f32 : (!relax.tensor<[], i64>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[], ui64>)
  relax.return
}

// -----

relax.func @keys(%key: !relax.tensor<[n], ui64>, %x: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.random_normal' op shape of the key: expected [], got [n]}}
  %y, %next = relax.random_normal %key like %x mean 0.0 deviation 1.0 as f32 : (!relax.tensor<[n], ui64>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[], ui64>)
  relax.return
}

// -----

relax.func @integers(%key: !relax.tensor<[], ui64>, %x: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.random_uniform' op result: expected a float type of 16 bits or more, got i32}}
  %y, %next = relax.random_uniform %key like %x low 0.0 high 1.0 as i32 : (!relax.tensor<[], ui64>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], i32>, !relax.tensor<[], ui64>)
  relax.return
}

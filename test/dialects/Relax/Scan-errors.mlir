// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @range(%x: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.arg_max' op axis 1 is out of range for an operand of rank 1}}
  %0 = relax.arg_max %x over 1 : (!relax.tensor<[n], f32>) -> !relax.tensor<[], i64>
  relax.return
}

// -----

relax.func @negative(%x: !relax.tensor<*, f32>) {
  // expected-error @+1 {{'relax.cumsum' op axis -1: expected at least 0}}
  %0 = relax.cumsum %x over -1 : !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @computed(%x: !relax.tensor<[n], f32>, %k: !relax.tensor<[1], i64>) {
  // expected-error @+1 {{'relax.dynamic_cumsum' op axis: expected !relax.tensor<[], i64>, got !relax.tensor<[1], i64>}}
  %0 = relax.dynamic_cumsum %x over %k : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[n], f32>
  relax.return
}

// Three kernels with a constant each: one changed constant is one other kernel.
relax.func @main(%x: !relax.tensor<[n, 8], f32>) -> (!relax.tensor<[n, 8], f32>, !relax.tensor<[n], f32>, !relax.tensor<[8, n], f32>)
    where (1 <= n <= 100) {
  %c = relax.constant dense<2.5> : tensor<f32>
  %d = relax.constant dense<0.125> : tensor<f32>
  %scaled = relax.multiply %x, %c : (!relax.tensor<[n, 8], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 8], f32>
  %sum = relax.sum %x over [1] : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n], f32>
  %moved = relax.permute_dims %x axes [1, 0] : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[8, n], f32>
  %less = relax.subtract %moved, %d : (!relax.tensor<[8, n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[8, n], f32>
  relax.return %scaled, %sum, %less : !relax.tensor<[n, 8], f32>, !relax.tensor<[n], f32>, !relax.tensor<[8, n], f32>
}

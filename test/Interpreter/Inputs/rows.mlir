relax.func @main(%x: !relax.tensor<[n, m], f32>) -> (!relax.tensor<[n, m], f32>, !relax.tensor<[n, 1], f32>) where (1 <= n, 1 <= m, n <= 9, m <= 20) {
  %c = relax.cumsum %x over 1 : !relax.tensor<[n, m], f32>
  %t = relax.tanh %c : !relax.tensor<[n, m], f32>
  %d = relax.subtract %x, %t : !relax.tensor<[n, m], f32>
  %m = relax.max %d over [1] keep_dims : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return %d, %m : !relax.tensor<[n, m], f32>, !relax.tensor<[n, 1], f32>
}

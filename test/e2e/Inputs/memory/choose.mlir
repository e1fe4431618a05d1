// Two tensors that are read again late: a map of an argument, and a product.
relax.func @choose(%x: !relax.tensor<[n, 1024], f32>, %w: !relax.tensor<[1024, 1024], f32>, %u: !relax.tensor<[1024, 2048], f32>, %v: !relax.tensor<[2048, 2048], f32>, %z: !relax.tensor<[2048, 1024], f32>) -> !relax.tensor<[n, 1024], f32> where (1 <= n) {
  %e = relax.exp %x : !relax.tensor<[n, 1024], f32>
  %a = relax.matmul %e, %w : (!relax.tensor<[n, 1024], f32>, !relax.tensor<[1024, 1024], f32>) -> !relax.tensor<[n, 1024], f32>
  %b = relax.matmul %a, %u : (!relax.tensor<[n, 1024], f32>, !relax.tensor<[1024, 2048], f32>) -> !relax.tensor<[n, 2048], f32>
  %c = relax.matmul %b, %v : (!relax.tensor<[n, 2048], f32>, !relax.tensor<[2048, 2048], f32>) -> !relax.tensor<[n, 2048], f32>
  %d = relax.matmul %c, %z : (!relax.tensor<[n, 2048], f32>, !relax.tensor<[2048, 1024], f32>) -> !relax.tensor<[n, 1024], f32>
  %f = relax.multiply %d, %a : !relax.tensor<[n, 1024], f32>
  %g = relax.add %f, %e : !relax.tensor<[n, 1024], f32>
  relax.return %g : !relax.tensor<[n, 1024], f32>
}

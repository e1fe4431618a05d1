// Two layers, forward and backward, under a limit that the text says.
relax.func @main(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  relax.memory_limit bytes 1100 * n
  %m1 = relax.matmul %x, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t1 = relax.tanh %m1 : !relax.tensor<[n, 64], f32>
  %m2 = relax.matmul %t1, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t2 = relax.tanh %m2 : !relax.tensor<[n, 64], f32>
  %m3 = relax.matmul %t2, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t3 = relax.tanh %m3 : !relax.tensor<[n, 64], f32>
  %m4 = relax.matmul %t3, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p2 = relax.multiply %m4, %t2 : !relax.tensor<[n, 64], f32>
  %m5 = relax.matmul %p2, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p1 = relax.multiply %m5, %t1 : !relax.tensor<[n, 64], f32>
  relax.return %p1 : !relax.tensor<[n, 64], f32>
}
relax.func @outer(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %y = relax.call @main(%x, %w) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %z = relax.tanh %y : !relax.tensor<[n, 64], f32>
  relax.return %z : !relax.tensor<[n, 64], f32>
}

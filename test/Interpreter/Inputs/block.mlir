relax.func @main(%x: !relax.tensor<[n, 12], f32>, %w: !relax.tensor<[12, 10], f32>, %b: !relax.tensor<[10], f32>) -> !relax.tensor<[n, 10], f32> where (1 <= n, n <= 40) {
  %h = relax.matmul %x, %w : (!relax.tensor<[n, 12], f32>, !relax.tensor<[12, 10], f32>) -> !relax.tensor<[n, 10], f32>
  %a = relax.add %h, %b : (!relax.tensor<[n, 10], f32>, !relax.tensor<[10], f32>) -> !relax.tensor<[n, 10], f32>
  %g = relax.gelu %a : !relax.tensor<[n, 10], f32>
  %s = relax.softmax %g over 1 : !relax.tensor<[n, 10], f32>
  %y = relax.multiply %s, %a : !relax.tensor<[n, 10], f32>
  relax.return %y : !relax.tensor<[n, 10], f32>
}

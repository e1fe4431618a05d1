// One operation of every family over symbolic extents.
relax.func @main(%x: !relax.tensor<[n, m], f32>, %w: !relax.tensor<[m, 5], f32>, %image: !relax.tensor<[n, 2, m, 3], f32>)
    -> !relax.tensor<[n, 5], f32> where (n <= 100, m <= 100) {
  %product = relax.matmul %x, %w : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 5], f32>) -> !relax.tensor<[n, 5], f32>
  %active = relax.gelu %product : !relax.tensor<[n, 5], f32>
  %probability = relax.softmax %active over 1 : !relax.tensor<[n, 5], f32>
  %flat = relax.reshape %image : (!relax.tensor<[n, 2, m, 3], f32>) -> !relax.tensor<[n, 6 * m], f32>
  %total = relax.sum %flat over [1] keep_dims : (!relax.tensor<[n, 6 * m], f32>) -> !relax.tensor<[n, 1], f32>
  %scaled = relax.multiply %probability, %total : (!relax.tensor<[n, 5], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 5], f32>
  %turned = relax.permute_dims %scaled axes [1, 0] : (!relax.tensor<[n, 5], f32>) -> !relax.tensor<[5, n], f32>
  %back = relax.permute_dims %turned axes [1, 0] : (!relax.tensor<[5, n], f32>) -> !relax.tensor<[n, 5], f32>
  %left = relax.strided_slice %back axes [1] begins [0] ends [2] steps [1] : (!relax.tensor<[n, 5], f32>) -> !relax.tensor<[n, 2], f32>
  %right = relax.strided_slice %back axes [1] begins [4] ends [1] steps [-1] : (!relax.tensor<[n, 5], f32>) -> !relax.tensor<[n, 3], f32>
  %joined = relax.concat %right, %left axis 1 : (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 2], f32>) -> !relax.tensor<[n, 5], f32>
  %one = relax.constant dense<1.0> : tensor<f32>
  %small = relax.less %joined, %one : (!relax.tensor<[n, 5], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 5], i1>
  %number = relax.cast %small : !relax.tensor<[n, 5], i1> to !relax.tensor<[n, 5], f32>
  %sum = relax.add %joined, %number : !relax.tensor<[n, 5], f32>
  relax.return %sum : !relax.tensor<[n, 5], f32>
}

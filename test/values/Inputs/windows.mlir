// Convolution and pooling with padding, strides, dilations and groups, symbolic batch and width.
relax.func @main(%x: !relax.tensor<[n, 4, 9, w], f32>, %k: !relax.tensor<[6, 2, 3, 3], f32>)
    -> !relax.tensor<[n, 6, 3, (w + 1) floordiv 2], f32> where (1 <= w <= 64) {
  %c = relax.conv %x, %k strides [2, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 2
      : (!relax.tensor<[n, 4, 9, w], f32>, !relax.tensor<[6, 2, 3, 3], f32>) -> !relax.tensor<[n, 6, 5, w], f32>
  %p = relax.max_pool %c window [3, 3] strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1]
      : (!relax.tensor<[n, 6, 5, w], f32>) -> !relax.tensor<[n, 6, 3, (w + 1) floordiv 2], f32>
  %r = relax.relu %p : !relax.tensor<[n, 6, 3, (w + 1) floordiv 2], f32>
  relax.return %r : !relax.tensor<[n, 6, 3, (w + 1) floordiv 2], f32>
}

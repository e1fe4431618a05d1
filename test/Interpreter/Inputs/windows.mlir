relax.func @main(%x: !relax.tensor<[1, 2, h, 9], f32>) -> (!relax.tensor<[1, 2, h, 9], f32>, !relax.tensor<[1, 9, h, 2], f32>) where (1 <= h, h <= 20) {
  %p = relax.max_pool %x window [2, 2] strides [1, 1] pads [1, 0, 0, 1] dilations [1, 1] : !relax.tensor<[1, 2, h, 9], f32>
  %e = relax.exp %p : !relax.tensor<[1, 2, h, 9], f32>
  %t = relax.permute_dims %e axes [0, 3, 2, 1] : (!relax.tensor<[1, 2, h, 9], f32>) -> !relax.tensor<[1, 9, h, 2], f32>
  relax.return %e, %t : !relax.tensor<[1, 2, h, 9], f32>, !relax.tensor<[1, 9, h, 2], f32>
}

// A convolution whose rounds of a batch are long: 256 channels to 512 at 512 places, 5 taps.
relax.func @main(%x: !relax.tensor<[n, 256, 512, 1], f32>, %w: !relax.tensor<[512, 256, 5, 1], f32>) -> !relax.tensor<[n, 512, 508, 1], f32> {
  %c = relax.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 256, 512, 1], f32>, !relax.tensor<[512, 256, 5, 1], f32>) -> !relax.tensor<[n, 512, 508, 1], f32>
  %y = relax.gelu %c : !relax.tensor<[n, 512, 508, 1], f32>
  relax.return %y : !relax.tensor<[n, 512, 508, 1], f32>
}

relax.func @main(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.negative %x : !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}

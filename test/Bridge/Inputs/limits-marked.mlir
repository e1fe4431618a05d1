relax.func @main(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %a = relax.negative %x {relax.offload = "dnn", relax.region = 0 : i64} : !relax.tensor<[n], f32>
  %b = relax.negative %a {relax.offload = "dnn", relax.region = 1 : i64} : !relax.tensor<[n], f32>
  relax.return %b : !relax.tensor<[n], f32>
}

relax.target @x86 "x86_64" cpu "x86-64-v3" vector_bytes 32 registers 16 line_bytes 64 cache_bytes 524288
relax.target @arm "aarch64" cpu "generic" vector_bytes 16 registers 32 line_bytes 64 cache_bytes 524288
relax.func @a(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> target @x86 {
  %y = relax.exp %x : !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}
relax.func @b(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> target @arm {
  %y = relax.exp %x : !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}

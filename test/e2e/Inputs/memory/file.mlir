// Written out and read back by hand.
tir.func private @exp(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.compute "exp" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    %y = math.exp %x : f32
    tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.func private @subtract(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>, %Z: !tir.buffer<[n], f32>) {
  tir.compute "subtract" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    %y = tir.load %Y[%i] : !tir.buffer<[n], f32>
    %z = arith.subf %x, %y : f32
    tir.store %z, %Z[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
relax.func @main(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %a = relax.call_tir @exp(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %b = relax.call_tir @exp(%a) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %kept = relax.write_out %a : !relax.tensor<[n], f32>
  relax.evict %a regenerate 8 reload 16 : !relax.tensor<[n], f32>
  %c = relax.call_tir @exp(%b) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %again = relax.restore (%y: !relax.tensor<[n], f32> = %kept) -> !relax.tensor<[n], f32> {
    %c1 = relax.read_back %y : !relax.tensor<[n], f32>
    relax.yield %c1 : !relax.tensor<[n], f32>
  }
  %d = relax.call_tir @subtract(%c, %again) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %d : !relax.tensor<[n], f32>
}

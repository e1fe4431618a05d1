// Evicted and restored by hand: between programs, and on a graph for the interpreter.
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
  relax.evict %a : !relax.tensor<[n], f32>
  %again = relax.restore (%y: !relax.tensor<[n], f32> = %x) -> !relax.tensor<[n], f32> {
    %c = relax.call_tir @exp(%y) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
    relax.yield %c : !relax.tensor<[n], f32>
  }
  %d = relax.call_tir @subtract(%b, %again) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %d : !relax.tensor<[n], f32>
}
relax.func @graph(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %a = relax.exp %x : !relax.tensor<[n], f32>
  %b = relax.exp %a : !relax.tensor<[n], f32>
  relax.evict %a : !relax.tensor<[n], f32>
  %again = relax.restore (%y: !relax.tensor<[n], f32> = %x) -> !relax.tensor<[n], f32> {
    %c = relax.exp %y : !relax.tensor<[n], f32>
    relax.yield %c : !relax.tensor<[n], f32>
  }
  %level = relax.memory_level of [8 * n] : !relax.shape<[level]> binds (level)
  %d = relax.dispatch (%b, %again, %level) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.shape<[level]>) -> !relax.tensor<[n], f32> {
    when (level == 0) (%c: !relax.tensor<[n], f32>, %e: !relax.tensor<[n], f32>, %l: !relax.shape<[level]>) {
      %f = relax.subtract %c, %e : !relax.tensor<[n], f32>
      relax.yield %f : !relax.tensor<[n], f32>
    }
    else (%c: !relax.tensor<[n], f32>, %e: !relax.tensor<[n], f32>, %l: !relax.shape<[level]>) {
      relax.yield %c : !relax.tensor<[n], f32>
    }
  }
  relax.return %d : !relax.tensor<[n], f32>
}

// Maps that later plans write over what they read: along a dimension that the run knows, with masked vectors and without, along
// constant ones that no width divides, and with more rows than are left at the end of a vector; rows that are gone through
// several times (a softmax), in panels and, above 1,024 elements, one by one.
tir.func private @masked(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n, m], f32>) {
  tir.for "i" (%i) in [n] parallel {
    tir.for "j" (%j) in [m] vector 16 masked {
      %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
      %y = arith.addf %x, %x : f32
      tir.store %y, %Y[%i, %j] : !tir.buffer<[n, m], f32>
    }
  }
  tir.return
}
tir.func private @plain(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n, m], f32>) {
  tir.for "i" (%i) in [n] {
    tir.for "j" (%j) in [m] vector 8 {
      %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
      %y = math.tanh %x : f32
      tir.store %y, %Y[%i, %j] : !tir.buffer<[n, m], f32>
    }
  }
  tir.return
}
tir.func private @constant(%X: !tir.buffer<[n, 13], f32>, %Y: !tir.buffer<[n, 13], f32>) {
  tir.for "i" (%i) in [n] {
    tir.for "j" (%j) in [13] vector 16 {
      %x = tir.load %X[%i, %j] : !tir.buffer<[n, 13], f32>
      %y = arith.addf %x, %x : f32
      tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 13], f32>
    }
  }
  tir.return
}
relax.func @main(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32> where (1 <= n, 1 <= m) {
  %a = relax.call_tir @plain(%x) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
  %b = relax.call_tir @masked(%a) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
  %c = relax.call_tir @plain(%b) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
  %d = relax.call_tir @masked(%c) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
  relax.return %d : !relax.tensor<[n, m], f32>
}
relax.func @fixed(%x: !relax.tensor<[n, 13], f32>) -> !relax.tensor<[n, 13], f32> where (1 <= n) {
  %a = relax.call_tir @constant(%x) : (!relax.tensor<[n, 13], f32>) -> !relax.tensor<[n, 13], f32>
  %b = relax.call_tir @constant(%a) : (!relax.tensor<[n, 13], f32>) -> !relax.tensor<[n, 13], f32>
  %c = relax.call_tir @constant(%b) : (!relax.tensor<[n, 13], f32>) -> !relax.tensor<[n, 13], f32>
  relax.return %c : !relax.tensor<[n, 13], f32>
}
relax.func @attend(%x: !relax.tensor<[n, 8], f32>, %y: !relax.tensor<[8, m], f32>, %z: !relax.tensor<[m, 8], f32>) -> !relax.tensor<[n], f32> where (1 <= n, 1 <= m) {
  %a = relax.matmul %x, %y : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, m], f32>) -> !relax.tensor<[n, m], f32>
  %s = relax.softmax %a over 1 : !relax.tensor<[n, m], f32>
  // Between products a softmax would be one kernel with them.
  %t = relax.tanh %s : !relax.tensor<[n, m], f32>
  %r = relax.matmul %t, %z : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 8], f32>) -> !relax.tensor<[n, 8], f32>
  %o = relax.max %r over [1] : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n], f32>
  relax.return %o : !relax.tensor<[n], f32>
}

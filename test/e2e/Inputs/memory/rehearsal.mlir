// Values decide how often, which way, how many; what a call takes is known before it runs all the same, but for recursion.
relax.func private @deeper(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32> {
  %s = relax.sum %x over [0, 1] : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[], f32>
  %most = relax.constant dense<1.0> : tensor<f32>
  %p = relax.less %most, %s : (!relax.tensor<[], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[], i1>
  %y = relax.if %p -> !relax.tensor<[n, 64], f32> {
    %m = relax.matmul %x, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    %g = relax.call @deeper(%m, %w) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    %a = relax.add %g, %m : !relax.tensor<[n, 64], f32>
    relax.yield %a : !relax.tensor<[n, 64], f32>
  } else {
    relax.yield %x : !relax.tensor<[n, 64], f32>
  }
  relax.return %y : !relax.tensor<[n, 64], f32>
}
relax.func @recursion(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %y = relax.call @deeper(%x, %w) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %y : !relax.tensor<[n, 64], f32>
}
relax.func @until(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %most = relax.constant dense<1.0> : tensor<f32>
  %y = relax.while (%u: !relax.tensor<[n, 64], f32> = %x) : (!relax.tensor<[n, 64], f32>) -> (!relax.tensor<[n, 64], f32>) {
    %s = relax.sum %u over [0, 1] : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[], f32>
    %p = relax.less %most, %s : (!relax.tensor<[], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[], i1>
    relax.condition %p
  } do {
    %m = relax.matmul %u, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    relax.yield %m : !relax.tensor<[n, 64], f32>
  }
  relax.return %y : !relax.tensor<[n, 64], f32>
}
relax.func @either(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %s = relax.sum %x over [0, 1] : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[], f32>
  %most = relax.constant dense<1.0> : tensor<f32>
  %p = relax.less %most, %s : (!relax.tensor<[], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[], i1>
  %y = relax.if %p -> !relax.tensor<[n, 64], f32> {
    %m = relax.matmul %x, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    %m2 = relax.matmul %m, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    %a = relax.add %m2, %m : !relax.tensor<[n, 64], f32>
    relax.yield %a : !relax.tensor<[n, 64], f32>
  } else {
    relax.yield %x : !relax.tensor<[n, 64], f32>
  }
  relax.return %y : !relax.tensor<[n, 64], f32>
}
relax.func @places(%x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[2, ?], i64> where (1 <= n) {
  %t = relax.tanh %x : !relax.tensor<[n, 64], f32>
  %places = relax.nonzero %t : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[2, k], i64> binds (k) where (k <= 64 * n)
  %two = relax.constant dense<2> : tensor<i64>
  %d = relax.multiply %places, %two : (!relax.tensor<[2, k], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[2, k], i64>
  relax.return %d : !relax.tensor<[2, k], i64>
}
// Which way, the extents of a tensor say that is computed; a kernel takes it for these alone.
tir.func private @rows(%X: !tir.buffer<[n, 64], f32>, %Y: !tir.buffer<[], i64>) {
  tir.compute "rows" () in [] {
    %0 = tir.extent (n) : index
    %rows = arith.index_cast %0 : index to i64
    tir.store %rows, %Y[] : !tir.buffer<[], i64>
  }
  tir.return
}
relax.func @extents(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %m = relax.matmul %x, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %rows = relax.call_tir @rows(%m) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[], i64>
  %most = relax.constant dense<500> : tensor<i64>
  %p = relax.less %rows, %most : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
  %y = relax.if %p -> !relax.tensor<[n, 64], f32> {
    %m2 = relax.matmul %m, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    %m3 = relax.matmul %m2, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    %a = relax.add %m3, %m2 : !relax.tensor<[n, 64], f32>
    relax.yield %a : !relax.tensor<[n, 64], f32>
  } else {
    relax.yield %m : !relax.tensor<[n, 64], f32>
  }
  relax.return %y : !relax.tensor<[n, 64], f32>
}
// Branches that are taken for one number only, and for numbers between two.
relax.func private @more(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %t = relax.matmul %x, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %u = relax.softmax %t over 0 : !relax.tensor<[n, 64], f32>
  %z = relax.add %u, %t : !relax.tensor<[n, 64], f32>
  relax.return %z : !relax.tensor<[n, 64], f32>
}
relax.func @one_number(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %some = relax.constant dense<4032> : tensor<i64>
  %a = relax.arg_max %w over 0 : (!relax.tensor<[64, 64], f32>) -> !relax.tensor<[64], i64>
  %s = relax.sum %a : (!relax.tensor<[64], i64>) -> !relax.tensor<[], i64>
  %p = relax.equal %s, %some : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
  %y = relax.if %p -> !relax.tensor<[n, 64], f32> {
    %z = relax.call @more(%x, %w) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    relax.yield %z : !relax.tensor<[n, 64], f32>
  } else {
    relax.yield %x : !relax.tensor<[n, 64], f32>
  }
  relax.return %y : !relax.tensor<[n, 64], f32>
}
relax.func @between(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %low = relax.constant dense<0.5> : tensor<f32>
  %high = relax.constant dense<0.50001> : tensor<f32>
  %s = relax.sum %w : (!relax.tensor<[64, 64], f32>) -> !relax.tensor<[], f32>
  %a = relax.less %low, %s : (!relax.tensor<[], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[], i1>
  %b = relax.less %s, %high : (!relax.tensor<[], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[], i1>
  %p = relax.bitwise_and %a, %b : !relax.tensor<[], i1>
  %y = relax.if %p -> !relax.tensor<[n, 64], f32> {
    %z = relax.call @more(%x, %w) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    relax.yield %z : !relax.tensor<[n, 64], f32>
  } else {
    relax.yield %x : !relax.tensor<[n, 64], f32>
  }
  relax.return %y : !relax.tensor<[n, 64], f32>
}

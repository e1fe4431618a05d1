// Layers forward and backward by recursion: how many, the call says, so no plan covers what is kept.
relax.func private @layers(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>, %k: !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32> {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %p = relax.greater %k, %zero : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
  %y = relax.if %p -> !relax.tensor<[n, 64], f32> {
    %m = relax.matmul %x, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    %t = relax.tanh %m : !relax.tensor<[n, 64], f32>
    %j = relax.subtract %k, %one : !relax.tensor<[], i64>
    %g = relax.call @layers(%t, %w, %j) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32>
    %s = relax.multiply %t, %t : !relax.tensor<[n, 64], f32>
    %d = relax.multiply %g, %s : !relax.tensor<[n, 64], f32>
    %q = relax.subtract %g, %d : !relax.tensor<[n, 64], f32>
    %wt = relax.permute_dims %w axes [1, 0] : !relax.tensor<[64, 64], f32>
    %r = relax.matmul %q, %wt : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    relax.yield %r : !relax.tensor<[n, 64], f32>
  } else {
    relax.yield %x : !relax.tensor<[n, 64], f32>
  }
  relax.return %y : !relax.tensor<[n, 64], f32>
}
relax.func @main(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>, %k: !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %y = relax.call @layers(%x, %w, %k) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32>
  relax.return %y : !relax.tensor<[n, 64], f32>
}

// Rounds of a loop that keep a sum and a product, of which each round reads both twice.
relax.func @rounds(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>, %k: !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %a = relax.exp %x : !relax.tensor<[n, 64], f32>
  %b = relax.tanh %x : !relax.tensor<[n, 64], f32>
  %i, %y = relax.while (%j: !relax.tensor<[], i64> = %zero, %u: !relax.tensor<[n, 64], f32> = %x) : (!relax.tensor<[], i64>, !relax.tensor<[n, 64], f32>) -> (!relax.tensor<[], i64>, !relax.tensor<[n, 64], f32>) {
    %p = relax.less %j, %k : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
    relax.condition %p
  } do {
    %next = relax.add %j, %one : !relax.tensor<[], i64>
    %m = relax.matmul %u, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    %s = relax.softmax %m over 1 : !relax.tensor<[n, 64], f32>
    %c = relax.multiply %s, %a : !relax.tensor<[n, 64], f32>
    %v = relax.add %c, %b : !relax.tensor<[n, 64], f32>
    relax.yield %next, %v : !relax.tensor<[], i64>, !relax.tensor<[n, 64], f32>
  }
  %z = relax.subtract %y, %a : !relax.tensor<[n, 64], f32>
  relax.return %z : !relax.tensor<[n, 64], f32>
}

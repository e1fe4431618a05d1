// Rounds that read a row more each: the arena of a round is larger than that of the one before.
relax.func @main(%x: !relax.tensor<[1, 256], f32>, %k: !relax.tensor<[], i64>) -> !relax.tensor<[?, 256], f32> {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %i, %y = relax.while (%j: !relax.tensor<[], i64> = %zero, %u: !relax.tensor<[t, 256], f32> = %x)
      : (!relax.tensor<[], i64>, !relax.tensor<[1, 256], f32>) -> (!relax.tensor<[], i64>, !relax.tensor<[?, 256], f32>) {
    %p = relax.less %j, %k : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
    relax.condition %p
  } do {
    %next = relax.add %j, %one : !relax.tensor<[], i64>
    %s = relax.softmax %u over 0 : !relax.tensor<[t, 256], f32>
    %q = relax.exp %s : !relax.tensor<[t, 256], f32>
    %v = relax.concat %q, %x axis 0 : (!relax.tensor<[t, 256], f32>, !relax.tensor<[1, 256], f32>) -> !relax.tensor<[t + 1, 256], f32>
    relax.yield %next, %v : !relax.tensor<[], i64>, !relax.tensor<[t + 1, 256], f32>
  }
  relax.return %y : !relax.tensor<[?, 256], f32>
}

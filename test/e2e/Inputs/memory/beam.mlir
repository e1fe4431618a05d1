// A beam search of 4: a step is a call; it ends where the first beam says 0, or after k steps.
relax.func private @score(%s: !relax.tensor<[4, 128], f32>, %w: !relax.tensor<[128, 512], f32>, %p: !relax.tensor<[4, 1], f32>) -> !relax.tensor<[1, 2048], f32> {
  %l = relax.matmul %s, %w : (!relax.tensor<[4, 128], f32>, !relax.tensor<[128, 512], f32>) -> !relax.tensor<[4, 512], f32>
  %m = relax.softmax %l over 1 : !relax.tensor<[4, 512], f32>
  %g = relax.log %m : !relax.tensor<[4, 512], f32>
  %a = relax.add %g, %p : (!relax.tensor<[4, 512], f32>, !relax.tensor<[4, 1], f32>) -> !relax.tensor<[4, 512], f32>
  %r = relax.reshape %a : (!relax.tensor<[4, 512], f32>) -> !relax.tensor<[1, 2048], f32>
  relax.return %r : !relax.tensor<[1, 2048], f32>
}
relax.func @main(%h: !relax.tensor<[4, 128], f32>, %w: !relax.tensor<[128, 512], f32>, %e: !relax.tensor<[512, 128], f32>, %k: !relax.tensor<[], i64>, %first: !relax.tensor<[1, 4], i64>) -> (!relax.tensor<[?, 4], i64>, !relax.tensor<[4, 1], f32>) {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %four = relax.constant dense<4> : tensor<1xi64>
  %vocab = relax.constant dense<512> : tensor<i64>
  %none = relax.constant dense<0.0> : tensor<4x1xf32>
  %i, %s, %p, %y, %go = relax.while (%j: !relax.tensor<[], i64> = %zero, %ss: !relax.tensor<[4, 128], f32> = %h, %pp: !relax.tensor<[4, 1], f32> = %none, %u: !relax.tensor<[t, 4], i64> = %first, %c: !relax.tensor<[], i64> = %one)
      : (!relax.tensor<[], i64>, !relax.tensor<[4, 128], f32>, !relax.tensor<[4, 1], f32>, !relax.tensor<[1, 4], i64>, !relax.tensor<[], i64>) -> (!relax.tensor<[], i64>, !relax.tensor<[4, 128], f32>, !relax.tensor<[4, 1], f32>, !relax.tensor<[?, 4], i64>, !relax.tensor<[], i64>) {
    %a = relax.less %j, %k : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
    %b = relax.not_equal %c, %zero : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
    %q = relax.bitwise_and %a, %b : !relax.tensor<[], i1>
    relax.condition %q
  } do {
    %next = relax.add %j, %one : !relax.tensor<[], i64>
    %l = relax.call @score(%ss, %w, %pp) : (!relax.tensor<[4, 128], f32>, !relax.tensor<[128, 512], f32>, !relax.tensor<[4, 1], f32>) -> !relax.tensor<[1, 2048], f32>
    %v, %x = relax.top_k %l, %four axis 1 : (!relax.tensor<[1, 2048], f32>, !relax.tensor<[1], i64>) -> (!relax.tensor<[1, 4], f32>, !relax.tensor<[1, 4], i64>)
    %tok = relax.mod %x, %vocab : (!relax.tensor<[1, 4], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[1, 4], i64>
    %beam = relax.divide %x, %vocab : (!relax.tensor<[1, 4], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[1, 4], i64>
    %tok1 = relax.reshape %tok : (!relax.tensor<[1, 4], i64>) -> !relax.tensor<[4], i64>
    %beam1 = relax.reshape %beam : (!relax.tensor<[1, 4], i64>) -> !relax.tensor<[4], i64>
    %hs = relax.take %ss, %beam1 axis 0 : (!relax.tensor<[4, 128], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<[4, 128], f32>
    %em = relax.take %e, %tok1 axis 0 : (!relax.tensor<[512, 128], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<[4, 128], f32>
    %sum = relax.add %hs, %em : !relax.tensor<[4, 128], f32>
    %n = relax.tanh %sum : !relax.tensor<[4, 128], f32>
    %np = relax.reshape %v : (!relax.tensor<[1, 4], f32>) -> !relax.tensor<[4, 1], f32>
    %o = relax.append %u, %tok at 0 : (!relax.tensor<[t, 4], i64>, !relax.tensor<[1, 4], i64>) -> !relax.tensor<[t + 1, 4], i64>
    %f = relax.take %tok1, %zero axis 0 : (!relax.tensor<[4], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i64>
    relax.yield %next, %n, %np, %o, %f : !relax.tensor<[], i64>, !relax.tensor<[4, 128], f32>, !relax.tensor<[4, 1], f32>, !relax.tensor<[t + 1, 4], i64>, !relax.tensor<[], i64>
  }
  relax.return %y, %p : !relax.tensor<[?, 4], i64>, !relax.tensor<[4, 1], f32>
}

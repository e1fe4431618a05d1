// Recursion as deep as an input says, whose steps are a function with a plan of its own: four layers forward and backward.
relax.func private @step(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32> {
  %m1 = relax.matmul %x, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t1 = relax.tanh %m1 : !relax.tensor<[n, 64], f32>
  %m2 = relax.matmul %t1, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t2 = relax.tanh %m2 : !relax.tensor<[n, 64], f32>
  %m3 = relax.matmul %t2, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t3 = relax.tanh %m3 : !relax.tensor<[n, 64], f32>
  %m4 = relax.matmul %t3, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t4 = relax.tanh %m4 : !relax.tensor<[n, 64], f32>
  %g3 = relax.matmul %t4, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p3 = relax.multiply %g3, %t3 : !relax.tensor<[n, 64], f32>
  %g2 = relax.matmul %p3, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p2 = relax.multiply %g2, %t2 : !relax.tensor<[n, 64], f32>
  %g1 = relax.matmul %p2, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p1 = relax.multiply %g1, %t1 : !relax.tensor<[n, 64], f32>
  relax.return %p1 : !relax.tensor<[n, 64], f32>
}
relax.func private @layers(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>, %k: !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32> {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %p = relax.greater %k, %zero : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
  %y = relax.if %p -> !relax.tensor<[n, 64], f32> {
    %t = relax.call @step(%x, %w) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    %j = relax.subtract %k, %one : !relax.tensor<[], i64>
    %g = relax.call @layers(%t, %w, %j) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32>
    %s = relax.multiply %g, %t : !relax.tensor<[n, 64], f32>
    %r = relax.call @step(%s, %w) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    %q = relax.subtract %r, %t : !relax.tensor<[n, 64], f32>
    relax.yield %q : !relax.tensor<[n, 64], f32>
  } else {
    relax.yield %x : !relax.tensor<[n, 64], f32>
  }
  relax.return %y : !relax.tensor<[n, 64], f32>
}
relax.func @main(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>, %k: !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %y = relax.call @layers(%x, %w, %k) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32>
  relax.return %y : !relax.tensor<[n, 64], f32>
}

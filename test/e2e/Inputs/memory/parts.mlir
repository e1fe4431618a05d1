// Forward and backward, and between them a branch, a loop, a recursive function.
relax.func private @shrink(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>, %k: !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32> {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %p = relax.greater %k, %zero : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
  %y = relax.if %p -> !relax.tensor<[n, 64], f32> {
    %m = relax.matmul %x, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    %j = relax.subtract %k, %one : !relax.tensor<[], i64>
    %g = relax.call @shrink(%m, %w, %j) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32>
    %s = relax.add %g, %m : !relax.tensor<[n, 64], f32>
    relax.yield %s : !relax.tensor<[n, 64], f32>
  } else {
    relax.yield %x : !relax.tensor<[n, 64], f32>
  }
  relax.return %y : !relax.tensor<[n, 64], f32>
}
relax.func @branch(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>, %k: !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %t0 = relax.tanh %x : !relax.tensor<[n, 64], f32>
  %m0 = relax.matmul %t0, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t1 = relax.tanh %m0 : !relax.tensor<[n, 64], f32>
  %m1 = relax.matmul %t1, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t2 = relax.tanh %m1 : !relax.tensor<[n, 64], f32>
  %m2 = relax.matmul %t2, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t3 = relax.tanh %m2 : !relax.tensor<[n, 64], f32>
  %m3 = relax.matmul %t3, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t4 = relax.tanh %m3 : !relax.tensor<[n, 64], f32>
  %zero = relax.constant dense<0> : tensor<i64>
  %p = relax.greater %k, %zero : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
  %y = relax.if %p -> !relax.tensor<[n, 64], f32> {
    %a = relax.matmul %t4, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    %b = relax.matmul %a, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    %c = relax.add %a, %b : !relax.tensor<[n, 64], f32>
    %d = relax.matmul %c, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    relax.yield %d : !relax.tensor<[n, 64], f32>
  } else {
    %a = relax.negative %t4 : !relax.tensor<[n, 64], f32>
    relax.yield %a : !relax.tensor<[n, 64], f32>
  }
  %g4 = relax.matmul %y, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p4 = relax.multiply %g4, %t3 : !relax.tensor<[n, 64], f32>
  %g3 = relax.matmul %p4, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p3 = relax.multiply %g3, %t2 : !relax.tensor<[n, 64], f32>
  %g2 = relax.matmul %p3, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p2 = relax.multiply %g2, %t1 : !relax.tensor<[n, 64], f32>
  %g1 = relax.matmul %p2, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p1 = relax.multiply %g1, %t1 : !relax.tensor<[n, 64], f32>
  relax.return %p1 : !relax.tensor<[n, 64], f32>
}
relax.func @loop(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>, %k: !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %t0 = relax.tanh %x : !relax.tensor<[n, 64], f32>
  %m0 = relax.matmul %t0, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t1 = relax.tanh %m0 : !relax.tensor<[n, 64], f32>
  %m1 = relax.matmul %t1, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t2 = relax.tanh %m1 : !relax.tensor<[n, 64], f32>
  %m2 = relax.matmul %t2, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t3 = relax.tanh %m2 : !relax.tensor<[n, 64], f32>
  %m3 = relax.matmul %t3, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t4 = relax.tanh %m3 : !relax.tensor<[n, 64], f32>
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %y, %i = relax.while (%v: !relax.tensor<[n, 64], f32> = %t4, %j: !relax.tensor<[], i64> = %k) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[], i64>) -> (!relax.tensor<[n, 64], f32>, !relax.tensor<[], i64>) {
    %p = relax.greater %j, %zero : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
    relax.condition %p
  } do {
    %a = relax.matmul %v, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    %b = relax.tanh %a : !relax.tensor<[n, 64], f32>
    %c = relax.matmul %b, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
    %d = relax.multiply %c, %b : !relax.tensor<[n, 64], f32>
    %q = relax.subtract %j, %one : !relax.tensor<[], i64>
    relax.yield %d, %q : !relax.tensor<[n, 64], f32>, !relax.tensor<[], i64>
  }
  %g4 = relax.matmul %y, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p4 = relax.multiply %g4, %t3 : !relax.tensor<[n, 64], f32>
  %g3 = relax.matmul %p4, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p3 = relax.multiply %g3, %t2 : !relax.tensor<[n, 64], f32>
  %g2 = relax.matmul %p3, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p2 = relax.multiply %g2, %t1 : !relax.tensor<[n, 64], f32>
  %g1 = relax.matmul %p2, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p1 = relax.multiply %g1, %t1 : !relax.tensor<[n, 64], f32>
  relax.return %p1 : !relax.tensor<[n, 64], f32>
}
relax.func @calls(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>, %k: !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %t0 = relax.tanh %x : !relax.tensor<[n, 64], f32>
  %m0 = relax.matmul %t0, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t1 = relax.tanh %m0 : !relax.tensor<[n, 64], f32>
  %m1 = relax.matmul %t1, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t2 = relax.tanh %m1 : !relax.tensor<[n, 64], f32>
  %m2 = relax.matmul %t2, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t3 = relax.tanh %m2 : !relax.tensor<[n, 64], f32>
  %m3 = relax.matmul %t3, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %t4 = relax.tanh %m3 : !relax.tensor<[n, 64], f32>
  %y = relax.call @shrink(%t4, %w, %k) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32>
  %g4 = relax.matmul %y, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p4 = relax.multiply %g4, %t3 : !relax.tensor<[n, 64], f32>
  %g3 = relax.matmul %p4, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p3 = relax.multiply %g3, %t2 : !relax.tensor<[n, 64], f32>
  %g2 = relax.matmul %p3, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p2 = relax.multiply %g2, %t1 : !relax.tensor<[n, 64], f32>
  %g1 = relax.matmul %p2, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %p1 = relax.multiply %g1, %t1 : !relax.tensor<[n, 64], f32>
  relax.return %p1 : !relax.tensor<[n, 64], f32>
}

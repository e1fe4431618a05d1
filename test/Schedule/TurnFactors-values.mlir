// Columns whose number a value decides have no memory of a known size: the factor stays as it is.
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-turn-factors --counters 2>&1 | FileCheck %s
// RUN: relax-run %s --compare=reference,compiled --input=n=i64=40 --dims=m=7
// CHECK-NOT: turned"
// CHECK: tir.compute "mm" (%i, %k, reduce %r) in [m, %j, 20] {
// CHECK: 0 relax-turn-factors.turned
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @decided(%N: !tir.buffer<[], i64>, %X: !tir.buffer<[m, 20], f32>, %W: !tir.buffer<[40, 20], f32>, %Y: !tir.buffer<[m, 40], f32>) {
  %n = tir.load %N[] : !tir.buffer<[], i64>
  %j = arith.index_cast %n : i64 to index
  tir.compute "mm" (%i, %k, reduce %r) in [m, %j, 20] {
    %x = tir.load %X[%i, %r] : !tir.buffer<[m, 20], f32>
    %w = tir.load %W[%k, %r] : !tir.buffer<[40, 20], f32>
    %p = arith.mulf %x, %w : f32
    tir.reduce @add (%p) into (%Y[%i, %k]) : !tir.buffer<[m, 40], f32>
  }
  tir.return
}

relax.func @main(%n: !relax.tensor<[], i64>, %x: !relax.tensor<[m, 20], f32>, %w: !relax.tensor<[40, 20], f32>) -> !relax.tensor<[m, 40], f32> {
  %y = relax.call_tir @decided(%n, %x, %w) : (!relax.tensor<[], i64>, !relax.tensor<[m, 20], f32>, !relax.tensor<[40, 20], f32>) -> !relax.tensor<[m, 40], f32>
  relax.return %y : !relax.tensor<[m, 40], f32>
}

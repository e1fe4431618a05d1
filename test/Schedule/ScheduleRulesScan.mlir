// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-schedule-rules | FileCheck %s
// RUN: relax-run %s --compare=reference,compiled --dims=n=0,m=3,k=5 --then --compare=reference,compiled --dims=n=2,m=4,k=1 --then --compare=reference,compiled --dims=n=3,m=7,k=37 --then --compare=reference,compiled --dims=n=1,m=0,k=2

// Lanes lie beside the scan, whose rounds are outside of them: each loads what the round before wrote, in any order of loops.
// CHECK-LABEL: tir.schedule @cumsum_cpu {
// CHECK: %i, %k, %j = tir.loops %cumsum
// CHECK-NEXT: tir.reorder %i, %j, %k
// CHECK-NEXT: tir.parallel %i
// CHECK-NEXT: tir.vectorize %k 16 masked
// Backwards, over the first dimension.
// CHECK-LABEL: tir.schedule @cumprod_cpu {
// CHECK: tir.reorder %j, %i, %k
// CHECK: tir.vectorize %k 16 masked
// Along memory: rows for the threads.
// CHECK-LABEL: tir.schedule @cumsum_0_cpu {
// CHECK-NOT: tir.vectorize
// CHECK: tir.parallel %i
relax.func @main(%x: !relax.tensor<[n, m, k], f32>, %i: !relax.tensor<[n, m, k], i32>) -> (!relax.tensor<[n, m, k], f32>, !relax.tensor<[n, m, k], i32>, !relax.tensor<[n, m, k], f32>) {
  %y = relax.cumsum %x over 1 : !relax.tensor<[n, m, k], f32>
  %z = relax.cumprod %i over 0 exclusive reverse : !relax.tensor<[n, m, k], i32>
  %w = relax.cumsum %x over 2 : !relax.tensor<[n, m, k], f32>
  relax.return %y, %z, %w : !relax.tensor<[n, m, k], f32>, !relax.tensor<[n, m, k], i32>, !relax.tensor<[n, m, k], f32>
}

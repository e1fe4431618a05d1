// What lies behind the dimension of a cumulative sum is done in its rounds, in lanes; what lies in front is for the threads.
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-schedule-rules | FileCheck %s
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-schedule-rules --relax-apply-schedule | FileCheck %s --check-prefix=LOOPS
// RUN: relax-run %s --compare=reference,compiled --dims=b=0,n=3,m=5 --then --compare=reference,compiled --dims=b=2,n=0,m=1 --then --compare=reference,compiled --dims=b=3,n=1,m=17 --then --compare=reference,compiled --dims=b=1,n=70,m=33

// CHECK-LABEL: tir.schedule @cumsum_cpu {
// CHECK: tir.reorder %i, %j, %k, %l
// CHECK-NEXT: tir.parallel %i
// CHECK-NEXT: tir.vectorize %l 16{{$}}
// From the other end.
// CHECK-LABEL: tir.schedule @cumprod_cpu {
// CHECK: tir.reorder %i, %j, %k{{$}}
// CHECK: tir.vectorize %k 16 masked
// No lanes along the last dimension.
// CHECK-LABEL: tir.schedule @cumsum_0_cpu {
// CHECK-NOT: tir.reorder
// CHECK: tir.parallel
// CHECK-NOT: tir.vectorize
// CHECK: }
// Nothing lies in front.
// CHECK-LABEL: tir.schedule @cumsum_1_cpu {
// CHECK-NOT: tir.parallel
// CHECK: tir.vectorize

// LOOPS-LABEL: tir.func private @cumsum(
// LOOPS: tir.for "i" (%i) in [b] parallel
// LOOPS-NEXT: tir.for "j" (scan %j) in [n]
// LOOPS-NEXT: tir.for "k" (%k) in [8]
// LOOPS-NEXT: tir.for "l" (%l) in [64] vector 16
relax.func @main(%x: !relax.tensor<[b, n, 8, 64], f32>, %y: !relax.tensor<[b, n, m], f32>) -> (!relax.tensor<[b, n, 8, 64], f32>, !relax.tensor<[b, n, m], f32>, !relax.tensor<[b, n, m], f32>, !relax.tensor<[b, n, m], f32>) {
  %0 = relax.cumsum %x over 1 : (!relax.tensor<[b, n, 8, 64], f32>) -> !relax.tensor<[b, n, 8, 64], f32>
  %1 = relax.cumprod %y over 1 exclusive reverse : (!relax.tensor<[b, n, m], f32>) -> !relax.tensor<[b, n, m], f32>
  %2 = relax.cumsum %y over 2 : (!relax.tensor<[b, n, m], f32>) -> !relax.tensor<[b, n, m], f32>
  %3 = relax.cumsum %y over 0 : (!relax.tensor<[b, n, m], f32>) -> !relax.tensor<[b, n, m], f32>
  relax.return %0, %1, %2, %3 : !relax.tensor<[b, n, 8, 64], f32>, !relax.tensor<[b, n, m], f32>, !relax.tensor<[b, n, m], f32>, !relax.tensor<[b, n, m], f32>
}

// The largest of each instance along its own extent, the k largest and smallest of each, running products; NaN is the extreme, and comes
// last among the k smallest. An instance without rows has no largest.
// RUN: relax-run %s --compare=reference,compiled --poison --input=len=3xi64=2,5,3 '--input=x=10x2xf32=1 2 3 8 9 4 7 6 1 nan nan 4 9 4 nan 8 2 2 2 2' '--input=u=10xui8=1 200 3 3 200 7 8 9 9 9' | FileCheck %s
// RUN: relax-run %s --compare=reference,compiled --poison --seed=5 --input=len=2xi64=70,2 | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %s --compare=reference,compiled --seed=5 --input=len=0xi64= | FileCheck %s --check-prefix=AGREE
// RUN: not relax-run %s --mode=reference --input=len=2xi64=3,0 --seed=5 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not relax-run %s --mode=compiled --input=len=2xi64=3,0 --seed=5 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not relax-run %s --entry=two --mode=reference --input=len=2xi64=3,1 --seed=5 2>&1 | FileCheck %s --check-prefix=FEWER
// RUN: not relax-run %s --entry=two --mode=compiled --input=len=2xi64=3,1 --seed=5 2>&1 | FileCheck %s --check-prefix=FEWER
// CHECK: result0 = dense<{{\[\[}}1, 1], [3, 2], [0, 0]]>
// CHECK: agree: 10 results
// AGREE: agree: 10 results
// NONE: {{no element along the axis|index out of bounds}}
// FEWER: {{k: expected 0 to 1, the extent, got 2|index out of bounds}}
!len = !relax.lengths<len, [b]>
!x = !relax.tensor<[i : b, len[i], 2], f32>
!u = !relax.tensor<[i : b, len[i]], ui8>
!d = !relax.tensor<[b, 2], i64>
!k = !relax.tensor<[b, 2, 2], f32>
!ki = !relax.tensor<[b, 2, 2], i64>
!b = !relax.tensor<[b], i64>
relax.func @main(%len: !len, %x: !x, %u: !u) -> (!d, !d, !relax.tensor<[b, 1, 2], i64>, !x, !k, !ki, !k, !ki, !x, !b) {
  %0 = relax.arg_max %x over 1 : (!x) -> !d
  %1 = relax.arg_min %x over 1 : (!x) -> !d
  %2 = relax.arg_max %x over 1 keep_dims last : (!x) -> !relax.tensor<[b, 1, 2], i64>
  %3 = relax.hardmax %x over 1 : !x
  %two = relax.constant dense<2> : tensor<1xi64>
  %4, %5 = relax.top_k %x, %two axis 1 : (!x, !relax.tensor<[1], i64>) -> (!k, !ki)
  %6, %7 = relax.top_k %x, %two axis 1 smallest : (!x, !relax.tensor<[1], i64>) -> (!k, !ki)
  %8 = relax.cumprod %x over 1 : !x
  %9 = relax.arg_max %u over 1 : (!u) -> !b
  relax.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : !d, !d, !relax.tensor<[b, 1, 2], i64>, !x, !k, !ki, !k, !ki, !x, !b
}
relax.func @two(%len: !len, %x: !x) -> !k {
  %two = relax.constant dense<2> : tensor<1xi64>
  %0, %1 = relax.top_k %x, %two axis 1 : (!x, !relax.tensor<[1], i64>) -> (!k, !ki)
  relax.return %0 : !k
}

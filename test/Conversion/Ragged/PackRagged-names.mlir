// Programs of the pass have names that nothing else in the module has, and values that have no digits are no trouble.
// RUN: relax-opt %s --relax-pack-ragged | FileCheck %s
// RUN: relax-run %s --entry=f --mode=compiled --input=len=2xi64=2,1 --input=x=3x2xf32=1,2,3,4,5,6 | FileCheck %s --check-prefix=SUMS
// RUN: relax-run %s --entry=nowhere --compare=reference,compiled --input=len=2xi64=2,1 --input=x=3x2xf32=1,2,3,4,5,6 | FileCheck %s --check-prefix=NOWHERE
// RUN: relax-run %s --entry=nowhere16 --compare=reference,compiled --input=len=1xi64=0 --input=x=0x2xf16= | FileCheck %s --check-prefix=NOWHERE16

!len = !relax.lengths<len, [b]>
!x = !relax.tensor<[i : b, len[i], 2], f32>

// Not the sum: its own names are those that the pass likes.
tir.monoid @ragged_add (f32) identity (1.0) {
^combine(%a: f32, %b: f32):
  %c = arith.mulf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @prefix_0(%X: !tir.buffer<[2], f32>, %Y: !tir.buffer<[], f32>) {
  tir.compute "product" (reduce %k) in [2] {
    %x = tir.load %X[%k] : !tir.buffer<[2], f32>
    tir.reduce @ragged_add(%x) into (%Y[]) : !tir.buffer<[], f32>
  }
  tir.return
}
tir.func private @ragged_reduce_0(%X: !tir.buffer<[], f32>, %Y: !tir.buffer<[], f32>) {
  %x = tir.load %X[] : !tir.buffer<[], f32>
  tir.store %x, %Y[] : !tir.buffer<[], f32>
  tir.return
}

// CHECK: tir.reduce @ragged_add(%x) into (%Y[])
// CHECK-LABEL: relax.func @f
// CHECK: relax.call_tir @prefix_0_0(%len_0)
// CHECK: relax.call_tir @ragged_reduce_0_0(
// CHECK: relax.call_tir @prefix_0(%two)
// CHECK: tir.func private @ragged_reduce_0_0(
// CHECK: tir.reduce @ragged_add_0(
// SUMS: result0 = dense<{{\[\[}}4.0, 6.0], [5.0, 6.0]]>
// SUMS-NEXT: result1 = dense<12.0>
relax.func @f(%len: !len, %x: !x) -> (!relax.tensor<[b, 2], f32>, !relax.tensor<[], f32>) {
  %s = relax.sum %x over [1] : (!x) -> !relax.tensor<[b, 2], f32>
  %two = relax.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %p = relax.call_tir @prefix_0(%two) : (!relax.tensor<[2], f32>) -> !relax.tensor<[], f32>
  %q = relax.call_tir @ragged_reduce_0(%p) : (!relax.tensor<[], f32>) -> !relax.tensor<[], f32>
  relax.return %s, %q : !relax.tensor<[b, 2], f32>, !relax.tensor<[], f32>
}

// NOWHERE: result0 = dense<{{.*}}[5.0, 6.0], [0xFF800000, 0xFF800000]
// NOWHERE: agree
relax.func @nowhere(%len: !len, %x: !x) -> !relax.tensor<[b, 3, 2], f32> {
  %y = relax.ragged_to_padded %x pad 0xFFF0000000000000 : (!x) -> !relax.tensor<[b, 3, 2], f32>
  relax.return %y : !relax.tensor<[b, 3, 2], f32>
}

!h = !relax.tensor<[i : b, len[i], 2], f16>
// NOWHERE16: result0 = dense<{{.*}}[0x7E00, 0x7E00]
// NOWHERE16: agree
relax.func @nowhere16(%len: !len, %x: !h) -> !relax.tensor<[b, 1, 2], f16> {
  %y = relax.ragged_to_padded %x pad 0x7FF8000000000000 : (!h) -> !relax.tensor<[b, 1, 2], f16>
  relax.return %y : !relax.tensor<[b, 1, 2], f16>
}

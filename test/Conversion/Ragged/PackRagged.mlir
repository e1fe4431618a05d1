// RUN: relax-opt %s --relax-pack-ragged | FileCheck %s

!len = !relax.lengths<len, [b]>
!x = !relax.tensor<[i : b, len[i], 8], f32>

// Rows of all instances are rows of one tensor: the same operations, axes further to the left.
// CHECK-LABEL: relax.func @rows(
// CHECK-SAME: %l: !relax.tensor<[b], i64>, %x: !relax.tensor<[t, 8], f32>, %w: !relax.tensor<[8, 4], f32>
// CHECK-SAME: -> !relax.tensor<[t, 4], f32> where (t <= 512)
// The table is looked at before anything else, summed once, and compared with what is in memory.
// CHECK-NEXT: %len = relax.call_library "relax.lengths"(%l) with {facts = "len <= 128", name = "l"}
// CHECK-NEXT: %prefix_0:2 = relax.call_tir @prefix_0(%len)
// CHECK-NEXT: relax.tensor_to_shape %prefix_0#1 : {{.*}} -> !relax.shape<[t]> given (%x
// CHECK-NEXT: relax.matmul %x, %w : (!relax.tensor<[t, 8], f32>, !relax.tensor<[8, 4], f32>)
// CHECK-NEXT: relax.softmax %{{.*}} over 1 : !relax.tensor<[t, 4], f32>
relax.func @rows(%l: !len, %x: !x, %w: !relax.tensor<[8, 4], f32>) -> !relax.tensor<[i : b, len[i], 4], f32>
    where (len <= 128, sum(len) <= 512) {
  %y = relax.matmul %x, %w : (!x, !relax.tensor<[8, 4], f32>) -> !relax.tensor<[i : b, len[i], 4], f32>
  %z = relax.softmax %y over 2 : !relax.tensor<[i : b, len[i], 4], f32>
  relax.return %z : !relax.tensor<[i : b, len[i], 4], f32>
}

// Along a ragged dimension: a loop over instances, whose place is a partial sum; no loop and no search find it.
// CHECK-LABEL: relax.func @along
// CHECK: relax.call_tir @ragged_reduce_0(%len, %prefix_0#0, %x) :
// CHECK: tir.func private @ragged_reduce_0(%L0: !tir.buffer<[b], i64>, %A0: !tir.buffer<[b + 1], i64>,
// The tables are looked at once: then instances run side by side.
// CHECK-NEXT: %rows0 = tir.ascends %A0 by (%L0) : !tir.buffer<[b + 1], i64> by !tir.buffer<[b], i64>
// CHECK-NEXT: tir.check %rows0 stops else "index out of bounds"
// CHECK-NEXT: tir.for "i" (%i) in [b] parallel {
// CHECK: %p0 = arith.index_cast
// The instance is compared with what is in memory before anything of it is read.
// CHECK: %left_X0 = tir.extent (-%p0 - %n0 + e) : index
// CHECK-NEXT: %ok_left_X0 = arith.cmpi sge, %left_X0, %nil : index
// CHECK-NEXT: tir.check %ok_left_X0 stops else "index out of bounds"
// CHECK: tir.check %ok_left_Y0 stops
// CHECK-NEXT: tir.compute "reduce" (reduce %d0, %d1) in [%n0, 8] {
// CHECK-NEXT: %x = tir.load %X0[%p0 + %d0, %d1]
relax.func @along(%l: !len, %x: !x) -> !relax.tensor<[b, 8], f32> {
  %s = relax.sum %x over [1] : (!x) -> !relax.tensor<[b, 8], f32>
  relax.return %s : !relax.tensor<[b, 8], f32>
}

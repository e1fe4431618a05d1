// Gathers by a grid of all places, as exported masks have them, are reshapes; those from one row, or its copies, are takes.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-fold),relax-remove-dead)' -o %t.mlir && FileCheck %s < %t.mlir
// RUN: relax-run %t.mlir --entry=grid --against=%s --mode=reference --dims=b=3,n=5 | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %t.mlir --entry=row --against=%s --mode=reference --dims=n=7 '--input=i=2x3xi64=0 6 -1 2 3 -7' | FileCheck %s --check-prefix=AGREE
// AGREE: agree: {{[12]}} result

!x = !relax.tensor<[b, n], f32>
// CHECK-LABEL: relax.func @grid
// CHECK: %[[M:.*]] = relax.reshape %x : (!relax.tensor<[b, n], f32>) -> !relax.tensor<[b, 1, 1, n], f32>
// The other order is another gather, and so is a part of the places.
// CHECK: relax.gather_nd
// CHECK: relax.return %[[M]]
relax.func @grid(%x: !x) -> (!relax.tensor<[b, 1, 1, n], f32>, !relax.tensor<[n, b], f32>) {
  %i = relax.iota begin 0 step 1 given (%x : !x) : !relax.tensor<[b], i64>
  %j = relax.iota begin 0 step 1 given (%x : !x) : !relax.tensor<[n], i64>
  %i4 = relax.reshape %i : (!relax.tensor<[b], i64>) -> !relax.tensor<[b, 1, 1, 1], i64>
  %is = relax.broadcast_to %i4 given (%x) : (!relax.tensor<[b, 1, 1, 1], i64>, !x) -> !relax.tensor<[b, 1, 1, n], i64>
  %ip = relax.reshape %is : (!relax.tensor<[b, 1, 1, n], i64>) -> !relax.tensor<[b, 1, 1, n, 1], i64>
  %j4 = relax.reshape %j : (!relax.tensor<[n], i64>) -> !relax.tensor<[1, 1, 1, n], i64>
  %js = relax.broadcast_to %j4 given (%x) : (!relax.tensor<[1, 1, 1, n], i64>, !x) -> !relax.tensor<[b, 1, 1, n], i64>
  %jp = relax.reshape %js : (!relax.tensor<[b, 1, 1, n], i64>) -> !relax.tensor<[b, 1, 1, n, 1], i64>
  %g = relax.concat %ip, %jp axis 4 : (!relax.tensor<[b, 1, 1, n, 1], i64>, !relax.tensor<[b, 1, 1, n, 1], i64>) -> !relax.tensor<[b, 1, 1, n, 2], i64>
  %m = relax.gather_nd %x, %g batch_dims 0 : (!x, !relax.tensor<[b, 1, 1, n, 2], i64>) -> !relax.tensor<[b, 1, 1, n], f32>
  %it = relax.reshape %i : (!relax.tensor<[b], i64>) -> !relax.tensor<[1, b], i64>
  %iu = relax.broadcast_to %it given (%x) : (!relax.tensor<[1, b], i64>, !x) -> !relax.tensor<[n, b], i64>
  %iv = relax.reshape %iu : (!relax.tensor<[n, b], i64>) -> !relax.tensor<[n, b, 1], i64>
  %jt = relax.reshape %j : (!relax.tensor<[n], i64>) -> !relax.tensor<[n, 1], i64>
  %ju = relax.broadcast_to %jt given (%x) : (!relax.tensor<[n, 1], i64>, !x) -> !relax.tensor<[n, b], i64>
  %jv = relax.reshape %ju : (!relax.tensor<[n, b], i64>) -> !relax.tensor<[n, b, 1], i64>
  %h = relax.concat %iv, %jv axis 2 : (!relax.tensor<[n, b, 1], i64>, !relax.tensor<[n, b, 1], i64>) -> !relax.tensor<[n, b, 2], i64>
  %t = relax.gather_nd %x, %h batch_dims 0 : (!x, !relax.tensor<[n, b, 2], i64>) -> !relax.tensor<[n, b], f32>
  relax.return %m, %t : !relax.tensor<[b, 1, 1, n], f32>, !relax.tensor<[n, b], f32>
}
// CHECK-LABEL: relax.func @row
// CHECK-NEXT: %[[V:.*]] = relax.reshape %r : (!relax.tensor<[1, n], f32>) -> !relax.tensor<[n], f32>
// CHECK-NEXT: %[[T:.*]] = relax.take %[[V]], %i axis 0
// CHECK-NEXT: relax.return %[[T]]
relax.func @row(%r: !relax.tensor<[1, n], f32>, %i: !relax.tensor<[2, 3], i64>) -> !relax.tensor<[2, 3], f32> {
  %w = relax.broadcast_to %r : (!relax.tensor<[1, n], f32>) -> !relax.tensor<[2, n], f32>
  %g = relax.gather_elements %w, %i axis 1 : (!relax.tensor<[2, n], f32>, !relax.tensor<[2, 3], i64>) -> !relax.tensor<[2, 3], f32>
  relax.return %g : !relax.tensor<[2, 3], f32>
}

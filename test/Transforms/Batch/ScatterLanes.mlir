// Which arguments of batches stay where they lie: those that programs alone read, row by row.
// RUN: relax-opt %s --relax-scatter-lanes | FileCheck %s
// RUN: relax-opt %s --relax-scatter-lanes --relax-scatter-lanes | FileCheck %s
// RUN: relax-opt %s --relax-scatter-lanes --relax-to-vm | FileCheck %s --check-prefix=VM
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-scatter-lanes,relax-to-vm,tir.func(lower-tir))' | FileCheck %s --check-prefix=LOWERED

!row = !relax.tensor<[4, 2], f32>
!rows = !relax.tensor<[lanes, 4, 2], f32>
// A row of one element is copied, so is what is given back or seen as something else.
// CHECK: tir.func private @pick(%X: !tir.buffer<[lanes, 4, 2], f32> {tir.scattered}, %L: !tir.buffer<[lanes], i64>, %Y: !tir.buffer<[lanes, 4, 2], f32>) {
// VM: tir.func private @pick(%X: !tir.buffer<[lanes, 4, 2], f32> {tir.rows = 3 : i64, tir.scattered}, %L: !tir.buffer<[lanes], i64>,
// VM-SAME: %Y: !tir.buffer<[lanes, 4, 2], f32>, %X_rows: !tir.buffer<[lanes], i64>) {
// LOWERED-LABEL: tir.func private @pick(
// LOWERED: tir.view %X as !tir.buffer<[8 * lanes], f32>
// LOWERED: %[[ROW:.*]] = memref.load %{{.*}} : memref<?xi64>
// LOWERED: arith.index_cast %[[ROW]] : i64 to index
// LOWERED: memref.load %{{.*}}[%{{.*}}] : memref<?xf32>
tir.func private @pick(%X: !tir.buffer<[lanes, 4, 2], f32>, %L: !tir.buffer<[lanes], i64>, %Y: !tir.buffer<[lanes, 4, 2], f32>) {
  tir.compute "pick" (%l, %i, %j) in [lanes, 4, 2] {
    %x = tir.load %X[%l, 3 - %i, %j] : !tir.buffer<[lanes, 4, 2], f32>
    tir.store %x, %Y[%l, %i, %j] : !tir.buffer<[lanes, 4, 2], f32>
  }
  tir.return
}
// CHECK: tir.func private @joined(%X: !tir.buffer<[lanes, 4, 2], f32>, %Y:
tir.func private @joined(%X: !tir.buffer<[lanes, 4, 2], f32>, %Y: !tir.buffer<[lanes, 4, 2], f32>) {
  %A = tir.view %X as !tir.buffer<[8 * lanes], f32> : !tir.buffer<[lanes, 4, 2], f32>
  %B = tir.view %Y as !tir.buffer<[8 * lanes], f32> : !tir.buffer<[lanes, 4, 2], f32>
  tir.compute "joined" (%i) in [8 * lanes] {
    %x = tir.load %A[%i] : !tir.buffer<[8 * lanes], f32>
    tir.store %x, %B[%i] : !tir.buffer<[8 * lanes], f32>
  }
  tir.return
}
// CHECK: relax.func private @unit(%x: !relax.tensor<[lanes, 4, 2], f32> {relax.scattered}, %l: !relax.tensor<[lanes], i64>,
// CHECK-SAME: %y: !relax.tensor<[lanes, 4, 2], f32>, %z: !relax.tensor<[lanes, 4, 2], f32>)
// VM: vm.func private @unit(%x: !relax.tensor<[lanes, 4, 2], f32> {relax.scattered},
// VM: %[[T:.*]] = vm.rows %x : (!relax.tensor<[lanes, 4, 2], f32>) -> !relax.tensor<[lanes], i64>
// VM: vm.kernel @pick(%x, %l, %{{.*}}, %[[T]])
// What comes from a program before has a table, too, where the program reads by one.
// VM: vm.rows %b
relax.func private @unit(%x: !rows, %l: !relax.tensor<[lanes], i64>, %y: !rows, %z: !rows) -> (!rows, !rows, !rows) {
  %a = relax.call_tir @pick(%x, %l) : (!rows, !relax.tensor<[lanes], i64>) -> !rows
  %b = relax.call_tir @joined(%y) : (!rows) -> !rows
  %c = relax.call_tir @pick(%b, %l) : (!rows, !relax.tensor<[lanes], i64>) -> !rows
  relax.return %a, %c, %z : !rows, !rows, !rows
}
relax.func @main(%x: !row, %l: !relax.tensor<[], i64>) -> !row {
  %a, %b, %c = relax.defer @unit(%x, %l, %x, %x) batched : (!row, !relax.tensor<[], i64>, !row, !row) -> (!row, !row, !row)
  %d = relax.force %a : !row
  relax.return %d : !row
}

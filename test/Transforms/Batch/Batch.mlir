// What becomes of calls of programs: units, programs for many calls, and where values have to be there.
// RUN: split-file %s %t
// RUN: relax-opt %t/chain.mlir --pass-pipeline='builtin.module(relax-cpu{to=fused},relax-batch,relax-remove-dead)' | FileCheck %t/chain.mlir
// RUN: relax-opt %t/chain.mlir --pass-pipeline='builtin.module(relax-cpu{to=fused batch=line})' | FileCheck %t/chain.mlir
// A unit for each call of a program: equal ones share it.
// RUN: relax-opt %t/lines.mlir --pass-pipeline='builtin.module(relax-cpu{to=fused batch=kernel})' | FileCheck %t/lines.mlir --check-prefix=KERNEL
// RUN: relax-opt %t/lines.mlir --pass-pipeline='builtin.module(relax-cpu{to=fused batch=line})' | FileCheck %t/lines.mlir --check-prefix=LINE
// Rows of calls of any extent: what treats them one by one stays as it is, the rest gets a loop over the calls. Facts of one call go.
// RUN: relax-opt %t/rows.mlir --pass-pipeline='builtin.module(relax-cpu{to=fused batch=line})' | FileCheck %t/rows.mlir
// What is batched already stays.
// RUN: relax-opt %t/lines.mlir --pass-pipeline='builtin.module(relax-cpu{to=fused batch=line})' -o %t/once.mlir
// RUN: relax-opt %t/once.mlir --relax-batch | diff %t/once.mlir -

//--- chain.mlir
!row = !relax.tensor<[8], f32>
!list = !relax.adt<@List<!row>>
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.weight @W : !relax.tensor<[8, 8], f32> from "w.bin" at 0
// CHECK-LABEL: relax.func private @run(%l:
relax.func private @run(%l: !list, %h: !row) -> !row {
  %y = relax.match %l : !list -> !row {
    case @Nil { relax.yield %h : !row }
    case @Cons(%x: !row, %rest: !list) {
      // A field of what came in is there; what the call before computed is handed on.
      // CHECK: %x = relax.get_field %l @Cons at 0
      // CHECK-NOT: relax.force
      // CHECK: %b = relax.defer @run_unit(%h, %x) batched :
      // CHECK-NEXT: relax.call @run(%rest, %b)
      %W = relax.get_weight @W : !relax.tensor<[8, 8], f32>
      %a = relax.matmul %W, %h : (!relax.tensor<[8, 8], f32>, !row) -> !row
      %b = relax.add %a, %x : !row
      %z = relax.call @run(%rest, %b) : (!list, !row) -> !row
      relax.yield %z : !row
    }
  }
  relax.return %y : !row
}
// The weight is the unit's own; tensors of the calls stand in front of each other.
// CHECK-LABEL: relax.func private @run_unit(
// CHECK-SAME: %h: !relax.tensor<[lanes, 8], f32>, %x: !relax.tensor<[lanes, 8], f32>) -> !relax.tensor<[lanes, 8], f32> {
// CHECK-NEXT: %W = relax.get_weight @W
// CHECK-NEXT: %b = relax.call_tir @fused_matmul_add_lanes(%W, %h, %x) : (!relax.tensor<[8, 8], f32>, !relax.tensor<[lanes, 8], f32>,
// CHECK-LABEL: relax.func @main(
relax.func @main(%l: !list) -> !relax.tensor<[], f32> {
  %zero = relax.constant dense<0.0> : tensor<8xf32>
  %h = relax.call @run(%l, %zero) : (!list, !row) -> !row
  %s = relax.sum %h over [0] : (!row) -> !relax.tensor<[], f32>
  // CHECK: %s = relax.defer @main_unit(%h) batched phase 1 : (!relax.tensor<[8], f32>) -> !relax.tensor<[], f32>
  // CHECK-NEXT: %[[S:.*]] = relax.force %s : !relax.tensor<[], f32>
  // CHECK-NEXT: relax.return %[[S]]
  relax.return %s : !relax.tensor<[], f32>
}
// CHECK: tir.func private @fused_matmul_add_lanes(%W: !tir.buffer<[8, 8], f32>, %H: !tir.buffer<[lanes, 8], f32>, %X: !tir.buffer<[lanes, 8], f32>,
// CHECK-NEXT: tir.compute "matmul" (%l, %i, reduce %k) in [lanes, 8, 8] {
// CHECK-NEXT: tir.load %W[%i, %k]
// CHECK-NEXT: tir.load %H[%l, %k]
// CHECK: tir.reduce @{{.*}} into (%B[%l, %i])
// CHECK: tir.compute "add" (%l, %i) in [lanes, 8] {

//--- lines.mlir
!row = !relax.tensor<[n], i64>
tir.func private @next(%X: !tir.buffer<[n], i64>, %Y: !tir.buffer<[n], i64>) {
  tir.compute "next" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], i64>
    %y = arith.addi %x, %x : i64
    tir.store %y, %Y[%i] : !tir.buffer<[n], i64>
  }
  tir.return
}
tir.func private @pair(%X: !tir.buffer<[n], i64>, %Y: !tir.buffer<[n], i64>, %Z: !tir.buffer<[2 * n], i64>) {
  tir.compute "left" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], i64>
    tir.store %x, %Z[%i] : !tir.buffer<[2 * n], i64>
  }
  tir.compute "right" (%i) in [n] {
    %y = tir.load %Y[%i] : !tir.buffer<[n], i64>
    tir.store %y, %Z[%i + n] : !tir.buffer<[2 * n], i64>
  }
  tir.return
}
// KERNEL: tir.store %y, %Z[%n + 2 * %p + %i]
// Twice as many rows begin twice as far behind. Rows that are treated one by one are those of all calls.
// LINE: tir.store %y, %Z[%n + 2 * %p + %i]
// LINE-LABEL: relax.func @main(
// LINE-NEXT: %c = relax.defer @main_unit(%x, %y) batched ragged [n] : (!relax.tensor<[n], i64>, !relax.tensor<[n], i64>) -> !relax.tensor<[2 * n], i64>
// LINE-NEXT: relax.force %c
// LINE-LABEL: relax.func private @main_unit(
// LINE-SAME: %starts: !relax.tensor<[lanes + 1], i64>) -> !relax.tensor<[2 * n], i64> {
// KERNEL-LABEL: relax.func @main(
// KERNEL-NEXT: %a = relax.defer @[[U:.*]](%x) batched ragged [n] : (!relax.tensor<[n], i64>) -> !relax.tensor<[n], i64>
// KERNEL-NEXT: %b = relax.defer @[[U]](%y) batched
// KERNEL-NEXT: %c = relax.defer @{{.*}}(%a, %b) batched ragged [n] : (!relax.tensor<[n], i64>, !relax.tensor<[n], i64>)
// KERNEL-NEXT: relax.force %c
relax.func @main(%x: !row, %y: !row) -> !relax.tensor<[2 * n], i64> {
  %a = relax.call_tir @next(%x) : (!row) -> !row
  %b = relax.call_tir @next(%y) : (!row) -> !row
  %c = relax.call_tir @pair(%a, %b) : (!row, !row) -> !relax.tensor<[2 * n], i64>
  relax.return %c : !relax.tensor<[2 * n], i64>
}

//--- rows.mlir
!x = !relax.tensor<[n, 4], f32>
// CHECK-LABEL: relax.func @main(
// CHECK-NEXT: %y, %m = relax.defer @main_unit(%x, %v) batched ragged [n] : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4], f32>) -> (
// CHECK-LABEL: relax.func private @main_unit(
// CHECK-SAME: %x: !relax.tensor<[n, 4], f32>, %v: !relax.tensor<[lanes, 4], f32>, %lengths: !relax.tensor<[lanes], i64>,
// CHECK-SAME: %starts: !relax.tensor<[lanes + 1], i64>) -> (!relax.tensor<[n, 4], f32>, !relax.tensor<[lanes, 4], f32>) {
// CHECK: relax.call_tir @exp_rows(%x) :
// CHECK: relax.call_tir @{{.*}}_rows(%lengths, %starts, %y, %v) :
// CHECK: tir.func private @exp_rows(%X: !tir.buffer<[n, 4], f32>, %Y: !tir.buffer<[n, 4], f32>) {
// CHECK-NEXT: tir.compute "exp" (%i, %j) in [n, 4] {
// CHECK: tir.func private @fused_sum_add_rows(%lengths: !tir.buffer<[lanes], i64>, %starts: !tir.buffer<[lanes + 1], i64>, %Y:
// CHECK: tir.ascends %starts by (%lengths)
// CHECK: tir.for "lanes" (%l) in [lanes] parallel {
// CHECK: tir.compute "sum" (%j, reduce %i) in [4, %n] {
// CHECK: tir.load %{{.*}}[%p + %i, %j] : !tir.buffer<[n, 4], f32>
// CHECK: tir.compute "add" (%i) in [4] {
// CHECK: tir.load %M[%l, %i] : !tir.buffer<[lanes, 4], f32>
relax.func @main(%x: !x, %v: !relax.tensor<[4], f32>) -> (!x, !relax.tensor<[4], f32>) where (1 <= n <= 9) {
  %y = relax.exp %x : !x
  %s = relax.sum %y over [0] : (!x) -> !relax.tensor<[4], f32>
  %m = relax.add %s, %v : !relax.tensor<[4], f32>
  relax.return %y, %m : !x, !relax.tensor<[4], f32>
}

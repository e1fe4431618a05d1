// RUN: relax-opt %s --relax-batch | FileCheck %s

// Branches and loops hand values on; their conditions, library calls and what goes out read them. Data are forced where they go out.
!int = !relax.tensor<[], i64>
!bool = !relax.tensor<[], i1>
relax.adt @Box { @Box(!int), @Pair(!int, !int) }
tir.func private @next(%X: !tir.buffer<[], i64>, %Y: !tir.buffer<[], i64>) {
  tir.compute "next" () in [] {
    %x = tir.load %X[] : !tir.buffer<[], i64>
    %y = arith.addi %x, %x : i64
    tir.store %y, %Y[] : !tir.buffer<[], i64>
  }
  tir.return
}
tir.func private @less(%X: !tir.buffer<[], i64>, %Y: !tir.buffer<[], i1>) {
  tir.compute "less" () in [] {
    %x = tir.load %X[] : !tir.buffer<[], i64>
    %c = arith.constant 100 : i64
    %y = arith.cmpi slt, %x, %c : i64
    tir.store %y, %Y[] : !tir.buffer<[], i1>
  }
  tir.return
}
// CHECK-LABEL: relax.func @loop(
relax.func @loop(%x: !int) -> !int {
  %y = relax.while (%i: !int = %x) {
    // CHECK: %p = relax.defer @loop_unit{{[_0-9]*}}(%i) batched
    %p = relax.call_tir @less(%i) : (!int) -> !bool
    // CHECK-NEXT: %[[P:.*]] = relax.force %p
    // CHECK-NEXT: relax.condition %[[P]]
    relax.condition %p
  } do {
    // CHECK: %j = relax.defer @loop_unit{{[_0-9]*}}(%i) batched
    %j = relax.call_tir @next(%i) : (!int) -> !int
    // CHECK-NEXT: relax.yield %j
    relax.yield %j : !int
  }
  // CHECK: %[[Y:.*]] = relax.force %y
  // CHECK-NEXT: relax.return %[[Y]]
  relax.return %y : !int
}
// CHECK-LABEL: relax.func @box(
relax.func @box(%x: !int) -> (!relax.adt<@Box>, !int) {
  %y = relax.call_tir @next(%x) : (!int) -> !int
  // CHECK: %b = relax.construct @Pair(%x, %y)
  %b = relax.construct @Pair(%x, %y) : (!int, !int) -> !relax.adt<@Box>
  // The first field was there, the second may be to come.
  // CHECK-NEXT: %f = relax.get_field %b @Pair at 0
  %f = relax.get_field %b @Pair at 0 : (!relax.adt<@Box>) -> !int
  // CHECK-NEXT: %g = relax.get_field %b @Pair at 1
  %g = relax.get_field %b @Pair at 1 : (!relax.adt<@Box>) -> !int
  // CHECK-NEXT: relax.emit %f
  relax.emit %f as "f" : !int
  // CHECK-NEXT: %[[G:.*]] = relax.force %g
  // CHECK-NEXT: relax.emit %[[G]]
  relax.emit %g as "g" : !int
  // CHECK-NEXT: %[[B:.*]] = relax.force %b : !relax.adt<@Box>
  // CHECK-NEXT: relax.return %[[B]], %[[G]]
  relax.return %b, %g : !relax.adt<@Box>, !int
}

// RUN: relax-opt %s --relax-batch | FileCheck %s

// Branches and loops hand values on; their conditions, library calls and what goes out read them. Data are forced where they go out.
!single = !relax.tensor<[], f32>
!bool = !relax.tensor<[], i1>
relax.adt @Box { @Box(!single), @Pair(!single, !single) }
tir.func private @next(%X: !tir.buffer<[], f32>, %Y: !tir.buffer<[], f32>) {
  tir.compute "next" () in [] {
    %x = tir.load %X[] : !tir.buffer<[], f32>
    %y = arith.addf %x, %x : f32
    tir.store %y, %Y[] : !tir.buffer<[], f32>
  }
  tir.return
}
tir.func private @less(%X: !tir.buffer<[], f32>, %Y: !tir.buffer<[], i1>) {
  tir.compute "less" () in [] {
    %x = tir.load %X[] : !tir.buffer<[], f32>
    %c = arith.constant 100.0 : f32
    %y = arith.cmpf olt, %x, %c : f32
    tir.store %y, %Y[] : !tir.buffer<[], i1>
  }
  tir.return
}
// CHECK-LABEL: relax.func @loop(
relax.func @loop(%x: !single) -> !single {
  %y = relax.while (%i: !single = %x) {
    // CHECK: %p = relax.defer @loop_unit{{[_0-9]*}}(%i) batched
    %p = relax.call_tir @less(%i) : (!single) -> !bool
    // CHECK-NEXT: %[[P:.*]] = relax.force %p
    // CHECK-NEXT: relax.condition %[[P]]
    relax.condition %p
  } do {
    // CHECK: %j = relax.defer @loop_unit{{[_0-9]*}}(%i) batched
    %j = relax.call_tir @next(%i) : (!single) -> !single
    // CHECK-NEXT: relax.yield %j
    relax.yield %j : !single
  }
  // CHECK: %[[Y:.*]] = relax.force %y
  // CHECK-NEXT: relax.return %[[Y]]
  relax.return %y : !single
}
// CHECK-LABEL: relax.func @box(
relax.func @box(%x: !single) -> (!relax.adt<@Box>, !single) {
  %y = relax.call_tir @next(%x) : (!single) -> !single
  // CHECK: %b = relax.construct @Pair(%x, %y)
  %b = relax.construct @Pair(%x, %y) : (!single, !single) -> !relax.adt<@Box>
  // The first field was there, the second may be to come.
  // CHECK-NEXT: %f = relax.get_field %b @Pair at 0
  %f = relax.get_field %b @Pair at 0 : (!relax.adt<@Box>) -> !single
  // CHECK-NEXT: %g = relax.get_field %b @Pair at 1
  %g = relax.get_field %b @Pair at 1 : (!relax.adt<@Box>) -> !single
  // CHECK-NEXT: relax.emit %f
  relax.emit %f as "f" : !single
  // CHECK-NEXT: %[[G:.*]] = relax.force %g
  // CHECK-NEXT: relax.emit %[[G]]
  relax.emit %g as "g" : !single
  // CHECK-NEXT: %[[B:.*]] = relax.force %b : !relax.adt<@Box>
  // CHECK-NEXT: relax.return %[[B]], %[[G]]
  relax.return %b, %g : !relax.adt<@Box>, !single
}
// Single integers decide where to go: they do not wait.
!whole = !relax.tensor<[], i64>
tir.func private @half(%X: !tir.buffer<[], i64>, %Y: !tir.buffer<[], i64>) {
  tir.compute "half" () in [] {
    %x = tir.load %X[] : !tir.buffer<[], i64>
    %c = arith.constant 1 : i64
    %y = arith.shrsi %x, %c : i64
    tir.store %y, %Y[] : !tir.buffer<[], i64>
  }
  tir.return
}
// CHECK-LABEL: relax.func @whole(
relax.func @whole(%x: !whole) -> !whole {
  // CHECK-NEXT: %y = relax.call_tir @half(%x)
  // CHECK-NEXT: relax.return %y
  %y = relax.call_tir @half(%x) : (!whole) -> !whole
  relax.return %y : !whole
}

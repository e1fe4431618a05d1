// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s
// RUN: relax-opt %s --pass-pipeline="builtin.module(relax-apply-schedule,tir.func(lower-tir))" | FileCheck %s --check-prefix=LOWERED

// Lanes of unit stride, also in front of a dimension of extent 1; elements that all lanes share are broadcast.

tir.func @f(%X: !tir.buffer<[n, 40, 1], f32>, %B: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n, 40], f32>) schedule @s {
  tir.compute "add" (%i, %j) in [n, 40] {
    %x = tir.load %X[%i, %j, 0] : !tir.buffer<[n, 40, 1], f32>
    %b = tir.load %B[%i] : !tir.buffer<[n], f32>
    %y = arith.addf %x, %b : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 40], f32>
  }
  tir.return
}
tir.schedule @s {
  %add = tir.find "add"
  %i, %j = tir.loops %add
  tir.vectorize %j 16
}

// CHECK-LABEL: tir.func @f(
// CHECK-NEXT: tir.for "i" (%i) in [n] {
// CHECK-NEXT: tir.for "j" (%j) in [40] vector 16 {
// CHECK-NEXT: %x = tir.load %X[%i, %j, 0] : !tir.buffer<[n, 40, 1], f32>
// CHECK-NEXT: %b = tir.load %B[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %y = arith.addf %x, %b : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 40], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// A load that is padded in other dimensions: lanes are all in the padding, or none.
// CHECK-LABEL: tir.func @padded(
// CHECK: tir.for "j" (%j) in [c] vector 16 {
// CHECK-NEXT: arith.constant
// CHECK-NEXT: tir.load %X[%i - 1, %j] pad %zero
// LOWERED-LABEL: tir.func @padded(
// LOWERED: scf.if {{.*}} -> (vector<16xf32>) {
// LOWERED: vector.load
// LOWERED: } else {
// LOWERED: vector.store
tir.func @padded(%X: !tir.buffer<[n, c], f32>, %Y: !tir.buffer<[n + 2, c], f32>) schedule @lines {
  tir.compute "pad" (%i, %j) in [n + 2, c] {
    %zero = arith.constant 0.0 : f32
    %x = tir.load %X[%i - 1, %j] pad %zero : !tir.buffer<[n, c], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n + 2, c], f32>
  }
  tir.return
}
tir.schedule @lines {
  %pad = tir.find "pad"
  %i, %j = tir.loops %pad
  tir.vectorize %j 16
}

// The last lanes of an extent that the run knows: a vector with a mask, if there is anything left. Of a panel of a split
// there is always something, and no loop around it.
// CHECK-LABEL: tir.func @masked(
// CHECK: tir.for "j" (%j) in [c] vector 16 masked {
// LOWERED-LABEL: tir.func @masked(
// LOWERED: vector.load
// LOWERED: vector.store
// LOWERED: scf.if
// LOWERED: vector.create_mask
// LOWERED: vector.maskedload
// LOWERED: vector.maskedstore
// LOWERED-NOT: memref.store
// LOWERED-LABEL: tir.func @panel(
// LOWERED: scf.for
// LOWERED: scf.for
// LOWERED-NOT: scf.for
// LOWERED-NOT: scf.if
// LOWERED: vector.maskedload
// LOWERED-NOT: vector.load
tir.func @masked(%X: !tir.buffer<[n, c], f32>, %Y: !tir.buffer<[n, c], f32>) schedule @masks {
  tir.compute "copy" (%i, %j) in [n, c] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, c], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, c], f32>
  }
  tir.return
}
tir.schedule @masks {
  %copy = tir.find "copy"
  %i, %j = tir.loops %copy
  tir.vectorize %j 16 masked
}
tir.func @panel(%X: !tir.buffer<[n, c], f32>, %Y: !tir.buffer<[n, c], f32>) schedule @panels {
  tir.compute "copy" (%i, %j) in [n, c] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, c], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, c], f32>
  }
  tir.return
}
tir.schedule @panels {
  %copy = tir.find "copy"
  %i, %j = tir.loops %copy
  %jo, %ji = tir.split %j by 16
  tir.vectorize %ji 16 masked
}

// Places of the lanes: the first one's, and so much more for each.

tir.func @places(%Y: !tir.buffer<[n, 40], i64>) schedule @s_places {
  tir.compute "count" (%i, %j) in [n, 40] {
    %e = tir.extent (%i + 3 * %j) : index
    %w = arith.index_cast %e : index to i64
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 40], i64>
  }
  tir.return
}
tir.schedule @s_places {
  %count = tir.find "count"
  %i, %j = tir.loops %count
  tir.vectorize %j 4
}

// CHECK-LABEL: tir.func @places(
// CHECK: tir.for "j" (%j) in [40] vector 4 {
// LOWERED-LABEL: tir.func @places(
// LOWERED: %[[FIRST:.*]] = vector.broadcast %{{.*}} : index to vector<4xindex>
// LOWERED: %[[STEPS:.*]] = arith.constant dense<[0, 3, 6, 9]> : vector<4xindex>
// LOWERED: %[[ALL:.*]] = arith.addi %[[FIRST]], %[[STEPS]] : vector<4xindex>
// LOWERED: arith.index_cast %[[ALL]] : vector<4xindex> to vector<4xi64>

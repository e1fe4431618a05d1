// Lanes along a dimension that a load pads: those outside of the buffer get the padding, and touch no memory.
// RUN: relax-opt %s --lower-tir --canonicalize --cse | FileCheck %s

// Before the first element and behind the last one.
// CHECK-LABEL: tir.func @both(
// CHECK: scf.for %[[J:[a-z0-9_]*]] =
// CHECK: %[[FIRST:.*]] = arith.addi %[[J]], %c-2
// CHECK: %[[COUNT:.*]] = arith.subi %{{.*}}, %[[FIRST]] : index
// CHECK: %[[END:.*]] = vector.create_mask %[[COUNT]] : vector<8xi1>
// CHECK: %[[BEFORE:.*]] = arith.subi %c2, %[[J]] : index
// CHECK: %[[OUT:.*]] = vector.create_mask %[[BEFORE]] : vector<8xi1>
// CHECK: %[[BOTH:.*]] = arith.andi %[[END]], %[[OUT]] : vector<8xi1>
// CHECK: %[[MASK:.*]] = arith.xori %[[END]], %[[BOTH]] : vector<8xi1>
// CHECK: vector.maskedload %{{.*}}[%[[FIRST]]], %[[MASK]], %{{.*}} : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
tir.func @both(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n + 4], f32>) {
  tir.for "j" (%j) in [n + 4] vector 8 {
    %pad = arith.constant 7.0 : f32
    %x = tir.load %X[%j - 2] pad %pad : !tir.buffer<[n], f32>
    tir.store %x, %Y[%j] : !tir.buffer<[n + 4], f32>
  }
  tir.return
}

// Behind it only; whether there is such a row at all is asked once for all lanes.
// CHECK-LABEL: tir.func @behind(
// CHECK: scf.if
// CHECK: %[[COUNT:.*]] = arith.subi %{{.*}}, %{{.*}} : index
// CHECK-NEXT: %[[MASK:.*]] = vector.create_mask %[[COUNT]] : vector<4xi1>
// CHECK-NEXT: vector.maskedload %{{.*}}, %[[MASK]], %{{.*}} : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
tir.func @behind(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n + 1, m + 9], f32>) {
  tir.for "i" (%i) in [n + 1] {
    tir.for "j" (%j) in [m + 9] vector 4 {
      %pad = arith.constant 7.0 : f32
      %x = tir.load %X[%i, %j + 1] pad %pad : !tir.buffer<[n, m], f32>
      tir.store %x, %Y[%i, %j] : !tir.buffer<[n + 1, m + 9], f32>
    }
  }
  tir.return
}

// No lane is outside: no mask.
// CHECK-LABEL: tir.func @inside(
// CHECK-NOT: mask
// CHECK: tir.return
tir.func @inside(%X: !tir.buffer<[n, 16], f32>, %Y: !tir.buffer<[n + 1, 16], f32>) {
  tir.for "i" (%i) in [n + 1] {
    tir.for "j" (%j) in [16] vector 8 {
      %pad = arith.constant 7.0 : f32
      %x = tir.load %X[%i - 1, %j] pad %pad : !tir.buffer<[n, 16], f32>
      tir.store %x, %Y[%i, %j] : !tir.buffer<[n + 1, 16], f32>
    }
  }
  tir.return
}

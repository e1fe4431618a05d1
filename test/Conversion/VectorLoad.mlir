// Every second element in lanes: two vectors, of which the second begins with the last element of the first, and a shuffle.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(lower-tir))' | FileCheck %s

// CHECK-LABEL: tir.func @whole
// CHECK: %[[A:.*]] = vector.load %{{.*}}[%{{.*}}] : memref<15xf32>, vector<8xf32>
// CHECK: %[[B:.*]] = vector.load %{{.*}}[%{{.*}}] : memref<15xf32>, vector<8xf32>
// CHECK: vector.shuffle %[[A]], %[[B]] [0, 2, 4, 6, 9, 11, 13, 15] : vector<8xf32>, vector<8xf32>
// CHECK: vector.store
tir.func @whole(%X: !tir.buffer<[15], f32>, %Y: !tir.buffer<[8], f32>) {
  tir.for "i" (%i) in [8] vector 8 {
    %x = tir.load %X[2 * %i] : !tir.buffer<[15], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[8], f32>
  }
  tir.return
}
// Three of four lanes: five elements, of which the second vector has the last two.
// CHECK-LABEL: tir.func @rest
// CHECK: vector.load {{.*}} : memref<5xf32>, vector<4xf32>
// CHECK: vector.constant_mask [2] : vector<4xi1>
// CHECK: vector.maskedload
// CHECK: vector.shuffle {{.*}} [0, 2, 5, 7]
// CHECK: vector.constant_mask [3] : vector<4xi1>
// CHECK: vector.maskedstore
tir.func @rest(%X: !tir.buffer<[5], f32>, %Y: !tir.buffer<[3], f32>) {
  tir.for "i" (%i) in [3] vector 4 {
    %x = tir.load %X[2 * %i] : !tir.buffer<[5], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[3], f32>
  }
  tir.return
}
// Where memory goes on behind, no mask is needed.
// CHECK-LABEL: tir.func @room
// CHECK-NOT: maskedload
// CHECK: vector.shuffle
tir.func @room(%X: !tir.buffer<[15], f32>, %Y: !tir.buffer<[5], f32>) {
  tir.for "i" (%i) in [5] vector 8 {
    %x = tir.load %X[2 * %i] : !tir.buffer<[15], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[5], f32>
  }
  tir.return
}
// Rounds that the run knows: 2 * rounds - 1 elements, less the seven of the first vector that stand in front of the second.
// CHECK-LABEL: tir.func @masked
// CHECK: vector.create_mask
// CHECK: vector.maskedload
// CHECK: vector.create_mask
// CHECK: vector.maskedload
// CHECK: vector.shuffle
tir.func @masked(%X: !tir.buffer<[2 * n + 1], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.for "i" (%i) in [n] vector 8 masked {
    %x = tir.load %X[2 * %i + 1] : !tir.buffer<[2 * n + 1], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
// No lanes: a store, a load with padding, every third element.
// CHECK-LABEL: tir.func @none
// CHECK-NOT: vector
// CHECK: tir.return
tir.func @none(%X: !tir.buffer<[24], f32>, %Y: !tir.buffer<[16], f32>) {
  %zero = arith.constant 0.0 : f32
  tir.for "i" (%i) in [8] vector 8 {
    %x = tir.load %X[%i] : !tir.buffer<[24], f32>
    tir.store %x, %Y[2 * %i] : !tir.buffer<[16], f32>
  }
  tir.for "i" (%i) in [8] vector 8 {
    %x = tir.load %X[2 * %i - 1] pad %zero : !tir.buffer<[24], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[16], f32>
  }
  tir.for "i" (%i) in [8] vector 8 {
    %x = tir.load %X[3 * %i] : !tir.buffer<[24], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[16], f32>
  }
  tir.return
}

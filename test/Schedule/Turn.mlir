// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s
// RUN: relax-opt %s --pass-pipeline="builtin.module(relax-apply-schedule,tir.func(lower-tir,canonicalize,cse))" | FileCheck %s --check-prefix=LOWERED

// Squares of four lanes: four vectors in, four out. A square that is not whole loads its last row again, and masks what it
// stores.

tir.func @turned(%X: !tir.buffer<[m, n], f32>, %B: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n, m], f32>) schedule @squares {
  tir.compute "copy" (%i, %j) in [n, m] {
    %x = tir.load %X[%j, %i] : !tir.buffer<[m, n], f32>
    %b = tir.load %B[%i] : !tir.buffer<[n], f32>
    %y = arith.addf %x, %b : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}
tir.schedule @squares {
  %copy = tir.find "copy"
  %i, %j = tir.loops %copy
  %io, %ii = tir.split %i by 4
  %jo, %ji = tir.split %j by 4
  tir.reorder %io, %jo, %ji, %ii
  tir.turn %ji, %ii 4 masked
}
// CHECK-LABEL: tir.func @turned(
// CHECK: tir.for "ji" (%ji) in [min(-4 * %jo + m, 4)] vector 4 masked {
// CHECK-NEXT: tir.for "ii" (%ii) in [min(-4 * %io + n, 4)] vector 4 masked {
// LOWERED-LABEL: tir.func @turned(
// LOWERED: scf.if
// LOWERED-COUNT-4: arith.addf {{.*}} : vector<4xf32>
// LOWERED: vector.shuffle {{.*}} [0, 4, 1, 5] : vector<4xf32>, vector<4xf32>
// LOWERED-COUNT-4: vector.store
// LOWERED-NOT: vector.store
// LOWERED: scf.if
// LOWERED: arith.minsi
// LOWERED: vector.maskedload
// LOWERED-COUNT-4: vector.maskedstore
// LOWERED-NOT: memref.store

// Without masks, what is left goes element by element; eight lanes take a step more.
tir.func @plain(%X: !tir.buffer<[m, n], f32>, %Y: !tir.buffer<[n, m], f32>) schedule @eights {
  tir.compute "copy" (%i, %j) in [n, m] {
    %x = tir.load %X[%j, %i] : !tir.buffer<[m, n], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}
tir.schedule @eights {
  %copy = tir.find "copy"
  %i, %j = tir.loops %copy
  %io, %ii = tir.split %i by 8
  %jo, %ji = tir.split %j by 8
  tir.reorder %io, %jo, %ji, %ii
  tir.turn %ji, %ii 8
}
// LOWERED-LABEL: tir.func @plain(
// LOWERED-COUNT-8: vector.load
// LOWERED-COUNT-24: vector.shuffle
// LOWERED-COUNT-8: vector.store
// LOWERED: memref.store

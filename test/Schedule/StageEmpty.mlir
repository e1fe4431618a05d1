// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s

// A compute without rounds says nothing of how far the others go.
tir.func @empty(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @both {
  tir.for "i" (%i) in [n] {
    tir.compute "some" (%j) in [8] {
      %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
      tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
    }
    tir.compute "none" (%j) in [0] {
      %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
      tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
    }
  }
  tir.return
}
tir.schedule @both {
  %i, %X = tir.find "i", "X"
  tir.stage %X at %i
}
// CHECK-LABEL: tir.func @empty(
// CHECK: %X_stage = tir.alloc "X.stage" local : !tir.buffer<[1, 8], f32>

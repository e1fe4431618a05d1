// A load at a place that differs in each round is none that all lanes share: lanes do not gather, so the loop is one of single rounds.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(lower-tir))' | FileCheck %s
// CHECK-LABEL: tir.func @each
// CHECK-NOT: vector
// CHECK: scf.for %i =
// CHECK: memref.load %{{.*}}[%i]
tir.func @each(%V: !tir.buffer<[n], f32>, %T: !tir.buffer<[n], f32>) {
  tir.for "i" (%i) in [n] vector 4 masked {
    %at = tir.extent (%i) : index
    %w = tir.load %V[%at] : !tir.buffer<[n], f32>
    tir.store %w, %T[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
// One that all share, beside a place in lanes.
// CHECK-LABEL: tir.func @shared
// CHECK: memref.load
// CHECK: vector.store
tir.func @shared(%V: !tir.buffer<[n], f32>, %T: !tir.buffer<[n], f32>) where (n >= 1) {
  %fill = arith.constant 0.0 : f32
  tir.for "i" (%i) in [n] vector 4 masked {
    %at = tir.extent (%i) : index
    %w = tir.load %V[%at - %at] pad %fill : !tir.buffer<[n], f32>
    tir.store %w, %T[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}

// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s

// Columns outside of rows; the rounds of one reduction stay in order. `%j` is not named and keeps its place.

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %W: !tir.buffer<[8, 6], f32>, %Y: !tir.buffer<[n, 6], f32>) schedule @s {
  tir.compute "mm" (%i, %j, reduce %k) in [n, 6, 8] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, 8], f32>
    %w = tir.load %W[%k, %j] : !tir.buffer<[8, 6], f32>
    %p = arith.mulf %x, %w : f32
    tir.reduce @add(%p) into (%Y[%i, %j]) : !tir.buffer<[n, 6], f32>
  }
  tir.return
}
tir.schedule @s {
  %mm = tir.find "mm"
  %i, %j, %k = tir.loops %mm
  tir.reorder %k, %i
}

// CHECK-LABEL: tir.func @f(
// CHECK-NEXT: tir.compute "mm.init" (%i, %j) in [n, 6] {
// CHECK-NEXT: %identity = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: tir.store %identity, %Y[%i, %j] : !tir.buffer<[n, 6], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.for "k" (reduce %k) in [8] {
// CHECK-NEXT: tir.for "j" (%j) in [6] {
// CHECK-NEXT: tir.for "i" (%i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i, %k] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: %w = tir.load %W[%k, %j] : !tir.buffer<[8, 6], f32>
// CHECK-NEXT: %p = arith.mulf %x, %w : f32
// CHECK-NEXT: tir.reduce @add(%p) into (%Y[%i, %j]) : !tir.buffer<[n, 6], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// Where a sum may be rounded in another order, its loops change places.
// CHECK-LABEL: tir.func @windows(
// CHECK: tir.for "v" (reduce %v) in [3] {
// CHECK-NEXT: tir.for "u" (reduce %u) in [3] {
tir.func @windows(%X: !tir.buffer<[n + 2, 9], f32>, %Y: !tir.buffer<[n, 7], f32>) schedule @any {
  tir.compute "sum" (%i, %j, reduce %u, reduce %v) in [n, 7, 3, 3] {
    %x = tir.load %X[%i + %u, %j + %v] : !tir.buffer<[n + 2, 9], f32>
    tir.reduce @add(%x) into (%Y[%i, %j]) : !tir.buffer<[n, 7], f32>
  }
  tir.return
}
tir.schedule @any {
  %sum = tir.find "sum"
  %i, %j, %u, %v = tir.loops %sum
  tir.reorder %v, %u reassociate
}

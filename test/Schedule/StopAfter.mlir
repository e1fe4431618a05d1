// RUN: relax-opt %s --relax-apply-schedule=stop-after=3 | FileCheck %s

// Only the first three primitives; the schedule and the rest of it are gone.

tir.func @f(%X: !tir.buffer<[n, 40], f32>, %Y: !tir.buffer<[n, 40], f32>) schedule @s {
  tir.compute "neg" (%i, %j) in [n, 40] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 40], f32>
    %y = arith.negf %x : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 40], f32>
  }
  tir.return
}

tir.schedule @s {
  %neg = tir.find "neg"
  %i, %j = tir.loops %neg
  %jo, %ji = tir.split %j by 8
  tir.parallel %i
}

// CHECK-LABEL: tir.func @f(
// CHECK-NEXT: tir.for "i" (%i) in [n] {
// CHECK-NEXT: tir.for "jo" (%jo) in [5] {
// CHECK-NEXT: tir.for "ji" (%ji) in [8] {
// CHECK-NEXT: %x = tir.load %X[%i, 8 * %jo + %ji] : !tir.buffer<[n, 40], f32>
// CHECK-NEXT: %y = arith.negf %x : f32
// CHECK-NEXT: tir.store %y, %Y[%i, 8 * %jo + %ji] : !tir.buffer<[n, 40], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }
// CHECK-NOT: tir.schedule

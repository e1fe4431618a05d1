// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s
// RUN: sed 's|^  tir.variants %ji 32|  tir.variants %ji 8 to 8\n&|' %s > %t.mlir
// RUN: relax-opt %t.mlir --relax-apply-schedule | FileCheck %s --check-prefix=BOTH
// RUN: %python %S/steps.py %t.mlir n=0,1,7,33 | FileCheck %s --check-prefix=BOTHVALUES
// RUN: %python %S/steps.py %s n=0,1,7,33 | FileCheck %s --check-prefix=VALUES

// One body for each number of rows, chosen where the number is known: in the loop that it depends on.
// VALUES: {{^}}10 programs, 0 differ

// 40 columns make panels of 32 and 8: with variants of both there is no other body.
// BOTH: tir.specialize (min(-32 * %jo + 40, 32)) in {8, 32} only {
// BOTH-NOT: tir.specialize
// BOTHVALUES: {{^}}11 programs, 0 differ

relax.func @main(%x: !relax.tensor<[n, 40], f32>) -> !relax.tensor<[n, 40], f32> {
  %y = relax.call_tir @f(%x) : (!relax.tensor<[n, 40], f32>) -> !relax.tensor<[n, 40], f32>
  relax.return %y : !relax.tensor<[n, 40], f32>
}

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
  %io, %ii = tir.split %i by 4
  %jo, %ji = tir.split %j by 32
  tir.reorder %io, %jo, %ii, %ji
  tir.variants %ii 1 to 4
  tir.variants %ji 32 to 32
  tir.unroll %ii
  tir.vectorize %ji 8
  tir.parallel %io
}

// CHECK-LABEL: tir.func @f(
// CHECK-NEXT: tir.for "io" (%io) in [n ceildiv 4] parallel {
// CHECK-NEXT: tir.specialize (min(-4 * %io + n, 4)) in 1 to 4 only {
// CHECK-NEXT: tir.for "jo" (%jo) in [2] {
// CHECK-NEXT: tir.specialize (min(-32 * %jo + 40, 32)) in 32 to 32 {
// CHECK-NEXT: tir.for "ii" (%ii) in [min(-4 * %io + n, 4)] unroll {
// CHECK-NEXT: tir.for "ji" (%ji) in [min(-32 * %jo + 40, 32)] vector 8 {
// CHECK-NEXT: %x = tir.load %X[4 * %io + %ii, 32 * %jo + %ji] : !tir.buffer<[n, 40], f32>
// CHECK-NEXT: %y = arith.negf %x : f32
// CHECK-NEXT: tir.store %y, %Y[4 * %io + %ii, 32 * %jo + %ji] : !tir.buffer<[n, 40], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

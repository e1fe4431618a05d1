// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s
// RUN: %python %S/steps.py %s n=0,1,7,33 | FileCheck %s --check-prefix=VALUES

// Exact bounds: 40 is no multiple of 16, so the last round is shorter; 8 divides it; 64 is more than there is.
// Balanced panels of 40 by at most 12 are all of 10.
// VALUES: {{^}}6 programs, 0 differ

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
  %jo, %ji = tir.split %j by 16
  %joo, %joi = tir.split %jo by 2
  %io, %ii = tir.split %i balanced 5
  %iio, %iii = tir.split %ii by 3
}

// CHECK-LABEL: tir.func @f(
// CHECK-NEXT: tir.for "io" (%io) in [n ceildiv 5] {
// CHECK-NEXT: tir.for "iio" (%iio) in [((-%io + n) ceildiv (n ceildiv 5)) ceildiv 3] {
// CHECK-NEXT: tir.for "iii" (%iii) in [min(-3 * %iio + (-%io + n) ceildiv (n ceildiv 5), 3)] {
// CHECK-NEXT: tir.for "joo" (%joo) in [2] {
// CHECK-NEXT: tir.for "joi" (%joi) in [min(-2 * %joo + 3, 2)] {
// CHECK-NEXT: tir.for "ji" (%ji) in [min(-32 * %joo - 16 * %joi + 40, 16)] {
// CHECK-NEXT: %x = tir.load %X[%io * (n floordiv (n ceildiv 5)) + 3 * %iio + %iii + min(%io, n mod (n ceildiv 5)), %ji + 32 * %joo + 16 * %joi] : !tir.buffer<[n, 40], f32>
// CHECK-NEXT: %y = arith.negf %x : f32
// CHECK-NEXT: tir.store %y, %Y[%io * (n floordiv (n ceildiv 5)) + 3 * %iio + %iii + min(%io, n mod (n ceildiv 5)), %ji + 32 * %joo + 16 * %joi] : !tir.buffer<[n, 40], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

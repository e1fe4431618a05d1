// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s

// Constant extents.


tir.func @multiple(%X: !tir.buffer<[40], f32>, %Y: !tir.buffer<[40], f32>) schedule @multiple_cpu {
  tir.compute "neg" (%i) in [40] {
    %x = tir.load %X[%i] : !tir.buffer<[40], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[40], f32>
  }
  tir.return
}
tir.schedule @multiple_cpu {
  %neg = tir.find "neg"
  %i = tir.loops %neg
  %io, %ii = tir.split %i by 8
}

tir.func @rest(%X: !tir.buffer<[40], f32>, %Y: !tir.buffer<[40], f32>) schedule @rest_cpu {
  tir.compute "neg" (%i) in [40] {
    %x = tir.load %X[%i] : !tir.buffer<[40], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[40], f32>
  }
  tir.return
}
tir.schedule @rest_cpu {
  %neg = tir.find "neg"
  %i = tir.loops %neg
  %io, %ii = tir.split %i by 16
}

tir.func @longer(%X: !tir.buffer<[40], f32>, %Y: !tir.buffer<[40], f32>) schedule @longer_cpu {
  tir.compute "neg" (%i) in [40] {
    %x = tir.load %X[%i] : !tir.buffer<[40], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[40], f32>
  }
  tir.return
}
tir.schedule @longer_cpu {
  %neg = tir.find "neg"
  %i = tir.loops %neg
  %io, %ii = tir.split %i by 64
}

tir.func @even(%X: !tir.buffer<[40], f32>, %Y: !tir.buffer<[40], f32>) schedule @even_cpu {
  tir.compute "neg" (%i) in [40] {
    %x = tir.load %X[%i] : !tir.buffer<[40], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[40], f32>
  }
  tir.return
}
tir.schedule @even_cpu {
  %neg = tir.find "neg"
  %i = tir.loops %neg
  %io, %ii = tir.split %i balanced 12
}

tir.func @uneven(%X: !tir.buffer<[40], f32>, %Y: !tir.buffer<[40], f32>) schedule @uneven_cpu {
  tir.compute "neg" (%i) in [40] {
    %x = tir.load %X[%i] : !tir.buffer<[40], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[40], f32>
  }
  tir.return
}
tir.schedule @uneven_cpu {
  %neg = tir.find "neg"
  %i = tir.loops %neg
  %io, %ii = tir.split %i balanced 11
}

// CHECK-LABEL: tir.func @multiple(
// CHECK-NEXT: tir.for "io" (%io) in [5] {
// CHECK-NEXT: tir.for "ii" (%ii) in [8] {
// CHECK-NEXT: %x = tir.load %X[8 * %io + %ii] : !tir.buffer<[40], f32>
// CHECK-NEXT: tir.store %x, %Y[8 * %io + %ii] : !tir.buffer<[40], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func @rest(
// CHECK-NEXT: tir.for "io" (%io) in [3] {
// CHECK-NEXT: tir.for "ii" (%ii) in [min(-16 * %io + 40, 16)] {
// CHECK-NEXT: %x = tir.load %X[16 * %io + %ii] : !tir.buffer<[40], f32>
// CHECK-NEXT: tir.store %x, %Y[16 * %io + %ii] : !tir.buffer<[40], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func @longer(
// CHECK-NEXT: tir.for "io" (%io) in [1] {
// CHECK-NEXT: tir.for "ii" (%ii) in [40] {
// CHECK-NEXT: %x = tir.load %X[%ii] : !tir.buffer<[40], f32>
// CHECK-NEXT: tir.store %x, %Y[%ii] : !tir.buffer<[40], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func @even(
// CHECK-NEXT: tir.for "io" (%io) in [4] {
// CHECK-NEXT: tir.for "ii" (%ii) in [10] {
// CHECK-NEXT: %x = tir.load %X[10 * %io + %ii] : !tir.buffer<[40], f32>
// CHECK-NEXT: tir.store %x, %Y[10 * %io + %ii] : !tir.buffer<[40], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func @uneven(
// CHECK-NEXT: tir.for "io" (%io) in [4] {
// CHECK-NEXT: tir.for "ii" (%ii) in [10] {
// CHECK-NEXT: %x = tir.load %X[10 * %io + %ii] : !tir.buffer<[40], f32>
// CHECK-NEXT: tir.store %x, %Y[10 * %io + %ii] : !tir.buffer<[40], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

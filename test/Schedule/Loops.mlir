// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s

// A compute of a reduction as loops: its initialisation is split off. With two names of three iterators the
// rest stays a compute.

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}

tir.func @all(%X: !tir.buffer<[n, 4, 8], f32>, %Y: !tir.buffer<[n, 4], f32>) schedule @all_cpu {
  tir.compute "sum" (%i, %j, reduce %k) in [n, 4, 8] {
    %x = tir.load %X[%i, %j, %k] : !tir.buffer<[n, 4, 8], f32>
    tir.reduce @add(%x) into (%Y[%i, %j]) : !tir.buffer<[n, 4], f32>
  }
  tir.return
}
tir.schedule @all_cpu {
  %sum = tir.find "sum"
  %i, %j, %k = tir.loops %sum
}

tir.func @some(%X: !tir.buffer<[n, 4, 8], f32>, %Y: !tir.buffer<[n, 4], f32>) schedule @some_cpu {
  tir.compute "sum" (%i, %j, reduce %k) in [n, 4, 8] {
    %x = tir.load %X[%i, %j, %k] : !tir.buffer<[n, 4, 8], f32>
    tir.reduce @add(%x) into (%Y[%i, %j]) : !tir.buffer<[n, 4], f32>
  }
  tir.return
}
tir.schedule @some_cpu {
  %sum = tir.find "sum"
  %i, %j = tir.loops %sum
}

// An iterator with one round is a constant.
tir.func @one(%X: !tir.buffer<[n, 1], f32>, %Y: !tir.buffer<[n, 1], f32>) schedule @one_cpu {
  tir.compute "copy" (%i, %j) in [n, 1] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 1], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 1], f32>
  }
  tir.return
}
tir.schedule @one_cpu {
  %copy = tir.find "copy"
  %i, %j = tir.loops %copy
}

// CHECK-LABEL: tir.func @all(
// CHECK-NEXT: tir.compute "sum.init" (%i, %j) in [n, 4] {
// CHECK-NEXT: %identity = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: tir.store %identity, %Y[%i, %j] : !tir.buffer<[n, 4], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.for "i" (%i) in [n] {
// CHECK-NEXT: tir.for "j" (%j) in [4] {
// CHECK-NEXT: tir.for "k" (reduce %k) in [8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j, %k] : !tir.buffer<[n, 4, 8], f32>
// CHECK-NEXT: tir.reduce @add(%x) into (%Y[%i, %j]) : !tir.buffer<[n, 4], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func @some(
// CHECK-NEXT: tir.for "i" (%i) in [n] {
// CHECK-NEXT: tir.for "j" (%j) in [4] {
// CHECK-NEXT: tir.compute "sum" (reduce %k) in [8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j, %k] : !tir.buffer<[n, 4, 8], f32>
// CHECK-NEXT: tir.reduce @add(%x) into (%Y[%i, %j]) : !tir.buffer<[n, 4], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func @one(
// CHECK-NEXT: tir.for "i" (%i) in [n] {
// CHECK-NEXT: tir.for "j" (%j) in [1] {
// CHECK-NEXT: %x = tir.load %X[%i, 0] : !tir.buffer<[n, 1], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, 0] : !tir.buffer<[n, 1], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s

// A producer in the loop that uses it: the part that a round needs, in memory of that length.

relax.func @main(%x: !relax.tensor<[n, 41], f32>) -> !relax.tensor<[n, 40], f32> {
  %y = relax.call_tir @f(%x) : (!relax.tensor<[n, 41], f32>) -> !relax.tensor<[n, 40], f32>
  relax.return %y : !relax.tensor<[n, 40], f32>
}

tir.func private @f(%X: !tir.buffer<[n, 41], f32>, %Y: !tir.buffer<[n, 40], f32>) where (n <= 64) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[n, 41], f32>
  tir.compute "square" (%i, %j) in [n, 41] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 41], f32>
    %q = arith.mulf %x, %x : f32
    tir.store %q, %T[%i, %j] : !tir.buffer<[n, 41], f32>
  }
  tir.compute "pairs" (%i, %j) in [n, 40] {
    %a = tir.load %T[%i, %j] : !tir.buffer<[n, 41], f32>
    %b = tir.load %T[%i, %j + 1] : !tir.buffer<[n, 41], f32>
    %s = arith.addf %a, %b : f32
    tir.store %s, %Y[%i, %j] : !tir.buffer<[n, 40], f32>
  }
  tir.return
}
tir.schedule @s {
  %square, %pairs = tir.find "square", "pairs"
  %i, %j = tir.loops %pairs
  tir.compute_at %square, %i
}

// CHECK-LABEL: tir.func private @f(
// CHECK-NEXT: tir.for "i" (%i) in [n] {
// CHECK-NEXT: %T_stage = tir.alloc "T" local : !tir.buffer<[1, 41], f32>
// CHECK-NEXT: tir.compute "square" (%i_0, %j) in [1, 41] {
// CHECK-NEXT: %x = tir.load %X[%i + %i_0, %j] : !tir.buffer<[n, 41], f32>
// CHECK-NEXT: %q = arith.mulf %x, %x : f32
// CHECK-NEXT: tir.store %q, %T_stage[%i_0, %j] : !tir.buffer<[1, 41], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.for "j" (%j) in [40] {
// CHECK-NEXT: %a = tir.load %T_stage[0, %j] : !tir.buffer<[1, 41], f32>
// CHECK-NEXT: %b = tir.load %T_stage[0, %j + 1] : !tir.buffer<[1, 41], f32>
// CHECK-NEXT: %s = arith.addf %a, %b : f32
// CHECK-NEXT: tir.store %s, %Y[%i, %j] : !tir.buffer<[n, 40], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

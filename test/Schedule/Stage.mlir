// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s
// RUN: %python %S/steps.py %s n=0,1,7,33 | FileCheck %s --check-prefix=VALUES

// What a panel reads is copied first, rows with a pad; what it accumulates is written back.
// VALUES: {{^}}8 programs, 0 differ

relax.func @main(%x: !relax.tensor<[n, 40], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.call_tir @f(%x) : (!relax.tensor<[n, 40], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}

tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %S: !tir.buffer<[n], f32>) schedule @s {
  tir.compute "sum" (%i, reduce %k) in [n, 40] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, 40], f32>
    tir.reduce @add(%x) into (%S[%i]) : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %sum, %X, %S = tir.find "sum", "X", "S"
  %i, %k = tir.loops %sum
  %io, %ii = tir.split %i by 4
  tir.reorder %io, %k, %ii
  tir.stage %X at %io pad 3
  tir.stage %S at %io
  %T = tir.find "S.stage"
  tir.place %T register
}

// CHECK-LABEL: tir.func private @f(
// CHECK-NEXT: tir.compute "sum.init" (%i) in [n] {
// CHECK-NEXT: %identity = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: tir.store %identity, %S[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.for "io" (%io) in [n ceildiv 4] {
// CHECK-NEXT: %S_stage = tir.alloc "S.stage" register : !tir.buffer<[4], f32>
// CHECK-NEXT: tir.compute "S.load" (%i) in [min(-4 * %io + n, 4)] {
// CHECK-NEXT: %element = tir.load %S[4 * %io + %i] : !tir.buffer<[n], f32>
// CHECK-NEXT: tir.store %element, %S_stage[%i] : !tir.buffer<[4], f32>
// CHECK-NEXT: }
// CHECK-NEXT: %X_stage = tir.alloc "X.stage" local : !tir.buffer<[4, 43], f32>
// CHECK-NEXT: tir.compute "X.load" (%i, %j) in [min(-4 * %io + n, 4), 40] {
// CHECK-NEXT: %element = tir.load %X[4 * %io + %i, %j] : !tir.buffer<[n, 40], f32>
// CHECK-NEXT: tir.store %element, %X_stage[%i, %j] : !tir.buffer<[4, 43], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.for "k" (reduce %k) in [40] {
// CHECK-NEXT: tir.for "ii" (%ii) in [min(-4 * %io + n, 4)] {
// CHECK-NEXT: %x = tir.load %X_stage[%ii, %k] : !tir.buffer<[4, 43], f32>
// CHECK-NEXT: tir.reduce @add(%x) into (%S_stage[%ii]) : !tir.buffer<[4], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.compute "S.store" (%i) in [min(-4 * %io + n, 4)] {
// CHECK-NEXT: %element = tir.load %S_stage[%i] : !tir.buffer<[4], f32>
// CHECK-NEXT: tir.store %element, %S[4 * %io + %i] : !tir.buffer<[n], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-apply-schedule | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-set-target{target=x86-64-v4},relax-apply-schedule,tir.func(lower-tir))' | FileCheck %s --check-prefix=LOWERED
// RUN: %python %S/steps.py %s n=0,1,7,33 | FileCheck %s --check-prefix=VALUES

// Every round of `k` asks for the row that is needed 4 rounds later: two lines of 16 elements.
// VALUES: {{^}}7 programs, 0 differ

relax.func @main(%x: !relax.tensor<[n, 20], f32>, %w: !relax.tensor<[20, 64], f32>) -> !relax.tensor<[n, 64], f32> {
  %y = relax.call_tir @mm(%x, %w) : (!relax.tensor<[n, 20], f32>, !relax.tensor<[20, 64], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %y : !relax.tensor<[n, 64], f32>
}
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @mm(%A: !tir.buffer<[n, 20], f32>, %W: !tir.buffer<[20, 64], f32>, %C: !tir.buffer<[n, 64], f32>) schedule @s {
  tir.compute "mm" (%i, %j, reduce %k) in [n, 64, 20] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 20], f32>
    %w = tir.load %W[%k, %j] : !tir.buffer<[20, 64], f32>
    %p = arith.mulf %a, %w : f32
    tir.reduce @add(%p) into (%C[%i, %j]) : !tir.buffer<[n, 64], f32>
  }
  tir.return
}
tir.schedule @s {
  %mm, %W = tir.find "mm", "W"
  %i, %j, %k = tir.loops %mm
  %jo, %ji = tir.split %j by 32
  tir.reorder %i, %jo, %k, %ji
  tir.prefetch %W at %k ahead 4
  tir.vectorize %ji 16
  %ko, %ki = tir.split %k by 5
}

// CHECK-LABEL: tir.func private @mm(
// CHECK: tir.for "i" (%i) in [n] {
// CHECK-NEXT: tir.for "jo" (%jo) in [2] {
// CHECK-NEXT: tir.for "ko" (reduce %ko) in [4] {
// CHECK-NEXT: tir.for "ki" (reduce %ki) in [5] {
// CHECK-NEXT: tir.fetch %W[5 * %ko + %ki + 4, 32 * %jo] : !tir.buffer<[20, 64], f32>
// CHECK-NEXT: tir.fetch %W[5 * %ko + %ki + 4, 32 * %jo + 16] : !tir.buffer<[20, 64], f32>
// CHECK-NEXT: tir.for "ji" (%ji) in [32] vector 16 {
// CHECK-NEXT: %a = tir.load %A[%i, 5 * %ko + %ki] : !tir.buffer<[n, 20], f32>
// CHECK-NEXT: %w = tir.load %W[5 * %ko + %ki, 32 * %jo + %ji] : !tir.buffer<[20, 64], f32>
// CHECK-NEXT: %p = arith.mulf %a, %w : f32
// CHECK-NEXT: tir.reduce @add(%p) into (%C[%i, 32 * %jo + %ji]) : !tir.buffer<[n, 64], f32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// LOWERED-COUNT-2: memref.prefetch %{{.*}}, read, locality<3>, data : memref<20x64xf32>

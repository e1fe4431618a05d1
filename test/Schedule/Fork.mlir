// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s
// RUN: %python %S/steps.py %s n=0,1,2,3,33 | FileCheck %s --check-prefix=VALUES

// Of the two computes one has no rounds, whatever n is; each gets loops of its own.
// VALUES: {{^}}5 programs, 0 differ

relax.func @main(%a: !relax.tensor<[n, 70], f32>, %b: !relax.tensor<[9, 70], f32>) -> !relax.tensor<[n, 9], f32> {
  %y = relax.call_tir @f(%a, %b) : (!relax.tensor<[n, 70], f32>, !relax.tensor<[9, 70], f32>) -> !relax.tensor<[n, 9], f32>
  relax.return %y : !relax.tensor<[n, 9], f32>
}
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @f(%A: !tir.buffer<[n, 70], f32>, %B: !tir.buffer<[9, 70], f32>, %Y: !tir.buffer<[n, 9], f32>) schedule @s {
  tir.compute "mm" (%i, %j, reduce %k) in [n, 9, 70] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 70], f32>
    %b = tir.load %B[%j, %k] : !tir.buffer<[9, 70], f32>
    %p = arith.mulf %a, %b : f32
    tir.reduce @add(%p) into (%Y[%i, %j]) : !tir.buffer<[n, 9], f32>
  }
  tir.return
}
tir.schedule @s {
  %mm = tir.find "mm"
  tir.fork %mm iterator 0 to 2
  %few = tir.find "mm.few"
  %j, %k = tir.loops %few
  %i = tir.loops %mm
}

// CHECK-LABEL: tir.func private @f(
// CHECK: tir.for "i" (%i) in [min(n, 2 * max(-n + 3, 0))] {
// CHECK-NEXT: tir.for "j" (%j) in [9] {
// CHECK-NEXT: tir.compute "mm.few" (reduce %k) in [70] {
// CHECK: tir.for "i_0" (%i) in [n - min(n, 2 * max(-n + 3, 0))] {
// CHECK-NEXT: tir.compute "mm" (%j, reduce %k) in [9, 70] {

// RUN: relax-opt %s --relax-apply-schedule=stop-after=2 | FileCheck %s --check-prefix=PARTS
// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-apply-schedule,tir.func(lower-tir))' | FileCheck %s --check-prefix=LOWERED
// RUN: %python %S/steps.py %s n=0,1,7,33 | FileCheck %s --check-prefix=VALUES

// One reduction as sixteen side by side, a product of rows with rows: their lanes are neighbours in memory.
// VALUES: {{^}}17 programs, 0 differ

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

// PARTS-LABEL: tir.func private @f(
// PARTS-NEXT: %mm_states = tir.alloc "mm.states" workspace : !tir.buffer<[n, 9, 16], f32>
// PARTS-NEXT: tir.compute "mm.parts" (%i, %j, %r, reduce %k) in [n, 9, 16, 4] {
// PARTS-NEXT: %a = tir.load %A[%i, %r + 16 * %k] : !tir.buffer<[n, 70], f32>
// PARTS-NEXT: %b = tir.load %B[%j, %r + 16 * %k] : !tir.buffer<[9, 70], f32>
// PARTS-NEXT: %p = arith.mulf %a, %b : f32
// PARTS-NEXT: tir.reduce @add(%p) into (%mm_states[%i, %j, %r]) : !tir.buffer<[n, 9, 16], f32>
// PARTS-NEXT: }
// PARTS-NEXT: tir.compute "mm" (%i, %j, reduce %r) in [n, 9, 16] {
// PARTS-NEXT: %part = tir.load %mm_states[%i, %j, %r] : !tir.buffer<[n, 9, 16], f32>
// PARTS-NEXT: tir.reduce @add(%part) into (%Y[%i, %j]) : !tir.buffer<[n, 9], f32>
// PARTS-NEXT: }
// PARTS-NEXT: tir.compute "mm.rest" (%i, %j, reduce %k) in [n, 9, 6] update {
// PARTS-NEXT: %a = tir.load %A[%i, %k + 64] : !tir.buffer<[n, 70], f32>
// PARTS-NEXT: %b = tir.load %B[%j, %k + 64] : !tir.buffer<[9, 70], f32>
// PARTS-NEXT: %p = arith.mulf %a, %b : f32
// PARTS-NEXT: tir.reduce @add(%p) into (%Y[%i, %j]) : !tir.buffer<[n, 9], f32>
// PARTS-NEXT: }
// PARTS-NEXT: tir.return
tir.schedule @s {
  %mm = tir.find "mm"
  tir.rfactor %mm by 16
  %parts, %states = tir.find "mm.parts", "mm.states"
  %i, %j, %r = tir.loops %mm
  %jo, %ji = tir.split %j by 3
  tir.reorder %i, %jo, %ji, %r
  tir.compute_at %parts, %jo
  tir.place %states register
  %ti, %tj, %tr, %tk = tir.loops %parts
  tir.reorder %tk, %ti, %tj, %tr
  %init = tir.find "mm.parts.init"
  %zi, %zj, %zr = tir.loops %init
  tir.unroll %tj
  tir.unroll %zj
  tir.vectorize %tr 16
  tir.vectorize %zr 16
  tir.vectorize %r 16
}

// CHECK-LABEL: tir.func private @f(
// CHECK: tir.for "jo" (%jo) in [3] {
// CHECK-NEXT: %mm.states_stage = tir.alloc "mm.states" register : !tir.buffer<[1, 3, 16], f32>
// CHECK: tir.for "k" (reduce %k) in [4] {
// CHECK: tir.reduce @add(%p) into (%mm.states_stage[0, %j, %r]) : !tir.buffer<[1, 3, 16], f32>
// CHECK: tir.for "ji" (%ji) in [3] {
// CHECK-NEXT: tir.for "r" (reduce %r) in [16] vector 16 {
// CHECK-NEXT: %part = tir.load %mm.states_stage[0, %ji, %r] : !tir.buffer<[1, 3, 16], f32>
// CHECK-NEXT: tir.reduce @add(%part) into (%Y[%i, 3 * %jo + %ji]) : !tir.buffer<[n, 9], f32>

// All lanes at once, then the element.
// LOWERED: %[[LANES:.*]] = vector.reduction <add>, %{{.*}} fastmath<reassoc> : vector<16xf32> into f32
// LOWERED-NEXT: %[[OLD:.*]] = memref.load
// LOWERED-NEXT: %[[NEW:.*]] = arith.addf %[[OLD]], %[[LANES]] : f32
// LOWERED-NEXT: memref.store %[[NEW]]

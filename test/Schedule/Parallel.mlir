// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s
// RUN: %python %S/steps.py %s n=0,1,3 | FileCheck %s --check-prefix=VALUES

// The loop whose rounds are shared may stand inside of serial ones: a region for each of their rounds.
// VALUES: {{^}}3 programs, 0 differ

relax.func @main(%x: !relax.tensor<[n, 40], f32>) -> !relax.tensor<[n, 40], f32> {
  %y = relax.call_tir @f(%x) : (!relax.tensor<[n, 40], f32>) -> !relax.tensor<[n, 40], f32>
  relax.return %y : !relax.tensor<[n, 40], f32>
}
tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %Y: !tir.buffer<[n, 40], f32>) schedule @s {
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
  tir.parallel %j
}

// CHECK: tir.for "i" (%i) in [n] {
// CHECK-NEXT: tir.for "j" (%j) in [40] parallel {

// Both may be: the inner loop gets the threads where the outer one has one round.
// RUN: sed 's/^  tir.parallel %j/  tir.parallel %i\n&/' %s > %t.mlir
// RUN: relax-opt %t.mlir --relax-apply-schedule | FileCheck %s --check-prefix=NESTED
// RUN: %python %S/steps.py %t.mlir n=0,1,3,17 | FileCheck %s --check-prefix=STEPS
// STEPS: {{^}}4 programs, 0 differ
// NESTED: tir.for "i" (%i) in [n] parallel {
// NESTED-NEXT: tir.for "j" (%j) in [40] parallel {

// The rules do so where a batch of unknown size goes around long rounds: what a round reads stays in the cache.
// RUN: relax-opt %S/Inputs/long-rounds.mlir --relax-pipeline=cpu --to=rules --target=x86-64-v4 | FileCheck %s --check-prefix=RULES
// RULES-LABEL: tir.schedule @fused_conv_gelu_cpu
// RULES: tir.reorder %i, %jo, %l, %ko, %ji, %ki
// RULES-NOT: tir.parallel %i
// RULES: tir.parallel %jo

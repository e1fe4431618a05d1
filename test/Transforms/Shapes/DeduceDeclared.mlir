// Extents that facts make simpler, in front of result types that no rule infers: those follow.
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes > %t.1 && relax-opt %t.1 --relax-deduce-shapes > %t.2 && diff %t.1 %t.2
// RUN: relax-opt %s --relax-simplify-shapes | FileCheck %s --check-prefix=SIMPLE
// RUN: relax-opt %s --relax-deduce-shapes --relax-simplify-shapes --verify-by-running=3 -o /dev/null 2>&1 | FileCheck %s --check-prefix=RUNS
// RUNS: note: {{[1-9]}} of {{[1-9]}} changed modules run and agree

// CHECK-LABEL: relax.func @numbers(
relax.func @numbers(%x: !relax.tensor<[s], f32>) -> !relax.tensor<[3, max(s - 1, 0), 4], i64> where (2 <= s) {
  // CHECK: %i = relax.iota {{.*}} : !relax.tensor<[s - 1], i64>
  %i = relax.iota begin 0 step 3 given (%x : !relax.tensor<[s], f32>) : !relax.tensor<[max(s - 1, 0)], i64>
  // CHECK-NEXT: relax.reshape %i : (!relax.tensor<[s - 1], i64>) -> !relax.tensor<[s - 1, 1], i64>
  %r = relax.reshape %i : (!relax.tensor<[max(s - 1, 0)], i64>) -> !relax.tensor<[max(s - 1, 0), 1], i64>
  // CHECK-NEXT: relax.broadcast_to %r : (!relax.tensor<[s - 1, 1], i64>) -> !relax.tensor<[s - 1, 4], i64>
  %b = relax.broadcast_to %r : (!relax.tensor<[max(s - 1, 0), 1], i64>) -> !relax.tensor<[max(s - 1, 0), 4], i64>
  // Extents that are joined, and taken apart.
  // CHECK-NEXT: relax.reshape %b : (!relax.tensor<[s - 1, 4], i64>) -> !relax.tensor<[4 * s - 4], i64>
  %m = relax.reshape %b : (!relax.tensor<[max(s - 1, 0), 4], i64>) -> !relax.tensor<[4 * max(s - 1, 0)], i64>
  // CHECK-NEXT: relax.reshape %m : (!relax.tensor<[4 * s - 4], i64>) -> !relax.tensor<[s - 1, 4], i64>
  %t = relax.reshape %m : (!relax.tensor<[4 * max(s - 1, 0)], i64>) -> !relax.tensor<[max(s - 1, 0), 4], i64>
  %c = relax.broadcast_to %t : (!relax.tensor<[max(s - 1, 0), 4], i64>) -> !relax.tensor<[3, max(s - 1, 0), 4], i64>
  relax.return %c : !relax.tensor<[3, max(s - 1, 0), 4], i64>
}

// What leaves a branch has the name that the branch says.
// CHECK-LABEL: relax.func @branch(
relax.func @branch(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[s], f32>) -> !relax.tensor<[?], i64> where (2 <= s) {
  %i = relax.iota begin 0 step 3 given (%x : !relax.tensor<[s], f32>) : !relax.tensor<[max(s - 1, 0)], i64>
  // CHECK: %n = relax.negative %i : !relax.tensor<[s - 1], i64>
  // CHECK-NEXT: %n_0 = relax.match_cast %n : !relax.tensor<[s - 1], i64> to !relax.tensor<[max(s - 1, 0)], i64>
  // CHECK-NEXT: relax.yield %n_0
  %r = relax.if %p -> !relax.tensor<[max(s - 1, 0)], i64> {
    %n = relax.negative %i : !relax.tensor<[max(s - 1, 0)], i64>
    relax.yield %n : !relax.tensor<[max(s - 1, 0)], i64>
  } else {
    relax.yield %i : !relax.tensor<[max(s - 1, 0)], i64>
  }
  relax.return %r : !relax.tensor<[max(s - 1, 0)], i64>
}

// A loop program keeps the extents that its buffers say, others have the simpler ones.
tir.func private @copy(%x: !tir.buffer<[max(s - 1, 0)], f32>, %y: !tir.buffer<[max(s - 1, 0)], f32>) symbols (s) {
  tir.compute "copy" (%i) in [max(s - 1, 0)] {
    %v = tir.load %x[%i] : !tir.buffer<[max(s - 1, 0)], f32>
    tir.store %v, %y[%i] : !tir.buffer<[max(s - 1, 0)], f32>
  }
  tir.return
}
// SIMPLE-LABEL: relax.func @program(
relax.func @program(%x: !relax.tensor<[s], f32>) -> !relax.tensor<[max(s - 1, 0)], f32> where (2 <= s) {
  // SIMPLE: %a = relax.strided_slice
  // SIMPLE-NEXT: %a_0 = relax.match_cast %a
  // SIMPLE-NEXT: relax.call_tir @copy(%a) symbols (s = s) : (!relax.tensor<[max(s - 1, 0)], f32>) -> !relax.tensor<[max(s - 1, 0)], f32>
  // SIMPLE: relax.negative %a_0 : !relax.tensor<[s - 1], f32>
  %a = relax.strided_slice %x axes [0] begins [1] ends [9223372036854775807] steps [1] : (!relax.tensor<[s], f32>) -> !relax.tensor<[max(s - 1, 0)], f32>
  %b = relax.call_tir @copy(%a) symbols (s = s) : (!relax.tensor<[max(s - 1, 0)], f32>) -> !relax.tensor<[max(s - 1, 0)], f32>
  %c = relax.negative %a : !relax.tensor<[max(s - 1, 0)], f32>
  %d = relax.add %b, %c : (!relax.tensor<[max(s - 1, 0)], f32>, !relax.tensor<[max(s - 1, 0)], f32>) -> !relax.tensor<[max(s - 1, 0)], f32>
  relax.return %d : !relax.tensor<[max(s - 1, 0)], f32>
}

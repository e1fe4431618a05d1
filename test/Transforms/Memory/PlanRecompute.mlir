// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-plan-recompute))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-plan-recompute,relax-plan-memory))' > %t
// RUN: FileCheck %s --check-prefix=PLAN --input-file=%t
// What is planned is left alone.
// RUN: relax-opt %t --pass-pipeline='builtin.module(relax.func(relax-plan-recompute,relax-plan-memory))' | diff %t -
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-plan-recompute{levels=1}))' \
// RUN:   | FileCheck %s --check-prefix=ONE
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-plan-recompute))' --counters -o %t.none 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COUNT

tir.func @map(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[c, d], f32>) { tir.return }
tir.func @zip(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[c, d], f32>, %Z: !tir.buffer<[e, f], f32>) { tir.return }

// %a is kept for the last call. The second plan makes it again.
// COUNT: 5 {{ *}}relax-plan-recompute.levels
// COUNT: 2 {{ *}}relax-plan-recompute.evictions

// CHECK-LABEL: relax.func @chain(
// CHECK-NEXT: %level = relax.memory_level of [4096 * n, 3072 * n] : !relax.shape<[level]> binds (level)
// CHECK-NEXT: relax.dispatch (%x, %level) :
// CHECK-NEXT: when (level == 0) (%[[X:.*]]: !relax.tensor<[n, 256], f32>, %{{.*}}: !relax.shape<[level]>) {
// CHECK-NOT:    relax.evict
// CHECK:        relax.yield
// CHECK:      else (%[[X1:.*]]: !relax.tensor<[n, 256], f32>, %{{.*}}: !relax.shape<[level]>) {
// CHECK:        %b = relax.call_tir @map(%a)
// CHECK-NEXT:   relax.evict %a : !relax.tensor<[n, 256], f32>
// CHECK:        %a_again = relax.restore (%[[X2:.*]]: !relax.tensor<[n, 256], f32> = %[[X1]]) -> !relax.tensor<[n, 256], f32> {
// CHECK-NEXT:     %[[A:.*]] = relax.call_tir @map(%[[X2]])
// CHECK-NEXT:     relax.yield %[[A]] : !relax.tensor<[n, 256], f32>
// CHECK:        %e = relax.call_tir @zip(%{{.*}}, %a_again)
// CHECK:      relax.return %{{[0-9]+}} :

// The restore stands in its place, and its end is counted.
// PLAN-LABEL: relax.func @chain(
// PLAN: when (level == 0)
// PLAN-NEXT: %[[ARENA:.*]] = relax.arena bytes 3072 * n
// PLAN: else (%[[X:.*]]: !relax.tensor<[n, 256], f32>,
// PLAN-NEXT: %[[ARENA:.*]] = relax.arena bytes 2048 * n
// PLAN: relax.evict %a
// PLAN: %a_again = relax.call_tir @map(%[[X]]) in %[[ARENA]] at
// PLAN: %e = relax.call_tir @zip(%{{.*}}, %a_again)
// PLAN-NEXT: relax.kill %

// ONE-LABEL: relax.func @chain(
// ONE: relax.memory_level of [4096 * n]
// ONE-NOT: when
// ONE: else
relax.func @chain(%x: !relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %c = relax.call_tir @map(%b) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %d = relax.call_tir @map(%c) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %e = relax.call_tir @zip(%d, %a) : (!relax.tensor<[n, 256], f32>, !relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  relax.return %e : !relax.tensor<[n, 256], f32>
}

// A view is taken again of what is restored; a name that the function has already is not taken.
// CHECK-LABEL: relax.func @views(
// CHECK-NEXT: %level_0 = relax.memory_level of
// CHECK: else (
// CHECK: relax.evict %a : !relax.tensor<[level, 256], f32>
// CHECK: %a_again = relax.restore
// CHECK: %[[R:.*]] = relax.reshape %a_again
// CHECK: relax.call_tir @zip(%{{.*}}, %[[R]])
relax.func @views(%x: !relax.tensor<[level, 256], f32>) -> !relax.tensor<[16 * level, 16], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[level, 256], f32>) -> !relax.tensor<[level, 256], f32>
  %r = relax.reshape %a : (!relax.tensor<[level, 256], f32>) -> !relax.tensor<[16 * level, 16], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[level, 256], f32>) -> !relax.tensor<[level, 256], f32>
  %c = relax.call_tir @map(%b) : (!relax.tensor<[level, 256], f32>) -> !relax.tensor<[level, 256], f32>
  %d = relax.call_tir @map(%c) : (!relax.tensor<[level, 256], f32>) -> !relax.tensor<[level, 256], f32>
  %e = relax.call_tir @zip(%d, %r) : (!relax.tensor<[level, 256], f32>, !relax.tensor<[16 * level, 16], f32>) -> !relax.tensor<[16 * level, 16], f32>
  relax.return %e : !relax.tensor<[16 * level, 16], f32>
}

// BladeDISC++'s least size of a tensor that has it at all extents: there is nothing to gain, and one plan.
// CHECK-LABEL: relax.func @small(
// CHECK-NEXT: relax.memory_level of [224]
relax.func @small(%x: !relax.tensor<[4, 2], f32>) -> !relax.tensor<[4, 2], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[4, 2], f32>) -> !relax.tensor<[4, 2], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[4, 2], f32>) -> !relax.tensor<[4, 2], f32>
  %c = relax.call_tir @map(%b) : (!relax.tensor<[4, 2], f32>) -> !relax.tensor<[4, 2], f32>
  %d = relax.call_tir @map(%c) : (!relax.tensor<[4, 2], f32>) -> !relax.tensor<[4, 2], f32>
  %e = relax.call_tir @zip(%d, %a) : (!relax.tensor<[4, 2], f32>, !relax.tensor<[4, 2], f32>) -> !relax.tensor<[4, 2], f32>
  relax.return %e : !relax.tensor<[4, 2], f32>
}

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
// COUNT: 9 {{ *}}relax-plan-recompute.levels
// COUNT: 4 {{ *}}relax-plan-recompute.evictions

// CHECK-LABEL: relax.func @chain(
// CHECK-NEXT: %level = relax.memory_level of [4096 * n, 3072 * n] : !relax.shape<[level]> binds (level)
// CHECK-NEXT: relax.dispatch (%x, %level) :
// CHECK-NEXT: when (level == 0) (%[[X:.*]]: !relax.tensor<[n, 256], f32>, %{{.*}}: !relax.shape<[level]>) {
// CHECK-NOT:    relax.evict
// CHECK:        relax.yield
// CHECK:      else (%[[X1:.*]]: !relax.tensor<[n, 256], f32>, %{{.*}}: !relax.shape<[level]>) {
// CHECK:        %b = relax.call_tir @map(%a)
// CHECK-NEXT:   relax.evict %a regenerate 524288 : !relax.tensor<[n, 256], f32>
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
// CHECK: relax.evict %a regenerate 524288 : !relax.tensor<[level, 256], f32>
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

// A branch is one step of the plan. Its copies read what the arm has, and bind symbols of their own; what they take counts.
// CHECK-LABEL: relax.func @branch(
// CHECK-NEXT: %level = relax.memory_level of [6144 * n, 2048 * n] : !relax.shape<[level]> binds (level)
// CHECK:      when (level == 0)
// CHECK:        relax.if %{{.*}} -> !relax.tensor<[n, 256], f32> {
// CHECK-NEXT:     %c = relax.match_cast %b : !relax.tensor<[n, 256], f32> to !relax.tensor<[k_0, 256], f32> binds (k_0)
// CHECK:      else (%[[X:.*]]: !relax.tensor<[n, 256], f32>, %{{.*}}
// CHECK:        %b = relax.call_tir @map(%a)
// CHECK-NEXT:   relax.evict %a regenerate
// CHECK:        relax.if %{{.*}} -> !relax.tensor<[n, 256], f32> {
// CHECK-NEXT:     %c = relax.match_cast %b : !relax.tensor<[n, 256], f32> to !relax.tensor<[k_1, 256], f32> binds (k_1)
// CHECK:        %a_again = relax.restore (%{{.*}} = %[[X]])
relax.func @branch(%x: !relax.tensor<[n, 256], f32>, %p: !relax.tensor<[], i1>) -> !relax.tensor<[n, 256], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %y = relax.if %p -> !relax.tensor<[n, 256], f32> {
    %c = relax.match_cast %b : !relax.tensor<[n, 256], f32> to !relax.tensor<[k, 256], f32> binds (k)
    %d = relax.call_tir @zip(%c, %b) : (!relax.tensor<[k, 256], f32>, !relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
    relax.yield %d : !relax.tensor<[n, 256], f32>
  } else {
    %d = relax.call_tir @map(%b) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
    relax.yield %d : !relax.tensor<[n, 256], f32>
  }
  %e = relax.call_tir @map(%y) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %f = relax.call_tir @map(%e) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %g = relax.call_tir @zip(%f, %a) : (!relax.tensor<[n, 256], f32>, !relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  relax.return %g : !relax.tensor<[n, 256], f32>
}

// A function such as log weighs as many multiply-adds as it takes their time: more here than the bytes that are read and written.
tir.func @log(%X: !tir.buffer<[a, 256], f32>, %Y: !tir.buffer<[a, 256], f32>) {
  tir.compute "log" (%i, %j) in [a, 256] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[a, 256], f32>
    %y = math.log %x : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[a, 256], f32>
  }
  tir.return
}
// CHECK-LABEL: relax.func @arithmetic(
// CHECK: relax.evict %a regenerate 1572864 : !relax.tensor<[n, 256], f32>
relax.func @arithmetic(%x: !relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32> {
  %a = relax.call_tir @log(%x) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %c = relax.call_tir @map(%b) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %d = relax.call_tir @map(%c) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %e = relax.call_tir @zip(%d, %a) : (!relax.tensor<[n, 256], f32>, !relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  relax.return %e : !relax.tensor<[n, 256], f32>
}

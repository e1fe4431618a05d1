// Types that loops carry, to a fixed point: a `?` of the entry becomes what every round brings.
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes > %t.1 && relax-opt %t.1 --relax-deduce-shapes > %t.2 && diff %t.1 %t.2
// RUN: relax-opt %s --relax-deduce-shapes --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// COUNT: 6  relax-deduce-shapes.loops-typed
// RUN: relax-run %s --entry=grows --compare=reference,compiled --input="x=2xf32=1 2" --input="i=i64=0" --input="three=i64=3" --input="one=i64=1" | FileCheck %s --check-prefix=GROWS
// RUN: relax-run %s --entry=state --compare=reference,compiled --input="h=2xf32=1 2" --input="w=2xf32=1 1" --input="i=i64=0" --input="three=i64=3" --input="one=i64=1" | FileCheck %s --check-prefix=STATE
// RUN: not relax-run %s --entry=state --mode=compiled --input="h=3xf32=1 2 3" --input="w=2xf32=1 1" --input="i=i64=0" --input="three=i64=3" --input="one=i64=1" 2>&1 | FileCheck %s --check-prefix=WRONG
// GROWS: result0 = dense<[1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 2.0]>
// STATE: result0 = dense<[4.0, 5.0]>
// WRONG: error:

// A state that keeps its extent has it, and the broadcast that an unknown one would need is not there.
// CHECK-LABEL: relax.func @state(
// CHECK-SAME: -> !relax.tensor<[n], f32>
// CHECK: relax.while (%a: !relax.tensor<[n], f32> = %h, %k: !relax.tensor<[], i64> = %i)
// CHECK-NOT: broadcast
// CHECK: relax.add %a, %w : !relax.tensor<[n], f32>
relax.func @state(%h: !relax.tensor<[n], f32>, %w: !relax.tensor<[n], f32>, %i: !relax.tensor<[], i64>, %three: !relax.tensor<[], i64>, %one: !relax.tensor<[], i64>) -> !relax.tensor<[?], f32> {
  %y, %j = relax.while (%a: !relax.tensor<[?], f32> = %h, %k: !relax.tensor<[], i64> = %i) : (!relax.tensor<[n], f32>, !relax.tensor<[], i64>) -> (!relax.tensor<[?], f32>, !relax.tensor<[], i64>) {
    %p = relax.less %k, %three : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
    relax.condition %p
  } do {
    %b = relax.add %a, %w : (!relax.tensor<[?], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
    %l = relax.add %k, %one : !relax.tensor<[], i64>
    relax.yield %b, %l : !relax.tensor<[?], f32>, !relax.tensor<[], i64>
  }
  relax.return %y : !relax.tensor<[?], f32>
}

// One that changes is a symbol of the region, and the result a symbol of the loop.
// CHECK-LABEL: relax.func @grows(
// CHECK: relax.while (%a: !relax.tensor<[n_0], f32> = %x, %k: !relax.tensor<[], i64> = %i) : (!relax.tensor<[n], f32>, !relax.tensor<[], i64>) -> (!relax.tensor<[n_1], f32>, !relax.tensor<[], i64>) binds (n_1)
// CHECK: relax.concat %a, %a axis 0 : (!relax.tensor<[n_0], f32>, !relax.tensor<[n_0], f32>) -> !relax.tensor<[2 * n_0], f32>
// CHECK: relax.return %y : !relax.tensor<[n_1], f32>
relax.func @grows(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[], i64>, %three: !relax.tensor<[], i64>, %one: !relax.tensor<[], i64>) -> !relax.tensor<[?], f32> {
  %y, %j = relax.while (%a: !relax.tensor<[?], f32> = %x, %k: !relax.tensor<[], i64> = %i) : (!relax.tensor<[n], f32>, !relax.tensor<[], i64>) -> (!relax.tensor<[?], f32>, !relax.tensor<[], i64>) {
    %p = relax.less %k, %three : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
    relax.condition %p
  } do {
    %b = relax.concat %a, %a axis 0 : (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>) -> !relax.tensor<[?], f32>
    %l = relax.add %k, %one : !relax.tensor<[], i64>
    relax.yield %b, %l : !relax.tensor<[?], f32>, !relax.tensor<[], i64>
  }
  relax.return %y : !relax.tensor<[?], f32>
}

// What one value becomes by another one takes a further round: %b changes because %a does.
// CHECK-LABEL: relax.func @chain(
// CHECK: relax.while (%a: !relax.tensor<[n_0, 4], f32> = %x, %b: !relax.tensor<[n_1, 4], f32> = %x)
relax.func @chain(%x: !relax.tensor<[n, 4], f32>, %row: !relax.tensor<[1, 4], f32>, %p: !relax.tensor<[], i1>) {
  relax.while (%a: !relax.tensor<[?, ?], f32> = %x, %b: !relax.tensor<[?, ?], f32> = %x) : (!relax.tensor<[n, 4], f32>, !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>) {
    relax.condition %p
  } do {
    %c = relax.concat %a, %row axis 0 : (!relax.tensor<[?, ?], f32>, !relax.tensor<[1, 4], f32>) -> !relax.tensor<[?, 4], f32>
    relax.yield %c, %a : !relax.tensor<[?, 4], f32>, !relax.tensor<[?, ?], f32>
  }
  relax.return
}

// No rank is a rank, if every round keeps it; else nothing is said.
// CHECK-LABEL: relax.func @ranks(
// CHECK: relax.while (%a: !relax.tensor<[2, n], f32> = %x, %b: !relax.tensor<*, f32> = %x)
relax.func @ranks(%x: !relax.tensor<[2, n], f32>, %one: !relax.tensor<[1], i64>, %t: !relax.tensor<[?], i64>, %p: !relax.tensor<[], i1>) {
  relax.while (%a: !relax.tensor<*, f32> = %x, %b: !relax.tensor<*, f32> = %x) : (!relax.tensor<[2, n], f32>, !relax.tensor<[2, n], f32>) -> (!relax.tensor<*, f32>, !relax.tensor<*, f32>) {
    relax.condition %p
  } do {
    %c = relax.relu %a : !relax.tensor<*, f32>
    %d = relax.reshape %b to %t : (!relax.tensor<*, f32>, !relax.tensor<[?], i64>) -> !relax.tensor<*, f32>
    relax.yield %c, %d : !relax.tensor<*, f32>, !relax.tensor<*, f32>
  }
  relax.return
}

// A loop in a loop; what the text says stays as it is.
// CHECK-LABEL: relax.func @nested(
// CHECK: relax.while (%a: !relax.tensor<[n], f32> = %x)
// CHECK: relax.while (%b: !relax.tensor<[t], f32> = %a)
relax.func @nested(%x: !relax.tensor<[n], f32>, %p: !relax.tensor<[], i1>) {
  relax.while (%a: !relax.tensor<[?], f32> = %x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> {
    relax.condition %p
  } do {
    %y = relax.while (%b: !relax.tensor<[t], f32> = %a) : (!relax.tensor<[?], f32>) -> !relax.tensor<[?], f32> {
      relax.condition %p
    } do {
      relax.yield %b : !relax.tensor<[t], f32>
    }
    %r = relax.relu %a : !relax.tensor<[?], f32>
    relax.yield %r : !relax.tensor<[?], f32>
  }
  relax.return
}

// Extent 0 in the beginning is no reason to stay there.
// CHECK-LABEL: relax.func @empty(
// CHECK: relax.while (%a: !relax.tensor<[t, 4], f32> = %x)
relax.func @empty(%x: !relax.tensor<[0, 4], f32>, %row: !relax.tensor<[1, 4], f32>, %p: !relax.tensor<[], i1>) {
  relax.while (%a: !relax.tensor<[?, 4], f32> = %x) : (!relax.tensor<[0, 4], f32>) -> !relax.tensor<[?, 4], f32> {
    relax.condition %p
  } do {
    %b = relax.append %a, %row at 0 : (!relax.tensor<[?, 4], f32>, !relax.tensor<[1, 4], f32>) -> !relax.tensor<[?, 4], f32>
    relax.yield %b : !relax.tensor<[?, 4], f32>
  }
  relax.return
}

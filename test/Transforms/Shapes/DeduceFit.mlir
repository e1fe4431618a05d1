// Nimble's sub-shaping: what says more passes where less is asked for; the other way deduction writes a relax.match_cast.
// RUN: relax-opt %s --relax-deduce-shapes --split-input-file | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes --split-input-file | relax-opt - --relax-check-well-formed --split-input-file -o /dev/null

// At a call: shapes, which bind what they are asked for, and tuples, part by part.
// CHECK-LABEL: relax.func @call(
relax.func private @shape(%s: !relax.shape<[k, 4]>, %x: !relax.tensor<[k, 4], f32>) -> !relax.shape<[4, k]> {
  %r = relax.shape given (%x : !relax.tensor<[k, 4], f32>) : !relax.shape<[4, k]>
  relax.return %r : !relax.shape<[4, k]>
}
relax.func private @tuple(%t: tuple<!relax.tensor<[k, 4], f32>, !relax.tensor<[k], f32>, tuple<!relax.shape<[k]>>>) {
  relax.return
}
relax.func @call(%s: !relax.shape<[?, ?]>, %x: !relax.tensor<[n, ?], f32>, %t: tuple<!relax.tensor<[?, ?], f32>, !relax.tensor<[n], f32>, tuple<!relax.shape<*>>>) -> !relax.shape<[4, ?]> {
  // CHECK: %[[S:.*]] = relax.match_cast %s : !relax.shape<[?, ?]> to !relax.shape<[n, 4]> given
  // CHECK: %[[X:.*]] = relax.match_cast %x : !relax.tensor<[n, ?], f32> to !relax.tensor<[n, 4], f32>
  // CHECK: relax.call @shape(%[[S]], %[[X]])
  %r = relax.call @shape(%s, %x) : (!relax.shape<[?, ?]>, !relax.tensor<[n, ?], f32>) -> !relax.shape<[4, ?]>
  // CHECK: %[[P:.*]] = relax.tuple_get %t at 0
  // CHECK: %[[A:.*]] = relax.match_cast %[[P]] : !relax.tensor<[?, ?], f32> to !relax.tensor<[n, 4], f32>
  // CHECK: %[[B:.*]] = relax.tuple_get %t at 1
  // CHECK: %[[T:.*]] = relax.tuple_get %t at 2
  // CHECK: %[[Q:.*]] = relax.tuple_get %[[T]] at 0
  // CHECK: %[[C:.*]] = relax.match_cast %[[Q]] : !relax.shape<*> to !relax.shape<[n]>
  // CHECK: %[[U:.*]] = relax.tuple %[[C]]
  // CHECK: %[[V:.*]] = relax.tuple %[[A]], %[[B]], %[[U]]
  // CHECK: relax.call @tuple(%[[V]])
  relax.call @tuple(%t) : (tuple<!relax.tensor<[?, ?], f32>, !relax.tensor<[n], f32>, tuple<!relax.shape<*>>>) -> ()
  relax.return %r : !relax.shape<[4, ?]>
}

// -----

// A symbol of the callee that no operand says gets a name, by the first check.
// CHECK-LABEL: relax.func @named(
relax.func private @pair(%t: tuple<!relax.tensor<[k], f32>, !relax.tensor<[k], f32>>) {
  relax.return
}
relax.func @named(%t: tuple<!relax.tensor<[?], f32>, !relax.tensor<[?], f32>>) {
  // CHECK: relax.match_cast %{{.*}} : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k)
  // CHECK: relax.match_cast %{{.*}} : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> given
  // CHECK: relax.call @pair
  relax.call @pair(%t) : (tuple<!relax.tensor<[?], f32>, !relax.tensor<[?], f32>>) -> ()
  relax.return
}

// -----

// At the edges of regions: what a branch yields, what a loop begins and goes on with, what an arm yields, and what a function returns.
// CHECK-LABEL: relax.func @branch(
relax.func @branch(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[?], f32>) -> !relax.tensor<[n], f32> {
  %z = relax.if %p -> !relax.tensor<[n], f32> {
    relax.yield %x : !relax.tensor<[n], f32>
  } else {
    // CHECK: %[[Y:.*]] = relax.match_cast %y : !relax.tensor<[?], f32> to !relax.tensor<[n], f32> given
    // CHECK-NEXT: relax.yield %[[Y]] : !relax.tensor<[n], f32>
    relax.yield %y : !relax.tensor<[?], f32>
  }
  relax.return %z : !relax.tensor<[n], f32>
}

// CHECK-LABEL: relax.func @loop(
relax.func @loop(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n, ?], f32>, %w: !relax.tensor<[?, ?], f32>) -> !relax.tensor<[n, 4], f32> {
  // CHECK: %[[X:.*]] = relax.match_cast %x : !relax.tensor<[n, ?], f32> to !relax.tensor<[n, 4], f32>
  // CHECK: relax.while (%a: !relax.tensor<[n, 4], f32> = %[[X]])
  %y = relax.while (%a: !relax.tensor<[n, 4], f32> = %x) : (!relax.tensor<[n, ?], f32>) -> !relax.tensor<[n, 4], f32> {
    relax.condition %p
  } do {
    // CHECK: %[[W:.*]] = relax.match_cast %w : !relax.tensor<[?, ?], f32> to !relax.tensor<[n, 4], f32>
    // CHECK: relax.yield %[[W]]
    relax.yield %w : !relax.tensor<[?, ?], f32>
  }
  relax.return %y : !relax.tensor<[n, 4], f32>
}

// CHECK-LABEL: relax.func @arms(
relax.func @arms(%x: !relax.tensor<[n, ?], f32>) -> !relax.tensor<[n, 4], f32> {
  %y = relax.dispatch (%x) : (!relax.tensor<[n, ?], f32>) -> !relax.tensor<[n, 4], f32> {
    when (n == 8) (%a: !relax.tensor<[8, ?], f32>) {
      // CHECK: relax.match_cast %a : !relax.tensor<[8, ?], f32> to !relax.tensor<[8, 4], f32>
      relax.yield %a : !relax.tensor<[8, ?], f32>
    }
    else (%a: !relax.tensor<[n, ?], f32>) {
      // CHECK: relax.match_cast %a : !relax.tensor<[n, ?], f32> to !relax.tensor<[n, 4], f32>
      relax.yield %a : !relax.tensor<[n, ?], f32>
    }
  }
  // CHECK-NOT: relax.match_cast
  relax.return %y : !relax.tensor<[n, 4], f32>
}

// CHECK-LABEL: relax.func @result(
relax.func @result(%x: !relax.tensor<[n, ?], f32>, %t: tuple<!relax.tensor<[?], f32>>, %y: !relax.tensor<[?], f32>)
    -> (!relax.tensor<[n, 4], f32>, tuple<!relax.tensor<[n], f32>>, !relax.tensor<[?], f32>) {
  // CHECK: relax.match_cast %x : !relax.tensor<[n, ?], f32> to !relax.tensor<[n, 4], f32>
  // CHECK: relax.match_cast %{{.*}} : !relax.tensor<[?], f32> to !relax.tensor<[n], f32>
  // CHECK: relax.return %{{.*}}, %{{.*}}, %y
  relax.return %x, %t, %y : !relax.tensor<[n, ?], f32>, tuple<!relax.tensor<[?], f32>>, !relax.tensor<[?], f32>
}

// -----

// What says more needs none.
// CHECK-LABEL: relax.func @more(
// CHECK-NOT: relax.match_cast
relax.func @more(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[4], f32>) -> !relax.tensor<[?], f32> {
  %z = relax.if %p -> !relax.tensor<[?], f32> {
    relax.yield %x : !relax.tensor<[4], f32>
  } else {
    relax.yield %x : !relax.tensor<[4], f32>
  }
  relax.return %z : !relax.tensor<[?], f32>
}

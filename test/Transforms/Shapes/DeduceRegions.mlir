// Deduction through branches, loops and versions.
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes > %t.1 && relax-opt %t.1 --relax-deduce-shapes > %t.2 && diff %t.1 %t.2

// The growing cache: what holds at the entry is proved for the first round and for the next one; what is ensured, of the last.
// CHECK-LABEL: relax.func @grow(
// CHECK-SAME: -> !relax.tensor<[?, 64], f32>
relax.func @grow(%kv0: !relax.tensor<[s, 64], f32>, %row: !relax.tensor<[1, 64], f32>, %p: !relax.tensor<[], i1>) -> !relax.tensor<[?, ?], f32> {
  // CHECK-NEXT: %kv = relax.while (%a: !relax.tensor<[t, 64], f32> = %kv0) : (!relax.tensor<[s, 64], f32>) -> !relax.tensor<[e, 64], f32> binds (e) where (s <= t) ensures (s <= e) {
  // CHECK-NEXT:   relax.condition %p
  // CHECK-NEXT: } do {
  // CHECK-NEXT:   %b = relax.append %a, %row at 0 : (!relax.tensor<[t, 64], f32>, !relax.tensor<[1, 64], f32>) -> !relax.tensor<[t + 1, 64], f32>
  // CHECK-NEXT:   relax.yield %b : !relax.tensor<[t + 1, 64], f32>
  // CHECK-NEXT: }
  %kv = relax.while (%a: !relax.tensor<[t, 64], f32> = %kv0) : (!relax.tensor<[s, 64], f32>) -> !relax.tensor<[e, ?], f32>
      binds (e) where (s <= t) ensures (s <= e) { relax.condition %p } do {
    %b = relax.append %a, %row at 0 : (!relax.tensor<[t, 64], f32>, !relax.tensor<[1, 64], f32>) -> !relax.tensor<[?, 64], f32>
    relax.yield %b : !relax.tensor<[?, 64], f32> }
  // The promise holds behind the loop: nothing is checked here.
  // CHECK-NEXT: relax.call @atLeast
  relax.call @atLeast(%kv0, %kv) : (!relax.tensor<[s, 64], f32>, !relax.tensor<[e, ?], f32>) -> ()
  // CHECK-NEXT: relax.return %kv : !relax.tensor<[e, 64], f32>
  relax.return %kv : !relax.tensor<[e, ?], f32>
}
relax.func private @atLeast(%x: !relax.tensor<[a, ?], f32>, %y: !relax.tensor<[b, ?], f32>) where (a <= b) {
  relax.return
}

// What is not proved is checked where values enter: before the loop, at the yield; and behind it for what is ensured.
// CHECK-LABEL: relax.func @checked(
relax.func @checked(%x: !relax.tensor<[s], f32>, %p: !relax.tensor<[], i1>) {
  // CHECK: relax.check(s <= 9) of "relax.while"
  // CHECK-NEXT: relax.while
  %y = relax.while (%a: !relax.tensor<[t], f32> = %x) : (!relax.tensor<[s], f32>) -> !relax.tensor<[e], f32> binds (e) where (t <= 9) ensures (e mod 2 == 0) {
    relax.condition %p
  } do {
    // CHECK: %b = relax.concat
    // CHECK: relax.check(2 * t <= 9) of "relax.while"
    // CHECK-NEXT: relax.yield
    %b = relax.concat %a, %a axis 0 : (!relax.tensor<[t], f32>, !relax.tensor<[t], f32>) -> !relax.tensor<[2 * t], f32>
    relax.yield %b : !relax.tensor<[2 * t], f32>
  }
  // CHECK: relax.check(e mod 2 == 0) of "relax.while"
  // CHECK-NEXT: relax.call @small
  relax.call @small(%y) : (!relax.tensor<[e], f32>) -> ()
  relax.return
}
relax.func private @small(%x: !relax.tensor<[n], f32>) where (n mod 2 == 0, n <= 9) {
  relax.return
}

// The least common type of what both regions yield; what they bind stays inside.
// CHECK-LABEL: relax.func @join(
relax.func @join(%x: !relax.tensor<[n, m, ?], f32>, %p: !relax.tensor<[], i1>) {
  // CHECK-NEXT: relax.if %p -> !relax.tensor<[n, ?, ?], f32> {
  %y = relax.if %p -> !relax.tensor<*, f32> {
    // CHECK-NEXT: relax.relu %x : !relax.tensor<[n, m, ?], f32>
    %a = relax.relu %x : (!relax.tensor<[n, m, ?], f32>) -> !relax.tensor<[?, ?, ?], f32>
    relax.yield %a : !relax.tensor<[?, ?, ?], f32>
  } else {
    %b = relax.match_cast %x : !relax.tensor<[n, m, ?], f32> to !relax.tensor<[n, 2 * m, k], f32> binds (k)
    relax.yield %b : !relax.tensor<[n, 2 * m, k], f32>
  }
  relax.return
}

// Regions that yield two ranks leave none, whichever comes first.
// CHECK-LABEL: relax.func @ranks(
relax.func @ranks(%x: !relax.tensor<[], f32>, %z: !relax.tensor<[1], f32>, %p: !relax.tensor<[], i1>) {
  // CHECK-NEXT: relax.if %p -> (!relax.tensor<*, f32>, !relax.tensor<*, f32>) {
  %a, %b = relax.if %p -> (!relax.tensor<*, f32>, !relax.tensor<*, f32>) {
    relax.yield %x, %z : !relax.tensor<[], f32>, !relax.tensor<[1], f32>
  } else {
    relax.yield %z, %x : !relax.tensor<[1], f32>, !relax.tensor<[], f32>
  }
  relax.return
}

// A branch's own clause: proved in one region, checked in the other.
// CHECK-LABEL: relax.func @clause(
relax.func @clause(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>, %p: !relax.tensor<[], i1>) {
  // CHECK-NEXT: relax.if
  %z = relax.if %p -> !relax.tensor<[e], f32> binds (e) where (e <= n) {
    // CHECK-NEXT: relax.yield %x
    relax.yield %x : !relax.tensor<[n], f32>
  } else {
    // CHECK: relax.check(m <= n) of "relax.if"
    // CHECK-NEXT: relax.yield %y
    relax.yield %y : !relax.tensor<[m], f32>
  }
  relax.return
}

// A guard holds in its arm only.
relax.func private @even(%x: !relax.tensor<[n], f32>) where (n mod 2 == 0) {
  relax.return
}
// CHECK-LABEL: relax.func @guards(
relax.func @guards(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> {
  // CHECK: relax.dispatch (%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> {
  %y = relax.dispatch (%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> {
    // CHECK-NEXT: when (n mod 4 == 0)
    when (n mod 4 == 0) (%a: !relax.tensor<[n], f32>) {
      // CHECK-NEXT: relax.call @even
      relax.call @even(%a) : (!relax.tensor<[n], f32>) -> ()
      relax.yield %a : !relax.tensor<[n], f32>
    }
    // CHECK: else
    else (%a: !relax.tensor<[n], f32>) {
      // CHECK: relax.check(n mod 2 == 0) of "@even"
      // CHECK-NEXT: relax.call @even
      relax.call @even(%a) : (!relax.tensor<[n], f32>) -> ()
      %b = relax.concat %a, %a axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[2 * n], f32>
      relax.yield %b : !relax.tensor<[2 * n], f32>
    }
  }
  relax.return %y : !relax.tensor<[?], f32>
}

// What goes into a tuple comes out, with the type that it has by then.
// CHECK-LABEL: relax.func @tuples(
// CHECK: %a = relax.relu %x : !relax.tensor<[n], f32>
// CHECK: relax.return %a : !relax.tensor<[n], f32>
relax.func @tuples(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> {
  %a = relax.relu %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  %t = relax.tuple %x, %a : (!relax.tensor<[n], f32>, !relax.tensor<[?], f32>) -> tuple<!relax.tensor<[n], f32>, !relax.tensor<[?], f32>>
  %b = relax.tuple_get %t at 1 : (tuple<!relax.tensor<[n], f32>, !relax.tensor<[?], f32>>) -> !relax.tensor<[?], f32>
  relax.return %b : !relax.tensor<[?], f32>
}

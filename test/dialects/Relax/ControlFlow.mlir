// Branches, loops and versions: every form of the text says the same.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// The growing cache of docs/language/control-flow.md. `t` is one round's extent, `e` the last one.
// CHECK-LABEL: relax.func @grow(
relax.func @grow(%kv0: !relax.tensor<[s, 64], f32>, %row: !relax.tensor<[1, 64], f32>, %p: !relax.tensor<[], i1>) -> !relax.tensor<[?, 64], f32> {
  // CHECK-NEXT: %kv = relax.while (%a: !relax.tensor<[t, 64], f32> = %kv0) : (!relax.tensor<[s, 64], f32>) -> !relax.tensor<[e, 64], f32> binds (e) where (s <= t) ensures (s <= e) {
  // CHECK-NEXT:   relax.condition %p
  // CHECK-NEXT: } do {
  // CHECK-NEXT:   %b = relax.append %a, %row at 0 : (!relax.tensor<[t, 64], f32>, !relax.tensor<[1, 64], f32>) -> !relax.tensor<[t + 1, 64], f32>
  // CHECK-NEXT:   relax.yield %b : !relax.tensor<[t + 1, 64], f32>
  // CHECK-NEXT: }
  // GENERIC: "relax.while"(%kv0) <{binds = ["e"], facts = [#sym.fact<le s, e>], invariant = [#sym.fact<le s, t>]}> ({
  // GENERIC-NEXT: ^bb0(%a: !relax.tensor<[t, 64], f32>):
  %kv = relax.while (%a: !relax.tensor<[t, 64], f32> = %kv0) : (!relax.tensor<[s, 64], f32>) -> !relax.tensor<[e, 64], f32>
      binds (e) where (s <= t) ensures (s <= e) { relax.condition %p } do {
    %b = relax.append %a, %row at 0 : (!relax.tensor<[t, 64], f32>, !relax.tensor<[1, 64], f32>) -> !relax.tensor<[t + 1, 64], f32>
    relax.yield %b : !relax.tensor<[t + 1, 64], f32> }
  relax.return %kv : !relax.tensor<[e, 64], f32>
}

// An extent that no round changes is a use of what is in scope; nothing has to be named; no value has to go round.
// CHECK-LABEL: relax.func @plain_loops(
relax.func @plain_loops(%x: !relax.tensor<[n, 0], f32>, %u: !relax.tensor<[?], f32>, %p: !relax.tensor<[], i1>) {
  // CHECK: relax.while (%a: !relax.tensor<[n, 0], f32> = %x, %b: !relax.tensor<[t], f32> = %u) : (!relax.tensor<[n, 0], f32>, !relax.tensor<[?], f32>) -> (!relax.tensor<[n, 0], f32>, !relax.tensor<[?], f32>) {
  %y:2 = relax.while (%a: !relax.tensor<[n, 0], f32> = %x, %b: !relax.tensor<[t], f32> = %u) : (!relax.tensor<[n, 0], f32>, !relax.tensor<[?], f32>) -> (!relax.tensor<[n, 0], f32>, !relax.tensor<[?], f32>) {
    relax.condition %p
  } do {
    // One round binds for both regions; the body sees the values of the condition.
    %c = relax.add %b, %b : !relax.tensor<[t], f32>
    %d = relax.add %a, %x : !relax.tensor<[n, 0], f32>
    relax.yield %d, %c : !relax.tensor<[n, 0], f32>, !relax.tensor<[t], f32>
  }
  // Types that are all those of the arguments are said once.
  // CHECK: relax.while (%a: !relax.tensor<[n, 0], f32> = %x) {
  %once = relax.while (%a: !relax.tensor<[n, 0], f32> = %x) {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[n, 0], f32>
  }
  // CHECK: relax.while (%a: !relax.tensor<[n, 0], f32> = %x) {
  %again = relax.while (%a: !relax.tensor<[n, 0], f32> = %x) : (!relax.tensor<[n, 0], f32>) -> !relax.tensor<[n, 0], f32> {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[n, 0], f32>
  }
  // CHECK: relax.while () attributes {note = "nothing"} {
  relax.while () : () -> () attributes {note = "nothing"} {
    relax.condition %p
  } do {
    relax.yield
  }
  relax.return
}

// CHECK-LABEL: relax.func @versions(
relax.func @versions(%x: !relax.tensor<[n, 768], f32>) -> !relax.tensor<[n, 768], f32> {
  // CHECK-NEXT: %y = relax.dispatch (%x) : (!relax.tensor<[n, 768], f32>) -> !relax.tensor<[n, 768], f32> {
  // CHECK-NEXT:   when (n == 128) (%a: !relax.tensor<[128, 768], f32>) {
  // CHECK-NEXT:     relax.yield %a : !relax.tensor<[128, 768], f32>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   when (n mod 16 == 0, 513 <= n) (%a: !relax.tensor<[n, 768], f32>) {
  // CHECK-NEXT:     %b = relax.relu %a : !relax.tensor<[n, 768], f32>
  // CHECK-NEXT:     relax.yield %b : !relax.tensor<[n, 768], f32>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   else (%a: !relax.tensor<[n, 768], f32>) {
  // CHECK-NEXT:     relax.yield %a : !relax.tensor<[n, 768], f32>
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // GENERIC: "relax.dispatch"(%x) <{guards = {{\[}}[#sym.fact<eq n, 128>], [#sym.fact<eq n mod 16, 0>, #sym.fact<le 513, n>]]}> ({
  %y = relax.dispatch (%x) : (!relax.tensor<[n, 768], f32>) -> !relax.tensor<[n, 768], f32> {
    when (n == 128) (%a: !relax.tensor<[128, 768], f32>) { relax.yield %a : !relax.tensor<[128, 768], f32> }
    when (n mod 16 == 0, n > 512) (%a: !relax.tensor<[n, 768], f32>) {
      %b = relax.relu %a : !relax.tensor<[n, 768], f32>
      relax.yield %b : !relax.tensor<[n, 768], f32>
    }
    else (%a: !relax.tensor<[n, 768], f32>) { relax.yield %a : !relax.tensor<[n, 768], f32> } }
  relax.return %y : !relax.tensor<[n, 768], f32>
}

// What a guard's equations say may stand in the types of the arm; an arm names what the operand does not know;
// an 'else' alone is a dispatch, too.
// CHECK-LABEL: relax.func @equations(
relax.func @equations(%x: !relax.tensor<[n, m], f32>, %k: !relax.tensor<[k], f32>, %u: !relax.tensor<[?], f32>) {
  // CHECK: when (n == 4 * k, m in {3}, likely n == 8) (%{{.*}}: !relax.tensor<[4 * k, 3], f32>, %l: !relax.tensor<[k], f32>) {
  %y = relax.dispatch (%x, %k) : (!relax.tensor<[n, m], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[n, m], f32> {
    when (n == 4 * k, m in {3}, likely n == 8) (%x: !relax.tensor<[4 * k, 3], f32>, %l: !relax.tensor<[k], f32>) {
      relax.yield %x : !relax.tensor<[4 * k, 3], f32>
    }
    else (%a: !relax.tensor<[n, m], f32>, %l: !relax.tensor<*, f32>) {
      relax.yield %a : !relax.tensor<[n, m], f32>
    }
  }
  // CHECK: -> !relax.tensor<[v], f32> binds (v) where (v <= k) {
  // CHECK-NEXT: else (%a: !relax.tensor<[w], f32>, %b: !relax.tensor<[k], f32>) {
  %z = relax.dispatch (%u, %k) : (!relax.tensor<[?], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[v], f32> binds (v) where (v <= k) {
    else (%a: !relax.tensor<[w], f32>, %b: !relax.tensor<[k], f32>) {
      relax.yield %a : !relax.tensor<[w], f32>
    }
  }
  relax.return
}

// Both regions of a branch see the values around it; each yields an extent of its own.
// CHECK-LABEL: relax.func @branches(
relax.func @branches(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) {
  // CHECK-NEXT: relax.if %p -> (!relax.tensor<[e], f32>, !relax.tensor<[?], f32>) binds (e) where (e <= m + n) {
  // CHECK-NEXT:   relax.yield %x, %x : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %c = relax.concat
  // CHECK-NEXT:   relax.yield %c, %y : !relax.tensor<[m + n], f32>, !relax.tensor<[m], f32>
  // CHECK-NEXT: }
  %z:2 = relax.if %p -> (!relax.tensor<[e], f32>, !relax.tensor<[?], f32>) binds (e) where (e <= n + m) {
    relax.yield %x, %x : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
  } else {
    %c = relax.concat %x, %y axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[m + n], f32>
    relax.yield %c, %y : !relax.tensor<[m + n], f32>, !relax.tensor<[m], f32>
  }
  // CHECK: relax.if %p {
  // CHECK-NEXT: relax.yield
  relax.if %p {
    relax.yield
  } else {
    relax.yield
  }
  // A literal is an extent like others.
  // CHECK: relax.if %p -> !relax.tensor<[1], f32> attributes {note = "one"} {
  %w = relax.if %p -> !relax.tensor<[1], f32> attributes {note = "one"} {
    %a = relax.constant dense<1.0> : tensor<1xf32>
    relax.yield %a : !relax.tensor<[1], f32>
  } else {
    %a = relax.constant dense<2.0> : tensor<1xf32>
    relax.yield %a : !relax.tensor<[1], f32>
  }
  relax.return
}

// Regions in regions; the symbol of a round is in scope in the branch.
// CHECK-LABEL: relax.func @nested(
relax.func @nested(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>) {
  %y = relax.while (%a: !relax.tensor<[t], f32> = %x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[e], f32> binds (e) {
    relax.condition %p
  } do {
    %b = relax.if %p -> !relax.tensor<[t + n], f32> {
      // CHECK: relax.concat %a, %x axis 0 : (!relax.tensor<[t], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n + t], f32>
      %c = relax.concat %a, %x axis 0 : (!relax.tensor<[t], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[t + n], f32>
      relax.yield %c : !relax.tensor<[t + n], f32>
    } else {
      %d = relax.append %a, %x at 0 : (!relax.tensor<[t], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[t + n], f32>
      relax.yield %d : !relax.tensor<[t + n], f32>
    }
    // The inner loop's own symbol, and a use of the outer one.
    // CHECK: relax.while (%c: !relax.tensor<[i, t], f32> = %{{.*}}) : (!relax.tensor<[t, t], f32>) -> !relax.tensor<[?, t], f32> {
    %o = relax.matmul %a, %a : (!relax.tensor<[t], f32>, !relax.tensor<[t], f32>) -> !relax.tensor<[], f32>
    %m = relax.broadcast_to %a : (!relax.tensor<[t], f32>) -> !relax.tensor<[t, t], f32>
    %z = relax.while (%c: !relax.tensor<[i, t], f32> = %m) : (!relax.tensor<[t, t], f32>) -> !relax.tensor<[?, t], f32> {
      relax.condition %p
    } do {
      %d = relax.append %c, %m at 0 : (!relax.tensor<[i, t], f32>, !relax.tensor<[t, t], f32>) -> !relax.tensor<[i + t, t], f32>
      relax.yield %d : !relax.tensor<[i + t, t], f32>
    }
    relax.yield %b : !relax.tensor<[t + n], f32>
  }
  relax.return
}

// RUN: relax-opt %s --relax-merge-symbols | FileCheck %s
// RUN: relax-opt %s --relax-merge-symbols --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// RUN: relax-opt %s --relax-merge-symbols | relax-opt - --relax-merge-symbols --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=AGAIN

// COUNT-DAG: {{^ +}}11  relax-merge-symbols.symbols-merged
// COUNT-DAG: {{^ +}}2  relax-merge-symbols.checks-added
// AGAIN: {{^ +}}0  relax-merge-symbols.symbols-merged

// Of two equal symbols the one that is bound first stays; the other facts stay too, once.
// CHECK-LABEL: relax.func @equal(
// CHECK-SAME:      %x: !relax.tensor<[n, 3], f32>, %y: !relax.tensor<[n, 2 * n], f32>)
// CHECK-SAME:      -> !relax.tensor<[n, 2 * n], f32> where (n <= 8, likely n == 4)
// CHECK-NEXT:   relax.exp %y : !relax.tensor<[n, 2 * n], f32>
relax.func @equal(%x: !relax.tensor<[n, 3], f32>, %y: !relax.tensor<[m, m + n], f32>) -> !relax.tensor<[m, n + m], f32>
    where (n <= 8, n == m, m <= 8, likely m == 4) {
  %e = relax.exp %y : !relax.tensor<[m, m + n], f32>
  relax.return %e : !relax.tensor<[m, n + m], f32>
}

// An expression, a literal (also 0 and 1), and what two facts say together.
// CHECK-LABEL: relax.func @expression(
// CHECK-SAME:      %x: !relax.tensor<[4 * k], f32>, %y: !relax.tensor<[k], f32>) -> !relax.tensor<[5 * k], f32> {
relax.func @expression(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[k], f32>) -> !relax.tensor<[n + k], f32> where (n == 4 * k) {
  // CHECK-NEXT: relax.concat %x, %y axis 0 : (!relax.tensor<[4 * k], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[5 * k], f32>
  %c = relax.concat %x, %y axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[n + k], f32>
  relax.return %c : !relax.tensor<[n + k], f32>
}
// CHECK-LABEL: relax.func @literals(
// CHECK-SAME:      %x: !relax.tensor<[0, 1], f32>) -> !relax.tensor<[0, 1], f32> {
relax.func @literals(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32> where (n == 0, m == n + 1) {
  relax.return %x : !relax.tensor<[n, m], f32>
}
// CHECK-LABEL: relax.func @together(
// CHECK-SAME:      %x: !relax.tensor<[n, n], f32>) {
relax.func @together(%x: !relax.tensor<[n, m], f32>) where (n <= m, m <= n) {
  relax.return
}

// m - 1 could be negative, but n + 1 cannot: the other one goes.
// CHECK-LABEL: relax.func @direction(
// CHECK-SAME:      %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n + 1], f32>) {
relax.func @direction(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) where (n == m - 1) {
  relax.return
}

// Nothing to solve: a product, a multiple, a hint, a symbol inside of a division.
// CHECK-LABEL: relax.func @stays(
// CHECK-SAME:      %x: !relax.tensor<[n, m, p, q], f32>) where (m * n == p * q, 2 * n == 3 * m, p floordiv 2 == q floordiv 3, likely n == 4) {
relax.func @stays(%x: !relax.tensor<[n, m, p, q], f32>) where (n * m == p * q, 2 * n == 3 * m, p floordiv 2 == q floordiv 3, likely n == 4) {
  relax.return
}

// A check binds nothing that its own clause says.
// CHECK-LABEL: relax.func @check(
// CHECK:        relax.match_cast %x : !relax.tensor<[?, ?], f32> to !relax.tensor<[n, q], f32> binds (q) where (q <= n) given (%y : !relax.tensor<[n], f32>)
relax.func @check(%x: !relax.tensor<[?, ?], f32>, %y: !relax.tensor<[n], f32>) -> !relax.tensor<[?, ?], f32> {
  %c = relax.match_cast %x : !relax.tensor<[?, ?], f32> to !relax.tensor<[p, q], f32> binds (p, q) where (p == n, q <= p) given (%y : !relax.tensor<[n], f32>)
  // CHECK-NEXT: relax.exp %c : !relax.tensor<[n, q], f32>
  %e = relax.exp %c : !relax.tensor<[p, q], f32>
  relax.return %e : !relax.tensor<[p, q], f32>
}

// Symbols of other functions are others, and calls get the checks that they need.
// CHECK-LABEL: relax.func private @callee(
// CHECK-SAME:      %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
relax.func private @callee(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> where (n == m) {
  relax.return %y : !relax.tensor<[m], f32>
}
// CHECK-LABEL: relax.func @caller(
// CHECK-SAME:      %a: !relax.tensor<[m], f32>, %b: !relax.tensor<[n], f32>, %c: !relax.tensor<[?], f32>) -> !relax.tensor<[n], f32> {
relax.func @caller(%a: !relax.tensor<[m], f32>, %b: !relax.tensor<[n], f32>, %c: !relax.tensor<[?], f32>) -> !relax.tensor<[n], f32> {
  // CHECK: %[[S:.*]] = relax.shape_of %a
  // CHECK-NEXT: %[[B:.*]] = relax.match_cast %b : !relax.tensor<[n], f32> to !relax.tensor<[m], f32> given (%[[S]] : !relax.shape<[m]>)
  // CHECK-NEXT: %[[R:.*]] = relax.call @callee(%a, %[[B]]) : (!relax.tensor<[m], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>
  // CHECK-NEXT: %[[T:.*]] = relax.shape_of %b
  // CHECK-NEXT: relax.match_cast %[[R]] : !relax.tensor<[m], f32> to !relax.tensor<[n], f32> given (%[[T]] : !relax.shape<[n]>)
  %d = relax.call @callee(%a, %b) : (!relax.tensor<[m], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %e = relax.call @callee(%d, %d) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %e : !relax.tensor<[n], f32>
}

// A check binds symbols to extents that its operand has: they are other names of them, so both operands of the sum have the
// same. An unknown extent still gets its name.
// CHECK-LABEL: relax.func @bound
// CHECK-NOT: binds (n{{(_0)?}})
// CHECK: relax.add {{.*}} : !relax.tensor<[s, 64], f32>
// CHECK: relax.match_cast {{.*}} to !relax.tensor<[k, 2 * s + 1], f32> binds (k)
relax.func @bound(%x: !relax.tensor<[s, 64], f32>, %y: !relax.tensor<[?, 2 * s + 1], f32>) -> !relax.tensor<[?, 64], f32> {
  %a = relax.negative %x : !relax.tensor<[s, 64], f32>
  %b = relax.match_cast %a : !relax.tensor<[s, 64], f32> to !relax.tensor<[n, 64], f32> binds (n)
  %c = relax.match_cast %b : !relax.tensor<[n, 64], f32> to !relax.tensor<[n_0, 64], f32> binds (n_0)
  %d = relax.match_cast %x : !relax.tensor<[s, 64], f32> to !relax.tensor<[n_0, 64], f32> given (%c : !relax.tensor<[n_0, 64], f32>)
  %e = relax.add %c, %d : !relax.tensor<[n_0, 64], f32>
  %f = relax.match_cast %y : !relax.tensor<[?, 2 * s + 1], f32> to !relax.tensor<[k, m], f32> binds (k, m)
  %g = relax.match_cast %e : !relax.tensor<[n_0, 64], f32> to !relax.tensor<[?, 64], f32>
  relax.return %g : !relax.tensor<[?, 64], f32>
}

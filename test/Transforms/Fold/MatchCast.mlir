// RUN: relax-opt %s --relax-fold-match-cast --split-input-file | FileCheck %s
// RUN: relax-opt %s --relax-fold-match-cast --split-input-file --counters 2>&1 | FileCheck %s --check-prefix=COUNT

// COUNT: 8 relax-fold-match-cast.casts-folded
// COUNT: 4 relax-fold-match-cast.symbols-replaced
// COUNT: 6 relax-fold-match-cast.casts-kept

// A bound symbol is the extent that its input has, also in types, clauses and facts behind.
// CHECK-LABEL: relax.func @bound(
// CHECK-NEXT: %a = relax.concat %x, %x axis 0 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[2 * n, 4], f32>
// CHECK-NEXT: %c = relax.concat %a, %x axis 0 : (!relax.tensor<[2 * n, 4], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[3 * n, 4], f32>
// CHECK-NEXT: %u = relax.nonzero %c : (!relax.tensor<[3 * n, 4], f32>) -> !relax.tensor<[2, p], i64> binds (p) where (p <= 12 * n)
// CHECK-NEXT: relax.return %u : !relax.tensor<[2, p], i64>
relax.func @bound(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[2, ?], i64> where (n <= 8) {
  %a = relax.concat %x, %x axis 0 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[2 * n, 4], f32>
  %b = relax.match_cast %a : !relax.tensor<[2 * n, 4], f32> to !relax.tensor<[k, 4], f32> binds (k) where (k <= 16)
  %c = relax.concat %b, %x axis 0 : (!relax.tensor<[k, 4], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[k + n, 4], f32>
  %d = relax.match_cast %c : !relax.tensor<[k + n, 4], f32> to !relax.tensor<[q, r], f32> binds (q, r)
  %u = relax.nonzero %d : (!relax.tensor<[q, r], f32>) -> !relax.tensor<[2, p], i64> binds (p) where (p <= q * r)
  relax.return %u : !relax.tensor<[2, p], i64>
}

// -----

// What only the run knows is checked: an unknown extent, a fact that does not follow, no rank.
// CHECK-LABEL: relax.func @needed(
// CHECK: relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k)
// CHECK: relax.match_cast %y : !relax.tensor<[n], f32> to !relax.tensor<[n], f32> where (n <= 8)
// CHECK: relax.match_cast %z : !relax.tensor<*, f32> to !relax.tensor<[4], f32>
relax.func @needed(%x: !relax.tensor<[?], f32>, %y: !relax.tensor<[n], f32>, %z: !relax.tensor<*, f32>) -> !relax.tensor<[?], f32> {
  %a = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k)
  %b = relax.match_cast %y : !relax.tensor<[n], f32> to !relax.tensor<[n], f32> where (n <= 8)
  %c = relax.match_cast %z : !relax.tensor<*, f32> to !relax.tensor<[4], f32>
  relax.return %a : !relax.tensor<[k], f32>
}

// -----

// Proved, but the addition needs the form; the one behind it has no use, and a fact of a check that stays proves the next.
// CHECK-LABEL: relax.func @form(
// CHECK: relax.match_cast %y : !relax.tensor<[m], f32> to !relax.tensor<[n], f32> given (
// CHECK-NOT: relax.match_cast
relax.func @form(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[n], f32> where (n == m, 1 <= n) {
  %s = relax.shape_of %x : !relax.tensor<[n], f32> -> !relax.shape<[n]>
  %a = relax.match_cast %y : !relax.tensor<[m], f32> to !relax.tensor<[n], f32> given (%s : !relax.shape<[n]>)
  %b = relax.match_cast %y : !relax.tensor<[m], f32> to !relax.tensor<[n], f32> given (%s : !relax.shape<[n]>)
  %c = relax.match_cast %x : !relax.tensor<[n], f32> to !relax.tensor<[n], f32> where (1 <= m, likely n == 4) given (%y : !relax.tensor<[m], f32>)
  %z = relax.add %c, %a : !relax.tensor<[n], f32>
  relax.return %z : !relax.tensor<[n], f32>
}

// -----

// Extents 0 and 1 are like others.
// CHECK-LABEL: relax.func @literals(
// CHECK-NEXT: relax.return %x, %x : !relax.tensor<[0, 1], f32>, !relax.tensor<[0, 1], f32>
relax.func @literals(%x: !relax.tensor<[0, 1], f32>) -> (!relax.tensor<[0, 1], f32>, !relax.tensor<[0, 1], f32>) {
  %a = relax.match_cast %x : !relax.tensor<[0, 1], f32> to !relax.tensor<[0, 1], f32>
  %b = relax.match_cast %a : !relax.tensor<[0, 1], f32> to !relax.tensor<[0, 1], f32>
  relax.return %a, %b : !relax.tensor<[0, 1], f32>, !relax.tensor<[0, 1], f32>
}

// -----

// Inside of regions: by what holds there, an invariant or a guard too, which is forgotten behind them.
// CHECK-LABEL: relax.func @regions(
// CHECK-NEXT: relax.while
// CHECK: } do {
// CHECK-NEXT: relax.relu %a : !relax.tensor<[t], f32>
// CHECK-NEXT: relax.match_cast %a : !relax.tensor<[t], f32> to !relax.tensor<[t], f32> where (t <= 4)
// CHECK-NEXT: relax.yield
// CHECK: when (n <= 4)
// CHECK-NEXT: relax.yield %b : !relax.tensor<[n], f32>
// CHECK: else
// CHECK: relax.match_cast %c : !relax.tensor<[n], f32> to !relax.tensor<[n], f32> where (n <= 4)
relax.func @regions(%x: !relax.tensor<[n], f32>, %p: !relax.tensor<[], i1>) -> !relax.tensor<[?], f32> where (n <= 8) {
  %y = relax.while (%a: !relax.tensor<[t], f32> = %x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> where (t <= 8) {
    relax.condition %p
  } do {
    %k = relax.match_cast %a : !relax.tensor<[t], f32> to !relax.tensor<[k], f32> binds (k) where (k <= 8)
    %r = relax.relu %k : !relax.tensor<[k], f32>
    %m = relax.match_cast %a : !relax.tensor<[t], f32> to !relax.tensor<[t], f32> where (t <= 4)
    relax.yield %r : !relax.tensor<[k], f32>
  }
  %z = relax.dispatch (%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
    when (n <= 4) (%b: !relax.tensor<[n], f32>) {
      %q = relax.match_cast %b : !relax.tensor<[n], f32> to !relax.tensor<[n], f32> where (n <= 4)
      relax.yield %q : !relax.tensor<[n], f32>
    } else (%c: !relax.tensor<[n], f32>) {
      %q = relax.match_cast %c : !relax.tensor<[n], f32> to !relax.tensor<[n], f32> where (n <= 4)
      relax.yield %q : !relax.tensor<[n], f32>
    }
  }
  relax.return %z : !relax.tensor<[n], f32>
}

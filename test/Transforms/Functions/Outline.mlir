// RUN: relax-opt %s --relax-outline | FileCheck %s
// RUN: relax-opt %s --relax-outline --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// RUN: relax-opt %s "--relax-outline=values=far name=part" | FileCheck %s --check-prefix=VALUES
// RUN: relax-opt %s --relax-outline --relax-inline --relax-remove-dead | FileCheck %s --check-prefix=BACK
// RUN: relax-run %s --entry=plain --dims=n=3,m=2,k=0 --mode=reference > %t.before
// RUN: relax-opt %s --relax-outline | relax-run - --entry=plain --dims=n=3,m=2,k=0 --mode=reference | diff %t.before -
// RUN: relax-opt %s --relax-outline | relax-run - --entry=plain --dims=n=3,m=2,k=0 --compare=reference,compiled

// COUNT-DAG: {{^ +}}4  relax-outline.functions-made
// COUNT-DAG: {{^ +}}7  relax-outline.ops-outlined

// Facts over the symbols that are taken come along, hints too; those with others stay where they are.
// CHECK-LABEL: relax.func @plain(
// CHECK-SAME:      where (n <= 8, m <= n, k <= m, likely n == 4)
// CHECK-NEXT:   %[[B:.*]] = relax.call @pair(%x) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
// CHECK-NEXT:   relax.tanh %[[B]]
// CHECK-LABEL: relax.func private @pair(
// CHECK-SAME:      %x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32> where (n <= 8, m <= n, likely n == 4) {
// CHECK-NEXT:   %a = relax.exp %x : !relax.tensor<[n, m], f32>
// CHECK-NEXT:   %b = relax.negative %a : !relax.tensor<[n, m], f32>
// CHECK-NEXT:   relax.return %b
// BACK-LABEL: relax.func @plain(
// BACK-NEXT:    %a = relax.exp %x
// BACK-NEXT:    %b = relax.negative %a
// BACK-NEXT:    %far = relax.tanh %b
// VALUES-LABEL: relax.func private @part(
// VALUES-NEXT:   %far = relax.tanh
relax.func @plain(%x: !relax.tensor<[n, m], f32>, %k: !relax.tensor<[k], f32>) -> !relax.tensor<[n, m], f32> where (n <= 8, m <= n, k <= m, likely n == 4) {
  %a = relax.exp %x {relax.outline = "pair"} : !relax.tensor<[n, m], f32>
  %b = relax.negative %a {relax.outline = "pair"} : !relax.tensor<[n, m], f32>
  %far = relax.tanh %b : !relax.tensor<[n, m], f32>
  relax.return %far : !relax.tensor<[n, m], f32>
}

// A symbol that no operand has alone comes with the value that binds it; what stands between and uses a result moves.
// CHECK-LABEL: relax.func @carrier(
// CHECK-NEXT:   %a, %b = relax.call @carried(%x, %s) : (!relax.tensor<[2 * n], f32>, !relax.tensor<[n], f32>) -> (!relax.tensor<[2 * n], f32>, !relax.tensor<[2 * n], f32>)
// CHECK-NEXT:   relax.tanh %a
// CHECK-LABEL: relax.func private @carried(
// CHECK-SAME:      %x: !relax.tensor<[2 * n], f32>, %s: !relax.tensor<[n], f32>)
relax.func @carrier(%x: !relax.tensor<[2 * n], f32>, %s: !relax.tensor<[n], f32>) -> (!relax.tensor<[2 * n], f32>, !relax.tensor<[2 * n], f32>) {
  %a = relax.exp %x {relax.outline = "carried"} : !relax.tensor<[2 * n], f32>
  %t = relax.tanh %a : !relax.tensor<[2 * n], f32>
  %b = relax.negative %x {relax.outline = "carried"} : !relax.tensor<[2 * n], f32>
  relax.return %t, %b : !relax.tensor<[2 * n], f32>, !relax.tensor<[2 * n], f32>
}

// A symbol that is bound inside and needed outside, where no output has it alone: so is the value that binds it.
// CHECK-LABEL: relax.func @binds(
// CHECK-NEXT:   %d, %c = relax.call @cast(%x, %s) : (!relax.tensor<[?], f32>, !relax.tensor<[n], f32>) -> (!relax.tensor<[2 * k], f32>, !relax.tensor<[k], f32>) binds (k) where (k <= n)
// CHECK-NEXT:   relax.exp %d : !relax.tensor<[2 * k], f32>
// CHECK-LABEL: relax.func private @cast(
// CHECK-SAME:      -> (!relax.tensor<[2 * k_0], f32>, !relax.tensor<[k_0], f32>) binds (k_0) where (n <= 5, k_0 <= n) {
// CHECK-NEXT:   relax.match_cast %x {{.*}} binds (k) where (k <= n) given (%s : !relax.tensor<[n], f32>)
// BACK-LABEL: relax.func @binds(
// BACK-NEXT:    %c = relax.match_cast %x {{.*}} to !relax.tensor<[k_1], f32> binds (k_1) where (k_1 <= n) given (%s : !relax.tensor<[n], f32>)
// BACK-NEXT:    %d = relax.concat %c, %c axis 0 {{.*}} -> !relax.tensor<[2 * k_1], f32>
// BACK-NEXT:    relax.exp %d : !relax.tensor<[2 * k_1], f32>
relax.func @binds(%x: !relax.tensor<[?], f32>, %s: !relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> where (n <= 5) {
  %c = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k) where (k <= n) given (%s : !relax.tensor<[n], f32>) {relax.outline = "cast"}
  %d = relax.concat %c, %c axis 0 {relax.outline = "cast"} : (!relax.tensor<[k], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[2 * k], f32>
  %e = relax.exp %d : !relax.tensor<[2 * k], f32>
  relax.return %e : !relax.tensor<[2 * k], f32>
}

// No symbols at all, and a name that is taken.
// CHECK-LABEL: relax.func @static(
// CHECK-NEXT:   relax.call @static_0(%x)
relax.func @static(%x: !relax.tensor<[0, 1], f32>) -> !relax.tensor<[0, 1], f32> {
  %a = relax.exp %x {relax.outline = "static"} : !relax.tensor<[0, 1], f32>
  relax.return %a : !relax.tensor<[0, 1], f32>
}

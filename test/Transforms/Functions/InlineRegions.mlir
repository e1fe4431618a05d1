// Calls inside of regions are inlined there, and operations with regions are outlined as a whole: there and back.
// RUN: relax-opt %s --relax-inline | FileCheck %s --check-prefix=INLINE
// RUN: relax-opt %s --relax-outline | FileCheck %s --check-prefix=OUTLINE
// RUN: relax-opt %s --relax-outline --relax-inline --relax-remove-dead | FileCheck %s --check-prefix=BACK

// What the callee relies on is checked in each round.
// INLINE-LABEL: relax.func @grow(
// INLINE:         } do {
// INLINE-NEXT:      %[[A:.*]] = relax.match_cast %a : !relax.tensor<[t, 4], f32> to !relax.tensor<[t, 4], f32> where (t <= 100)
// INLINE-NEXT:      %b = relax.append %[[A]], %row at 0 {{.*}} -> !relax.tensor<[t + 1, 4], f32>
// INLINE-NEXT:      relax.yield %b

// The last round's extent is one that the call binds; what is ensured of it stands there.
// OUTLINE-LABEL: relax.func @grow(
// OUTLINE-NEXT:    relax.call @loop(%kv0, %p, %row) : {{.*}} -> !relax.tensor<[e, 4], f32> binds (e) where (s <= e)
// OUTLINE-NEXT:    relax.return
// OUTLINE-LABEL: relax.func private @loop(
// OUTLINE-SAME:      -> !relax.tensor<[e_0, 4], f32> binds (e_0) where (s <= e_0)
// OUTLINE:         relax.while (%a: !relax.tensor<[t, 4], f32> = %z) {{.*}} binds (e) where (s <= t) ensures (s <= e)

// BACK-LABEL: relax.func @grow(
// BACK-NEXT:    %z = relax.exp %kv0
// BACK-NEXT:    %kv = relax.while (%a: !relax.tensor<[t, 4], f32> = %z) : (!relax.tensor<[s, 4], f32>) -> !relax.tensor<[e_1, 4], f32> binds (e_1) where (s <= t) ensures (s <= e_1)
// BACK:         relax.return %kv : !relax.tensor<[e_1, 4], f32>
relax.func private @step(%a: !relax.tensor<[t, 4], f32>, %row: !relax.tensor<[1, 4], f32>) -> !relax.tensor<[t + 1, 4], f32> where (t <= 100) {
  %b = relax.append %a, %row at 0 : (!relax.tensor<[t, 4], f32>, !relax.tensor<[1, 4], f32>) -> !relax.tensor<[t + 1, 4], f32>
  relax.return %b : !relax.tensor<[t + 1, 4], f32>
}
relax.func @grow(%kv0: !relax.tensor<[s, 4], f32>, %row: !relax.tensor<[1, 4], f32>, %p: !relax.tensor<[], i1>) -> !relax.tensor<[?, 4], f32> {
  %z = relax.exp %kv0 {relax.outline = "loop"} : !relax.tensor<[s, 4], f32>
  %kv = relax.while (%a: !relax.tensor<[t, 4], f32> = %z) : (!relax.tensor<[s, 4], f32>) -> !relax.tensor<[e, 4], f32>
      binds (e) where (s <= t) ensures (s <= e) attributes {relax.outline = "loop"} { relax.condition %p } do {
    %b = relax.call @step(%a, %row) : (!relax.tensor<[t, 4], f32>, !relax.tensor<[1, 4], f32>) -> !relax.tensor<[t + 1, 4], f32>
    relax.yield %b : !relax.tensor<[t + 1, 4], f32> }
  relax.return %kv : !relax.tensor<[e, 4], f32>
}

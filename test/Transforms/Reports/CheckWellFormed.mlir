// RUN: relax-opt %s --relax-check-well-formed | FileCheck %s
// RUN: relax-opt %s --relax-check-well-formed --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT

// COUNT-DAG: {{^ +}}3  relax-check-well-formed.functions-checked
// COUNT-DAG: {{^ +}}2  relax-check-well-formed.calls-checked

// Known from the caller's facts, from a check before the call, and by the callee alone.
// CHECK-LABEL: relax.func private @callee
relax.func private @callee(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[k], f32> binds (k) where (1 <= n <= 8, k <= n, likely n == 5) {
  %c = relax.match_cast %x : !relax.tensor<[n], f32> to !relax.tensor<[m], f32> binds (m) where (m <= n)
  relax.return %c : !relax.tensor<[m], f32>
}
relax.func @facts(%x: !relax.tensor<[m + 1], f32>, %s: !relax.shape<[m]>) -> !relax.tensor<[?], f32> where (m <= 7) {
  %y = relax.call @callee(%x) : (!relax.tensor<[m + 1], f32>) -> !relax.tensor<[?], f32>
  relax.return %y : !relax.tensor<[?], f32>
}
relax.func @check(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> {
  %c = relax.match_cast %x : !relax.tensor<[n], f32> to !relax.tensor<[n], f32> where (1 <= n, n <= 3)
  %y = relax.call @callee(%c) : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  relax.return %y : !relax.tensor<[?], f32>
}
relax.weight @w : !relax.tensor<[2], f32> prepared by @prepare
relax.weight @v : !relax.tensor<[1], f32> prepared by @prepare
tir.func private @prepare() {
  tir.return
}

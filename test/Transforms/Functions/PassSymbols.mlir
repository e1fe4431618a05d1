// RUN: relax-opt %s --relax-pass-symbols | FileCheck %s
// RUN: relax-opt %s --relax-pass-symbols --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// An argument cannot bind what the clause has bound: the equation stays a fact.
// RUN: relax-opt %s --relax-deduce-shapes --relax-merge-symbols | FileCheck %s --check-prefix=MERGED
// COUNT: {{^ *}}2 relax-pass-symbols.functions-changed
// COUNT: {{^ *}}3 relax-pass-symbols.calls-changed
// MERGED: relax.func private @same({{.*}}, %x: !relax.tensor<[q], f32>) -> !relax.tensor<[q], f32> symbols (m) where (m == q) {

// CHECK-LABEL: relax.func private @same(%symbols: !relax.shape<[m]>, %l: !relax.sequence<!relax.tensor<[m], f32>>, %x: !relax.tensor<[q], f32>) -> !relax.tensor<[q], f32> where (m == q) {
relax.func private @same(%l: !relax.sequence<!relax.tensor<[m], f32>>, %x: !relax.tensor<[q], f32>) -> !relax.tensor<[q], f32> symbols (m) where (m == q) {
  relax.return %x : !relax.tensor<[q], f32>
}
// What says where a result lies counts on.
// CHECK-LABEL: relax.func private @grow(%symbols: !relax.shape<[m, n]>, %c: !relax.tensor<[t], f32> donated, %l:
// CHECK-SAME: -> !relax.tensor<[t], f32> in %c {
relax.func private @grow(%c: !relax.tensor<[t], f32> donated, %l: !relax.sequence<!relax.tensor<[m, n], f32>>) -> !relax.tensor<[t], f32> in %c symbols (m, n) {
  relax.return %c : !relax.tensor<[t], f32>
}
// CHECK-LABEL: relax.func @main(
relax.func @main(%l: !relax.sequence<!relax.tensor<[k], f32>>, %x: !relax.tensor<[k], f32>, %s: !relax.sequence<!relax.tensor<[k, 2 * k], f32>>) -> !relax.tensor<[k], f32> {
  // CHECK: %[[S:.*]] = relax.shape given (%l, %x :{{.*}}) : !relax.shape<[k]>
  // CHECK: relax.call @same(%[[S]], %l, %x)
  %y = relax.call @same(%l, %x) symbols (m = k) : (!relax.sequence<!relax.tensor<[k], f32>>, !relax.tensor<[k], f32>) -> !relax.tensor<[k], f32>
  // CHECK: relax.shape given ({{.*}}) : !relax.shape<[k, 2 * k]>
  %z = relax.call @grow(%y, %s) symbols (n = 2 * k, m = k) : (!relax.tensor<[k], f32>, !relax.sequence<!relax.tensor<[k, 2 * k], f32>>) -> !relax.tensor<[k], f32>
  // CHECK: %[[T:.*]] = relax.shape given (%l : {{.*}}) : !relax.shape<[k]>
  // CHECK: relax.closure @same(%[[T]], %l) : (!relax.shape<[k]>, {{.*}}) -> !relax.fn<
  %f = relax.closure @same(%l) symbols (m = k) : (!relax.sequence<!relax.tensor<[k], f32>>) -> !relax.fn<(!relax.tensor<[k], f32>) -> !relax.tensor<[k], f32>>
  relax.return %z : !relax.tensor<[k], f32>
}

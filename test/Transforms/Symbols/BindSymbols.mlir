// RUN: relax-opt %s "--relax-bind-symbols=symbols=n=4,m=0" | FileCheck %s
// RUN: relax-opt %s "--pass-pipeline=builtin.module(relax-bind-symbols{symbols=n=4,m=0})" | FileCheck %s
// RUN: not relax-opt %s --relax-bind-symbols 2>&1 | FileCheck %s --check-prefix=NONE

// NONE: error: option 'symbols' of pass 'relax-bind-symbols': expected a value

// Decided facts go, the others and the hints about other symbols stay.
// CHECK-LABEL: relax.func @main(
// CHECK-SAME:      %x: !relax.tensor<[4, k], f32>, %y: !relax.tensor<[0, 5], f32>)
// CHECK-SAME:      -> !relax.tensor<[k + 4], f32> where (k <= 4, likely k == 7)
relax.func @main(%x: !relax.tensor<[n, k], f32>, %y: !relax.tensor<[m, n + 1], f32>) -> !relax.tensor<[n + k], f32> where (1 <= n <= 8, k <= n, likely n == 7, likely k == 7) {
  // CHECK: relax.sum %x over [1] : (!relax.tensor<[4, k], f32>) -> !relax.tensor<[4], f32>
  %a = relax.sum %x over [1] : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n], f32>
  %b = relax.sum %x over [0] : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[k], f32>
  // CHECK: relax.concat {{.*}} -> !relax.tensor<[k + 4], f32>
  %c = relax.concat %a, %b axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[n + k], f32>
  relax.return %c : !relax.tensor<[n + k], f32>
}

// Symbols are local: a private function's n is another one.
// CHECK-LABEL: relax.func private @other(
// CHECK-SAME:      %x: !relax.tensor<[n], f32>
relax.func private @other(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  relax.return %x : !relax.tensor<[n], f32>
}

// Expressions, all at once: what n was and what n is have nothing to do with each other.
// RUN: relax-opt %s "--relax-bind-symbols=symbols=n=4*k,m=min(k,3)*2" | FileCheck %s --check-prefix=EXPR
// EXPR-LABEL: relax.func @main(
// EXPR-SAME:      %x: !relax.tensor<[4 * k, k], f32>, %y: !relax.tensor<[2 * min(k, 3), 4 * k + 1], f32>)
// EXPR-SAME:      -> !relax.tensor<[5 * k], f32> where (1 <= 4 * k <= 8, k <= 4 * k, likely 4 * k == 7, likely k == 7)
// EXPR: relax.func private @other(%x: !relax.tensor<[n], f32>
// RUN: relax-opt %s "--relax-bind-symbols=symbols=n=k,k=n" | FileCheck %s --check-prefix=SWAP
// SWAP-LABEL: relax.func @main(
// SWAP-SAME:      %x: !relax.tensor<[k, n], f32>, %y: !relax.tensor<[m, k + 1], f32>)

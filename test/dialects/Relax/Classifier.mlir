// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @classifiers(
relax.func @classifiers(%x: !relax.tensor<[n, f], f32>, %v: !relax.tensor<[m, f], f32>, %p: !relax.tensor<[n, 3], f32>, %r: !relax.tensor<[n, 6], f32>, %s: !relax.tensor<[3], f32>) {
  // CHECK-NEXT: %a = relax.kernel_matrix %x, %v "rbf" gamma 5.000000e-01 coef0 0.000000e+00 degree 3.000000e+00 : (!relax.tensor<[n, f], f32>, !relax.tensor<[m, f], f32>) -> !relax.tensor<[n, m], f32>
  %a = relax.kernel_matrix %x, %v "rbf" gamma 5.000000e-01 coef0 0.000000e+00 degree 3.000000e+00 : (!relax.tensor<[n, f], f32>, !relax.tensor<[m, f], f32>) -> !relax.tensor<[n, m], f32>
  // CHECK-NEXT: %b = relax.pair_votes %p of 3 : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 3], f32>
  %b = relax.pair_votes %p of 3 : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 3], f32>
  // CHECK-NEXT: %q = relax.pair_votes %r of 4 : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<[n, 4], f32>
  %q = relax.pair_votes %r of 4 : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: %c = relax.pair_probabilities %p, %s, %s of 3 : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3], f32>, !relax.tensor<[3], f32>) -> !relax.tensor<[n, 3], f32>
  %c = relax.pair_probabilities %p, %s, %s of 3 : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3], f32>, !relax.tensor<[3], f32>) -> !relax.tensor<[n, 3], f32>
  // CHECK-NEXT: %d = relax.softmax_zero %x : !relax.tensor<[n, f], f32>
  %d = relax.softmax_zero %x : !relax.tensor<[n, f], f32>
  // CHECK-NEXT: %e = relax.probit %x : !relax.tensor<[n, f], f32>
  %e = relax.probit %x : !relax.tensor<[n, f], f32>
  relax.return
}

// Parts of classifiers: what they are written with; values are in test/values/Classifier.test.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose))' | FileCheck %s

// No matrix product: the difference of sample and vector is exact where they are near.
// CHECK-LABEL: relax.func @rbf(
// CHECK: relax.subtract {{.*}} -> !relax.tensor<[n, m, f], f32>
// CHECK: relax.sum {{.*}} over [2]
// CHECK: relax.exp
relax.func @rbf(%x: !relax.tensor<[n, f], f32>, %v: !relax.tensor<[m, f], f32>) -> !relax.tensor<[n, m], f32> {
  %y = relax.kernel_matrix %x, %v "rbf" gamma 0.5 coef0 0.0 degree 0.0 : (!relax.tensor<[n, f], f32>, !relax.tensor<[m, f], f32>) -> !relax.tensor<[n, m], f32>
  relax.return %y : !relax.tensor<[n, m], f32>
}

// Rounds until all samples are done, and in a round a step for each class.
// CHECK-LABEL: relax.func @coupled(
// CHECK: relax.while
// CHECK: relax.condition
// CHECK: relax.scan over 3
// CHECK: relax.where
relax.func @coupled(%x: !relax.tensor<[n, 3], f32>, %s: !relax.tensor<[3], f32>) -> !relax.tensor<[n, 3], f32> {
  %y = relax.pair_probabilities %x, %s, %s of 3 : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3], f32>, !relax.tensor<[3], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return %y : !relax.tensor<[n, 3], f32>
}

// CHECK-LABEL: relax.func @votes(
// CHECK: relax.matmul {{.*}} : (!relax.tensor<[n, 6], f32>, !relax.tensor<[6, 4], f32>)
relax.func @votes(%x: !relax.tensor<[n, 6], f32>) -> !relax.tensor<[n, 4], f32> {
  %y = relax.pair_votes %x of 4 : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}

// Narrow types are widened once.
// CHECK-LABEL: relax.func @transforms(
// CHECK-COUNT-2: relax.cast
// CHECK-NOT: relax.softmax_zero
// CHECK-NOT: relax.probit
// CHECK: relax.return
relax.func @transforms(%x: !relax.tensor<[n, 4], f16>) -> (!relax.tensor<[n, 4], f16>, !relax.tensor<[n, 4], f16>) {
  %y = relax.softmax_zero %x : !relax.tensor<[n, 4], f16>
  %z = relax.probit %x : !relax.tensor<[n, 4], f16>
  relax.return %y, %z : !relax.tensor<[n, 4], f16>, !relax.tensor<[n, 4], f16>
}

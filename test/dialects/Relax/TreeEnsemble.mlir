// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s --check-prefix=DEDUCED

// One node, two leaves.
// CHECK-LABEL: relax.func @stump(
// DEDUCED-LABEL: relax.func @stump(
relax.func @stump(%x: !relax.tensor<[n, k], f32>, %any: !relax.tensor<*, f64>) -> !relax.tensor<[n, ?], f32> {
  // CHECK-NEXT: %y = relax.tree_ensemble %x roots [0] features [1] modes [0] splits dense<5.000000e-01> : tensor<1xf64> on_false [1] on_true [2] weights dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf64> targets [0, 1] of 2 aggregate "sum" : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, ?], f32>
  // DEDUCED-NEXT: relax.tree_ensemble {{.*}} -> !relax.tensor<[n, 2], f32>
  %y = relax.tree_ensemble %x roots [0] features [1] modes [0] splits dense<[0.5]> : tensor<1xf64> on_false [1] on_true [2] weights dense<[1.0, 2.0]> : tensor<2xf64> targets [0, 1] of 2 aggregate "sum" : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %z = relax.tree_ensemble %any roots [0, 0] features [0, 1] modes [6, 1] splits dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf64> on_false [1, 2] on_true [2, 3] nan_true [1, 0] members dense<3.000000e+00> : tensor<1xf64> member_ends [1] weights dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf64> targets [0, 0] of 1 aggregate "min" : (!relax.tensor<*, f64>) -> !relax.tensor<[?, 1], f64>
  %z = relax.tree_ensemble %any roots [0, 0] features [0, 1] modes [6, 1] splits dense<[0.0, 1.0]> : tensor<2xf64> on_false [1, 2] on_true [2, 3] nan_true [1, 0] members dense<[3.0]> : tensor<1xf64> member_ends [1] weights dense<[1.0, 2.0]> : tensor<2xf64> targets [0, 0] of 1 aggregate "min" : (!relax.tensor<*, f64>) -> !relax.tensor<[?, 1], f64>
  relax.return %y : !relax.tensor<[n, ?], f32>
}

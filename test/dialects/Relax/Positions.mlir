// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @indices
relax.func @indices(%i: !relax.tensor<[n], i64>, %j: !relax.tensor<[n, m], i32>, %v: !relax.tensor<[2], f32>, %w: !relax.tensor<[2], i8>, %k: !relax.tensor<[k], i1>, %d: !relax.tensor<[], i64>,
                    %u: !relax.tensor<*, i64>, %x: !relax.tensor<[t, n, 4], f16>, %y: !relax.tensor<[t, n, m], f16>, %l: !relax.tensor<[t], i32>) {
  // CHECK-NEXT: %a = relax.one_hot %i, %v depth 3 axis 1 : (!relax.tensor<[n], i64>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, 3], f32>
  %a = relax.one_hot %i, %v depth 3 axis 1 : (!relax.tensor<[n], i64>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, 3], f32>
  // CHECK-NEXT: %b = relax.one_hot %j, %w depth 2 * k axis 0 given (%k) : (!relax.tensor<[n, m], i32>, !relax.tensor<[2], i8>, !relax.tensor<[k], i1>) -> !relax.tensor<[2 * k, n, m], i8>
  %b = relax.one_hot %j, %w depth 2 * k axis 0 given (%k) : (!relax.tensor<[n, m], i32>, !relax.tensor<[2], i8>, !relax.tensor<[k], i1>) -> !relax.tensor<[2 * k, n, m], i8>
  // CHECK-NEXT: %c = relax.dynamic_one_hot %i, %d, %v axis 0 : (!relax.tensor<[n], i64>, !relax.tensor<[], i64>, !relax.tensor<[2], f32>) -> !relax.tensor<[?, n], f32>
  %c = relax.dynamic_one_hot %i, %d, %v axis 0 : (!relax.tensor<[n], i64>, !relax.tensor<[], i64>, !relax.tensor<[2], f32>) -> !relax.tensor<[?, n], f32>
  // CHECK-NEXT: %e = relax.dynamic_one_hot %u, %d, %v axis 4 : (!relax.tensor<*, i64>, !relax.tensor<[], i64>, !relax.tensor<[2], f32>) -> !relax.tensor<*, f32>
  %e = relax.dynamic_one_hot %u, %d, %v axis 4 : (!relax.tensor<*, i64>, !relax.tensor<[], i64>, !relax.tensor<[2], f32>) -> !relax.tensor<*, f32>
  // CHECK-NEXT: %f = relax.reverse_sequence %x, %i axis 0 batch 1 : (!relax.tensor<[t, n, 4], f16>, !relax.tensor<[n], i64>) -> !relax.tensor<[t, n, 4], f16>
  %f = relax.reverse_sequence %x, %i axis 0 batch 1 : (!relax.tensor<[t, n, 4], f16>, !relax.tensor<[n], i64>) -> !relax.tensor<[t, n, 4], f16>
  // CHECK-NEXT: %g = relax.tensor_scatter %x, %y axis 2 : (!relax.tensor<[t, n, 4], f16>, !relax.tensor<[t, n, m], f16>) -> !relax.tensor<[t, n, 4], f16>
  %g = relax.tensor_scatter %x, %y axis 2 : (!relax.tensor<[t, n, 4], f16>, !relax.tensor<[t, n, m], f16>) -> !relax.tensor<[t, n, 4], f16>
  // CHECK-NEXT: %h = relax.tensor_scatter %x, %y at %l axis 2 circular : (!relax.tensor<[t, n, 4], f16>, !relax.tensor<[t, n, m], f16>, !relax.tensor<[t], i32>) -> !relax.tensor<[t, n, 4], f16>
  %h = relax.tensor_scatter %x, %y at %l axis 2 circular : (!relax.tensor<[t, n, 4], f16>, !relax.tensor<[t, n, m], f16>, !relax.tensor<[t], i32>) -> !relax.tensor<[t, n, 4], f16>
  relax.return
}

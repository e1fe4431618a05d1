// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @gathers
relax.func @gathers(%x: !relax.tensor<[n, m, 4], f32>, %e: !relax.tensor<[k, m, 0], i32>, %t: !relax.tensor<[n, k, 2], i64>) {
  // CHECK-NEXT: relax.gather_elements %x, %e axis 0 : (!relax.tensor<[n, m, 4], f32>, !relax.tensor<[k, m, 0], i32>) -> !relax.tensor<[k, m, 0], f32>
  %a = relax.gather_elements %x, %e axis 0 : (!relax.tensor<[n, m, 4], f32>, !relax.tensor<[k, m, 0], i32>) -> !relax.tensor<[k, m, 0], f32>
  // CHECK-NEXT: relax.gather_nd %x, %t batch_dims 0 : (!relax.tensor<[n, m, 4], f32>, !relax.tensor<[n, k, 2], i64>) -> !relax.tensor<[n, k, 4], f32>
  %b = relax.gather_nd %x, %t batch_dims 0 : (!relax.tensor<[n, m, 4], f32>, !relax.tensor<[n, k, 2], i64>) -> !relax.tensor<[n, k, 4], f32>
  // CHECK-NEXT: relax.gather_nd %x, %t batch_dims 1 : (!relax.tensor<[n, m, 4], f32>, !relax.tensor<[n, k, 2], i64>) -> !relax.tensor<[n, k], f32>
  %c = relax.gather_nd %x, %t batch_dims 1 : (!relax.tensor<[n, m, 4], f32>, !relax.tensor<[n, k, 2], i64>) -> !relax.tensor<[n, k], f32>
  relax.return
}

// CHECK-LABEL: relax.func @scatters
relax.func @scatters(%x: !relax.tensor<[n, m], f32>, %i: !relax.tensor<[k, 1], i64>, %u: !relax.tensor<[k, 1], f32>, %s: !relax.tensor<[k, m], f32>) {
  // CHECK-NEXT: relax.scatter_elements %x, %i, %u axis 1 : (!relax.tensor<[n, m], f32>, !relax.tensor<[k, 1], i64>, !relax.tensor<[k, 1], f32>) -> !relax.tensor<[n, m], f32>
  %a = relax.scatter_elements %x, %i, %u axis 1 : (!relax.tensor<[n, m], f32>, !relax.tensor<[k, 1], i64>, !relax.tensor<[k, 1], f32>) -> !relax.tensor<[n, m], f32>
  // CHECK-NEXT: relax.scatter_nd %x, %i, %s reduce "add" : (!relax.tensor<[n, m], f32>, !relax.tensor<[k, 1], i64>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[n, m], f32>
  %b = relax.scatter_nd %x, %i, %s reduce "add" : (!relax.tensor<[n, m], f32>, !relax.tensor<[k, 1], i64>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[n, m], f32>
  relax.return
}

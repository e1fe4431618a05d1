// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @reduce(
relax.func @reduce(%x: !relax.tensor<[n, m], f32>, %a: !relax.tensor<[k], i64>) {
  // CHECK-NEXT: %s = relax.reduced_shape %x over %a noop : (!relax.tensor<[n, m], f32>, !relax.tensor<[k], i64>) -> !relax.shape<[r, q]> binds (r, q) where (r <= n)
  %s = relax.reduced_shape %x over %a noop : (!relax.tensor<[n, m], f32>, !relax.tensor<[k], i64>) -> !relax.shape<[r, q]> binds (r, q) where (r <= n)
  // CHECK-NEXT: %y = relax.reduce_to "mean" %x to %s : (!relax.tensor<[n, m], f32>, !relax.shape<[r, q]>) -> !relax.tensor<[r, q], f32>
  %y = relax.reduce_to "mean" %x to %s : (!relax.tensor<[n, m], f32>, !relax.shape<[r, q]>) -> !relax.tensor<[r, q], f32>
  // CHECK-NEXT: %z = relax.squeeze %y over %a noop : (!relax.tensor<[r, q], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<*, f32>
  %z = relax.squeeze %y over %a noop : (!relax.tensor<[r, q], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<*, f32>
  relax.return
}

// CHECK-LABEL: relax.func @views(
relax.func @views(%x: !relax.tensor<[n, m], f32>, %a: !relax.tensor<[1], i64>) {
  // CHECK-NEXT: %y = relax.squeeze %x over %a : (!relax.tensor<[n, m], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[e], f32> binds (e)
  %y = relax.squeeze %x over %a : (!relax.tensor<[n, m], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[e], f32> binds (e)
  // CHECK-NEXT: %z = relax.unsqueeze %x over %a : (!relax.tensor<[n, m], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?, ?, ?], f32>
  %z = relax.unsqueeze %x over %a : (!relax.tensor<[n, m], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?, ?, ?], f32>
  relax.return
}

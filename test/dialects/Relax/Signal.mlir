// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s --check-prefix=DEDUCED

// CHECK-LABEL: relax.func @forward(
// DEDUCED-LABEL: relax.func @forward(
relax.func @forward(%x: !relax.tensor<[b, n, 1], f32>, %p: !relax.tensor<[k], i64>, %any: !relax.tensor<*, f16>, %open: !relax.tensor<[?], i64>) {
  // CHECK-NEXT: %a = relax.dft %x axis 1 : (!relax.tensor<[b, n, 1], f32>) -> !relax.tensor<[b, n, ?], f32>
  // DEDUCED-NEXT: %a = relax.dft {{.*}} -> !relax.tensor<[b, n, 2], f32>
  %a = relax.dft %x axis 1 : (!relax.tensor<[b, n, 1], f32>) -> !relax.tensor<[b, n, ?], f32>
  // CHECK-NEXT: %b = relax.dft %x axis 1 onesided : (!relax.tensor<[b, n, 1], f32>) -> !relax.tensor<[b, n floordiv 2 + 1, 2], f32>
  %b = relax.dft %x axis 1 onesided : (!relax.tensor<[b, n, 1], f32>) -> !relax.tensor<[b, n floordiv 2 + 1, 2], f32>
  // CHECK-NEXT: %c = relax.dft %b points %p axis 1 inverse onesided : (!relax.tensor<[b, n floordiv 2 + 1, 2], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<[b, k, 1], f32>
  %c = relax.dft %b points %p axis 1 inverse onesided : (!relax.tensor<[b, n floordiv 2 + 1, 2], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<[b, k, 1], f32>
  // CHECK-NEXT: %d = relax.dft %b axis 1 inverse onesided : (!relax.tensor<[b, n floordiv 2 + 1, 2], f32>) -> !relax.tensor<[b, 2 * (n floordiv 2), 1], f32>
  %d = relax.dft %b axis 1 inverse onesided : (!relax.tensor<[b, n floordiv 2 + 1, 2], f32>) -> !relax.tensor<[b, 2 * (n floordiv 2), 1], f32>
  // CHECK-NEXT: %e = relax.dft %x points %open axis 0 inverse : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[?], i64>) -> !relax.tensor<[?, n, 2], f32>
  %e = relax.dft %x points %open axis 0 inverse : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[?], i64>) -> !relax.tensor<[?, n, 2], f32>
  // CHECK-NEXT: %f = relax.dft %any axis 3 : (!relax.tensor<*, f16>) -> !relax.tensor<*, f16>
  %f = relax.dft %any axis 3 : (!relax.tensor<*, f16>) -> !relax.tensor<*, f16>
  relax.return
}

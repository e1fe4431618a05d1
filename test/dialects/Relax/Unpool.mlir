// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @back(
relax.func @back(%x: !relax.tensor<[n, c, w], f32>, %i: !relax.tensor<[n, c, w], i64>, %s: !relax.tensor<[3], i64>, %q: !relax.tensor<[a, b, d], f32>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %a = relax.max_unpool %x, %i window [3] strides [2] pads [1, 0] : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, c, w], i64>) -> !relax.tensor<[n, c, 2 * w], f32>
  %a = relax.max_unpool %x, %i window [3] strides [2] pads [1, 0] : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, c, w], i64>) -> !relax.tensor<[n, c, 2 * w], f32>
  // CHECK-NEXT: %b = relax.max_unpool %x, %i window [3] strides [2] pads [1, 0] extended to %s : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, c, w], i64>, !relax.tensor<[3], i64>) -> !relax.tensor<[?, ?, ?], f32>
  %b = relax.max_unpool %x, %i window [3] strides [2] pads [1, 0] extended to %s : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, c, w], i64>, !relax.tensor<[3], i64>) -> !relax.tensor<[?, ?, ?], f32>
  // CHECK-NEXT: %d = relax.max_unpool %x, %i window [3] strides [2] pads [1, 0] extended given(%q) : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, c, w], i64>, !relax.tensor<[a, b, d], f32>) -> !relax.tensor<[a, b, d], f32>
  %d = relax.max_unpool %x, %i window [3] strides [2] pads [1, 0] extended given(%q) : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, c, w], i64>, !relax.tensor<[a, b, d], f32>) -> !relax.tensor<[a, b, d], f32>
  // CHECK-NEXT: %e = relax.max_unpool %any, %i window [3] strides [2] pads [1, 0] : (!relax.tensor<*, f32>, !relax.tensor<[n, c, w], i64>) -> !relax.tensor<*, f32>
  %e = relax.max_unpool %any, %i window [3] strides [2] pads [1, 0] : (!relax.tensor<*, f32>, !relax.tensor<[n, c, w], i64>) -> !relax.tensor<*, f32>
  relax.return
}

// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @moved(
relax.func @moved(%x: !relax.tensor<[n, 4, h, w], f32>, %w: !relax.tensor<[6, 2, 3, 2], f32>, %o: !relax.tensor<[n, p, q, r], f32>, %b: !relax.tensor<[6], f32>, %m: !relax.tensor<[n, 12, q, r], f32>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %a = relax.deform_conv %x, %w, %o bias %b mask %m strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 offset_groups 2 : (!relax.tensor<[n, 4, h, w], f32>, !relax.tensor<[6, 2, 3, 2], f32>, !relax.tensor<[n, p, q, r], f32>, !relax.tensor<[6], f32>, !relax.tensor<[n, 12, q, r], f32>) -> !relax.tensor<[n, 6, max(h - 2, 0), max(w - 1, 0)], f32>
  %a = relax.deform_conv %x, %w, %o bias %b mask %m strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 offset_groups 2 : (!relax.tensor<[n, 4, h, w], f32>, !relax.tensor<[6, 2, 3, 2], f32>, !relax.tensor<[n, p, q, r], f32>, !relax.tensor<[6], f32>, !relax.tensor<[n, 12, q, r], f32>) -> !relax.tensor<[n, 6, max(h - 2, 0), max(w - 1, 0)], f32>
  // CHECK-NEXT: %c = relax.deform_conv %x, %w, %o mask %m strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 offset_groups 2 : (!relax.tensor<[n, 4, h, w], f32>, !relax.tensor<[6, 2, 3, 2], f32>, !relax.tensor<[n, p, q, r], f32>, !relax.tensor<[n, 12, q, r], f32>) -> !relax.tensor<[n, 6, max(h - 2, 0), max(w - 1, 0)], f32>
  %c = relax.deform_conv %x, %w, %o mask %m strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 offset_groups 2 : (!relax.tensor<[n, 4, h, w], f32>, !relax.tensor<[6, 2, 3, 2], f32>, !relax.tensor<[n, p, q, r], f32>, !relax.tensor<[n, 12, q, r], f32>) -> !relax.tensor<[n, 6, max(h - 2, 0), max(w - 1, 0)], f32>
  // CHECK-NEXT: %d = relax.deform_conv %any, %w, %o strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 offset_groups 2 : (!relax.tensor<*, f32>, !relax.tensor<[6, 2, 3, 2], f32>, !relax.tensor<[n, p, q, r], f32>) -> !relax.tensor<*, f32>
  %d = relax.deform_conv %any, %w, %o strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 offset_groups 2 : (!relax.tensor<*, f32>, !relax.tensor<[6, 2, 3, 2], f32>, !relax.tensor<[n, p, q, r], f32>) -> !relax.tensor<*, f32>
  relax.return
}

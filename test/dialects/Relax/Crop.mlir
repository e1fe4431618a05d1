// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @crop(
relax.func @crop(%x: !relax.tensor<[n, c, w], f32>, %s: !relax.tensor<[2], i64>, %t: !relax.tensor<[1], i64>, %q: !relax.tensor<[n, c, 2, 3, l], f32>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %a = relax.center_crop_pad %x to %s axes [0, 2] : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, c, ?], f32>
  %a = relax.center_crop_pad %x to %s axes [0, 2] : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, c, ?], f32>
  // CHECK-NEXT: %b = relax.center_crop_pad %x axes [1] : (!relax.tensor<[n, c, w], f32>) -> !relax.tensor<[n, 4, w], f32>
  %b = relax.center_crop_pad %x axes [1] : (!relax.tensor<[n, c, w], f32>) -> !relax.tensor<[n, 4, w], f32>
  // CHECK-NEXT: %d = relax.center_crop_pad %x axes [1] given(%q) : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, c, 2, 3, l], f32>) -> !relax.tensor<[n, l, w], f32>
  %d = relax.center_crop_pad %x axes [1] given(%q) : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, c, 2, 3, l], f32>) -> !relax.tensor<[n, l, w], f32>
  // CHECK-NEXT: %e = relax.col2im %q to %s strides [1, 2] pads [0, 1, 0, 1] dilations [1, 1] : (!relax.tensor<[n, c, 2, 3, l], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[n, c, ?, ?], f32>
  %e = relax.col2im %q to %s strides [1, 2] pads [0, 1, 0, 1] dilations [1, 1] : (!relax.tensor<[n, c, 2, 3, l], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[n, c, ?, ?], f32>
  // CHECK-NEXT: %f = relax.col2im %any strides [1] pads [0, 0] dilations [1] given(%x) : (!relax.tensor<*, f32>, !relax.tensor<[n, c, w], f32>) -> !relax.tensor<[?, ?, w], f32>
  %f = relax.col2im %any strides [1] pads [0, 0] dilations [1] given(%x) : (!relax.tensor<*, f32>, !relax.tensor<[n, c, w], f32>) -> !relax.tensor<[?, ?, w], f32>
  relax.return
}

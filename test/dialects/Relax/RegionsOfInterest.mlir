// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @rois(
relax.func @rois(%x: !relax.tensor<[n, c, h, w], f32>, %r: !relax.tensor<[r, 4], f32>, %p: !relax.tensor<[r, 5], f16>, %i: !relax.tensor<[r], i64>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %a = relax.roi_align %x, %r, %i size [2, 3] samples 0 scale 2.500000e-01 mode "avg" half_pixel : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, 4], f32>, !relax.tensor<[r], i64>) -> !relax.tensor<[r, c, 2, 3], f32>
  %a = relax.roi_align %x, %r, %i size [2, 3] samples 0 scale 2.500000e-01 mode "avg" half_pixel : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, 4], f32>, !relax.tensor<[r], i64>) -> !relax.tensor<[r, c, 2, 3], f32>
  // CHECK-NEXT: %b = relax.roi_align %any, %any, %i size [1, 1] samples 2 scale 1.000000e+00 mode "max" : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<[r], i64>) -> !relax.tensor<[?, ?, 1, 1], f32>
  %b = relax.roi_align %any, %any, %i size [1, 1] samples 2 scale 1.000000e+00 mode "max" : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<[r], i64>) -> !relax.tensor<[?, ?, 1, 1], f32>
  // CHECK-NEXT: %c = relax.max_roi_pool %x, %p size [7, 7] scale 1.000000e+00 : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, 5], f16>) -> !relax.tensor<[r, c, 7, 7], f32>
  %c = relax.max_roi_pool %x, %p size [7, 7] scale 1.000000e+00 : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, 5], f16>) -> !relax.tensor<[r, c, 7, 7], f32>
  relax.return
}

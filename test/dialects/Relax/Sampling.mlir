// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @sampling(
relax.func @sampling(%t: !relax.tensor<[n, 2, 3], f32>, %u: !relax.tensor<[n, 3, 4], f16>, %s: !relax.tensor<[4], i64>, %x: !relax.tensor<[n, c, h, w], f32>, %i: !relax.tensor<[n, c, h, w], i32>, %g: !relax.tensor<[n, a, b, 2], f32>, %any: !relax.tensor<*, f32>, %q: !relax.tensor<[n, ?, b, 2], f32>) {
  // CHECK-NEXT: %a = relax.affine_grid %t to %s : (!relax.tensor<[n, 2, 3], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<[n, ?, ?, 2], f32>
  %a = relax.affine_grid %t to %s : (!relax.tensor<[n, 2, 3], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<[n, ?, ?, 2], f32>
  // CHECK-NEXT: %b = relax.affine_grid %u align_corners given (%x) : (!relax.tensor<[n, 3, 4], f16>, !relax.tensor<[n, c, h, w], f32>) -> !relax.tensor<[n, c, h, w, 3], f16>
  %b = relax.affine_grid %u align_corners given (%x) : (!relax.tensor<[n, 3, 4], f16>, !relax.tensor<[n, c, h, w], f32>) -> !relax.tensor<[n, c, h, w, 3], f16>
  // CHECK-NEXT: %c = relax.affine_grid %any to %s : (!relax.tensor<*, f32>, !relax.tensor<[4], i64>) -> !relax.tensor<[?, ?, 3, 2], f32>
  %c = relax.affine_grid %any to %s : (!relax.tensor<*, f32>, !relax.tensor<[4], i64>) -> !relax.tensor<[?, ?, 3, 2], f32>
  // CHECK-NEXT: %d = relax.grid_sample %x, %g mode "linear" padding "zeros" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[n, a, b, 2], f32>) -> !relax.tensor<[n, c, a, b], f32>
  %d = relax.grid_sample %x, %g mode "linear" padding "zeros" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[n, a, b, 2], f32>) -> !relax.tensor<[n, c, a, b], f32>
  // CHECK-NEXT: %e = relax.grid_sample %i, %g mode "nearest" padding "border" align_corners : (!relax.tensor<[n, c, h, w], i32>, !relax.tensor<[n, a, b, 2], f32>) -> !relax.tensor<[n, c, a, b], i32>
  %e = relax.grid_sample %i, %g mode "nearest" padding "border" align_corners : (!relax.tensor<[n, c, h, w], i32>, !relax.tensor<[n, a, b, 2], f32>) -> !relax.tensor<[n, c, a, b], i32>
  // CHECK-NEXT: %f = relax.grid_sample %x, %q mode "cubic" padding "reflection" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[n, ?, b, 2], f32>) -> !relax.tensor<[n, c, ?, b], f32>
  %f = relax.grid_sample %x, %q mode "cubic" padding "reflection" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[n, ?, b, 2], f32>) -> !relax.tensor<[n, c, ?, b], f32>
  // CHECK-NEXT: %h = relax.grid_sample %any, %g mode "linear" padding "zeros" : (!relax.tensor<*, f32>, !relax.tensor<[n, a, b, 2], f32>) -> !relax.tensor<*, f32>
  %h = relax.grid_sample %any, %g mode "linear" padding "zeros" : (!relax.tensor<*, f32>, !relax.tensor<[n, a, b, 2], f32>) -> !relax.tensor<*, f32>
  relax.return
}

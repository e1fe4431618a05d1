// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s --check-prefix=DEDUCE

// CHECK-LABEL: relax.func @grids
relax.func @grids(%x: !relax.tensor<[n, 0], f32>, %r: !relax.tensor<[4], f32>, %s: !relax.tensor<[1], f32>, %y: !relax.tensor<[5, 10], f32>) {
  // CHECK-NEXT: %a = relax.resize %x axes [0] factors [2.000000e+00] mode "nearest" coordinates "asymmetric" rounding "floor" cubic -7.500000e-01 extrapolation 0.000000e+00 : (!relax.tensor<[n, 0], f32>) -> !relax.tensor<[2 * n, 0], f32>
  %a = relax.resize %x axes [0] factors [2.0] mode "nearest" coordinates "asymmetric" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n, 0], f32>) -> !relax.tensor<[2 * n, 0], f32>
  // CHECK-NEXT: %b = relax.resize %x scales %s axes [1] mode "cubic" coordinates "half_pixel" rounding "floor" cubic -5.000000e-01 extrapolation 0.000000e+00 antialias exclude_outside :
  %b = relax.resize %x scales %s axes [1] mode "cubic" coordinates "half_pixel" rounding "floor" cubic -0.5 extrapolation 0.0 antialias exclude_outside : (!relax.tensor<[n, 0], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[n, 0], f32>
  %z = relax.constant dense<[3, 4]> : tensor<2xi64>
  // CHECK: %c = relax.resize %x to %z roi %r axes [0, 1] mode "linear" coordinates "tf_crop_and_resize"
  // DEDUCE: %c = relax.resize %x roi %r axes [0, 1] mode "linear" {{.*}} -> !relax.tensor<[3, 4], f32>
  %c = relax.resize %x to %z roi %r axes [0, 1] mode "linear" coordinates "tf_crop_and_resize" rounding "floor" cubic -0.75 extrapolation 1.0 : (!relax.tensor<[n, 0], f32>, !relax.tensor<[2], i64>, !relax.tensor<[4], f32>) -> !relax.tensor<[?, ?], f32>
  // Sizes that are a limit: one scale for both axes. A new extent that the scale gives.
  // CHECK: %d = relax.resize %y to %z aspect "not_larger" axes [0, 1] mode "nearest" {{.*}} -> !relax.tensor<[?, ?], f32>
  // DEDUCE: %d = relax.resize %y axes [0, 1] factors [4.000000e-01, 4.000000e-01] mode "nearest" {{.*}} -> !relax.tensor<[2, 4], f32>
  %d = relax.resize %y to %z aspect "not_larger" axes [0, 1] mode "nearest" coordinates "half_pixel" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[5, 10], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  // CHECK: %e = relax.resize %x axes [0] factors [1.500000e+00] {{.*}} -> !relax.tensor<[?, 0], f32>
  // DEDUCE: %e = relax.resize %x axes [0] factors [1.500000e+00] {{.*}} -> !relax.tensor<[n + n floordiv 2, 0], f32>
  %e = relax.resize %x axes [0] factors [1.5] mode "nearest" coordinates "half_pixel" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n, 0], f32>) -> !relax.tensor<[?, 0], f32>
  relax.return
}

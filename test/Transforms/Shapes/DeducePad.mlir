// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s
// RUN: relax-run %s --dims=n=5,m=3 --compare=reference,compiled
// RUN: relax-run %s --dims=n=0,m=0 --compare=reference,compiled

// A square of the larger extent, as a model computes it.
// CHECK-LABEL: relax.func @square(
// CHECK-SAME: -> !relax.tensor<[n + max(m - n, 0), m], f32>
relax.func @square(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[?, m], f32> {
  %s = relax.shape_of %x : !relax.tensor<[n, m], f32> -> !relax.shape<[n, m]>
  %t = relax.shape_to_tensor %s : !relax.shape<[n, m]> -> !relax.tensor<[2], i64>
  %zero = relax.constant dense<0> : tensor<1xi64>
  %n = relax.strided_slice %t axes [0] begins [0] ends [1] steps [1] : (!relax.tensor<[2], i64>) -> !relax.tensor<[1], i64>
  %m = relax.strided_slice %t axes [0] begins [1] ends [2] steps [1] : (!relax.tensor<[2], i64>) -> !relax.tensor<[1], i64>
  %d = relax.subtract %m, %n : !relax.tensor<[1], i64>
  %more = relax.maximum %d, %zero : !relax.tensor<[1], i64>
  %w = relax.concat %zero, %more axis 0 : (!relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[2], i64>
  // CHECK: %y = relax.pad %x low [0, 0] mode "constant" : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n + max(m - n, 0), m], f32>
  %y = relax.dynamic_pad %x, %w axes [0] mode "constant" : (!relax.tensor<[n, m], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, m], f32>
  relax.return %y : !relax.tensor<[?, m], f32>
}

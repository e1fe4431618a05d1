// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @norms(
relax.func @norms(%x: !relax.tensor<[n, c, 5], f32>, %any: !relax.tensor<*, f16>, %h: !relax.tensor<[n, ?], f16>,
    %c: !relax.tensor<[c], f32>, %s: !relax.tensor<[5], f32>, %t: !relax.tensor<[c, 1], f32>) {
  // CHECK-NEXT: %a = relax.layer_norm %x, %s from 2 epsilon 1.000000e-05 : (!relax.tensor<[n, c, 5], f32>, !relax.tensor<[5], f32>) -> !relax.tensor<[n, c, 5], f32>
  %a = relax.layer_norm %x, %s from 2 epsilon 1.0e-5 : (!relax.tensor<[n, c, 5], f32>, !relax.tensor<[5], f32>) -> !relax.tensor<[n, c, 5], f32>
  // CHECK-NEXT: %b = relax.layer_norm %x, %t, %s from 1 epsilon
  %b = relax.layer_norm %x, %t, %s from 1 epsilon 1.0e-5 : (!relax.tensor<[n, c, 5], f32>, !relax.tensor<[c, 1], f32>, !relax.tensor<[5], f32>) -> !relax.tensor<[n, c, 5], f32>
  // CHECK-NEXT: {{.*}} = relax.layer_norm_statistics %h from 1 epsilon 0.000000e+00 : (!relax.tensor<[n, ?], f16>) -> (!relax.tensor<[n, 1], f32>, !relax.tensor<[n, 1], f32>)
  %mean, %inverse = relax.layer_norm_statistics %h from 1 epsilon 0.0 : (!relax.tensor<[n, ?], f16>) -> (!relax.tensor<[n, 1], f32>, !relax.tensor<[n, 1], f32>)
  // CHECK-NEXT: %d = relax.rms_norm %x, %s from 2 epsilon
  %d = relax.rms_norm %x, %s from 2 epsilon 1.0e-5 : (!relax.tensor<[n, c, 5], f32>, !relax.tensor<[5], f32>) -> !relax.tensor<[n, c, 5], f32>
  // CHECK-NEXT: %e = relax.instance_norm %x, %c, %c epsilon 1.000000e-05 :
  %e = relax.instance_norm %x, %c, %c epsilon 1.0e-5 : (!relax.tensor<[n, c, 5], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>) -> !relax.tensor<[n, c, 5], f32>
  // CHECK-NEXT: %f = relax.group_norm %x, %c, %c groups 2 epsilon 1.000000e-05 :
  %f = relax.group_norm %x, %c, %c groups 2 epsilon 1.0e-5 : (!relax.tensor<[n, c, 5], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>) -> !relax.tensor<[n, c, 5], f32>
  // CHECK-NEXT: %g = relax.batch_norm %x, %c, %c, %c, %c epsilon 1.000000e-05 :
  %g = relax.batch_norm %x, %c, %c, %c, %c epsilon 1.0e-5 : (!relax.tensor<[n, c, 5], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>) -> !relax.tensor<[n, c, 5], f32>
  // CHECK-NEXT: {{.*}} = relax.batch_norm_training %x, %c, %c, %c, %c epsilon 1.000000e-05 momentum 9.000000e-01 :
  %y, %rm, %rv = relax.batch_norm_training %x, %c, %c, %c, %c epsilon 1.0e-5 momentum 0.9 : (!relax.tensor<[n, c, 5], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>) -> (!relax.tensor<[n, c, 5], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>)
  // CHECK-NEXT: %l = relax.lrn %x size 3 alpha 1.000000e-04 beta 7.500000e-01 bias 1.000000e+00 : !relax.tensor<[n, c, 5], f32>
  %l = relax.lrn %x size 3 alpha 1.0e-4 beta 0.75 bias 1.0 : !relax.tensor<[n, c, 5], f32>
  // CHECK-NEXT: %m = relax.lp_norm %any over 1 p 2 : !relax.tensor<*, f16>
  %m = relax.lp_norm %any over 1 p 2 : !relax.tensor<*, f16>
  // CHECK-NEXT: %o = relax.mean_variance_norm %x over [0, 2] : !relax.tensor<[n, c, 5], f32>
  %o = relax.mean_variance_norm %x over [0, 2] : !relax.tensor<[n, c, 5], f32>
  // CHECK-NEXT: %p = relax.log_softmax %x over [1, 2] : !relax.tensor<[n, c, 5], f32>
  %p = relax.log_softmax %x over [1, 2] : !relax.tensor<[n, c, 5], f32>
  // CHECK-NEXT: %q = relax.hardmax %x over 0 : !relax.tensor<[n, c, 5], f32>
  %q = relax.hardmax %x over 0 : !relax.tensor<[n, c, 5], f32>
  relax.return
}

// Each rewrite of share/relax/rewrites/compose.mlir finds its place.
// RUN: relax-opt %s "--relax-apply-patterns=file=%root/share/relax/rewrites/compose.mlir trace=all" -o %t.mlir 2>&1 | FileCheck %s --implicit-check-not="is not found"
// RUN: FileCheck %s --check-prefix=OUT < %t.mlir

// CHECK-DAG: '@gelu_in_steps' was found 2 times
// OUT-LABEL: relax.func @gelu(
// OUT: %y = relax.gelu %x
// OUT-LABEL: relax.func @gelu_of_half(
// OUT: %y = relax.gelu %x
relax.func @gelu(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32> {
  %root = relax.constant dense<1.41421354> : tensor<f32>
  %one = relax.constant dense<1.0> : tensor<f32>
  %half = relax.constant dense<0.5> : tensor<f32>
  %d = relax.divide %x, %root : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 4], f32>
  %e = relax.erf %d : !relax.tensor<[n, 4], f32>
  %s = relax.add %one, %e : (!relax.tensor<[], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
  %a = relax.multiply %s, %x : !relax.tensor<[n, 4], f32>
  %y = relax.multiply %half, %a : (!relax.tensor<[], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}
relax.func @gelu_of_half(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %root = relax.constant dense<1.41421354> : tensor<f32>
  %one = relax.constant dense<1.0> : tensor<f32>
  %half = relax.constant dense<0.5> : tensor<f32>
  %h = relax.multiply %x, %half : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  %d = relax.divide %x, %root : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  %e = relax.erf %d : !relax.tensor<[n], f32>
  %s = relax.add %e, %one : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  %y = relax.multiply %h, %s : !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}
// CHECK-DAG: '@layer_norm_2_in_steps_5' was found 1 time
// OUT-LABEL: relax.func @layer_norm_2_5(
// OUT-NEXT: relax.layer_norm %x, %g, %b from 1
relax.func @layer_norm_2_5(%x: !relax.tensor<[n, k], f32>, %g: !relax.tensor<[k], f32>, %b: !relax.tensor<[k], f32>) -> !relax.tensor<[n, k], f32> {
  %epsilon = relax.constant dense<1.0e-5> : tensor<f32>
  %m = relax.mean %x over [1] keep_dims : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  %d = relax.subtract %x, %m : (!relax.tensor<[n, k], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, k], f32>
  %two = relax.constant dense<2.0> : tensor<f32>
  %p = relax.power %d, %two : (!relax.tensor<[n, k], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, k], f32>
  %v = relax.mean %p over [1] keep_dims : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  %e = relax.add %v, %epsilon : (!relax.tensor<[n, 1], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 1], f32>
  %r = relax.sqrt %e : !relax.tensor<[n, 1], f32>
  %q = relax.divide %d, %r : (!relax.tensor<[n, k], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, k], f32>
  %s = relax.multiply %q, %g : (!relax.tensor<[n, k], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[n, k], f32>
  %y = relax.add %s, %b : (!relax.tensor<[n, k], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[n, k], f32>
  relax.return %y : !relax.tensor<[n, k], f32>
}
// CHECK-DAG: '@layer_norm_2_in_steps_12' was found 1 time
// OUT-LABEL: relax.func @layer_norm_2_12(
// OUT-NEXT: relax.layer_norm %x, %g, %b from 1
relax.func @layer_norm_2_12(%x: !relax.tensor<[n, k], f32>, %g: !relax.tensor<[k], f32>, %b: !relax.tensor<[k], f32>) -> !relax.tensor<[n, k], f32> {
  %epsilon = relax.constant dense<1.0e-12> : tensor<f32>
  %m = relax.mean %x over [1] keep_dims : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  %d = relax.subtract %x, %m : (!relax.tensor<[n, k], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, k], f32>
  %p = relax.multiply %d, %d : !relax.tensor<[n, k], f32>
  %v = relax.mean %p over [1] keep_dims : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  %e = relax.add %v, %epsilon : (!relax.tensor<[n, 1], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 1], f32>
  %r = relax.sqrt %e : !relax.tensor<[n, 1], f32>
  %q = relax.divide %d, %r : (!relax.tensor<[n, k], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, k], f32>
  %s = relax.multiply %q, %g : (!relax.tensor<[n, k], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[n, k], f32>
  %y = relax.add %s, %b : (!relax.tensor<[n, k], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[n, k], f32>
  relax.return %y : !relax.tensor<[n, k], f32>
}
// CHECK-DAG: '@layer_norm_3_in_steps_5' was found 1 time
// OUT-LABEL: relax.func @layer_norm_3_5(
// OUT-NEXT: relax.layer_norm %x, %g, %b from 2
relax.func @layer_norm_3_5(%x: !relax.tensor<[b, n, k], f32>, %g: !relax.tensor<[k], f32>, %b: !relax.tensor<[k], f32>) -> !relax.tensor<[b, n, k], f32> {
  %epsilon = relax.constant dense<1.0e-5> : tensor<f32>
  %m = relax.mean %x over [2] keep_dims : (!relax.tensor<[b, n, k], f32>) -> !relax.tensor<[b, n, 1], f32>
  %d = relax.subtract %x, %m : (!relax.tensor<[b, n, k], f32>, !relax.tensor<[b, n, 1], f32>) -> !relax.tensor<[b, n, k], f32>
  %two = relax.constant dense<2.0> : tensor<f32>
  %p = relax.power %d, %two : (!relax.tensor<[b, n, k], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[b, n, k], f32>
  %v = relax.mean %p over [2] keep_dims : (!relax.tensor<[b, n, k], f32>) -> !relax.tensor<[b, n, 1], f32>
  %e = relax.add %v, %epsilon : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[b, n, 1], f32>
  %r = relax.sqrt %e : !relax.tensor<[b, n, 1], f32>
  %q = relax.divide %d, %r : (!relax.tensor<[b, n, k], f32>, !relax.tensor<[b, n, 1], f32>) -> !relax.tensor<[b, n, k], f32>
  %s = relax.multiply %q, %g : (!relax.tensor<[b, n, k], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[b, n, k], f32>
  %y = relax.add %s, %b : (!relax.tensor<[b, n, k], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[b, n, k], f32>
  relax.return %y : !relax.tensor<[b, n, k], f32>
}
// CHECK-DAG: '@layer_norm_3_in_steps_12' was found 1 time
// OUT-LABEL: relax.func @layer_norm_3_12(
// OUT-NEXT: relax.layer_norm %x, %g, %b from 2
relax.func @layer_norm_3_12(%x: !relax.tensor<[b, n, k], f32>, %g: !relax.tensor<[k], f32>, %b: !relax.tensor<[k], f32>) -> !relax.tensor<[b, n, k], f32> {
  %epsilon = relax.constant dense<1.0e-12> : tensor<f32>
  %m = relax.mean %x over [2] keep_dims : (!relax.tensor<[b, n, k], f32>) -> !relax.tensor<[b, n, 1], f32>
  %d = relax.subtract %x, %m : (!relax.tensor<[b, n, k], f32>, !relax.tensor<[b, n, 1], f32>) -> !relax.tensor<[b, n, k], f32>
  %p = relax.multiply %d, %d : !relax.tensor<[b, n, k], f32>
  %v = relax.mean %p over [2] keep_dims : (!relax.tensor<[b, n, k], f32>) -> !relax.tensor<[b, n, 1], f32>
  %e = relax.add %v, %epsilon : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[b, n, 1], f32>
  %r = relax.sqrt %e : !relax.tensor<[b, n, 1], f32>
  %q = relax.divide %d, %r : (!relax.tensor<[b, n, k], f32>, !relax.tensor<[b, n, 1], f32>) -> !relax.tensor<[b, n, k], f32>
  %s = relax.multiply %q, %g : (!relax.tensor<[b, n, k], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[b, n, k], f32>
  %y = relax.add %s, %b : (!relax.tensor<[b, n, k], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[b, n, k], f32>
  relax.return %y : !relax.tensor<[b, n, k], f32>
}

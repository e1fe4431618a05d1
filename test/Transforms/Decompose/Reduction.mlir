// RUN: relax-opt %s --relax-decompose | FileCheck %s
// RUN: not relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{except=reduce_l2}),relax-legalize,relax-to-vm)' 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: not relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{except=reduce_to}),relax-legalize,relax-to-vm)' 2>&1 | FileCheck %s --check-prefix=SHAPE

// OFF: error: 'relax.reduce_l2' op cannot be lowered to 'vm'
// SHAPE: error: 'relax.reduce_to' op cannot be lowered to 'vm'

// f16 is summed in f32.
// CHECK-LABEL: relax.func @l2(
relax.func @l2(%x: !relax.tensor<[n, m], f16>) -> !relax.tensor<[n, 1], f16> {
  // CHECK-NEXT: %y_cast = relax.cast %x
  // CHECK-NEXT: %y_product = relax.multiply %y_cast, %y_cast
  // CHECK-NEXT: %y_sum = relax.sum %y_product over [1] keep_dims
  // CHECK-NEXT: %y_root = relax.sqrt %y_sum
  // CHECK-NEXT: %y = relax.cast %y_root
  %y = relax.reduce_l2 %x over [1] keep_dims : (!relax.tensor<[n, m], f16>) -> !relax.tensor<[n, 1], f16>
  relax.return %y : !relax.tensor<[n, 1], f16>
}

// No axes: nothing is summed.
// CHECK-LABEL: relax.func @none(
relax.func @none(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // CHECK-NEXT: %y = relax.abs %x
  %y = relax.reduce_l1 %x over [] : !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}

// Roots and logarithms of integers in f64.
// CHECK-LABEL: relax.func @integers(
relax.func @integers(%x: !relax.tensor<[n], i64>) -> !relax.tensor<[], i64> {
  // CHECK-NEXT: %y_sum = relax.sum %x
  // CHECK-NEXT: %y_cast = relax.cast %y_sum : !relax.tensor<[], i64> to !relax.tensor<[], f64>
  // CHECK-NEXT: %y_log = relax.log %y_cast
  // CHECK-NEXT: %y = relax.cast %y_log
  %y = relax.reduce_log_sum %x : (!relax.tensor<[n], i64>) -> !relax.tensor<[], i64>
  relax.return %y : !relax.tensor<[], i64>
}

// The largest element keeps the powers small; along a shape it is widened.
// CHECK-LABEL: relax.func @powers(
relax.func @powers(%x: !relax.tensor<[n, m], f32>, %s: !relax.tensor<[p, q], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[p, q], f32>) {
  // CHECK-NEXT: %y_max = relax.max %x over [1] keep_dims
  // CHECK: %y_sum = relax.sum %{{.*}} over [1] :
  // CHECK: %y = relax.add
  %y = relax.reduce_log_sum_exp %x over [1] : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32>
  %t = relax.shape_of %s : !relax.tensor<[p, q], f32> -> !relax.shape<[p, q]>
  // CHECK: %z_max = relax.reduce_to "max" %x to %t
  // CHECK: %z_wide = relax.broadcast_to %{{.*}} to %z_shape
  // CHECK: %z_sum = relax.reduce_to "sum" %{{.*}} to %t
  // CHECK: %z = relax.add
  %z = relax.reduce_to "reduce_log_sum_exp" %x to %t : (!relax.tensor<[n, m], f32>, !relax.shape<[p, q]>) -> !relax.tensor<[p, q], f32>
  // CHECK-NEXT: relax.return
  relax.return %y, %z : !relax.tensor<[n], f32>, !relax.tensor<[p, q], f32>
}

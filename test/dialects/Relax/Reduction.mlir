// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// CHECK-LABEL: relax.func @reductions(
relax.func @reductions(%x: !relax.tensor<[n, 4, m], f32>, %any: !relax.tensor<*, i64>) {
  // CHECK-NEXT: %a = relax.sum %x over [0, 2] : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[4], f32>
  %a = relax.sum %x over [0, 2] : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[4], f32>
  // CHECK-NEXT: %b = relax.mean %x over [1] keep_dims : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[n, 1, m], f32>
  %b = relax.mean %x over [1] keep_dims : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[n, 1, m], f32>
  // CHECK-NEXT: %c = relax.max %x : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[], f32>
  %c = relax.max %x : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[], f32>
  // CHECK-NEXT: %d = relax.min %x keep_dims : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[1, 1, 1], f32>
  %d = relax.min %x keep_dims : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[1, 1, 1], f32>
  // No axis at all, which is not the same as none given.
  // CHECK-NEXT: %e = relax.sum %x over [] : !relax.tensor<[n, 4, m], f32>
  %e = relax.sum %x over [] : !relax.tensor<[n, 4, m], f32>
  // CHECK-NEXT: %f = relax.sum %any over [7] : !relax.tensor<*, i64>
  %f = relax.sum %any over [7] : !relax.tensor<*, i64>
  // CHECK-NEXT: %g = relax.reduce_l1 %x over [0] : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[4, m], f32>
  %g = relax.reduce_l1 %x over [0] : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[4, m], f32>
  // CHECK-NEXT: %h = relax.reduce_l2 %any over [7] keep_dims : !relax.tensor<*, i64>
  %h = relax.reduce_l2 %any over [7] keep_dims : !relax.tensor<*, i64>
  // CHECK-NEXT: %i = relax.reduce_sum_square %x : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[], f32>
  %i = relax.reduce_sum_square %x : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[], f32>
  // CHECK-NEXT: %j = relax.reduce_log_sum %x over [] : !relax.tensor<[n, 4, m], f32>
  %j = relax.reduce_log_sum %x over [] : !relax.tensor<[n, 4, m], f32>
  // CHECK-NEXT: %k = relax.reduce_log_sum_exp %x over [1, 2] keep_dims : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[n, 1, 1], f32>
  %k = relax.reduce_log_sum_exp %x over [1, 2] keep_dims : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[n, 1, 1], f32>
  relax.return
}

// CHECK-LABEL: relax.func @softmax(
relax.func @softmax(%x: !relax.tensor<[n, ?], f32>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %a = relax.softmax %x over 1 : !relax.tensor<[n, ?], f32>
  %a = relax.softmax %x over 1 : !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %b = relax.softmax %any over 3 : !relax.tensor<*, f32>
  %b = relax.softmax %any over 3 : !relax.tensor<*, f32>
  relax.return
}

// CHECK-LABEL: relax.func @product(
relax.func @product(%x: !relax.tensor<[n, 4], i64>) {
  // CHECK-NEXT: %a = relax.prod %x over [1] : (!relax.tensor<[n, 4], i64>) -> !relax.tensor<[n], i64>
  %a = relax.prod %x over [1] : (!relax.tensor<[n, 4], i64>) -> !relax.tensor<[n], i64>
  relax.return
}

// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @scan(
relax.func @scan(%x: !relax.tensor<[n, m], f32>, %any: !relax.tensor<*, f32>, %k: !relax.tensor<[], i64>) {
  // CHECK-NEXT: %a = relax.arg_max %x over 1 keep_dims last : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, 1], i64>
  %a = relax.arg_max %x over 1 keep_dims last : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, 1], i64>
  // CHECK-NEXT: %b = relax.arg_min %any over 0 : (!relax.tensor<*, f32>) -> !relax.tensor<*, i64>
  %b = relax.arg_min %any over 0 : (!relax.tensor<*, f32>) -> !relax.tensor<*, i64>
  // CHECK-NEXT: %c = relax.cumsum %x over 0 exclusive reverse : !relax.tensor<[n, m], f32>
  %c = relax.cumsum %x over 0 exclusive reverse : !relax.tensor<[n, m], f32>
  // CHECK-NEXT: %d = relax.cumprod %x over 1 : !relax.tensor<[n, m], f32>
  %d = relax.cumprod %x over 1 : !relax.tensor<[n, m], f32>
  // CHECK-NEXT: %e = relax.dynamic_cumsum %x over %k exclusive reverse : (!relax.tensor<[n, m], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, m], f32>
  %e = relax.dynamic_cumsum %x over %k exclusive reverse : (!relax.tensor<[n, m], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, m], f32>
  // CHECK-NEXT: %f = relax.dynamic_cumprod %any over %k : ({{.*}}) -> !relax.tensor<*, f32>
  %f = relax.dynamic_cumprod %any over %k : (!relax.tensor<*, f32>, !relax.tensor<[], i64>) -> !relax.tensor<*, f32>
  relax.return
}

// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @losses(
relax.func @losses(%x: !relax.tensor<[n, c, 5], f32>, %t: !relax.tensor<[n, 5], i64>, %w: !relax.tensor<[c], f32>,
    %any: !relax.tensor<*, f16>, %u: !relax.tensor<[n, ?], i32>) {
  // CHECK-NEXT: %a = relax.nll_loss %x, %t reduction "mean" : (!relax.tensor<[n, c, 5], f32>, !relax.tensor<[n, 5], i64>) -> !relax.tensor<[], f32>
  %a = relax.nll_loss %x, %t reduction "mean" : (!relax.tensor<[n, c, 5], f32>, !relax.tensor<[n, 5], i64>) -> !relax.tensor<[], f32>
  // CHECK-NEXT: %b = relax.nll_loss %x, %t, %w reduction "none" ignore -1 : (!relax.tensor<[n, c, 5], f32>, !relax.tensor<[n, 5], i64>, !relax.tensor<[c], f32>) -> !relax.tensor<[n, 5], f32>
  %b = relax.nll_loss %x, %t, %w reduction "none" ignore -1 : (!relax.tensor<[n, c, 5], f32>, !relax.tensor<[n, 5], i64>, !relax.tensor<[c], f32>) -> !relax.tensor<[n, 5], f32>
  // CHECK-NEXT: %c = relax.softmax_cross_entropy %any, %u reduction "none" : (!relax.tensor<*, f16>, !relax.tensor<[n, ?], i32>) -> !relax.tensor<[n, ?], f16>
  %c = relax.softmax_cross_entropy %any, %u reduction "none" : (!relax.tensor<*, f16>, !relax.tensor<[n, ?], i32>) -> !relax.tensor<[n, ?], f16>
  relax.return
}

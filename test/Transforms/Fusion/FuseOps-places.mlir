// RUN: relax-opt %s --relax-legalize --relax-fuse-ops | FileCheck %s

// What computes with the places of elements is not done in lanes: behind a product it stands alone, behind maps it joins them.
// CHECK-LABEL: relax.func @product
// CHECK-NEXT: relax.call_tir @matmul(
// CHECK-NEXT: relax.call_tir @attention_mask(
// CHECK-LABEL: relax.func @map
// CHECK-NEXT: relax.call_tir @fused_exp_attention_mask(
relax.func @product(%x: !relax.tensor<[b, h, s, 8], f32>, %y: !relax.tensor<[b, h, 8, t], f32>) -> !relax.tensor<[b, h, s, t], f32> {
  %p = relax.matmul %x, %y : (!relax.tensor<[b, h, s, 8], f32>, !relax.tensor<[b, h, 8, t], f32>) -> !relax.tensor<[b, h, s, t], f32>
  %m = relax.attention_mask %p offset 0 causal : (!relax.tensor<[b, h, s, t], f32>) -> !relax.tensor<[b, h, s, t], f32>
  relax.return %m : !relax.tensor<[b, h, s, t], f32>
}
relax.func @map(%x: !relax.tensor<[b, h, s, t], f32>) -> !relax.tensor<[b, h, s, t], f32> {
  %p = relax.exp %x : !relax.tensor<[b, h, s, t], f32>
  %m = relax.attention_mask %p offset 0 causal : (!relax.tensor<[b, h, s, t], f32>) -> !relax.tensor<[b, h, s, t], f32>
  relax.return %m : !relax.tensor<[b, h, s, t], f32>
}

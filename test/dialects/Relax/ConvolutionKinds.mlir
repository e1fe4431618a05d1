// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @filter(
relax.func @filter(%x: !relax.tensor<[n, 4, w], f32>, %k: !relax.tensor<[4, 1, t], f32>, %b: !relax.tensor<[4], f32>, %s: !relax.tensor<[n, 4, 2], f32>) {
  // CHECK-NEXT: %a = relax.conv_transpose %x, %k strides [2] pads [1, 0] dilations [1] output_padding [1] groups 4 : (!relax.tensor<[n, 4, w], f32>, !relax.tensor<[4, 1, t], f32>) -> !relax.tensor<[n, 4, max(t + 2 * w - 2, 0)], f32>
  %a = relax.conv_transpose %x, %k strides [2] pads [1, 0] dilations [1] output_padding [1] groups 4 : (!relax.tensor<[n, 4, w], f32>, !relax.tensor<[4, 1, t], f32>) -> !relax.tensor<[n, 4, max(t + 2 * w - 2, 0)], f32>
  // CHECK-NEXT: %c = relax.depthwise_conv %x, %k : (!relax.tensor<[n, 4, w], f32>, !relax.tensor<[4, 1, t], f32>) -> !relax.tensor<[n, 4, max(-t + w + 1, 0)], f32>
  %c = relax.depthwise_conv %x, %k : (!relax.tensor<[n, 4, w], f32>, !relax.tensor<[4, 1, t], f32>) -> !relax.tensor<[n, 4, max(-t + w + 1, 0)], f32>
  // CHECK-NEXT: relax.causal_conv %x, %k, %b state %s swish : (!relax.tensor<[n, 4, w], f32>, !relax.tensor<[4, 1, t], f32>, !relax.tensor<[4], f32>, !relax.tensor<[n, 4, 2], f32>) -> (!relax.tensor<[n, 4, w], f32>, !relax.tensor<[n, 4, max(t - 1, 0)], f32>)
  %y, %next = relax.causal_conv %x, %k, %b state %s swish : (!relax.tensor<[n, 4, w], f32>, !relax.tensor<[4, 1, t], f32>, !relax.tensor<[4], f32>, !relax.tensor<[n, 4, 2], f32>) -> (!relax.tensor<[n, 4, w], f32>, !relax.tensor<[n, 4, max(t - 1, 0)], f32>)
  relax.return
}

// Transposed convolutions: one convolution for all phases of the strides, whose channels are put in order.
// RUN: relax-opt %s --relax-decompose | FileCheck %s

// The window is the stride: nothing overlaps, one product.
// CHECK-LABEL: relax.func @two(
// CHECK: %[[TURNED:.*]] = relax.permute_dims {{.*}} axes [0, 4, 6, 2, 1, 3, 5] : {{.*}} -> !relax.tensor<[1, 2, 2, 5, 24, 1, 1], f32>
// CHECK-NEXT: %[[W:.*]] = relax.reshape %[[TURNED]] : {{.*}} -> !relax.tensor<[20, 24, 1, 1], f32>
// CHECK-NEXT: %y_phases = relax.conv %x, %[[W]] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : {{.*}} -> !relax.tensor<[n, 20, h, w], f32>
// CHECK: relax.permute_dims {{.*}} axes [0, 1, 4, 5, 2, 6, 3] : {{.*}} -> !relax.tensor<[n, 1, 5, h, 2, w, 2], f32>
// CHECK-NEXT: %y = relax.reshape {{.*}} -> !relax.tensor<[n, 5, 2 * h, 2 * w], f32>
// CHECK-NEXT: relax.return %y
relax.func @two(%x: !relax.tensor<[n, 24, h, w], f32>, %w: !relax.tensor<[24, 5, 2, 2], f32>) -> !relax.tensor<[n, 5, 2 * h, 2 * w], f32> {
  %y = relax.conv_transpose %x, %w strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] groups 1 : (!relax.tensor<[n, 24, h, w], f32>, !relax.tensor<[24, 5, 2, 2], f32>) -> !relax.tensor<[n, 5, 2 * h, 2 * w], f32>
  relax.return %y : !relax.tensor<[n, 5, 2 * h, 2 * w], f32>
}

// Five elements in two phases: the weight gets a zero and goes back; pads are cut off behind.
// CHECK-LABEL: relax.func @overlap(
// CHECK: relax.pad %w {{.*}} -> !relax.tensor<[4, 3, 6], f32>
// CHECK: %[[W:.*]] = relax.strided_slice {{.*}} axes [2] {{.*}} steps [-1] : !relax.tensor<[12, 2, 3], f32>
// CHECK: %y_phases = relax.conv %y_phases_padded, %[[W]] strides [1] pads [0, 0] dilations [1] groups 2 : (!relax.tensor<[n, 4, l + 4], f32>, {{.*}} -> !relax.tensor<[n, 12, l + 2], f32>
// CHECK: %y = relax.slice {{.*}} axes [2] begins [2] steps [1] : (!relax.tensor<[n, 6, 2 * l + 4], f32>) -> !relax.tensor<[n, 6, 2 * l], f32>
relax.func @overlap(%x: !relax.tensor<[n, 4, l], f32>, %w: !relax.tensor<[4, 3, 5], f32>) -> !relax.tensor<[n, 6, 2 * l], f32> {
  %y = relax.conv_transpose %x, %w strides [2] pads [2, 2] dilations [1] output_padding [1] groups 2 : (!relax.tensor<[n, 4, l], f32>, !relax.tensor<[4, 3, 5], f32>) -> !relax.tensor<[n, 6, 2 * l], f32>
  relax.return %y : !relax.tensor<[n, 6, 2 * l], f32>
}

// A dilation beside a stride: zeros between the elements of the weight.
// CHECK-LABEL: relax.func @dilated(
// CHECK: relax.pad {{.*}} -> !relax.tensor<[4, 3, 2, 2], f32>
// CHECK: relax.strided_slice {{.*}} begins [0] ends [3] steps [1] : (!relax.tensor<[4, 3, 4], f32>) -> !relax.tensor<[4, 3, 3], f32>
// CHECK: relax.conv {{.*}} dilations [1] groups 1 : (!relax.tensor<[n, 4, l + 1], f32>, {{.*}} -> !relax.tensor<[n, 9, l + 1], f32>
// CHECK: relax.slice {{.*}} begins [0] {{.*}} -> !relax.tensor<[n, 3, 3 * l + 1], f32>
relax.func @dilated(%x: !relax.tensor<[n, 4, l], f32>, %w: !relax.tensor<[4, 3, 2], f32>) -> !relax.tensor<[n, 3, 3 * l + 1], f32> {
  %y = relax.conv_transpose %x, %w strides [3] pads [0, 0] dilations [2] output_padding [1] groups 1 : (!relax.tensor<[n, 4, l], f32>, !relax.tensor<[4, 3, 2], f32>) -> !relax.tensor<[n, 3, 3 * l + 1], f32>
  relax.return %y : !relax.tensor<[n, 3, 3 * l + 1], f32>
}

// No stride: one phase, and the dilation stays.
// CHECK-LABEL: relax.func @one(
// CHECK: %y_phases = relax.conv {{.*}} strides [1] pads [0, 0] dilations [2] groups 1 : (!relax.tensor<[n, 4, l + 4], f32>, {{.*}} -> !relax.tensor<[n, 3, l + 2], f32>
// CHECK-NEXT: %y = relax.slice %y_phases axes [2] begins [1] steps [1]
relax.func @one(%x: !relax.tensor<[n, 4, l], f32>, %w: !relax.tensor<[4, 3, 2], f32>) -> !relax.tensor<[n, 3, l], f32> {
  %y = relax.conv_transpose %x, %w strides [1] pads [1, 1] dilations [2] output_padding [0] groups 1 : (!relax.tensor<[n, 4, l], f32>, !relax.tensor<[4, 3, 2], f32>) -> !relax.tensor<[n, 3, l], f32>
  relax.return %y : !relax.tensor<[n, 3, l], f32>
}

// Only the run knows the window.
// CHECK-LABEL: relax.func @open(
// CHECK-NEXT: relax.conv_transpose
relax.func @open(%x: !relax.tensor<[n, 4, l], f32>, %w: !relax.tensor<[4, 3, k], f32>) {
  %y = relax.conv_transpose %x, %w strides [2] pads [0, 0] dilations [1] output_padding [0] groups 1 : (!relax.tensor<[n, 4, l], f32>, !relax.tensor<[4, 3, k], f32>) -> !relax.tensor<[n, 3, max(k + 2 * l - 2, 0)], f32>
  relax.return
}

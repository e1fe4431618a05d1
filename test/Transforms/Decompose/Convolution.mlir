// Convolutions of at most 16 places and at least 16 channels: what the windows cover times the weights.
// RUN: relax-opt %s --relax-decompose | FileCheck %s

// CHECK-LABEL: relax.func @literal(
// CHECK-DAG: %y_padded = relax.pad %x low [0, 0, 1] mode "constant" : (!relax.tensor<[b, 4, 9], f32>) -> !relax.tensor<[b, 4, 11], f32>
// CHECK-DAG: %y_taken = relax.take %y_padded, %y_sum axis 2 : (!relax.tensor<[b, 4, 11], f32>, !relax.tensor<[5, 3], i64>) -> !relax.tensor<[b, 4, 5, 3], f32>
// CHECK: relax.matmul {{.*}} : (!relax.tensor<[b, 5, 12], f32>, !relax.tensor<[12, 16], f32>) -> !relax.tensor<[b, 5, 16], f32>
// CHECK-NOT: relax.conv
// CHECK: relax.return
relax.func @literal(%x: !relax.tensor<[b, 4, 9], f32>, %w: !relax.tensor<[16, 4, 3], f32>) -> !relax.tensor<[b, 16, 5], f32> {
  %y = relax.conv %x, %w strides [2] pads [1, 1] dilations [1] groups 1 : (!relax.tensor<[b, 4, 9], f32>, !relax.tensor<[16, 4, 3], f32>) -> !relax.tensor<[b, 16, 5], f32>
  relax.return %y : !relax.tensor<[b, 16, 5], f32>
}

// The facts say how many places there may be.
// CHECK-LABEL: relax.func @bounded(
// CHECK-NOT: relax.conv
// CHECK: relax.matmul
relax.func @bounded(%x: !relax.tensor<[1, 4, n], f32>, %w: !relax.tensor<[16, 4, 1], f32>) -> !relax.tensor<[1, 16, n], f32> where (n <= 16) {
  %y = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[1, 4, n], f32>, !relax.tensor<[16, 4, 1], f32>) -> !relax.tensor<[1, 16, n], f32>
  relax.return %y : !relax.tensor<[1, 16, n], f32>
}

// Too many places, too few channels, groups: the kernel of convolutions.
// CHECK-LABEL: relax.func @stay(
// CHECK: relax.conv
// CHECK: relax.conv
// CHECK: relax.conv
relax.func @stay(%x: !relax.tensor<[1, 4, n], f32>, %z: !relax.tensor<[1, 4, 8], f32>, %w: !relax.tensor<[16, 4, 1], f32>, %few: !relax.tensor<[15, 4, 1], f32>, %g: !relax.tensor<[16, 2, 3], f32>) where (n <= 17) {
  %a = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[1, 4, n], f32>, !relax.tensor<[16, 4, 1], f32>) -> !relax.tensor<[1, 16, n], f32>
  %b = relax.conv %z, %few strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[1, 4, 8], f32>, !relax.tensor<[15, 4, 1], f32>) -> !relax.tensor<[1, 15, 8], f32>
  %c = relax.conv %z, %g strides [1] pads [0, 0] dilations [1] groups 2 : (!relax.tensor<[1, 4, 8], f32>, !relax.tensor<[16, 2, 3], f32>) -> !relax.tensor<[1, 16, 6], f32>
  relax.return
}

// Pads that the run computes are margins of the input, and so are literal ones.
// CHECK-LABEL: relax.func @same(
// CHECK-NEXT: %a_padded = relax.pad %x low [0, 0, max(-n + 2 * (n ceildiv 2) + 1, 0) floordiv 2] mode "constant"
// CHECK-SAME: -> !relax.tensor<[1, 4, 2 * (n ceildiv 2) + 1], f32>
// CHECK-NEXT: %a = relax.conv %a_padded, %w strides [2] pads [0, 0] dilations [1] groups 1 : {{.*}} -> !relax.tensor<[1, 2, n ceildiv 2], f32>
// CHECK: %b = relax.conv %b_padded, %w strides [2] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[1, 4, 21], f32>,
relax.func @same(%x: !relax.tensor<[1, 4, n], f32>, %z: !relax.tensor<[1, 4, 20], f32>, %w: !relax.tensor<[2, 4, 3], f32>) {
  %a = relax.conv %x, %w strides [2] pads [0, 0] dilations [1] groups 1 same "upper" : (!relax.tensor<[1, 4, n], f32>, !relax.tensor<[2, 4, 3], f32>) -> !relax.tensor<[1, 2, n ceildiv 2], f32>
  %b = relax.conv %z, %w strides [2] pads [0, 0] dilations [1] groups 1 same "upper" : (!relax.tensor<[1, 4, 20], f32>, !relax.tensor<[2, 4, 3], f32>) -> !relax.tensor<[1, 2, 10], f32>
  relax.return
}

// Many places: windows without pads over the input with its margins.
// CHECK-LABEL: relax.func @margins(
// CHECK: %a_padded = relax.pad %x low [0, 0, 2, 1] mode "constant" : (!relax.tensor<[n, 4, h, 40], f32>) -> !relax.tensor<[n, 4, h + 2, 42], f32>
// CHECK-NEXT: %a = relax.conv %a_padded, %w strides [2, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 : {{.*}} -> !relax.tensor<[n, 16, h ceildiv 2, 40], f32>
// CHECK: %b = relax.conv %b_padded, %few strides [1, 1] pads [0, 0, 0, 0]
relax.func @margins(%x: !relax.tensor<[n, 4, h, 40], f32>, %w: !relax.tensor<[16, 2, 3, 3], f32>, %few: !relax.tensor<[15, 16, 3, 3], f32>) {
  %a = relax.conv %x, %w strides [2, 1] pads [2, 1, 0, 1] dilations [1, 1] groups 2 : (!relax.tensor<[n, 4, h, 40], f32>, !relax.tensor<[16, 2, 3, 3], f32>) -> !relax.tensor<[n, 16, h ceildiv 2, 40], f32>
  %b = relax.conv %a, %few strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1 : (!relax.tensor<[n, 16, h ceildiv 2, 40], f32>, !relax.tensor<[15, 16, 3, 3], f32>) -> !relax.tensor<[n, 15, h ceildiv 2, 40], f32>
  relax.return
}

// Windows of one place in groups of 17 channels, which are no whole vectors: one product per group. Groups of 16 are.
// CHECK-LABEL: relax.func @pointwise(
// CHECK-DAG: %[[W:.*]] = relax.reshape %w : (!relax.tensor<[34, 4, 1, 1], f32>) -> !relax.tensor<[2, 17, 4], f32>
// CHECK-DAG: %[[X:.*]] = relax.reshape %x : (!relax.tensor<[n, 8, h, 40], f32>) -> !relax.tensor<[n, 2, 4, 40 * h], f32>
// CHECK: %[[Y:.*]] = relax.matmul %[[W]], %[[X]] : {{.*}} -> !relax.tensor<[n, 2, 17, 40 * h], f32>
// CHECK-NEXT: relax.reshape %[[Y]] : {{.*}} -> !relax.tensor<[n, 34, h, 40], f32>
// CHECK: relax.conv %x, %v
relax.func @pointwise(%x: !relax.tensor<[n, 8, h, 40], f32>, %w: !relax.tensor<[34, 4, 1, 1], f32>, %v: !relax.tensor<[32, 4, 1, 1], f32>) {
  %a = relax.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 : (!relax.tensor<[n, 8, h, 40], f32>, !relax.tensor<[34, 4, 1, 1], f32>) -> !relax.tensor<[n, 34, h, 40], f32>
  %b = relax.conv %x, %v strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 : (!relax.tensor<[n, 8, h, 40], f32>, !relax.tensor<[32, 4, 1, 1], f32>) -> !relax.tensor<[n, 32, h, 40], f32>
  relax.return
}

// Literal pads of that kind, too.
// CHECK-LABEL: relax.func @many(
// CHECK-NEXT: %a_padded = relax.pad %x low [0, 0, 0] mode "constant" : (!relax.tensor<[1, 4, 40], f32>) -> !relax.tensor<[1, 4, 41], f32>
// CHECK-NEXT: %a = relax.conv %a_padded, %w strides [2] pads [0, 0] dilations [1] groups 1 : {{.*}} -> !relax.tensor<[1, 16, 20], f32>
// CHECK-NEXT: relax.return
relax.func @many(%x: !relax.tensor<[1, 4, 40], f32>, %w: !relax.tensor<[16, 4, 3], f32>) {
  %a = relax.conv %x, %w strides [2] pads [0, 0] dilations [1] groups 1 same "upper" : (!relax.tensor<[1, 4, 40], f32>, !relax.tensor<[16, 4, 3], f32>) -> !relax.tensor<[1, 16, 20], f32>
  relax.return
}

// One place of one element: nothing is taken or turned.
// CHECK-LABEL: relax.func @place(
// CHECK-NOT: relax.take
// CHECK: relax.matmul %{{.*}} : (!relax.tensor<[b, 1, 96], f32>, !relax.tensor<[96, 24], f32>) -> !relax.tensor<[b, 1, 24], f32>
// CHECK-NOT: relax.permute_dims
// CHECK: %y = relax.reshape {{.*}} -> !relax.tensor<[b, 24, 1, 1], f32>
// CHECK-NEXT: relax.return %y
relax.func @place(%x: !relax.tensor<[b, 96, 1, 1], f32>, %w: !relax.tensor<[24, 96, 1, 1], f32>) -> !relax.tensor<[b, 24, 1, 1], f32> {
  %y = relax.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[b, 96, 1, 1], f32>, !relax.tensor<[24, 96, 1, 1], f32>) -> !relax.tensor<[b, 24, 1, 1], f32>
  relax.return %y : !relax.tensor<[b, 24, 1, 1], f32>
}

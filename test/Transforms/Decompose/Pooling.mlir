// Poolings get margins first: windows whose indices are all inside are loaded without questions.
// RUN: relax-opt %s --relax-decompose | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{except=max_pool}))' | FileCheck %s --check-prefix=EXCEPT

// CHECK-LABEL: relax.func @pads(
// CHECK-NEXT: %[[LEAST:.*]] = relax.constant dense<0xFF800000> : tensor<f32>
// CHECK-NEXT: %y_padded = relax.pad %x low [0, 0, 1] mode "constant" value %[[LEAST]] : {{.*}} -> !relax.tensor<[b, c, n + 2], f32>
// CHECK-NEXT: %y = relax.max_pool %y_padded window [3] strides [1] pads [0, 0] dilations [1] : {{.*}} -> !relax.tensor<[b, c, n], f32>
// EXCEPT-LABEL: relax.func @pads(
// EXCEPT-NEXT: %y = relax.max_pool %x window [3] strides [1] pads [1, 1] dilations [1]
relax.func @pads(%x: !relax.tensor<[b, c, n], f32>) -> !relax.tensor<[b, c, n], f32> {
  %y = relax.max_pool %x window [3] strides [1] pads [1, 1] dilations [1] : !relax.tensor<[b, c, n], f32>
  relax.return %y : !relax.tensor<[b, c, n], f32>
}

// What the run computes, integers.
// CHECK-LABEL: relax.func @same(
// CHECK-NEXT: %[[LEAST:.*]] = relax.constant dense<-128> : tensor<i8>
// CHECK-NEXT: %y_padded = relax.pad %x low [0, 0, max(-n + 2 * (n ceildiv 2) + 1, 0) ceildiv 2] mode "constant" value %[[LEAST]] : {{.*}} -> !relax.tensor<[b, c, 2 * (n ceildiv 2) + 1], i8>
// CHECK-NEXT: %y = relax.max_pool %y_padded window [3] strides [2] pads [0, 0] dilations [1] : {{.*}} -> !relax.tensor<[b, c, n ceildiv 2], i8>
relax.func @same(%x: !relax.tensor<[b, c, n], i8>) -> !relax.tensor<[b, c, n ceildiv 2], i8> {
  %y = relax.max_pool %x window [3] strides [2] pads [0, 0] dilations [1] same "lower" : (!relax.tensor<[b, c, n], i8>) -> !relax.tensor<[b, c, n ceildiv 2], i8>
  relax.return %y : !relax.tensor<[b, c, n ceildiv 2], i8>
}

// A last window that goes past the end, and one that does not: only the flag goes. Sums have zeros around them.
// CHECK-LABEL: relax.func @ceil(
// CHECK-NEXT: %a_padded = relax.pad %x low [0, 0, 0] mode "constant" : {{.*}} -> !relax.tensor<[1, 2, 7], f32>
// CHECK-NEXT: %a = relax.sum_pool %a_padded window [3] strides [2] pads [0, 0] dilations [1] : (!relax.tensor<[1, 2, 7], f32>) -> !relax.tensor<[1, 2, 3], f32>
// CHECK-NEXT: %b = relax.max_pool %z window [3] strides [2] pads [0, 0] dilations [1] : (!relax.tensor<[1, 2, 7], f32>) -> !relax.tensor<[1, 2, 3], f32>
relax.func @ceil(%x: !relax.tensor<[1, 2, 6], f32>, %z: !relax.tensor<[1, 2, 7], f32>) {
  %a = relax.sum_pool %x window [3] strides [2] pads [0, 0] dilations [1] ceil_mode : (!relax.tensor<[1, 2, 6], f32>) -> !relax.tensor<[1, 2, 3], f32>
  %b = relax.max_pool %z window [3] strides [2] pads [0, 0] dilations [1] ceil_mode : (!relax.tensor<[1, 2, 7], f32>) -> !relax.tensor<[1, 2, 3], f32>
  relax.return
}

// Large windows that overlap: along the first dimension, then along the others. Not 3 x 3, nor windows side by side, nor sums that
// would be rounded in between.
// CHECK-LABEL: relax.func @separable(
// CHECK: %a_padded = relax.pad %x low [0, 0, 2, 2]
// CHECK-NEXT: %a_window = relax.max_pool %a_padded window [5, 1] strides [2, 1] pads [0, 0, 0, 0] dilations [1, 1] : {{.*}} -> !relax.tensor<[1, 3, h ceildiv 2, w + 4], f32>
// CHECK-NEXT: %a = relax.max_pool %a_window window [1, 5] strides [1, 2] pads [0, 0, 0, 0] dilations [1, 1] : {{.*}} -> !relax.tensor<[1, 3, h ceildiv 2, w ceildiv 2], f32>
// CHECK-NEXT: %b_window = relax.sum_pool %x window [5, 1] strides [1, 1]
// CHECK-NEXT: %b = relax.sum_pool %b_window window [1, 3] strides [1, 1]
// CHECK: %c = relax.max_pool %c_padded window [3, 3]
// CHECK-NEXT: %d = relax.max_pool %x window [7, 7] strides [7, 7]
// CHECK-NEXT: %e = relax.sum_pool %y window [5, 3]
relax.func @separable(%x: !relax.tensor<[1, 3, h, w], f32>, %y: !relax.tensor<[1, 3, h, w], f16>) {
  %a = relax.max_pool %x window [5, 5] strides [2, 2] pads [2, 2, 2, 2] dilations [1, 1] : (!relax.tensor<[1, 3, h, w], f32>) -> !relax.tensor<[1, 3, h ceildiv 2, w ceildiv 2], f32>
  %b = relax.sum_pool %x window [5, 3] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (!relax.tensor<[1, 3, h, w], f32>) -> !relax.tensor<[1, 3, max(h - 4, 0), max(w - 2, 0)], f32>
  %c = relax.max_pool %x window [3, 3] strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] : !relax.tensor<[1, 3, h, w], f32>
  %d = relax.max_pool %x window [7, 7] strides [7, 7] pads [0, 0, 0, 0] dilations [1, 1] : (!relax.tensor<[1, 3, h, w], f32>) -> !relax.tensor<[1, 3, h floordiv 7, w floordiv 7], f32>
  %e = relax.sum_pool %y window [5, 3] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (!relax.tensor<[1, 3, h, w], f16>) -> !relax.tensor<[1, 3, max(h - 4, 0), max(w - 2, 0)], f16>
  relax.return
}

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

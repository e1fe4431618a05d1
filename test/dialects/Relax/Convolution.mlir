// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// out = (in + pads - dilation * (window - 1) - 1) floordiv stride + 1, never negative.

// CHECK-LABEL: relax.func @conv(
relax.func @conv(%x: !relax.tensor<[b, 6, n], f32>, %w: !relax.tensor<[4, 3, 3], f32>, %image: !relax.tensor<[1, 3, 28, h], f32>, %k: !relax.tensor<[8, 3, 5, 5], f32>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %0 = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 2 : ({{.*}}) -> !relax.tensor<[b, 4, max(n - 2, 0)], f32>
  %0 = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 2 : (!relax.tensor<[b, 6, n], f32>, !relax.tensor<[4, 3, 3], f32>) -> !relax.tensor<[b, 4, max(n - 2, 0)], f32>
  // "Same" padding keeps the symbol.
  // CHECK-NEXT: %1 = relax.conv {{.*}} -> !relax.tensor<[b, 4, n], f32>
  %1 = relax.conv %x, %w strides [1] pads [1, 1] dilations [1] groups 2 : (!relax.tensor<[b, 6, n], f32>, !relax.tensor<[4, 3, 3], f32>) -> !relax.tensor<[b, 4, n], f32>
  // CHECK-NEXT: %2 = relax.conv {{.*}} -> !relax.tensor<[b, 4, n ceildiv 2], f32>
  %2 = relax.conv %x, %w strides [2] pads [1, 1] dilations [1] groups 2 : (!relax.tensor<[b, 6, n], f32>, !relax.tensor<[4, 3, 3], f32>) -> !relax.tensor<[b, 4, (n + 1) floordiv 2], f32>
  // CHECK-NEXT: %3 = relax.conv {{.*}} -> !relax.tensor<[b, 4, max(n - 4, 0)], f32>
  %3 = relax.conv %x, %w strides [1] pads [0, 0] dilations [2] groups 2 : (!relax.tensor<[b, 6, n], f32>, !relax.tensor<[4, 3, 3], f32>) -> !relax.tensor<[b, 4, max(n - 4, 0)], f32>
  // CHECK-NEXT: %4 = relax.conv {{.*}} -> !relax.tensor<[1, 8, 12, max(h - 4, 0)], f32>
  %4 = relax.conv %image, %k strides [2, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[1, 3, 28, h], f32>, !relax.tensor<[8, 3, 5, 5], f32>) -> !relax.tensor<[1, 8, 12, max(h - 4, 0)], f32>
  // CHECK-NEXT: %5 = relax.conv {{.*}} -> !relax.tensor<*, f32>
  %5 = relax.conv %any, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<*, f32>, !relax.tensor<[4, 3, 3], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// A window whose extent only the weight knows; no spatial dimension at all; windows that never fit.
// CHECK-LABEL: relax.func @edges(
relax.func @edges(%x: !relax.tensor<[b, c, n], f32>, %w: !relax.tensor<[o, c, k], f32>, %m: !relax.tensor<[b, 2], f32>, %v: !relax.tensor<[3, 2], f32>, %s: !relax.tensor<[1, 1, 2], f32>, %big: !relax.tensor<[1, 1, 5], f32>, %open: !relax.tensor<[1, ?, ?], f32>) {
  // CHECK-NEXT: %0 = relax.conv {{.*}} -> !relax.tensor<[b, o, max(-k + n + 1, 0)], f32>
  %0 = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[b, c, n], f32>, !relax.tensor<[o, c, k], f32>) -> !relax.tensor<[b, o, max(n - k + 1, 0)], f32>
  // CHECK-NEXT: %1 = relax.conv %m, %v strides [] pads [] dilations [] groups 1 : ({{.*}}) -> !relax.tensor<[b, 3], f32>
  %1 = relax.conv %m, %v strides [] pads [] dilations [] groups 1 : (!relax.tensor<[b, 2], f32>, !relax.tensor<[3, 2], f32>) -> !relax.tensor<[b, 3], f32>
  // CHECK-NEXT: %2 = relax.conv {{.*}} -> !relax.tensor<[1, 1, 0], f32>
  %2 = relax.conv %s, %big strides [2] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[1, 1, 2], f32>, !relax.tensor<[1, 1, 5], f32>) -> !relax.tensor<[1, 1, 0], f32>
  // CHECK-NEXT: %3 = relax.conv {{.*}} -> !relax.tensor<[1, 1, ?], f32>
  %3 = relax.conv %open, %big strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[1, ?, ?], f32>, !relax.tensor<[1, 1, 5], f32>) -> !relax.tensor<[1, 1, ?], f32>
  relax.return
}

// CHECK-LABEL: relax.func @max_pool(
relax.func @max_pool(%x: !relax.tensor<[b, c, 28, n], f32>, %s: !relax.tensor<[b, c, n], f32>, %any: !relax.tensor<*, i8>) {
  // CHECK-NEXT: %0 = relax.max_pool %x window [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (!relax.tensor<[b, c, 28, n], f32>) -> !relax.tensor<[b, c, 14, n floordiv 2], f32>
  %0 = relax.max_pool %x window [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (!relax.tensor<[b, c, 28, n], f32>) -> !relax.tensor<[b, c, 14, n floordiv 2], f32>
  // CHECK-NEXT: %1 = relax.max_pool %s window [3] strides [2] pads [0, 0] dilations [1] ceil_mode : ({{.*}}) -> !relax.tensor<[b, c, n floordiv 2], f32>
  %1 = relax.max_pool %s window [3] strides [2] pads [0, 0] dilations [1] ceil_mode : (!relax.tensor<[b, c, n], f32>) -> !relax.tensor<[b, c, n floordiv 2], f32>
  // A last window that begins in the high pad does not count.
  // CHECK-NEXT: %2 = relax.max_pool {{.*}} -> !relax.tensor<[b, c, n ceildiv 2], f32>
  %2 = relax.max_pool %s window [1] strides [2] pads [0, 1] dilations [1] ceil_mode : (!relax.tensor<[b, c, n], f32>) -> !relax.tensor<[b, c, n ceildiv 2], f32>
  // CHECK-NEXT: %3 = relax.max_pool {{.*}} : !relax.tensor<*, i8>
  %3 = relax.max_pool %any window [3] strides [2] pads [0, 0] dilations [1] : !relax.tensor<*, i8>
  relax.return
}

// CHECK-LABEL: relax.func @avg_pool(
relax.func @avg_pool(%s: !relax.tensor<[b, c, n], f32>) {
  // CHECK-NEXT: %0 = relax.avg_pool %s window [3] strides [2] pads [0, 0] dilations [1] ceil_mode include_pad : ({{.*}}) -> !relax.tensor<[b, c, n floordiv 2], f32>
  %0 = relax.avg_pool %s window [3] strides [2] pads [0, 0] dilations [1] ceil_mode include_pad : (!relax.tensor<[b, c, n], f32>) -> !relax.tensor<[b, c, n floordiv 2], f32>
  relax.return
}

// CHECK-LABEL: relax.func @max_pool_places(
relax.func @max_pool_places(%s: !relax.tensor<[b, c, n], f32>, %m: !relax.tensor<[b, c, n ceildiv 2], f32>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %0 = relax.max_pool_places %s, %m window [1] strides [2] pads [0, 1] dilations [1] ceil_mode by_columns : ({{.*}}) -> !relax.tensor<[b, c, n ceildiv 2], i64>
  %0 = relax.max_pool_places %s, %m window [1] strides [2] pads [0, 1] dilations [1] ceil_mode by_columns : (!relax.tensor<[b, c, n], f32>, !relax.tensor<[b, c, n ceildiv 2], f32>) -> !relax.tensor<[b, c, n ceildiv 2], i64>
  // CHECK-NEXT: %1 = relax.max_pool_places %any, %m window [1] strides [2] pads [0, 1] dilations [1] : ({{.*}}) -> !relax.tensor<*, i64>
  %1 = relax.max_pool_places %any, %m window [1] strides [2] pads [0, 1] dilations [1] : (!relax.tensor<*, f32>, !relax.tensor<[b, c, n ceildiv 2], f32>) -> !relax.tensor<*, i64>
  relax.return
}

// CHECK-LABEL: relax.func @same(
relax.func @same(%s: !relax.tensor<[b, c, n], f32>, %w: !relax.tensor<[2, c, k], f32>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %0 = relax.conv %s, %w strides [2] pads [0, 0] dilations [1] groups 1 same "upper" : ({{.*}}) -> !relax.tensor<[b, 2, n ceildiv 2], f32>
  %0 = relax.conv %s, %w strides [2] pads [0, 0] dilations [1] groups 1 same "upper" : (!relax.tensor<[b, c, n], f32>, !relax.tensor<[2, c, k], f32>) -> !relax.tensor<[b, 2, n ceildiv 2], f32>
  // CHECK-NEXT: %1 = relax.max_pool %s window [3] strides [1] pads [0, 0] dilations [1] same "lower" : !relax.tensor<[b, c, n], f32>
  %1 = relax.max_pool %s window [3] strides [1] pads [0, 0] dilations [1] same "lower" : !relax.tensor<[b, c, n], f32>
  // CHECK-NEXT: %2 = relax.avg_pool %s window [3] strides [2] pads [0, 0] dilations [1] include_pad same "upper" : ({{.*}}) -> !relax.tensor<[b, c, n ceildiv 2], f32>
  %2 = relax.avg_pool %s window [3] strides [2] pads [0, 0] dilations [1] include_pad same "upper" : (!relax.tensor<[b, c, n], f32>) -> !relax.tensor<[b, c, n ceildiv 2], f32>
  // CHECK-NEXT: %3 = relax.lp_pool %any window [3] strides [2] pads [0, 0] dilations [1] p 2 same "upper" : !relax.tensor<*, f32>
  %3 = relax.lp_pool %any window [3] strides [2] pads [0, 0] dilations [1] p 2 same "upper" : !relax.tensor<*, f32>
  // CHECK-NEXT: %4 = relax.max_pool_places %s, %1 window [3] strides [1] pads [0, 0] dilations [1] by_columns same "lower" : ({{.*}}) -> !relax.tensor<[b, c, n], i64>
  %4 = relax.max_pool_places %s, %1 window [3] strides [1] pads [0, 0] dilations [1] by_columns same "lower" : (!relax.tensor<[b, c, n], f32>, !relax.tensor<[b, c, n], f32>) -> !relax.tensor<[b, c, n], i64>
  relax.return
}

// CHECK-LABEL: relax.func @norms(
relax.func @norms(%s: !relax.tensor<[b, c, n], f32>, %any: !relax.tensor<*, f16>) {
  // CHECK-NEXT: %0 = relax.lp_pool %s window [3] strides [2] pads [0, 0] dilations [1] ceil_mode p 3 : ({{.*}}) -> !relax.tensor<[b, c, n floordiv 2], f32>
  %0 = relax.lp_pool %s window [3] strides [2] pads [0, 0] dilations [1] ceil_mode p 3 : (!relax.tensor<[b, c, n], f32>) -> !relax.tensor<[b, c, n floordiv 2], f32>
  // CHECK-NEXT: %1 = relax.global_lp_pool %s p 2 : ({{.*}}) -> !relax.tensor<[b, c, 1], f32>
  %1 = relax.global_lp_pool %s p 2 : (!relax.tensor<[b, c, n], f32>) -> !relax.tensor<[b, c, 1], f32>
  // CHECK-NEXT: %2 = relax.global_lp_pool %any p 1 : ({{.*}}) -> !relax.tensor<*, f16>
  %2 = relax.global_lp_pool %any p 1 : (!relax.tensor<*, f16>) -> !relax.tensor<*, f16>
  relax.return
}

// RUN: relax-opt %s --relax-legalize | FileCheck %s

// Kernels of sliding windows; loads are padded only where an index can be outside.

relax.func @conv_1d(%x: !relax.tensor<[n, 64, 512], f32>, %w: !relax.tensor<[256, 64, 5], f32>) {
  %0 = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 64, 512], f32>, !relax.tensor<[256, 64, 5], f32>) -> !relax.tensor<[n, 256, 508], f32>
  relax.return
}

relax.func @conv_2d(%x: !relax.tensor<[n, 4, 6, 7], f32>, %w: !relax.tensor<[6, 2, 3, 2], f32>) {
  %0 = relax.conv %x, %w strides [2, 1] pads [1, 0, 2, 1] dilations [1, 2] groups 2 : (!relax.tensor<[n, 4, 6, 7], f32>, !relax.tensor<[6, 2, 3, 2], f32>) -> !relax.tensor<[n, 6, 4, 6], f32>
  relax.return
}

relax.func @depthwise(%x: !relax.tensor<[1, 4, 5, 5], i32>, %w: !relax.tensor<[4, 1, 3, 3], i32>) {
  %0 = relax.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 4 : (!relax.tensor<[1, 4, 5, 5], i32>, !relax.tensor<[4, 1, 3, 3], i32>) -> !relax.tensor<[1, 4, 3, 3], i32>
  relax.return
}

relax.func @pool(%x: !relax.tensor<[n, 3, 6, 5], f32>, %i: !relax.tensor<[n, 3, 6], i8>) {
  %inside = relax.max_pool %x window [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (!relax.tensor<[n, 3, 6, 5], f32>) -> !relax.tensor<[n, 3, 3, 2], f32>
  %past = relax.max_pool %x window [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] ceil_mode : (!relax.tensor<[n, 3, 6, 5], f32>) -> !relax.tensor<[n, 3, 3, 3], f32>
  %padded = relax.max_pool %i window [3] strides [1] pads [2, 0] dilations [2] : (!relax.tensor<[n, 3, 6], i8>) -> !relax.tensor<[n, 3, 4], i8>
  relax.return
}

relax.func @same(%x: !relax.tensor<[1, 3, n], f32>, %w: !relax.tensor<[2, 3, k], f32>) {
  %0 = relax.max_pool %x window [3] strides [2] pads [0, 0] dilations [1] same "upper" : (!relax.tensor<[1, 3, n], f32>) -> !relax.tensor<[1, 3, n ceildiv 2], f32>
  %1 = relax.conv %x, %w strides [2] pads [0, 0] dilations [1] groups 1 same "lower" : (!relax.tensor<[1, 3, n], f32>, !relax.tensor<[2, 3, k], f32>) -> !relax.tensor<[1, 2, n ceildiv 2], f32>
  relax.return
}

// CHECK-LABEL: relax.func @conv_1d(
// CHECK-NEXT: %0 = relax.call_tir @conv(%x, %w) : (!relax.tensor<[n, 64, 512], f32>, !relax.tensor<[256, 64, 5], f32>) -> !relax.tensor<[n, 256, 508], f32>

// CHECK-LABEL: relax.func @conv_2d(
// CHECK-NEXT: %0 = relax.call_tir @conv_0(%x, %w) : (!relax.tensor<[n, 4, 6, 7], f32>, !relax.tensor<[6, 2, 3, 2], f32>) -> !relax.tensor<[n, 6, 4, 6], f32>

// CHECK-LABEL: relax.func @depthwise(
// CHECK-NEXT: %0 = relax.call_tir @conv_1(%x, %w) : (!relax.tensor<[1, 4, 5, 5], i32>, !relax.tensor<[4, 1, 3, 3], i32>) -> !relax.tensor<[1, 4, 3, 3], i32>

// CHECK-LABEL: relax.func @pool(
// CHECK-NEXT: %inside = relax.call_tir @max_pool(%x) : (!relax.tensor<[n, 3, 6, 5], f32>) -> !relax.tensor<[n, 3, 3, 2], f32>
// CHECK-NEXT: %past = relax.call_tir @max_pool_0(%x) : (!relax.tensor<[n, 3, 6, 5], f32>) -> !relax.tensor<[n, 3, 3, 3], f32>
// CHECK-NEXT: %padded = relax.call_tir @max_pool_1(%i) : (!relax.tensor<[n, 3, 6], i8>) -> !relax.tensor<[n, 3, 4], i8>

// CHECK-LABEL: tir.monoid @add_f32 (f32) identity (0.000000e+00) {
// CHECK-NEXT: ^bb0(%a: f32, %b: f32):
// CHECK-NEXT: %c = arith.addf %a, %b : f32
// CHECK-NEXT: tir.yield %c : f32
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @conv(%X: !tir.buffer<[n, 64, 512], f32>, %W: !tir.buffer<[256, 64, 5], f32>, %Y: !tir.buffer<[n, 256, 508], f32>) {
// CHECK-NEXT: tir.compute "conv" (%b, %o, %i, reduce %c, reduce %u) in [n, 256, 508, 64, 5] {
// CHECK-NEXT: %x = tir.load %X[%b, %c, %i + %u] : !tir.buffer<[n, 64, 512], f32>
// CHECK-NEXT: %w = tir.load %W[%o, %c, %u] : !tir.buffer<[256, 64, 5], f32>
// CHECK-NEXT: %p = arith.mulf %x, %w : f32
// CHECK-NEXT: tir.reduce @add_f32(%p) into (%Y[%b, %o, %i]) : !tir.buffer<[n, 256, 508], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @conv_0(%X: !tir.buffer<[n, 4, 6, 7], f32>, %W: !tir.buffer<[6, 2, 3, 2], f32>, %Y: !tir.buffer<[n, 6, 4, 6], f32>) {
// CHECK-NEXT: tir.compute "conv" (%b, %o, %i, %j, reduce %c, reduce %u, reduce %v) in [n, 6, 4, 6, 2, 3, 2] {
// CHECK-NEXT: %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %x = tir.load %X[%b, %c + 2 * (%o floordiv 3), 2 * %i + %u - 1, %j + 2 * %v] pad %zero : !tir.buffer<[n, 4, 6, 7], f32>
// CHECK-NEXT: %w = tir.load %W[%o, %c, %u, %v] : !tir.buffer<[6, 2, 3, 2], f32>
// CHECK-NEXT: %p = arith.mulf %x, %w : f32
// CHECK-NEXT: tir.reduce @add_f32(%p) into (%Y[%b, %o, %i, %j]) : !tir.buffer<[n, 6, 4, 6], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.monoid @add_i32 (i32) identity (0) {
// CHECK-NEXT: ^bb0(%a: i32, %b: i32):
// CHECK-NEXT: %c = arith.addi %a, %b : i32
// CHECK-NEXT: tir.yield %c : i32
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @conv_1(%X: !tir.buffer<[1, 4, 5, 5], i32>, %W: !tir.buffer<[4, 1, 3, 3], i32>, %Y: !tir.buffer<[1, 4, 3, 3], i32>) {
// CHECK-NEXT: tir.compute "conv" (%b, %o, %i, %j, reduce %c, reduce %u, reduce %v) in [1, 4, 3, 3, 1, 3, 3] {
// CHECK-NEXT: %x = tir.load %X[%b, %o + %c, %i + %u, %j + %v] : !tir.buffer<[1, 4, 5, 5], i32>
// CHECK-NEXT: %w = tir.load %W[%o, %c, %u, %v] : !tir.buffer<[4, 1, 3, 3], i32>
// CHECK-NEXT: %p = arith.muli %x, %w : i32
// CHECK-NEXT: tir.reduce @add_i32(%p) into (%Y[%b, %o, %i, %j]) : !tir.buffer<[1, 4, 3, 3], i32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.monoid @max_f32 (f32) identity (-inf) {
// CHECK-NEXT: ^bb0(%a: f32, %b: f32):
// CHECK-NEXT: %c = arith.maximumf %a, %b : f32
// CHECK-NEXT: tir.yield %c : f32
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @max_pool(%X: !tir.buffer<[n, 3, 6, 5], f32>, %Y: !tir.buffer<[n, 3, 3, 2], f32>) {
// CHECK-NEXT: tir.compute "max_pool" (%b, %c, %i, %j, reduce %u, reduce %v) in [n, 3, 3, 2, 2, 2] {
// CHECK-NEXT: %x = tir.load %X[%b, %c, 2 * %i + %u, 2 * %j + %v] : !tir.buffer<[n, 3, 6, 5], f32>
// CHECK-NEXT: tir.reduce @max_f32(%x) into (%Y[%b, %c, %i, %j]) : !tir.buffer<[n, 3, 3, 2], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @max_pool_0(%X: !tir.buffer<[n, 3, 6, 5], f32>, %Y: !tir.buffer<[n, 3, 3, 3], f32>) {
// CHECK-NEXT: tir.compute "max_pool" (%b, %c, %i, %j, reduce %u, reduce %v) in [n, 3, 3, 3, 2, 2] {
// CHECK-NEXT: %least = arith.constant 0xFF800000 : f32
// CHECK-NEXT: %x = tir.load %X[%b, %c, 2 * %i + %u, 2 * %j + %v] pad %least : !tir.buffer<[n, 3, 6, 5], f32>
// CHECK-NEXT: tir.reduce @max_f32(%x) into (%Y[%b, %c, %i, %j]) : !tir.buffer<[n, 3, 3, 3], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.monoid @max_i8 (i8) identity (-128) {
// CHECK-NEXT: ^bb0(%a: i8, %b: i8):
// CHECK-NEXT: %c = arith.maxsi %a, %b : i8
// CHECK-NEXT: tir.yield %c : i8
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @max_pool_1(%X: !tir.buffer<[n, 3, 6], i8>, %Y: !tir.buffer<[n, 3, 4], i8>) {
// CHECK-NEXT: tir.compute "max_pool" (%b, %c, %i, reduce %u) in [n, 3, 4, 3] {
// CHECK-NEXT: %least = arith.constant -128 : i8
// CHECK-NEXT: %x = tir.load %X[%b, %c, %i + 2 * %u - 2] pad %least : !tir.buffer<[n, 3, 6], i8>
// CHECK-NEXT: tir.reduce @max_i8(%x) into (%Y[%b, %c, %i]) : !tir.buffer<[n, 3, 4], i8>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// The pad is an expression over the extent.
// CHECK-LABEL: tir.func private @max_pool_2(
// CHECK-NEXT: tir.compute "max_pool" (%b, %c, %i, reduce %u) in [1, 3, n ceildiv 2, 3] {
// CHECK: tir.load %X[%b, %c, 2 * %i + %u - max(-n + 2 * (n ceildiv 2) + 1, 0) floordiv 2] pad %least
// CHECK: tir.load %X[%b, %c, 2 * %i + %u - max(-n + max(k + 2 * (n ceildiv 2) - 2, 0), 0) ceildiv 2] pad %zero

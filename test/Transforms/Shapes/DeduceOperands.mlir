// RUN: relax-opt %s --relax-deduce-shapes --split-input-file 2>/dev/null | FileCheck %s

// Dimensions of operands that turn out to differ by normal form.

// Symbols that nothing relates: one of them may be 1.
// CHECK-LABEL: relax.func @unrelated(
relax.func @unrelated(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[m, 1], f32>) -> !relax.tensor<[?, 4], f32> {
  %a = relax.relu %x : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[?, 4], f32>
  // CHECK: %[[S:.*]] = relax.broadcast_shape %a, %y : (!relax.tensor<[n, 4], f32>, !relax.tensor<[m, 1], f32>) -> !relax.shape<[b, 4]> binds (b)
  // CHECK: %[[A:.*]] = relax.broadcast_to %a to %[[S]] : (!relax.tensor<[n, 4], f32>, !relax.shape<[b, 4]>) -> !relax.tensor<[b, 4], f32>
  // CHECK: %[[B:.*]] = relax.broadcast_to %y to %[[S]] : (!relax.tensor<[m, 1], f32>, !relax.shape<[b, 4]>) -> !relax.tensor<[b, 4], f32>
  // CHECK: relax.add %[[A]], %[[B]] : !relax.tensor<[b, 4], f32>
  %b = relax.add %a, %y : (!relax.tensor<[?, 4], f32>, !relax.tensor<[m, 1], f32>) -> !relax.tensor<[?, 4], f32>
  relax.return %b : !relax.tensor<[?, 4], f32>
}

// -----

// A literal other than 1 decides.
// CHECK-LABEL: relax.func @literal(
// CHECK-SAME: -> !relax.tensor<[3], f32>
relax.func @literal(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[3], f32>) -> !relax.tensor<[?], f32> {
  %a = relax.relu %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  // CHECK: relax.broadcast_shape %a, %y : (!relax.tensor<[n], f32>, !relax.tensor<[3], f32>) -> !relax.shape<[3]>
  %b = relax.add %a, %y : (!relax.tensor<[?], f32>, !relax.tensor<[3], f32>) -> !relax.tensor<[?], f32>
  relax.return %b : !relax.tensor<[?], f32>
}

// -----

// CHECK-LABEL: relax.func @three(
relax.func @three(%c: !relax.tensor<[n], i1>, %x: !relax.tensor<[m], f32>, %y: !relax.tensor<[k], f32>) -> !relax.tensor<[?], f32> {
  %d = relax.bitwise_not %c : (!relax.tensor<[n], i1>) -> !relax.tensor<[?], i1>
  %e = relax.relu %x : (!relax.tensor<[m], f32>) -> !relax.tensor<[?], f32>
  // CHECK: relax.where %{{.*}}, %{{.*}}, %{{.*}} : (!relax.tensor<[[[B:b_0]]], i1>, !relax.tensor<[[[B]]], f32>, !relax.tensor<[[[B]]], f32>) -> !relax.tensor<[[[B]]], f32>
  %z = relax.where %d, %e, %y : (!relax.tensor<[?], i1>, !relax.tensor<[?], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[?], f32>
  relax.return %z : !relax.tensor<[?], f32>
}

// -----

// What the facts make equal is cast, without a broadcast.
// CHECK-LABEL: relax.func @equal(
// CHECK-NOT: broadcast_shape
// CHECK: relax.match_cast %y : !relax.tensor<[m], f32> to !relax.tensor<[n], f32> given (
relax.func @equal(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[?], f32> where (n <= m, m <= n) {
  %a = relax.relu %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  %b = relax.add %a, %y : (!relax.tensor<[?], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[?], f32>
  relax.return %b : !relax.tensor<[?], f32>
}

// -----

// Extents of at least 2 have to be equal, which the boundary checks.
// CHECK-LABEL: relax.func @needed(
// CHECK-SAME: where (2 <= n, 2 <= m, m == n)
// CHECK: relax.match_cast %y : !relax.tensor<[m], f32> to !relax.tensor<[n], f32> given (
relax.func @needed(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[?], f32> where (n >= 2, m >= 2) {
  %a = relax.relu %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  %b = relax.add %a, %y : (!relax.tensor<[?], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[?], f32>
  relax.return %b : !relax.tensor<[?], f32>
}

// -----

// In a private function nobody checks before: the operation does.
// CHECK-LABEL: relax.func private @inner(
// CHECK-NOT: where
// CHECK: relax.match_cast %y : !relax.tensor<[m, 4], f32> to !relax.tensor<[n, 4], f32> given (
// CHECK: relax.matmul %a, %{{.*}} : (!relax.tensor<[3, n], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[3, 4], f32>
relax.func private @inner(%x: !relax.tensor<[3, n], f32>, %y: !relax.tensor<[m, 4], f32>) -> !relax.tensor<[3, 4], f32> {
  %a = relax.relu %x : (!relax.tensor<[3, n], f32>) -> !relax.tensor<[3, ?], f32>
  %b = relax.matmul %a, %y : (!relax.tensor<[3, ?], f32>, !relax.tensor<[m, 4], f32>) -> !relax.tensor<[3, 4], f32>
  relax.return %b : !relax.tensor<[3, 4], f32>
}

// -----

// CHECK-LABEL: relax.func @join(
// CHECK-SAME: where (m == n)
// CHECK: relax.concat %a, %{{.*}} axis 1 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 5], f32>
relax.func @join(%x: !relax.tensor<[n, 2], f32>, %y: !relax.tensor<[m, 3], f32>) -> !relax.tensor<[?, 5], f32> {
  %a = relax.relu %x : (!relax.tensor<[n, 2], f32>) -> !relax.tensor<[?, 2], f32>
  %b = relax.concat %a, %y axis 1 : (!relax.tensor<[?, 2], f32>, !relax.tensor<[m, 3], f32>) -> !relax.tensor<[?, 5], f32>
  relax.return %b : !relax.tensor<[?, 5], f32>
}

// -----

// As an importer writes it: a symbol for what is open, the extent that the facts say, and no operation where nothing is left to do.
// CHECK-LABEL: relax.func @imported(
// CHECK-SAME: -> (!relax.tensor<[?, 4], f32>, !relax.tensor<[m], f32>)
relax.func @imported(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[k, 1], f32>, %z: !relax.tensor<[m], f32>, %w: !relax.tensor<[n], f32>) -> (!relax.tensor<[?, ?], f32>, !relax.tensor<[?], f32>) where (2 <= m) {
  // CHECK: %s = relax.broadcast_shape %x, %y : (!relax.tensor<[n, 4], f32>, !relax.tensor<[k, 1], f32>) -> !relax.shape<[b, 4]> binds (b)
  %s = relax.broadcast_shape %x, %y : (!relax.tensor<[n, 4], f32>, !relax.tensor<[k, 1], f32>) -> !relax.shape<[?, ?]>
  // CHECK: %a = relax.broadcast_to %x to %s : (!relax.tensor<[n, 4], f32>, !relax.shape<[b, 4]>) -> !relax.tensor<[b, 4], f32>
  %a = relax.broadcast_to %x to %s : (!relax.tensor<[n, 4], f32>, !relax.shape<[?, ?]>) -> !relax.tensor<[?, ?], f32>
  // CHECK: %t = relax.broadcast_shape %z, %w : (!relax.tensor<[m], f32>, !relax.tensor<[n], f32>) -> !relax.shape<[m]>
  %t = relax.broadcast_shape %z, %w : (!relax.tensor<[m], f32>, !relax.tensor<[n], f32>) -> !relax.shape<[?]>
  %c = relax.broadcast_to %z to %t : (!relax.tensor<[m], f32>, !relax.shape<[?]>) -> !relax.tensor<[?], f32>
  // CHECK-NEXT: %d = relax.broadcast_to %w to %t : (!relax.tensor<[n], f32>, !relax.shape<[m]>) -> !relax.tensor<[m], f32>
  %d = relax.broadcast_to %w to %t : (!relax.tensor<[n], f32>, !relax.shape<[?]>) -> !relax.tensor<[?], f32>
  // CHECK-NEXT: relax.add %z, %d : !relax.tensor<[m], f32>
  %e = relax.add %c, %d : !relax.tensor<[?], f32>
  relax.return %a, %e : !relax.tensor<[?, ?], f32>, !relax.tensor<[?], f32>
}

// -----

// Channels of a convolution, which a value decides: those of the weight, or the check fails. No less for each group.
// CHECK-LABEL: relax.func private @channels(
// CHECK: %[[X:.*]] = relax.match_cast %a : !relax.tensor<[n, c, d], f32> to !relax.tensor<[n, 8, d], f32>
// CHECK: relax.conv %[[X]], %w {{.*}} groups 2 : (!relax.tensor<[n, 8, d], f32>, !relax.tensor<[6, 4, 3], f32>) -> !relax.tensor<[n, 6, d], f32>
// CHECK: %[[Y:.*]] = relax.match_cast %a : !relax.tensor<[n, c, d], f32> to !relax.tensor<[n, 5, d], f32>
// CHECK: relax.conv_transpose %[[Y]], %v
relax.func private @channels(%s: !relax.shape<[n, c, d]>, %w: !relax.tensor<[6, 4, 3], f32>, %v: !relax.tensor<[5, 2, 2], f32>) {
  %zero = relax.constant dense<0.0> : tensor<f32>
  %a = relax.broadcast_to %zero to %s : (!relax.tensor<[], f32>, !relax.shape<[n, c, d]>) -> !relax.tensor<[?, ?, ?], f32>
  %y = relax.conv %a, %w strides [1] pads [1, 1] dilations [1] groups 2 : (!relax.tensor<[?, ?, ?], f32>, !relax.tensor<[6, 4, 3], f32>) -> !relax.tensor<[?, 6, ?], f32>
  %z = relax.conv_transpose %a, %v strides [2] pads [0, 0] dilations [1] output_padding [0] groups 1 : (!relax.tensor<[?, ?, ?], f32>, !relax.tensor<[5, 2, 2], f32>) -> !relax.tensor<[?, 2, ?], f32>
  relax.return
}

// -----

// The same of products and convolutions of few bits, whose factors are not operands 0 and 1.
// CHECK-LABEL: relax.func private @few_bits(
// CHECK: %[[X:.*]] = relax.match_cast %a : !relax.tensor<[n, c, d], ui8> to !relax.tensor<[n, 8, d], ui8>
// CHECK: relax.conv_integer %[[X]] zero
// CHECK: %[[W:.*]] = relax.match_cast %u : !relax.tensor<[5, 2], ui8> to !relax.tensor<[d, 2], ui8>
// CHECK: relax.matmul_integer %a zero %z, %[[W]] zero
// CHECK: %[[W:.*]] = relax.match_cast %u : !relax.tensor<[5, 2], ui8> to !relax.tensor<[d, 2], ui8>
// CHECK: relax.quantized_matmul %a by %s, %z and %[[W]] by
relax.func private @few_bits(%t: !relax.shape<[n, c, d]>, %w: !relax.tensor<[6, 4, 3], ui8>, %u: !relax.tensor<[5, 2], ui8>,
                             %z: !relax.tensor<[], ui8>, %s: !relax.tensor<[], f32>) {
  %a = relax.broadcast_to %z to %t : (!relax.tensor<[], ui8>, !relax.shape<[n, c, d]>) -> !relax.tensor<[?, ?, ?], ui8>
  %x = relax.conv_integer %a zero %z, %w zero %z strides [1] pads [1, 1] dilations [1] groups 2 : (!relax.tensor<[?, ?, ?], ui8>, !relax.tensor<[], ui8>, !relax.tensor<[6, 4, 3], ui8>, !relax.tensor<[], ui8>) -> !relax.tensor<[?, 6, ?], i32>
  %y = relax.matmul_integer %a zero %z, %u zero %z : (!relax.tensor<[?, ?, ?], ui8>, !relax.tensor<[], ui8>, !relax.tensor<[5, 2], ui8>, !relax.tensor<[], ui8>) -> !relax.tensor<[?, ?, 2], i32>
  %q = relax.quantized_matmul %a by %s, %z and %u by %s, %z to %s, %z : (!relax.tensor<[?, ?, ?], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>, !relax.tensor<[5, 2], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>) -> !relax.tensor<[?, ?, 2], ui8>
  relax.return
}

// -----

// Updates of a scatter have the indices' extents, and what the coordinates leave of the input's.
// CHECK-LABEL: relax.func private @scatters(
// CHECK: %[[U:.*]] = relax.match_cast %a : !relax.tensor<[m, d], f32> to !relax.tensor<[k, d], f32>
// CHECK: relax.scatter_elements %x, %i, %[[U]] axis 0
// CHECK: %[[V:.*]] = relax.match_cast %a : !relax.tensor<[m, d], f32> to !relax.tensor<[k, 4], f32>
// CHECK: relax.scatter_nd %x, %j, %[[V]]
relax.func private @scatters(%x: !relax.tensor<[n, 4], f32>, %i: !relax.tensor<[k, d], i64>, %j: !relax.tensor<[k, 1], i64>, %y: !relax.tensor<[m, d], f32>) {
  %a = relax.relu %y : (!relax.tensor<[m, d], f32>) -> !relax.tensor<[?, ?], f32>
  %e = relax.scatter_elements %x, %i, %a axis 0 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[k, d], i64>, !relax.tensor<[?, ?], f32>) -> !relax.tensor<[n, 4], f32>
  %s = relax.scatter_nd %x, %j, %a : (!relax.tensor<[n, 4], f32>, !relax.tensor<[k, 1], i64>, !relax.tensor<[?, ?], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return
}

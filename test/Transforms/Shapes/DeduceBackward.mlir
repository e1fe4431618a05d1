// RUN: relax-opt %s --relax-deduce-shapes=backward=true | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s --check-prefix=OFF

// What an operation needs of an unknown extent becomes a check that the text shows. It fails where the operation would have.

// OFF-NOT: match_cast

// CHECK-LABEL: relax.func @product(
// CHECK: %[[X:.*]] = relax.match_cast %x : !relax.tensor<[n, ?], f32> to !relax.tensor<[n, m], f32> given (
// CHECK: relax.matmul %[[X]], %w : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 8], f32>) -> !relax.tensor<[n, 8], f32>
relax.func @product(%x: !relax.tensor<[n, ?], f32>, %w: !relax.tensor<[m, 8], f32>) -> !relax.tensor<[n, 8], f32> {
  %y = relax.matmul %x, %w : (!relax.tensor<[n, ?], f32>, !relax.tensor<[m, 8], f32>) -> !relax.tensor<[n, 8], f32>
  relax.return %y : !relax.tensor<[n, 8], f32>
}

// CHECK-LABEL: relax.func @vector(
// CHECK: %[[V:.*]] = relax.match_cast %v : !relax.tensor<[?], f32> to !relax.tensor<[4], f32>
// CHECK: relax.matmul %w, %[[V]] : (!relax.tensor<[3, 4], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[3], f32>
relax.func @vector(%w: !relax.tensor<[3, 4], f32>, %v: !relax.tensor<[?], f32>) -> !relax.tensor<[3], f32> {
  %y = relax.matmul %w, %v : (!relax.tensor<[3, 4], f32>, !relax.tensor<[?], f32>) -> !relax.tensor<[3], f32>
  relax.return %y : !relax.tensor<[3], f32>
}

// The extent along the axis is anything.
// CHECK-LABEL: relax.func @join(
// CHECK: %[[Y:.*]] = relax.match_cast %y : !relax.tensor<[?, ?], f32> to !relax.tensor<[?, 1], f32>
// CHECK: relax.concat %x, %[[Y]] axis 0 : (!relax.tensor<[n, 1], f32>, !relax.tensor<[?, 1], f32>) -> !relax.tensor<[?, 1], f32>
relax.func @join(%x: !relax.tensor<[n, 1], f32>, %y: !relax.tensor<[?, ?], f32>) -> !relax.tensor<[?, 1], f32> {
  %z = relax.concat %x, %y axis 0 : (!relax.tensor<[n, 1], f32>, !relax.tensor<[?, ?], f32>) -> !relax.tensor<[?, 1], f32>
  relax.return %z : !relax.tensor<[?, 1], f32>
}

// Nothing is known on either side: a name. Operands that broadcast may have an extent of 1: a name, and what they have in common.
// CHECK-LABEL: relax.func @open(
// CHECK: %[[X:.*]] = relax.match_cast %x : !relax.tensor<[n, ?], f32> to !relax.tensor<[n, k], f32> binds (k)
// CHECK: %[[W:.*]] = relax.match_cast %w : !relax.tensor<[?, 8], f32> to !relax.tensor<[k, 8], f32> given (
// CHECK: relax.matmul %[[X]], %[[W]] : (!relax.tensor<[n, k], f32>, !relax.tensor<[k, 8], f32>) -> !relax.tensor<[n, 8], f32>
// CHECK: %[[V:.*]] = relax.match_cast %x : !relax.tensor<[n, ?], f32> to !relax.tensor<[n, k_0], f32> binds (k_0)
// CHECK: relax.broadcast_shape %[[V]], %v : (!relax.tensor<[n, k_0], f32>, !relax.tensor<[n], f32>) -> !relax.shape<[n, b]> binds (b)
// CHECK: relax.add {{.*}} : !relax.tensor<[n, b], f32>
relax.func @open(%x: !relax.tensor<[n, ?], f32>, %w: !relax.tensor<[?, 8], f32>, %v: !relax.tensor<[n], f32>) -> !relax.tensor<[n, 8], f32> {
  %y = relax.matmul %x, %w : (!relax.tensor<[n, ?], f32>, !relax.tensor<[?, 8], f32>) -> !relax.tensor<[n, 8], f32>
  %u = relax.add %x, %v : (!relax.tensor<[n, ?], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n, ?], f32>
  relax.return %y : !relax.tensor<[n, 8], f32>
}

// CHECK-LABEL: relax.func @three(
// CHECK: relax.concat {{.*}} axis 1 : (!relax.tensor<[m, 1], f32>, !relax.tensor<[m, 2], f32>, !relax.tensor<[m, 3], f32>) -> !relax.tensor<[m, 6], f32>
relax.func @three(%x: !relax.tensor<[?, 1], f32>, %y: !relax.tensor<[?, 2], f32>, %z: !relax.tensor<[m, 3], f32>) {
  %c = relax.concat %x, %y, %z axis 1 : (!relax.tensor<[?, 1], f32>, !relax.tensor<[?, 2], f32>, !relax.tensor<[m, 3], f32>) -> !relax.tensor<[?, 6], f32>
  relax.return
}

// Channels of a convolution, both ways; a quotient that is none by form stays open.
// CHECK-LABEL: relax.func @channels(
// CHECK: relax.match_cast %x : !relax.tensor<[1, ?, 9], f32> to !relax.tensor<[1, 2 * c, 9], f32>
// CHECK: relax.match_cast %v : !relax.tensor<[4, ?, 3], f32> to !relax.tensor<[4, 3, 3], f32>
// CHECK-NOT: relax.match_cast
relax.func @channels(%x: !relax.tensor<[1, ?, 9], f32>, %w: !relax.tensor<[4, c, 3], f32>, %y: !relax.tensor<[1, 6, 9], f32>, %v: !relax.tensor<[4, ?, 3], f32>, %z: !relax.tensor<[1, c, 9], f32>) {
  %a = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 2 : (!relax.tensor<[1, ?, 9], f32>, !relax.tensor<[4, c, 3], f32>) -> !relax.tensor<[1, 4, 7], f32>
  %b = relax.conv %y, %v strides [1] pads [0, 0] dilations [1] groups 2 : (!relax.tensor<[1, 6, 9], f32>, !relax.tensor<[4, ?, 3], f32>) -> !relax.tensor<[1, 4, 7], f32>
  %d = relax.conv %z, %v strides [1] pads [0, 0] dilations [1] groups 2 : (!relax.tensor<[1, c, 9], f32>, !relax.tensor<[4, ?, 3], f32>) -> !relax.tensor<[1, 4, 7], f32>
  relax.return
}

// CHECK-LABEL: relax.func @norm(
// CHECK: relax.instance_norm {{.*}} : (!relax.tensor<[b, c, 9], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>)
relax.func @norm(%x: !relax.tensor<[b, ?, 9], f32>, %s: !relax.tensor<[c], f32>, %t: !relax.tensor<[?], f32>) {
  %y = relax.instance_norm %x, %s, %t epsilon 1.0e-5 : (!relax.tensor<[b, ?, 9], f32>, !relax.tensor<[c], f32>, !relax.tensor<[?], f32>) -> !relax.tensor<[b, ?, 9], f32>
  relax.return
}

// What a reshape leaves for one extent, if the others are not 0.
// CHECK-LABEL: relax.func @elements(
// CHECK: %[[X:.*]] = relax.match_cast %x : !relax.tensor<[2, ?], f32> to !relax.tensor<[2, 6], f32>
// CHECK: relax.reshape %[[X]] : (!relax.tensor<[2, 6], f32>) -> !relax.tensor<[3, 4], f32>
// CHECK: relax.reshape %y : (!relax.tensor<[n, ?], f32>) -> !relax.tensor<[n, 4], f32>
// CHECK: relax.reshape %x : (!relax.tensor<[2, ?], f32>) -> !relax.tensor<[?, 4], f32>
relax.func @elements(%x: !relax.tensor<[2, ?], f32>, %y: !relax.tensor<[n, ?], f32>) {
  %a = relax.reshape %x : (!relax.tensor<[2, ?], f32>) -> !relax.tensor<[3, 4], f32>
  %b = relax.reshape %y : (!relax.tensor<[n, ?], f32>) -> !relax.tensor<[n, 4], f32>
  %c = relax.reshape %x : (!relax.tensor<[2, ?], f32>) -> !relax.tensor<[?, 4], f32>
  relax.return
}

// Rows that a state takes, indices and updates.
// CHECK-LABEL: relax.func @rows(
// CHECK: relax.append {{.*}} : (!relax.tensor<[t, 8], f32>, !relax.tensor<[1, 8], f32>) -> !relax.tensor<[t + 1, 8], f32>
// CHECK: relax.update_slice {{.*}} : (!relax.tensor<[t, 8], f32>, !relax.tensor<[2, 8], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[t, 8], f32>
// CHECK: relax.scatter_elements {{.*}} : (!relax.tensor<[t, 8], f32>, !relax.tensor<[q, 3], i64>, !relax.tensor<[q, 3], f32>) -> !relax.tensor<[t, 8], f32>
// CHECK: relax.scatter_nd {{.*}} : (!relax.tensor<[t, 8], f32>, !relax.tensor<[r, 1], i64>, !relax.tensor<[r, 8], f32>) -> !relax.tensor<[t, 8], f32>
// CHECK: relax.gather_nd {{.*}} : (!relax.tensor<[t, 8], f32>, !relax.tensor<[t, 1], i64>)
relax.func @rows(%s: !relax.tensor<[t, 8], f32>, %r: !relax.tensor<[1, ?], f32>, %u: !relax.tensor<[2, ?], f32>, %p: !relax.tensor<[], i64>,
    %i: !relax.tensor<[q, ?], i64>, %v: !relax.tensor<[?, 3], f32>, %j: !relax.tensor<[r, 1], i64>, %w: !relax.tensor<[?, ?], f32>, %l: !relax.tensor<[?, 1], i64>) {
  %a = relax.append %s, %r at 0 : (!relax.tensor<[t, 8], f32>, !relax.tensor<[1, ?], f32>) -> !relax.tensor<[?, 8], f32>
  %b = relax.update_slice %s, %u from %p at 0 : (!relax.tensor<[t, 8], f32>, !relax.tensor<[2, ?], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[t, 8], f32>
  %c = relax.scatter_elements %s, %i, %v axis 0 : (!relax.tensor<[t, 8], f32>, !relax.tensor<[q, ?], i64>, !relax.tensor<[?, 3], f32>) -> !relax.tensor<[t, 8], f32>
  %d = relax.scatter_nd %s, %j, %w : (!relax.tensor<[t, 8], f32>, !relax.tensor<[r, 1], i64>, !relax.tensor<[?, ?], f32>) -> !relax.tensor<[t, 8], f32>
  %e = relax.gather_nd %s, %l batch_dims 1 : (!relax.tensor<[t, 8], f32>, !relax.tensor<[?, 1], i64>) -> !relax.tensor<[?], f32>
  relax.return
}

// RUN: relax-opt %s --relax-deduce-shapes=backward=true | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s --check-prefix=OFF

// What an operation needs of an unknown extent becomes a check that the text shows. It fails where the operation would have.

// OFF-NOT: match_cast

// CHECK-LABEL: relax.func @product(
// CHECK: %[[X:.*]] = relax.match_cast %x : !relax.tensor<[n, ?], f32> to !relax.tensor<[n, m], f32> given(
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

// Nothing is known on either side, or it is a broadcast: then an extent may be 1.
// CHECK-LABEL: relax.func @open(
// CHECK-NOT: match_cast
relax.func @open(%x: !relax.tensor<[n, ?], f32>, %w: !relax.tensor<[?, 8], f32>, %v: !relax.tensor<[n], f32>) -> !relax.tensor<[n, 8], f32> {
  %y = relax.matmul %x, %w : (!relax.tensor<[n, ?], f32>, !relax.tensor<[?, 8], f32>) -> !relax.tensor<[n, 8], f32>
  %u = relax.add %x, %v : (!relax.tensor<[n, ?], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n, ?], f32>
  relax.return %y : !relax.tensor<[n, 8], f32>
}

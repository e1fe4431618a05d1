// What exported encoders compute of positions: grids, numbers spread over extents, relative places, parts of heads, scores that such
// places choose (DeBERTa), running sums of a mask; each instance as the function gives it for a batch of one.
// RUN: relax-opt %s --relax-ragged-batch -o %t.mlir
// RUN: %python %S/ragged_alone.py %s %t.mlir 5 1 0 9 | FileCheck %s --check-prefix=ALONE
// ALONE: 4 instances alike
// RUN: FileCheck %s < %t.mlir

!x = !relax.tensor<[b, n, 4], f32>
!s = !relax.tensor<[b, 2, n, n], f32>
!v = !relax.tensor<[n], i64>
!g = !relax.tensor<[n, n], i64>

// CHECK-LABEL: relax.func @main(%n: !relax.lengths<n, [b]>, %x: !relax.tensor<[i : b, n[i], 4], f32>
relax.func @main(%x: !x) -> (!s, !x, !relax.tensor<[b, n, 2], f32>, !relax.tensor<[b, 4], i64>) where (n <= 9) {
  // CHECK: %[[P:.*]] = relax.ragged_positions
  // CHECK: relax.reshape %[[P]] : (!relax.tensor<[i : b, n[i]], i64>) -> !relax.tensor<[i : b, n[i], 1], i64>
  %i = relax.iota begin 0 step 1 given (%x : !x) : !v
  %r = relax.reshape %i : (!v) -> !relax.tensor<[n, 1], i64>
  %c = relax.reshape %i : (!v) -> !relax.tensor<[1, n], i64>
  %d = relax.subtract %r, %c : (!relax.tensor<[n, 1], i64>, !relax.tensor<[1, n], i64>) -> !g
  %most = relax.constant dense<3> : tensor<i64>
  %all = relax.broadcast_to %most given (%x) : (!relax.tensor<[], i64>, !x) -> !g
  %a = relax.abs %d : !g
  %m = relax.minimum %a, %all : !g
  %t = relax.constant dense<[[1.0, 2.0], [3.0, 5.0], [7.0, 11.0], [13.0, 17.0]]> : tensor<4x2xf32>
  %e = relax.take %t, %m axis 0 : (!relax.tensor<[4, 2], f32>, !g) -> !relax.tensor<[n, n, 2], f32>
  // CHECK: relax.permute_dims %{{.*}} axes [0, 3, 1, 2] : (!relax.tensor<[i : b, n[i], n[i], 2], f32>) -> !relax.tensor<[i : b, 2, n[i], n[i]], f32>
  %p = relax.permute_dims %e axes [2, 0, 1] : (!relax.tensor<[n, n, 2], f32>) -> !relax.tensor<[2, n, n], f32>
  %q = relax.reshape %p : (!relax.tensor<[2, n, n], f32>) -> !relax.tensor<[1, 2, n, n], f32>
  // Along columns of what has no batch, and along rows that were joined with instances.
  // CHECK: relax.softmax %{{.*}} over 2 : !relax.tensor<[i : b, n[i], n[i]], f32>
  %f = relax.cast %d : !g to !relax.tensor<[n, n], f32>
  %sm = relax.softmax %f over 1 : !relax.tensor<[n, n], f32>
  %h0 = relax.broadcast_to %q given (%x) : (!relax.tensor<[1, 2, n, n], f32>, !x) -> !s
  // The same for all instances.
  // CHECK: relax.broadcast_to %{{.*}} given (%n) : (!relax.tensor<[1, 4], i64>, !relax.lengths<n, [b]>) -> !relax.tensor<[b, 4], i64>
  %row = relax.constant dense<[[1, 2, 3, 4]]> : tensor<1x4xi64>
  %rows = relax.broadcast_to %row given (%x) : (!relax.tensor<[1, 4], i64>, !x) -> !relax.tensor<[b, 4], i64>
  %h1 = relax.add %h0, %sm : (!s, !relax.tensor<[n, n], f32>) -> !s
  // A copy for each instance, of what is dense and of places.
  // CHECK: relax.broadcast_to %{{.*}} given (%n) : (!relax.tensor<[2, 4, 4], f32>, !relax.lengths<n, [b]>) -> !relax.tensor<[b, 2, 4, 4], f32>
  %weights = relax.constant dense<[[[1.0, 2.0, 3.0, 4.0], [0.5, 1.5, 2.5, 3.5], [5.0, 3.0, 1.0, 2.0], [0.0, 4.0, 1.0, 7.0]],
                                   [[2.0, 1.0, 5.0, 3.0], [1.5, 4.5, 0.5, 6.5], [7.0, 2.0, 6.0, 1.0], [3.0, 8.0, 2.0, 9.0]]]> : tensor<2x4x4xf32>
  %copies = relax.tile %weights by [b, 1, 1] given (%x) : (!relax.tensor<[2, 4, 4], f32>, !x) -> !relax.tensor<[2 * b, 4, 4], f32>
  %one = relax.reshape %x : (!x) -> !relax.tensor<[b, 1, n, 4], f32>
  %two = relax.broadcast_to %one : (!relax.tensor<[b, 1, n, 4], f32>) -> !relax.tensor<[b, 2, n, 4], f32>
  %heads = relax.reshape %two : (!relax.tensor<[b, 2, n, 4], f32>) -> !relax.tensor<[2 * b, n, 4], f32>
  %scores = relax.matmul %heads, %copies : (!relax.tensor<[2 * b, n, 4], f32>, !relax.tensor<[2 * b, 4, 4], f32>) -> !relax.tensor<[2 * b, n, 4], f32>
  %place = relax.reshape %m : (!g) -> !relax.tensor<[1, n, n], i64>
  %places = relax.broadcast_to %place given (%x) : (!relax.tensor<[1, n, n], i64>, !x) -> !relax.tensor<[2 * b, n, n], i64>
  // CHECK: relax.gather_elements %{{.*}} axis 3 : (!relax.tensor<[i : b, 2, n[i], 4], f32>, !relax.tensor<[i : b, 2, n[i], n[i]], i64>)
  %chosen = relax.gather_elements %scores, %places axis 2 : (!relax.tensor<[2 * b, n, 4], f32>, !relax.tensor<[2 * b, n, n], i64>) -> !relax.tensor<[2 * b, n, n], f32>
  %apart = relax.reshape %chosen : (!relax.tensor<[2 * b, n, n], f32>) -> !s
  %h2 = relax.add %h1, %apart : !s
  %own = relax.tile %place by [b, 1, 1] given (%x) : (!relax.tensor<[1, n, n], i64>, !x) -> !relax.tensor<[b, n, n], i64>
  %numbers = relax.cast %own : !relax.tensor<[b, n, n], i64> to !relax.tensor<[b, n, n], f32>
  %middle = relax.reshape %numbers : (!relax.tensor<[b, n, n], f32>) -> !relax.tensor<[b, 1, n, n], f32>
  %h = relax.add %h2, %middle : (!s, !relax.tensor<[b, 1, n, n], f32>) -> !s
  // CHECK: relax.softmax %{{.*}} over 2 : !relax.tensor<[i : b, n[i], 4], f32>
  %y0 = relax.reshape %x : (!x) -> !relax.tensor<[b * n, 4], f32>
  %y1 = relax.softmax %y0 over 1 : !relax.tensor<[b * n, 4], f32>
  %y2 = relax.reshape %y1 : (!relax.tensor<[b * n, 4], f32>) -> !x
  %k0 = relax.cumsum %x over 1 : !x
  %k = relax.multiply %k0, %y2 : !x
  %z = relax.strided_slice %x axes [2] begins [1] ends [3] steps [1] : (!x) -> !relax.tensor<[b, n, 2], f32>
  relax.return %h, %k, %z, %rows : !s, !x, !relax.tensor<[b, n, 2], f32>, !relax.tensor<[b, 4], i64>
}

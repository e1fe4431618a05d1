// RUN: relax-opt %s --relax-deduce-shapes --split-input-file | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes --relax-fold-match-cast --split-input-file | FileCheck %s --check-prefix=FOLD

// What a check finds to be equal holds from there on: the slice to m, which is n, keeps everything.
// CHECK-LABEL: relax.func @behind(
// FOLD-LABEL: relax.func @behind(
relax.func @behind(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>, %z: !relax.tensor<[?], f32>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>) where (m <= 8) {
  // Not yet.
  // CHECK: %a = relax.strided_slice %x {{.*}} -> !relax.tensor<[min(n, 8)], f32>
  %a = relax.strided_slice %x axes [0] begins [0] ends [8] steps [1] : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  // CHECK: %c = relax.match_cast %x : !relax.tensor<[n], f32> to !relax.tensor<[m], f32>
  %c = relax.match_cast %x : !relax.tensor<[n], f32> to !relax.tensor<[m], f32> given (%y : !relax.tensor<[m], f32>)
  // CHECK-NOT: relax.strided_slice
  %b = relax.strided_slice %x axes [0] begins [0] ends [8] steps [1] : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  // A second check of the same is folded.
  // FOLD: relax.match_cast %x : !relax.tensor<[n], f32> to !relax.tensor<[m], f32>
  // FOLD-NOT: relax.match_cast
  // FOLD: relax.return %a, %x
  %d = relax.match_cast %y : !relax.tensor<[m], f32> to !relax.tensor<[n], f32> given (%x : !relax.tensor<[n], f32>)
  // CHECK: relax.return %a, %x
  relax.return %a, %b : !relax.tensor<[?], f32>, !relax.tensor<[?], f32>
}

// -----

// A symbol that a check binds to a known extent, a chain of them, and a literal.
// CHECK-LABEL: relax.func @chain(
relax.func @chain(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>) where (n <= 8) {
  %c = relax.match_cast %x : !relax.tensor<[n, 4], f32> to !relax.tensor<[k, j], f32> binds (k, j)
  %d = relax.match_cast %c : !relax.tensor<[k, j], f32> to !relax.tensor<[p, q], f32> binds (p, q)
  %e = relax.sum %d over [1] : (!relax.tensor<[p, q], f32>) -> !relax.tensor<[p], f32>
  %f = relax.sum %d over [0] : (!relax.tensor<[p, q], f32>) -> !relax.tensor<[q], f32>
  // CHECK-NOT: relax.strided_slice
  %g = relax.strided_slice %e axes [0] begins [0] ends [8] steps [1] : (!relax.tensor<[p], f32>) -> !relax.tensor<[?], f32>
  %h = relax.strided_slice %f axes [0] begins [0] ends [4] steps [1] : (!relax.tensor<[q], f32>) -> !relax.tensor<[?], f32>
  // CHECK: relax.return %e, %f
  relax.return %g, %h : !relax.tensor<[?], f32>, !relax.tensor<[?], f32>
}

// -----

// Inside of regions what was checked before them holds, and behind a region nothing that was checked in it.
// CHECK-LABEL: relax.func @regions(
relax.func @regions(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>, %z: !relax.tensor<[o], f32>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>) where (m <= 8) {
  %c = relax.match_cast %x : !relax.tensor<[n], f32> to !relax.tensor<[m], f32> given (%y : !relax.tensor<[m], f32>)
  %r = relax.if %p -> !relax.tensor<[?], f32> {
    // CHECK: relax.match_cast %z
    %d = relax.match_cast %z : !relax.tensor<[o], f32> to !relax.tensor<[n], f32> given (%x : !relax.tensor<[n], f32>)
    // CHECK-NOT: relax.strided_slice
    %a = relax.strided_slice %x axes [0] begins [0] ends [8] steps [1] : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
    %b = relax.strided_slice %z axes [0] begins [0] ends [8] steps [1] : (!relax.tensor<[o], f32>) -> !relax.tensor<[?], f32>
    // CHECK: relax.add %x, %
    %s = relax.add %a, %b : !relax.tensor<[?], f32>
    relax.yield %s : !relax.tensor<[?], f32>
  } else {
    relax.yield %x : !relax.tensor<[n], f32>
  }
  // CHECK: %e = relax.strided_slice %z {{.*}} -> !relax.tensor<[min(o, 8)], f32>
  %e = relax.strided_slice %z axes [0] begins [0] ends [8] steps [1] : (!relax.tensor<[o], f32>) -> !relax.tensor<[?], f32>
  relax.return %r, %e : !relax.tensor<[?], f32>, !relax.tensor<[?], f32>
}

// -----

// What an operator chooses is no more than there was, whether the text says it or not.
// CHECK-LABEL: relax.func @chosen(
relax.func @chosen(%x: !relax.tensor<[n], i64>, %at: !relax.tensor<[1], i64>) -> (!relax.tensor<[?], i64>, !relax.tensor<[?], i64>, !relax.tensor<[?], i64>) where (n <= 8) {
  %u = relax.unique %x : (!relax.tensor<[n], i64>) -> !relax.tensor<[k], i64> binds (k)
  %z = relax.nonzero %x : (!relax.tensor<[n], i64>) -> !relax.tensor<[1, z], i64> binds (z)
  %f = relax.reshape %z : (!relax.tensor<[1, z], i64>) -> !relax.tensor<[z], i64>
  %d = relax.dynamic_slice %x, %at, %at, %at axes [0] : (!relax.tensor<[n], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[d], i64> binds (d)
  // CHECK-NOT: relax.strided_slice
  %c = relax.strided_slice %d axes [0] begins [0] ends [8] steps [1] : (!relax.tensor<[d], i64>) -> !relax.tensor<[?], i64>
  %a = relax.strided_slice %u axes [0] begins [0] ends [8] steps [1] : (!relax.tensor<[k], i64>) -> !relax.tensor<[?], i64>
  %b = relax.strided_slice %f axes [0] begins [0] ends [8] steps [1] : (!relax.tensor<[z], i64>) -> !relax.tensor<[?], i64>
  // CHECK: relax.return %u, %f, %d
  relax.return %a, %b, %c : !relax.tensor<[?], i64>, !relax.tensor<[?], i64>, !relax.tensor<[?], i64>
}

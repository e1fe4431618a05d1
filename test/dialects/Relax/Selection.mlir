// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// CHECK-LABEL: relax.func @extents(
relax.func @extents(%x: !relax.tensor<[n], i64>, %y: !relax.tensor<[n, 4], f32>, %u: !relax.tensor<*, f32>, %k: !relax.tensor<[1], i64>) {
  // CHECK-NEXT: %v, %i = relax.unique %x : (!relax.tensor<[n], i64>) -> (!relax.tensor<[m], i64>, !relax.tensor<[m], i64>) binds (m) where (m <= n)
  %v, %i = relax.unique %x : (!relax.tensor<[n], i64>) -> (!relax.tensor<[m], i64>, !relax.tensor<[m], i64>) binds (m) where (m <= n)
  // CHECK-NEXT: %w, %first, %inverse, %counts = relax.unique %y unsorted : (!relax.tensor<[n, 4], f32>) -> (!relax.tensor<[p], f32>, !relax.tensor<[p], i64>, !relax.tensor<[4 * n], i64>, !relax.tensor<[?], i64>) binds (p)
  %w, %first, %inverse, %counts = relax.unique %y unsorted : (!relax.tensor<[n, 4], f32>) -> (!relax.tensor<[p], f32>, !relax.tensor<[p], i64>, !relax.tensor<[4 * n], i64>, !relax.tensor<[?], i64>) binds (p)
  // CHECK-NEXT: %z = relax.nonzero %y : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[2, q], i64> binds (q) where (q <= 4 * n)
  %z = relax.nonzero %y : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[2, q], i64> binds (q) where (q <= 4 * n)
  // CHECK-NEXT: %o = relax.nonzero %u : (!relax.tensor<*, f32>) -> !relax.tensor<[?, ?], i64>
  %o = relax.nonzero %u : (!relax.tensor<*, f32>) -> !relax.tensor<[?, ?], i64>
  // CHECK-NEXT: %a, %b = relax.top_k %y, %k axis 1 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[1], i64>) -> (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], i64>)
  %a, %b = relax.top_k %y, %k axis 1 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[1], i64>) -> (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], i64>)
  // CHECK-NEXT: %c, %d = relax.top_k %y, %k axis 0 smallest : (!relax.tensor<[n, 4], f32>, !relax.tensor<[1], i64>) -> (!relax.tensor<[r, 4], f32>, !relax.tensor<[r, 4], i64>) binds (r) where (r <= n)
  %c, %d = relax.top_k %y, %k axis 0 smallest : (!relax.tensor<[n, 4], f32>, !relax.tensor<[1], i64>) -> (!relax.tensor<[r, 4], f32>, !relax.tensor<[r, 4], i64>) binds (r) where (r <= n)
  // CHECK-NEXT: %e:4 = relax.unique %y axis 0 unsorted : (!relax.tensor<[n, 4], f32>) -> (!relax.tensor<[t, 4], f32>, !relax.tensor<[t], i64>, !relax.tensor<[n], i64>, !relax.tensor<[t], i64>) binds (t) where (t <= n)
  %e:4 = relax.unique %y axis 0 unsorted : (!relax.tensor<[n, 4], f32>) -> (!relax.tensor<[t, 4], f32>, !relax.tensor<[t], i64>, !relax.tensor<[n], i64>, !relax.tensor<[t], i64>) binds (t) where (t <= n)
  relax.return
}
// CHECK-LABEL: relax.func @chosen(
relax.func @chosen(%x: !relax.tensor<[n, 4], f32>, %c: !relax.tensor<[m], i1>) {
  // CHECK-NEXT: %a = relax.compress %x, %c axis 1 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[m], i1>) -> !relax.tensor<[n, k], f32> binds (k) where (k <= m)
  %a = relax.compress %x, %c axis 1 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[m], i1>) -> !relax.tensor<[n, k], f32> binds (k) where (k <= m)
  // CHECK-NEXT: %b = relax.compress %x, %c : (!relax.tensor<[n, 4], f32>, !relax.tensor<[m], i1>) -> !relax.tensor<[?], f32>
  %b = relax.compress %x, %c : (!relax.tensor<[n, 4], f32>, !relax.tensor<[m], i1>) -> !relax.tensor<[?], f32>
  relax.return
}
// CHECK-LABEL: relax.func @boxes(
relax.func @boxes(%b: !relax.tensor<[n, s, 4], f32>, %s: !relax.tensor<[n, c, s], f32>, %limit: !relax.tensor<[], i64>, %f: !relax.tensor<[1], f32>) {
  // CHECK-NEXT: %r = relax.non_max_suppression %b, %s, %limit, %f, %f centers : (!relax.tensor<[n, s, 4], f32>, !relax.tensor<[n, c, s], f32>, !relax.tensor<[], i64>, !relax.tensor<[1], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[k, 3], i64> binds (k) where (k <= c * n * s)
  %r = relax.non_max_suppression %b, %s, %limit, %f, %f centers : (!relax.tensor<[n, s, 4], f32>, !relax.tensor<[n, c, s], f32>, !relax.tensor<[], i64>, !relax.tensor<[1], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[k, 3], i64> binds (k) where (k <= c * n * s)
  relax.return
}

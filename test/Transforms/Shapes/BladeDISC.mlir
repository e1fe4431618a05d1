// BladeDISC's collection of constraints, operator by operator (dynamic-family.md 1.4, each row is named), and its golden cases
// (1.5). Types hold expressions here, so most of it is said by a type once shapes are deduced; the rest is implied by what has run.
// RUN: relax-opt %s --relax-deduce-shapes 2>/dev/null | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-deduce-shapes,relax.func(relax-fold),relax-remove-dead)' 2>/dev/null | FileCheck %s --check-prefix=FOLDED
// RUN: relax-opt %s --relax-deduce-shapes --relax-merge-symbols 2>/dev/null | FileCheck %s --check-prefix=MERGED
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-print-shape-facts))' 2>&1 >/dev/null | grep 'remark: implied' | FileCheck %s --check-prefix=IMPLIED
// RUN: relax-opt %s --relax-deduce-shapes 2>/dev/null | relax-opt - --relax-explain='@c_added: n == m' | FileCheck %s --check-prefix=EQUAL

//===----------------------------------------------------------------------===//
// 1.4: a row each
//===----------------------------------------------------------------------===//

// index_cast, trunci: the same number; tensor.dim: an extent; constant; extract, from_elements: element by element.
// CHECK-LABEL: relax.func @elements(
// CHECK-SAME:      -> !relax.tensor<[m, 3, n], f32>
relax.func @elements(%x: !relax.tensor<[n, 3 * m], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<*, f32> where (n <= 8, m <= 8, m >= 1) {
  %s = relax.shape_of %x : !relax.tensor<[n, 3 * m], f32> -> !relax.shape<[n, 3 * m]>
  %t = relax.shape_to_tensor %s : !relax.shape<[n, 3 * m]> -> !relax.tensor<[2], i64>
  %narrow = relax.cast %t : !relax.tensor<[2], i64> to !relax.tensor<[2], i32>
  %wide = relax.cast %narrow : !relax.tensor<[2], i32> to !relax.tensor<[2], i64>
  %zero = relax.constant dense<0> : tensor<1xi64>
  %n = relax.take %wide, %zero axis 0 : (!relax.tensor<[2], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[1], i64>
  %three = relax.constant dense<3> : tensor<1xi64>
  %r = relax.shape_of %y : !relax.tensor<[m], f32> -> !relax.shape<[m]>
  %m = relax.shape_to_tensor %r : !relax.shape<[m]> -> !relax.tensor<[1], i64>
  %to = relax.concat %m, %three, %n axis 0 : (!relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[3], i64>
  %z = relax.reshape %x to %to allow_zero : (!relax.tensor<[n, 3 * m], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<*, f32>
  relax.return %z : !relax.tensor<*, f32>
}

// muli, addi: products and sums of extents are expressions, and not negative.
// CHECK-LABEL: relax.func @sums(
// CHECK-SAME:      -> (!relax.tensor<[m * n], f32>, !relax.tensor<[n + 2], i64>)
relax.func @sums(%x: !relax.tensor<[n, m], f32>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?], i64>) {
  %s = relax.shape_of %x : !relax.tensor<[n, m], f32> -> !relax.shape<[n, m]>
  %t = relax.shape_to_tensor %s : !relax.shape<[n, m]> -> !relax.tensor<[2], i64>
  %n = relax.strided_slice %t axes [0] begins [0] ends [1] steps [1] : (!relax.tensor<[2], i64>) -> !relax.tensor<[1], i64>
  %m = relax.strided_slice %t axes [0] begins [1] ends [2] steps [1] : (!relax.tensor<[2], i64>) -> !relax.tensor<[1], i64>
  %all = relax.multiply %n, %m : !relax.tensor<[1], i64>
  %flat = relax.reshape %x to %all allow_zero : (!relax.tensor<[n, m], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  %two = relax.constant dense<2> : tensor<i64>
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %end = relax.reshape %n : (!relax.tensor<[1], i64>) -> !relax.tensor<[], i64>
  %more = relax.add %end, %two : !relax.tensor<[], i64>
  %i = relax.arange %zero, %more, %one : (!relax.tensor<[], i64>, !relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[?], i64>
  relax.return %flat, %i : !relax.tensor<[?], f32>, !relax.tensor<[?], i64>
}

// shape.broadcast: both equal, or one is 1 and it is the other; else it lies between them.
// CHECK-LABEL: relax.func @broadcast(
// CHECK:           relax.broadcast_shape %x, %y : (!relax.tensor<[n, 1, k, 4], f32>, !relax.tensor<[n, m, l, 1], f32>) -> !relax.shape<[n, m, b, 4]> binds (b)
// IMPLIED:         implied: min(k, l) <= b <= max(k, l)
relax.func @broadcast(%x: !relax.tensor<[n, 1, k, 4], f32>, %y: !relax.tensor<[n, m, l, 1], f32>) {
  %s = relax.broadcast_shape %x, %y : (!relax.tensor<[n, 1, k, 4], f32>, !relax.tensor<[n, m, l, 1], f32>) -> !relax.shape<[n, m, b, 4]> binds (b)
  relax.return
}
// An extent that is not 1 is the result's.
// IMPLIED:         implied: k == b
relax.func @broadcast_not_1(%x: !relax.tensor<[k], f32>, %y: !relax.tensor<[l], f32>) where (k >= 2) {
  %s = relax.broadcast_shape %x, %y : (!relax.tensor<[k], f32>, !relax.tensor<[l], f32>) -> !relax.shape<[b]> binds (b)
  relax.return
}

// compute_reshape_shape: -1 is what the products leave.
// CHECK-LABEL: relax.func @rest(
// CHECK-SAME:      -> !relax.tensor<[3 * n, 2], f32>
relax.func @rest(%x: !relax.tensor<[n, 6], f32>) -> !relax.tensor<[?, ?], f32> {
  %t = relax.constant dense<[-1, 2]> : tensor<2xi64>
  %z = relax.reshape %x to %t : (!relax.tensor<[n, 6], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %z : !relax.tensor<[?, ?], f32>
}

// Elementwise: all extents are equal; clamp and select take scalars as well.
// CHECK-LABEL: relax.func @elementwise(
// CHECK-SAME:      -> !relax.tensor<[n, m], f32>
relax.func @elementwise(%x: !relax.tensor<[n, m], f32>, %c: !relax.tensor<[], i1>, %low: !relax.tensor<[], f32>) -> !relax.tensor<[?, ?], f32> {
  %a = relax.maximum %x, %low : (!relax.tensor<[n, m], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[?, ?], f32>
  %b = relax.where %c, %a, %low : (!relax.tensor<[], i1>, !relax.tensor<[?, ?], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[?, ?], f32>
  relax.return %b : !relax.tensor<[?, ?], f32>
}

// dot, dot_general: inner and batch extents are equal, the result has the others.
// CHECK-LABEL: relax.func @dot(
// CHECK-SAME:      -> !relax.tensor<[b, n, m], f32> where (c == k)
relax.func @dot(%x: !relax.tensor<[b, n, k], f32>, %y: !relax.tensor<[b, c, m], f32>) -> !relax.tensor<[?, ?, ?], f32> {
  %a = relax.relu %x : (!relax.tensor<[b, n, k], f32>) -> !relax.tensor<[?, ?, ?], f32>
  %z = relax.matmul %a, %y : (!relax.tensor<[?, ?, ?], f32>, !relax.tensor<[b, c, m], f32>) -> !relax.tensor<[?, ?, ?], f32>
  relax.return %z : !relax.tensor<[?, ?, ?], f32>
}

// dynamic_broadcast_in_dim, dynamic_reshape: the extents are the elements of the shape.
// CHECK-LABEL: relax.func @dynamic(
// CHECK-SAME:      -> (!relax.tensor<[m, n], f32>, !relax.tensor<[n, m], f32>)
relax.func @dynamic(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m, n], f32>) -> (!relax.tensor<*, f32>, !relax.tensor<*, f32>) {
  %s = relax.shape_of %y : !relax.tensor<[m, n], f32> -> !relax.shape<[m, n]>
  %t = relax.shape_to_tensor %s : !relax.shape<[m, n]> -> !relax.tensor<[2], i64>
  %b = relax.broadcast_to %x to %t : (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<*, f32>
  %u = relax.strided_slice %t axes [0] begins [-1] ends [-9223372036854775808] steps [-1] : !relax.tensor<[2], i64>
  %r = relax.reshape %y to %u allow_zero : (!relax.tensor<[m, n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<*, f32>
  relax.return %b, %r : !relax.tensor<*, f32>, !relax.tensor<*, f32>
}

// concatenate: extents outside of the axis are equal.
// CHECK-LABEL: relax.func @join(
// CHECK-SAME:      -> !relax.tensor<[n, 5], f32> where (
relax.func @join(%x: !relax.tensor<[n, 2], f32>, %y: !relax.tensor<[m, 3], f32>) -> !relax.tensor<[?, 5], f32> {
  %a = relax.relu %x : (!relax.tensor<[n, 2], f32>) -> !relax.tensor<[?, 2], f32>
  %b = relax.concat %a, %y axis 1 : (!relax.tensor<[?, 2], f32>, !relax.tensor<[m, 3], f32>) -> !relax.tensor<[?, 5], f32>
  relax.return %b : !relax.tensor<[?, 5], f32>
}

// reduce, transpose, slice, pad, gather: no rule of their own; the types have the expressions.
// CHECK-LABEL: relax.func @moved(
// CHECK-SAME:      -> !relax.tensor<[2, n ceildiv 2], f32>
relax.func @moved(%x: !relax.tensor<[n, m, 3], f32>, %i: !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32> {
  %s = relax.sum %x over [1] : (!relax.tensor<[n, m, 3], f32>) -> !relax.tensor<[?, ?], f32>
  %p = relax.permute_dims %s axes [1, 0] : !relax.tensor<[?, ?], f32>
  %g = relax.take %p, %i axis 0 : (!relax.tensor<[?, ?], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  %h = relax.strided_slice %g axes [1] begins [0] ends [9223372036854775807] steps [2] : (!relax.tensor<[?, ?], f32>) -> !relax.tensor<[?, ?], f32>
  relax.return %h : !relax.tensor<[?, ?], f32>
}

// tensor.cast: equal extents, and the static side says what they are.
// CHECK-LABEL: relax.func @cast(
// CHECK-SAME:      -> !relax.tensor<[n, 4], f32>
// IMPLIED:         implied: m == 4
relax.func @cast(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[?, ?], f32> {
  %c = relax.match_cast %x : !relax.tensor<[n, m], f32> to !relax.tensor<[n, 4], f32>
  relax.return %c : !relax.tensor<[n, 4], f32>
}

// tie_shape over a reshape: what is the same on both sides is matched, the rest has equal products.
// CHECK-LABEL: relax.func @tied(
// CHECK-SAME:      -> !relax.tensor<[a, b, c], f32>
relax.func @tied(%x: !relax.tensor<[a, b * c], f32>, %y: !relax.tensor<[b], f32>, %z: !relax.tensor<[c], f32>) -> !relax.tensor<[?, b, c], f32> {
  %r = relax.reshape %x : (!relax.tensor<[a, b * c], f32>) -> !relax.tensor<[?, b, c], f32>
  relax.return %r : !relax.tensor<[?, b, c], f32>
}

// Ours: parts, slices, rows that are replaced, and choices.
// IMPLIED:         implied: n mod 4 == 0
relax.func private @split(%x: !relax.tensor<[n], f32>) {
  %a, %b, %c, %d = relax.split %x axis 0 : (!relax.tensor<[n], f32>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>, !relax.tensor<[?], f32>, !relax.tensor<[?], f32>)
  relax.return
}
// IMPLIED:         implied: n == 5
relax.func private @split_sizes(%x: !relax.tensor<[n], f32>) {
  %a, %b = relax.split %x axis 0 sizes [2, 3] : (!relax.tensor<[n], f32>) -> (!relax.tensor<[2], f32>, !relax.tensor<[3], f32>)
  relax.return
}
// IMPLIED:         implied: m + n <= 512
relax.func @slice(%x: !relax.tensor<[512], f32>, %y: !relax.tensor<[n, m], f32>) {
  %a = relax.slice %x axes [0] begins [m] steps [1] given (%y) : (!relax.tensor<[512], f32>, !relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32>
  relax.return
}
// IMPLIED:         implied: m <= n
relax.func @update(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[m, 4], f32>, %i: !relax.tensor<[], i64>) {
  %a = relax.update_slice %x, %y from %i at 0 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[m, 4], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 4], f32>
  relax.return
}
// IMPLIED:         implied: k <= m * n
// IMPLIED-NEXT:    implied: u <= k
// IMPLIED-NEXT:    implied: t <= m
relax.func @choices(%x: !relax.tensor<[n, m], i64>, %k: !relax.tensor<[1], i64>) {
  %z = relax.nonzero %x : (!relax.tensor<[n, m], i64>) -> !relax.tensor<[2, k], i64> binds (k)
  %r = relax.strided_slice %z axes [0] begins [0] ends [1] steps [1] : (!relax.tensor<[2, k], i64>) -> !relax.tensor<[1, k], i64>
  %u = relax.unique %r : (!relax.tensor<[1, k], i64>) -> !relax.tensor<[u], i64> binds (u)
  %v, %w = relax.top_k %x, %k axis 1 : (!relax.tensor<[n, m], i64>, !relax.tensor<[1], i64>) -> (!relax.tensor<[n, t], i64>, !relax.tensor<[n, t], i64>) binds (t)
  relax.return
}
//===----------------------------------------------------------------------===//
// 1.5: golden cases
//===----------------------------------------------------------------------===//

// (a) two dimensions, one, abs, three: all three products are equal. The first two by type, the third by the check that names it.
// IMPLIED:         implied: s0 * s1 == s3 * s4 * s5
relax.func @a_products(%x: !relax.tensor<[s0, s1], f32>, %t: !relax.tensor<[3], i64>) {
  %flat = relax.reshape %x : (!relax.tensor<[s0, s1], f32>) -> !relax.tensor<[s0 * s1], f32>
  %a = relax.abs %flat : !relax.tensor<[s0 * s1], f32>
  %y = relax.reshape %a to %t : (!relax.tensor<[s0 * s1], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<[?, ?, ?], f32>
  %c = relax.match_cast %y : !relax.tensor<[?, ?, ?], f32> to !relax.tensor<[s3, s4, s5], f32> binds (s3, s4, s5)
  relax.return
}

// (b) [d0, d1, d2] as [d0, d1 * d2], reduced, and back: the result has d1 and d2, the middle is their product.
// CHECK-LABEL: relax.func @b_reduced(
// CHECK-SAME:      -> !relax.tensor<[d1, d2], f32>
// CHECK:           %flat = relax.reshape %x : (!relax.tensor<[d0, d1, d2], f32>) -> !relax.tensor<[d0, d1 * d2], f32>
// CHECK-NEXT:      %sum = relax.sum %flat over [0] : (!relax.tensor<[d0, d1 * d2], f32>) -> !relax.tensor<[d1 * d2], f32>
// CHECK:           relax.reshape %sum : (!relax.tensor<[d1 * d2], f32>) -> !relax.tensor<[d1, d2], f32>
relax.func @b_reduced(%x: !relax.tensor<[d0, d1, d2], f32>) -> !relax.tensor<[?, ?], f32> {
  %s = relax.shape_of %x : !relax.tensor<[d0, d1, d2], f32> -> !relax.shape<[d0, d1, d2]>
  %t = relax.shape_to_tensor %s : !relax.shape<[d0, d1, d2]> -> !relax.tensor<[3], i64>
  %d0 = relax.strided_slice %t axes [0] begins [0] ends [1] steps [1] : (!relax.tensor<[3], i64>) -> !relax.tensor<[1], i64>
  %d12 = relax.strided_slice %t axes [0] begins [1] ends [3] steps [1] : (!relax.tensor<[3], i64>) -> !relax.tensor<[2], i64>
  %p = relax.prod %d12 over [0] : (!relax.tensor<[2], i64>) -> !relax.tensor<[], i64>
  %one = relax.constant dense<1> : tensor<1xi64>
  %q = relax.reshape %p to %one : (!relax.tensor<[], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[1], i64>
  %to = relax.concat %d0, %q axis 0 : (!relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[2], i64>
  %flat = relax.reshape %x to %to allow_zero : (!relax.tensor<[d0, d1, d2], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  %sum = relax.sum %flat over [0] : (!relax.tensor<[?, ?], f32>) -> !relax.tensor<[?], f32>
  %back = relax.reshape %sum to %d12 allow_zero : (!relax.tensor<[?], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %back : !relax.tensor<[?, ?], f32>
}

// (c) two tensors added, where nothing can broadcast: one symbol.
// CHECK-LABEL: relax.func @c_added(
// CHECK-SAME:      where ({{.*}}m == n
// MERGED-LABEL: relax.func @c_added(
// MERGED-SAME:     %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
// EQUAL: yes
relax.func @c_added(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[?], f32> where (n >= 2, m >= 2) {
  %a = relax.abs %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  %z = relax.add %a, %y : (!relax.tensor<[?], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[?], f32>
  relax.return %z : !relax.tensor<[?], f32>
}

// (d) extents that are tied are compared: a constant; those that differ by 1, too; unrelated ones stay.
// FOLDED-LABEL: relax.func @d_compared(
// FOLDED-DAG:      %[[T:.*]] = relax.constant dense<true> : tensor<1xi1>
// FOLDED-DAG:      %[[F:.*]] = relax.constant dense<false> : tensor<1xi1>
// FOLDED:          %[[O:.*]] = relax.equal
// FOLDED:          relax.return %[[T]], %[[F]], %[[O]]
relax.func @d_compared(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n + 1], f32>, %z: !relax.tensor<[m], f32>) -> (!relax.tensor<[1], i1>, !relax.tensor<[1], i1>, !relax.tensor<[1], i1>) {
  %a = relax.abs %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  %s = relax.shape_of %a : !relax.tensor<[?], f32> -> !relax.shape<[?]>
  %n = relax.shape_to_tensor %s : !relax.shape<[?]> -> !relax.tensor<[1], i64>
  %t = relax.shape_of %x : !relax.tensor<[n], f32> -> !relax.shape<[n]>
  %k = relax.shape_to_tensor %t : !relax.shape<[n]> -> !relax.tensor<[1], i64>
  %u = relax.shape_of %y : !relax.tensor<[n + 1], f32> -> !relax.shape<[n + 1]>
  %l = relax.shape_to_tensor %u : !relax.shape<[n + 1]> -> !relax.tensor<[1], i64>
  %v = relax.shape_of %z : !relax.tensor<[m], f32> -> !relax.shape<[m]>
  %m = relax.shape_to_tensor %v : !relax.shape<[m]> -> !relax.tensor<[1], i64>
  %p = relax.equal %n, %k : (!relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[1], i1>
  %q = relax.equal %n, %l : (!relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[1], i1>
  %r = relax.equal %n, %m : (!relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[1], i1>
  relax.return %p, %q, %r : !relax.tensor<[1], i1>, !relax.tensor<[1], i1>, !relax.tensor<[1], i1>
}

// RUN: relax-opt %s --relax-bind-extents | FileCheck %s
// RUN: relax-opt %s --relax-bind-extents --counters -o %t.mlir 2>&1 | FileCheck %s --check-prefix=COUNTERS
// COUNTERS: 16 relax-bind-extents.extents-bound

// 0 copies, -1 is the rest; the dimension that is known stays. What follows is deduced.
// CHECK-LABEL: relax.func @reshape(
// CHECK: %y_extents = relax.tensor_to_shape %{{.*}} : !relax.tensor<[2], i64> -> !relax.shape<[d, 4]> binds (d) given (%x : !relax.tensor<[n, m, 4], f32>)
// CHECK-NEXT: %y = relax.reshape %x to %y_extents : (!relax.tensor<[n, m, 4], f32>, !relax.shape<[d, 4]>) -> !relax.tensor<[d, 4], f32>
// CHECK-NEXT: %z = relax.exp %y : !relax.tensor<[d, 4], f32>
// CHECK-NEXT: relax.return %z : !relax.tensor<[d, 4], f32>
relax.func @reshape(%x: !relax.tensor<[n, m, 4], f32>, %s: !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32> {
  %y = relax.reshape %x to %s : (!relax.tensor<[n, m, 4], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, 4], f32>
  %z = relax.exp %y : !relax.tensor<[?, 4], f32>
  relax.return %z : !relax.tensor<[?, 4], f32>
}

// CHECK-LABEL: relax.func @broadcast(
// CHECK: %y_extents = relax.tensor_to_shape %{{.*}} -> !relax.shape<[d, d_0]> binds (d, d_0)
// CHECK-NEXT: %y = relax.broadcast_to %x to %y_extents
relax.func @broadcast(%x: !relax.tensor<[n], f32>, %s: !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32> {
  %y = relax.broadcast_to %x to %s : (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %y : !relax.tensor<[?, ?], f32>
}

// A scalar takes the shape as it is.
// CHECK-LABEL: relax.func @fill(
// CHECK-NEXT: relax.tensor_to_shape %s : !relax.tensor<[2], i64> -> !relax.shape<[d, d_0]>
relax.func @fill(%x: !relax.tensor<[], f32>, %s: !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32> {
  %y = relax.broadcast_to %x to %s : (!relax.tensor<[], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %y : !relax.tensor<[?, ?], f32>
}

// CHECK-LABEL: relax.func @range(
// CHECK: relax.tensor_to_shape %{{.*}} : !relax.tensor<[1], i64> -> !relax.shape<[d]> binds (d)
// CHECK: relax.iota begin 0 step 1 given (%{{.*}} : !relax.shape<[d]>) : !relax.tensor<[d], i64>
relax.func @range(%a: !relax.tensor<[], i32>, %b: !relax.tensor<[], i32>, %c: !relax.tensor<[], i32>) -> !relax.tensor<[?], i32> {
  %y = relax.arange %a, %b, %c : (!relax.tensor<[], i32>, !relax.tensor<[], i32>, !relax.tensor<[], i32>) -> !relax.tensor<[?], i32>
  relax.return %y : !relax.tensor<[?], i32>
}

// A part is at most the whole.
// CHECK-LABEL: relax.func @part(
// CHECK: relax.tensor_to_shape %{{.*}} -> !relax.shape<[d]> binds (d) where (d <= n)
// CHECK: %y = relax.take %x
// CHECK-SAME: -> !relax.tensor<[d, 3], f32>
relax.func @part(%x: !relax.tensor<[n, 3], f32>, %b: !relax.tensor<[1], i64>, %e: !relax.tensor<[1], i64>) -> !relax.tensor<[?, 3], f32> {
  %s = relax.constant dense<1> : tensor<1xi64>
  %y = relax.dynamic_slice %x, %b, %e, %s axes [0] : (!relax.tensor<[n, 3], f32>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[?, 3], f32>
  relax.return %y : !relax.tensor<[?, 3], f32>
}

// What is counted; one name for all results, also the one that is there.
// CHECK-LABEL: relax.func @counts(
// CHECK-NEXT: %p = relax.nonzero %x : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[2, k_0], i64> binds (k_0) where (k_0 <= 3 * n)
// CHECK-NEXT: %v, %i = relax.top_k %x, %k axis 0 : {{.*}} -> (!relax.tensor<[k_1, 3], f32>, !relax.tensor<[k_1, 3], i64>) binds (k_1) where (k_1 <= n)
// CHECK-NEXT: %u, %f = relax.unique %x : {{.*}} -> (!relax.tensor<[k], f32>, !relax.tensor<[k], i64>) binds (k)
relax.func @counts(%x: !relax.tensor<[n, 3], f32>, %k: !relax.tensor<[1], i64>) -> (!relax.tensor<[2, ?], i64>, !relax.tensor<[?, 3], f32>, !relax.tensor<[?], f32>) {
  %p = relax.nonzero %x : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[2, ?], i64>
  %v, %i = relax.top_k %x, %k axis 0 : (!relax.tensor<[n, 3], f32>, !relax.tensor<[1], i64>) -> (!relax.tensor<[?, 3], f32>, !relax.tensor<[?, 3], i64>)
  %u, %f = relax.unique %x : (!relax.tensor<[n, 3], f32>) -> (!relax.tensor<[k], f32>, !relax.tensor<[?], i64>) binds (k)
  relax.return %p, %v, %u : !relax.tensor<[2, ?], i64>, !relax.tensor<[?, 3], f32>, !relax.tensor<[k], f32>
}

// The first operand of a concatenation gets a name: the result keeps the one that it has from the second.
// CHECK-LABEL: relax.func @carriers(
// CHECK: %[[A:.*]] = relax.match_cast %a : !relax.tensor<[d, d_0], f32> to !relax.tensor<[n, d_0], f32>
// CHECK: %b = relax.concat %[[A]], %w axis 1 {{.*}} -> !relax.tensor<[n, d_0 + 1], f32>
// CHECK: %y_extents = relax.tensor_to_shape %{{.*}} -> !relax.shape<[n, d_1]> binds (d_1) given (%b :
relax.func @carriers(%x: !relax.tensor<[n, 4], f32>, %s: !relax.tensor<[2], i64>, %w: !relax.tensor<[n, 1], f32>, %t: !relax.tensor<[2], i64>) -> !relax.tensor<[n, ?], f32> {
  %a = relax.reshape %x to %s : (!relax.tensor<[n, 4], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  %b = relax.concat %a, %w axis 1 : (!relax.tensor<[?, ?], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, ?], f32>
  %y = relax.reshape %b to %t : (!relax.tensor<[n, ?], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[n, ?], f32>
  relax.return %y : !relax.tensor<[n, ?], f32>
}

// What works on each element moves in front of a view of unknown rank, one after the other; what takes two values stays.
// CHECK-LABEL: relax.func @views(
// CHECK: %r_elements = relax.sqrt %x : !relax.tensor<[n, m], f32>
// CHECK: %b_elements = relax.is_nan %r_elements : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], i1>
// CHECK: %b = relax.squeeze %{{.*}} over %a : (!relax.tensor<[n, m], i1>, !relax.tensor<[k], i64>) -> !relax.tensor<*, i1>
// CHECK: %c = relax.add
relax.func @views(%x: !relax.tensor<[n, m], f32>, %a: !relax.tensor<[k], i64>) -> (!relax.tensor<*, i1>, !relax.tensor<*, f32>) {
  %v = relax.squeeze %x over %a : (!relax.tensor<[n, m], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<*, f32>
  %r = relax.sqrt %v : !relax.tensor<*, f32>
  %b = relax.is_nan %r : (!relax.tensor<*, f32>) -> !relax.tensor<*, i1>
  %c = relax.add %r, %r : !relax.tensor<*, f32>
  relax.return %b, %c : !relax.tensor<*, i1>, !relax.tensor<*, f32>
}

// Of a target of unknown length nothing can be said; an argument of unknown extent gets a name where it is used.
// CHECK-LABEL: relax.func @unknown(
// CHECK-NEXT: %[[U:.*]] = relax.match_cast %u : !relax.tensor<[?], f32> to !relax.tensor<[d], f32> binds (d)
// CHECK-NEXT: %y = relax.reshape %x to %s
// CHECK-NEXT: relax.shape_of %[[U]]
// CHECK: relax.reshape %[[U]] to %{{.*}} : (!relax.tensor<[d], f32>, !relax.shape<
relax.func @unknown(%x: !relax.tensor<[n], f32>, %s: !relax.tensor<[m], i64>, %u: !relax.tensor<[?], f32>, %t: !relax.tensor<[2], i64>) -> (!relax.tensor<*, f32>, !relax.tensor<[?, ?], f32>) {
  %y = relax.reshape %x to %s : (!relax.tensor<[n], f32>, !relax.tensor<[m], i64>) -> !relax.tensor<*, f32>
  %z = relax.reshape %u to %t : (!relax.tensor<[?], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %y, %z : !relax.tensor<*, f32>, !relax.tensor<[?, ?], f32>
}

// Extents that are declared are checked.
// CHECK-LABEL: relax.func @declared_part(
// CHECK: relax.tensor_to_shape %{{.*}} -> !relax.shape<[2]>
// CHECK: %y = relax.take %x
// CHECK-SAME: -> !relax.tensor<[2, 3], f32>
relax.func @declared_part(%x: !relax.tensor<[n, 3], f32>, %b: !relax.tensor<[1], i64>, %e: !relax.tensor<[1], i64>, %s: !relax.tensor<[1], i64>) -> !relax.tensor<[2, 3], f32> {
  %y = relax.dynamic_slice %x, %b, %e, %s axes [0] : (!relax.tensor<[n, 3], f32>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[2, 3], f32>
  relax.return %y : !relax.tensor<[2, 3], f32>
}

// CHECK-LABEL: relax.func @declared_count(
// CHECK: relax.tensor_to_shape %{{.*}} -> !relax.shape<[2]>
// CHECK-NOT: relax.arange
relax.func @declared_count(%a: !relax.tensor<[], i64>, %b: !relax.tensor<[], i64>, %c: !relax.tensor<[], i64>) -> !relax.tensor<[2], i64> {
  %y = relax.arange %a, %b, %c : (!relax.tensor<[], i64>, !relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[2], i64>
  relax.return %y : !relax.tensor<[2], i64>
}

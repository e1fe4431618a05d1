// Which calls become one loop over rows, where what they hand on lies, and what stays alone.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fuse-ops,relax-fuse-rows)' | FileCheck %s

// One row is handed on in local memory. Two rows at a time: they stay in the first cache.
// CHECK-LABEL: relax.func @softmax(
// CHECK-NEXT: relax.call_tir @[[$SOFTMAX:fused_max_exp_sum_etc]](%x)
// CHECK-NEXT: relax.return
relax.func @softmax(%x: !relax.tensor<[n, 768], f32>) -> !relax.tensor<[n, 768], f32> {
  %y = relax.softmax %x over 1 : !relax.tensor<[n, 768], f32>
  relax.return %y : !relax.tensor<[n, 768], f32>
}

// Rows of unknown length: short ones in local memory, long ones in the row of the result.
// CHECK-LABEL: relax.func @any_rows(
// CHECK-NEXT: relax.call_tir @[[$ANY:fused_max_exp_sum_etc_0]](%x)
// CHECK-NEXT: relax.return
relax.func @any_rows(%x: !relax.tensor<[b, 12, n, m], f32>) -> !relax.tensor<[b, 12, n, m], f32> {
  %y = relax.softmax %x over 3 : !relax.tensor<[b, 12, n, m], f32>
  relax.return %y : !relax.tensor<[b, 12, n, m], f32>
}

// A fact bounds the row: no second version.
// CHECK-LABEL: relax.func @bounded(
// CHECK-NEXT: relax.call_tir @[[$BOUNDED:fused_max_exp_sum_etc_1]](%x)
relax.func @bounded(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32> where (m <= 512) {
  %y = relax.softmax %x over 1 : !relax.tensor<[n, m], f32>
  relax.return %y : !relax.tensor<[n, m], f32>
}

// What something else uses is a further result.
// CHECK-LABEL: relax.func @escapes(
// CHECK-NEXT: %[[TWO:.*]]:2 = relax.call_tir @[[$ESCAPES:fused_sum_sqrt_subtract]](%x)
// CHECK-NEXT: relax.return %[[TWO]]#1, %[[TWO]]#0
relax.func @escapes(%x: !relax.tensor<[n, 100], f32>) -> (!relax.tensor<[n, 100], f32>, !relax.tensor<[n, 1], f32>) {
  %s = relax.sum %x over [1] keep_dims : (!relax.tensor<[n, 100], f32>) -> !relax.tensor<[n, 1], f32>
  %r = relax.sqrt %s : !relax.tensor<[n, 1], f32>
  %y = relax.subtract %x, %r : (!relax.tensor<[n, 100], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 100], f32>
  relax.return %y, %r : !relax.tensor<[n, 100], f32>, !relax.tensor<[n, 1], f32>
}

// A row would need the maximum of another row.
// CHECK-LABEL: relax.func @other_row(
// CHECK-COUNT-2: relax.call_tir
// CHECK-NEXT: relax.return
relax.func @other_row(%x: !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32> {
  %m = relax.max %x over [1] : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n], f32>
  %y = relax.subtract %x, %m : (!relax.tensor<[n, n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n, n], f32>
  relax.return %y : !relax.tensor<[n, n], f32>
}

// Sums down columns have lanes along the row.
// CHECK-LABEL: relax.func @columns(
// CHECK-COUNT-2: relax.call_tir
// CHECK-NEXT: relax.return
relax.func @columns(%x: !relax.tensor<[b, n, 64], f32>) -> !relax.tensor<[b, n, 64], f32> {
  %s = relax.sum %x over [1] keep_dims : (!relax.tensor<[b, n, 64], f32>) -> !relax.tensor<[b, 1, 64], f32>
  %y = relax.subtract %x, %s : (!relax.tensor<[b, n, 64], f32>, !relax.tensor<[b, 1, 64], f32>) -> !relax.tensor<[b, n, 64], f32>
  relax.return %y : !relax.tensor<[b, n, 64], f32>
}

// Eight rows, or one row that threads should share.
// CHECK-LABEL: relax.func @few_rows(
// CHECK-COUNT-4: relax.call_tir
// CHECK-LABEL: relax.func @little(
// CHECK-NEXT: relax.call_tir @fused_max_exp_sum_etc
// CHECK-NEXT: relax.return
// CHECK-LABEL: relax.func @vector(
// CHECK-NEXT: relax.call_tir @fused_reshape_max_subtract_etc
// CHECK-NEXT: relax.call_tir @fused_subtract_reshape
// CHECK-NEXT: relax.return
// CHECK-LABEL: relax.func @long_row(
// CHECK-COUNT-4: relax.call_tir
// CHECK-LABEL: relax.func @long_rows(
// CHECK-NEXT: relax.call_tir @[[$LONG:fused_max_exp_sum_etc.*]](%x)
// CHECK-NEXT: relax.return
// CHECK-LABEL: relax.func @narrow_rows(
// CHECK-NEXT: relax.call_tir @[[$NARROW:fused_max_exp_sum_etc.*]](%x)
// CHECK-LABEL: relax.func @likely_narrow(
// CHECK-NEXT: relax.call_tir @[[$LIKELY:fused_max_exp_sum_etc.*]](%x)
relax.func @few_rows(%x: !relax.tensor<[8, 1000], f32>) -> !relax.tensor<[8, 1000], f32> {
  %y = relax.softmax %x over 1 : !relax.tensor<[8, 1000], f32>
  relax.return %y : !relax.tensor<[8, 1000], f32>
}
// So little that there is nothing for threads; a vector is one row.
relax.func @little(%x: !relax.tensor<[2, 5], f32>) -> !relax.tensor<[2, 5], f32> {
  %y = relax.softmax %x over 1 : !relax.tensor<[2, 5], f32>
  relax.return %y : !relax.tensor<[2, 5], f32>
}
relax.func @vector(%x: !relax.tensor<[5], f32>) -> !relax.tensor<[5], f32> {
  %y = relax.log_softmax %x over [0] : !relax.tensor<[5], f32>
  relax.return %y : !relax.tensor<[5], f32>
}
relax.func @long_row(%x: !relax.tensor<[n, 40000], f32>) -> !relax.tensor<[n, 40000], f32> {
  %y = relax.softmax %x over 1 : !relax.tensor<[n, 40000], f32>
  relax.return %y : !relax.tensor<[n, 40000], f32>
}
relax.func @long_rows(%x: !relax.tensor<[16, 40000], f32>) -> !relax.tensor<[16, 40000], f32> {
  %y = relax.softmax %x over 1 : !relax.tensor<[16, 40000], f32>
  relax.return %y : !relax.tensor<[16, 40000], f32>
}
// Narrow rows are many at a time: so are those that are likely to be narrow.
relax.func @narrow_rows(%x: !relax.tensor<[n, 5], f32>) -> !relax.tensor<[n, 5], f32> {
  %y = relax.softmax %x over 1 : !relax.tensor<[n, 5], f32>
  relax.return %y : !relax.tensor<[n, 5], f32>
}
relax.func @likely_narrow(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32> where (likely m in {5, 15}) {
  %y = relax.softmax %x over 1 : !relax.tensor<[n, m], f32>
  relax.return %y : !relax.tensor<[n, m], f32>
}

// The product depends on the sum, and the last on both: one program would wait for itself.
// CHECK-LABEL: relax.func @around(
// CHECK-NEXT: %s = relax.call_tir @sum
// CHECK-NEXT: %p = relax.call_tir @matmul
// CHECK-NEXT: %y = relax.call_tir @fused_subtract_multiply(%x, %s, %p)
relax.func @around(%x: !relax.tensor<[n, 100], f32>, %w: !relax.tensor<[1, 1], f32>) -> !relax.tensor<[n, 100], f32> {
  %s = relax.sum %x over [1] keep_dims : (!relax.tensor<[n, 100], f32>) -> !relax.tensor<[n, 1], f32>
  %p = relax.matmul %s, %w : (!relax.tensor<[n, 1], f32>, !relax.tensor<[1, 1], f32>) -> !relax.tensor<[n, 1], f32>
  %e = relax.subtract %x, %s : (!relax.tensor<[n, 100], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 100], f32>
  %y = relax.multiply %e, %p : (!relax.tensor<[n, 100], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 100], f32>
  relax.return %y : !relax.tensor<[n, 100], f32>
}

// Neither needs the other, but both read the same rows: one program with two results. A weight is no reason.
// CHECK-LABEL: relax.func @neighbours(
// CHECK-NEXT: %[[PAIR:.*]]:2 = relax.call_tir @fused_max_sum{{.*}}(%x)
// CHECK-NEXT: relax.return %[[PAIR]]#0, %[[PAIR]]#1
// CHECK-LABEL: relax.func @same_weight(
// CHECK-COUNT-2: relax.call_tir
// CHECK-NEXT: relax.return
relax.func @neighbours(%x: !relax.tensor<[n, 2000], f32>) -> (!relax.tensor<[n, 1], f32>, !relax.tensor<[n, 1], f32>) {
  %m = relax.max %x over [1] keep_dims : (!relax.tensor<[n, 2000], f32>) -> !relax.tensor<[n, 1], f32>
  %s = relax.sum %x over [1] keep_dims : (!relax.tensor<[n, 2000], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return %m, %s : !relax.tensor<[n, 1], f32>, !relax.tensor<[n, 1], f32>
}
relax.func @same_weight(%x: !relax.tensor<[n, 2000], f32>, %y: !relax.tensor<[n, 2000], f32>, %w: !relax.tensor<[2000], f32>) -> (!relax.tensor<[n, 1], f32>, !relax.tensor<[n, 1], f32>) {
  %a = relax.add %x, %w : (!relax.tensor<[n, 2000], f32>, !relax.tensor<[2000], f32>) -> !relax.tensor<[n, 2000], f32>
  %b = relax.add %y, %w : (!relax.tensor<[n, 2000], f32>, !relax.tensor<[2000], f32>) -> !relax.tensor<[n, 2000], f32>
  %m = relax.max %a over [1] keep_dims : (!relax.tensor<[n, 2000], f32>) -> !relax.tensor<[n, 1], f32>
  %s = relax.sum %b over [1] keep_dims : (!relax.tensor<[n, 2000], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return %m, %s : !relax.tensor<[n, 1], f32>, !relax.tensor<[n, 1], f32>
}

// CHECK: tir.func private @[[$SOFTMAX]](
// CHECK-NEXT: tir.for "io" (%i) in [n ceildiv 2] {
// CHECK: tir.alloc "Power" local : !tir.buffer<[2, 768], f32>
// CHECK: tir.compute "max" (%i_0, reduce %j) in [min(-2 * %i + n, 2), 768] {
// CHECK: tir.compute "exp"
// CHECK: tir.store %power, %Power[%i_0, %j]
// CHECK: tir.compute "sum"
// CHECK: tir.compute "divide"
// CHECK: tir.store %{{.*}}, %Y[2 * %i + %i_0, %j]

// CHECK: tir.func private @[[$ANY]](
// CHECK: tir.for "short" (%once) in [max(min(-m + 1025, 1), 0)] {
// CHECK: tir.for "ko" (%k) in [n ceildiv 8] {
// CHECK: tir.alloc "Power" local : !tir.buffer<[1, 1, 8, 1040], f32>
// CHECK: tir.for "long" (%once) in [max(min(m - 1024, 1), 0)] {
// CHECK: tir.store %power, %Y[%i, %j, %k, %l]
// CHECK: tir.compute "divide_0"
// CHECK: tir.load %Y[%i, %j, %k, %l]

// CHECK: tir.func private @[[$BOUNDED]](
// CHECK-NEXT: tir.for "io" (%i) in [n ceildiv 8] {
// CHECK: tir.alloc "Power" local : !tir.buffer<[8, 512], f32>

// CHECK: tir.func private @[[$LONG]](
// CHECK-NEXT: tir.for "i" (%i) in [16]
// CHECK: tir.store %power, %Y[%i, %j]

// CHECK: tir.func private @[[$NARROW]](
// CHECK-NEXT: tir.for "io" (%i) in [n ceildiv 64]
// CHECK: tir.alloc "Power" local : !tir.buffer<[64, 5], f32>
// CHECK: tir.func private @[[$LIKELY]](
// CHECK: tir.for "narrow" (%once) in [max(min(-m + 16, 1), 0)] {
// CHECK: tir.alloc "Power" local : !tir.buffer<[64, 15], f32>
// CHECK: tir.for "short" (%once) in [max(min(-m + 1025, min(m - 15, 1)), 0)] {
// CHECK: tir.for "long" (%once) in [max(min(m - 1024, 1), 0)] {

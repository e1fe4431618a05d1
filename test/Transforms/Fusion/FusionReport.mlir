// What fusion makes of the calls, in kernels and bytes, and why edges are left.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fusion-report)' -o %t.same 2>&1 | FileCheck %s
// The module is not changed.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize)' | diff - %t.same
// Behind fusion, loops over rows say that they are that.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-legalize,relax-fuse-ops,relax-fuse-rows,relax-fusion-report)' -o %t.fused 2>&1 | FileCheck %s --check-prefix=FUSED

// CHECK-LABEL: fusion of @softmax
// CHECK-NEXT: before: 5 kernels, 32 * m * n + 16 * n bytes moved
// CHECK-NEXT: element by element: 4 kernels, 24 * m * n + 16 * n bytes moved
// CHECK-NEXT: rows: @max, @fused_subtract_exp, @sum, @divide
// CHECK-NEXT: after: 1 kernel, 8 * m * n bytes moved
// CHECK-NEXT: products of weights: 0 kernels, 0 bytes moved
// CHECK-NEXT: all else: 1 kernel, 8 * m * n bytes moved, 8 * m * n of them what its parts read and write once
relax.func @softmax(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32> {
  %y = relax.softmax %x over 1 : !relax.tensor<[n, m], f32>
  relax.return %y : !relax.tensor<[n, m], f32>
}

// CHECK-LABEL: fusion of @product
// CHECK: edge: @matmul [n, 64] to @max{{.*}} [n, 1]: a product uses elements again and again
relax.func @product(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 1], f32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %m = relax.max %p over [1] keep_dims : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return %m : !relax.tensor<[n, 1], f32>
}

// CHECK-LABEL: fusion of @moves
// CHECK: edge: @max{{.*}} [b, n] to @permute_dims [n, b]: elements move to other places
relax.func @moves(%x: !relax.tensor<[b, n, 64], f32>) -> (!relax.tensor<[n, b], f32>, !relax.tensor<[b, n], f32>) {
  %m = relax.max %x over [2] : (!relax.tensor<[b, n, 64], f32>) -> !relax.tensor<[b, n], f32>
  %t = relax.permute_dims %m axes [1, 0] : (!relax.tensor<[b, n], f32>) -> !relax.tensor<[n, b], f32>
  relax.return %t, %m : !relax.tensor<[n, b], f32>, !relax.tensor<[b, n], f32>
}

// CHECK-LABEL: fusion of @gathers
// CHECK: edge: @max{{.*}} [n, 1] to @take [n, 1]: its places are data, or it may end in an error
relax.func @gathers(%x: !relax.tensor<[n, 64], f32>, %i: !relax.tensor<[n], i64>) -> !relax.tensor<[n, 1], f32> {
  %m = relax.max %x over [1] keep_dims : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %t = relax.take %m, %i axis 0 : (!relax.tensor<[n, 1], f32>, !relax.tensor<[n], i64>) -> !relax.tensor<[n, 1], f32>
  relax.return %t : !relax.tensor<[n, 1], f32>
}

// CHECK-LABEL: fusion of @columns
// CHECK: edge: @sum{{.*}} [b, 1, 64] to @subtract{{.*}} [b, n, 64]: sums do not go along rows
relax.func @columns(%x: !relax.tensor<[b, n, 64], f32>) -> !relax.tensor<[b, n, 64], f32> {
  %s = relax.sum %x over [1] keep_dims : (!relax.tensor<[b, n, 64], f32>) -> !relax.tensor<[b, 1, 64], f32>
  %y = relax.subtract %x, %s : (!relax.tensor<[b, n, 64], f32>, !relax.tensor<[b, 1, 64], f32>) -> !relax.tensor<[b, n, 64], f32>
  relax.return %y : !relax.tensor<[b, n, 64], f32>
}

// CHECK-LABEL: fusion of @whole
// CHECK: edge: @sum{{.*}} [] to @subtract{{.*}} [n, 64]: there are no rows
relax.func @whole(%x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> {
  %s = relax.sum %x over [0, 1] : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[], f32>
  %y = relax.subtract %x, %s : (!relax.tensor<[n, 64], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %y : !relax.tensor<[n, 64], f32>
}

// CHECK-LABEL: fusion of @two_levels
// CHECK: edge: @sum{{.*}} [b, n] to @max{{.*}} [b]: rows of different numbers of dimensions
relax.func @two_levels(%x: !relax.tensor<[b, n, 64], f32>) -> !relax.tensor<[b], f32> {
  %s = relax.sum %x over [2] : (!relax.tensor<[b, n, 64], f32>) -> !relax.tensor<[b, n], f32>
  %m = relax.max %s over [1] : (!relax.tensor<[b, n], f32>) -> !relax.tensor<[b], f32>
  relax.return %m : !relax.tensor<[b], f32>
}

// Nothing is reduced, and all have the same loops.
// CHECK-LABEL: fusion of @no_sum
// CHECK: rows: @exp{{.*}}, @add
// CHECK-NEXT: after: 1 kernel, 12 * m * n bytes moved
relax.func @no_sum(%x: !relax.tensor<[n, m], f32>) -> (!relax.tensor<[n, m], f32>, !relax.tensor<[n, m], f32>) {
  %e = relax.exp %x : !relax.tensor<[n, m], f32>
  %y = relax.add %e, %x : !relax.tensor<[n, m], f32>
  relax.return %y, %e : !relax.tensor<[n, m], f32>, !relax.tensor<[n, m], f32>
}

// The batch alone would be for threads.
// CHECK-LABEL: fusion of @channels
// CHECK: edge: @exp{{.*}} [n, a, h, w] to @concat{{.*}} [n, a + b, h, w]: threads should share a row
relax.func @channels(%x: !relax.tensor<[n, a, h, w], f32>, %y: !relax.tensor<[n, b, h, w], f32>) -> !relax.tensor<[n, a + b, h, w], f32> {
  %e = relax.exp %x : !relax.tensor<[n, a, h, w], f32>
  %c = relax.concat %e, %y axis 1 : (!relax.tensor<[n, a, h, w], f32>, !relax.tensor<[n, b, h, w], f32>) -> !relax.tensor<[n, a + b, h, w], f32>
  relax.return %c : !relax.tensor<[n, a + b, h, w], f32>
}

// CHECK-LABEL: fusion of @other_row
// CHECK: edge: @max{{.*}} [n] to @subtract{{.*}} [n, n]: a row needs other rows
relax.func @other_row(%x: !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32> {
  %m = relax.max %x over [1] : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n], f32>
  %y = relax.subtract %x, %m : (!relax.tensor<[n, n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n, n], f32>
  relax.return %y : !relax.tensor<[n, n], f32>
}

// CHECK-LABEL: fusion of @few_rows
// CHECK: edge: @max{{.*}} [8, 1] to @{{.*}} [8, 1000]: too few rows for threads
relax.func @few_rows(%x: !relax.tensor<[8, 1000], f32>) -> !relax.tensor<[8, 1000], f32> {
  %y = relax.softmax %x over 1 : !relax.tensor<[8, 1000], f32>
  relax.return %y : !relax.tensor<[8, 1000], f32>
}

// CHECK-LABEL: fusion of @long_row
// CHECK: edge: @max{{.*}} [n, 1] to @{{.*}} [n, 40000]: threads should share a row
relax.func @long_row(%x: !relax.tensor<[n, 40000], f32>) -> !relax.tensor<[n, 40000], f32> {
  %y = relax.softmax %x over 1 : !relax.tensor<[n, 40000], f32>
  relax.return %y : !relax.tensor<[n, 40000], f32>
}

// CHECK-LABEL: fusion of @around
// CHECK: edge: @sum{{.*}} [n, 1] to @fused_subtract_multiply [n, 100]: something else lies between them
relax.func @around(%x: !relax.tensor<[n, 100], f32>, %w: !relax.tensor<[1, 1], f32>) -> !relax.tensor<[n, 100], f32> {
  %s = relax.sum %x over [1] keep_dims : (!relax.tensor<[n, 100], f32>) -> !relax.tensor<[n, 1], f32>
  %p = relax.matmul %s, %w : (!relax.tensor<[n, 1], f32>, !relax.tensor<[1, 1], f32>) -> !relax.tensor<[n, 1], f32>
  %e = relax.subtract %x, %s : (!relax.tensor<[n, 100], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 100], f32>
  %y = relax.multiply %e, %p : (!relax.tensor<[n, 100], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 100], f32>
  relax.return %y : !relax.tensor<[n, 100], f32>
}

// CHECK-LABEL: fusion of @divides
// CHECK: edge: @max{{.*}} [n, 1] to @divide{{.*}} [n, 64]: its places are data, or it may end in an error
relax.func @divides(%x: !relax.tensor<[n, 64], i64>) -> !relax.tensor<[n, 64], i64> {
  %m = relax.max %x over [1] keep_dims : (!relax.tensor<[n, 64], i64>) -> !relax.tensor<[n, 1], i64>
  %y = relax.divide %x, %m : (!relax.tensor<[n, 64], i64>, !relax.tensor<[n, 1], i64>) -> !relax.tensor<[n, 64], i64>
  relax.return %y : !relax.tensor<[n, 64], i64>
}

// Sixteen calls and two more.
// CHECK-LABEL: fusion of @long_chain
// CHECK: edge: @subtract{{.*}} [n, 64] to @max{{.*}} [n, 1]: too large for one program
// CHECK: after: 2 kernels,
relax.func @long_chain(%x0: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> {
  %m0 = relax.max %x0 over [1] keep_dims : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %x1 = relax.subtract %x0, %m0 : (!relax.tensor<[n, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 64], f32>
  %m1 = relax.max %x1 over [1] keep_dims : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %x2 = relax.subtract %x1, %m1 : (!relax.tensor<[n, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 64], f32>
  %m2 = relax.max %x2 over [1] keep_dims : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %x3 = relax.subtract %x2, %m2 : (!relax.tensor<[n, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 64], f32>
  %m3 = relax.max %x3 over [1] keep_dims : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %x4 = relax.subtract %x3, %m3 : (!relax.tensor<[n, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 64], f32>
  %m4 = relax.max %x4 over [1] keep_dims : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %x5 = relax.subtract %x4, %m4 : (!relax.tensor<[n, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 64], f32>
  %m5 = relax.max %x5 over [1] keep_dims : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %x6 = relax.subtract %x5, %m5 : (!relax.tensor<[n, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 64], f32>
  %m6 = relax.max %x6 over [1] keep_dims : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %x7 = relax.subtract %x6, %m6 : (!relax.tensor<[n, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 64], f32>
  %m7 = relax.max %x7 over [1] keep_dims : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %x8 = relax.subtract %x7, %m7 : (!relax.tensor<[n, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 64], f32>
  %m8 = relax.max %x8 over [1] keep_dims : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %x9 = relax.subtract %x8, %m8 : (!relax.tensor<[n, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %x9 : !relax.tensor<[n, 64], f32>
}

// FUSED-LABEL: fusion of @context
// FUSED: edge: @fused_max_exp_sum{{.*}} [n, m] to @matmul{{.*}} [n, 64]: a program has loops of its own
relax.func @context(%x: !relax.tensor<[n, m], f32>, %v: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[n, 64], f32> {
  %p = relax.softmax %x over 1 : !relax.tensor<[n, m], f32>
  %y = relax.matmul %p, %v : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 64], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %y : !relax.tensor<[n, 64], f32>
}

// A softmax between products needs no memory for scores, unless something shows them.
// CHECK-LABEL: fusion of @attention
// CHECK: element by element: 6 kernels,
// CHECK-NEXT: by tiles: 1 kernel, 128 * m + 128 * n bytes moved
// CHECK-NOT: edge:
relax.func @attention(%q: !relax.tensor<[n, 16], f32>, %k: !relax.tensor<[16, m], f32>, %v: !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  %s = relax.matmul %q, %k : (!relax.tensor<[n, 16], f32>, !relax.tensor<[16, m], f32>) -> !relax.tensor<[n, m], f32>
  %w = relax.softmax %s over 1 : !relax.tensor<[n, m], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %y : !relax.tensor<[n, 16], f32>
}

// CHECK-LABEL: fusion of @shown
// CHECK: softmax: @divide{{.*}} [n, m] to @matmul{{.*}} [n, 16]: something else reads the scores
relax.func @shown(%q: !relax.tensor<[n, 16], f32>, %k: !relax.tensor<[16, m], f32>, %v: !relax.tensor<[m, 16], f32>) -> (!relax.tensor<[n, 16], f32>, !relax.tensor<[n, m], f32>) {
  %s = relax.matmul %q, %k : (!relax.tensor<[n, 16], f32>, !relax.tensor<[16, m], f32>) -> !relax.tensor<[n, m], f32>
  %w = relax.softmax %s over 1 : !relax.tensor<[n, m], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %y, %s : !relax.tensor<[n, 16], f32>, !relax.tensor<[n, m], f32>
}

// CHECK-LABEL: fusion of @weights
// CHECK: softmax: @divide{{.*}} [n, m] to @matmul{{.*}} [n, 16]: something else reads parts of the softmax
relax.func @weights(%q: !relax.tensor<[n, 16], f32>, %k: !relax.tensor<[16, m], f32>, %v: !relax.tensor<[m, 16], f32>) -> (!relax.tensor<[n, 16], f32>, !relax.tensor<[n, m], f32>) {
  %s = relax.matmul %q, %k : (!relax.tensor<[n, 16], f32>, !relax.tensor<[16, m], f32>) -> !relax.tensor<[n, m], f32>
  %w = relax.softmax %s over 1 : !relax.tensor<[n, m], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %y, %w : !relax.tensor<[n, 16], f32>, !relax.tensor<[n, m], f32>
}

// CHECK-LABEL: fusion of @given
// CHECK: softmax: @divide{{.*}} [n, m] to @matmul{{.*}} [n, 16]: scores are no product
relax.func @given(%s: !relax.tensor<[n, m], f32>, %v: !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  %w = relax.softmax %s over 1 : !relax.tensor<[n, m], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %y : !relax.tensor<[n, 16], f32>
}

// CHECK-LABEL: fusion of @any_size
// CHECK: softmax: @divide{{.*}} [n, m] to @matmul{{.*}} [n, 16]: scores are no product of rows of a known size
relax.func @any_size(%q: !relax.tensor<[n, d], f32>, %k: !relax.tensor<[d, m], f32>, %v: !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  %s = relax.matmul %q, %k : (!relax.tensor<[n, d], f32>, !relax.tensor<[d, m], f32>) -> !relax.tensor<[n, m], f32>
  %w = relax.softmax %s over 1 : !relax.tensor<[n, m], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %y : !relax.tensor<[n, 16], f32>
}

// CHECK-LABEL: fusion of @any_columns
// CHECK: softmax: @divide{{.*}} [n, m] to @matmul{{.*}} [n, c]: columns of the values are not known or too many
relax.func @any_columns(%q: !relax.tensor<[n, 16], f32>, %k: !relax.tensor<[16, m], f32>, %v: !relax.tensor<[m, c], f32>) -> !relax.tensor<[n, c], f32> {
  %s = relax.matmul %q, %k : (!relax.tensor<[n, 16], f32>, !relax.tensor<[16, m], f32>) -> !relax.tensor<[n, m], f32>
  %w = relax.softmax %s over 1 : !relax.tensor<[n, m], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, c], f32>) -> !relax.tensor<[n, c], f32>
  relax.return %y : !relax.tensor<[n, c], f32>
}

// What is between products with weights, and what it has to move: of the maximum with threads of its own the row is read again, a view is
// no kernel, and of a table only the rows that are taken are read.
relax.weight @w : !relax.tensor<[64, 64], f32> from "w.bin" at 0
// CHECK-LABEL: fusion of @parts
// CHECK: after: 4 kernels,
// CHECK-NEXT: products of weights: 1 kernel, 512 * n + 16384 bytes moved
// CHECK-NEXT: all else: 3 kernels, 1552 * n bytes moved, 776 * n of them what its parts read and write once
relax.func @parts(%t: !relax.tensor<[1000, 64], f32>, %i: !relax.tensor<[n], i64>) -> (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, n], f32>) {
  %w = relax.get_weight @w : !relax.tensor<[64, 64], f32>
  %x = relax.take %t, %i axis 0 : (!relax.tensor<[1000, 64], f32>, !relax.tensor<[n], i64>) -> !relax.tensor<[n, 64], f32>
  %p = relax.matmul %x, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %e = relax.exp %x : !relax.tensor<[n, 64], f32>
  %m = relax.max %e over [1] keep_dims : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %v = relax.reshape %m : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[1, n], f32>
  %r = relax.permute_dims %e axes [1, 0] : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[64, n], f32>
  %y = relax.add %r, %v : (!relax.tensor<[64, n], f32>, !relax.tensor<[1, n], f32>) -> !relax.tensor<[64, n], f32>
  relax.return %p, %y : !relax.tensor<[n, 64], f32>, !relax.tensor<[64, n], f32>
}

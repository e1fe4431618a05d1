// Ten more relations: with one that makes both numbers of rows equal there is one kernel, with another that does not there are two.
// RUN: relax-opt %s --relax-fuse-rows | FileCheck %s
// RUN: relax-opt %s --relax-fusion-report -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

tir.monoid @max (f32) identity (-inf) {
^combine(%a: f32, %b: f32):
  %c = arith.maximumf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @most(%X: !tir.buffer<[p, 64], f32>, %Y: !tir.buffer<[p, 1], f32>) {
  tir.compute "most" (%i, reduce %j) in [p, 64] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[p, 64], f32>
    tir.reduce @max(%x) into (%Y[%i, 0]) : !tir.buffer<[p, 1], f32>
  }
  tir.return
}
// As many rows of %A as of %B, but under two names.
tir.func private @less(%A: !tir.buffer<[p, 64], f32>, %B: !tir.buffer<[q, 1], f32>, %Y: !tir.buffer<[p, 64], f32>) where (p == q) {
  tir.compute "less" (%i, %j) in [p, 64] {
    %a = tir.load %A[%i, %j] : !tir.buffer<[p, 64], f32>
    %b = tir.load %B[%i, 0] : !tir.buffer<[q, 1], f32>
    %y = arith.subf %a, %b : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[p, 64], f32>
  }
  tir.return
}
// CHECK-LABEL: relax.func @by_another(
// CHECK-NEXT: relax.call_tir @fused_most_less
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @by_another
// WHY: rows: @most, @less
// WHY-NEXT: after: 1 kernel,
relax.func @by_another(%n: !relax.tensor<[n], f32>, %k: !relax.tensor<[k], f32>, %m: !relax.tensor<[m], f32>, %x: !relax.tensor<[n, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (n == k, k == m) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @by_another_not(
// CHECK-NEXT: relax.call_tir @most(
// CHECK-NEXT: relax.call_tir @less(
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @by_another_not
// WHY: nothing says that the rows are as many
// WHY-NEXT: after: 2 kernels,
relax.func @by_another_not(%n: !relax.tensor<[n], f32>, %k: !relax.tensor<[k], f32>, %m: !relax.tensor<[m], f32>, %x: !relax.tensor<[n, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (n == k) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @literal(
// CHECK-NEXT: relax.call_tir @fused_most_less
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @literal
// WHY: rows: @most, @less
// WHY-NEXT: after: 1 kernel,
relax.func @literal(%n: !relax.tensor<[n], f32>, %m: !relax.tensor<[m], f32>, %x: !relax.tensor<[n, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (n == 4, m == 4) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @literal_not(
// CHECK-NEXT: relax.call_tir @most(
// CHECK-NEXT: relax.call_tir @less(
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @literal_not
// WHY: nothing says that the rows are as many
// WHY-NEXT: after: 2 kernels,
relax.func @literal_not(%n: !relax.tensor<[n], f32>, %m: !relax.tensor<[m], f32>, %x: !relax.tensor<[n, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (n == 4, 1 <= m) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @one_of_one(
// CHECK-NEXT: relax.call_tir @fused_most_less
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @one_of_one
// WHY: rows: @most, @less
// WHY-NEXT: after: 1 kernel,
relax.func @one_of_one(%n: !relax.tensor<[n], f32>, %m: !relax.tensor<[m], f32>, %x: !relax.tensor<[n, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (n in {5}, m == 5) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @one_of_one_not(
// CHECK-NEXT: relax.call_tir @most(
// CHECK-NEXT: relax.call_tir @less(
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @one_of_one_not
// WHY: nothing says that the rows are as many
// WHY-NEXT: after: 2 kernels,
relax.func @one_of_one_not(%n: !relax.tensor<[n], f32>, %m: !relax.tensor<[m], f32>, %x: !relax.tensor<[n, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (n in {5, 6}, m == 5) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @half(
// CHECK-NEXT: relax.call_tir @fused_most_less
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @half
// WHY: rows: @most, @less
// WHY-NEXT: after: 1 kernel,
relax.func @half(%n: !relax.tensor<[n], f32>, %m: !relax.tensor<[m], f32>, %x: !relax.tensor<[n floordiv 2, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (n == 2 * m) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[n floordiv 2, 64], f32>) -> !relax.tensor<[n floordiv 2, 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n floordiv 2, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @half_not(
// CHECK-NEXT: relax.call_tir @most(
// CHECK-NEXT: relax.call_tir @less(
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @half_not
// WHY: nothing says that the rows are as many
// WHY-NEXT: after: 2 kernels,
relax.func @half_not(%n: !relax.tensor<[n], f32>, %m: !relax.tensor<[m], f32>, %x: !relax.tensor<[n floordiv 2, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (n <= 2 * m) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[n floordiv 2, 64], f32>) -> !relax.tensor<[n floordiv 2, 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n floordiv 2, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @whole_tiles(
// CHECK-NEXT: relax.call_tir @fused_most_less
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @whole_tiles
// WHY: rows: @most, @less
// WHY-NEXT: after: 1 kernel,
relax.func @whole_tiles(%n: !relax.tensor<[n], f32>, %x: !relax.tensor<[4 * (n floordiv 4), 64], f32>, %y: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> where (n mod 4 == 0) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[4 * (n floordiv 4), 64], f32>) -> !relax.tensor<[4 * (n floordiv 4), 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[4 * (n floordiv 4), 1], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %z : !relax.tensor<[n, 64], f32>
}
// CHECK-LABEL: relax.func @whole_tiles_not(
// CHECK-NEXT: relax.call_tir @most(
// CHECK-NEXT: relax.call_tir @less(
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @whole_tiles_not
// WHY: nothing says that the rows are as many
// WHY-NEXT: after: 2 kernels,
relax.func @whole_tiles_not(%n: !relax.tensor<[n], f32>, %x: !relax.tensor<[4 * (n floordiv 4), 64], f32>, %y: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[4 * (n floordiv 4), 64], f32>) -> !relax.tensor<[4 * (n floordiv 4), 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[4 * (n floordiv 4), 1], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %z : !relax.tensor<[n, 64], f32>
}
// CHECK-LABEL: relax.func @capped(
// CHECK-NEXT: relax.call_tir @fused_most_less
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @capped
// WHY: rows: @most, @less
// WHY-NEXT: after: 1 kernel,
relax.func @capped(%n: !relax.tensor<[n], f32>, %x: !relax.tensor<[min(n, 8), 64], f32>, %y: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> where (n <= 8) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[min(n, 8), 64], f32>) -> !relax.tensor<[min(n, 8), 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[min(n, 8), 1], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %z : !relax.tensor<[n, 64], f32>
}
// CHECK-LABEL: relax.func @capped_not(
// CHECK-NEXT: relax.call_tir @most(
// CHECK-NEXT: relax.call_tir @less(
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @capped_not
// WHY: nothing says that the rows are as many
// WHY-NEXT: after: 2 kernels,
relax.func @capped_not(%n: !relax.tensor<[n], f32>, %x: !relax.tensor<[min(n, 8), 64], f32>, %y: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> where (n <= 9) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[min(n, 8), 64], f32>) -> !relax.tensor<[min(n, 8), 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[min(n, 8), 1], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %z : !relax.tensor<[n, 64], f32>
}
// CHECK-LABEL: relax.func @at_least_one(
// CHECK-NEXT: relax.call_tir @fused_most_less
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @at_least_one
// WHY: rows: @most, @less
// WHY-NEXT: after: 1 kernel,
relax.func @at_least_one(%n: !relax.tensor<[n], f32>, %x: !relax.tensor<[max(n, 1), 64], f32>, %y: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> where (1 <= n) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[max(n, 1), 64], f32>) -> !relax.tensor<[max(n, 1), 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[max(n, 1), 1], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %z : !relax.tensor<[n, 64], f32>
}
// CHECK-LABEL: relax.func @at_least_one_not(
// CHECK-NEXT: relax.call_tir @most(
// CHECK-NEXT: relax.call_tir @less(
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @at_least_one_not
// WHY: nothing says that the rows are as many
// WHY-NEXT: after: 2 kernels,
relax.func @at_least_one_not(%n: !relax.tensor<[n], f32>, %x: !relax.tensor<[max(n, 1), 64], f32>, %y: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[max(n, 1), 64], f32>) -> !relax.tensor<[max(n, 1), 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[max(n, 1), 1], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %z : !relax.tensor<[n, 64], f32>
}
// CHECK-LABEL: relax.func @sum(
// CHECK-NEXT: relax.call_tir @fused_most_less
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @sum
// WHY: rows: @most, @less
// WHY-NEXT: after: 1 kernel,
relax.func @sum(%a: !relax.tensor<[a], f32>, %b: !relax.tensor<[b], f32>, %m: !relax.tensor<[m], f32>, %x: !relax.tensor<[a + b, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (m == a + b) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[a + b, 64], f32>) -> !relax.tensor<[a + b, 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[a + b, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @sum_not(
// CHECK-NEXT: relax.call_tir @most(
// CHECK-NEXT: relax.call_tir @less(
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @sum_not
// WHY: nothing says that the rows are as many
// WHY-NEXT: after: 2 kernels,
relax.func @sum_not(%a: !relax.tensor<[a], f32>, %b: !relax.tensor<[b], f32>, %m: !relax.tensor<[m], f32>, %x: !relax.tensor<[a + b, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (a <= m, b <= m) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[a + b, 64], f32>) -> !relax.tensor<[a + b, 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[a + b, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @difference(
// CHECK-NEXT: relax.call_tir @fused_most_less
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @difference
// WHY: rows: @most, @less
// WHY-NEXT: after: 1 kernel,
relax.func @difference(%a: !relax.tensor<[a], f32>, %b: !relax.tensor<[b], f32>, %m: !relax.tensor<[m], f32>, %x: !relax.tensor<[a, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (a == m + b, b == 0) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[a, 64], f32>) -> !relax.tensor<[a, 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[a, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @difference_not(
// CHECK-NEXT: relax.call_tir @most(
// CHECK-NEXT: relax.call_tir @less(
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @difference_not
// WHY: nothing says that the rows are as many
// WHY-NEXT: after: 2 kernels,
relax.func @difference_not(%a: !relax.tensor<[a], f32>, %b: !relax.tensor<[b], f32>, %m: !relax.tensor<[m], f32>, %x: !relax.tensor<[a, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (a == m + b) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[a, 64], f32>) -> !relax.tensor<[a, 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[a, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @rounded_up(
// CHECK-NEXT: relax.call_tir @fused_most_less
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @rounded_up
// WHY: rows: @most, @less
// WHY-NEXT: after: 1 kernel,
relax.func @rounded_up(%n: !relax.tensor<[n], f32>, %m: !relax.tensor<[m], f32>, %x: !relax.tensor<[n ceildiv 4, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (4 * m <= n + 3, n <= 4 * m) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[n ceildiv 4, 64], f32>) -> !relax.tensor<[n ceildiv 4, 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n ceildiv 4, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @rounded_up_not(
// CHECK-NEXT: relax.call_tir @most(
// CHECK-NEXT: relax.call_tir @less(
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @rounded_up_not
// WHY: nothing says that the rows are as many
// WHY-NEXT: after: 2 kernels,
relax.func @rounded_up_not(%n: !relax.tensor<[n], f32>, %m: !relax.tensor<[m], f32>, %x: !relax.tensor<[n ceildiv 4, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (n <= 4 * m) {
  %t = relax.call_tir @most(%x) : (!relax.tensor<[n ceildiv 4, 64], f32>) -> !relax.tensor<[n ceildiv 4, 1], f32>
  %z = relax.call_tir @less(%y, %t) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n ceildiv 4, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}

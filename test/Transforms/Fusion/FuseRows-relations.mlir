// With a relation between the extents one kernel, without it two: equal extents, a product, a multiple, two bounds
// (BladeDISC's cases for shape constraints).
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
// CHECK-LABEL: relax.func @equal(
// CHECK-NEXT: relax.call_tir @fused_most_less{{.*}}(%x, %y)
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @equal
// WHY: rows: @most, @less
// WHY-NEXT: after: 1 kernel,
relax.func @equal(%x: !relax.tensor<[n, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (n == m) {
  %m = relax.call_tir @most(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %z = relax.call_tir @less(%y, %m) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @equal_unknown(
// CHECK-NEXT: relax.call_tir @most(%x)
// CHECK-NEXT: relax.call_tir @less(%y, %m)
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @equal_unknown
// WHY: edge: @most [n, 1] to @less [m, 64]: nothing says that the rows are as many
// WHY-NEXT: after: 2 kernels,
relax.func @equal_unknown(%x: !relax.tensor<[n, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> {
  %m = relax.call_tir @most(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %z = relax.call_tir @less(%y, %m) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @product(
// CHECK-NEXT: relax.call_tir @fused_most_less{{.*}}(%x, %y)
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @product
// WHY: rows: @most, @less
// WHY-NEXT: after: 1 kernel,
relax.func @product(%n: !relax.tensor<[n], f32>, %k: !relax.tensor<[k], f32>, %x: !relax.tensor<[n * k, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (m == n * k) {
  %m = relax.call_tir @most(%x) : (!relax.tensor<[n * k, 64], f32>) -> !relax.tensor<[n * k, 1], f32>
  %z = relax.call_tir @less(%y, %m) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n * k, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @product_unknown(
// CHECK-NEXT: relax.call_tir @most(%x)
// CHECK-NEXT: relax.call_tir @less(%y, %m)
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @product_unknown
// WHY: edge: @most [k * n, 1] to @less [m, 64]: nothing says that the rows are as many
// WHY-NEXT: after: 2 kernels,
relax.func @product_unknown(%n: !relax.tensor<[n], f32>, %k: !relax.tensor<[k], f32>, %x: !relax.tensor<[n * k, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> {
  %m = relax.call_tir @most(%x) : (!relax.tensor<[n * k, 64], f32>) -> !relax.tensor<[n * k, 1], f32>
  %z = relax.call_tir @less(%y, %m) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n * k, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @double(
// CHECK-NEXT: relax.call_tir @fused_most_less{{.*}}(%x, %y)
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @double
// WHY: rows: @most, @less
// WHY-NEXT: after: 1 kernel,
relax.func @double(%n: !relax.tensor<[n], f32>, %x: !relax.tensor<[2 * n, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (m == 2 * n) {
  %m = relax.call_tir @most(%x) : (!relax.tensor<[2 * n, 64], f32>) -> !relax.tensor<[2 * n, 1], f32>
  %z = relax.call_tir @less(%y, %m) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[2 * n, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @double_unknown(
// CHECK-NEXT: relax.call_tir @most(%x)
// CHECK-NEXT: relax.call_tir @less(%y, %m)
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @double_unknown
// WHY: edge: @most [2 * n, 1] to @less [m, 64]: nothing says that the rows are as many
// WHY-NEXT: after: 2 kernels,
relax.func @double_unknown(%n: !relax.tensor<[n], f32>, %x: !relax.tensor<[2 * n, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> {
  %m = relax.call_tir @most(%x) : (!relax.tensor<[2 * n, 64], f32>) -> !relax.tensor<[2 * n, 1], f32>
  %z = relax.call_tir @less(%y, %m) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[2 * n, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @between(
// CHECK-NEXT: relax.call_tir @fused_most_less{{.*}}(%x, %y)
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @between
// WHY: rows: @most, @less
// WHY-NEXT: after: 1 kernel,
relax.func @between(%x: !relax.tensor<[n, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> where (n <= m, m <= n) {
  %m = relax.call_tir @most(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %z = relax.call_tir @less(%y, %m) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}
// CHECK-LABEL: relax.func @between_unknown(
// CHECK-NEXT: relax.call_tir @most(%x)
// CHECK-NEXT: relax.call_tir @less(%y, %m)
// CHECK-NEXT: relax.return
// WHY-LABEL: fusion of @between_unknown
// WHY: edge: @most [n, 1] to @less [m, 64]: nothing says that the rows are as many
// WHY-NEXT: after: 2 kernels,
relax.func @between_unknown(%x: !relax.tensor<[n, 64], f32>, %y: !relax.tensor<[m, 64], f32>) -> !relax.tensor<[m, 64], f32> {
  %m = relax.call_tir @most(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %z = relax.call_tir @less(%y, %m) : (!relax.tensor<[m, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[m, 64], f32>
  relax.return %z : !relax.tensor<[m, 64], f32>
}

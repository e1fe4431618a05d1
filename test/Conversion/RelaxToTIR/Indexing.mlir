// RUN: relax-opt %s --relax-legalize | FileCheck %s
// RUN: relax-run %s --dims=n=5,k=3,m=2 --compare=reference,compiled
// RUN: relax-run %s --dims=n=1,k=1,m=1 --compare=reference,compiled
// RUN: relax-run %s --dims=n=0,k=0,m=4 --compare=reference,compiled

// Kernels that take parts of tensors. Indices are checked first, each once; what reads by them is defined wherever they point.

relax.func @main(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[k, m], f32>, %j: !relax.tensor<[k], i64>)
    -> (!relax.tensor<[2, 2, 4], f32> {relax.name = "a"}, !relax.tensor<[min(n, k), 4], f32>, !relax.tensor<[k, 2 * m], i32>, !relax.tensor<[k], f32>, !relax.tensor<[m], i1>) {
  %i = relax.constant dense<[[0, -1], [1, -4]]> : tensor<2x2xi64>
  %t = relax.iota begin 0 step 1 : !relax.tensor<[4], i64>
  %sq = relax.constant dense<0.5> : tensor<4x4xf32>
  %a = relax.take %sq, %i axis 0 : (!relax.tensor<[4, 4], f32>, !relax.tensor<[2, 2], i64>) -> !relax.tensor<[2, 2, 4], f32>
  %b = relax.slice %x axes [0] begins [n - min(k, n)] steps [1] given (%y) : (!relax.tensor<[n, 4], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[min(n, k), 4], f32>
  %r = relax.iota begin k step -m given (%y : !relax.tensor<[k, m], f32>) : !relax.tensor<[2 * m], i32>
  %c = relax.broadcast_to %r given (%y) : (!relax.tensor<[2 * m], i32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[k, 2 * m], i32>
  %d = relax.prod %y over [1] : (!relax.tensor<[k, m], f32>) -> !relax.tensor<[k], f32>
  %lt = relax.less_equal %y, %y : (!relax.tensor<[k, m], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[k, m], i1>
  %nt = relax.bitwise_not %lt : !relax.tensor<[k, m], i1>
  %or = relax.bitwise_or %nt, %lt : !relax.tensor<[k, m], i1>
  %e = relax.max %or over [0] : (!relax.tensor<[k, m], i1>) -> !relax.tensor<[m], i1>
  relax.return %a, %b, %c, %d, %e : !relax.tensor<[2, 2, 4], f32>, !relax.tensor<[min(n, k), 4], f32>, !relax.tensor<[k, 2 * m], i32>, !relax.tensor<[k], f32>, !relax.tensor<[m], i1>
}

// CHECK-LABEL: tir.func private @take(%X: !tir.buffer<[4, 4], f32>, %I: !tir.buffer<[2, 2], i64>, %Y: !tir.buffer<[2, 2, 4], f32>) {
// CHECK-NEXT: tir.compute "check" (%i, %j) in [2, 2] {
// CHECK:      arith.cmpi uge, %place
// CHECK:      tir.check %{{.*}} else "index out of bounds"
// CHECK:      tir.compute "take" (%i, %j, %k) in [2, 2, 4] {
// CHECK-NEXT: %i_0 = tir.load %I[%i, %j]
// CHECK-NEXT: %given = arith.index_cast %i_0 : i64 to index
// CHECK:      tir.load %X[%place, %k] pad %outside : !tir.buffer<[4, 4], f32>
// CHECK-LABEL: tir.func private @slice(%X: !tir.buffer<[n, 4], f32>, %G0: !tir.buffer<[k, m], f32>, %Y: !tir.buffer<[min(k, n), 4], f32>) {
// CHECK:      tir.load %X[%i + n - min(k, n), %j]
// CHECK-LABEL: tir.func private @iota_0(%X0: !tir.buffer<[k, m], f32>, %Y: !tir.buffer<[2 * m], i32>) {
// CHECK:      tir.extent (-%i * m + k) : index
// CHECK-LABEL: tir.func private @broadcast_to(%X: !tir.buffer<[2 * m], i32>, %G0: !tir.buffer<[k, m], f32>, %Y: !tir.buffer<[k, 2 * m], i32>) {
// CHECK-NEXT: tir.compute "broadcast_to" (%i, %j) in [k, 2 * m] {

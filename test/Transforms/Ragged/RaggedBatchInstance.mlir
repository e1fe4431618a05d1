// Functions of one instance: what has the extent gets a batch, in front or in the place of a dimension of 1, everything else is shared;
// each instance as the function gives it alone, none of no rows left out.
// RUN: relax-opt %s --relax-ragged-batch=function=rows --relax-ragged-batch=function=time --relax-ragged-batch=function=channels -o %t.mlir
// RUN: %python %S/ragged_alone.py %s %t.mlir 5 1 0 9 --entry=rows --results=6 --shape=nx4 | FileCheck %s --check-prefix=ALONE
// RUN: %python %S/ragged_alone.py %s %t.mlir 5 1 0 9 --entry=time --results=6 --shape=1x4xn | FileCheck %s --check-prefix=ALONE
// RUN: %python %S/ragged_alone.py %s %t.mlir 5 1 0 9 --entry=channels --results=3 --shape=4xn | FileCheck %s --check-prefix=ALONE
// ALONE: 4 instances alike
// RUN: FileCheck %s < %t.mlir

!x = !relax.tensor<[n, 4], f32>
!t = !relax.tensor<[4, n], f32>
!s = !relax.tensor<[n, n], f32>
!y = !relax.tensor<[n + 1, 4], f32>
!v = !relax.tensor<[4], f32>
!w = !relax.tensor<[4, 4], f32>
!h = !relax.tensor<[n, 2, 2], f32>
!hh = !relax.tensor<[2, n, 2], f32>
!ht = !relax.tensor<[2, 2, n], f32>
!hs = !relax.tensor<[2, n, n], f32>
!one = !relax.tensor<[1, n, 4], f32>

// CHECK-LABEL: relax.func @rows(%n: !relax.lengths<n, [b]>, %x: !relax.tensor<[i : b, n[i], 4], f32>)
// CHECK-SAME: -> (!relax.tensor<[i : b, n[i], 4], f32>, !relax.tensor<[b, 4], f32>, !relax.tensor<[b], f32>
relax.func @rows(%x: !x) -> (!x, !v, !relax.tensor<[], f32>, !relax.tensor<[n + 1], f32>, !relax.tensor<[n, 2], f32>, !one) {
  %w = relax.constant dense<[[1.0, 0.5, 0.0, 0.25], [0.0, 1.0, 0.5, 0.5], [0.25, 0.0, 1.0, 0.0], [0.5, 0.25, 0.0, 1.0]]> : tensor<4x4xf32>
  %c = relax.constant dense<[[1.0, 2.0, 3.0, 4.0]]> : tensor<1x4xf32>
  %q = relax.matmul %x, %w : (!x, !w) -> !x
  %k = relax.permute_dims %x axes [1, 0] : (!x) -> !t
  %s = relax.matmul %q, %k : (!x, !t) -> !s
  %p = relax.softmax %s over 1 : !s
  %a = relax.matmul %p, %x : (!s, !x) -> !x
  // What is shared: a row for each instance.
  // CHECK: relax.broadcast_to %{{.*}} given (%n) : (!relax.tensor<[1, 4], f32>, !relax.lengths<n, [b]>) -> !relax.tensor<[b, 1, 4], f32>
  %y = relax.concat %c, %a axis 0 : (!relax.tensor<[1, 4], f32>, !x) -> !y
  %zero = relax.constant dense<0> : tensor<i64>
  %first = relax.take %y, %zero axis 0 : (!y, !relax.tensor<[], i64>) -> !v
  %m = relax.max %y over [0] : (!y) -> !v
  // Vectors of instances are rows and columns.
  %z = relax.matmul %m, %first : (!v, !v) -> !relax.tensor<[], f32>
  %d = relax.matmul %y, %first : (!y, !v) -> !relax.tensor<[n + 1], f32>
  %all = relax.mean %y : (!y) -> !relax.tensor<[], f32>
  %e = relax.subtract %z, %all : !relax.tensor<[], f32>
  %l, %r = relax.split %x axis 1 : (!x) -> (!relax.tensor<[n, 2], f32>, !relax.tensor<[n, 2], f32>)
  %g = relax.sigmoid %r : !relax.tensor<[n, 2], f32>
  %u = relax.multiply %l, %g : !relax.tensor<[n, 2], f32>
  %b = relax.reshape %x : (!x) -> !one
  %o = relax.attention %b, %b, %b heads 2, 2 causal : (!one, !one, !one) -> !one
  relax.return %a, %m, %e, %d, %u, %o : !x, !v, !relax.tensor<[], f32>, !relax.tensor<[n + 1], f32>, !relax.tensor<[n, 2], f32>, !one
}

!in = !relax.tensor<[1, 4, n], f32>
!half = !relax.tensor<[1, 4, n ceildiv 2], f32>
!less = !relax.tensor<[1, 4, max(n - 2, 0)], f32>
// Windows over time, margins and slices; a batch of one is a batch.
// CHECK-LABEL: relax.func @time(%n: !relax.lengths<n, [b]>, %x: !relax.tensor<[i : b, 4, n[i]], f32>)
// CHECK-SAME: !relax.tensor<[i : b, 4, n[i] ceildiv 2], f32>
// CHECK-SAME: !relax.tensor<[i : b, 4, max(n[i] - 2, 0)], f32>
relax.func @time(%x: !in) -> (!in, !half, !less, !in, !relax.tensor<[1, 4], f32>, !relax.tensor<[1, 4, n + 1], f32>) {
  %w = relax.constant dense<0.5> : tensor<4x4x3xf32>
  %u = relax.constant dense<[[[1.0, 2.0, 3.0]], [[0.5, 0.0, 1.0]], [[2.0, 1.0, 0.0]], [[0.0, 1.0, 4.0]]]> : tensor<4x1x3xf32>
  %0 = relax.conv %x, %w strides [1] pads [1, 1] dilations [1] groups 1 : (!in, !relax.tensor<[4, 4, 3], f32>) -> !in
  %1 = relax.conv %x, %u strides [2] pads [1, 1] dilations [1] groups 4 : (!in, !relax.tensor<[4, 1, 3], f32>) -> !half
  %2 = relax.max_pool %x window [3] strides [1] pads [0, 0] dilations [1] : (!in) -> !less
  %v = relax.constant dense<0.25> : tensor<4x2x3xf32>
  %g = relax.conv %0, %v strides [1] pads [2, 0] dilations [1] groups 2 : (!in, !relax.tensor<[4, 2, 3], f32>) -> !in
  %3 = relax.avg_pool %g window [3] strides [1] pads [1, 1] dilations [1] : (!in) -> !in
  %4 = relax.mean %0 over [2] : (!in) -> !relax.tensor<[1, 4], f32>
  %one = relax.constant dense<1.0> : tensor<f32>
  %5 = relax.pad %x low [0, 0, 2] mode "constant" value %one : (!in, !relax.tensor<[], f32>) -> !relax.tensor<[1, 4, n + 3], f32>
  %6 = relax.slice %5 axes [2] begins [1] steps [1] : (!relax.tensor<[1, 4, n + 3], f32>) -> !relax.tensor<[1, 4, n + 1], f32>
  relax.return %0, %1, %2, %3, %4, %6 : !in, !half, !less, !in, !relax.tensor<[1, 4], f32>, !relax.tensor<[1, 4, n + 1], f32>
}

// CHECK-LABEL: relax.func @channels(%n: !relax.lengths<n, [b]>, %x: !relax.tensor<[i : b, 4, n[i]], f32>)
relax.func @channels(%x: !t) -> (!t, !relax.tensor<[n], i64>, !relax.tensor<[2, n, 2], f32>) {
  %w = relax.constant dense<[[1.0, 0.5, 0.0, 0.25], [0.0, 1.0, 0.5, 0.5], [0.25, 0.0, 1.0, 0.0], [0.5, 0.25, 0.0, 1.0]]> : tensor<4x4xf32>
  %y = relax.matmul %w, %x : (!w, !t) -> !t
  %i = relax.iota begin 0 step 1 given (%x : !t) : !relax.tensor<[n], i64>
  %h = relax.permute_dims %y axes [1, 0] : (!t) -> !x
  %g = relax.reshape %h : (!x) -> !h
  %q = relax.permute_dims %g axes [1, 0, 2] : (!h) -> !hh
  %k = relax.permute_dims %g axes [1, 2, 0] : (!h) -> !ht
  %s = relax.matmul %q, %k : (!hh, !ht) -> !hs
  %r = relax.reshape %i : (!relax.tensor<[n], i64>) -> !relax.tensor<[n, 1], i64>
  %m = relax.less_equal %i, %r : (!relax.tensor<[n], i64>, !relax.tensor<[n, 1], i64>) -> !relax.tensor<[n, n], i1>
  %low = relax.constant dense<-1.0e9> : tensor<f32>
  %u = relax.where %m, %s, %low : (!relax.tensor<[n, n], i1>, !hs, !relax.tensor<[], f32>) -> !hs
  %p = relax.softmax %u over 2 : !hs
  %a = relax.matmul %p, %q : (!hs, !hh) -> !hh
  relax.return %y, %i, %a : !t, !relax.tensor<[n], i64>, !hh
}

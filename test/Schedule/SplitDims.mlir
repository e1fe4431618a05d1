// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-split-dims > %t
// RUN: FileCheck %s < %t
// A second run changes nothing.
// RUN: relax-opt %t --relax-split-dims | diff %t -
// RUN: %python %S/rules.py %s n=0,1,3 m=33 | FileCheck %s --check-prefix=VALUES
// RUN: %python %S/rules.py %s m=0,1,16 n=2 | FileCheck %s --check-prefix=VALUES

// VALUES: {{^}}[[#]] calls agree

// The quotient and the remainder are loops, and the result has their dimensions.
// CHECK-LABEL: tir.func private @fused_exp_reshape(
// CHECK-NEXT: %Y_split = tir.view %Y as !tir.buffer<[n, 2, m], f32>
// CHECK-NEXT: tir.compute "reshape" (%i, %jo, %ji) in [n, 2, m] {
// CHECK-NEXT: tir.load %X[2 * %i + %jo, %ji]
// CHECK: tir.store %{{.*}}, %Y_split[%i, %jo, %ji]
relax.func @reshape(%s: !relax.tensor<[n], f32>, %x: !relax.tensor<[2 * n, m], f32>) -> !relax.tensor<[n, 2 * m], f32> {
  %a = relax.exp %x : !relax.tensor<[2 * n, m], f32>
  %y = relax.reshape %a : (!relax.tensor<[2 * n, m], f32>) -> !relax.tensor<[n, 2 * m], f32>
  relax.return %y : !relax.tensor<[n, 2 * m], f32>
}

// One iterator after the other, and what another one computed on the way.
// CHECK-LABEL: tir.func private @fused_broadcast_to_reshape_negative(
// CHECK-NEXT: %Z_split = tir.view %Z as !tir.buffer<[2, n, 3, m], f32>
// CHECK-NEXT: tir.compute "negative" (%io, %ii, %jo, %ji) in [2, n, 3, m] {
// CHECK-NEXT: tir.load %{{.*}}[0, %ii, 0, %ji]
relax.func @tiles(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[2 * n, 3 * m], f32> {
  %a = relax.exp %x : !relax.tensor<[n, m], f32>
  %s = relax.reshape %a : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[1, n, 1, m], f32>
  %b = relax.broadcast_to %s : (!relax.tensor<[1, n, 1, m], f32>) -> !relax.tensor<[2, n, 3, m], f32>
  %y = relax.reshape %b : (!relax.tensor<[2, n, 3, m], f32>) -> !relax.tensor<[2 * n, 3 * m], f32>
  %z = relax.negative %y : !relax.tensor<[2 * n, 3 * m], f32>
  relax.return %z : !relax.tensor<[2 * n, 3 * m], f32>
}

// Digits of digits: the smallest period first.
// CHECK-LABEL: tir.func private @fused_exp_reshape_1(
// CHECK: tir.compute "reshape" (%ioo, %ioi, %ii) in [5, n, m] {
// CHECK-NEXT: tir.load %X[%ioo, %ioi, %ii]
relax.func @digits(%x: !relax.tensor<[5, n, m], f32>) -> !relax.tensor<[5 * n * m], f32> {
  %a = relax.exp %x : !relax.tensor<[5, n, m], f32>
  %y = relax.reshape %a : (!relax.tensor<[5, n, m], f32>) -> !relax.tensor<[5 * n * m], f32>
  relax.return %y : !relax.tensor<[5 * n * m], f32>
}

// A sum keeps its rows, which tiles are made of.
// CHECK-LABEL: tir.func private @fused_reshape_sum(
// CHECK-NEXT: tir.compute "sum" (%i, reduce %j) in [n, 2 * m] {
relax.func @sums(%s: !relax.tensor<[n], f32>, %x: !relax.tensor<[2 * n, m], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.reshape %x : (!relax.tensor<[2 * n, m], f32>) -> !relax.tensor<[n, 2 * m], f32>
  %z = relax.sum %y over [1] : (!relax.tensor<[n, 2 * m], f32>) -> !relax.tensor<[n], f32>
  relax.return %z : !relax.tensor<[n], f32>
}

// A divisor that is an iterator or a value of the program is no period, and a result that is longer keeps its dimension.
// RUN: relax-opt %s --relax-set-target=target=x86-64-v3 --relax-split-dims | FileCheck %s
// CHECK-LABEL: tir.func @longer(
// CHECK-NEXT: tir.compute "Y" (%io, %ii) in [m, n] {
// CHECK-NEXT: tir.load %X[%io, %ii]
// CHECK-NEXT: tir.store %{{.*}}, %Y[%io * n + %ii]
tir.func @longer(%X: !tir.buffer<[m, n], f32>, %Y: !tir.buffer<[m * n + 1], f32>) {
  tir.compute "Y" (%i) in [m * n] {
    %v = tir.load %X[%i floordiv n, %i mod n] : !tir.buffer<[m, n], f32>
    tir.store %v, %Y[%i] : !tir.buffer<[m * n + 1], f32>
  }
  tir.return
}
// CHECK-LABEL: tir.func @iterator(
// CHECK-NEXT: tir.compute "Y" (%i, %j) in [0, k] {
tir.func @iterator(%X: !tir.buffer<[m, n], f32>, %Y: !tir.buffer<[0, k], f32>) {
  tir.compute "Y" (%i, %j) in [0, k] {
    %v = tir.load %X[%i floordiv %j, %i mod %j] : !tir.buffer<[m, n], f32>
    tir.store %v, %Y[%i, %j] : !tir.buffer<[0, k], f32>
  }
  tir.return
}
// CHECK-LABEL: tir.func @value(
// CHECK: tir.compute "Y" (%i) in [4 * %k] {
tir.func @value(%X: !tir.buffer<[4, n], f32>, %Y: !tir.buffer<[4 * n], f32>) {
  %k = tir.extent (n) : index
  tir.compute "Y" (%i) in [4 * %k] {
    %v = tir.load %X[%i floordiv %k, %i mod %k] : !tir.buffer<[4, n], f32>
    tir.store %v, %Y[%i] : !tir.buffer<[4 * n], f32>
  }
  tir.return
}

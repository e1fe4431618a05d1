// RUN: relax-opt %s --relax-legalize | FileCheck %s

// Margins of the input's own elements: along the innermost dimension that has some, what lies between them is a copy, and only
// the margins ask where an element is. Other dimensions stay as they are.
// CHECK-LABEL: tir.func private @pad(
// CHECK: tir.compute "check_k" (%i) in [1] {
// CHECK: tir.compute "pad" (%i, %j, %k) in [n, 3, w] {
// CHECK-NEXT: %x = tir.load %X[%i, %j, %k] :
// CHECK-NEXT: tir.store %x, %Y[%i, %j, %k + 2]
// CHECK: tir.compute "front" (%i, %j, %k) in [n, 3, 2] {
// CHECK: tir.compute "back" (%i, %j, %k) in [n, 3, 1] {
// CHECK: tir.load %X[%i, %j, min(
// Two dimensions: rows of the copy come from where the other one says.
// CHECK-LABEL: tir.func private @pad_0(
// CHECK: tir.compute "pad" (%i, %j, %k) in [n, 5, w] {
// CHECK: tir.load %X[%i, max(min(%j - 1, 2), 0), %k] pad %zero :
// CHECK-NOT: "front"
// CHECK: tir.compute "back" (%i, %j, %k) in [n, 5, 4] {
relax.func @main(%x: !relax.tensor<[n, 3, w], f32>) -> (!relax.tensor<[n, 3, w + 3], f32>, !relax.tensor<[n, 5, w + 4], f32>) {
  %a = relax.pad %x low [0, 0, 2] mode "reflect" : (!relax.tensor<[n, 3, w], f32>) -> !relax.tensor<[n, 3, w + 3], f32>
  %b = relax.pad %x low [0, 1, 0] mode "edge" : (!relax.tensor<[n, 3, w], f32>) -> !relax.tensor<[n, 5, w + 4], f32>
  relax.return %a, %b : !relax.tensor<[n, 3, w + 3], f32>, !relax.tensor<[n, 5, w + 4], f32>
}

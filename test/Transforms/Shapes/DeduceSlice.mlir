// RUN: relax-opt %s --relax-deduce-shapes --split-input-file 2>/dev/null | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes --split-input-file --verify-diagnostics -o /dev/null

// A slice to a large number keeps everything, which the function then says, without a remark.
// CHECK-LABEL: relax.func @open_end(
// CHECK-SAME:      -> !relax.tensor<[n, 8], f32> where (n <= 1000000000)
relax.func @open_end(%x: !relax.tensor<[n, 8], f32>) -> !relax.tensor<[?, ?], f32> {
  // CHECK-NOT: relax.strided_slice
  %a = relax.strided_slice %x axes [0, 1] begins [0, 0] ends [1000000000, 1000000000] steps [1, 1] : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[min(n, 1000000000), 8], f32>
  // What followed from the slice follows from its operand.
  // CHECK: relax.exp %x : !relax.tensor<[n, 8], f32>
  %b = relax.exp %a : !relax.tensor<[min(n, 1000000000), 8], f32>
  relax.return %b : !relax.tensor<[min(n, 1000000000), 8], f32>
}

// -----

// Nothing to assume: a fact, a literal extent, or the end that ONNX writes.
// CHECK-LABEL: relax.func @proved(
// CHECK-SAME:      -> !relax.tensor<[n, m, 5], f32> where (n <= 100)
relax.func @proved(%x: !relax.tensor<[n, m, 5], f32>) -> !relax.tensor<[?, ?, ?], f32> where (n <= 100) {
  // CHECK-NOT: relax.strided_slice
  %a = relax.strided_slice %x axes [0] begins [0] ends [100] steps [1] : (!relax.tensor<[n, m, 5], f32>) -> !relax.tensor<[?, m, 5], f32>
  %b = relax.strided_slice %a axes [1, 2] begins [0, 0] ends [2147483647, 5] steps [1, 1] : (!relax.tensor<[?, m, 5], f32>) -> !relax.tensor<[?, m, 5], f32>
  // CHECK: relax.return %x
  relax.return %b : !relax.tensor<[?, m, 5], f32>
}

// -----

// The other axes stay, and so do a small end, a begin and a step.
// CHECK-LABEL: relax.func @some_axes(
relax.func @some_axes(%x: !relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[?, ?, ?], f32> {
  // CHECK: %a = relax.strided_slice %x axes [1, 2] begins [0, 2] ends [100, 8] steps [1, 2] : (!relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[n, min(m, 100), 3], f32>
  %a = relax.strided_slice %x axes [0, 1, 2] begins [0, 0, 2] ends [9223372036854775807, 100, 8] steps [1, 1, 2] : (!relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[n, ?, ?], f32>
  // CHECK: relax.return %a : !relax.tensor<[n, min(m, 100), 3], f32>
  relax.return %a : !relax.tensor<[n, ?, ?], f32>
}

// -----

// Nothing is assumed for a private function.
// CHECK-LABEL: relax.func private @private(
// CHECK-SAME:      -> !relax.tensor<[min(n, 1000000000)], f32> {
relax.func private @private(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> {
  // CHECK: relax.strided_slice
  %a = relax.strided_slice %x axes [0] begins [0] ends [1000000000] steps [1] : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  relax.return %a : !relax.tensor<[?], f32>
}

// RUN: split-file %s %t
// RUN: relax-opt %t/rules.mlir --split-input-file --verify-diagnostics
// RUN: not relax-run %t/parts.mlir --mode=reference --input="2x3xf32=1 2 3 4 5 6" 2>&1 | FileCheck %s --check-prefix=PARTS
// RUN: not relax-run %t/parts.mlir --mode=compiled --input="2x3xf32=1 2 3 4 5 6" 2>&1 | FileCheck %s --check-prefix=CHECK-PARTS
// PARTS: last dimension: 3 parts of an element do not fit the transform
// CHECK-PARTS: the last dimension of relax.dft: expected c <= 2, got c = 3
// RUN: not relax-run %t/open.mlir --mode=reference --input="2xf32=1 2" --input="1xi64=0" 2>&1 | FileCheck %s --check-prefix=AXIS
// AXIS: axis 0 is out of range for rank 1
// RUN: not relax-run %t/open.mlir --mode=reference --input="2x1xf32=1 2" --input="i64=0" 2>&1 | FileCheck %s --check-prefix=POINTS
// POINTS: points: expected rank 1

//--- rules.mlir
relax.func @element(%x: !relax.tensor<[n, 1], i64>) {
  // expected-error @+1 {{'relax.dft' op expected float elements, got 'i64'}}
  %a = relax.dft %x axis 0 : (!relax.tensor<[n, 1], i64>) -> !relax.tensor<[n, 2], i64>
  relax.return
}

// -----

relax.func @axis(%x: !relax.tensor<[n, 1], f32>) {
  // expected-error @+1 {{'relax.dft' op axis 1: expected one before the last dimension, got [n, 1]}}
  %a = relax.dft %x axis 1 : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

relax.func @points(%x: !relax.tensor<[n, 1], f32>, %p: !relax.tensor<[], i64>) {
  // expected-error @+1 {{'relax.dft' op points: expected rank 1, got []}}
  %a = relax.dft %x points %p axis 0 : (!relax.tensor<[n, 1], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

relax.func @real(%x: !relax.tensor<[n, 2], f32>) {
  // expected-error @+1 {{'relax.dft' op last dimension: expected 1 to 1 parts of an element, got [n, 2]}}
  %a = relax.dft %x axis 0 onesided : (!relax.tensor<[n, 2], f32>) -> !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

relax.func @complex(%x: !relax.tensor<[n, 1], f32>) {
  // expected-error @+1 {{'relax.dft' op last dimension: expected 2 to 2 parts of an element, got [n, 1]}}
  %a = relax.dft %x axis 0 inverse onesided : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

//--- parts.mlir
relax.func @f(%x: !relax.tensor<[n, c], f32>) -> !relax.tensor<[n, 2], f32> {
  %a = relax.dft %x axis 0 : (!relax.tensor<[n, c], f32>) -> !relax.tensor<[n, 2], f32>
  relax.return %a : !relax.tensor<[n, 2], f32>
}

//--- open.mlir
relax.func @f(%x: !relax.tensor<*, f32>, %p: !relax.tensor<*, i64>) -> !relax.tensor<*, f32> {
  %a = relax.dft %x points %p axis 0 : (!relax.tensor<*, f32>, !relax.tensor<*, i64>) -> !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}

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
// RUN: not relax-run %t/frames.mlir --mode=reference --input="2x1xf32=1 2" --input="1xi64=0" 2>&1 | FileCheck %s --check-prefix=FRAMES
// FRAMES: expected a signal of rank 3, and vectors
// RUN: not relax-run %t/frames.mlir --mode=reference --input="1x2x2xf32=1 2 3 4" --input="1xi64=0" 2>&1 | FileCheck %s --check-prefix=HALVES
// HALVES: last dimension: 2 parts of an element do not fit the transform
// RUN: not relax-run %t/windows.mlir --entry=window --mode=reference --input="1x1xi64=0" 2>&1 | FileCheck %s --check-prefix=WINDOW
// WINDOW: expected a vector
// RUN: not relax-run %t/windows.mlir --entry=mel --mode=reference --input="1xf32=0" 2>&1 | FileCheck %s --check-prefix=MEL
// MEL: expected two vectors and three scalars

//--- rules.mlir
relax.func @element(%x: !relax.tensor<[n, 1], i64>) {
  // expected-error @+1 {{'relax.dft' op expected float elements, got 'i64'}}
  %a = relax.dft %x axis 0 : (!relax.tensor<[n, 1], i64>) -> !relax.tensor<[n, 2], i64>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
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

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @real(%x: !relax.tensor<[n, 2], f32>) {
  // expected-error @+1 {{'relax.dft' op last dimension: expected 1 to 1 parts of an element, got [n, 2]}}
  %a = relax.dft %x axis 0 onesided : (!relax.tensor<[n, 2], f32>) -> !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

relax.func @computed(%x: !relax.tensor<[n, 1], f32>, %k: !relax.tensor<[], i32>) {
  // expected-error @+1 {{'relax.dynamic_dft' op axis: expected !relax.tensor<[], i64>, got !relax.tensor<[], i32>}}
  %a = relax.dynamic_dft %x over %k : (!relax.tensor<[n, 1], f32>, !relax.tensor<[], i32>) -> !relax.tensor<[?, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @vector(%x: !relax.tensor<[n], f32>, %k: !relax.tensor<[], i64>) {
  // expected-error @+1 {{'relax.dynamic_dft' op input: expected rank 2 or more, got [n]}}
  %a = relax.dynamic_dft %x over %k : (!relax.tensor<[n], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @parts(%x: !relax.tensor<[n, 2], f32>, %k: !relax.tensor<[], i64>) {
  // expected-error @+1 {{'relax.dynamic_dft' op last dimension: expected 1 to 1 parts of an element, got [n, 2]}}
  %a = relax.dynamic_dft %x over %k onesided : (!relax.tensor<[n, 2], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[?, 2], f32>
  relax.return
}

// -----

relax.func @lengths(%x: !relax.tensor<[n, 1], f32>, %k: !relax.tensor<[], i64>) {
  // expected-error @+1 {{'relax.dynamic_dft' op points: expected rank 1, got []}}
  %a = relax.dynamic_dft %x over %k points %k : (!relax.tensor<[n, 1], f32>, !relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[?, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @complex(%x: !relax.tensor<[n, 1], f32>) {
  // expected-error @+1 {{'relax.dft' op last dimension: expected 2 to 2 parts of an element, got [n, 1]}}
  %a = relax.dft %x axis 0 inverse onesided : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

// -----

relax.func @signal(%x: !relax.tensor<[b, n, 1], i64>, %s: !relax.tensor<[k], i64>) {
  // expected-error @+1 {{'relax.stft' op signal: expected a float type of 16 bits or more, got i64}}
  %a = relax.stft %x at %s : (!relax.tensor<[b, n, 1], i64>, !relax.tensor<[k], i64>) -> !relax.tensor<[b, k, n, 2], i64>
  relax.return
}

// -----

relax.func @begins(%x: !relax.tensor<[b, n, 1], f32>, %s: !relax.tensor<[k], f32>) {
  // expected-error @+1 {{'relax.stft' op begins: expected i32 or i64, got f32}}
  %a = relax.stft %x at %s : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[b, k, n, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @ranks(%x: !relax.tensor<[n, 1], f32>, %s: !relax.tensor<[k], i64>) {
  // expected-error @+1 {{'relax.stft' op rank of the signal: expected 3, got [n, 1]}}
  %a = relax.stft %x at %s : (!relax.tensor<[n, 1], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<[?, k, n, 2], f32>
  relax.return
}

// -----

relax.func @window(%x: !relax.tensor<[b, n, 1], f32>, %s: !relax.tensor<[k], i64>, %w: !relax.tensor<[k], f64>) {
  // expected-error @+1 {{'relax.stft' op window: expected f32, got f64}}
  %a = relax.stft %x at %s window %w : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[k], i64>, !relax.tensor<[k], f64>) -> !relax.tensor<[b, k, k, 2], f32>
  relax.return
}

// -----

relax.func @both(%x: !relax.tensor<[b, n, 1], f32>, %s: !relax.tensor<[k], i64>, %w: !relax.tensor<[k], f32>) {
  // expected-error @+1 {{'relax.stft' op length of a frame: expected 'window' or 'points', got both}}
  %a = relax.stft %x at %s window %w points %w : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[k], i64>, !relax.tensor<[k], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[b, k, k, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @halves(%x: !relax.tensor<[b, n, 2], f32>, %s: !relax.tensor<[k], i64>) {
  // expected-error @+1 {{'relax.stft' op parts of an element: expected 1, got [b, n, 2]}}
  %a = relax.stft %x at %s onesided : (!relax.tensor<[b, n, 2], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<[b, k, n floordiv 2 + 1, 2], f32>
  relax.return
}

// -----

relax.func @coefficients(%x: !relax.tensor<[n], i64>) {
  // expected-error @+1 {{'relax.cosine_window' op coefficients: expected at least one, got none}}
  %a = relax.cosine_window like %x coefficients [] as f32 : (!relax.tensor<[n], i64>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @whole(%x: !relax.tensor<[n], i64>) {
  // expected-error @+1 {{'relax.cosine_window' op result: expected a float type of 16 bits or more, got i64}}
  %a = relax.cosine_window like %x coefficients [1.0] as i64 : (!relax.tensor<[n], i64>) -> !relax.tensor<[n], i64>
  relax.return
}

// -----

relax.func @rate(%x: !relax.tensor<[n], i64>, %r: !relax.tensor<[1], i64>, %f: !relax.tensor<[], f32>) {
  // expected-error @+1 {{'relax.mel_weight_matrix' op rank of rate: expected 0, got [1]}}
  %a = relax.mel_weight_matrix %x, %x rate %r from %f to %f as f32 : (!relax.tensor<[n], i64>, !relax.tensor<[n], i64>, !relax.tensor<[1], i64>, !relax.tensor<[], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[?, n], f32>
  relax.return
}

// -----

relax.func @edge(%x: !relax.tensor<[n], i64>, %r: !relax.tensor<[], i64>, %f: !relax.tensor<[], i8>) {
  // expected-error @+1 {{'relax.mel_weight_matrix' op low: expected a float type of 16 bits or more, i32 or i64, got i8}}
  %a = relax.mel_weight_matrix %x, %x rate %r from %f to %f as f32 : (!relax.tensor<[n], i64>, !relax.tensor<[n], i64>, !relax.tensor<[], i64>, !relax.tensor<[], i8>, !relax.tensor<[], i8>) -> !relax.tensor<[?, n], f32>
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

//--- frames.mlir
relax.func @f(%x: !relax.tensor<*, f32>, %s: !relax.tensor<[k], i64>) -> !relax.tensor<*, f32> {
  %a = relax.stft %x at %s onesided : (!relax.tensor<*, f32>, !relax.tensor<[k], i64>) -> !relax.tensor<[?, k, ?, 2], f32>
  relax.return %a : !relax.tensor<[?, k, ?, 2], f32>
}

//--- windows.mlir
relax.func @window(%x: !relax.tensor<*, i64>) -> !relax.tensor<[?], f32> {
  %a = relax.cosine_window like %x coefficients [0.5] as f32 : (!relax.tensor<*, i64>) -> !relax.tensor<[?], f32>
  relax.return %a : !relax.tensor<[?], f32>
}
relax.func @mel(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %a = relax.mel_weight_matrix %x, %x rate %x from %x to %x as f32 : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>) -> !relax.tensor<[?, ?], f32>
  relax.return %a : !relax.tensor<[?, ?], f32>
}

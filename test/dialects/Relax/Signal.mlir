// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s --check-prefix=DEDUCED

// CHECK-LABEL: relax.func @forward(
// DEDUCED-LABEL: relax.func @forward(
relax.func @forward(%x: !relax.tensor<[b, n, 1], f32>, %p: !relax.tensor<[k], i64>, %any: !relax.tensor<*, f16>, %open: !relax.tensor<[?], i64>, %k: !relax.tensor<[], i64>) {
  // CHECK-NEXT: %a = relax.dft %x axis 1 : (!relax.tensor<[b, n, 1], f32>) -> !relax.tensor<[b, n, ?], f32>
  // DEDUCED-NEXT: %a = relax.dft {{.*}} -> !relax.tensor<[b, n, 2], f32>
  %a = relax.dft %x axis 1 : (!relax.tensor<[b, n, 1], f32>) -> !relax.tensor<[b, n, ?], f32>
  // CHECK-NEXT: %b = relax.dft %x axis 1 onesided : (!relax.tensor<[b, n, 1], f32>) -> !relax.tensor<[b, n floordiv 2 + 1, 2], f32>
  %b = relax.dft %x axis 1 onesided : (!relax.tensor<[b, n, 1], f32>) -> !relax.tensor<[b, n floordiv 2 + 1, 2], f32>
  // CHECK-NEXT: %c = relax.dft %b points %p axis 1 inverse onesided : (!relax.tensor<[b, n floordiv 2 + 1, 2], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<[b, k, 1], f32>
  %c = relax.dft %b points %p axis 1 inverse onesided : (!relax.tensor<[b, n floordiv 2 + 1, 2], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<[b, k, 1], f32>
  // CHECK-NEXT: %d = relax.dft %b axis 1 inverse onesided : (!relax.tensor<[b, n floordiv 2 + 1, 2], f32>) -> !relax.tensor<[b, 2 * (n floordiv 2), 1], f32>
  %d = relax.dft %b axis 1 inverse onesided : (!relax.tensor<[b, n floordiv 2 + 1, 2], f32>) -> !relax.tensor<[b, 2 * (n floordiv 2), 1], f32>
  // CHECK-NEXT: %e = relax.dft %x points %open axis 0 inverse : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[?], i64>) -> !relax.tensor<[?, n, 2], f32>
  %e = relax.dft %x points %open axis 0 inverse : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[?], i64>) -> !relax.tensor<[?, n, 2], f32>
  // CHECK-NEXT: %f = relax.dft %any axis 3 : (!relax.tensor<*, f16>) -> !relax.tensor<*, f16>
  %f = relax.dft %any axis 3 : (!relax.tensor<*, f16>) -> !relax.tensor<*, f16>
  // CHECK-NEXT: %g = relax.dynamic_dft %x over %k points %p onesided : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[], i64>, !relax.tensor<[k], i64>) -> !relax.tensor<[?, ?, 2], f32>
  %g = relax.dynamic_dft %x over %k points %p onesided : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[], i64>, !relax.tensor<[k], i64>) -> !relax.tensor<[?, ?, 2], f32>
  // CHECK-NEXT: %h = relax.dynamic_dft %x over %k inverse given (%p) : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[], i64>, !relax.tensor<[k], i64>) -> !relax.tensor<[k, n, 2], f32>
  %h = relax.dynamic_dft %x over %k inverse given (%p) : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[], i64>, !relax.tensor<[k], i64>) -> !relax.tensor<[k, n, 2], f32>
  relax.return
}

// CHECK-LABEL: relax.func @frames(
// DEDUCED-LABEL: relax.func @frames(
relax.func @frames(%x: !relax.tensor<[b, n, c], f32>, %s: !relax.tensor<[k], i64>, %w: !relax.tensor<[l], f32>, %p: !relax.tensor<[?], i64>, %any: !relax.tensor<*, f16>) {
  // CHECK-NEXT: %a = relax.stft %x at %s window %w onesided : (!relax.tensor<[b, n, c], f32>, !relax.tensor<[k], i64>, !relax.tensor<[l], f32>) -> !relax.tensor<[b, k, ?, ?], f32>
  // DEDUCED-NEXT: %a = relax.stft {{.*}} -> !relax.tensor<[b, k, l floordiv 2 + 1, 2], f32>
  %a = relax.stft %x at %s window %w onesided : (!relax.tensor<[b, n, c], f32>, !relax.tensor<[k], i64>, !relax.tensor<[l], f32>) -> !relax.tensor<[b, k, ?, ?], f32>
  // CHECK-NEXT: %b = relax.stft %x at %s points %p : (!relax.tensor<[b, n, c], f32>, !relax.tensor<[k], i64>, !relax.tensor<[?], i64>) -> !relax.tensor<[b, k, ?, 2], f32>
  %b = relax.stft %x at %s points %p : (!relax.tensor<[b, n, c], f32>, !relax.tensor<[k], i64>, !relax.tensor<[?], i64>) -> !relax.tensor<[b, k, ?, 2], f32>
  // CHECK-NEXT: %c = relax.stft %x at %p : (!relax.tensor<[b, n, c], f32>, !relax.tensor<[?], i64>) -> !relax.tensor<[b, ?, n, 2], f32>
  %c = relax.stft %x at %p : (!relax.tensor<[b, n, c], f32>, !relax.tensor<[?], i64>) -> !relax.tensor<[b, ?, n, 2], f32>
  // CHECK-NEXT: %d = relax.stft %any at %s onesided : (!relax.tensor<*, f16>, !relax.tensor<[k], i64>) -> !relax.tensor<[?, k, ?, 2], f16>
  %d = relax.stft %any at %s onesided : (!relax.tensor<*, f16>, !relax.tensor<[k], i64>) -> !relax.tensor<[?, k, ?, 2], f16>
  relax.return
}

// CHECK-LABEL: relax.func @windows(
relax.func @windows(%x: !relax.tensor<[2 * n + k], i64>, %k: !relax.tensor<[n, k], f32>, %p: !relax.tensor<*, i64>, %r: !relax.tensor<[], i32>, %f: !relax.tensor<[], f64>) {
  // CHECK-NEXT: %a = relax.cosine_window like %x coefficients [4.200000e-01, 5.000000e-01, 8.000000e-02] periodic as f16 : (!relax.tensor<{{.*}}, i64>) -> !relax.tensor<{{.*}}, f16>
  %a = relax.cosine_window like %x coefficients [0.42, 0.5, 0.08] periodic as f16 : (!relax.tensor<[2 * n + k], i64>) -> !relax.tensor<[2 * n + k], f16>
  // CHECK-NEXT: %b = relax.cosine_window like %p coefficients [1.000000e+00] as f32 : (!relax.tensor<*, i64>) -> !relax.tensor<[?], f32>
  %b = relax.cosine_window like %p coefficients [1.0] as f32 : (!relax.tensor<*, i64>) -> !relax.tensor<[?], f32>
  // CHECK-NEXT: %c = relax.mel_weight_matrix %x, %p rate %r from %f to %f as f64 :
  %c = relax.mel_weight_matrix %x, %p rate %r from %f to %f as f64 : (!relax.tensor<[2 * n + k], i64>, !relax.tensor<*, i64>, !relax.tensor<[], i32>, !relax.tensor<[], f64>, !relax.tensor<[], f64>) -> !relax.tensor<[?, 2 * n + k], f64>
  relax.return
}

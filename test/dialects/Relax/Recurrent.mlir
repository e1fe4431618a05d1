// RUN: relax-opt %s | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @layers
relax.func @layers(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, 4 * h, i], f32>, %r: !relax.tensor<[1, 4 * h, h], f32>, %h0: !relax.tensor<[1, b, h], f32>, %p: !relax.tensor<[1, 3 * h], f32>, %l: !relax.tensor<[b], i32>) {
  // CHECK: %y, %yh, %yc = relax.lstm %x, %w, %r lengths %l hidden %h0 cell %h0 peepholes %p input_forget direction "forward" clip 3.000000e+00 : (
  // CHECK-SAME: -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  %y, %yh, %yc = relax.lstm %x, %w, %r lengths %l hidden %h0 cell %h0 peepholes %p input_forget direction "forward" clip 3.0 : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, 4 * h, i], f32>, !relax.tensor<[1, 4 * h, h], f32>, !relax.tensor<[b], i32>, !relax.tensor<[1, b, h], f32>, !relax.tensor<[1, b, h], f32>, !relax.tensor<[1, 3 * h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return
}

// CHECK-LABEL: relax.func @turned
relax.func @turned(%x: !relax.tensor<[b, s, i], f16>, %w: !relax.tensor<[2, 6, i], f16>, %r: !relax.tensor<[2, 6, 2], f16>, %bias: !relax.tensor<[2, 12], f16>) {
  // CHECK: %y, %yh = relax.gru %x, %w, %r bias %bias linear_before_reset direction "bidirectional" batch_first activations ["affine", "tanh", "sigmoid", "elu"] alpha [1.000000e+00, 0.000000e+00, 0.000000e+00, 5.000000e-01] beta
  %y, %yh = relax.gru %x, %w, %r bias %bias linear_before_reset direction "bidirectional" batch_first activations ["affine", "tanh", "sigmoid", "elu"] alpha [1.0, 0.0, 0.0, 0.5] beta [0.0, 0.0, 0.0, 0.0] : (!relax.tensor<[b, s, i], f16>, !relax.tensor<[2, 6, i], f16>, !relax.tensor<[2, 6, 2], f16>, !relax.tensor<[2, 12], f16>) -> (!relax.tensor<[b, s, 2, 2], f16>, !relax.tensor<[b, 2, 2], f16>)
  relax.return
}

// What nothing is known of: the recurrence says the hidden extent.
// CHECK-LABEL: relax.func @any
relax.func @any(%x: !relax.tensor<*, f32>, %r: !relax.tensor<[1, h, h], f32>) {
  // CHECK: relax.rnn {{.*}} -> (!relax.tensor<[?, 1, ?, h], f32>, !relax.tensor<[1, ?, h], f32>)
  %y, %yh = relax.rnn %x, %r, %r direction "reverse" : (!relax.tensor<*, f32>, !relax.tensor<[1, h, h], f32>, !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[?, 1, ?, h], f32>, !relax.tensor<[1, ?, h], f32>)
  relax.return
}

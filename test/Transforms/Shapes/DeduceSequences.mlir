// RUN: relax-opt %s --relax-deduce-shapes --split-input-file | FileCheck %s

// Lengths, updates and places have an extent of the input: assumed of a public
// function.
// CHECK-LABEL: relax.func @turn(
// CHECK-SAME: where ({{.*}}k == n{{.*}})
relax.func @turn(%x: !relax.tensor<[t, n], f32>, %l: !relax.tensor<[1, k], i64>) -> !relax.tensor<[t, n], f32> {
  %one = relax.constant dense<-1> : tensor<1xi64>
  %v = relax.reshape %l to %one : (!relax.tensor<[1, k], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], i64>
  %y = relax.reverse_sequence %x, %v axis 0 batch 1 : (!relax.tensor<[t, n], f32>, !relax.tensor<[?], i64>) -> !relax.tensor<[t, n], f32>
  relax.return %y : !relax.tensor<[t, n], f32>
}

// -----

// CHECK-LABEL: relax.func @write(
// CHECK-SAME: where ({{.*}}k == n{{.*}})
relax.func @write(%x: !relax.tensor<[n, m], f32>, %u: !relax.tensor<[1, k, 2], f32>, %p: !relax.tensor<[1, k], i64>) -> !relax.tensor<[n, m], f32> {
  %two = relax.constant dense<[-1, 2]> : tensor<2xi64>
  %one = relax.constant dense<-1> : tensor<1xi64>
  %v = relax.reshape %u to %two : (!relax.tensor<[1, k, 2], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, 2], f32>
  %q = relax.reshape %p to %one : (!relax.tensor<[1, k], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], i64>
  %y = relax.tensor_scatter %x, %v at %q axis 1 : (!relax.tensor<[n, m], f32>, !relax.tensor<[?, 2], f32>, !relax.tensor<[?], i64>) -> !relax.tensor<[n, m], f32>
  relax.return %y : !relax.tensor<[n, m], f32>
}

// RUN: relax-opt %s --relax-deduce-shapes --relax-bind-extents 2>/dev/null | FileCheck %s
// RUN: relax-run %s --dims=n=3 --input=s=1xi64=3 --compare=reference,compiled

// The first operand of a concatenation gets its name last, when later operations rely on what the second one says.
// CHECK-LABEL: relax.func @late(
// CHECK: %[[U:.*]] = relax.match_cast %u : !relax.tensor<[d, 1], f32> to !relax.tensor<[n, 1], f32>
// CHECK: relax.concat %[[U]], %x axis 1
// CHECK-SAME: -> !relax.tensor<[n, 2], f32>
// CHECK: relax.reshape %c : (!relax.tensor<[n, 2], f32>) -> !relax.tensor<[2 * n], f32>
!L = !relax.tensor<[?, 1], f32>
relax.func @late(%x: !relax.tensor<[n, 1], f32>, %s: !relax.tensor<[1], i64>, %z: !relax.tensor<[], f32>) -> !relax.tensor<[?], f32> {
  %v = relax.broadcast_to %z to %s : (!relax.tensor<[], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  %column = relax.constant dense<[-1, 1]> : tensor<2xi64>
  %u = relax.reshape %v to %column : (!relax.tensor<[?], f32>, !relax.tensor<[2], i64>) -> !L
  %c = relax.concat %u, %x axis 1 : (!L, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[?, 2], f32>
  %flat = relax.constant dense<-1> : tensor<1xi64>
  %y = relax.reshape %c to %flat : (!relax.tensor<[?, 2], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return %y : !relax.tensor<[?], f32>
}

// Recurrent layers: all instances go side by side, padded to the longest, and each ends where it ends, backward, too; each as the
// function gives it alone, none of no rows left out. Time first needs a function of one instance: the batch is bound to 1.
// RUN: relax-opt %s --relax-ragged-batch=function=time --relax-ragged-batch=function=first --relax-ragged-batch=function=taps -o %t.mlir
// RUN: %python %S/ragged_alone.py %s %t.mlir 5 1 0 9 --entry=time --results=3 --shape=nx1x4 | FileCheck %s --check-prefix=ALONE
// RUN: %python %S/ragged_alone.py %s %t.mlir 5 1 0 9 --entry=first --results=2 --shape=1xnx4 | FileCheck %s --check-prefix=ALONE
// RUN: %python %S/ragged_alone.py %s %t.mlir 5 1 0 9 --entry=taps --results=1 --shape=1xnx4 | FileCheck %s --check-prefix=ALONE
// RUN: relax-opt %s --relax-bind-symbols=symbols=b=1 --relax-ragged-batch=function=turned -o %t.bound.mlir
// RUN: %python %S/ragged_alone.py %s %t.bound.mlir 5 1 0 9 --entry=turned --results=2 --shape=1xnx4 | FileCheck %s --check-prefix=ALONE
// ALONE: 4 instances alike
// RUN: FileCheck %s < %t.mlir
// No instances at all, and none of any row.
// RUN: relax-run %t.mlir --entry=first --compare=reference,compiled --input=n=0xi64= --input=x=0x4xf32= | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %t.mlir --entry=time --compare=reference,compiled --input=n=3xi64=0,0,0 --input=x=0x1x4xf32= | FileCheck %s --check-prefix=AGREE
// AGREE: agree

// An initial state that is shared is each instance's.
// CHECK-LABEL: relax.func @time(%n: !relax.lengths<n, [b]>
// CHECK: relax.broadcast_to %{{.*}} given (%n) : (!relax.tensor<[1, 2, 1], f32>, !relax.lengths<n, [b]>) -> !relax.tensor<[b, 2, 1], f32>
// CHECK: relax.ragged_to_padded {{.*}} -> !relax.tensor<[b, m, 4], f32>
// CHECK: relax.lstm {{.*}} lengths {{.*}} batch_first
// CHECK: relax.padded_to_ragged
relax.func @time(%x: !relax.tensor<[n, 1, 4], f32>) -> (!relax.tensor<[n, 2, 1, 1], f32>, !relax.tensor<[2, 1, 1], f32>, !relax.tensor<[2, 1, 1], f32>) {
  %w = relax.constant dense<[[[0.5, -0.25, 0.125, 0.5], [0.25, 0.5, -0.5, 0.25], [-0.5, 0.25, 0.25, 0.5], [0.5, 0.5, 0.25, -0.25]], [[0.25, 0.25, -0.5, 0.5], [0.5, 0.125, 0.25, 0.5], [0.25, -0.5, 0.5, 0.5], [-0.25, 0.5, 0.5, 0.25]]]> : tensor<2x4x4xf32>
  %r = relax.constant dense<[[[0.5], [0.25], [-0.5], [0.75]], [[-0.25], [0.5], [0.25], [0.5]]]> : tensor<2x4x1xf32>
  %s = relax.constant dense<[[[0.5]], [[-0.5]]]> : tensor<2x1x1xf32>
  %y, %h, %c = relax.lstm %x, %w, %r hidden %s cell %s direction "bidirectional" : (!relax.tensor<[n, 1, 4], f32>, !relax.tensor<[2, 4, 4], f32>, !relax.tensor<[2, 4, 1], f32>, !relax.tensor<[2, 1, 1], f32>, !relax.tensor<[2, 1, 1], f32>)
      -> (!relax.tensor<[n, 2, 1, 1], f32>, !relax.tensor<[2, 1, 1], f32>, !relax.tensor<[2, 1, 1], f32>)
  relax.return %y, %h, %c : !relax.tensor<[n, 2, 1, 1], f32>, !relax.tensor<[2, 1, 1], f32>, !relax.tensor<[2, 1, 1], f32>
}

// Two layers: the largest length is found once.
// CHECK-LABEL: relax.func @first(
// CHECK-COUNT-1: relax.tensor_to_shape
// CHECK-NOT: relax.tensor_to_shape
!b = !relax.tensor<[b, n, 4], f32>
relax.func @first(%x: !b) -> (!relax.tensor<[b, n, 1, 2], f32>, !relax.tensor<[b, 1, 2], f32>) {
  %w = relax.constant dense<[[[0.5, -0.25, 0.125, 0.5], [0.25, 0.5, -0.5, 0.25], [-0.5, 0.25, 0.25, 0.5], [0.5, 0.5, 0.25, -0.25], [0.25, 0.25, -0.5, 0.5], [0.5, 0.125, 0.25, 0.5]]]> : tensor<1x6x4xf32>
  %r = relax.constant dense<[[[0.5, 0.25], [-0.5, 0.75], [-0.25, 0.5], [0.25, 0.5], [0.5, -0.75], [0.25, 0.125]]]> : tensor<1x6x2xf32>
  %v = relax.constant dense<[[[0.5, -0.25], [0.75, 0.5]]]> : tensor<1x2x2xf32>
  %y, %h = relax.gru %x, %w, %r direction "reverse" batch_first : (!b, !relax.tensor<[1, 6, 4], f32>, !relax.tensor<[1, 6, 2], f32>) -> (!relax.tensor<[b, n, 1, 2], f32>, !relax.tensor<[b, 1, 2], f32>)
  %d = relax.reshape %y : (!relax.tensor<[b, n, 1, 2], f32>) -> !relax.tensor<[b, n, 2], f32>
  %z, %i = relax.rnn %d, %v, %v hidden %h direction "forward" batch_first : (!relax.tensor<[b, n, 2], f32>, !relax.tensor<[1, 2, 2], f32>, !relax.tensor<[1, 2, 2], f32>, !relax.tensor<[b, 1, 2], f32>) -> (!relax.tensor<[b, n, 1, 2], f32>, !relax.tensor<[b, 1, 2], f32>)
  relax.return %z, %i : !relax.tensor<[b, n, 1, 2], f32>, !relax.tensor<[b, 1, 2], f32>
}

// Steps that are no extent of the table are as many for all.
// CHECK-LABEL: relax.func @taps(
// CHECK-NOT: relax.ragged_to_padded
// CHECK: relax.rnn {{.*}} -> (!relax.tensor<[b, 4, 1, 2], f32>
relax.func @taps(%x: !b) -> !relax.tensor<[b, 1, 2], f32> {
  %v = relax.constant dense<[[[0.5], [0.75]]]> : tensor<1x2x1xf32>
  %r = relax.constant dense<[[[0.5, -0.25], [0.75, 0.5]]]> : tensor<1x2x2xf32>
  %m = relax.sum %x over [1] : (!b) -> !relax.tensor<[b, 4], f32>
  %d = relax.reshape %m : (!relax.tensor<[b, 4], f32>) -> !relax.tensor<[b, 4, 1], f32>
  %y, %h = relax.rnn %d, %v, %r direction "forward" batch_first : (!relax.tensor<[b, 4, 1], f32>, !relax.tensor<[1, 2, 1], f32>, !relax.tensor<[1, 2, 2], f32>) -> (!relax.tensor<[b, 4, 1, 2], f32>, !relax.tensor<[b, 1, 2], f32>)
  relax.return %h : !relax.tensor<[b, 1, 2], f32>
}

relax.func @turned(%x: !b) -> (!relax.tensor<[b, n, 2], f32>, !relax.tensor<[1, b, 2], f32>) {
  %w = relax.constant dense<[[[0.5, -0.25, 0.125, 0.5], [0.25, 0.5, -0.5, 0.25]]]> : tensor<1x2x4xf32>
  %r = relax.constant dense<[[[0.5, 0.25], [-0.5, 0.75]]]> : tensor<1x2x2xf32>
  %t = relax.permute_dims %x axes [1, 0, 2] : (!b) -> !relax.tensor<[n, b, 4], f32>
  %y, %h = relax.rnn %t, %w, %r direction "forward" : (!relax.tensor<[n, b, 4], f32>, !relax.tensor<[1, 2, 4], f32>, !relax.tensor<[1, 2, 2], f32>) -> (!relax.tensor<[n, 1, b, 2], f32>, !relax.tensor<[1, b, 2], f32>)
  %s = relax.reshape %y : (!relax.tensor<[n, 1, b, 2], f32>) -> !relax.tensor<[n, b, 2], f32>
  %z = relax.permute_dims %s axes [1, 0, 2] : (!relax.tensor<[n, b, 2], f32>) -> !relax.tensor<[b, n, 2], f32>
  relax.return %z, %h : !relax.tensor<[b, n, 2], f32>, !relax.tensor<[1, b, 2], f32>
}

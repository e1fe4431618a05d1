// RUN: not relax-opt %s --split-input-file --relax-ragged-batch 2>&1 | FileCheck %s
// RUN: not relax-opt %s --split-input-file --relax-ragged-batch=function=g 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: option 'function': '@g' is no relax.func with a body

!x = !relax.tensor<[b, n, 4], f32>
relax.func @main(%x: !x) -> !relax.tensor<[n, 4], f32> {
  // CHECK: [[@LINE+2]]:8: error: 'relax.sum' op
  // CHECK-SAME: has an extent without a batch: it does not do the same for each index of 'b', of its own 'n'; with 'b' bound to 1 ('relax-bind-symbols') the function is one of one instance
  %y = relax.sum %x over [0] : (!x) -> !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}

// -----

!x = !relax.tensor<[b, n, 4], f32>
!d = !relax.tensor<[b, 4], f32>
relax.func @main(%x: !x) -> !d {
  %s = relax.sum %x over [1] : (!x) -> !d
  // What has no extent must not mix instances either.
  // CHECK: [[@LINE+2]]:8: error: 'relax.softmax' op
  // CHECK-SAME: is no operation on instances: it does not do
  %y = relax.softmax %s over 0 : !d
  relax.return %y : !d
}

// -----

!x = !relax.tensor<[b, n, 4], f32>
relax.func @main(%x: !x) -> !x {
  %k = relax.constant dense<0> : tensor<i64>
  // CHECK: [[@LINE+2]]:8: error: 'relax.tril' op
  // CHECK-SAME: is no operation on instances
  %y = relax.tril %x diagonal %k : (!x, !relax.tensor<[], i64>) -> !x
  relax.return %x : !x
}

// -----

// CHECK: [[@LINE+2]]:1: error: 'relax.func' op
// CHECK-SAME: argument 1: expected 'b' as dimension 0 alone, and before 'n', got !relax.tensor<[n, 4], f32>; with 'b' bound to 1 ('relax-bind-symbols') the function is one of one instance
relax.func @main(%x: !relax.tensor<[b, n, 4], f32>, %y: !relax.tensor<[n, 4], f32>) {
  relax.return
}

// -----

// CHECK: [[@LINE+2]]:1: error: 'relax.func' op
// CHECK-SAME: expected an argument of dimensions [b, n, ...]
relax.func @main(%x: !relax.tensor<[b, 4], f32>) {
  relax.return
}

// -----

!x = !relax.tensor<[b, n, 4], f32>
relax.func private @main(%x: !x) -> !x {
  relax.return %x : !x
}
// CHECK: 'relax.func' op is called, or has symbols that its callers give: expected a function that stands for itself
relax.func @other(%x: !x) -> !x {
  %y = relax.call @main(%x) : (!x) -> !x
  relax.return %y : !x
}

// -----

!x = !relax.tensor<[b, n, 4], f32>
relax.func @main(%x: !x) -> !relax.tensor<[n], i64> {
  // CHECK: [[@LINE+2]]:8: error: 'relax.iota' op
  // CHECK-SAME: expected 0, 1, ... along the extent: it does not do
  %i = relax.iota begin 1 step 1 given (%x : !x) : !relax.tensor<[n], i64>
  relax.return %i : !relax.tensor<[n], i64>
}

// -----

!x = !relax.tensor<[b, n, 4], f32>
relax.func @main(%x: !x, %c: !relax.tensor<[], i1>) -> !x {
  // CHECK: [[@LINE+2]]:8: error: 'relax.if' op
  // CHECK-SAME: has regions (calls of it are batched by 'relax-batch'): it does not do
  %y = relax.if %c -> !x {
    relax.yield %x : !x
  } else {
    relax.yield %x : !x
  }
  relax.return %y : !x
}

// -----

!x = !relax.tensor<[b, n, 4], f32>
relax.func @main(%x: !x) -> !relax.tensor<[n], i64> {
  %i = relax.iota begin 0 step 1 given (%x : !x) : !relax.tensor<[n], i64>
  // CHECK: [[@LINE+2]]:8: error: 'relax.take' op
  // CHECK-SAME: takes positions: it does not do
  %y = relax.take %i, %i axis 0 : (!relax.tensor<[n], i64>, !relax.tensor<[n], i64>) -> !relax.tensor<[n], i64>
  relax.return %y : !relax.tensor<[n], i64>
}

// -----

!x = !relax.tensor<[b, n, 4], f32>
!r = !relax.tensor<[b * n, 4], f32>
relax.func @main(%x: !x) -> !x {
  %r = relax.reshape %x : (!x) -> !r
  // CHECK: [[@LINE+2]]:8: error: 'relax.softmax' op
  // CHECK-SAME: goes along instances: it does not do
  %y = relax.softmax %r over 0 : !r
  %z = relax.reshape %y : (!r) -> !x
  relax.return %z : !x
}

// -----

!x = !relax.tensor<[b, n, 4], f32>
relax.func @main(%x: !x, %w: !relax.tensor<[4], f32>) -> !x {
  // CHECK: [[@LINE+2]]:8: error: 'relax.broadcast_to' op
  // CHECK-SAME: broadcasts what has no batch: it does not do
  %y = relax.broadcast_to %w given (%x) : (!relax.tensor<[4], f32>, !x) -> !x
  relax.return %y : !x
}

// -----

!x = !relax.tensor<[b, n, 4], f32>
relax.func @main(%x: !x, %p: !relax.tensor<[1, 9], i64>) -> !relax.tensor<[1, n], i64> where (n <= 8) {
  // CHECK: [[@LINE+2]]:8: error: 'relax.slice' op
  // CHECK-SAME: expected the first rows of a dense table: it does not do
  %y = relax.slice %p axes [1] begins [1] steps [1] given (%x) : (!relax.tensor<[1, 9], i64>, !x) -> !relax.tensor<[1, n], i64>
  relax.return %y : !relax.tensor<[1, n], i64>
}

// -----

!x = !relax.tensor<[b, n, 4], f32>
relax.func @main(%x: !x, %w: !relax.tensor<[4], f32>) -> !relax.tensor<[n, 4], f32> {
  %i = relax.iota begin 0 step 1 given (%x : !x) : !relax.tensor<[n], i64>
  // CHECK: [[@LINE+2]]:8: error: 'relax.broadcast_to' op
  // CHECK-SAME: broadcasts what has no batch: it does not do
  %y = relax.broadcast_to %w given (%i) : (!relax.tensor<[4], f32>, !relax.tensor<[n], i64>) -> !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}

// -----

!x = !relax.tensor<[b, n, 4], f32>
relax.func @main(%x: !x) -> !x {
  // CHECK: [[@LINE+2]]:8: error: 'relax.tile' op
  // CHECK-SAME: is no copy for each instance: it does not do
  %y = relax.tile %x by [1, 2, 1] : (!x) -> !relax.tensor<[b, 2 * n, 4], f32>
  relax.return %x : !x
}

// -----

!x = !relax.tensor<[b, n, 4], f32>
relax.func @main(%x: !x, %w: !relax.tensor<[b, 4], f32>) -> !x {
  // Copies of all instances, not one of each.
  // CHECK: [[@LINE+2]]:8: error: 'relax.tile' op
  // CHECK-SAME: broadcasts what has no batch
  %y = relax.tile %w by [b, 1] : (!relax.tensor<[b, 4], f32>) -> !relax.tensor<[b * b, 4], f32>
  relax.return %x : !x
}

// -----

// CHECK: [[@LINE+2]]:1: error: 'relax.func' op
// CHECK-SAME: expected an argument with a dimension 'n'
relax.func @main(%x: !relax.tensor<[m, 4], f32>) {
  relax.return
}

// -----

// CHECK: [[@LINE+2]]:1: error: 'relax.func' op
// CHECK-SAME: argument 1: expected a tensor of known rank where it has 'n'
relax.func @main(%x: !relax.tensor<[n, 4], f32>, %s: !relax.shape<[n, 4]>) {
  relax.return
}

// -----

// CHECK: [[@LINE+2]]:1: error: 'relax.func' op
// CHECK-SAME: option 'batch': 'b' is an extent of something else: expected another name
relax.func @main(%x: !relax.tensor<[n], i64>) {
  %v, %i = relax.unique %x : (!relax.tensor<[n], i64>) -> (!relax.tensor<[b], i64>, !relax.tensor<[b], i64>) binds (b)
  relax.return
}

// -----

!x = !relax.tensor<[2, n, 4], f32>
relax.func @main(%x: !x) -> !x {
  // CHECK: [[@LINE+2]]:8: error: 'relax.attention' op
  // CHECK-SAME: expected operands of a batch of one: it does not do
  %y = relax.attention %x, %x, %x heads 2, 2 : (!x, !x, !x) -> !x
  relax.return %y : !x
}

// -----

!x = !relax.tensor<[n, 4], f32>
!h = !relax.tensor<[4], f32>
relax.func @main(%x: !x, %h: !h) -> !h {
  // CHECK: [[@LINE+2]]:8: error: 'relax.scan' op
  // CHECK-SAME: has regions (calls of it are batched by 'relax-batch'): it does not do
  %y = relax.scan over n (%s: !h = %h, %r: !h in %x) {
    %a = relax.add %s, %r : !h
    relax.yield %a : !h
  }
  relax.return %y : !h
}

// -----

// Recurrent layers.
!x = !relax.tensor<[b, n, 4], f32>
!w = !relax.tensor<[1, 2, 4], f32>
!r = !relax.tensor<[1, 2, 2], f32>
!y = !relax.tensor<[b, n, 1, 2], f32>
!h = !relax.tensor<[b, 1, 2], f32>
relax.func @main(%x: !x, %w: !w, %r: !r, %l: !relax.tensor<[b], i64>) -> !y {
  // CHECK: [[@LINE+1]]:12: error: 'relax.rnn' op has lengths of its own: it does not do
  %y, %h = relax.rnn %x, %w, %r lengths %l direction "forward" batch_first : (!x, !w, !r, !relax.tensor<[b], i64>) -> (!y, !h)
  relax.return %y : !y
}

// -----

!x = !relax.tensor<[b, n, 4], f32>
!w = !relax.tensor<[1, 2, 4], f32>
!r = !relax.tensor<[1, 2, 2], f32>
!y = !relax.tensor<[b * n, 4, 1, 2], f32>
!h = !relax.tensor<[b * n, 1, 2], f32>
relax.func @main(%x: !x, %w: !relax.tensor<[1, 2, 1], f32>, %r: !r) -> !h {
  %s = relax.reshape %x : (!x) -> !relax.tensor<[b * n, 4, 1], f32>
  // CHECK: [[@LINE+1]]:12: error: 'relax.rnn' op has an input of another rank: it does not do
  %y, %h = relax.rnn %s, %w, %r direction "forward" batch_first : (!relax.tensor<[b * n, 4, 1], f32>, !relax.tensor<[1, 2, 1], f32>, !r) -> (!y, !h)
  relax.return %h : !h
}

// -----

// Of one instance.
!x = !relax.tensor<[n, 3, 4], f32>
!w = !relax.tensor<[1, 2, 4], f32>
!r = !relax.tensor<[1, 2, 2], f32>
!y = !relax.tensor<[n, 1, 3, 2], f32>
!h = !relax.tensor<[1, 3, 2], f32>
relax.func @main(%x: !x, %w: !w, %r: !r) -> !y {
  // CHECK: [[@LINE+1]]:12: error: 'relax.rnn' op has a batch of its own: it does not do the same for each index of 'b', of its own 'n'
  %y, %h = relax.rnn %x, %w, %r direction "forward" : (!x, !w, !r) -> (!y, !h)
  relax.return %y : !y
}

// -----

!x = !relax.tensor<[n, 1, 4], f32>
!w = !relax.tensor<[1, 2, 4], f32>
!r = !relax.tensor<[1, 2, 2], f32>
!y = !relax.tensor<[n, 1, 1, 2], f32>
!h = !relax.tensor<[1, 1, 2], f32>
relax.func @main(%x: !x, %w: !w, %r: !r) -> !y {
  %m = relax.max %x over [0, 1] : (!x) -> !relax.tensor<[4], f32>
  %v = relax.add %w, %m : (!w, !relax.tensor<[4], f32>) -> !w
  // CHECK: [[@LINE+1]]:12: error: 'relax.rnn' op has weights of each instance: it does not do
  %y, %h = relax.rnn %x, %v, %r direction "forward" : (!x, !w, !r) -> (!y, !h)
  relax.return %y : !y
}

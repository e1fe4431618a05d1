// RUN: relax-opt %s --relax-remove-dead --counters 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT < %t

// COUNT: {{^ +}}5  relax-remove-dead.ops-removed
// COUNT: {{^ +}}2  relax-remove-dead.weights-removed
// COUNT: {{^ +}}4  relax-remove-dead.functions-removed

// CHECK-NOT: @unused
// CHECK: relax.weight @used
relax.weight @used : !relax.tensor<[4], f32> from "w.bin" at 0
relax.weight @unused : !relax.tensor<[4], f32> from "w.bin" at 16
// Only an operation that is dead refers to it.
// CHECK-NOT: @unused2
relax.weight @unused2 : !relax.tensor<[4], f32> from "w.bin" at 32

// CHECK: relax.func @main
relax.func @main(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[?, 4], f32>) -> !relax.tensor<[n, 4], f32> {
  // A chain goes, from the back.
  // CHECK-NOT: relax.get_weight @unused2
  // CHECK-NOT: relax.add
  %w = relax.get_weight @unused2 : !relax.tensor<[4], f32>
  %a = relax.add %x, %w : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[n, 4], f32>
  %b = relax.exp %a : !relax.tensor<[n, 4], f32>
  // A check is an effect.
  // CHECK: relax.match_cast
  %c = relax.match_cast %y : !relax.tensor<[?, 4], f32> to !relax.tensor<[k, 4], f32> binds (k)
  // CHECK: relax.call @helper
  %d = relax.call @helper(%x) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %d : !relax.tensor<[n, 4], f32>
}

// CHECK: relax.func private @helper
relax.func private @helper(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32> {
  %w = relax.get_weight @used : !relax.tensor<[4], f32>
  %0 = relax.add %x, %w : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %0 : !relax.tensor<[n, 4], f32>
}

// Two that call each other, and one that calls them.
// CHECK-NOT: @ping
relax.func private @ping(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %0 = relax.call @pong(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %0 : !relax.tensor<[n], f32>
}
// CHECK-NOT: @pong
relax.func private @pong(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %0 = relax.call @ping(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %0 : !relax.tensor<[n], f32>
}
// CHECK-NOT: @caller
relax.func private @caller(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %0 = relax.call @ping(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %0 : !relax.tensor<[n], f32>
}

// A private program without a call goes, a public one stays.
// CHECK: tir.func @kernel
tir.func @kernel(%A: !tir.buffer<[n], f32>) {
  tir.return
}
// CHECK-NOT: @lonely
tir.func private @lonely(%A: !tir.buffer<[n], f32>) {
  tir.return
}

// A check of two shapes goes if it names nothing and their types say that it passes; `?` and other extents have to be looked at.
// CHECK-LABEL: relax.func @idle(
// CHECK-NOT:     relax.broadcast_shape %x, %y
// CHECK:         relax.broadcast_shape %x, %z
// CHECK:         relax.broadcast_shape %x, %u
// CHECK:         relax.return
relax.func @idle(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[1, n, 1], f32>, %z: !relax.tensor<[m, 4], f32>, %u: !relax.tensor<[?, 4], f32>) {
  %a = relax.broadcast_shape %x, %y : (!relax.tensor<[n, 4], f32>, !relax.tensor<[1, n, 1], f32>) -> !relax.shape<[1, n, 4]>
  %b = relax.broadcast_shape %x, %z : (!relax.tensor<[n, 4], f32>, !relax.tensor<[m, 4], f32>) -> !relax.shape<[?, 4]>
  %c = relax.broadcast_shape %x, %u : (!relax.tensor<[n, 4], f32>, !relax.tensor<[?, 4], f32>) -> !relax.shape<[?, 4]>
  relax.return
}

// Also in regions.
// CHECK: relax.func @branch
// CHECK-NOT: relax.get_weight
relax.func @branch(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[4], f32>) -> !relax.tensor<[4], f32> {
  %y = relax.if %p -> !relax.tensor<[4], f32> {
    %w = relax.get_weight @unused2 : !relax.tensor<[4], f32>
    relax.yield %x : !relax.tensor<[4], f32>
  } else {
    relax.yield %x : !relax.tensor<[4], f32>
  }
  relax.return %y : !relax.tensor<[4], f32>
}

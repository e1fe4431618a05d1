// RUN: relax-opt %s --relax-memory-report -o %t 2>&1 | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=BEFORE
// RUN: relax-opt %s --relax-plan-memory --relax-memory-report -o /dev/null 2>&1 | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=AFTER
// The module is not changed.
// RUN: relax-opt %s | diff - %t

// A step is a kernel or a call: %h is read at step 3, the call at 2 is a step.
// BEFORE:memory of @main
// BEFORE-NEXT:  step  kernel  buffer  bytes                     live      place
// BEFORE-NEXT:  1     @map    %h      1024 * n                  1 to 3    not planned
// BEFORE-NEXT:  3     @fork   %a#0    1024 * n                  3 to 4    not planned
// BEFORE-NEXT:  3     @fork   %a#1    40 * n                    3 to end  its own
// BEFORE-NEXT:  4     @map    %0      64 * ((5 * n) ceildiv 8)  4 to 5    not planned
// BEFORE-NEXT:  5     @map    %y      64                        5         not planned
// BEFORE-NEXT:  6     @map    %z      0                         6         not planned
// BEFORE-NEXT:  before planning: 2048 * n + 64 * ((5 * n) ceildiv 8) + 64 bytes in 5 buffers
// BEFORE-NEXT:  after planning:  not planned
// BEFORE-NEXT:  own memory:      40 * n bytes in 1 buffer

// A chain lies at both ends of the arena: what follows each other never takes
// more than the larger of two pairs, whichever that is (n may be 0).
// AFTER:memory of @main
// AFTER-NEXT:  step  kernel  buffer  bytes                     live      place
// AFTER-NEXT:  1     @map    %h      1024 * n                  1 to 3    block 0 at 0
// AFTER-NEXT:  3     @fork   %a#0    1024 * n                  3 to 4    block 1 at -1024 * n + max(2048 * n, 64 * ((5 * n) ceildiv 8) + 64)
// AFTER-NEXT:  3     @fork   %a#1    40 * n                    3 to end  its own
// AFTER-NEXT:  4     @map    %0      64 * ((5 * n) ceildiv 8)  4 to 5    block 0 at 0
// AFTER-NEXT:  5     @map    %y      64                        5         block 2 at max(2048 * n, 64 * ((5 * n) ceildiv 8) + 64) - 64
// AFTER-NEXT:  6     @map    %z      0                         6         empty
// AFTER-NEXT:  before planning: 2048 * n + 64 * ((5 * n) ceildiv 8) + 64 bytes in 5 buffers
// AFTER-NEXT:  after planning:  max(2048 * n, 64 * ((5 * n) ceildiv 8) + 64) bytes in 3 blocks
// AFTER-NEXT:  own memory:      40 * n bytes in 1 buffer
// AFTER-NEXT:memory of @keep
// AFTER-NEXT:  no buffers
// AFTER-NEXT:memory of @graph
// AFTER-NEXT:  not known before 'relax-legalize'
// AFTER-NEXT:memory of @only
// AFTER-NEXT:  step  kernel  buffer  bytes   live      place
// AFTER-NEXT:  1     @map    %y      16 * n  1 to end  its own
// AFTER-NEXT:  own memory:      16 * n bytes in 1 buffer

relax.func @main(%x: !relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 10], f32> {
  %h = relax.call_tir @map(%x) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %r = relax.reshape %h : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[256, n], f32>
  %k = relax.call @keep(%x) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %a:2 = relax.call_tir @fork(%r) : (!relax.tensor<[256, n], f32>) -> (!relax.tensor<[n, 256], f32>, !relax.tensor<[n, 10], f32>)
  %0 = relax.call_tir @map(%a#0) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 10], f32>
  %y = relax.call_tir @map(%0) : (!relax.tensor<[n, 10], f32>) -> !relax.tensor<[1, 7], f32>
  %z = relax.call_tir @map(%x) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[0, n], f32>
  relax.return %a#1 : !relax.tensor<[n, 10], f32>
}

relax.func private @keep(%x: !relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32> {
  relax.return %x : !relax.tensor<[n, 256], f32>
}

relax.func @graph(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.relu %x : !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}

relax.func @only(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32> {
  %y = relax.call_tir @map(%x) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}

tir.func @map(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[c, d], f32>) { tir.return }
tir.func @fork(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[c, d], f32>, %Z: !tir.buffer<[e, f], f32>) { tir.return }

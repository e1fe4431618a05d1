// RUN: relax-opt %s --relax-plan-memory | FileCheck %s
// A second run changes nothing.
// RUN: relax-opt %s --relax-plan-memory > %t
// RUN: relax-opt %t --relax-plan-memory | diff %t -

tir.func @map(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[c, d], f32>) { tir.return }
tir.func @zip(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[c, d], f32>, %Z: !tir.buffer<[e, f], f32>) { tir.return }
tir.func @fork(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[c, d], f32>, %Z: !tir.buffer<[e, f], f32>) { tir.return }
tir.func @mask(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[c, d], i1>) { tir.return }
tir.func @use(%X: !tir.buffer<[a, b], i1>, %Y: !tir.buffer<[c, d], f32>) { tir.return }
tir.func @fill(%X: !tir.buffer<[c, d], f32>) symbols (m) { tir.return }

// A block is free only after the step that reads it: %a and %b take two blocks,
// %c lies where %a did. A kernel never writes what it reads.
// CHECK-LABEL: relax.func @chain
// CHECK-NEXT: %[[ARENA:.*]] = relax.arena bytes 2048 * n
// CHECK-NEXT: %a = relax.call_tir @map(%x) in %[[ARENA]] at [0] :
// CHECK-NEXT: %b = relax.call_tir @map(%a) in %[[ARENA]] at [1024 * n] :
// CHECK-NEXT: relax.kill %a : !relax.tensor<[n, 256], f32>
// CHECK-NEXT: %c = relax.call_tir @map(%b) in %[[ARENA]] at [0] :
// CHECK-NEXT: relax.kill %b
// CHECK-NEXT: %d = relax.call_tir @map(%c) :
// CHECK-NEXT: relax.kill %c
// CHECK-NEXT: relax.return %d
relax.func @chain(%x: !relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %c = relax.call_tir @map(%b) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %d = relax.call_tir @map(%c) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  relax.return %d : !relax.tensor<[n, 256], f32>
}

// Rounded up to 64 bytes where the formula is no multiple already.
// CHECK-LABEL: relax.func @rounding
// CHECK-NEXT: relax.arena bytes 64 * ((5 * n) ceildiv 8) + 256
// CHECK: @map(%x) in %{{.*}} at [0]
// CHECK: @map(%a) in %{{.*}} at [64 * ((5 * n) ceildiv 8)]
relax.func @rounding(%x: !relax.tensor<[n, 10], f32>) -> !relax.tensor<[n, 10], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 10], f32>) -> !relax.tensor<[n, 10], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n, 10], f32>) -> !relax.tensor<[7, 8], f32>
  %c = relax.call_tir @zip(%b, %x) : (!relax.tensor<[7, 8], f32>, !relax.tensor<[n, 10], f32>) -> !relax.tensor<[n, 10], f32>
  relax.return %c : !relax.tensor<[n, 10], f32>
}

// A fact says that it is a multiple.
// CHECK-LABEL: relax.func @multiple
// CHECK-NEXT: relax.arena bytes 40 * n
relax.func @multiple(%x: !relax.tensor<[n, 10], f32>) -> !relax.tensor<[n, 10], f32> where (n mod 8 == 0) {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 10], f32>) -> !relax.tensor<[n, 10], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n, 10], f32>) -> !relax.tensor<[n, 10], f32>
  relax.return %b : !relax.tensor<[n, 10], f32>
}

// [n, 4] fits into the block of [n, 8] although both sizes are rounded up.
// CHECK-LABEL: relax.func @within
// CHECK-NEXT: relax.arena bytes 64 * (n ceildiv 2) + 64 * (n ceildiv 4)
// CHECK: %a = {{.*}} at [0]
// CHECK: %b = {{.*}} at [64 * (n ceildiv 2)]
// CHECK: %c = {{.*}} at [0]
relax.func @within(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 8], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 4], f32>
  %c = relax.call_tir @map(%b) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
  %d = relax.call_tir @map(%c) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %d : !relax.tensor<[n, 4], f32>
}

// So does what is an eighth as large: an image that was halved, with more channels.
// CHECK-LABEL: relax.func @halved
// CHECK-NEXT: relax.arena bytes 1024 * (h ceildiv 2) * (w ceildiv 2) + 512 * (h ceildiv 4) * (w ceildiv 4)
// CHECK: %a = {{.*}} at [0]
// CHECK: %b = {{.*}} at [1024 * (h ceildiv 2) * (w ceildiv 2)]
// CHECK: %c = {{.*}} at [0]
relax.func @halved(%x: !relax.tensor<[h, w], f32>) -> !relax.tensor<[h ceildiv 16, 16 * (w ceildiv 16)], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[h, w], f32>) -> !relax.tensor<[h ceildiv 2, 256 * (w ceildiv 2)], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[h ceildiv 2, 256 * (w ceildiv 2)], f32>) -> !relax.tensor<[h ceildiv 4, 128 * (w ceildiv 4)], f32>
  %c = relax.call_tir @map(%b) : (!relax.tensor<[h ceildiv 4, 128 * (w ceildiv 4)], f32>) -> !relax.tensor<[h ceildiv 8, 192 * (w ceildiv 8)], f32>
  %d = relax.call_tir @map(%c) : (!relax.tensor<[h ceildiv 8, 192 * (w ceildiv 8)], f32>) -> !relax.tensor<[h ceildiv 16, 16 * (w ceildiv 16)], f32>
  relax.return %d : !relax.tensor<[h ceildiv 16, 16 * (w ceildiv 16)], f32>
}

// The block of %a grows for %c, and everything behind it moves.
// CHECK-LABEL: relax.func @grow
// CHECK-NEXT: relax.arena bytes 1536 * n
// CHECK: %a = {{.*}} at [0]
// CHECK: %b = {{.*}} at [1024 * n]
// CHECK: %c = {{.*}} at [0]
relax.func @grow(%x: !relax.tensor<[n, 128], f32>) -> !relax.tensor<[n, 128], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 128], f32>) -> !relax.tensor<[n, 128], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n, 128], f32>) -> !relax.tensor<[n, 128], f32>
  %c = relax.call_tir @map(%b) : (!relax.tensor<[n, 128], f32>) -> !relax.tensor<[n, 256], f32>
  %d = relax.call_tir @map(%c) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 128], f32>
  relax.return %d : !relax.tensor<[n, 128], f32>
}

// Of two free blocks that are large enough the smaller one is taken.
// CHECK-LABEL: relax.func @closest
// CHECK-NEXT: relax.arena bytes 3904
// CHECK: %a:2 = {{.*}} at [0, 2048]
// CHECK: %b = {{.*}} at [3072]
// CHECK: %c = {{.*}} at [2048]
relax.func @closest(%x: !relax.tensor<[1, 4], f32>) -> !relax.tensor<[1, 4], f32> {
  %a:2 = relax.call_tir @fork(%x) : (!relax.tensor<[1, 4], f32>) -> (!relax.tensor<[1, 512], f32>, !relax.tensor<[1, 256], f32>)
  %b = relax.call_tir @zip(%a#0, %a#1) : (!relax.tensor<[1, 512], f32>, !relax.tensor<[1, 256], f32>) -> !relax.tensor<[1, 200], f32>
  %c = relax.call_tir @map(%b) : (!relax.tensor<[1, 200], f32>) -> !relax.tensor<[1, 100], f32>
  %d = relax.call_tir @map(%c) : (!relax.tensor<[1, 100], f32>) -> !relax.tensor<[1, 4], f32>
  relax.return %d : !relax.tensor<[1, 4], f32>
}

// Nothing is known of n against m: %c gets a block of its own, at the end.
// CHECK-LABEL: relax.func @unrelated
// CHECK-NEXT: relax.arena bytes 128 * m + 192 * n
// CHECK: %b = {{.*}} at [128 * n]
// CHECK: %c = {{.*}} at [192 * n]
// CHECK: %d = {{.*}} at [128 * n]
relax.func @unrelated(%x: !relax.tensor<[n, 16], f32>, %y: !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 32], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n, 32], f32>) -> !relax.tensor<[n, 16], f32>
  %c = relax.call_tir @zip(%b, %y) : (!relax.tensor<[n, 16], f32>, !relax.tensor<[m, 16], f32>) -> !relax.tensor<[m, 32], f32>
  %d = relax.call_tir @zip(%c, %a) : (!relax.tensor<[m, 32], f32>, !relax.tensor<[n, 32], f32>) -> !relax.tensor<[n, 16], f32>
  %e = relax.call_tir @map(%d) : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %e : !relax.tensor<[n, 16], f32>
}

// The same with a fact: [m, 32] lies where [n, 32] was, %d where %b was.
// CHECK-LABEL: relax.func @related
// CHECK-NEXT: relax.arena bytes 192 * n
// CHECK: %c = {{.*}} at [0]
// CHECK: %d = {{.*}} at [128 * n]
relax.func @related(%x: !relax.tensor<[n, 16], f32>, %y: !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32> where (m <= n) {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 32], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n, 32], f32>) -> !relax.tensor<[n, 16], f32>
  %c = relax.call_tir @zip(%b, %y) : (!relax.tensor<[n, 16], f32>, !relax.tensor<[m, 16], f32>) -> !relax.tensor<[m, 32], f32>
  %d = relax.call_tir @zip(%c, %x) : (!relax.tensor<[m, 32], f32>, !relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32>
  %e = relax.call_tir @map(%d) : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %e : !relax.tensor<[n, 16], f32>
}

// A chain lies in turns at the front and at the back: the arena is as large as the largest two neighbours. (In blocks that are
// shared %d would need one of its own, 5120 * n in all.)
// CHECK-LABEL: relax.func @turns
// CHECK-NEXT: relax.arena bytes 3072 * n
// CHECK: %a = {{.*}} at [0]
// CHECK: %b = {{.*}} at [2816 * n]
// CHECK: %c = {{.*}} at [0]
// CHECK: %d = {{.*}} at [512 * n]
relax.func @turns(%x: !relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 640], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n, 640], f32>) -> !relax.tensor<[n, 64], f32>
  %c = relax.call_tir @map(%b) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 128], f32>
  %d = relax.call_tir @map(%c) : (!relax.tensor<[n, 128], f32>) -> !relax.tensor<[n, 640], f32>
  %e = relax.call_tir @map(%d) : (!relax.tensor<[n, 640], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %e : !relax.tensor<[n, 16], f32>
}

// Of two pairs the larger one, whichever that is.
// CHECK-LABEL: relax.func @pairs
// CHECK-NEXT: relax.arena bytes max(128 * m + 64 * n, 192 * n)
// CHECK: %b = {{.*}} at [-64 * n + max(128 * m + 64 * n, 192 * n)]
// CHECK: %c = {{.*}} at [0]
relax.func @pairs(%x: !relax.tensor<[n, 16], f32>, %y: !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 32], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n, 32], f32>) -> !relax.tensor<[n, 16], f32>
  %c = relax.call_tir @zip(%b, %y) : (!relax.tensor<[n, 16], f32>, !relax.tensor<[m, 16], f32>) -> !relax.tensor<[m, 32], f32>
  %d = relax.call_tir @zip(%c, %x) : (!relax.tensor<[m, 32], f32>, !relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %d : !relax.tensor<[n, 16], f32>
}

// `likely` proves nothing.
// CHECK-LABEL: relax.func @likely
// CHECK-NEXT: relax.arena bytes 128 * m + 192 * n
relax.func @likely(%x: !relax.tensor<[n, 16], f32>, %y: !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32>
    where (likely n == 64, likely m == 8) {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 32], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n, 32], f32>) -> !relax.tensor<[n, 16], f32>
  %c = relax.call_tir @zip(%b, %y) : (!relax.tensor<[n, 16], f32>, !relax.tensor<[m, 16], f32>) -> !relax.tensor<[m, 32], f32>
  %d = relax.call_tir @zip(%c, %a) : (!relax.tensor<[m, 32], f32>, !relax.tensor<[n, 32], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %d : !relax.tensor<[n, 16], f32>
}

// %a lives as long as its last view; it is killed once, behind that.
// CHECK-LABEL: relax.func @views
// CHECK-NEXT: relax.arena bytes 384 * n
// CHECK: %a = {{.*}} at [0]
// CHECK-NEXT: %r = relax.reshape %a
// CHECK-NEXT: %s = relax.match_cast %r
// CHECK-NEXT: %b = {{.*}} at [128 * n]
// CHECK-NEXT: %c = {{.*}} at [256 * n]
// CHECK-NEXT: relax.kill %a : !relax.tensor<[n, 32], f32>
// CHECK-NEXT: %d = {{.*}} at [0]
// CHECK-NEXT: relax.kill %b
// CHECK-NEXT: relax.kill %c
// CHECK-NEXT: %e =
// CHECK-NEXT: relax.kill %d
// CHECK-NEXT: relax.return
relax.func @views(%x: !relax.tensor<[n, 32], f32>) -> !relax.tensor<[n, 32], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 32], f32>) -> !relax.tensor<[n, 32], f32>
  %r = relax.reshape %a : (!relax.tensor<[n, 32], f32>) -> !relax.tensor<[32, n], f32>
  %s = relax.match_cast %r : !relax.tensor<[32, n], f32> to !relax.tensor<[32, n], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n, 32], f32>) -> !relax.tensor<[n, 32], f32>
  %c = relax.call_tir @map(%s) : (!relax.tensor<[32, n], f32>) -> !relax.tensor<[n, 32], f32>
  %d = relax.call_tir @zip(%b, %c) : (!relax.tensor<[n, 32], f32>, !relax.tensor<[n, 32], f32>) -> !relax.tensor<[n, 32], f32>
  %e = relax.call_tir @map(%d) : (!relax.tensor<[n, 32], f32>) -> !relax.tensor<[n, 32], f32>
  relax.return %e : !relax.tensor<[n, 32], f32>
}

// A view that nothing uses is killed as well; so is a result that nothing uses.
// CHECK-LABEL: relax.func @unused
// CHECK: %a = {{.*}} at [0]
// CHECK-NEXT: %r = relax.reshape %a
// CHECK-NEXT: relax.kill %a
// CHECK-NEXT: %b = {{.*}} at [0]
// CHECK-NEXT: relax.kill %b
// CHECK-NEXT: relax.return %x
relax.func @unused(%x: !relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32>
  %r = relax.reshape %a : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[16, n], f32>
  %b = relax.call_tir @map(%x) : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %x : !relax.tensor<[n, 16], f32>
}

// What leaves through a view has memory of its own, also beside a neighbour
// that stays; a function that is called may keep what it gets.
// CHECK-LABEL: relax.func @escapes
// CHECK-NEXT: %[[ARENA:.*]] = relax.arena bytes 64 * n
// CHECK-NEXT: %a:2 = relax.call_tir @fork(%x) in %[[ARENA]] at [0, ?] :
// CHECK-NEXT: %b = relax.call_tir @map(%a#0) :
// CHECK-NEXT: relax.kill %a#0
// CHECK-NEXT: %c = relax.call @keep(%b)
// CHECK-NEXT: %r = relax.reshape %a#1
// CHECK-NEXT: relax.return %r, %c
relax.func @escapes(%x: !relax.tensor<[n, 16], f32>) -> (!relax.tensor<[16, n], f32>, !relax.tensor<[n, 16], f32>) {
  %a:2 = relax.call_tir @fork(%x) : (!relax.tensor<[n, 16], f32>) -> (!relax.tensor<[n, 16], f32>, !relax.tensor<[n, 16], f32>)
  %b = relax.call_tir @map(%a#0) : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32>
  %c = relax.call @keep(%b) : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32>
  %r = relax.reshape %a#1 : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[16, n], f32>
  relax.return %r, %c : !relax.tensor<[16, n], f32>, !relax.tensor<[n, 16], f32>
}
// Nothing to place, no arena.
// CHECK-LABEL: relax.func private @keep
// CHECK-NEXT: relax.return
relax.func private @keep(%x: !relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  relax.return %x : !relax.tensor<[n, 16], f32>
}

// Several results of one call live at once; neither takes the other's block.
// CHECK-LABEL: relax.func @results
// CHECK-NEXT: relax.arena bytes 128 * n
// CHECK-NEXT: %a:2 = {{.*}} at [0, 64 * n]
// CHECK-NEXT: %b =
// CHECK-NEXT: relax.kill %a#0
// CHECK-NEXT: relax.kill %a#1
relax.func @results(%x: !relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  %a:2 = relax.call_tir @fork(%x) : (!relax.tensor<[n, 16], f32>) -> (!relax.tensor<[n, 16], f32>, !relax.tensor<[n, 16], f32>)
  %b = relax.call_tir @zip(%a#0, %a#1) : (!relax.tensor<[n, 16], f32>, !relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %b : !relax.tensor<[n, 16], f32>
}

// A literal extent 0 takes no bytes and no block; an i1 is one byte, a tensor of
// extents 1 takes 64 bytes like every small one.
// CHECK-LABEL: relax.func @small
// CHECK-NEXT: relax.arena bytes 256
// CHECK: %a = {{.*}} at [0]
// CHECK: %b = {{.*}} at [0]
// CHECK: %c = {{.*}} at [0]
// CHECK: %d = {{.*}} at [192]
relax.func @small(%x: !relax.tensor<[1, 1], f32>) -> !relax.tensor<[1, 1], f32> {
  %a = relax.call_tir @mask(%x) : (!relax.tensor<[1, 1], f32>) -> !relax.tensor<[3, 43], i1>
  %b = relax.call_tir @use(%a) : (!relax.tensor<[3, 43], i1>) -> !relax.tensor<[0, 7], f32>
  %c = relax.call_tir @map(%b) : (!relax.tensor<[0, 7], f32>) -> !relax.tensor<[1, 1], f32>
  %d = relax.call_tir @map(%c) : (!relax.tensor<[1, 1], f32>) -> !relax.tensor<[1, 1], f32>
  %e = relax.call_tir @map(%d) : (!relax.tensor<[1, 1], f32>) -> !relax.tensor<[1, 1], f32>
  relax.return %e : !relax.tensor<[1, 1], f32>
}

// Only empty tensors: an arena of 0 bytes.
// CHECK-LABEL: relax.func @empty
// CHECK-NEXT: relax.arena bytes 0
// CHECK-NEXT: %a = {{.*}} at [0]
relax.func @empty(%x: !relax.tensor<[0, n], f32>) -> !relax.tensor<[0, n], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[0, n], f32>) -> !relax.tensor<[0, n], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[0, n], f32>) -> !relax.tensor<[0, n], f32>
  relax.return %b : !relax.tensor<[0, n], f32>
}

// The arena is made at the entry, where k is not known yet, nor a bound of it (PlanMemory-bound.mlir).
// CHECK-LABEL: relax.func @late
// CHECK-NEXT: relax.arena bytes 64 * n
// CHECK: %b = relax.call_tir @map(%y) :
// CHECK: %c = relax.call_tir @zip(%t, %x) in %{{.*}} at [0] :
// CHECK-NEXT: %d = relax.call_tir @map(%c) :
// CHECK-NEXT: relax.kill %c
relax.func @late(%x: !relax.tensor<[n, 16], f32>, %z: !relax.tensor<[?, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  %y = relax.match_cast %z : !relax.tensor<[?, 16], f32> to !relax.tensor<[k, 16], f32> binds (k) where (8 <= k)
  %b = relax.call_tir @map(%y) : (!relax.tensor<[k, 16], f32>) -> !relax.tensor<[k, 16], f32>
  %t = relax.match_cast %b : !relax.tensor<[k, 16], f32> to !relax.tensor<[k, 16], f32>
  %c = relax.call_tir @zip(%t, %x) : (!relax.tensor<[k, 16], f32>, !relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32>
  %d = relax.call_tir @map(%c) : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %d : !relax.tensor<[n, 16], f32>
}

// The callee's symbols and other attributes stay on a call that gets a place.
// CHECK-LABEL: relax.func @attributes
// CHECK: relax.call_tir @fill() symbols (m = 3) in %{{.*}} at [0] {note = "kept"} :
relax.func @attributes(%x: !relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  %a = relax.call_tir @fill() symbols (m = 3) {note = "kept"} : () -> !relax.tensor<[4, 4], f32>
  %b = relax.call_tir @zip(%a, %x) : (!relax.tensor<[4, 4], f32>, !relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %b : !relax.tensor<[n, 16], f32>
}

// Not legalised: left alone.
// CHECK-LABEL: relax.func @graph
// CHECK-NOT: relax.arena
relax.func @graph(%x: !relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 16], f32>
  %b = relax.add %a, %a : !relax.tensor<[n, 16], f32>
  relax.return %b : !relax.tensor<[n, 16], f32>
}

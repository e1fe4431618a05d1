// The plan holds when it runs: dead parts of the arena are filled with NaN, and
// the values stay. %a is read through its second view while %b and %c live.
// RUN: relax-opt %s --relax-plan-memory --relax-to-vm -o %t
// RUN: relax-run %t --poison --counters --input=0x4xf32= --then --input="1x4xf32=1 2 3 4" \
// RUN:   --then --input="2x4xf32=1 2 3 4 5 6 7 8" 2>&1 | FileCheck %s

// The formula of the report is what is allocated.
// RUN: relax-opt %s --relax-plan-memory --relax-memory-report -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: relax-run %t --counters --dims=n=9 2>&1 | FileCheck %s --check-prefix=NINE
// REPORT: before planning: 320 * (n ceildiv 4) bytes in 5 buffers
// REPORT: after planning:  256 * (n ceildiv 4) bytes in 4 blocks
// REPORT: own memory:      32 * n bytes in 2 buffers
// NINE: kernels_run=5 arena_bytes=768 allocations=1 result_bytes=288

// CHECK: result0 = dense<> : tensor<0xf32>
// CHECK: result1 = dense<> : tensor<2x0xf32>
// CHECK: arena_bytes=0 allocations=1
// CHECK: result0 = dense<[20.0, 36.0, 56.0, 80.0]>
// CHECK: result1 = {{.*}}[100.0, 324.0], [784.0, 1600.0]
// CHECK: arena_bytes=256 allocations=1
// CHECK: result0 = dense<[20.0, 36.0, 56.0, 80.0, 108.0, 140.0, 176.0, 216.0]>
// CHECK: result1 = {{.*}}[100.0, 324.0, 784.0, 1600.0], [2916.0, 4900.0, 7744.0, 11664.0]

tir.func @next(%X: !tir.buffer<[m], f32>, %Y: !tir.buffer<[m], f32>) {
  tir.compute "next" (%i) in [m] {
    %x = tir.load %X[%i] : !tir.buffer<[m], f32>
    %one = arith.constant 1.0 : f32
    %y = arith.addf %x, %one : f32
    tir.store %y, %Y[%i] : !tir.buffer<[m], f32>
  }
  tir.return
}
tir.func @both(%X: !tir.buffer<[m], f32>, %S: !tir.buffer<[m], f32>, %P: !tir.buffer<[m], f32>) {
  tir.compute "both" (%i) in [m] {
    %x = tir.load %X[%i] : !tir.buffer<[m], f32>
    %s = arith.addf %x, %x : f32
    %p = arith.mulf %x, %x : f32
    tir.store %s, %S[%i] : !tir.buffer<[m], f32>
    tir.store %p, %P[%i] : !tir.buffer<[m], f32>
  }
  tir.return
}
tir.func @add(%X: !tir.buffer<[m], f32>, %Y: !tir.buffer<[m], f32>, %Z: !tir.buffer<[m], f32>) {
  tir.compute "add" (%i) in [m] {
    %x = tir.load %X[%i] : !tir.buffer<[m], f32>
    %y = tir.load %Y[%i] : !tir.buffer<[m], f32>
    %z = arith.addf %x, %y : f32
    tir.store %z, %Z[%i] : !tir.buffer<[m], f32>
  }
  tir.return
}
relax.func @main(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[4 * n], f32>, !relax.tensor<[2, 2 * n], f32>) {
  %f = relax.reshape %x : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[4 * n], f32>
  %a = relax.call_tir @next(%f) : (!relax.tensor<[4 * n], f32>) -> !relax.tensor<[4 * n], f32>
  %v = relax.reshape %a : (!relax.tensor<[4 * n], f32>) -> !relax.tensor<[n, 4], f32>
  %b:2 = relax.call_tir @both(%a) : (!relax.tensor<[4 * n], f32>) -> (!relax.tensor<[4 * n], f32>, !relax.tensor<[4 * n], f32>)
  %c = relax.call_tir @add(%b#0, %b#1) : (!relax.tensor<[4 * n], f32>, !relax.tensor<[4 * n], f32>) -> !relax.tensor<[4 * n], f32>
  %w = relax.reshape %v : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[4 * n], f32>
  %d = relax.call_tir @add(%c, %w) : (!relax.tensor<[4 * n], f32>, !relax.tensor<[4 * n], f32>) -> !relax.tensor<[4 * n], f32>
  %e:2 = relax.call_tir @both(%d) : (!relax.tensor<[4 * n], f32>) -> (!relax.tensor<[4 * n], f32>, !relax.tensor<[4 * n], f32>)
  %r = relax.reshape %e#1 : (!relax.tensor<[4 * n], f32>) -> !relax.tensor<[2, 2 * n], f32>
  relax.return %e#0, %r : !relax.tensor<[4 * n], f32>, !relax.tensor<[2, 2 * n], f32>
}

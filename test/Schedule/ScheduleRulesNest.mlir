// Loops over rows are for threads, the computes in them for lanes; a loop of one round at most is a branch.
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-schedule-rules | FileCheck %s
// Carried out once, it is not scheduled again.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-set-target{target=x86-64-v4},relax-schedule-rules,relax-apply-schedule)' -o %t.once
// RUN: relax-opt %t.once --relax-schedule-rules | diff - %t.once

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}

// CHECK: tir.schedule @rows_cpu {
// CHECK-NEXT: %scale = tir.find "scale"
// CHECK-NEXT: %j = tir.loops %scale
// CHECK-NEXT: tir.vectorize %j 16 masked
// CHECK-NEXT: %r = tir.find "r"
// CHECK-NEXT: %i = tir.find "i"
// CHECK-NEXT: tir.parallel %r
// CHECK-NEXT: tir.parallel %i
// CHECK-NEXT: }
tir.func private @rows(%X: !tir.buffer<[b, n, m], f32>, %Y: !tir.buffer<[b, n, m], f32>) {
  tir.for "branch" (%once) in [min(n, 1)] {
    tir.for "r" (%r) in [b] {
      tir.for "i" (%i) in [n] {
        %S = tir.alloc "S" local : !tir.buffer<[1], f32>
        tir.compute "sum" (reduce %j) in [m] {
          %x = tir.load %X[%r, %i, %j] : !tir.buffer<[b, n, m], f32>
          tir.reduce @add(%x) into (%S[0]) : !tir.buffer<[1], f32>
        }
        tir.compute "scale" (%j) in [m] {
          %x = tir.load %X[%r, %i, %j] : !tir.buffer<[b, n, m], f32>
          %s = tir.load %S[0] : !tir.buffer<[1], f32>
          %y = arith.divf %x, %s : f32
          tir.store %y, %Y[%r, %i, %j] : !tir.buffer<[b, n, m], f32>
        }
      }
    }
  }
  tir.return
}

// Too little for threads.
// CHECK: tir.schedule @few_cpu {
// CHECK-NOT: tir.parallel
// CHECK: tir.vectorize
// CHECK-NOT: tir.parallel
// CHECK: }
tir.func private @few(%X: !tir.buffer<[20, 32], f32>, %Y: !tir.buffer<[20, 32], f32>) {
  tir.for "i" (%i) in [20] {
    %S = tir.alloc "S" local : !tir.buffer<[1], f32>
    tir.compute "sum" (reduce %j) in [32] {
      %x = tir.load %X[%i, %j] : !tir.buffer<[20, 32], f32>
      tir.reduce @add(%x) into (%S[0]) : !tir.buffer<[1], f32>
    }
    tir.compute "scale" (%j) in [32] {
      %x = tir.load %X[%i, %j] : !tir.buffer<[20, 32], f32>
      %s = tir.load %S[0] : !tir.buffer<[1], f32>
      %y = arith.divf %x, %s : f32
      tir.store %y, %Y[%i, %j] : !tir.buffer<[20, 32], f32>
    }
  }
  tir.return
}

// A concatenation's places are sums of the extents in front. They are made at the top, each from the one before: in every loop
// anew, 91 operands took LLVM 12 s. Terms that the iterator takes part in stay in the loop.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(lower-tir,cse))' | FileCheck %s

// CHECK-LABEL: tir.func @places(
// CHECK: %[[A:.*]] = tir.extent (a)
// CHECK-NEXT: %[[B:.*]] = tir.extent (b)
// CHECK-NEXT: %[[AB:.*]] = arith.addi %[[A]], %[[B]]
// CHECK-NEXT: %[[C:.*]] = tir.extent (c)
// CHECK-NEXT: %[[ABC:.*]] = arith.addi %[[AB]], %[[C]]
// CHECK-NEXT: %[[D:.*]] = tir.extent (d)
// CHECK-NEXT: %[[ABCD:.*]] = arith.addi %[[ABC]], %[[D]]
// CHECK: scf.for
// CHECK-NEXT: memref.load
// CHECK-NEXT: %[[P:.*]] = arith.addi %{{.*}}, %[[ABC]]
// CHECK-NEXT: memref.store %{{.*}}[%[[P]]]
// CHECK: scf.for
// CHECK-NEXT: memref.load
// CHECK-NEXT: %[[Q:.*]] = arith.addi %{{.*}}, %[[ABCD]]
// CHECK-NEXT: memref.store %{{.*}}[%[[Q]]]
tir.func @places(%X: !tir.buffer<[a], f32>, %Z: !tir.buffer<[b], f32>, %Y: !tir.buffer<[2 * a + 2 * b + c + d], f32>) symbols (c, d) {
  tir.for "i" (%i) in [a] {
    %x = tir.load %X[%i] : !tir.buffer<[a], f32>
    tir.store %x, %Y[%i + a + b + c] : !tir.buffer<[2 * a + 2 * b + c + d], f32>
  }
  tir.for "j" (%j) in [b] {
    %z = tir.load %Z[%j] : !tir.buffer<[b], f32>
    tir.store %z, %Y[%j + a + b + c + d] : !tir.buffer<[2 * a + 2 * b + c + d], f32>
  }
  tir.return
}

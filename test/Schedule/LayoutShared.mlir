// RUN: relax-opt %s --relax-apply-schedule --relax-prepare-weights --relax-remove-dead | FileCheck %s
// RUN: relax-run %s --entry=one --dims=n=5 --output=@%t1.npy --then --entry=two --dims=n=5 --output=@%t2.npy
// RUN: sed 's/ schedule @[st] / /' %s > %t.mlir
// RUN: relax-run %t.mlir --entry=one --dims=n=5 --expect=@%t1.npy --then --entry=two --dims=n=5 --expect=@%t2.npy

// Two entries, three calls, two programs that want the same layout: one program packs, once. Here every digit is
// written: blocks of 4 x 8 in the order of the loops, `d1` is the second dimension, and extent 1 needs no place.

relax.weight @w : !relax.tensor<[1, 16, 8], f32> prepared by @make
relax.func private @make() -> (!relax.tensor<[1, 16, 8], f32> {relax.prepares = @w}) {
  %w = relax.call_tir @values() : () -> !relax.tensor<[1, 16, 8], f32>
  relax.return %w : !relax.tensor<[1, 16, 8], f32>
}
tir.func private @values(%W: !tir.buffer<[1, 16, 8], f32>) {
  tir.compute "values" (%i, %j) in [16, 8] {
    %at = tir.extent (8 * %i + %j) : index
    %n = arith.index_cast %at : index to i64
    %w = arith.sitofp %n : i64 to f32
    tir.store %w, %W[0, %i, %j] : !tir.buffer<[1, 16, 8], f32>
  }
  tir.return
}
relax.func @one(%x: !relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 8], f32> {
  %w = relax.get_weight @w : !relax.tensor<[1, 16, 8], f32>
  %y = relax.call_tir @rows(%x, %w) : (!relax.tensor<[n, 16], f32>, !relax.tensor<[1, 16, 8], f32>) -> !relax.tensor<[n, 8], f32>
  relax.return %y : !relax.tensor<[n, 8], f32>
}
relax.func @two(%x: !relax.tensor<[n, 16], f32>) -> !relax.tensor<[n, 8], f32> {
  %w = relax.get_weight @w : !relax.tensor<[1, 16, 8], f32>
  %v = relax.get_weight @w : !relax.tensor<[1, 16, 8], f32>
  %y = relax.call_tir @rows(%x, %w) : (!relax.tensor<[n, 16], f32>, !relax.tensor<[1, 16, 8], f32>) -> !relax.tensor<[n, 8], f32>
  %z = relax.call_tir @more(%x, %y, %v) : (!relax.tensor<[n, 16], f32>, !relax.tensor<[n, 8], f32>, !relax.tensor<[1, 16, 8], f32>) -> !relax.tensor<[n, 8], f32>
  relax.return %z : !relax.tensor<[n, 8], f32>
}
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @rows(%A: !tir.buffer<[n, 16], f32>, %W: !tir.buffer<[1, 16, 8], f32>, %C: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "mm" (%i, %j, reduce %k) in [n, 8, 16] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 16], f32>
    %w = tir.load %W[0, %k, %j] : !tir.buffer<[1, 16, 8], f32>
    %p = arith.mulf %a, %w : f32
    tir.reduce @add(%p) into (%C[%i, %j]) : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %W = tir.find "W"
  tir.layout %W [j, k mod 2, k floordiv 4, k floordiv 2 mod 2] prepared
}
tir.func private @more(%A: !tir.buffer<[n, 16], f32>, %B: !tir.buffer<[n, 8], f32>, %W: !tir.buffer<[1, 16, 8], f32>, %C: !tir.buffer<[n, 8], f32>) schedule @t {
  tir.compute "mm" (%i, %j) in [n, 8] {
    %b = tir.load %B[%i, %j] : !tir.buffer<[n, 8], f32>
    %w = tir.load %W[0, 15, %j] : !tir.buffer<[1, 16, 8], f32>
    %p = arith.mulf %b, %w : f32
    tir.store %p, %C[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @t {
  %W = tir.find "W"
  tir.layout %W [j, d1 mod 2, d1 floordiv 4, d1 floordiv 2 mod 2] prepared
}

// CHECK: relax.weight @w_packed : !relax.tensor<[8, 2, 4, 2], f32> prepared by @make
// CHECK-NOT: relax.weight
// CHECK: relax.func private @make() -> (!relax.tensor<[8, 2, 4, 2], f32> {relax.prepares = @w_packed}) {
// CHECK-NEXT: %w = relax.call_tir @values()
// CHECK-NEXT: %w_packed = relax.call_tir @pack(%w)
// CHECK-NEXT: relax.return %w_packed
// CHECK-LABEL: relax.func @one(
// CHECK: relax.call_tir @rows(%x, %w_packed)
// CHECK-LABEL: relax.func @two(
// CHECK: relax.call_tir @rows(%x, %w_packed)
// CHECK: relax.call_tir @more(%x, %y, %w_packed_{{[0-9]+}})
// CHECK-LABEL: tir.func private @rows(
// CHECK: tir.load %W[%j, %k mod 2, %k floordiv 4, (%k floordiv 2) mod 2] : !tir.buffer<[8, 2, 4, 2], f32>
// CHECK-LABEL: tir.func private @pack(
// CHECK: tir.load %W[0, %p1 + 4 * %p2 + 2 * %p3, %p0] : !tir.buffer<[1, 16, 8], f32>
// CHECK-LABEL: tir.func private @more(
// CHECK: tir.load %W[%j, 1, 3, 1] : !tir.buffer<[8, 2, 4, 2], f32>

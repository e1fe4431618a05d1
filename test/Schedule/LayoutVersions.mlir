// A program and its versions take the same buffers: no weight is packed for one of them.
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-schedule-rules | FileCheck %s --implicit-check-not=tir.layout
// CHECK: tir.schedule @product_cpu {
// CHECK: tir.schedule @product_1_cpu {

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @product(%X: !tir.buffer<[r, 64], f32>, %W: !tir.buffer<[64, 64], f32>, %Y: !tir.buffer<[r, 64], f32>) versions (@product_1 when (r == 1)) {
  tir.compute "product" (%i, %j, reduce %k) in [r, 64, 64] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[r, 64], f32>
    %w = tir.load %W[%k, %j] : !tir.buffer<[64, 64], f32>
    %p = arith.mulf %x, %w : f32
    tir.reduce @add(%p) into (%Y[%i, %j]) : !tir.buffer<[r, 64], f32>
  }
  tir.return
}
tir.func private @product_1(%X: !tir.buffer<[1, 64], f32>, %W: !tir.buffer<[64, 64], f32>, %Y: !tir.buffer<[1, 64], f32>) {
  tir.compute "product" (%i, %j, reduce %k) in [1, 64, 64] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[1, 64], f32>
    %w = tir.load %W[%k, %j] : !tir.buffer<[64, 64], f32>
    %p = arith.mulf %x, %w : f32
    tir.reduce @add(%p) into (%Y[%i, %j]) : !tir.buffer<[1, 64], f32>
  }
  tir.return
}
relax.weight @w : !relax.tensor<[64, 64], f32> from "w.bin" at 0
relax.func @layer(%x: !relax.tensor<[r, 64], f32>) -> !relax.tensor<[r, 64], f32> {
  %w = relax.get_weight @w : !relax.tensor<[64, 64], f32>
  %y = relax.call_tir @product(%x, %w) : (!relax.tensor<[r, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[r, 64], f32>
  relax.return %y : !relax.tensor<[r, 64], f32>
}

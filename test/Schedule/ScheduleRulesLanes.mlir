// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-schedule-rules | FileCheck %s
// RUN: relax-run %s --entry=main --dims=n=0 --expect=0x64xf32= --then --entry=main --input="1x4xf32=1 2 3 4" --output=- | FileCheck %s --check-prefix=VALUES
// VALUES: result0 = dense<{{\[\[}}10.0, 10.0, 10.0,

// Rows of a number that the run knows, with a weight that lies row by row as well: what many calls of a matrix by a vector
// become. The weight is packed, so that tiles of rows use its vectors again.
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @lanes(%W: !tir.buffer<[64, 4], f32>, %X: !tir.buffer<[n, 4], f32>, %Y: !tir.buffer<[n, 64], f32>) {
  tir.compute "mm" (%l, %i, reduce %k) in [n, 64, 4] {
    %w = tir.load %W[%i, %k] : !tir.buffer<[64, 4], f32>
    %x = tir.load %X[%l, %k] : !tir.buffer<[n, 4], f32>
    %p = arith.mulf %w, %x : f32
    tir.reduce @add(%p) into (%Y[%l, %i]) : !tir.buffer<[n, 64], f32>
  }
  tir.return
}
// CHECK-LABEL: tir.schedule @lanes_cpu {
// CHECK: tir.layout %W [i floordiv 64, k, i mod 64] prepared
// A matrix that is no weight stays as it is, and so does one vector.
// CHECK-LABEL: tir.schedule @given_cpu {
// CHECK-NOT: tir.layout
// CHECK-LABEL: tir.schedule @vector_cpu {
// CHECK-NOT: tir.layout
tir.func private @given(%W: !tir.buffer<[64, 4], f32>, %X: !tir.buffer<[n, 4], f32>, %Y: !tir.buffer<[n, 64], f32>) {
  tir.compute "mm" (%l, %i, reduce %k) in [n, 64, 4] {
    %w = tir.load %W[%i, %k] : !tir.buffer<[64, 4], f32>
    %x = tir.load %X[%l, %k] : !tir.buffer<[n, 4], f32>
    %p = arith.mulf %w, %x : f32
    tir.reduce @add(%p) into (%Y[%l, %i]) : !tir.buffer<[n, 64], f32>
  }
  tir.return
}
tir.func private @vector(%W: !tir.buffer<[64, 64], f32>, %X: !tir.buffer<[64], f32>, %Y: !tir.buffer<[64], f32>) {
  tir.compute "mm" (%i, reduce %k) in [64, 64] {
    %w = tir.load %W[%i, %k] : !tir.buffer<[64, 64], f32>
    %x = tir.load %X[%k] : !tir.buffer<[64], f32>
    %p = arith.mulf %w, %x : f32
    tir.reduce @add(%p) into (%Y[%i]) : !tir.buffer<[64], f32>
  }
  tir.return
}
relax.weight @w : !relax.tensor<[64, 4], f32> prepared by @make
relax.func private @make() -> (!relax.tensor<[64, 4], f32> {relax.prepares = @w}) {
  %one = relax.constant dense<1.0> : tensor<f32>
  %w = relax.broadcast_to %one : (!relax.tensor<[], f32>) -> !relax.tensor<[64, 4], f32>
  relax.return %w : !relax.tensor<[64, 4], f32>
}
relax.func @main(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 64], f32> {
  %w = relax.get_weight @w : !relax.tensor<[64, 4], f32>
  %a = relax.call_tir @lanes(%w, %x) : (!relax.tensor<[64, 4], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %a : !relax.tensor<[n, 64], f32>
}
relax.func @others(%x: !relax.tensor<[n, 4], f32>, %w: !relax.tensor<[64, 4], f32>, %u: !relax.tensor<[64], f32>) -> (!relax.tensor<[n, 64], f32>, !relax.tensor<[64], f32>) {
  %v = relax.constant dense<1.0> : tensor<64x64xf32>
  %a = relax.call_tir @given(%w, %x) : (!relax.tensor<[64, 4], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 64], f32>
  %b = relax.call_tir @vector(%v, %u) : (!relax.tensor<[64, 64], f32>, !relax.tensor<[64], f32>) -> !relax.tensor<[64], f32>
  relax.return %a, %b : !relax.tensor<[n, 64], f32>, !relax.tensor<[64], f32>
}

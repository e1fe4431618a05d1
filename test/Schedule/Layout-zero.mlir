// RUN: relax-opt %s --relax-apply-schedule --relax-prepare-weights | FileCheck %s
// RUN: relax-run %s --entry=no_columns --dims=n=3 --then --entry=no_rows --dims=n=3 | FileCheck %s --check-prefix=VALUES

// Weights without elements: no blocks, or blocks without rows.
// VALUES: dense<{{.*}}> : tensor<3x0xf32>
// VALUES: dense<{{.*}}0.0, 0.0{{.*}}> : tensor<3x5xf32>

relax.weight @columns : !relax.tensor<[4, 0], f32> prepared by @make
relax.weight @rows : !relax.tensor<[0, 5], f32> prepared by @make
relax.func private @make() -> (!relax.tensor<[4, 0], f32> {relax.prepares = @columns}, !relax.tensor<[0, 5], f32> {relax.prepares = @rows}) {
  %c = relax.call_tir @no() : () -> !relax.tensor<[4, 0], f32>
  %r = relax.call_tir @none() : () -> !relax.tensor<[0, 5], f32>
  relax.return %c, %r : !relax.tensor<[4, 0], f32>, !relax.tensor<[0, 5], f32>
}
tir.func private @no(%W: !tir.buffer<[4, 0], f32>) {
  tir.return
}
tir.func private @none(%W: !tir.buffer<[0, 5], f32>) {
  tir.return
}
relax.func @no_columns(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 0], f32> {
  %w = relax.get_weight @columns : !relax.tensor<[4, 0], f32>
  %y = relax.call_tir @f(%x, %w) : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 0], f32>) -> !relax.tensor<[n, 0], f32>
  relax.return %y : !relax.tensor<[n, 0], f32>
}
relax.func @no_rows(%x: !relax.tensor<[n, 0], f32>) -> !relax.tensor<[n, 5], f32> {
  %w = relax.get_weight @rows : !relax.tensor<[0, 5], f32>
  %y = relax.call_tir @g(%x, %w) : (!relax.tensor<[n, 0], f32>, !relax.tensor<[0, 5], f32>) -> !relax.tensor<[n, 5], f32>
  relax.return %y : !relax.tensor<[n, 5], f32>
}
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @f(%A: !tir.buffer<[n, 4], f32>, %W: !tir.buffer<[4, 0], f32>, %C: !tir.buffer<[n, 0], f32>) schedule @s {
  tir.compute "mm" (%i, %j, reduce %k) in [n, 0, 4] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 4], f32>
    %w = tir.load %W[%k, %j] : !tir.buffer<[4, 0], f32>
    %p = arith.mulf %a, %w : f32
    tir.reduce @add(%p) into (%C[%i, %j]) : !tir.buffer<[n, 0], f32>
  }
  tir.return
}
tir.func private @g(%A: !tir.buffer<[n, 0], f32>, %W: !tir.buffer<[0, 5], f32>, %C: !tir.buffer<[n, 5], f32>) schedule @s {
  tir.compute "mm" (%i, %j, reduce %k) in [n, 5, 0] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 0], f32>
    %w = tir.load %W[%k, %j] : !tir.buffer<[0, 5], f32>
    %p = arith.mulf %a, %w : f32
    tir.reduce @add(%p) into (%C[%i, %j]) : !tir.buffer<[n, 5], f32>
  }
  tir.return
}
tir.schedule @s {
  %W = tir.find "W"
  tir.layout %W [j floordiv 4, k, j mod 4] prepared
}

// CHECK: relax.weight @columns_packed : !relax.tensor<[0, 4, 4], f32> prepared by @make
// CHECK: relax.weight @rows_packed : !relax.tensor<[2, 0, 4], f32> prepared by @make

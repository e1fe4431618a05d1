// What another module has comes into this one: declarations get their definitions, private names give way.
// RUN: split-file %s %t
// RUN: relax-opt %t/main.mlir --link=%t/a.mlir --link=%t/b.mlir --counters 2>&1 | FileCheck %s
// RUN: relax-opt %t/main.mlir --pass-pipeline='builtin.module(relax-link{file=%t/a.mlir},relax-link{file=%t/b.mlir})' | FileCheck %s --check-prefix=TEXT
// RUN: relax-opt %t/main.mlir --link=%t/a.mlir --link=%t/b.mlir | relax-run - --compare=reference,compiled --entry=main "--input=2xf32=1 -2" \
// RUN:   --then --entry=other "--input=3xf32=1 2 3" | FileCheck %s --check-prefix=VALUE
// What nothing uses goes.
// RUN: relax-opt %t/main.mlir --link=%t/a.mlir --link=%t/b.mlir --relax-remove-dead | FileCheck %s --check-prefix=DEAD
// DEAD-NOT: @unused
//
// CHECK-DAG: 2 relax-link.declarations-resolved
// CHECK-DAG: 5 relax-link.ops-renamed
// CHECK-DAG: 10 relax-link.ops-moved
// VALUE: dense<[2.0, -4.0]> : tensor<2xf32>
// VALUE: dense<[-2.0, -4.0, -6.0]> : tensor<3xf32>

// TEXT-LABEL: relax.weight @w : !relax.tensor<[4], f32> from "main.bin" at 0
// TEXT: relax.func private @helper_0(%x: !relax.tensor<[n], f32>)
// TEXT-NEXT: relax.negative
// TEXT: relax.func @main(
// TEXT: relax.call @twice(%x)
// TEXT: relax.call @helper_0(
// TEXT: relax.func @other(%x: !relax.tensor<[n], f32>)
// TEXT: relax.call @helper_0(
// TEXT: relax.call @twice(
// The definition is private now, and its own helper has another name.
// TEXT: relax.func private @twice(%v: !relax.tensor<[k], f32>)
// TEXT: relax.call @help_0(%v)
// TEXT: relax.func private @help_0(%v: !relax.tensor<[k], f32>)
// TEXT: relax.func private @unused(
// TEXT-NEXT: relax.get_weight @w_0
// TEXT: relax.weight @w_0 : !relax.tensor<[4], f32> from "a.bin" at 64
// TEXT: tir.monoid @add
// TEXT: tir.func private @sum
// TEXT: tir.reduce @add
// A public name of the file keeps it; the private one of the module gave way.
// TEXT: relax.func @helper(
// TEXT: tir.monoid @add_0
// TEXT: tir.func private @sum_0
// TEXT: tir.reduce @add_0

//--- main.mlir
relax.weight @w : !relax.tensor<[4], f32> from "main.bin" at 0
relax.func private @twice(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> where (n >= 1)
relax.func private @helper(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.negative %x : !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}
relax.func private @help(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  relax.return %x : !relax.tensor<[n], f32>
}
relax.func @main(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> where (1 <= n) {
  %y = relax.call @twice(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %z = relax.call @helper(%y) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %a = relax.call @helper(%z) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %b = relax.call @help(%a) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %b : !relax.tensor<[n], f32>
}
relax.func @other(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> where (1 <= n) {
  %z = relax.call @helper(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %y = relax.call @twice(%z) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}
//--- a.mlir
relax.func @twice(%v: !relax.tensor<[k], f32>) -> !relax.tensor<[k], f32> where (0 < k) {
  %w = relax.call @help(%v) : (!relax.tensor<[k], f32>) -> !relax.tensor<[k], f32>
  relax.return %w : !relax.tensor<[k], f32>
}
relax.func private @help(%v: !relax.tensor<[k], f32>) -> !relax.tensor<[k], f32> {
  %w = relax.add %v, %v : !relax.tensor<[k], f32>
  relax.return %w : !relax.tensor<[k], f32>
}
relax.func private @unused() -> !relax.tensor<[4], f32> {
  %w = relax.get_weight @w : !relax.tensor<[4], f32>
  relax.return %w : !relax.tensor<[4], f32>
}
relax.weight @w : !relax.tensor<[4], f32> from "a.bin" at 64
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @sum(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[], f32>) {
  tir.compute "sum" (reduce %i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    tir.reduce @add(%x) into (%Y[]) : !tir.buffer<[], f32>
  }
  tir.return
}
//--- b.mlir
// Both modules declare it here; the first file has given it.
relax.func private @twice(%x: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> where (m >= 2)
relax.func @helper(%x: !relax.tensor<[4], f32>) -> !relax.tensor<[4], f32> {
  %y = relax.call @twice(%x) : (!relax.tensor<[4], f32>) -> !relax.tensor<[4], f32>
  relax.return %y : !relax.tensor<[4], f32>
}
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @sum(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[], f32>) {
  tir.compute "sum" (reduce %i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    tir.reduce @add(%x) into (%Y[]) : !tir.buffer<[], f32>
  }
  tir.return
}
relax.func private @later(%x: !relax.tensor<[m], f32>) -> !relax.tensor<[k], f32> binds (k) where (k <= m)

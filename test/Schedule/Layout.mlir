// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-apply-schedule | FileCheck %s
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-apply-schedule --relax-prepare-weights --relax-remove-dead | FileCheck %s --check-prefix=PREPARED
// RUN: %python %S/steps.py %s n=0,1,7,33 | FileCheck %s --check-prefix=VALUES

// A weight in blocks of 32 columns. Its 70 columns make three blocks; the places behind them are filled with zeros and
// never loaded. What packs it depends on the weight alone, and runs once at load.
// VALUES: {{^}}7 programs, 0 differ

// Without the layout the loops differ, and the values do not.
// RUN: grep -v tir.layout %s > %t.mlir
// RUN: relax-opt %t.mlir --relax-set-target=target=x86-64-v4 --relax-apply-schedule | FileCheck %s --check-prefix=PLAIN
// RUN: %python %S/steps.py %t.mlir n=0,1,7,33 | FileCheck %s --check-prefix=PLAINVALUES
// RUN: relax-run %t.mlir --dims=n=7 --output=@%t.npy
// RUN: relax-run %s --dims=n=7 --expect=@%t.npy --atol=0 --rtol=0
// PLAINVALUES: {{^}}6 programs, 0 differ
// PLAIN: tir.load %W[%k, 32 * %jo + %ji]

relax.weight @w : !relax.tensor<[20, 70], f32> prepared by @make
relax.func private @make() -> (!relax.tensor<[20, 70], f32> {relax.prepares = @w}) {
  %w = relax.call_tir @values() : () -> !relax.tensor<[20, 70], f32>
  relax.return %w : !relax.tensor<[20, 70], f32>
}
tir.func private @values(%W: !tir.buffer<[20, 70], f32>) {
  tir.compute "values" (%i, %j) in [20, 70] {
    %at = tir.extent (70 * %i + %j) : index
    %n = arith.index_cast %at : index to i64
    %w = arith.sitofp %n : i64 to f32
    tir.store %w, %W[%i, %j] : !tir.buffer<[20, 70], f32>
  }
  tir.return
}
relax.func @main(%x: !relax.tensor<[n, 20], f32>) -> !relax.tensor<[n, 70], f32> {
  %w = relax.get_weight @w : !relax.tensor<[20, 70], f32>
  %y = relax.call_tir @mm(%x, %w) : (!relax.tensor<[n, 20], f32>, !relax.tensor<[20, 70], f32>) -> !relax.tensor<[n, 70], f32>
  relax.return %y : !relax.tensor<[n, 70], f32>
}
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @mm(%A: !tir.buffer<[n, 20], f32>, %W: !tir.buffer<[20, 70], f32>, %C: !tir.buffer<[n, 70], f32>) schedule @s {
  tir.compute "mm" (%i, %j, reduce %k) in [n, 70, 20] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 20], f32>
    %w = tir.load %W[%k, %j] : !tir.buffer<[20, 70], f32>
    %p = arith.mulf %a, %w : f32
    tir.reduce @add(%p) into (%C[%i, %j]) : !tir.buffer<[n, 70], f32>
  }
  tir.return
}
tir.schedule @s {
  %mm, %W = tir.find "mm", "W"
  %i, %j, %k = tir.loops %mm
  %jo, %ji = tir.split %j by 32
  tir.reorder %i, %jo, %k, %ji
  tir.layout %W [j floordiv 32, k, j mod 32] prepared
  tir.prefetch %W at %k ahead 4
  tir.vectorize %ji 16
}

// CHECK-LABEL: relax.func @main(
// CHECK-NEXT: %w = relax.get_weight @w : !relax.tensor<[20, 70], f32>
// CHECK-NEXT: %w_packed = relax.call_tir @pack(%w) : (!relax.tensor<[20, 70], f32>) -> !relax.tensor<[3, 20, 32], f32>
// CHECK-NEXT: %y = relax.call_tir @mm(%x, %w_packed)

// CHECK-LABEL: tir.func private @mm(
// CHECK-SAME: %W: !tir.buffer<[3, 20, 32], f32>
// CHECK: tir.for "jo" (%jo) in [3] {
// CHECK-NEXT: tir.for "k" (reduce %k) in [20] {
// CHECK-NEXT: tir.fetch %W[%jo, %k + 4, 0] : !tir.buffer<[3, 20, 32], f32>
// CHECK-NEXT: tir.fetch %W[%jo, %k + 4, 16] : !tir.buffer<[3, 20, 32], f32>
// CHECK-NEXT: tir.for "ji" (%ji) in [min(-32 * %jo + 70, 32)] vector 16 {
// CHECK-NEXT: %a = tir.load %A[%i, %k] : !tir.buffer<[n, 20], f32>
// CHECK-NEXT: %w = tir.load %W[%jo, %k, %ji] : !tir.buffer<[3, 20, 32], f32>

// CHECK-LABEL: tir.func private @pack(
// CHECK-SAME: %W: !tir.buffer<[20, 70], f32>, %P: !tir.buffer<[3, 20, 32], f32>) {
// CHECK-NEXT: tir.compute "pack" (%p0, %p1, %p2) in [3, 20, 32] {
// CHECK-NEXT: %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %w = tir.load %W[%p1, 32 * %p0 + %p2] pad %zero : !tir.buffer<[20, 70], f32>
// CHECK-NEXT: tir.store %w, %P[%p0, %p1, %p2] : !tir.buffer<[3, 20, 32], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return

// The weight itself is not kept: only what is loaded by somebody.
// PREPARED-NOT: relax.weight @w :
// PREPARED: relax.weight @w_packed : !relax.tensor<[3, 20, 32], f32> prepared by @make
// PREPARED: relax.func private @make() -> (!relax.tensor<[3, 20, 32], f32> {relax.prepares = @w_packed}) {
// PREPARED-NEXT: %w = relax.call_tir @values()
// PREPARED-NEXT: %w_packed = relax.call_tir @pack(%w)
// PREPARED-NEXT: relax.return %w_packed : !relax.tensor<[3, 20, 32], f32>
// PREPARED-LABEL: relax.func @main(
// PREPARED-NEXT: %w_packed = relax.get_weight @w_packed
// PREPARED-NEXT: %y = relax.call_tir @mm(%x, %w_packed)

// RUN: relax-opt %s --relax-legalize | FileCheck %s

// What is shared, what is taken along and what stays.

relax.weight @w : !relax.tensor<[8, 8], f32> from "model.onnx" at 64

// Names of symbols make no difference, but facts do: @fast has its own kernel.
relax.func @first(%x: !relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32> {
  %once = relax.relu %x : !relax.tensor<[n, 8], f32>
  %twice = relax.relu %once : !relax.tensor<[n, 8], f32>
  relax.return %twice : !relax.tensor<[n, 8], f32>
}

relax.func @second(%x: !relax.tensor<[m, 8], f32>) -> !relax.tensor<[m, 8], f32> {
  %once = relax.relu %x : !relax.tensor<[m, 8], f32>
  relax.return %once : !relax.tensor<[m, 8], f32>
}

relax.func @fast(%x: !relax.tensor<[n, 8], f32>, %y: !relax.tensor<[k], f32>) -> !relax.tensor<[n, 8], f32> where (1 <= n <= 64, k <= n, likely n == 16) {
  %once = relax.relu %x : !relax.tensor<[n, 8], f32>
  relax.return %once : !relax.tensor<[n, 8], f32>
}

// The caller's name for the parameter of a shared kernel.
relax.func @doubled(%s: !relax.tensor<[n], f32>, %x: !relax.tensor<[2 * n], f32>) -> !relax.tensor<[2 * n], f32> {
  %e = relax.exp %x : !relax.tensor<[2 * n], f32>
  relax.return %e : !relax.tensor<[2 * n], f32>
}

relax.func @doubled_too(%s: !relax.tensor<[k], f32>, %x: !relax.tensor<[2 * k], f32>) -> !relax.tensor<[2 * k], f32> {
  %e = relax.exp %x : !relax.tensor<[2 * k], f32>
  relax.return %e : !relax.tensor<[2 * k], f32>
}

// Unknown extents and ranks, shapes as values, and what is lowered already.
relax.func @stays(%x: !relax.tensor<[?, 8], f32>, %y: !relax.tensor<*, f32>, %z: !relax.tensor<[n, 8], f32>, %t: !relax.tensor<[2], i64>) {
  %w = relax.get_weight @w : !relax.tensor<[8, 8], f32>
  %0 = relax.relu %x : !relax.tensor<[?, 8], f32>
  %1 = relax.relu %y : !relax.tensor<*, f32>
  %2 = relax.shape_of %z : !relax.tensor<[n, 8], f32> -> !relax.shape<[n, 8]>
  %3 = relax.reshape %z to %t : (!relax.tensor<[n, 8], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  %4 = relax.call_tir @relu(%z) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
  relax.return
}

// Names of the module are not taken twice.
tir.func private @relu(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
  tir.return
}

// A monoid is taken by what it does, under any name.
relax.func @own_monoid(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[], f32> {
  %s = relax.sum %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[], f32>
  relax.return %s : !relax.tensor<[], f32>
}

tir.monoid @plus (f32) identity (0.0) {
^bb0(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}

// CHECK-LABEL: relax.func @first(
// CHECK-NEXT: %once = relax.call_tir @relu_0(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
// CHECK-NEXT: %twice = relax.call_tir @relu_0(%once) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>

// CHECK-LABEL: relax.func @second(
// CHECK-NEXT: %once = relax.call_tir @relu_0(%x) : (!relax.tensor<[m, 8], f32>) -> !relax.tensor<[m, 8], f32>

// CHECK-LABEL: relax.func @fast(
// CHECK-NEXT: %once = relax.call_tir @relu_1(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>

// CHECK-LABEL: relax.func @doubled(
// CHECK-NEXT: %e = relax.call_tir @exp(%x) symbols (n = n) : (!relax.tensor<[2 * n], f32>) -> !relax.tensor<[2 * n], f32>

// CHECK-LABEL: relax.func @doubled_too(
// CHECK-NEXT: %e = relax.call_tir @exp(%x) symbols (n = k) : (!relax.tensor<[2 * k], f32>) -> !relax.tensor<[2 * k], f32>

// CHECK-LABEL: relax.func @stays(
// CHECK-NEXT: %w = relax.get_weight @w : !relax.tensor<[8, 8], f32>
// CHECK-NEXT: %0 = relax.relu %x : !relax.tensor<[?, 8], f32>
// CHECK-NEXT: %1 = relax.relu %y : !relax.tensor<*, f32>
// CHECK-NEXT: %2 = relax.shape_of %z : !relax.tensor<[n, 8], f32> -> !relax.shape<[n, 8]>
// CHECK-NEXT: %3 = relax.reshape %z to %t : (!relax.tensor<[n, 8], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
// CHECK-NEXT: %4 = relax.call_tir @relu(%z) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>

// CHECK-LABEL: tir.func private @relu(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: relax.func @own_monoid(
// CHECK-NEXT: %s = relax.call_tir @sum(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[], f32>

// CHECK-LABEL: tir.monoid @plus (f32) identity (0.000000e+00) {
// CHECK-NEXT: ^bb0(%a: f32, %b: f32):
// CHECK-NEXT: %c = arith.addf %a, %b : f32
// CHECK-NEXT: tir.yield %c : f32
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @relu_0(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
// CHECK-NEXT: tir.compute "relu" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %y = arith.maximumf %x, %zero : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @relu_1(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) where (1 <= n <= 64, likely n == 16) {
// CHECK-NEXT: tir.compute "relu" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %y = arith.maximumf %x, %zero : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @exp(%X: !tir.buffer<[2 * n], f32>, %Y: !tir.buffer<[2 * n], f32>) symbols (n) {
// CHECK-NEXT: tir.compute "exp" (%i) in [2 * n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[2 * n], f32>
// CHECK-NEXT: %y = math.exp %x : f32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[2 * n], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @sum(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[], f32>) {
// CHECK-NEXT: tir.compute "sum" (reduce %i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: tir.reduce @plus(%x) into (%Y[]) : !tir.buffer<[], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

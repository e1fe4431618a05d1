// RUN: relax-opt %s --relax-legalize | FileCheck %s

// Kernels of operations on one element.

relax.func @floats(%x: !relax.tensor<[n, 8], f32>) {
  %0 = relax.negative %x : !relax.tensor<[n, 8], f32>
  %1 = relax.abs %x : !relax.tensor<[n, 8], f32>
  %2 = relax.exp %x : !relax.tensor<[n, 8], f32>
  %3 = relax.log %x : !relax.tensor<[n, 8], f32>
  %4 = relax.sqrt %x : !relax.tensor<[n, 8], f32>
  %5 = relax.rsqrt %x : !relax.tensor<[n, 8], f32>
  %6 = relax.reciprocal %x : !relax.tensor<[n, 8], f32>
  %7 = relax.tanh %x : !relax.tensor<[n, 8], f32>
  %8 = relax.erf %x : !relax.tensor<[n, 8], f32>
  %9 = relax.sigmoid %x : !relax.tensor<[n, 8], f32>
  %10 = relax.relu %x : !relax.tensor<[n, 8], f32>
  %11 = relax.gelu %x : !relax.tensor<[n, 8], f32>
  %12 = relax.gelu_tanh %x : !relax.tensor<[n, 8], f32>
  relax.return
}

relax.func @integers(%x: !relax.tensor<[4], i32>) {
  %0 = relax.negative %x : !relax.tensor<[4], i32>
  %1 = relax.abs %x : !relax.tensor<[4], i32>
  %2 = relax.relu %x : !relax.tensor<[4], i32>
  relax.return
}

// CHECK-LABEL: relax.func @floats(
// CHECK-NEXT: %0 = relax.call_tir @negative(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
// CHECK-NEXT: %1 = relax.call_tir @abs(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
// CHECK-NEXT: %2 = relax.call_tir @exp(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
// CHECK-NEXT: %3 = relax.call_tir @log(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
// CHECK-NEXT: %4 = relax.call_tir @sqrt(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
// CHECK-NEXT: %5 = relax.call_tir @rsqrt(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
// CHECK-NEXT: %6 = relax.call_tir @reciprocal(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
// CHECK-NEXT: %7 = relax.call_tir @tanh(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
// CHECK-NEXT: %8 = relax.call_tir @erf(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
// CHECK-NEXT: %9 = relax.call_tir @sigmoid(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
// CHECK-NEXT: %10 = relax.call_tir @relu(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
// CHECK-NEXT: %11 = relax.call_tir @gelu(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
// CHECK-NEXT: %12 = relax.call_tir @gelu_tanh(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>

// CHECK-LABEL: relax.func @integers(
// CHECK-NEXT: %0 = relax.call_tir @negative_0(%x) : (!relax.tensor<[4], i32>) -> !relax.tensor<[4], i32>
// CHECK-NEXT: %1 = relax.call_tir @abs_0(%x) : (!relax.tensor<[4], i32>) -> !relax.tensor<[4], i32>
// CHECK-NEXT: %2 = relax.call_tir @relu_0(%x) : (!relax.tensor<[4], i32>) -> !relax.tensor<[4], i32>

// CHECK-LABEL: tir.func private @negative(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
// CHECK-NEXT: tir.compute "negative" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: %y = arith.negf %x : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @abs(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
// CHECK-NEXT: tir.compute "abs" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: %y = math.absf %x : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @exp(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
// CHECK-NEXT: tir.compute "exp" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: %y = math.exp %x : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @log(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
// CHECK-NEXT: tir.compute "log" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: %y = math.log %x : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @sqrt(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
// CHECK-NEXT: tir.compute "sqrt" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: %y = math.sqrt %x : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @rsqrt(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
// CHECK-NEXT: tir.compute "rsqrt" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: %y = math.rsqrt %x : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @reciprocal(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
// CHECK-NEXT: tir.compute "reciprocal" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: %one = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %y = arith.divf %one, %x : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @tanh(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
// CHECK-NEXT: tir.compute "tanh" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: %y = math.tanh %x : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @erf(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
// CHECK-NEXT: tir.compute "erf" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: %y = math.erf %x : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @sigmoid(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
// CHECK-NEXT: tir.compute "sigmoid" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: %one = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %0 = arith.negf %x : f32
// CHECK-NEXT: %1 = math.exp %0 : f32
// CHECK-NEXT: %2 = arith.addf %1, %one : f32
// CHECK-NEXT: %y = arith.divf %one, %2 : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @relu(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
// CHECK-NEXT: tir.compute "relu" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %y = arith.maximumf %x, %zero : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @gelu(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
// CHECK-NEXT: tir.compute "gelu" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: %half = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: %one = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %scale = arith.constant 0.707106769 : f32
// CHECK-NEXT: %0 = arith.mulf %x, %scale : f32
// CHECK-NEXT: %1 = math.erf %0 : f32
// CHECK-NEXT: %2 = arith.addf %1, %one : f32
// CHECK-NEXT: %3 = arith.mulf %x, %half : f32
// CHECK-NEXT: %y = arith.mulf %3, %2 : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @gelu_tanh(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
// CHECK: %factor = arith.constant 4.471500e-02 : f32
// CHECK: %scale = arith.constant 0.797884583 : f32
// CHECK: math.tanh
// CHECK: tir.store

// CHECK-LABEL: tir.func private @negative_0(%X: !tir.buffer<[4], i32>, %Y: !tir.buffer<[4], i32>) {
// CHECK-NEXT: tir.compute "negative" (%i) in [4] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[4], i32>
// CHECK-NEXT: %zero = arith.constant 0 : i32
// CHECK-NEXT: %y = arith.subi %zero, %x : i32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[4], i32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @abs_0(%X: !tir.buffer<[4], i32>, %Y: !tir.buffer<[4], i32>) {
// CHECK-NEXT: tir.compute "abs" (%i) in [4] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[4], i32>
// CHECK-NEXT: %zero = arith.constant 0 : i32
// CHECK-NEXT: %0 = arith.subi %zero, %x : i32
// CHECK-NEXT: %y = arith.maxsi %x, %0 : i32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[4], i32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @relu_0(%X: !tir.buffer<[4], i32>, %Y: !tir.buffer<[4], i32>) {
// CHECK-NEXT: tir.compute "relu" (%i) in [4] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[4], i32>
// CHECK-NEXT: %zero = arith.constant 0 : i32
// CHECK-NEXT: %y = arith.maxsi %x, %zero : i32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[4], i32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

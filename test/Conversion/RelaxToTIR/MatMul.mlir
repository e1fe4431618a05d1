// RUN: relax-opt %s --relax-legalize | FileCheck %s

// Kernels of matrix products of all ranks.

relax.func @plain(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 10], f32>) -> !relax.tensor<[n, 10], f32> {
  %mm = relax.matmul %x, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 10], f32>) -> !relax.tensor<[n, 10], f32>
  relax.return %mm : !relax.tensor<[n, 10], f32>
}

relax.func @batches(%x: !relax.tensor<[b, n, k], f32>, %y: !relax.tensor<[h, 1, k, m], f32>, %w: !relax.tensor<[k, m], f32>) {
  %0 = relax.matmul %x, %y : (!relax.tensor<[b, n, k], f32>, !relax.tensor<[h, 1, k, m], f32>) -> !relax.tensor<[h, b, n, m], f32>
  %1 = relax.matmul %x, %w : (!relax.tensor<[b, n, k], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[b, n, m], f32>
  relax.return
}

relax.func @vectors(%x: !relax.tensor<[k], i32>, %w: !relax.tensor<[k, m], i32>, %v: !relax.tensor<[b, n, k], i32>) {
  %0 = relax.matmul %x, %x : (!relax.tensor<[k], i32>, !relax.tensor<[k], i32>) -> !relax.tensor<[], i32>
  %1 = relax.matmul %x, %w : (!relax.tensor<[k], i32>, !relax.tensor<[k, m], i32>) -> !relax.tensor<[m], i32>
  %2 = relax.matmul %v, %x : (!relax.tensor<[b, n, k], i32>, !relax.tensor<[k], i32>) -> !relax.tensor<[b, n], i32>
  relax.return
}

relax.func @composite(%s: !relax.tensor<[n], f32>, %x: !relax.tensor<[2 * n, n + 1], f32>, %y: !relax.tensor<[n + 1, 1], f32>) {
  %0 = relax.matmul %x, %y : (!relax.tensor<[2 * n, n + 1], f32>, !relax.tensor<[n + 1, 1], f32>) -> !relax.tensor<[2 * n, 1], f32>
  relax.return
}

// CHECK-LABEL: relax.func @plain(
// CHECK-NEXT: %mm = relax.call_tir @matmul(%x, %w) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 10], f32>) -> !relax.tensor<[n, 10], f32>

// CHECK-LABEL: relax.func @batches(
// CHECK-NEXT: %0 = relax.call_tir @matmul_0(%x, %y) : (!relax.tensor<[b, n, k], f32>, !relax.tensor<[h, 1, k, m], f32>) -> !relax.tensor<[h, b, n, m], f32>
// CHECK-NEXT: %1 = relax.call_tir @matmul_1(%x, %w) : (!relax.tensor<[b, n, k], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[b, n, m], f32>

// CHECK-LABEL: relax.func @vectors(
// CHECK-NEXT: %0 = relax.call_tir @matmul_2(%x, %x) : (!relax.tensor<[k], i32>, !relax.tensor<[k], i32>) -> !relax.tensor<[], i32>
// CHECK-NEXT: %1 = relax.call_tir @matmul_3(%x, %w) : (!relax.tensor<[k], i32>, !relax.tensor<[k, m], i32>) -> !relax.tensor<[m], i32>
// CHECK-NEXT: %2 = relax.call_tir @matmul_4(%v, %x) : (!relax.tensor<[b, n, k], i32>, !relax.tensor<[k], i32>) -> !relax.tensor<[b, n], i32>

// CHECK-LABEL: relax.func @composite(
// CHECK-NEXT: %0 = relax.call_tir @matmul_5(%x, %y) symbols (n = n) : (!relax.tensor<[2 * n, n + 1], f32>, !relax.tensor<[n + 1, 1], f32>) -> !relax.tensor<[2 * n, 1], f32>

// CHECK-LABEL: tir.monoid @add_f32 (f32) identity (0.000000e+00) {
// CHECK-NEXT: ^bb0(%a: f32, %b: f32):
// CHECK-NEXT: %c = arith.addf %a, %b : f32
// CHECK-NEXT: tir.yield %c : f32
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @matmul(%A: !tir.buffer<[n, 64], f32>, %B: !tir.buffer<[64, 10], f32>, %Y: !tir.buffer<[n, 10], f32>) {
// CHECK-NEXT: tir.compute "matmul" (%i, %j, reduce %k) in [n, 10, 64] {
// CHECK-NEXT: %a = tir.load %A[%i, %k] : !tir.buffer<[n, 64], f32>
// CHECK-NEXT: %b = tir.load %B[%k, %j] : !tir.buffer<[64, 10], f32>
// CHECK-NEXT: %p = arith.mulf %a, %b : f32
// CHECK-NEXT: tir.reduce @add_f32(%p) into (%Y[%i, %j]) : !tir.buffer<[n, 10], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @matmul_0(%A: !tir.buffer<[b, n, k], f32>, %B: !tir.buffer<[h, 1, k, m], f32>, %Y: !tir.buffer<[h, b, n, m], f32>) {
// CHECK-NEXT: tir.compute "matmul" (%b0, %b1, %i, %j, reduce %k) in [h, b, n, m, k] {
// CHECK-NEXT: %a = tir.load %A[%b1, %i, %k] : !tir.buffer<[b, n, k], f32>
// CHECK-NEXT: %b = tir.load %B[%b0, 0, %k, %j] : !tir.buffer<[h, 1, k, m], f32>
// CHECK-NEXT: %p = arith.mulf %a, %b : f32
// CHECK-NEXT: tir.reduce @add_f32(%p) into (%Y[%b0, %b1, %i, %j]) : !tir.buffer<[h, b, n, m], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @matmul_1(%A: !tir.buffer<[b, n, k], f32>, %B: !tir.buffer<[k, m], f32>, %Y: !tir.buffer<[b, n, m], f32>) {
// CHECK-NEXT: tir.compute "matmul" (%b, %i, %j, reduce %k) in [b, n, m, k] {
// CHECK-NEXT: %a = tir.load %A[%b, %i, %k] : !tir.buffer<[b, n, k], f32>
// CHECK-NEXT: %b_0 = tir.load %B[%k, %j] : !tir.buffer<[k, m], f32>
// CHECK-NEXT: %p = arith.mulf %a, %b_0 : f32
// CHECK-NEXT: tir.reduce @add_f32(%p) into (%Y[%b, %i, %j]) : !tir.buffer<[b, n, m], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.monoid @add_i32 (i32) identity (0) {
// CHECK-NEXT: ^bb0(%a: i32, %b: i32):
// CHECK-NEXT: %c = arith.addi %a, %b : i32
// CHECK-NEXT: tir.yield %c : i32
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @matmul_2(%A: !tir.buffer<[k], i32>, %B: !tir.buffer<[k], i32>, %Y: !tir.buffer<[], i32>) {
// CHECK-NEXT: tir.compute "matmul" (reduce %k) in [k] {
// CHECK-NEXT: %a = tir.load %A[%k] : !tir.buffer<[k], i32>
// CHECK-NEXT: %b = tir.load %B[%k] : !tir.buffer<[k], i32>
// CHECK-NEXT: %p = arith.muli %a, %b : i32
// CHECK-NEXT: tir.reduce @add_i32(%p) into (%Y[]) : !tir.buffer<[], i32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @matmul_3(%A: !tir.buffer<[k], i32>, %B: !tir.buffer<[k, m], i32>, %Y: !tir.buffer<[m], i32>) {
// CHECK-NEXT: tir.compute "matmul" (%j, reduce %k) in [m, k] {
// CHECK-NEXT: %a = tir.load %A[%k] : !tir.buffer<[k], i32>
// CHECK-NEXT: %b = tir.load %B[%k, %j] : !tir.buffer<[k, m], i32>
// CHECK-NEXT: %p = arith.muli %a, %b : i32
// CHECK-NEXT: tir.reduce @add_i32(%p) into (%Y[%j]) : !tir.buffer<[m], i32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @matmul_4(%A: !tir.buffer<[b, n, k], i32>, %B: !tir.buffer<[k], i32>, %Y: !tir.buffer<[b, n], i32>) {
// CHECK-NEXT: tir.compute "matmul" (%b, %i, reduce %k) in [b, n, k] {
// CHECK-NEXT: %a = tir.load %A[%b, %i, %k] : !tir.buffer<[b, n, k], i32>
// CHECK-NEXT: %b_0 = tir.load %B[%k] : !tir.buffer<[k], i32>
// CHECK-NEXT: %p = arith.muli %a, %b_0 : i32
// CHECK-NEXT: tir.reduce @add_i32(%p) into (%Y[%b, %i]) : !tir.buffer<[b, n], i32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @matmul_5(%A: !tir.buffer<[2 * n, n + 1], f32>, %B: !tir.buffer<[n + 1, 1], f32>, %Y: !tir.buffer<[2 * n, 1], f32>) symbols (n) {
// CHECK-NEXT: tir.compute "matmul" (%i, %j, reduce %k) in [2 * n, 1, n + 1] {
// CHECK-NEXT: %a = tir.load %A[%i, %k] : !tir.buffer<[2 * n, n + 1], f32>
// CHECK-NEXT: %b = tir.load %B[%k, %j] : !tir.buffer<[n + 1, 1], f32>
// CHECK-NEXT: %p = arith.mulf %a, %b : f32
// CHECK-NEXT: tir.reduce @add_f32(%p) into (%Y[%i, %j]) : !tir.buffer<[2 * n, 1], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

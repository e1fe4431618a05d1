// RUN: relax-opt %s --relax-legalize | FileCheck %s

// Kernels of reductions, and what means and softmaxes expand to.

relax.func @sums(%x: !relax.tensor<[n, m, 8], f32>) {
  %last = relax.sum %x over [2] : (!relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[n, m], f32>
  %outer = relax.sum %x over [0, 2] keep_dims : (!relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[1, m, 1], f32>
  %all = relax.sum %x : (!relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[], f32>
  relax.return
}

// Identities are those of the type.
relax.func @extremes(%x: !relax.tensor<[n, 1], f32>, %i: !relax.tensor<[2 * n], i8>, %b: !relax.tensor<[n], i1>) {
  %0 = relax.max %x over [1] : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[n], f32>
  %1 = relax.min %x over [0] : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[1], f32>
  %2 = relax.max %i over [0] : (!relax.tensor<[2 * n], i8>) -> !relax.tensor<[], i8>
  %3 = relax.min %b over [0] : (!relax.tensor<[n], i1>) -> !relax.tensor<[], i1>
  relax.return
}

// A literal count is a constant. A symbol that the sums have lost comes with
// the mean's own input, which is read for its extents alone.
relax.func @means(%x: !relax.tensor<[n, m, 8], f32>, %i: !relax.tensor<[n, m], i32>) {
  %fixed = relax.mean %x over [2] : (!relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[n, m], f32>
  %lost = relax.mean %x over [1, 2] keep_dims : (!relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[n, 1, 1], f32>
  %whole = relax.mean %i over [1] : (!relax.tensor<[n, m], i32>) -> !relax.tensor<[n], i32>
  relax.return
}

// The sums have equal types, the counts differ.
relax.func @counts(%x: !relax.tensor<[n, 8], f32>, %y: !relax.tensor<[n, 16], f32>) {
  %0 = relax.mean %x over [1] : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n], f32>
  %1 = relax.mean %y over [1] : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

relax.func @softmax(%x: !relax.tensor<[n, 214], f32>) -> !relax.tensor<[n, 214], f32> {
  %probs = relax.softmax %x over 1 : !relax.tensor<[n, 214], f32>
  relax.return %probs : !relax.tensor<[n, 214], f32>
}

// CHECK-LABEL: relax.func @sums(
// CHECK-NEXT: %last = relax.call_tir @sum(%x) : (!relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[n, m], f32>
// CHECK-NEXT: %outer = relax.call_tir @sum_0(%x) : (!relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[1, m, 1], f32>
// CHECK-NEXT: %all = relax.call_tir @sum_1(%x) : (!relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[], f32>

// CHECK-LABEL: relax.func @extremes(
// CHECK-NEXT: %0 = relax.call_tir @max(%x) : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[n], f32>
// CHECK-NEXT: %1 = relax.call_tir @min(%x) : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[1], f32>
// CHECK-NEXT: %2 = relax.call_tir @max_0(%i) symbols (n = n) : (!relax.tensor<[2 * n], i8>) -> !relax.tensor<[], i8>
// CHECK-NEXT: %3 = relax.call_tir @min_0(%b) : (!relax.tensor<[n], i1>) -> !relax.tensor<[], i1>

// CHECK-LABEL: relax.func @means(
// CHECK-NEXT: %sum = relax.call_tir @sum(%x) : (!relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[n, m], f32>
// CHECK-NEXT: %fixed = relax.call_tir @mean(%sum) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
// CHECK-NEXT: %sum_0 = relax.call_tir @sum_2(%x) : (!relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[n, 1, 1], f32>
// CHECK-NEXT: %lost = relax.call_tir @mean_0(%sum_0, %x) : (!relax.tensor<[n, 1, 1], f32>, !relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[n, 1, 1], f32>
// CHECK-NEXT: %sum_1 = relax.call_tir @sum_3(%i) : (!relax.tensor<[n, m], i32>) -> !relax.tensor<[n], i32>
// CHECK-NEXT: %whole = relax.call_tir @mean_1(%sum_1, %i) : (!relax.tensor<[n], i32>, !relax.tensor<[n, m], i32>) -> !relax.tensor<[n], i32>

// CHECK-LABEL: relax.func @counts(
// CHECK-NEXT: %sum = relax.call_tir @sum_4(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n], f32>
// CHECK-NEXT: %0 = relax.call_tir @mean_2(%sum) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
// CHECK-NEXT: %sum_0 = relax.call_tir @sum_5(%y) : (!relax.tensor<[n, 16], f32>) -> !relax.tensor<[n], f32>
// CHECK-NEXT: %1 = relax.call_tir @mean_3(%sum_0) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>

// CHECK-LABEL: relax.func @softmax(
// CHECK-NEXT: %max = relax.call_tir @max_1(%x) : (!relax.tensor<[n, 214], f32>) -> !relax.tensor<[n, 1], f32>
// CHECK-NEXT: %shifted = relax.call_tir @subtract(%x, %max) : (!relax.tensor<[n, 214], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 214], f32>
// CHECK-NEXT: %power = relax.call_tir @exp(%shifted) : (!relax.tensor<[n, 214], f32>) -> !relax.tensor<[n, 214], f32>
// CHECK-NEXT: %sum = relax.call_tir @sum_6(%power) : (!relax.tensor<[n, 214], f32>) -> !relax.tensor<[n, 1], f32>
// CHECK-NEXT: %probs = relax.call_tir @divide(%power, %sum) : (!relax.tensor<[n, 214], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 214], f32>

// CHECK-LABEL: tir.monoid @add_f32 (f32) identity (0.000000e+00) {
// CHECK-NEXT: ^bb0(%a: f32, %b: f32):
// CHECK-NEXT: %c = arith.addf %a, %b : f32
// CHECK-NEXT: tir.yield %c : f32
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @sum(%X: !tir.buffer<[n, m, 8], f32>, %Y: !tir.buffer<[n, m], f32>) {
// CHECK-NEXT: tir.compute "sum" (%i, %j, reduce %k) in [n, m, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j, %k] : !tir.buffer<[n, m, 8], f32>
// CHECK-NEXT: tir.reduce @add_f32(%x) into (%Y[%i, %j]) : !tir.buffer<[n, m], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @sum_0(%X: !tir.buffer<[n, m, 8], f32>, %Y: !tir.buffer<[1, m, 1], f32>) {
// CHECK-NEXT: tir.compute "sum" (%j, reduce %i, reduce %k) in [m, n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j, %k] : !tir.buffer<[n, m, 8], f32>
// CHECK-NEXT: tir.reduce @add_f32(%x) into (%Y[0, %j, 0]) : !tir.buffer<[1, m, 1], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @sum_1(%X: !tir.buffer<[n, m, 8], f32>, %Y: !tir.buffer<[], f32>) {
// CHECK-NEXT: tir.compute "sum" (reduce %i, reduce %j, reduce %k) in [n, m, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j, %k] : !tir.buffer<[n, m, 8], f32>
// CHECK-NEXT: tir.reduce @add_f32(%x) into (%Y[]) : !tir.buffer<[], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.monoid @max_f32 (f32) identity (-inf) {
// CHECK-NEXT: ^bb0(%a: f32, %b: f32):
// CHECK-NEXT: %c = arith.maximumf %a, %b : f32
// CHECK-NEXT: tir.yield %c : f32
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @max(%X: !tir.buffer<[n, 1], f32>, %Y: !tir.buffer<[n], f32>) {
// CHECK-NEXT: tir.compute "max" (%i, reduce %j) in [n, 1] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 1], f32>
// CHECK-NEXT: tir.reduce @max_f32(%x) into (%Y[%i]) : !tir.buffer<[n], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.monoid @min_f32 (f32) identity (inf) {
// CHECK-NEXT: ^bb0(%a: f32, %b: f32):
// CHECK-NEXT: %c = arith.minimumf %a, %b : f32
// CHECK-NEXT: tir.yield %c : f32
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @min(%X: !tir.buffer<[n, 1], f32>, %Y: !tir.buffer<[1], f32>) {
// CHECK-NEXT: tir.compute "min" (%j, reduce %i) in [1, n] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 1], f32>
// CHECK-NEXT: tir.reduce @min_f32(%x) into (%Y[%j]) : !tir.buffer<[1], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.monoid @max_i8 (i8) identity (-128) {
// CHECK-NEXT: ^bb0(%a: i8, %b: i8):
// CHECK-NEXT: %c = arith.maxsi %a, %b : i8
// CHECK-NEXT: tir.yield %c : i8
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @max_0(%X: !tir.buffer<[2 * n], i8>, %Y: !tir.buffer<[], i8>) symbols (n) {
// CHECK-NEXT: tir.compute "max" (reduce %i) in [2 * n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[2 * n], i8>
// CHECK-NEXT: tir.reduce @max_i8(%x) into (%Y[]) : !tir.buffer<[], i8>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.monoid @min_i1 (i1) identity (true) {
// CHECK-NEXT: ^bb0(%a: i1, %b: i1):
// CHECK-NEXT: %c = arith.andi %a, %b : i1
// CHECK-NEXT: tir.yield %c : i1
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @min_0(%X: !tir.buffer<[n], i1>, %Y: !tir.buffer<[], i1>) {
// CHECK-NEXT: tir.compute "min" (reduce %i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[n], i1>
// CHECK-NEXT: tir.reduce @min_i1(%x) into (%Y[]) : !tir.buffer<[], i1>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @mean(%S: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n, m], f32>) {
// CHECK-NEXT: tir.compute "mean" (%i, %j) in [n, m] {
// CHECK-NEXT: %s = tir.load %S[%i, %j] : !tir.buffer<[n, m], f32>
// CHECK-NEXT: %count = arith.constant 8.000000e+00 : f32
// CHECK-NEXT: %y = arith.divf %s, %count : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, m], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @sum_2(%X: !tir.buffer<[n, m, 8], f32>, %Y: !tir.buffer<[n, 1, 1], f32>) {
// CHECK-NEXT: tir.compute "sum" (%i, reduce %j, reduce %k) in [n, m, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j, %k] : !tir.buffer<[n, m, 8], f32>
// CHECK-NEXT: tir.reduce @add_f32(%x) into (%Y[%i, 0, 0]) : !tir.buffer<[n, 1, 1], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @mean_0(%S: !tir.buffer<[n, 1, 1], f32>, %X: !tir.buffer<[n, m, 8], f32>, %Y: !tir.buffer<[n, 1, 1], f32>) {
// CHECK-NEXT: tir.compute "mean" (%i, %j, %k) in [n, 1, 1] {
// CHECK-NEXT: %s = tir.load %S[%i, %j, %k] : !tir.buffer<[n, 1, 1], f32>
// CHECK-NEXT: %0 = tir.extent (8 * m) : index
// CHECK-NEXT: %1 = arith.index_cast %0 : index to i64
// CHECK-NEXT: %2 = arith.sitofp %1 : i64 to f32
// CHECK-NEXT: %y = arith.divf %s, %2 : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j, %k] : !tir.buffer<[n, 1, 1], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.monoid @add_i32 (i32) identity (0) {
// CHECK-NEXT: ^bb0(%a: i32, %b: i32):
// CHECK-NEXT: %c = arith.addi %a, %b : i32
// CHECK-NEXT: tir.yield %c : i32
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @sum_3(%X: !tir.buffer<[n, m], i32>, %Y: !tir.buffer<[n], i32>) {
// CHECK-NEXT: tir.compute "sum" (%i, reduce %j) in [n, m] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], i32>
// CHECK-NEXT: tir.reduce @add_i32(%x) into (%Y[%i]) : !tir.buffer<[n], i32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @mean_1(%S: !tir.buffer<[n], i32>, %X: !tir.buffer<[n, m], i32>, %Y: !tir.buffer<[n], i32>) {
// CHECK-NEXT: tir.compute "mean" (%i) in [n] {
// CHECK-NEXT: %s = tir.load %S[%i] : !tir.buffer<[n], i32>
// CHECK-NEXT: %0 = tir.extent (m) : index
// CHECK-NEXT: %1 = arith.index_cast %0 : index to i64
// CHECK-NEXT: %2 = arith.trunci %1 : i64 to i32
// CHECK-NEXT: %zero = arith.constant 0 : i32
// CHECK-NEXT: %one = arith.constant 1 : i32
// CHECK-NEXT: %3 = arith.cmpi eq, %2, %zero : i32
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %4 = arith.xori %3, %true : i1
// CHECK-NEXT: tir.check %4 else "division by zero"
// CHECK-NEXT: %minus_one = arith.constant -1 : i32
// CHECK-NEXT: %5 = arith.cmpi eq, %2, %minus_one : i32
// CHECK-NEXT: %6 = arith.ori %3, %5 : i1
// CHECK-NEXT: %7 = arith.select %6, %one, %2 : i32
// CHECK-NEXT: %8 = arith.divsi %s, %7 : i32
// CHECK-NEXT: %9 = arith.subi %zero, %s : i32
// CHECK-NEXT: %y = arith.select %5, %9, %8 : i32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], i32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @sum_4(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n], f32>) {
// CHECK-NEXT: tir.compute "sum" (%i, reduce %j) in [n, 8] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: tir.reduce @add_f32(%x) into (%Y[%i]) : !tir.buffer<[n], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @mean_2(%S: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
// CHECK-NEXT: tir.compute "mean" (%i) in [n] {
// CHECK-NEXT: %s = tir.load %S[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %count = arith.constant 8.000000e+00 : f32
// CHECK-NEXT: %y = arith.divf %s, %count : f32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @sum_5(%X: !tir.buffer<[n, 16], f32>, %Y: !tir.buffer<[n], f32>) {
// CHECK-NEXT: tir.compute "sum" (%i, reduce %j) in [n, 16] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 16], f32>
// CHECK-NEXT: tir.reduce @add_f32(%x) into (%Y[%i]) : !tir.buffer<[n], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @mean_3(%S: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
// CHECK-NEXT: tir.compute "mean" (%i) in [n] {
// CHECK-NEXT: %s = tir.load %S[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %count = arith.constant 1.600000e+01 : f32
// CHECK-NEXT: %y = arith.divf %s, %count : f32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @max_1(%X: !tir.buffer<[n, 214], f32>, %Y: !tir.buffer<[n, 1], f32>) {
// CHECK-NEXT: tir.compute "max" (%i, reduce %j) in [n, 214] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 214], f32>
// CHECK-NEXT: tir.reduce @max_f32(%x) into (%Y[%i, 0]) : !tir.buffer<[n, 1], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @subtract(%A: !tir.buffer<[n, 214], f32>, %B: !tir.buffer<[n, 1], f32>, %Y: !tir.buffer<[n, 214], f32>) {
// CHECK-NEXT: tir.compute "subtract" (%i, %j) in [n, 214] {
// CHECK-NEXT: %a = tir.load %A[%i, %j] : !tir.buffer<[n, 214], f32>
// CHECK-NEXT: %b = tir.load %B[%i, 0] : !tir.buffer<[n, 1], f32>
// CHECK-NEXT: %y = arith.subf %a, %b : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 214], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @exp(%X: !tir.buffer<[n, 214], f32>, %Y: !tir.buffer<[n, 214], f32>) {
// CHECK-NEXT: tir.compute "exp" (%i, %j) in [n, 214] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 214], f32>
// CHECK-NEXT: %y = math.exp %x : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 214], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @sum_6(%X: !tir.buffer<[n, 214], f32>, %Y: !tir.buffer<[n, 1], f32>) {
// CHECK-NEXT: tir.compute "sum" (%i, reduce %j) in [n, 214] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 214], f32>
// CHECK-NEXT: tir.reduce @add_f32(%x) into (%Y[%i, 0]) : !tir.buffer<[n, 1], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @divide(%A: !tir.buffer<[n, 214], f32>, %B: !tir.buffer<[n, 1], f32>, %Y: !tir.buffer<[n, 214], f32>) {
// CHECK-NEXT: tir.compute "divide" (%i, %j) in [n, 214] {
// CHECK-NEXT: %a = tir.load %A[%i, %j] : !tir.buffer<[n, 214], f32>
// CHECK-NEXT: %b = tir.load %B[%i, 0] : !tir.buffer<[n, 1], f32>
// CHECK-NEXT: %y = arith.divf %a, %b fastmath<arcp> : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 214], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

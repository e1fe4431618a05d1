// RUN: relax-opt %s --relax-legalize | FileCheck %s

// Kernels of elementwise operations: broadcasting, composite extents, element types.

// A literal 1 gives index 0, missing leading dimensions give no index.
relax.func @broadcast(%x: !relax.tensor<[n, 1, m], f32>, %y: !relax.tensor<[k, m], f32>) -> !relax.tensor<[n, k, m], f32> {
  %sum = relax.add %x, %y : (!relax.tensor<[n, 1, m], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[n, k, m], f32>
  relax.return %sum : !relax.tensor<[n, k, m], f32>
}

// Where both have extent 1 the access is elementwise still.
relax.func @ones(%x: !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 1], f32> {
  %y = relax.multiply %x, %x : !relax.tensor<[n, 1], f32>
  relax.return %y : !relax.tensor<[n, 1], f32>
}

// No iterator at all.
relax.func @scalars(%x: !relax.tensor<[], f32>, %y: !relax.tensor<[], f32>) -> !relax.tensor<[], f32> {
  %z = relax.power %x, %y : !relax.tensor<[], f32>
  relax.return %z : !relax.tensor<[], f32>
}

// `n` is a bare dimension of no buffer: a parameter.
relax.func @composite(%s: !relax.tensor<[n], f32>, %x: !relax.tensor<[2 * n, n + 1], f32>, %y: !relax.tensor<[1, n + 1], f32>) -> !relax.tensor<[2 * n, n + 1], f32> {
  %d = relax.subtract %x, %y : (!relax.tensor<[2 * n, n + 1], f32>, !relax.tensor<[1, n + 1], f32>) -> !relax.tensor<[2 * n, n + 1], f32>
  relax.return %d : !relax.tensor<[2 * n, n + 1], f32>
}

relax.func @floats(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f32>) {
  %0 = relax.divide %x, %y : !relax.tensor<[n], f32>
  %1 = relax.maximum %x, %y : !relax.tensor<[n], f32>
  %2 = relax.minimum %x, %y : !relax.tensor<[n], f32>
  relax.return
}

// No operands make an integer division trap.
relax.func @integers(%x: !relax.tensor<[n], i64>, %y: !relax.tensor<[n], i64>) {
  %0 = relax.divide %x, %y : !relax.tensor<[n], i64>
  %1 = relax.maximum %x, %y : !relax.tensor<[n], i64>
  %2 = relax.power %x, %y : !relax.tensor<[n], i64>
  relax.return
}

relax.func @comparisons(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[n, 1], i32>, %j: !relax.tensor<[257], i32>, %b: !relax.tensor<[n], i1>) {
  %0 = relax.equal %i, %j : (!relax.tensor<[n, 1], i32>, !relax.tensor<[257], i32>) -> !relax.tensor<[n, 257], i1>
  %1 = relax.less %x, %x : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], i1>
  %2 = relax.greater %b, %b : !relax.tensor<[n], i1>
  %3 = relax.where %b, %x, %x : (!relax.tensor<[n], i1>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// CHECK-LABEL: relax.func @broadcast(
// CHECK-NEXT: %sum = relax.call_tir @add(%x, %y) : (!relax.tensor<[n, 1, m], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[n, k, m], f32>

// CHECK-LABEL: relax.func @ones(
// CHECK-NEXT: %y = relax.call_tir @multiply(%x, %x) : (!relax.tensor<[n, 1], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 1], f32>

// CHECK-LABEL: relax.func @scalars(
// CHECK-NEXT: %z = relax.call_tir @power(%x, %y) : (!relax.tensor<[], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[], f32>

// CHECK-LABEL: relax.func @composite(
// CHECK-NEXT: %d = relax.call_tir @subtract(%x, %y) symbols (n = n) : (!relax.tensor<[2 * n, n + 1], f32>, !relax.tensor<[1, n + 1], f32>) -> !relax.tensor<[2 * n, n + 1], f32>

// CHECK-LABEL: relax.func @floats(
// CHECK-NEXT: %0 = relax.call_tir @divide(%x, %y) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
// CHECK-NEXT: %1 = relax.call_tir @maximum(%x, %y) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
// CHECK-NEXT: %2 = relax.call_tir @minimum(%x, %y) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>

// CHECK-LABEL: relax.func @integers(
// CHECK-NEXT: %0 = relax.call_tir @divide_0(%x, %y) : (!relax.tensor<[n], i64>, !relax.tensor<[n], i64>) -> !relax.tensor<[n], i64>
// CHECK-NEXT: %1 = relax.call_tir @maximum_0(%x, %y) : (!relax.tensor<[n], i64>, !relax.tensor<[n], i64>) -> !relax.tensor<[n], i64>
// CHECK-NEXT: %2 = relax.call_tir @power_0(%x, %y) : (!relax.tensor<[n], i64>, !relax.tensor<[n], i64>) -> !relax.tensor<[n], i64>

// CHECK-LABEL: relax.func @comparisons(
// CHECK-NEXT: %0 = relax.call_tir @equal(%i, %j) : (!relax.tensor<[n, 1], i32>, !relax.tensor<[257], i32>) -> !relax.tensor<[n, 257], i1>
// CHECK-NEXT: %1 = relax.call_tir @less(%x, %x) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], i1>
// CHECK-NEXT: %2 = relax.call_tir @greater(%b, %b) : (!relax.tensor<[n], i1>, !relax.tensor<[n], i1>) -> !relax.tensor<[n], i1>
// CHECK-NEXT: %3 = relax.call_tir @where(%b, %x, %x) : (!relax.tensor<[n], i1>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>

// CHECK-LABEL: tir.func private @add(%A: !tir.buffer<[n, 1, m], f32>, %B: !tir.buffer<[k, m], f32>, %Y: !tir.buffer<[n, k, m], f32>) {
// CHECK-NEXT: tir.compute "add" (%i, %j, %k) in [n, k, m] {
// CHECK-NEXT: %a = tir.load %A[%i, 0, %k] : !tir.buffer<[n, 1, m], f32>
// CHECK-NEXT: %b = tir.load %B[%j, %k] : !tir.buffer<[k, m], f32>
// CHECK-NEXT: %y = arith.addf %a, %b : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j, %k] : !tir.buffer<[n, k, m], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @multiply(%A: !tir.buffer<[n, 1], f32>, %B: !tir.buffer<[n, 1], f32>, %Y: !tir.buffer<[n, 1], f32>) {
// CHECK-NEXT: tir.compute "multiply" (%i, %j) in [n, 1] {
// CHECK-NEXT: %a = tir.load %A[%i, %j] : !tir.buffer<[n, 1], f32>
// CHECK-NEXT: %b = tir.load %B[%i, %j] : !tir.buffer<[n, 1], f32>
// CHECK-NEXT: %y = arith.mulf %a, %b : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 1], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @power(%A: !tir.buffer<[], f32>, %B: !tir.buffer<[], f32>, %Y: !tir.buffer<[], f32>) {
// CHECK-NEXT: tir.compute "power" () in [] {
// CHECK-NEXT: %a = tir.load %A[] : !tir.buffer<[], f32>
// CHECK-NEXT: %b = tir.load %B[] : !tir.buffer<[], f32>
// CHECK-NEXT: %y = math.powf %a, %b : f32
// CHECK-NEXT: tir.store %y, %Y[] : !tir.buffer<[], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @subtract(%A: !tir.buffer<[2 * n, n + 1], f32>, %B: !tir.buffer<[1, n + 1], f32>, %Y: !tir.buffer<[2 * n, n + 1], f32>) symbols (n) {
// CHECK-NEXT: tir.compute "subtract" (%i, %j) in [2 * n, n + 1] {
// CHECK-NEXT: %a = tir.load %A[%i, %j] : !tir.buffer<[2 * n, n + 1], f32>
// CHECK-NEXT: %b = tir.load %B[0, %j] : !tir.buffer<[1, n + 1], f32>
// CHECK-NEXT: %y = arith.subf %a, %b : f32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[2 * n, n + 1], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @divide(%A: !tir.buffer<[n], f32>, %B: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
// CHECK-NEXT: tir.compute "divide" (%i) in [n] {
// CHECK-NEXT: %a = tir.load %A[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %b = tir.load %B[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %y = arith.divf %a, %b : f32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @maximum(%A: !tir.buffer<[n], f32>, %B: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
// CHECK-NEXT: tir.compute "maximum" (%i) in [n] {
// CHECK-NEXT: %a = tir.load %A[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %b = tir.load %B[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %y = arith.maximumf %a, %b : f32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @minimum(%A: !tir.buffer<[n], f32>, %B: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
// CHECK-NEXT: tir.compute "minimum" (%i) in [n] {
// CHECK-NEXT: %a = tir.load %A[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %b = tir.load %B[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %y = arith.minimumf %a, %b : f32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @divide_0(%A: !tir.buffer<[n], i64>, %B: !tir.buffer<[n], i64>, %Y: !tir.buffer<[n], i64>) {
// CHECK-NEXT: tir.compute "divide" (%i) in [n] {
// CHECK-NEXT: %a = tir.load %A[%i] : !tir.buffer<[n], i64>
// CHECK-NEXT: %b = tir.load %B[%i] : !tir.buffer<[n], i64>
// CHECK-NEXT: %zero = arith.constant 0 : i64
// CHECK-NEXT: %one = arith.constant 1 : i64
// CHECK-NEXT: %0 = arith.cmpi eq, %b, %zero : i64
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %1 = arith.xori %0, %true : i1
// CHECK-NEXT: tir.check %1 else "division by zero"
// CHECK-NEXT: %minus_one = arith.constant -1 : i64
// CHECK-NEXT: %2 = arith.cmpi eq, %b, %minus_one : i64
// CHECK-NEXT: %3 = arith.ori %0, %2 : i1
// CHECK-NEXT: %4 = arith.select %3, %one, %b : i64
// CHECK-NEXT: %5 = arith.divsi %a, %4 : i64
// CHECK-NEXT: %6 = arith.subi %zero, %a : i64
// CHECK-NEXT: %y = arith.select %2, %6, %5 : i64
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], i64>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @maximum_0(%A: !tir.buffer<[n], i64>, %B: !tir.buffer<[n], i64>, %Y: !tir.buffer<[n], i64>) {
// CHECK-NEXT: tir.compute "maximum" (%i) in [n] {
// CHECK-NEXT: %a = tir.load %A[%i] : !tir.buffer<[n], i64>
// CHECK-NEXT: %b = tir.load %B[%i] : !tir.buffer<[n], i64>
// CHECK-NEXT: %y = arith.maxsi %a, %b : i64
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], i64>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @power_0(%A: !tir.buffer<[n], i64>, %B: !tir.buffer<[n], i64>, %Y: !tir.buffer<[n], i64>) {
// CHECK-NEXT: tir.compute "power" (%i) in [n] {
// CHECK-NEXT: %a = tir.load %A[%i] : !tir.buffer<[n], i64>
// CHECK-NEXT: %b = tir.load %B[%i] : !tir.buffer<[n], i64>
// CHECK-NEXT: %zero = arith.constant 0 : i64
// CHECK-NEXT: %two = arith.constant 2 : i64
// CHECK-NEXT: %0 = arith.cmpi eq, %a, %zero : i64
// CHECK-NEXT: %1 = arith.cmpi slt, %b, %zero : i64
// CHECK-NEXT: %2 = arith.andi %0, %1 : i1
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %3 = arith.xori %2, %true : i1
// CHECK-NEXT: tir.check %3 else "division by zero"
// CHECK-NEXT: %4 = arith.select %2, %two, %a : i64
// CHECK-NEXT: %y = math.ipowi %4, %b : i64
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], i64>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @equal(%A: !tir.buffer<[n, 1], i32>, %B: !tir.buffer<[257], i32>, %Y: !tir.buffer<[n, 257], i1>) {
// CHECK-NEXT: tir.compute "equal" (%i, %j) in [n, 257] {
// CHECK-NEXT: %a = tir.load %A[%i, 0] : !tir.buffer<[n, 1], i32>
// CHECK-NEXT: %b = tir.load %B[%j] : !tir.buffer<[257], i32>
// CHECK-NEXT: %y = arith.cmpi eq, %a, %b : i32
// CHECK-NEXT: tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 257], i1>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @less(%A: !tir.buffer<[n], f32>, %B: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], i1>) {
// CHECK-NEXT: tir.compute "less" (%i) in [n] {
// CHECK-NEXT: %a = tir.load %A[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %b = tir.load %B[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %y = arith.cmpf olt, %a, %b : f32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], i1>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @greater(%A: !tir.buffer<[n], i1>, %B: !tir.buffer<[n], i1>, %Y: !tir.buffer<[n], i1>) {
// CHECK-NEXT: tir.compute "greater" (%i) in [n] {
// CHECK-NEXT: %a = tir.load %A[%i] : !tir.buffer<[n], i1>
// CHECK-NEXT: %b = tir.load %B[%i] : !tir.buffer<[n], i1>
// CHECK-NEXT: %y = arith.cmpi ugt, %a, %b : i1
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], i1>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @where(%C: !tir.buffer<[n], i1>, %A: !tir.buffer<[n], f32>, %B: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
// CHECK-NEXT: tir.compute "where" (%i) in [n] {
// CHECK-NEXT: %c = tir.load %C[%i] : !tir.buffer<[n], i1>
// CHECK-NEXT: %a = tir.load %A[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %b = tir.load %B[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %y = arith.select %c, %a, %b : f32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// RUN: relax-opt %s --relax-legalize | FileCheck %s

// Divisions stand only where dimensions merge or split.

relax.func @groups(%x: !relax.tensor<[n, 768], f32>, %y: !relax.tensor<[n, 1, 12, 64], f32>) {
  %split = relax.reshape %x : (!relax.tensor<[n, 768], f32>) -> !relax.tensor<[n, 12, 64], f32>
  %merge = relax.reshape %y : (!relax.tensor<[n, 1, 12, 64], f32>) -> !relax.tensor<[n, 768], f32>
  %ones = relax.reshape %y : (!relax.tensor<[n, 1, 12, 64], f32>) -> !relax.tensor<[n, 12, 64, 1], f32>
  %same = relax.reshape %x : (!relax.tensor<[n, 768], f32>) -> !relax.tensor<[n, 768], f32>
  %regroup = relax.reshape %y : (!relax.tensor<[n, 1, 12, 64], f32>) -> !relax.tensor<[n, 32, 24], f32>
  relax.return
}

relax.func @symbols(%x: !relax.tensor<[a, b, 6], f32>, %y: !relax.tensor<[4 * a, 8], f32>) {
  %outer = relax.reshape %x : (!relax.tensor<[a, b, 6], f32>) -> !relax.tensor<[a * b, 2, 3], f32>
  %flat = relax.reshape %x : (!relax.tensor<[a, b, 6], f32>) -> !relax.tensor<[6 * a * b], f32>
  %rows = relax.reshape %y : (!relax.tensor<[4 * a, 8], f32>) -> !relax.tensor<[a, 32], f32>
  relax.return
}

relax.func @scalar(%s: !relax.tensor<[], f32>, %o: !relax.tensor<[1], f32>, %none: !relax.tensor<[0, 3], f32>) {
  %0 = relax.reshape %s : (!relax.tensor<[], f32>) -> !relax.tensor<[1, 1], f32>
  %1 = relax.reshape %o : (!relax.tensor<[1], f32>) -> !relax.tensor<[], f32>
  %2 = relax.reshape %none : (!relax.tensor<[0, 3], f32>) -> !relax.tensor<[3, 0], f32>
  relax.return
}

// A group norm's: whole channels stay whole, whatever the extents of the image are.
relax.func @channels(%x: !relax.tensor<[n, 32, h, w ceildiv 2], f32>, %y: !relax.tensor<[n, 8, 4 * h * (w ceildiv 2)], f32>) symbols (w) {
  %grouped = relax.reshape %x : (!relax.tensor<[n, 32, h, w ceildiv 2], f32>) -> !relax.tensor<[n, 8, 4 * h * (w ceildiv 2)], f32>
  %back = relax.reshape %y : (!relax.tensor<[n, 8, 4 * h * (w ceildiv 2)], f32>) -> !relax.tensor<[n, 32, h, w ceildiv 2], f32>
  relax.return
}

// CHECK-LABEL: relax.func @groups(
// CHECK-NEXT: %split = relax.call_tir @reshape(%x) : (!relax.tensor<[n, 768], f32>) -> !relax.tensor<[n, 12, 64], f32>
// CHECK-NEXT: %merge = relax.call_tir @reshape_0(%y) : (!relax.tensor<[n, 1, 12, 64], f32>) -> !relax.tensor<[n, 768], f32>
// CHECK-NEXT: %ones = relax.call_tir @reshape_1(%y) : (!relax.tensor<[n, 1, 12, 64], f32>) -> !relax.tensor<[n, 12, 64, 1], f32>
// CHECK-NEXT: %same = relax.call_tir @reshape_2(%x) : (!relax.tensor<[n, 768], f32>) -> !relax.tensor<[n, 768], f32>
// CHECK-NEXT: %regroup = relax.call_tir @reshape_3(%y) : (!relax.tensor<[n, 1, 12, 64], f32>) -> !relax.tensor<[n, 32, 24], f32>

// CHECK-LABEL: relax.func @symbols(
// CHECK-NEXT: %outer = relax.call_tir @reshape_4(%x) : (!relax.tensor<[a, b, 6], f32>) -> !relax.tensor<[a * b, 2, 3], f32>
// CHECK-NEXT: %flat = relax.call_tir @reshape_5(%x) : (!relax.tensor<[a, b, 6], f32>) -> !relax.tensor<[6 * a * b], f32>
// CHECK-NEXT: %rows = relax.call_tir @reshape_6(%y) : (!relax.tensor<[4 * a, 8], f32>) -> !relax.tensor<[a, 32], f32>

// CHECK-LABEL: relax.func @scalar(
// CHECK-NEXT: %0 = relax.call_tir @reshape_7(%s) : (!relax.tensor<[], f32>) -> !relax.tensor<[1, 1], f32>
// CHECK-NEXT: %1 = relax.call_tir @reshape_8(%o) : (!relax.tensor<[1], f32>) -> !relax.tensor<[], f32>
// CHECK-NEXT: %2 = relax.call_tir @reshape_9(%none) : (!relax.tensor<[0, 3], f32>) -> !relax.tensor<[3, 0], f32>

// CHECK-LABEL: tir.func private @reshape(%X: !tir.buffer<[n, 768], f32>, %Y: !tir.buffer<[n, 12, 64], f32>) {
// CHECK-NEXT: tir.compute "reshape" (%i, %j, %k) in [n, 12, 64] {
// CHECK-NEXT: %x = tir.load %X[%i, 64 * %j + %k] : !tir.buffer<[n, 768], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j, %k] : !tir.buffer<[n, 12, 64], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @reshape_0(%X: !tir.buffer<[n, 1, 12, 64], f32>, %Y: !tir.buffer<[n, 768], f32>) {
// CHECK-NEXT: tir.compute "reshape" (%i, %j) in [n, 768] {
// CHECK-NEXT: %x = tir.load %X[%i, 0, %j floordiv 64, %j mod 64] : !tir.buffer<[n, 1, 12, 64], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 768], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @reshape_1(%X: !tir.buffer<[n, 1, 12, 64], f32>, %Y: !tir.buffer<[n, 12, 64, 1], f32>) {
// CHECK-NEXT: tir.compute "reshape" (%i, %j, %k, %l) in [n, 12, 64, 1] {
// CHECK-NEXT: %x = tir.load %X[%i, 0, %j, %k] : !tir.buffer<[n, 1, 12, 64], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j, %k, %l] : !tir.buffer<[n, 12, 64, 1], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @reshape_2(%X: !tir.buffer<[n, 768], f32>, %Y: !tir.buffer<[n, 768], f32>) {
// CHECK-NEXT: tir.compute "reshape" (%i, %j) in [n, 768] {
// CHECK-NEXT: %x = tir.load %X[%i, %j] : !tir.buffer<[n, 768], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 768], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @reshape_3(%X: !tir.buffer<[n, 1, 12, 64], f32>, %Y: !tir.buffer<[n, 32, 24], f32>) {
// CHECK-NEXT: tir.compute "reshape" (%i, %j, %k) in [n, 32, 24] {
// CHECK-NEXT: %x = tir.load %X[%i, 0, (24 * %j + %k) floordiv 64, (24 * %j + %k) mod 64] : !tir.buffer<[n, 1, 12, 64], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j, %k] : !tir.buffer<[n, 32, 24], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @reshape_4(%X: !tir.buffer<[a, b, 6], f32>, %Y: !tir.buffer<[a * b, 2, 3], f32>) {
// CHECK-NEXT: tir.compute "reshape" (%i, %j, %k) in [a * b, 2, 3] {
// CHECK-NEXT: %x = tir.load %X[%i floordiv b, %i mod b, 3 * %j + %k] : !tir.buffer<[a, b, 6], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j, %k] : !tir.buffer<[a * b, 2, 3], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @reshape_5(%X: !tir.buffer<[a, b, 6], f32>, %Y: !tir.buffer<[6 * a * b], f32>) {
// CHECK-NEXT: tir.compute "reshape" (%i) in [6 * a * b] {
// CHECK-NEXT: %x = tir.load %X[%i floordiv (6 * b), (%i floordiv 6) mod b, %i mod 6] : !tir.buffer<[a, b, 6], f32>
// CHECK-NEXT: tir.store %x, %Y[%i] : !tir.buffer<[6 * a * b], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @reshape_6(%X: !tir.buffer<[4 * a, 8], f32>, %Y: !tir.buffer<[a, 32], f32>) {
// CHECK-NEXT: tir.compute "reshape" (%i, %j) in [a, 32] {
// CHECK-NEXT: %x = tir.load %X[4 * %i + %j floordiv 8, %j mod 8] : !tir.buffer<[4 * a, 8], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j] : !tir.buffer<[a, 32], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @reshape_7(%X: !tir.buffer<[], f32>, %Y: !tir.buffer<[1, 1], f32>) {
// CHECK-NEXT: tir.compute "reshape" (%i, %j) in [1, 1] {
// CHECK-NEXT: %x = tir.load %X[] : !tir.buffer<[], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j] : !tir.buffer<[1, 1], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @reshape_8(%X: !tir.buffer<[1], f32>, %Y: !tir.buffer<[], f32>) {
// CHECK-NEXT: tir.compute "reshape" () in [] {
// CHECK-NEXT: %x = tir.load %X[0] : !tir.buffer<[1], f32>
// CHECK-NEXT: tir.store %x, %Y[] : !tir.buffer<[], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @reshape_9(%X: !tir.buffer<[0, 3], f32>, %Y: !tir.buffer<[3, 0], f32>) {
// CHECK-NEXT: tir.compute "reshape" (%i, %j) in [3, 0] {
// CHECK-NEXT: %x = tir.load %X[0, 0] : !tir.buffer<[0, 3], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j] : !tir.buffer<[3, 0], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @reshape_10(%X: !tir.buffer<[n, 32, h, w ceildiv 2], f32>, %Y: !tir.buffer<[n, 8, 4 * h * (w ceildiv 2)], f32>)
// CHECK: %x = tir.load %X[%i, 4 * %j + %k floordiv (h * (w ceildiv 2)), (%k floordiv (w ceildiv 2)) mod h, %k mod (w ceildiv 2)]
// CHECK-LABEL: tir.func private @reshape_11(%X: !tir.buffer<[n, 8, 4 * h * (w ceildiv 2)], f32>, %Y: !tir.buffer<[n, 32, h, w ceildiv 2], f32>)
// CHECK: %x = tir.load %X[%i, %j floordiv 4, h * (w ceildiv 2) * (%j mod 4) + %k * (w ceildiv 2) + %l]

// RUN: relax-opt %s --relax-recover-views | FileCheck %s

tir.func private @regroup(%X: !tir.buffer<[n, 2048, 64], f32>, %Y: !tir.buffer<[n, 512, 256], f32>) {
  tir.compute "copy" (%i, %j, %k) in [n, 512, 256] {
    %x = tir.load %X[%i, 4 * %j + %k floordiv 64, %k mod 64] : !tir.buffer<[n, 2048, 64], f32>
    tir.store %x, %Y[%i, %j, %k] : !tir.buffer<[n, 512, 256], f32>
  }
  tir.return
}
tir.func private @turn(%X: !tir.buffer<[n, 4], f32>, %Y: !tir.buffer<[4, n], f32>) {
  tir.compute "copy" (%i, %j) in [4, n] {
    %x = tir.load %X[%j, %i] : !tir.buffer<[n, 4], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[4, n], f32>
  }
  tir.return
}
// The same order, but only the first half.
tir.func private @half(%X: !tir.buffer<[n, 4], f32>, %Y: !tir.buffer<[n, 4], f32>) {
  tir.compute "copy" (%i, %j) in [n, 2] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 4], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 4], f32>
  }
  tir.return
}
tir.func private @double(%X: !tir.buffer<[n, 4], f32>, %Y: !tir.buffer<[n, 4], f32>) {
  tir.compute "add" (%i, %j) in [n, 4] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 4], f32>
    %y = arith.addf %x, %x : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 4], f32>
  }
  tir.return
}
// From i8 to ui8, which have the same bits.
tir.func private @bits(%X: !tir.buffer<[n], i8>, %Y: !tir.buffer<[n], i8>) {
  tir.compute "cast" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], i8>
    tir.store %x, %Y[%i] : !tir.buffer<[n], i8>
  }
  tir.return
}

// CHECK-LABEL: relax.func @views(
// CHECK: %a = relax.reshape %x : (!relax.tensor<[n, 2048, 64], f32>) -> !relax.tensor<[n, 512, 256], f32>
relax.func @views(%x: !relax.tensor<[n, 2048, 64], f32>) -> !relax.tensor<[n, 512, 256], f32> {
  %a = relax.call_tir @regroup(%x) : (!relax.tensor<[n, 2048, 64], f32>) -> !relax.tensor<[n, 512, 256], f32>
  relax.return %a : !relax.tensor<[n, 512, 256], f32>
}

// CHECK-LABEL: relax.func @copies(
// CHECK: relax.call_tir @half
// CHECK: relax.call_tir @double
// CHECK: relax.call_tir @turn
relax.func @copies(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[4, n], f32> {
  %a = relax.call_tir @half(%x) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
  %b = relax.call_tir @double(%a) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
  %c = relax.call_tir @turn(%b) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[4, n], f32>
  relax.return %c : !relax.tensor<[4, n], f32>
}

// CHECK-LABEL: relax.func @other_elements(
// CHECK: relax.call_tir @bits(%x) : (!relax.tensor<[n], i8>) -> !relax.tensor<[n], ui8>
relax.func @other_elements(%x: !relax.tensor<[n], i8>) -> !relax.tensor<[n], ui8> {
  %a = relax.call_tir @bits(%x) : (!relax.tensor<[n], i8>) -> !relax.tensor<[n], ui8>
  relax.return %a : !relax.tensor<[n], ui8>
}

// In the regions of loops and branches, too.
// CHECK-LABEL: relax.func @inside(
// CHECK: relax.reshape %x : (!relax.tensor<[n, 2048, 64], f32>) -> !relax.tensor<[n, 512, 256], f32>
relax.func @inside(%x: !relax.tensor<[n, 2048, 64], f32>, %p: !relax.tensor<[], i1>, %z: !relax.tensor<[n, 512, 256], f32>) -> !relax.tensor<[n, 512, 256], f32> {
  %y = relax.if %p -> !relax.tensor<[n, 512, 256], f32> {
    %a = relax.call_tir @regroup(%x) : (!relax.tensor<[n, 2048, 64], f32>) -> !relax.tensor<[n, 512, 256], f32>
    relax.yield %a : !relax.tensor<[n, 512, 256], f32>
  } else {
    relax.yield %z : !relax.tensor<[n, 512, 256], f32>
  }
  relax.return %y : !relax.tensor<[n, 512, 256], f32>
}

// Rows as one: where there are elements, what is divided by is not 0.
// CHECK-LABEL: relax.func @joined(
// CHECK: relax.reshape %x : (!relax.tensor<[n, 24, h, w], f32>) -> !relax.tensor<[n, 8, 3, h * w], f32>
tir.func @rows(%X: !tir.buffer<[n, 24, h, w], f32>, %Y: !tir.buffer<[n, 8, 3, h * w], f32>) {
  tir.compute "reshape" (%i, %j, %k, %l) in [n, 8, 3, h * w] {
    %x = tir.load %X[%i, 3 * %j + %k, %l floordiv w, %l mod w] : !tir.buffer<[n, 24, h, w], f32>
    tir.store %x, %Y[%i, %j, %k, %l] : !tir.buffer<[n, 8, 3, h * w], f32>
  }
  tir.return
}
relax.func @joined(%x: !relax.tensor<[n, 24, h, w], f32>) -> !relax.tensor<[n, 8, 3, h * w], f32> {
  %a = relax.call_tir @rows(%x) : (!relax.tensor<[n, 24, h, w], f32>) -> !relax.tensor<[n, 8, 3, h * w], f32>
  relax.return %a : !relax.tensor<[n, 8, 3, h * w], f32>
}

// Channels in groups, as relax-legalize reads them: no facts say that these are the same positions.
// CHECK-LABEL: relax.func @grouped(
// CHECK: relax.reshape %x : (!relax.tensor<[n, 32, h, w], f32>) -> !relax.tensor<[n, 8, 4 * h * w], f32>
// CHECK: relax.call_tir @swapped(
tir.func @channels(%X: !tir.buffer<[n, 32, h, w], f32>, %Y: !tir.buffer<[n, 8, 4 * h * w], f32>) {
  tir.compute "reshape" (%i, %j, %k) in [n, 8, 4 * h * w] {
    %x = tir.load %X[%i, 4 * %j + %k floordiv (h * w), (%k floordiv w) mod h, %k mod w] : !tir.buffer<[n, 32, h, w], f32>
    tir.store %x, %Y[%i, %j, %k] : !tir.buffer<[n, 8, 4 * h * w], f32>
  }
  tir.return
}
tir.func @swapped(%X: !tir.buffer<[n, 32, h, w], f32>, %Y: !tir.buffer<[n, 8, 4 * h * w], f32>) {
  tir.compute "reshape" (%i, %j, %k) in [n, 8, 4 * h * w] {
    %x = tir.load %X[%i, 4 * %j + %k floordiv (h * w), %k mod h, (%k floordiv h) mod w] : !tir.buffer<[n, 32, h, w], f32>
    tir.store %x, %Y[%i, %j, %k] : !tir.buffer<[n, 8, 4 * h * w], f32>
  }
  tir.return
}
relax.func @grouped(%x: !relax.tensor<[n, 32, h, w], f32>) -> (!relax.tensor<[n, 8, 4 * h * w], f32>, !relax.tensor<[n, 8, 4 * h * w], f32>) {
  %a = relax.call_tir @channels(%x) : (!relax.tensor<[n, 32, h, w], f32>) -> !relax.tensor<[n, 8, 4 * h * w], f32>
  %b = relax.call_tir @swapped(%x) : (!relax.tensor<[n, 32, h, w], f32>) -> !relax.tensor<[n, 8, 4 * h * w], f32>
  relax.return %a, %b : !relax.tensor<[n, 8, 4 * h * w], f32>, !relax.tensor<[n, 8, 4 * h * w], f32>
}

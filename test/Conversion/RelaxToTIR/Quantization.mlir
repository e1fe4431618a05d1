// RUN: relax-opt %s --relax-legalize | FileCheck %s

relax.func @per_axis(%x: !relax.tensor<[n, m], f32>, %s: !relax.tensor<[m], f32>, %z: !relax.tensor<[m], i8>) -> !relax.tensor<[n, m], i8> {
  %y = relax.quantize %x by %s, %z axis 1 as i8 in f32 : (!relax.tensor<[n, m], f32>, !relax.tensor<[m], f32>, !relax.tensor<[m], i8>) -> !relax.tensor<[n, m], i8>
  relax.return %y : !relax.tensor<[n, m], i8>
}
relax.func @blocks(%x: !relax.tensor<[n, m], i4>, %s: !relax.tensor<[n, m ceildiv 2], f32>) -> !relax.tensor<[n, m], f16> {
  %y = relax.dequantize %x by %s axis 1 block 2 as f16 : (!relax.tensor<[n, m], i4>, !relax.tensor<[n, m ceildiv 2], f32>) -> !relax.tensor<[n, m], f16>
  relax.return %y : !relax.tensor<[n, m], f16>
}

// CHECK-LABEL: tir.func private @quantize(%X: !tir.buffer<[n, m], f32>, %S: !tir.buffer<[m], f32>, %Z: !tir.buffer<[m], i8>, %Y: !tir.buffer<[n, m], i8>) {
// CHECK-NEXT: tir.compute "quantize" (%i, %j) in [n, m] {
// CHECK-NEXT: %x = tir.load %X[%i, %j]
// CHECK-NEXT: %s = tir.load %S[%j]
// CHECK-NEXT: %[[Q:.*]] = arith.divf %x, %s : f32
// CHECK-NEXT: %[[R:.*]] = math.roundeven %[[Q]] : f32
// CHECK-NEXT: %z = tir.load %Z[%j]
// CHECK-NEXT: %[[Z:.*]] = arith.sitofp %z : i8 to f32
// CHECK-NEXT: arith.addf %[[R]], %[[Z]] : f32
// CHECK: arith.fptosi
// CHECK: tir.store %y, %Y[%i, %j]

// CHECK-LABEL: tir.func private @dequantize(%X: !tir.buffer<[n, m], i8>, %S: !tir.buffer<[n, m ceildiv 2], f32>, %Y: !tir.buffer<[n, m], f16>) {
// CHECK: %x = tir.load %X[%i, %j]
// CHECK: arith.shrsi
// CHECK: arith.extsi
// CHECK: %s = tir.load %S[%i, %j floordiv 2]
// CHECK: arith.mulf
// CHECK-NEXT: arith.truncf

// RUN: relax-opt %s --relax-legalize | FileCheck %s

// Blocks are bytes in two more dimensions. Places and shifts are expressions of the element's place.
// CHECK: %d = relax.call_tir @cast(%w) : (!relax.tensor<[n, 64], !relax.quant<q8_0>>) -> !relax.tensor<[n, 64], f32>
// CHECK-LABEL: tir.func private @cast(%X: !tir.buffer<[n, 2, 34], i8>, %Y: !tir.buffer<[n, 64], f32>) {
// CHECK-NEXT: tir.compute "decode" (%i, %j) in [n, 64] {
// CHECK-NEXT: %x = tir.load %X[%i, %j floordiv 32, %j mod 32 + 2]
// CHECK-NEXT: arith.extsi %x : i8 to i32
// CHECK-NEXT: arith.sitofp
// CHECK-NEXT: tir.load %X[%i, %j floordiv 32, 0]
// CHECK: tir.load %X[%i, %j floordiv 32, 1]
// CHECK: arith.bitcast {{.*}} : i16 to f16
// CHECK-NEXT: arith.extf {{.*}} : f16 to f32
// CHECK-NEXT: %y = arith.mulf
// CHECK-NEXT: tir.store %y, %Y[%i, %j]
relax.func private @q8_0(%w: !relax.tensor<[n, 64], !relax.quant<q8_0>>) -> !relax.tensor<[n, 64], f32> {
  %d = relax.cast %w : !relax.tensor<[n, 64], !relax.quant<q8_0>> to !relax.tensor<[n, 64], f32>
  relax.return %d : !relax.tensor<[n, 64], f32>
}

// A symbol in the last extent counts blocks.
// CHECK-LABEL: tir.func private @cast_0(%X: !tir.buffer<[b, 18], i8>, %Y: !tir.buffer<[32 * b], f32>) {
// CHECK: tir.load %X[%i floordiv 32, %i mod 16 + 2]
// CHECK: tir.extent (4 * ((%i mod 32) floordiv 16))
relax.func private @q4_0(%w: !relax.tensor<[32 * b], !relax.quant<q4_0>>) -> !relax.tensor<[32 * b], f32> symbols (b) {
  %d = relax.cast %w : !relax.tensor<[32 * b], !relax.quant<q4_0>> to !relax.tensor<[32 * b], f32>
  relax.return %d : !relax.tensor<[32 * b], f32>
}

// Rows of a table are rows of bytes.
// CHECK-LABEL: tir.func private @take(%X: !tir.buffer<[v, 1, 144], i8>, %I: !tir.buffer<[n], i64>, %Y: !tir.buffer<[n, 1, 144], i8>)
relax.func private @rows(%w: !relax.tensor<[v, 256], !relax.quant<q4_k>>, %i: !relax.tensor<[n], i64>) -> !relax.tensor<[n, 256], !relax.quant<q4_k>> {
  %r = relax.take %w, %i axis 0 : (!relax.tensor<[v, 256], !relax.quant<q4_k>>, !relax.tensor<[n], i64>) -> !relax.tensor<[n, 256], !relax.quant<q4_k>>
  relax.return %r : !relax.tensor<[n, 256], !relax.quant<q4_k>>
}

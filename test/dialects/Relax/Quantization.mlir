// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s --check-prefix=DEDUCED

// CHECK-LABEL: relax.func @quantized(
relax.func @quantized(%x: !relax.tensor<[n, 5], f32>, %any: !relax.tensor<*, f16>, %one: !relax.tensor<[], f32>,
    %row: !relax.tensor<[n], f32>, %blocks: !relax.tensor<[n, 3], f32>, %z: !relax.tensor<[], ui4>, %h: !relax.tensor<[], f16>) {
  // CHECK-NEXT: %a = relax.quantize %x by %one, %z as ui4 in f32 : (!relax.tensor<[n, 5], f32>, !relax.tensor<[], f32>, !relax.tensor<[], ui4>) -> !relax.tensor<[n, 5], ui4>
  %a = relax.quantize %x by %one, %z as ui4 in f32 : (!relax.tensor<[n, 5], f32>, !relax.tensor<[], f32>, !relax.tensor<[], ui4>) -> !relax.tensor<[n, 5], ui4>
  // CHECK-NEXT: %b = relax.quantize %x by %row axis 0 as f8E4M3FN in f16 {no_saturate} :
  %b = relax.quantize %x by %row axis 0 as f8E4M3FN in f16 {no_saturate} : (!relax.tensor<[n, 5], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n, 5], f8E4M3FN>
  // CHECK-NEXT: %c = relax.quantize %x by %blocks axis 1 block 2 as i2 in f32 :
  %c = relax.quantize %x by %blocks axis 1 block 2 as i2 in f32 : (!relax.tensor<[n, 5], f32>, !relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 5], i2>
  // CHECK-NEXT: %d = relax.dequantize %a by %one, %z as f16 :
  %d = relax.dequantize %a by %one, %z as f16 : (!relax.tensor<[n, 5], ui4>, !relax.tensor<[], f32>, !relax.tensor<[], ui4>) -> !relax.tensor<[n, 5], f16>
  // CHECK-NEXT: %e = relax.dequantize %c by %blocks axis 1 block 2 as bf16 :
  %e = relax.dequantize %c by %blocks axis 1 block 2 as bf16 : (!relax.tensor<[n, 5], i2>, !relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 5], bf16>
  // CHECK-NEXT: %f = relax.quantize %any by %h as i8 in f16 : (!relax.tensor<*, f16>, !relax.tensor<[], f16>) -> !relax.tensor<*, i8>
  %f = relax.quantize %any by %h as i8 in f16 : (!relax.tensor<*, f16>, !relax.tensor<[], f16>) -> !relax.tensor<*, i8>
  // CHECK-NEXT: %{{.*}} = relax.dynamic_quantize %x : (!relax.tensor<[n, 5], f32>) -> (!relax.tensor<[n, 5], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>)
  %y, %scale, %zero = relax.dynamic_quantize %x : (!relax.tensor<[n, 5], f32>) -> (!relax.tensor<[n, 5], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>)
  relax.return
}

// CHECK-LABEL: relax.func @products(
// DEDUCED-LABEL: relax.func @products(
relax.func @products(%a: !relax.tensor<[n, k], ui8>, %b: !relax.tensor<[k, m], i8>, %u: !relax.tensor<[], ui8>, %v: !relax.tensor<[m], i8>,
    %s: !relax.tensor<[], f32>, %t: !relax.tensor<[n, 1], f32>, %x: !relax.tensor<[n, 4, w], ui8>, %f: !relax.tensor<[m, 2, 3], i8>,
    %z: !relax.tensor<[n, 1], ui8>, %p: !relax.tensor<[m], f32>, %i: !relax.tensor<[m], i32>, %c: !relax.tensor<[4, 2, 3], i8>, %d: !relax.tensor<[], i8>) {
  // CHECK-NEXT: %0 = relax.matmul_integer %a zero %u, %b zero %v : (!relax.tensor<[n, k], ui8>, !relax.tensor<[], ui8>, !relax.tensor<[k, m], i8>, !relax.tensor<[m], i8>) -> !relax.tensor<[n, m], i32>
  // DEDUCED-NEXT: relax.matmul_integer {{.*}} -> !relax.tensor<[n, m], i32>
  %0 = relax.matmul_integer %a zero %u, %b zero %v : (!relax.tensor<[n, k], ui8>, !relax.tensor<[], ui8>, !relax.tensor<[k, m], i8>, !relax.tensor<[m], i8>) -> !relax.tensor<[n, m], i32>
  // CHECK-NEXT: %1 = relax.quantized_matmul %a by %t, %z and %b by %p, %v to %s, %u :
  // DEDUCED-NEXT: relax.quantized_matmul {{.*}} -> !relax.tensor<[n, m], ui8>
  %1 = relax.quantized_matmul %a by %t, %z and %b by %p, %v to %s, %u : (!relax.tensor<[n, k], ui8>, !relax.tensor<[n, 1], f32>, !relax.tensor<[n, 1], ui8>, !relax.tensor<[k, m], i8>, !relax.tensor<[m], f32>, !relax.tensor<[m], i8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>) -> !relax.tensor<[n, ?], ui8>
  // CHECK-NEXT: %2 = relax.conv_integer %x zero %u, %c zero %d strides [2] pads [1, 0] dilations [1] groups 2 :
  // DEDUCED-NEXT: relax.conv_integer {{.*}} -> !relax.tensor<[n, 4, w floordiv 2], i32>
  %2 = relax.conv_integer %x zero %u, %c zero %d strides [2] pads [1, 0] dilations [1] groups 2 : (!relax.tensor<[n, 4, w], ui8>, !relax.tensor<[], ui8>, !relax.tensor<[4, 2, 3], i8>, !relax.tensor<[], i8>) -> !relax.tensor<[n, 4, ?], i32>
  // CHECK-NEXT: %3 = relax.quantized_conv %x by %s, %u and %f by %p, %v to %s, %d bias %i strides [1] pads [1, 1] dilations [1] groups 2 :
  // DEDUCED-NEXT: relax.quantized_conv {{.*}} -> !relax.tensor<[n, m, w], i8>
  %3 = relax.quantized_conv %x by %s, %u and %f by %p, %v to %s, %d bias %i strides [1] pads [1, 1] dilations [1] groups 2 : (!relax.tensor<[n, 4, w], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>, !relax.tensor<[m, 2, 3], i8>, !relax.tensor<[m], f32>, !relax.tensor<[m], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[m], i32>) -> !relax.tensor<[n, m, w], i8>
  // CHECK-NEXT: %4 = relax.quantized_conv %x by %s, %u and %f by %s, %d to %s, %d strides [1]
  %4 = relax.quantized_conv %x by %s, %u and %f by %s, %d to %s, %d strides [1] pads [1, 1] dilations [1] groups 2 : (!relax.tensor<[n, 4, w], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>, !relax.tensor<[m, 2, 3], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>) -> !relax.tensor<[n, m, w], i8>
  relax.return
}

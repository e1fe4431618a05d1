// RUN: relax-opt %s --relax-decompose | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{except=matmul_integer}))' | FileCheck %s --check-prefix=EXCEPT

// Zero points go while the operands become i32.
// CHECK-LABEL: relax.func @integers(
// EXCEPT-LABEL: relax.func @integers(
// EXCEPT-NEXT: %y = relax.matmul_integer
relax.func @integers(%a: !relax.tensor<[n, k], ui8>, %u: !relax.tensor<[n, 1], ui8>, %b: !relax.tensor<[k, m], i8>, %v: !relax.tensor<[], i8>) -> !relax.tensor<[n, m], i32> {
  // CHECK-DAG: %[[A:.*]] = relax.cast %a : !relax.tensor<[n, k], ui8> to !relax.tensor<[n, k], i32>
  // CHECK-DAG: %[[U:.*]] = relax.cast %u : !relax.tensor<[n, 1], ui8> to !relax.tensor<[n, 1], i32>
  // CHECK-DAG: %[[X:.*]] = relax.subtract %[[A]], %[[U]] : (!relax.tensor<[n, k], i32>, !relax.tensor<[n, 1], i32>) -> !relax.tensor<[n, k], i32>
  // CHECK: %y = relax.matmul %[[X]], %{{.*}} : (!relax.tensor<[n, k], i32>, !relax.tensor<[k, m], i32>) -> !relax.tensor<[n, m], i32>
  %y = relax.matmul_integer %a zero %u, %b zero %v : (!relax.tensor<[n, k], ui8>, !relax.tensor<[n, 1], ui8>, !relax.tensor<[k, m], i8>, !relax.tensor<[], i8>) -> !relax.tensor<[n, m], i32>
  relax.return %y : !relax.tensor<[n, m], i32>
}

// Floats of 8 bits are multiplied in f32.
// CHECK-LABEL: relax.func @floats(
relax.func @floats(%a: !relax.tensor<[n, k], f8E4M3FN>, %s: !relax.tensor<[], f16>, %u: !relax.tensor<[], f8E4M3FN>, %b: !relax.tensor<[k], f8E5M2>, %v: !relax.tensor<[], f8E5M2>) -> !relax.tensor<[n], f8E4M3FN> {
  // CHECK: relax.matmul %{{.*}}, %{{.*}} : (!relax.tensor<[n, k], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[n], f32>
  // CHECK: %y = relax.quantize %{{.*}} by %{{.*}}, %u as f8E4M3FN in f32
  %y = relax.quantized_matmul %a by %s, %u and %b by %s, %v to %s, %u : (!relax.tensor<[n, k], f8E4M3FN>, !relax.tensor<[], f16>, !relax.tensor<[], f8E4M3FN>, !relax.tensor<[k], f8E5M2>, !relax.tensor<[], f16>, !relax.tensor<[], f8E5M2>, !relax.tensor<[], f16>, !relax.tensor<[], f8E4M3FN>) -> !relax.tensor<[n], f8E4M3FN>
  relax.return %y : !relax.tensor<[n], f8E4M3FN>
}

// The zero point is taken off before padding adds zeros; the weight's are per output channel.
// CHECK-LABEL: relax.func @windows(
relax.func @windows(%x: !relax.tensor<[n, 2, w], ui8>, %u: !relax.tensor<[], ui8>, %f: !relax.tensor<[m, 2, 3], i8>, %v: !relax.tensor<[m], i8>) -> !relax.tensor<[n, m, w], i32> {
  // CHECK: %[[X:.*]] = relax.subtract
  // CHECK: %[[V:.*]] = relax.reshape %v : (!relax.tensor<[m], i8>) -> !relax.tensor<[m, 1, 1], i8>
  // CHECK: %y_padded = relax.pad %[[X]]
  // CHECK: %y = relax.conv %y_padded, %{{.*}} strides [1] pads [0, 0] dilations [1] groups 1
  %y = relax.conv_integer %x zero %u, %f zero %v strides [1] pads [1, 1] dilations [1] groups 1 : (!relax.tensor<[n, 2, w], ui8>, !relax.tensor<[], ui8>, !relax.tensor<[m, 2, 3], i8>, !relax.tensor<[m], i8>) -> !relax.tensor<[n, m, w], i32>
  relax.return %y : !relax.tensor<[n, m, w], i32>
}

// CHECK-LABEL: relax.func @dynamic(
relax.func @dynamic(%x: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>) {
  // CHECK-NOT: relax.dynamic_quantize
  // CHECK: %[[S:.*]] = relax.divide
  // CHECK-NEXT: %[[Z:.*]] = relax.quantize %{{.*}} by %[[S]] as ui8 in f32
  // CHECK-NEXT: %[[Y:.*]] = relax.quantize %x by %[[S]], %[[Z]] as ui8 in f32
  // CHECK-NEXT: relax.return %[[Y]], %[[S]], %[[Z]]
  %y, %s, %z = relax.dynamic_quantize %x : (!relax.tensor<[n], f32>) -> (!relax.tensor<[n], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>)
  relax.return %y, %s, %z : !relax.tensor<[n], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>
}

// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @bands
relax.func @bands(%x: !relax.tensor<[n, 0, m], f32>, %k: !relax.tensor<[], i64>) {
  // CHECK-NEXT: %a = relax.tril %x diagonal %k : (!relax.tensor<[n, 0, m], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 0, m], f32>
  %a = relax.tril %x diagonal %k : (!relax.tensor<[n, 0, m], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 0, m], f32>
  // CHECK-NEXT: %b = relax.triu %a diagonal %k
  %b = relax.triu %a diagonal %k : (!relax.tensor<[n, 0, m], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 0, m], f32>
  // CHECK-NEXT: %c = relax.eye_like %x diagonal -1 : (!relax.tensor<[n, 0, m], f32>) -> !relax.tensor<[n, 0, m], i1>
  %c = relax.eye_like %x diagonal -1 : (!relax.tensor<[n, 0, m], f32>) -> !relax.tensor<[n, 0, m], i1>
  relax.return
}

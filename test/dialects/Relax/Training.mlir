// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-decompose | FileCheck %s --check-prefix=PARTS

// PARTS-NOT: {{relax.(adagrad|adam) }}
// PARTS-NOT: relax.momentum
// PARTS: relax.return
// CHECK-LABEL: relax.func @steps(
relax.func @steps(%r: !relax.tensor<[], f32>, %t: !relax.tensor<[], i64>, %x: !relax.tensor<[n, 3], f32>, %g: !relax.tensor<[n, 3], f32>, %any: !relax.tensor<[m, 3], f32>) {
  // CHECK-NEXT: %a0, %a1 = relax.adagrad %r, %t, %x, %g, %x decay 5.000000e-01 epsilon 0.000000e+00 regularization 1.000000e+00 : (!relax.tensor<[], f32>, !relax.tensor<[], i64>, !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>) -> (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>)
  %a0, %a1 = relax.adagrad %r, %t, %x, %g, %x decay 5.000000e-01 epsilon 0.000000e+00 regularization 1.000000e+00 : (!relax.tensor<[], f32>, !relax.tensor<[], i64>, !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>) -> (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>)
  // CHECK-NEXT: %b0, %b1, %b2 = relax.adam %r, %t, %x, %any, %x, %x alpha 5.000000e-01 beta 1.000000e+00 epsilon 0.000000e+00 regularization 1.000000e+00 after 0.000000e+00 : (!relax.tensor<[], f32>, !relax.tensor<[], i64>, !relax.tensor<[n, 3], f32>, !relax.tensor<[m, 3], f32>, !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>) -> (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>)
  %b0, %b1, %b2 = relax.adam %r, %t, %x, %any, %x, %x alpha 5.000000e-01 beta 1.000000e+00 epsilon 0.000000e+00 regularization 1.000000e+00 after 0.000000e+00 : (!relax.tensor<[], f32>, !relax.tensor<[], i64>, !relax.tensor<[n, 3], f32>, !relax.tensor<[m, 3], f32>, !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>) -> (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>)
  // CHECK-NEXT: %c0, %c1 = relax.momentum %r, %t, %x, %g, %x alpha 5.000000e-01 beta 1.000000e+00 regularization 1.000000e+00 nesterov : (!relax.tensor<[], f32>, !relax.tensor<[], i64>, !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>) -> (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>)
  %c0, %c1 = relax.momentum %r, %t, %x, %g, %x alpha 5.000000e-01 beta 1.000000e+00 regularization 1.000000e+00 nesterov : (!relax.tensor<[], f32>, !relax.tensor<[], i64>, !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>) -> (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>)
  relax.return
}

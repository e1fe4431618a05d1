// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// CHECK-LABEL: relax.func @det
relax.func @det(%x: !relax.tensor<[0, n, n], f32>) {
  // CHECK-NEXT: %a = relax.det %x : (!relax.tensor<[0, n, n], f32>) -> !relax.tensor<[0], f32>
  %a = relax.det %x : (!relax.tensor<[0, n, n], f32>) -> !relax.tensor<[0], f32>
  relax.return
}

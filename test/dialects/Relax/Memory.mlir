// Explicit storage, after planning.
// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @memory(
relax.func @memory(%x: !relax.tensor<[n, 0], f32>) {
  // CHECK-NEXT: %arena = relax.arena bytes 3072 * n + 64
  %arena = relax.arena bytes 64 + n * 3072
  // CHECK-NEXT: %empty = relax.arena bytes 0
  %empty = relax.arena bytes 0
  // CHECK-NEXT: relax.kill %x : !relax.tensor<[n, 0], f32>
  relax.kill %x : !relax.tensor<[n, 0], f32>
  relax.return
}

// State as a value: a cache that grows, and one that is written in place.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// CHECK-LABEL: relax.func @caches(
relax.func @caches(%c: !relax.tensor<[n, 2], f32>, %r: !relax.tensor<[1, 2], f32>, %z: !relax.tensor<[0, 2], f32>,
                   %u: !relax.tensor<[?, ?], f32>, %v: !relax.tensor<*, f32>, %p: !relax.tensor<[], i64>) {
  // CHECK: %0 = relax.append %c, %r at 0 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[1, 2], f32>) -> !relax.tensor<[n + 1, 2], f32>
  %0 = relax.append %c, %r at 0 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[1, 2], f32>) -> !relax.tensor<[n + 1, 2], f32>
  // CHECK: relax.append %c, %z at 0 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[0, 2], f32>) -> !relax.tensor<[n, 2], f32>
  %1 = relax.append %c, %z at 0 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[0, 2], f32>) -> !relax.tensor<[n, 2], f32>
  // CHECK: relax.append %u, %c at 0 : (!relax.tensor<[?, ?], f32>, !relax.tensor<[n, 2], f32>) -> !relax.tensor<[?, 2], f32>
  %2 = relax.append %u, %c at 0 : (!relax.tensor<[?, ?], f32>, !relax.tensor<[n, 2], f32>) -> !relax.tensor<[?, 2], f32>
  // CHECK: relax.append %v, %c at 1 : (!relax.tensor<*, f32>, !relax.tensor<[n, 2], f32>) -> !relax.tensor<*, f32>
  %3 = relax.append %v, %c at 1 : (!relax.tensor<*, f32>, !relax.tensor<[n, 2], f32>) -> !relax.tensor<*, f32>
  // CHECK: relax.update_slice %c, %r from %p at 0 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[1, 2], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 2], f32>
  %4 = relax.update_slice %c, %r from %p at 0 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[1, 2], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 2], f32>
  relax.return
}

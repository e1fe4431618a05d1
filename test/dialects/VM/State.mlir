// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: vm.func @main(
vm.func @main(%x: !relax.tensor<[t, 2], f32> donated, %r: !relax.tensor<[1, 2], f32>, %p: !relax.tensor<[], i64>) -> !relax.tensor<[t + 2, 2], f32> {
  // CHECK-NEXT: %a = vm.append %x, %r axis 0 in_place reserve 4096 : (!relax.tensor<[t, 2], f32>, !relax.tensor<[1, 2], f32>) -> !relax.tensor<[t + 1, 2], f32>
  %a = vm.append %x, %r axis 0 in_place reserve 4096 : (!relax.tensor<[t, 2], f32>, !relax.tensor<[1, 2], f32>) -> !relax.tensor<[t + 1, 2], f32>
  // CHECK-NEXT: %b = vm.append %a, %r axis 0 : (!relax.tensor<[t + 1, 2], f32>, !relax.tensor<[1, 2], f32>) -> !relax.tensor<[t + 2, 2], f32>
  %b = vm.append %a, %r axis 0 : (!relax.tensor<[t + 1, 2], f32>, !relax.tensor<[1, 2], f32>) -> !relax.tensor<[t + 2, 2], f32>
  // CHECK-NEXT: %c = vm.update %b, %r from %p axis 0 in_place : (!relax.tensor<[t + 2, 2], f32>, !relax.tensor<[1, 2], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[t + 2, 2], f32>
  %c = vm.update %b, %r from %p axis 0 in_place : (!relax.tensor<[t + 2, 2], f32>, !relax.tensor<[1, 2], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[t + 2, 2], f32>
  // CHECK-NEXT: %d = vm.update %c, %r from %p axis 0 : (!relax.tensor<[t + 2, 2], f32>, !relax.tensor<[1, 2], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[t + 2, 2], f32>
  %d = vm.update %c, %r from %p axis 0 : (!relax.tensor<[t + 2, 2], f32>, !relax.tensor<[1, 2], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[t + 2, 2], f32>
  vm.return %d : !relax.tensor<[t + 2, 2], f32>
}

// Branches and loops of the host program.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// CHECK-LABEL: vm.func @branches(
vm.func @branches(%x: !relax.tensor<[n], f32>, %p: !relax.tensor<[], i1>) -> !relax.tensor<[n], f32> {
  %n = vm.dim %x axis 0, "x" : !relax.tensor<[n], f32>
  // CHECK: %c = vm.load_extent %p element 0, "p" : !relax.tensor<[], i1>
  %c = vm.load_extent %p element 0, "p" : !relax.tensor<[], i1>
  // CHECK: %y = vm.branch (%n mod 2 == 0, 2 <= %n, %c == 1) arm "even" -> !relax.tensor<[n], f32> {
  // CHECK-NEXT: vm.yield %x : !relax.tensor<[n], f32>
  // CHECK-NEXT: } else arm "odd" {
  %y = vm.branch (%n mod 2 == 0, 2 <= %n, %c == 1) arm "even" -> !relax.tensor<[n], f32> {
    vm.yield %x : !relax.tensor<[n], f32>
  } else arm "odd" {
    vm.yield %x : !relax.tensor<[n], f32>
  }
  // CHECK: vm.branch () arm "always" {
  // CHECK-NEXT: vm.yield
  // CHECK-NEXT: } else {
  vm.branch () arm "always" {
    vm.yield
  } else {
    vm.yield
  }
  vm.return %y : !relax.tensor<[n], f32>
}

// CHECK-LABEL: vm.func @loop(
vm.func @loop(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f32>, %p: !relax.tensor<[], i1>) {
  // CHECK: vm.loop(%x, %y) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>) {
  // CHECK-NEXT: ^bb0(%c: !relax.tensor<[t], f32>, %d: !relax.tensor<[u], f32>):
  // CHECK-NEXT: %e = vm.load_extent
  // CHECK-NEXT: vm.condition (%e == 1) arm "round"
  // CHECK-NEXT: } do {
  %a, %b = vm.loop(%x, %y) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>) {
  ^bb0(%c: !relax.tensor<[t], f32>, %d: !relax.tensor<[u], f32>):
    %e = vm.load_extent %p element 0, "p" : !relax.tensor<[], i1>
    vm.condition (%e == 1) arm "round"
  } do {
  ^bb0(%c: !relax.tensor<[t], f32>, %d: !relax.tensor<[u], f32>):
    vm.yield %d, %c : !relax.tensor<[u], f32>, !relax.tensor<[t], f32>
  }
  vm.return
}

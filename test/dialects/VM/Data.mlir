// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

!t = !relax.adt<@T>
!row = !relax.tensor<[2], f32>
relax.adt @T { @A, @B(!row), @C(tuple<!row, !row>) }

// CHECK-LABEL: vm.func @main(
vm.func @main(%x: !row) -> !row {
  // CHECK-NEXT: %b = vm.construct tag 1 (%x) : (!relax.tensor<[2], f32>) -> !relax.adt<@T>
  %b = vm.construct tag 1 (%x) : (!row) -> !t
  // CHECK-NEXT: %is = vm.is_constructor %b tag 1 : (!relax.adt<@T>) -> !relax.tensor<[], i1>
  %is = vm.is_constructor %b tag 1 : (!t) -> !relax.tensor<[], i1>
  // CHECK-NEXT: %y = vm.switch %b cases [0, 1, 0] arms ["main: else", "main: @B"], "relax.if" : (!relax.adt<@T>) -> !relax.tensor<[2], f32> {
  %y = vm.switch %b cases [0, 1, 0] arms ["main: else", "main: @B"], "relax.if" : (!t) -> !row {
    vm.yield %x : !row
  }, {
    // CHECK: %f = vm.get_field %b tag 1 at 0 of "B", "'relax.get_field' %f" : (!relax.adt<@T>) -> !relax.tensor<[2], f32>
    %f = vm.get_field %b tag 1 at 0 of "B", "'relax.get_field' %f" : (!t) -> !row
    vm.yield %f : !row
  }
  // CHECK: %p = vm.tuple(%x, %y) : (!relax.tensor<[2], f32>, !relax.tensor<[2], f32>) -> tuple<!relax.tensor<[2], f32>, !relax.tensor<[2], f32>>
  %p = vm.tuple(%x, %y) : (!row, !row) -> tuple<!row, !row>
  // CHECK-NEXT: %z = vm.tuple_get %p at 1 : (tuple<!relax.tensor<[2], f32>, !relax.tensor<[2], f32>>) -> !relax.tensor<[2], f32>
  %z = vm.tuple_get %p at 1 : (tuple<!row, !row>) -> !row
  vm.return %z : !row
}

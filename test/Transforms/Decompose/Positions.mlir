// RUN: relax-opt %s --relax-decompose | FileCheck %s
// RUN: not relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{except=one_hot}),relax-legalize,relax-to-vm)' 2>&1 | FileCheck %s --check-prefix=OFF

// OFF: error: 'relax.one_hot' op cannot be lowered to 'vm'

// CHECK-LABEL: relax.func @hot(
relax.func @hot(%i: !relax.tensor<[n, m], i32>, %v: !relax.tensor<[2], f32>, %k: !relax.tensor<[k], i1>) -> !relax.tensor<[n, 2 * k, m], f32> {
  // CHECK-NEXT: %y_cast = relax.cast %i
  // CHECK-NEXT: %y_numbers = relax.iota begin 0 step 1 given (%k : {{.*}}) : !relax.tensor<[2 * k], i64>
  // CHECK: relax.less %y_cast
  // CHECK: relax.where
  // CHECK: relax.equal {{.*}} : (!relax.tensor<[n, 1, m], i64>, !relax.tensor<[2 * k, 1], i64>)
  // CHECK: %y = relax.where
  %y = relax.one_hot %i, %v depth 2 * k axis 1 given (%k) : (!relax.tensor<[n, m], i32>, !relax.tensor<[2], f32>, !relax.tensor<[k], i1>) -> !relax.tensor<[n, 2 * k, m], f32>
  relax.return %y : !relax.tensor<[n, 2 * k, m], f32>
}

// CHECK-LABEL: relax.func @turn(
relax.func @turn(%x: !relax.tensor<[t, n], f32>, %l: !relax.tensor<[n], i64>) -> !relax.tensor<[t, n], f32> {
  // CHECK-NOT: relax.reverse_sequence
  // CHECK: %y = relax.gather_elements %x, %y_chosen axis 0
  %y = relax.reverse_sequence %x, %l axis 0 batch 1 : (!relax.tensor<[t, n], f32>, !relax.tensor<[n], i64>) -> !relax.tensor<[t, n], f32>
  relax.return %y : !relax.tensor<[t, n], f32>
}

// CHECK-LABEL: relax.func @write(
relax.func @write(%x: !relax.tensor<[n, m], f32>, %u: !relax.tensor<[n, k], f32>, %p: !relax.tensor<[n], i64>) -> !relax.tensor<[n, m], f32> {
  // CHECK-COUNT-2: relax.mod
  // CHECK: %y = relax.scatter_elements %x, %y_rest_{{[0-9]+}}, %u axis 1
  // CHECK-NEXT: %z_numbers = relax.iota
  // CHECK-NOT: relax.mod
  // CHECK: %z = relax.scatter_elements %y, %z_wide, %u axis 1
  %y = relax.tensor_scatter %x, %u at %p axis 1 circular : (!relax.tensor<[n, m], f32>, !relax.tensor<[n, k], f32>, !relax.tensor<[n], i64>) -> !relax.tensor<[n, m], f32>
  %z = relax.tensor_scatter %y, %u axis 1 : (!relax.tensor<[n, m], f32>, !relax.tensor<[n, k], f32>) -> !relax.tensor<[n, m], f32>
  relax.return %z : !relax.tensor<[n, m], f32>
}

// RUN: relax-opt %s --relax-to-vm | FileCheck %s

tir.func private @copy(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n, b], f32>) {
  tir.return
}

// Registers for what the operation binds, a check for what a fact decided,
// nothing for what the types say. A shape that is given has no register.
// CHECK-LABEL: vm.func @broadcast(
// CHECK: %m = vm.dim %x axis 1
// CHECK: %k = vm.dim %y axis 0
// CHECK: vm.check_fact (2 <= %k) always, "broadcast"
// CHECK-NEXT: %b = vm.broadcast_dim [%m, %k] dimension 1, "'relax.broadcast_shape' %s"
// CHECK-NEXT: vm.check_fact (%b <= 64) always, "'relax.broadcast_shape' %s"
// CHECK-NEXT: %z = vm.alloc [%n, %b] : !relax.tensor<[n, b], f32>
// CHECK-NEXT: vm.kernel @copy(%x, %z) symbols [%n, %m, %b]
// CHECK-NEXT: %t = vm.broadcast_dim [%m, %k] dimension 1, "'relax.broadcast_shape' %t"
// CHECK-NEXT: vm.return{{$}}
relax.func @broadcast(%x: !relax.tensor<[n, m], f32>, %y: !relax.tensor<[k], f32>, %u: !relax.tensor<[1, n, 1], f32>) where (2 <= k) {
  %s = relax.broadcast_shape %x, %y : (!relax.tensor<[n, m], f32>, !relax.tensor<[k], f32>) -> !relax.shape<[n, b]> binds (b) where (b <= 64)
  %z = relax.call_tir @copy(%x) given (%s : !relax.shape<[n, b]>) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, b], f32>
  %t = relax.broadcast_shape %x, %y : (!relax.tensor<[n, m], f32>, !relax.tensor<[k], f32>) -> !relax.shape<[n, k]>
  %v = relax.broadcast_shape %x, %u : (!relax.tensor<[n, m], f32>, !relax.tensor<[1, n, 1], f32>) -> !relax.shape<[1, n, m]>
  relax.return
}

// What a shape is over axes that are values: a register a dimension, or a check
// of what the type says.
// CHECK-LABEL: vm.func @axes(
// CHECK: %r = vm.reduced_dim %a dimension 0 of [%n, %m] noop, "'relax.reduced_shape' %s"
// CHECK-NEXT: {{.*}} = vm.reduced_dim %a dimension 1 of [%n, %m] noop, "'relax.reduced_shape' %s"
// CHECK-NEXT: vm.check_fact ({{.*}} == 1) always, "'relax.reduced_shape' %s"
// CHECK-NEXT: %y = vm.squeeze %x over %a, "'relax.squeeze' %y"
// CHECK-NEXT: vm.check_tensor %y, "'relax.squeeze' %y"
// CHECK-NEXT: %e = vm.dim %y axis 0, "'relax.squeeze' %y"
relax.func @axes(%x: !relax.tensor<[n, m], f32>, %a: !relax.tensor<[1], i64>) {
  %s = relax.reduced_shape %x over %a noop : (!relax.tensor<[n, m], f32>, !relax.tensor<[1], i64>) -> !relax.shape<[r, 1]> binds (r)
  %y = relax.squeeze %x over %a : (!relax.tensor<[n, m], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[e], f32> binds (e)
  relax.return
}

// CHECK-LABEL: vm.func @data(
// CHECK: %r = vm.integers [%n, 4, 2 * %n + 1] : !relax.tensor<[3], i64>
// CHECK-NEXT: vm.return %r : !relax.tensor<[3], i64>
relax.func @data(%x: !relax.tensor<[n, 4, 2 * n + 1], f32>) -> !relax.tensor<[3], i64> {
  %s = relax.shape_of %x : !relax.tensor<[n, 4, 2 * n + 1], f32> -> !relax.shape<[n, 4, 2 * n + 1]>
  %r = relax.shape_to_tensor %s : !relax.shape<[n, 4, 2 * n + 1]> -> !relax.tensor<[3], i64>
  relax.return %r : !relax.tensor<[3], i64>
}

// Elements that are bound, and one that has to be what the type says.
// CHECK-LABEL: vm.func @extents(
// CHECK: %a = vm.load_extent %t element 0, "'relax.tensor_to_shape' %s" : !relax.tensor<[3], i64>
// CHECK-NEXT: %s = vm.load_extent %t element 1, "'relax.tensor_to_shape' %s" : !relax.tensor<[3], i64>
// CHECK-NEXT: vm.check_fact (%s == 2 * %n) always, "'relax.tensor_to_shape' %s"
// CHECK-NEXT: %b = vm.load_extent %t element 2
// CHECK-NEXT: vm.check_fact (%a * %b == 2) always, "'relax.tensor_to_shape' %s"
// CHECK-NEXT: %y = vm.reshape %x dims [%a, 2 * %n, %b]
relax.func @extents(%t: !relax.tensor<[3], i64>, %x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[?, ?, ?], f32> {
  %s = relax.tensor_to_shape %t : !relax.tensor<[3], i64> -> !relax.shape<[a, 2 * n, b]> binds (a, b) where (a * b == 2) given (%x : !relax.tensor<[n, 4], f32>)
  %y = relax.reshape %x to %s : (!relax.tensor<[n, 4], f32>, !relax.shape<[a, 2 * n, b]>) -> !relax.tensor<[a, 2 * n, b], f32>
  relax.return %y : !relax.tensor<[a, 2 * n, b], f32>
}

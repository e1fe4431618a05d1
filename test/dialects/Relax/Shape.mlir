// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// CHECK-LABEL: relax.func @shape(
relax.func @shape(%x: !relax.tensor<[n, 2 * n, ?], f32>, %any: !relax.tensor<*, i1>, %scalar: !relax.tensor<[], f32>) {
  // CHECK-NEXT: %s = relax.shape_of %x : !relax.tensor<[n, 2 * n, ?], f32> -> !relax.shape<[n, 2 * n, ?]>
  %s = relax.shape_of %x : !relax.tensor<[n, 2 * n, ?], f32> -> !relax.shape<[n, 2 * n, ?]>
  // CHECK-NEXT: %t = relax.shape_to_tensor %s : !relax.shape<[n, 2 * n, ?]> -> !relax.tensor<[3], i64>
  %t = relax.shape_to_tensor %s : !relax.shape<[n, 2 * n, ?]> -> !relax.tensor<[3], i64>
  // CHECK-NEXT: %g = relax.shape given (%s : !relax.shape<[n, 2 * n, ?]>) : !relax.shape<[1, n + 1]>
  %g = relax.shape given (%s : !relax.shape<[n, 2 * n, ?]>) : !relax.shape<[1, n + 1]>
  // CHECK-NEXT: %u = relax.shape_of %any : !relax.tensor<*, i1> -> !relax.shape<*>
  %u = relax.shape_of %any : !relax.tensor<*, i1> -> !relax.shape<*>
  // CHECK-NEXT: %v = relax.shape_to_tensor %u : !relax.shape<*> -> !relax.tensor<[?], i64>
  %v = relax.shape_to_tensor %u : !relax.shape<*> -> !relax.tensor<[?], i64>
  // CHECK-NEXT: %w = relax.shape_of %scalar : !relax.tensor<[], f32> -> !relax.shape<[]>
  %w = relax.shape_of %scalar : !relax.tensor<[], f32> -> !relax.shape<[]>
  // CHECK-NEXT: %y = relax.shape_to_tensor %w : !relax.shape<[]> -> !relax.tensor<[0], i64>
  %y = relax.shape_to_tensor %w : !relax.shape<[]> -> !relax.tensor<[0], i64>
  relax.return
}

// CHECK-LABEL: relax.func @ranges(
relax.func @ranges(%a: !relax.tensor<[], i32>, %x: !relax.tensor<[n, p], f32>, %y: !relax.tensor<[m, 1], f32>) {
  // CHECK-NEXT: %r = relax.arange %a, %a, %a : (!relax.tensor<[], i32>, !relax.tensor<[], i32>, !relax.tensor<[], i32>) -> !relax.tensor<[k], i32> binds (k)
  %r = relax.arange %a, %a, %a : (!relax.tensor<[], i32>, !relax.tensor<[], i32>, !relax.tensor<[], i32>) -> !relax.tensor<[k], i32> binds (k)
  // CHECK-NEXT: %i = relax.iota begin p step 2 * n given (%x : !relax.tensor<[n, p], f32>) : !relax.tensor<[n + 1], i64>
  %i = relax.iota begin p step 2 * n given (%x : !relax.tensor<[n, p], f32>) : !relax.tensor<[n + 1], i64>
  // CHECK-NEXT: %j = relax.iota begin -1 step 0 : !relax.tensor<[0], f16>
  %j = relax.iota begin -1 step 0 : !relax.tensor<[0], f16>
  // CHECK-NEXT: %b = relax.broadcast_shape %x, %y : (!relax.tensor<[n, p], f32>, !relax.tensor<[m, 1], f32>) -> !relax.shape<[q, p]> binds (q)
  %b = relax.broadcast_shape %x, %y : (!relax.tensor<[n, p], f32>, !relax.tensor<[m, 1], f32>) -> !relax.shape<[q, p]> binds (q)
  // CHECK-NEXT: %z = relax.broadcast_to %x to %b : (!relax.tensor<[n, p], f32>, !relax.shape<[q, p]>) -> !relax.tensor<[q, p], f32>
  %z = relax.broadcast_to %x to %b : (!relax.tensor<[n, p], f32>, !relax.shape<[q, p]>) -> !relax.tensor<[q, p], f32>
  // CHECK-NEXT: %w = relax.broadcast_to %a given (%x) : (!relax.tensor<[], i32>, !relax.tensor<[n, p], f32>) -> !relax.tensor<[p, n], i32>
  %w = relax.broadcast_to %a given (%x) : (!relax.tensor<[], i32>, !relax.tensor<[n, p], f32>) -> !relax.tensor<[p, n], i32>
  relax.return
}

// CHECK-LABEL: relax.func @extents(
relax.func @extents(%t: !relax.tensor<[3], i64>, %x: !relax.tensor<[n, 4], f32>) {
  // CHECK-NEXT: %s = relax.tensor_to_shape %t : !relax.tensor<[3], i64> -> !relax.shape<[a, 2 * n, b]> binds (a, b) where (a * b == 2) given (%x : !relax.tensor<[n, 4], f32>)
  %s = relax.tensor_to_shape %t : !relax.tensor<[3], i64> -> !relax.shape<[a, 2 * n, b]> binds (a, b) where (a * b == 2) given (%x : !relax.tensor<[n, 4], f32>)
  // CHECK-NEXT: %y = relax.reshape %x to %s : (!relax.tensor<[n, 4], f32>, !relax.shape<[a, 2 * n, b]>) -> !relax.tensor<[a, 2 * n, b], f32>
  %y = relax.reshape %x to %s : (!relax.tensor<[n, 4], f32>, !relax.shape<[a, 2 * n, b]>) -> !relax.tensor<[a, 2 * n, b], f32>
  relax.return
}

// Operands whose types got better since may say what an operation binds.
// CHECK-LABEL: relax.func @bound(
relax.func @bound(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[1, m], f32>) {
  // CHECK-NEXT: %s = relax.broadcast_shape %x, %y : {{.*}} -> !relax.shape<[b, c]> binds (b, c)
  %s = relax.broadcast_shape %x, %y : (!relax.tensor<[n, 4], f32>, !relax.tensor<[1, m], f32>) -> !relax.shape<[b, c]> binds (b, c)
  relax.return
}

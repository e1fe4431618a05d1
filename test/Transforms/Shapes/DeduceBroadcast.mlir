// RUN: relax-opt %s --relax-deduce-shapes --split-input-file 2>/dev/null | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes=targets=true --split-input-file --verify-diagnostics -o /dev/null

// 1 in the target keeps the input's extent, 1 in the input takes the target's,
// equal normal forms agree, and both sides may have fewer dimensions.
// CHECK-LABEL: relax.func @rules(
// CHECK-SAME:      -> (!relax.tensor<[n, 3], f32>, !relax.tensor<[2, n, 1], f32>, !relax.tensor<[5, n, 3], f32>)
relax.func @rules(%x: !relax.tensor<[n, 1], f32>, %y: !relax.tensor<[5, n, 3], f32>) -> (!relax.tensor<[?, ?], f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>) {
  %shape = relax.shape_of %x : !relax.tensor<[n, 1], f32> -> !relax.shape<[n, 1]>
  %n1 = relax.shape_to_tensor %shape : !relax.shape<[n, 1]> -> !relax.tensor<[2], i64>
  %three = relax.constant dense<[1, 3]> : tensor<2xi64>
  %n3 = relax.multiply %n1, %three : !relax.tensor<[2], i64>
  %two = relax.constant dense<2> : tensor<1xi64>
  %t21 = relax.concat %two, %n1 axis 0 : (!relax.tensor<[1], i64>, !relax.tensor<[2], i64>) -> !relax.tensor<[3], i64>
  // CHECK: relax.broadcast_to %x : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 3], f32>
  %a = relax.broadcast_to %x to %n3 : (!relax.tensor<[n, 1], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  // CHECK: relax.broadcast_to %x : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[2, n, 1], f32>
  %b = relax.broadcast_to %x to %t21 : (!relax.tensor<[n, 1], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<*, f32>
  // CHECK: relax.broadcast_to %y : (!relax.tensor<[5, n, 3], f32>) -> !relax.tensor<[5, n, 3], f32>
  %c = relax.broadcast_to %y to %n1 : (!relax.tensor<[5, n, 3], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<*, f32>
  relax.return %a, %b, %c : !relax.tensor<[?, ?], f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>
}

// -----

// An extent of 0 is one like others: 1 becomes 0, 0 stays under 1.
// CHECK-LABEL: relax.func @empty(
// CHECK-SAME:      -> (!relax.tensor<[0, 4], f32>, !relax.tensor<[0], f32>)
relax.func @empty(%x: !relax.tensor<[1, 4], f32>, %y: !relax.tensor<[0], f32>) -> (!relax.tensor<[?, ?], f32>, !relax.tensor<[?], f32>) {
  %s = relax.constant dense<[0, 1]> : tensor<2xi64>
  %t = relax.constant dense<1> : tensor<1xi64>
  %a = relax.broadcast_to %x to %s : (!relax.tensor<[1, 4], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  %b = relax.broadcast_to %y to %t : (!relax.tensor<[0], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return %a, %b : !relax.tensor<[?, ?], f32>, !relax.tensor<[?], f32>
}

// -----

// Equal by a fact is enough.
// CHECK-LABEL: relax.func @fact(
// CHECK-SAME:      -> !relax.tensor<[n], f32>
relax.func @fact(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[?], f32> where (n == m) {
  %shape = relax.shape_of %y : !relax.tensor<[m], f32> -> !relax.shape<[m]>
  %t = relax.shape_to_tensor %shape : !relax.shape<[m]> -> !relax.tensor<[1], i64>
  // CHECK: relax.broadcast_to %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %a = relax.broadcast_to %x to %t : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return %a : !relax.tensor<[?], f32>
}

// -----

// One of two different symbols may be 1; other values bring the symbols of a literal 1.
// CHECK-LABEL: relax.func @unresolved(
relax.func @unresolved(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>, %one: !relax.tensor<[1], f32>, %u: !relax.tensor<*, f32>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>, !relax.tensor<*, f32>) {
  %shape = relax.shape_of %y : !relax.tensor<[m], f32> -> !relax.shape<[m]>
  %t = relax.shape_to_tensor %shape : !relax.shape<[m]> -> !relax.tensor<[1], i64>
  // CHECK: relax.broadcast_to %x to %t : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  // expected-remark@+1 {{the target is not resolved: element 0 and the input's extent may differ}}
  %a = relax.broadcast_to %x to %t : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  // CHECK: relax.broadcast_to %one given (%y) : (!relax.tensor<[1], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>
  %b = relax.broadcast_to %one to %t : (!relax.tensor<[1], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  // CHECK: relax.broadcast_to %u to %t : (!relax.tensor<*, f32>, !relax.tensor<[1], i64>) -> !relax.tensor<*, f32>
  // expected-remark@+1 {{the target is not resolved: element 0 is not known}}
  %c = relax.broadcast_to %u to %t : (!relax.tensor<*, f32>, !relax.tensor<[1], i64>) -> !relax.tensor<*, f32>
  relax.return %a, %b, %c : !relax.tensor<[?], f32>, !relax.tensor<[?], f32>, !relax.tensor<*, f32>
}

// -----

// An extent of at least 2 is the result's, but the other one is still to be checked.
// CHECK-LABEL: relax.func private @reasons(
relax.func private @reasons(%x: !relax.tensor<[n, 7], f32>, %open: !relax.tensor<[?], f32>) -> (!relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>, !relax.tensor<[?], f32>) {
  %shape = relax.shape_of %x : !relax.tensor<[n, 7], f32> -> !relax.shape<[n, 7]>
  %s = relax.shape_to_tensor %shape : !relax.shape<[n, 7]> -> !relax.tensor<[2], i64>
  %n = relax.strided_slice %s axes [0] begins [0] ends [1] steps [1] : (!relax.tensor<[2], i64>) -> !relax.tensor<[1], i64>
  // CHECK: relax.broadcast_to %x to %n : (!relax.tensor<[n, 7], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[n, 7], f32>
  // expected-remark@+1 {{the target is not resolved: element 0 and the input's extent may differ}}
  %a = relax.broadcast_to %x to %n : (!relax.tensor<[n, 7], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?, ?], f32>
  %one = relax.constant dense<[1, 0]> : tensor<2xi64>
  %less = relax.subtract %s, %one : !relax.tensor<[2], i64>
  // CHECK: relax.broadcast_to %x to %less : (!relax.tensor<[n, 7], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, 7], f32>
  // expected-remark@+1 {{the target is not resolved: element 0 may be negative}}
  %b = relax.broadcast_to %x to %less : (!relax.tensor<[n, 7], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  %three = relax.constant dense<3> : tensor<1xi64>
  // CHECK: relax.broadcast_to %open to %three : (!relax.tensor<[?], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  // expected-remark@+1 {{the target is not resolved: element 0 meets an unknown extent}}
  %c = relax.broadcast_to %open to %three : (!relax.tensor<[?], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return %a, %b, %c : !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>, !relax.tensor<[?], f32>
}

// RUN: relax-opt %s --relax-deduce-shapes --split-input-file 2>/dev/null | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes=targets=true --split-input-file --verify-diagnostics -o /dev/null

// -1 is the rest; literals divide.
// CHECK-LABEL: relax.func @rest(
// CHECK-SAME:      -> (!relax.tensor<[n, 2048, 1], i32>, !relax.tensor<[6], i32>)
relax.func @rest(%x: !relax.tensor<[n, 2048], i32>, %y: !relax.tensor<[2, 3], i32>) -> (!relax.tensor<[?, ?, ?], i32>, !relax.tensor<[?], i32>) {
  %s = relax.constant dense<[-1, 2048, 1]> : tensor<3xi64>
  %t = relax.constant dense<-1> : tensor<1xi64>
  // CHECK: %a = relax.reshape %x : (!relax.tensor<[n, 2048], i32>) -> !relax.tensor<[n, 2048, 1], i32>
  %a = relax.reshape %x to %s : (!relax.tensor<[n, 2048], i32>, !relax.tensor<[3], i64>) -> !relax.tensor<[?, ?, ?], i32>
  // CHECK: %b = relax.reshape %y : (!relax.tensor<[2, 3], i32>) -> !relax.tensor<[6], i32>
  %b = relax.reshape %y to %t : (!relax.tensor<[2, 3], i32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], i32>
  relax.return %a, %b : !relax.tensor<[?, ?, ?], i32>, !relax.tensor<[?], i32>
}

// -----

// Symbols divide where they stand in every term.
// CHECK-LABEL: relax.func @symbolic_rest(
// CHECK-SAME:      -> !relax.tensor<[b, h + s, 3], f32>
relax.func @symbolic_rest(%x: !relax.tensor<[b * h + b * s, 6], f32>, %y: !relax.tensor<[2, b, s, h], f32>) -> !relax.tensor<[?, ?, ?], f32> where (b >= 1) {
  %shape = relax.shape_of %y : !relax.tensor<[2, b, s, h], f32> -> !relax.shape<[2, b, s, h]>
  %all = relax.shape_to_tensor %shape : !relax.shape<[2, b, s, h]> -> !relax.tensor<[4], i64>
  %b = relax.strided_slice %all axes [0] begins [1] ends [2] steps [1] : (!relax.tensor<[4], i64>) -> !relax.tensor<[1], i64>
  %rest = relax.constant dense<-1> : tensor<1xi64>
  %three = relax.constant dense<3> : tensor<1xi64>
  %t = relax.concat %b, %rest, %three axis 0 : (!relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[3], i64>
  %two = relax.constant dense<2> : tensor<1xi64>
  %half = relax.concat %b, %two, %rest, %three axis 0 : (!relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[4], i64>
  // CHECK: %split = relax.reshape %x : (!relax.tensor<[b * h + b * s, 6], f32>) -> !relax.tensor<[b, 2, h + s, 3], f32>
  %split = relax.reshape %x to %half : (!relax.tensor<[b * h + b * s, 6], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<[?, ?, ?, ?], f32>
  %0 = relax.sum %split over [1] : (!relax.tensor<[?, ?, ?, ?], f32>) -> !relax.tensor<[?, ?, ?], f32>
  relax.return %0 : !relax.tensor<[?, ?, ?], f32>
}

// -----

// 0 copies, or is an extent with allow_zero.
// CHECK-LABEL: relax.func @zero(
// CHECK-SAME:      -> (!relax.tensor<[n, 8], f32>, !relax.tensor<[0, 5], f32>, !relax.tensor<[0, 4], f32>)
relax.func @zero(%x: !relax.tensor<[n, 2, 4], f32>, %none: !relax.tensor<[0, 4], f32>) -> (!relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>) {
  %s = relax.constant dense<[0, -1]> : tensor<2xi64>
  %t = relax.constant dense<[0, 5]> : tensor<2xi64>
  // CHECK: relax.reshape %x : (!relax.tensor<[n, 2, 4], f32>) -> !relax.tensor<[n, 8], f32>
  %a = relax.reshape %x to %s : (!relax.tensor<[n, 2, 4], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  // CHECK: relax.reshape %none : (!relax.tensor<[0, 4], f32>) -> !relax.tensor<[0, 5], f32>
  %b = relax.reshape %none to %t allow_zero : (!relax.tensor<[0, 4], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  // The copied 0 cancels: the rest is known.
  // CHECK: relax.reshape %none : (!relax.tensor<[0, 4], f32>) -> !relax.tensor<[0, 4], f32>
  %c = relax.reshape %none to %s : (!relax.tensor<[0, 4], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %a, %b, %c : !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>
}

// -----

// A target without elements: a scalar.
// CHECK-LABEL: relax.func @scalar(
// CHECK-SAME:      -> !relax.tensor<[], f32>
relax.func @scalar(%x: !relax.tensor<[1, 1], f32>) -> !relax.tensor<*, f32> {
  %t = relax.constant dense<> : tensor<0xi64>
  // CHECK: relax.reshape %x : (!relax.tensor<[1, 1], f32>) -> !relax.tensor<[], f32>
  %a = relax.reshape %x to %t : (!relax.tensor<[1, 1], f32>, !relax.tensor<[0], i64>) -> !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}

// -----

// A symbolic element that may be 0 would copy an extent of 4 then, so that the
// program would fail for n = 0; the function says so.
// CHECK-LABEL: relax.func @swapped(
// CHECK-SAME:      -> !relax.tensor<[n, 4], f32> where (1 <= n)
relax.func @swapped(%x: !relax.tensor<[4, n], f32>, %y: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[?, ?], f32> {
  %shape = relax.shape_of %y : !relax.tensor<[n, 4], f32> -> !relax.shape<[n, 4]>
  %t = relax.shape_to_tensor %shape : !relax.shape<[n, 4]> -> !relax.tensor<[2], i64>
  // CHECK: relax.reshape %x : (!relax.tensor<[4, n], f32>) -> !relax.tensor<[n, 4], f32>
  // expected-remark@+1 {{assumes '1 <= n', which callers of the function now have to satisfy}}
  %a = relax.reshape %x to %t : (!relax.tensor<[4, n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %a : !relax.tensor<[?, ?], f32>
}

// -----

// Where the copied extent is 0 with it, nothing is assumed: [2 * n, 4] to [n, 8].
// CHECK-LABEL: relax.func @same_zero(
// CHECK-SAME:      -> !relax.tensor<[n, 8], f32> {
relax.func @same_zero(%x: !relax.tensor<[2 * n, 4], f32>, %y: !relax.tensor<[n, 8], f32>) -> !relax.tensor<[?, ?], f32> {
  %shape = relax.shape_of %y : !relax.tensor<[n, 8], f32> -> !relax.shape<[n, 8]>
  %t = relax.shape_to_tensor %shape : !relax.shape<[n, 8]> -> !relax.tensor<[2], i64>
  // CHECK: relax.reshape %x : (!relax.tensor<[2 * n, 4], f32>) -> !relax.tensor<[n, 8], f32>
  %a = relax.reshape %x to %t : (!relax.tensor<[2 * n, 4], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %a : !relax.tensor<[?, ?], f32>
}

// -----

// A private function checks nothing, so nothing can be assumed for it.
// CHECK-LABEL: relax.func private @swapped(
// CHECK-SAME:      -> !relax.tensor<[?, 4], f32> {
relax.func private @swapped(%x: !relax.tensor<[4, n], f32>, %y: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[?, ?], f32> {
  %shape = relax.shape_of %y : !relax.tensor<[n, 4], f32> -> !relax.shape<[n, 4]>
  %t = relax.shape_to_tensor %shape : !relax.shape<[n, 4]> -> !relax.tensor<[2], i64>
  // CHECK: relax.reshape %x to %t : (!relax.tensor<[4, n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, 4], f32>
  // expected-remark@+1 {{the target is not resolved: element 0 may be 0, which copies}}
  %a = relax.reshape %x to %t : (!relax.tensor<[4, n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %a : !relax.tensor<[?, ?], f32>
}

// -----

// Without a target the type says the shape, and the count fills in one `?`.
// CHECK-LABEL: relax.func @one_open(
// CHECK-SAME:      -> (!relax.tensor<[3, 2 * n], f32>, !relax.tensor<[0, 3], f32>, !relax.tensor<[?, 3], f32>, !relax.tensor<[?, ?], f32>)
relax.func @one_open(%x: !relax.tensor<[n, 6], f32>, %none: !relax.tensor<[0], f32>, %y: !relax.tensor<[n], f32>) -> (!relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>) {
  %a = relax.reshape %x : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<[3, ?], f32>
  %b = relax.reshape %none : (!relax.tensor<[0], f32>) -> !relax.tensor<[?, 3], f32>
  %c = relax.reshape %y : (!relax.tensor<[n], f32>) -> !relax.tensor<[?, 3], f32>
  %d = relax.reshape %x : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<[?, ?], f32>
  relax.return %a, %b, %c, %d : !relax.tensor<[3, ?], f32>, !relax.tensor<[?, 3], f32>, !relax.tensor<[?, 3], f32>, !relax.tensor<[?, ?], f32>
}

// -----

// A literal target that is right for one n only stays one.
// CHECK-LABEL: relax.func @sometimes(
// CHECK-SAME:      -> !relax.tensor<[?, ?], f32>
relax.func @sometimes(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[?, ?], f32> {
  %t = relax.constant dense<[2, 8]> : tensor<2xi64>
  // CHECK: relax.reshape %x to %t
  // expected-remark@+1 {{the target is not resolved: element 0 makes another element count}}
  %a = relax.reshape %x to %t : (!relax.tensor<[n, 4], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %a : !relax.tensor<[?, ?], f32>
}

// -----

// Elements that are not known, or not equal by normal form, keep the target.
// CHECK-LABEL: relax.func @unresolved(
relax.func @unresolved(%x: !relax.tensor<[n], f32>, %t: !relax.tensor<[2], i64>, %y: !relax.tensor<[m, 2], f32>) -> (!relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>) where (m >= 1) {
  // CHECK: relax.reshape %x to %t : (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  // expected-remark@+1 {{the target is not resolved: element 0 is not known}}
  %a = relax.reshape %x to %t : (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  %s = relax.constant dense<[-1, 2]> : tensor<2xi64>
  // CHECK: relax.reshape %x to %s : (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, 2], f32>
  // expected-remark@+1 {{the target is not resolved: element 0 has no quotient in normal form}}
  %b = relax.reshape %x to %s : (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  %shape = relax.shape_of %y : !relax.tensor<[m, 2], f32> -> !relax.shape<[m, 2]>
  %u = relax.shape_to_tensor %shape : !relax.shape<[m, 2]> -> !relax.tensor<[2], i64>
  // CHECK: relax.reshape %x to %u : (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, 2], f32>
  // expected-remark@+1 {{the target is not resolved: element 0 makes another element count}}
  %c = relax.reshape %x to %u : (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %a, %b, %c : !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>
}

// -----

// Why else an element is left open. The extents that are known are deduced.
// CHECK-LABEL: relax.func private @reasons(
relax.func private @reasons(%x: !relax.tensor<[n], f32>, %open: !relax.tensor<[?, 4], f32>, %u: !relax.tensor<*, f32>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>) {
  %shape = relax.shape_of %x : !relax.tensor<[n], f32> -> !relax.shape<[n]>
  %n = relax.shape_to_tensor %shape : !relax.shape<[n]> -> !relax.tensor<[1], i64>
  %n8 = relax.cast %n : !relax.tensor<[1], i64> to !relax.tensor<[1], i8>
  %t = relax.cast %n8 : !relax.tensor<[1], i8> to !relax.tensor<[1], i64>
  // CHECK: relax.reshape %x to %t : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  // expected-remark@+1 {{the target is not resolved: element 0 may exceed its element type}}
  %a = relax.reshape %x to %t : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  %two = relax.constant dense<[1, 2]> : tensor<2xi64>
  %less = relax.subtract %n, %two : (!relax.tensor<[1], i64>, !relax.tensor<[2], i64>) -> !relax.tensor<[2], i64>
  // CHECK: relax.reshape %x to %less
  // expected-remark@+1 {{the target is not resolved: element 0 may be negative}}
  %b = relax.reshape %x to %less : (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  // CHECK: relax.reshape %open to %two : (!relax.tensor<[?, 4], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[1, 2], f32>
  // expected-remark@+1 {{the target is not resolved: element 0 is not compared with the input}}
  %c = relax.reshape %open to %two : (!relax.tensor<[?, 4], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  %copy = relax.constant dense<[0, 3]> : tensor<2xi64>
  // CHECK: relax.reshape %u to %copy : (!relax.tensor<*, f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, 3], f32>
  // expected-remark@+1 {{the target is not resolved: element 0 copies an unknown extent}}
  %d = relax.reshape %u to %copy : (!relax.tensor<*, f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %a, %b, %c, %d : !relax.tensor<[?], f32>, !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>
}

// Without the fact the extent stays open.
// CHECK-LABEL: relax.func @not_divisible(
// CHECK-SAME: -> !relax.tensor<[?, 4], f32>
relax.func @not_divisible(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[?, ?], f32> where (m mod 2 == 0) {
  // CHECK-NOT: match_cast
  %t = relax.constant dense<[-1, 4]> : tensor<2xi64>
  // expected-remark@+1 {{the target is not resolved: element 0 has no quotient in normal form}}
  %y = relax.reshape %x to %t : (!relax.tensor<[n, m], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %y : !relax.tensor<[?, ?], f32>
}

// -----

// An extent that the input's type cannot give stays open, so that nothing has
// to be assumed of it.
// CHECK-LABEL: relax.func @foreign(
// CHECK-SAME:      -> !relax.tensor<[?], f32> {
relax.func @foreign(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[?], f32> {
  %shape = relax.shape_of %y : !relax.tensor<[m], f32> -> !relax.shape<[m]>
  %t = relax.shape_to_tensor %shape : !relax.shape<[m]> -> !relax.tensor<[1], i64>
  // expected-remark@+1 {{the target is not resolved: element 0 makes another element count}}
  %a = relax.reshape %x to %t : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return %a : !relax.tensor<[?], f32>
}

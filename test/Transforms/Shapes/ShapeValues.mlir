// RUN: relax-opt %s --relax-deduce-shapes --split-input-file 2>/dev/null | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes=targets=true --split-input-file --verify-diagnostics -o /dev/null

// The elements that lib/Analysis/ShapeValues follows, seen in what a reshape by
// them becomes.

// Arithmetic on elements.
// CHECK-LABEL: relax.func @arithmetic(
// CHECK-SAME:      -> !relax.tensor<[n, 2, 3, 2], f32>
relax.func @arithmetic(%x: !relax.tensor<[n, 12], f32>) -> !relax.tensor<*, f32> {
  %shape = relax.shape_of %x : !relax.tensor<[n, 12], f32> -> !relax.shape<[n, 12]>
  %s = relax.shape_to_tensor %shape : !relax.shape<[n, 12]> -> !relax.tensor<[2], i64>
  %n = relax.strided_slice %s axes [0] begins [-2] ends [-1] steps [1] : (!relax.tensor<[2], i64>) -> !relax.tensor<[1], i64>
  %twelve = relax.strided_slice %s axes [0] begins [-1] ends [9223372036854775807] steps [1] : (!relax.tensor<[2], i64>) -> !relax.tensor<[1], i64>
  %six = relax.constant dense<6> : tensor<i64>
  %nine = relax.constant dense<9> : tensor<1xi64>
  // CHECK: %two = relax.divide
  %two = relax.divide %twelve, %six : (!relax.tensor<[1], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[1], i64>
  %three = relax.subtract %twelve, %nine : !relax.tensor<[1], i64>
  %min = relax.minimum %two, %three : !relax.tensor<[1], i64>
  %max = relax.maximum %two, %three : !relax.tensor<[1], i64>
  %t = relax.concat %n, %two, %max, %min axis 0 : (!relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[4], i64>
  // CHECK: relax.reshape %x : (!relax.tensor<[n, 12], f32>) -> !relax.tensor<[n, 2, 3, 2], f32>
  %a = relax.reshape %x to %t : (!relax.tensor<[n, 12], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}

// -----

// Negative steps, and a scalar that becomes a vector.
// CHECK-LABEL: relax.func @reversed(
// CHECK-SAME:      -> !relax.tensor<[5, n, 3], f32> {
relax.func @reversed(%x: !relax.tensor<[3, n, 5], f32>) -> !relax.tensor<*, f32> {
  %shape = relax.shape_of %x : !relax.tensor<[3, n, 5], f32> -> !relax.shape<[3, n, 5]>
  %s = relax.shape_to_tensor %shape : !relax.shape<[3, n, 5]> -> !relax.tensor<[3], i64>
  %t = relax.strided_slice %s axes [0] begins [-1] ends [-9223372036854775808] steps [-1] : !relax.tensor<[3], i64>
  %five = relax.constant dense<5> : tensor<i64>
  %one = relax.constant dense<1> : tensor<1xi64>
  %f = relax.reshape %five to %one : (!relax.tensor<[], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[1], i64>
  %rest = relax.strided_slice %t axes [0] begins [1] ends [3] steps [1] : (!relax.tensor<[3], i64>) -> !relax.tensor<[2], i64>
  %u = relax.concat %f, %rest axis 0 : (!relax.tensor<[1], i64>, !relax.tensor<[2], i64>) -> !relax.tensor<[3], i64>
  // n stays in its place, so an n of 0 copies 0: nothing is assumed.
  // CHECK: relax.reshape %x : (!relax.tensor<[3, n, 5], f32>) -> !relax.tensor<[5, n, 3], f32>
  %a = relax.reshape %x to %u : (!relax.tensor<[3, n, 5], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}

// -----

// The way exporters expand to a shape whose -1 means 1: where(shape == -1, 1, shape).
// CHECK-LABEL: relax.func @chosen(
// CHECK-SAME:      -> !relax.tensor<[n, 1, 7], f32>
relax.func @chosen(%x: !relax.tensor<[n, 1, 1], f32>) -> !relax.tensor<*, f32> {
  %shape = relax.shape_of %x : !relax.tensor<[n, 1, 1], f32> -> !relax.shape<[n, 1, 1]>
  %s = relax.shape_to_tensor %shape : !relax.shape<[n, 1, 1]> -> !relax.tensor<[3], i64>
  %n = relax.strided_slice %s axes [0] begins [0] ends [1] steps [1] : (!relax.tensor<[3], i64>) -> !relax.tensor<[1], i64>
  %more = relax.constant dense<[-1, 7]> : tensor<2xi64>
  %t = relax.concat %n, %more axis 0 : (!relax.tensor<[1], i64>, !relax.tensor<[2], i64>) -> !relax.tensor<[3], i64>
  %minus = relax.constant dense<-1> : tensor<i64>
  %c = relax.equal %t, %minus : (!relax.tensor<[3], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[3], i1>
  %ones = relax.constant dense<1> : tensor<3xi64>
  %u = relax.where %c, %ones, %t : (!relax.tensor<[3], i1>, !relax.tensor<[3], i64>, !relax.tensor<[3], i64>) -> !relax.tensor<[3], i64>
  // CHECK: relax.broadcast_to %x : (!relax.tensor<[n, 1, 1], f32>) -> !relax.tensor<[n, 1, 7], f32>
  %a = relax.broadcast_to %x to %u : (!relax.tensor<[n, 1, 1], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}

// -----

// A 32-bit element wraps. What an extent needs to fit becomes a fact: here
// n <= 2^31 - 1 and, for the product, n <= (2^31 - 1) / 4.
// CHECK-LABEL: relax.func @narrow(
// CHECK-SAME:      where (4 * n <= 2147483647)
relax.func @narrow(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[?], f32> {
  %shape = relax.shape_of %x : !relax.tensor<[n, 4], f32> -> !relax.shape<[n, 4]>
  %s = relax.shape_to_tensor %shape : !relax.shape<[n, 4]> -> !relax.tensor<[2], i64>
  %i = relax.cast %s : !relax.tensor<[2], i64> to !relax.tensor<[2], i32>
  %n = relax.strided_slice %i axes [0] begins [0] ends [1] steps [1] : (!relax.tensor<[2], i32>) -> !relax.tensor<[1], i32>
  %four = relax.constant dense<4> : tensor<1xi32>
  %p = relax.multiply %n, %four : !relax.tensor<[1], i32>
  %t = relax.cast %p : !relax.tensor<[1], i32> to !relax.tensor<[1], i64>
  // CHECK: relax.reshape %x : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[4 * n], f32>
  %a = relax.reshape %x to %t : (!relax.tensor<[n, 4], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return %a : !relax.tensor<[?], f32>
}

// -----

// A literal that does not fit is not followed, and nor is division by what may be 0.
// CHECK-LABEL: relax.func @unknown(
relax.func @unknown(%x: !relax.tensor<[n, m], f32>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>) {
  %big = relax.constant dense<4294967300> : tensor<1xi64>
  %wrapped = relax.cast %big : !relax.tensor<[1], i64> to !relax.tensor<[1], i32>
  %t = relax.cast %wrapped : !relax.tensor<[1], i32> to !relax.tensor<[1], i64>
  // CHECK: relax.reshape %x to %t
  // expected-remark@+1 {{the target is not resolved: element 0 is not known}}
  %a = relax.reshape %x to %t : (!relax.tensor<[n, m], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  %shape = relax.shape_of %x : !relax.tensor<[n, m], f32> -> !relax.shape<[n, m]>
  %s = relax.shape_to_tensor %shape : !relax.shape<[n, m]> -> !relax.tensor<[2], i64>
  %n = relax.strided_slice %s axes [0] begins [0] ends [1] steps [1] : (!relax.tensor<[2], i64>) -> !relax.tensor<[1], i64>
  %m = relax.strided_slice %s axes [0] begins [1] ends [2] steps [1] : (!relax.tensor<[2], i64>) -> !relax.tensor<[1], i64>
  %q = relax.divide %n, %m : !relax.tensor<[1], i64>
  // CHECK: relax.reshape %x to %q
  // expected-remark@+1 {{the target is not resolved: element 0 is not known}}
  %b = relax.reshape %x to %q : (!relax.tensor<[n, m], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return %a, %b : !relax.tensor<[?], f32>, !relax.tensor<[?], f32>
}

// -----

// Pairs of numbers in another order, as exporters turn the widths of a padding: rows backwards, then columns. A cast to i1 asks
// whether an extent is 0.
// CHECK-LABEL: relax.func @pairs(
// CHECK-SAME:      -> !relax.tensor<[3, 1, 4, 2], f32>
relax.func @pairs(%x: !relax.tensor<[24, n], f32>) -> !relax.tensor<*, f32> where (n >= 1) {
  %w = relax.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %back = relax.strided_slice %w axes [0] begins [-1] ends [-9223372036854775807] steps [-1] : !relax.tensor<[2, 2], i64>
  %turned = relax.permute_dims %back axes [1, 0] : !relax.tensor<[2, 2], i64>
  %flat = relax.reshape %turned : (!relax.tensor<[2, 2], i64>) -> !relax.tensor<[4], i64>
  %shape = relax.shape_of %x : !relax.tensor<[24, n], f32> -> !relax.shape<[24, n]>
  %s = relax.shape_to_tensor %shape : !relax.shape<[24, n]> -> !relax.tensor<[2], i64>
  %n = relax.strided_slice %s axes [0] begins [1] ends [2] steps [1] : (!relax.tensor<[2], i64>) -> !relax.tensor<[1], i64>
  %any = relax.cast %n : !relax.tensor<[1], i64> to !relax.tensor<[1], i1>
  %zero = relax.constant dense<0> : tensor<1xi64>
  %t = relax.where %any, %flat, %zero : (!relax.tensor<[1], i1>, !relax.tensor<[4], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[4], i64>
  // CHECK: relax.broadcast_to %{{.*}} : (!relax.tensor<[], f32>) -> !relax.tensor<[3, 1, 4, 2], f32>
  %c = relax.constant dense<1.0> : tensor<f32>
  %a = relax.broadcast_to %c to %t : (!relax.tensor<[], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}

// -----

// Integers divide towards zero: of what may be negative that is two quotients, or one where the sum of it and the divisor is not.
// CHECK-LABEL: relax.func @towards_zero(
// CHECK-SAME:      -> (!relax.tensor<[max(n - 1, 0) floordiv 8 + 1], f32>, !relax.tensor<[-(max(-n + 20, 0) floordiv 8) + max(n - 20, 0) floordiv 8 + 2], f32>)
// The same where facts say more.
// CHECK-LABEL: relax.func @from_one(
// CHECK-SAME:      -> !relax.tensor<[n ceildiv 8], f32>
relax.func @towards_zero(%x: !relax.tensor<[n], f32>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>) {
  %one = relax.constant dense<1> : tensor<1xi64>
  %two = relax.constant dense<2> : tensor<1xi64>
  %eight = relax.constant dense<8> : tensor<1xi64>
  %twenty = relax.constant dense<20> : tensor<1xi64>
  %value = relax.constant dense<0.0> : tensor<f32>
  %shape = relax.shape_of %x : !relax.tensor<[n], f32> -> !relax.shape<[n]>
  %n = relax.shape_to_tensor %shape : !relax.shape<[n]> -> !relax.tensor<[1], i64>
  %a = relax.subtract %n, %one : !relax.tensor<[1], i64>
  %b = relax.divide %a, %eight : !relax.tensor<[1], i64>
  %c = relax.add %b, %one : !relax.tensor<[1], i64>
  %y = relax.broadcast_to %value to %c : (!relax.tensor<[], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  %d = relax.subtract %n, %twenty : !relax.tensor<[1], i64>
  %e = relax.divide %d, %eight : !relax.tensor<[1], i64>
  %f = relax.add %e, %two : !relax.tensor<[1], i64>
  %z = relax.broadcast_to %value to %f : (!relax.tensor<[], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return %y, %z : !relax.tensor<[?], f32>, !relax.tensor<[?], f32>
}
relax.func @from_one(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> where (1 <= n) {
  %one = relax.constant dense<1> : tensor<1xi64>
  %eight = relax.constant dense<8> : tensor<1xi64>
  %value = relax.constant dense<0.0> : tensor<f32>
  %shape = relax.shape_of %x : !relax.tensor<[n], f32> -> !relax.shape<[n]>
  %n = relax.shape_to_tensor %shape : !relax.shape<[n]> -> !relax.tensor<[1], i64>
  %a = relax.subtract %n, %one : !relax.tensor<[1], i64>
  %b = relax.divide %a, %eight : !relax.tensor<[1], i64>
  %c = relax.add %b, %one : !relax.tensor<[1], i64>
  %y = relax.broadcast_to %value to %c : (!relax.tensor<[], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return %y : !relax.tensor<[?], f32>
}

// -----

// A quotient without a rest, where the divisor is not 0: rows of a mask as exporters count them.
// CHECK-LABEL: relax.func @exact(
// CHECK-SAME: -> !relax.tensor<[n], f32> where (1 <= b)
relax.func @exact(%x: !relax.tensor<[b, n], f32>) -> !relax.tensor<[?], f32> where (1 <= b) {
  %value = relax.constant dense<0.0> : tensor<f32>
  %shape = relax.shape_of %x : !relax.tensor<[b, n], f32> -> !relax.shape<[b, n]>
  %s = relax.shape_to_tensor %shape : !relax.shape<[b, n]> -> !relax.tensor<[2], i64>
  %b = relax.strided_slice %s axes [0] begins [0] ends [1] steps [1] : (!relax.tensor<[2], i64>) -> !relax.tensor<[1], i64>
  %n = relax.strided_slice %s axes [0] begins [1] ends [2] steps [1] : (!relax.tensor<[2], i64>) -> !relax.tensor<[1], i64>
  %all = relax.multiply %n, %b : !relax.tensor<[1], i64>
  %q = relax.divide %all, %b : !relax.tensor<[1], i64>
  %y = relax.broadcast_to %value to %q : (!relax.tensor<[], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return %y : !relax.tensor<[?], f32>
}

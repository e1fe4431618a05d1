// RUN: relax-opt %s --relax-deduce-shapes --split-input-file --verify-diagnostics
// RUN: relax-opt %s --relax-deduce-shapes --split-input-file 2>/dev/null | FileCheck %s

// CHECK-LABEL: relax.func @ranges(
relax.func @ranges(%x: !relax.tensor<[n, m], f32>) -> (!relax.tensor<[?], i64>, !relax.tensor<[?], i64>, !relax.tensor<[?], i64>) {
  %s = relax.shape_of %x : !relax.tensor<[n, m], f32> -> !relax.shape<[n, m]>
  %t = relax.shape_to_tensor %s : !relax.shape<[n, m]> -> !relax.tensor<[2], i64>
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %two = relax.constant dense<2> : tensor<i64>
  %back = relax.constant dense<-2> : tensor<i64>
  %n = relax.take %t, %zero axis 0 : (!relax.tensor<[2], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i64>
  %m = relax.take %t, %one axis 0 : (!relax.tensor<[2], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i64>
  // CHECK: %a = relax.iota begin 0 step 1 given (%x : !relax.tensor<[n, m], f32>) : !relax.tensor<[n], i64>
  %a = relax.arange %zero, %n, %one : (!relax.tensor<[], i64>, !relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[?], i64>
  // CHECK: %b = relax.iota begin n step 2 given (%x : !relax.tensor<[n, m], f32>) : !relax.tensor<[m ceildiv 2], i64>
  %end = relax.add %n, %m : !relax.tensor<[], i64>
  %b = relax.arange %n, %end, %two : (!relax.tensor<[], i64>, !relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[?], i64>
  // Which one is larger shows when the program runs.
  // CHECK: %c = relax.iota begin m step -2 given (%x : !relax.tensor<[n, m], f32>) : !relax.tensor<[max(m - n, 0) ceildiv 2], i64>
  %c = relax.arange %m, %n, %back : (!relax.tensor<[], i64>, !relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[?], i64>
  relax.return %a, %b, %c : !relax.tensor<[?], i64>, !relax.tensor<[?], i64>, !relax.tensor<[?], i64>
}

// -----

// CHECK-LABEL: relax.func @unknown_range(
relax.func @unknown_range(%a: !relax.tensor<[], i64>) -> !relax.tensor<[?], i64> {
  // CHECK: relax.arange %a, %a, %a
  %r = relax.arange %a, %a, %a : (!relax.tensor<[], i64>, !relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[k], i64> binds (k)
  relax.return %r : !relax.tensor<[k], i64>
}

// -----

// The extent of a slice of a table has to be that of what it is added to: the fact is what the addition needs.
// CHECK-LABEL: relax.func @table(
// CHECK-SAME: -> !relax.tensor<[n, s], f32> where (s <= 512)
relax.func @table(%x: !relax.tensor<[n, s], f32>, %table: !relax.tensor<[512], f32>) -> !relax.tensor<[?, ?], f32> {
  %shape = relax.shape_of %x : !relax.tensor<[n, s], f32> -> !relax.shape<[n, s]>
  %t = relax.shape_to_tensor %shape : !relax.shape<[n, s]> -> !relax.tensor<[2], i64>
  %end = relax.strided_slice %t axes [0] begins [1] ends [2] steps [1] : (!relax.tensor<[2], i64>) -> !relax.tensor<[1], i64>
  %zero = relax.constant dense<0> : tensor<1xi64>
  %one = relax.constant dense<1> : tensor<1xi64>
  // CHECK: %row = relax.slice %table axes [0] begins [0] steps [1] given (%x) : (!relax.tensor<[512], f32>, !relax.tensor<[n, s], f32>) -> !relax.tensor<[s], f32>
  %row = relax.dynamic_slice %table, %zero, %end, %one axes [0] : (!relax.tensor<[512], f32>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  // expected-remark@+2 {{assumes 's <= 512', which callers of the function now have to satisfy}}
  // CHECK: relax.add %x, %row : (!relax.tensor<[n, s], f32>, !relax.tensor<[s], f32>) -> !relax.tensor<[n, s], f32>
  %y = relax.add %x, %row : (!relax.tensor<[n, s], f32>, !relax.tensor<[?], f32>) -> !relax.tensor<[n, ?], f32>
  relax.return %y : !relax.tensor<[n, ?], f32>
}

// -----

// Without such a use the slice is clamped, as it says.
// CHECK-LABEL: relax.func @clamped(
// CHECK-SAME: -> (!relax.tensor<[min(s, 512)], f32>, !relax.tensor<[3], f32>, !relax.tensor<[min(s, 2)], f32>)
relax.func @clamped(%x: !relax.tensor<[s], f32>, %table: !relax.tensor<[512], f32>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>, !relax.tensor<[?], f32>) {
  %shape = relax.shape_of %x : !relax.tensor<[s], f32> -> !relax.shape<[s]>
  %end = relax.shape_to_tensor %shape : !relax.shape<[s]> -> !relax.tensor<[1], i64>
  %zero = relax.constant dense<0> : tensor<1xi64>
  %one = relax.constant dense<1> : tensor<1xi64>
  %three = relax.constant dense<3> : tensor<1xi64>
  %back = relax.constant dense<-2> : tensor<1xi64>
  %a = relax.dynamic_slice %table, %zero, %end, %one axes [0] : (!relax.tensor<[512], f32>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  // CHECK: %b = relax.strided_slice %table axes [0] begins [0] ends [3] steps [1]
  %b = relax.dynamic_slice %table, %zero, %three, %one axes [0] : (!relax.tensor<[512], f32>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  // CHECK: %c = relax.slice %x axes [0] begins [max(s - 2, 0)] steps [1]
  %c = relax.dynamic_slice %x, %back, %end, %one axes [0] : (!relax.tensor<[s], f32>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return %a, %b, %c : !relax.tensor<[?], f32>, !relax.tensor<[?], f32>, !relax.tensor<[?], f32>
}

// -----

// CHECK-LABEL: relax.func @data(
relax.func @data(%x: !relax.tensor<[s], f32>, %l: !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32> {
  // CHECK: relax.dynamic_slice
  %a = relax.dynamic_slice %x, %l, %l, %l axes [0] : (!relax.tensor<[s], f32>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[m], f32> binds (m) where (m <= s)
  relax.return %a : !relax.tensor<[m], f32>
}

// -----

// A split into four parts needs a multiple of four; behind it the parts add up.
// CHECK-LABEL: relax.func @heads(
// CHECK-SAME: -> !relax.tensor<[n, 4 * (m floordiv 4)], f32> where (m mod 4 == 0)
relax.func @heads(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<*, f32> {
  // expected-remark@+2 {{assumes 'm mod 4 == 0', which callers of the function now have to satisfy}}
  // CHECK: relax.split %x axis 1 : (!relax.tensor<[n, m], f32>) -> (!relax.tensor<[n, m floordiv 4], f32>, !relax.tensor<[n, m floordiv 4], f32>, !relax.tensor<[n, m floordiv 4], f32>, !relax.tensor<[n, m floordiv 4], f32>)
  %a, %b, %c, %d = relax.split %x axis 1 : (!relax.tensor<[n, m], f32>) -> (!relax.tensor<[n, ?], f32>, !relax.tensor<*, f32>, !relax.tensor<[n, ?], f32>, !relax.tensor<[?, ?], f32>)
  %e = relax.concat %a, %b, %c, %d axis 1 : (!relax.tensor<[n, ?], f32>, !relax.tensor<*, f32>, !relax.tensor<[n, ?], f32>, !relax.tensor<[?, ?], f32>) -> !relax.tensor<*, f32>
  // The facts make both shapes equal; the types say it from here on.
  // CHECK: relax.match_cast %e
  // CHECK: relax.add %x, %{{.*}} : !relax.tensor<[n, m], f32>
  %f = relax.add %x, %e : (!relax.tensor<[n, m], f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.return %e : !relax.tensor<*, f32>
}

// -----

// Sizes add up to the extent.
// CHECK-LABEL: relax.func @sizes(
// CHECK-SAME: where (m == 5)
relax.func @sizes(%x: !relax.tensor<[m], f32>) -> !relax.tensor<[2], f32> {
  // expected-remark@+1 {{assumes 'm == 5', which callers of the function now have to satisfy}}
  %a, %b = relax.split %x axis 0 sizes [2, 3] : (!relax.tensor<[m], f32>) -> (!relax.tensor<[2], f32>, !relax.tensor<[3], f32>)
  relax.return %a : !relax.tensor<[2], f32>
}

// -----

// CHECK-LABEL: relax.func @largest(
relax.func @largest(%x: !relax.tensor<[n, 9], f32>) -> !relax.tensor<[?, ?], i64> {
  %k = relax.constant dense<3> : tensor<1xi64>
  // CHECK: relax.top_k %x, %k axis 1 : (!relax.tensor<[n, 9], f32>, !relax.tensor<[1], i64>) -> (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], i64>)
  %v, %i = relax.top_k %x, %k axis 1 : (!relax.tensor<[n, 9], f32>, !relax.tensor<[1], i64>) -> (!relax.tensor<*, f32>, !relax.tensor<[?, ?], i64>)
  relax.return %i : !relax.tensor<[?, ?], i64>
}

// -----

// A k that is followed to symbols of the input (the second one's do not come with it); what chosen elements have
// besides of their number.
// CHECK-LABEL: relax.func @counted(
// CHECK-SAME: -> !relax.tensor<[n], i64>
relax.func @counted(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>, %keep: !relax.tensor<[n], i1>) -> !relax.tensor<[?], i64> {
  %shape = relax.shape_of %x : !relax.tensor<[n], f32> -> !relax.shape<[n]>
  %k = relax.shape_to_tensor %shape : !relax.shape<[n]> -> !relax.tensor<[1], i64>
  %other_shape = relax.shape_of %y : !relax.tensor<[m], f32> -> !relax.shape<[m]>
  %other = relax.shape_to_tensor %other_shape : !relax.shape<[m]> -> !relax.tensor<[1], i64>
  // CHECK: relax.top_k {{.*}} -> (!relax.tensor<[n], f32>, !relax.tensor<[n], i64>)
  %v, %i = relax.top_k %x, %k axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?], i64>)
  // CHECK: relax.top_k {{.*}} -> (!relax.tensor<[?], f32>, !relax.tensor<[?], i64>)
  %v2, %i2 = relax.top_k %x, %other axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?], i64>)
  // CHECK: relax.unique {{.*}} -> (!relax.tensor<[u], f32>, !relax.tensor<[u], i64>, !relax.tensor<[n], i64>)
  %d, %at, %inverse = relax.unique %v axis 0 : (!relax.tensor<[?], f32>) -> (!relax.tensor<[u], f32>, !relax.tensor<[u], i64>, !relax.tensor<[?], i64>) binds (u)
  // CHECK: relax.compress {{.*}} -> !relax.tensor<[?], f32>
  %c = relax.compress %x, %keep axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[n], i1>) -> !relax.tensor<*, f32>
  relax.return %inverse : !relax.tensor<[?], i64>
}

// -----

// Dimensions that a slice leaves alone are the input's.
// CHECK-LABEL: relax.func @rest(
relax.func @rest(%x: !relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[?, ?, 2], f32> {
  %a = relax.permute_dims %x axes [0, 2, 1] : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[n, m, 4], f32>
  // CHECK: %y = relax.slice %a axes [2] begins [1] steps [1] : (!relax.tensor<[n, m, 4], f32>) -> !relax.tensor<[n, m, 2], f32>
  %y = relax.slice %a axes [2] begins [1] steps [1] : (!relax.tensor<[n, m, 4], f32>) -> !relax.tensor<[?, ?, 2], f32>
  relax.return %y : !relax.tensor<[?, ?, 2], f32>
}

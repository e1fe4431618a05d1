// RUN: relax-opt %s --relax-deduce-shapes --split-input-file --verify-diagnostics

relax.func @contradiction(%x: !relax.tensor<[4], f32>) -> !relax.tensor<[3], f32> {
  %a = relax.relu %x : (!relax.tensor<[4], f32>) -> !relax.tensor<[?], f32>
  // expected-error@+1 {{'relax.exp' op result: expected [4], got [3]}}
  %b = relax.exp %a : (!relax.tensor<[?], f32>) -> !relax.tensor<[3], f32>
  relax.return %b : !relax.tensor<[3], f32>
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @by_fact(%x: !relax.tensor<[n, 2], f32>) -> !relax.tensor<[3, 2], f32> where (n >= 8) {
  %a = relax.relu %x : (!relax.tensor<[n, 2], f32>) -> !relax.tensor<[?, 2], f32>
  // expected-error@+1 {{'relax.exp' op result: expected [n, 2], got [3, 2]}}
  %b = relax.exp %a : (!relax.tensor<[?, 2], f32>) -> !relax.tensor<[3, 2], f32>
  relax.return %b : !relax.tensor<[3, 2], f32>
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @rank(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[?, ?], f32> {
  %a = relax.relu %x : (!relax.tensor<[n], f32>) -> !relax.tensor<*, f32>
  // expected-error@+1 {{'relax.exp' op result: expected [n], got [?, ?]}}
  %b = relax.exp %a : (!relax.tensor<*, f32>) -> !relax.tensor<[?, ?], f32>
  relax.return %b : !relax.tensor<[?, ?], f32>
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @never(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[0, 4], f32> where (1 <= n) {
  // expected-error@+1 {{'relax.match_cast' op never succeeds: expected [n, 4], got [0, 4]}}
  %a = relax.match_cast %x : !relax.tensor<[n, 4], f32> to !relax.tensor<[0, 4], f32>
  relax.return %a : !relax.tensor<[0, 4], f32>
}

// -----

relax.func @multiple(%x: !relax.tensor<[7], f32>) -> !relax.tensor<[?, ?], f32> {
  %t = relax.constant dense<[-1, 4]> : tensor<2xi64>
  // expected-error@+1 {{'relax.reshape' op cannot give [7] the shape [?, 4]: 7 is no multiple of 4}}
  %a = relax.reshape %x to %t : (!relax.tensor<[7], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %a : !relax.tensor<[?, ?], f32>
}

// -----

relax.func @open_multiple(%x: !relax.tensor<[7], f32>) -> !relax.tensor<[?, 4], f32> {
  // expected-error@+1 {{'relax.reshape' op cannot give [7] the shape [?, 4]: 7 is no multiple of 4}}
  %a = relax.reshape %x : (!relax.tensor<[7], f32>) -> !relax.tensor<[?, 4], f32>
  relax.return %a : !relax.tensor<[?, 4], f32>
}

// -----

relax.func @rest_of_nothing(%x: !relax.tensor<[7], f32>) -> !relax.tensor<[?, ?], f32> {
  %t = relax.constant dense<[-1, 0]> : tensor<2xi64>
  // expected-error@+1 {{'relax.reshape' op cannot give [7] the shape [?, 0]: 7 is no multiple of 0}}
  %a = relax.reshape %x to %t allow_zero : (!relax.tensor<[7], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %a : !relax.tensor<[?, ?], f32>
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @count(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[?, ?], f32> where (n >= 1) {
  %s = relax.shape_of %x : !relax.tensor<[n, 4], f32> -> !relax.shape<[n, 4]>
  %t = relax.shape_to_tensor %s : !relax.shape<[n, 4]> -> !relax.tensor<[2], i64>
  %one = relax.constant dense<[0, 1]> : tensor<2xi64>
  %u = relax.add %t, %one : !relax.tensor<[2], i64>
  // expected-error@+1 {{'relax.reshape' op cannot give [n, 4] the shape [n, 5]: 4 * n is never equal to 5 * n}}
  %a = relax.reshape %x to %u : (!relax.tensor<[n, 4], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %a : !relax.tensor<[?, ?], f32>
}

// -----

relax.func @two_rests(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[?, ?, ?], f32> {
  %t = relax.constant dense<[-1, 2, -1]> : tensor<3xi64>
  // expected-error@+1 {{'relax.reshape' op target: elements 0 and 2 are both -1}}
  %a = relax.reshape %x to %t : (!relax.tensor<[n], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<[?, ?, ?], f32>
  relax.return %a : !relax.tensor<[?, ?, ?], f32>
}

// -----

relax.func @negative(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> {
  %t = relax.constant dense<-2> : tensor<1xi64>
  // expected-error@+1 {{'relax.reshape' op target: element 0: expected an extent, 0 or -1, got -2}}
  %a = relax.reshape %x to %t : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return %a : !relax.tensor<[?], f32>
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @copies(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[?, ?], f32> {
  %t = relax.constant dense<[1, 0]> : tensor<2xi64>
  // expected-error@+1 {{'relax.reshape' op target: element 1 copies a dimension that the input [n] does not have}}
  %a = relax.reshape %x to %t : (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %a : !relax.tensor<[?, ?], f32>
}

// -----

relax.func @expand(%x: !relax.tensor<[3, 1], f32>) -> !relax.tensor<[?, ?], f32> {
  %t = relax.constant dense<[2, 5]> : tensor<2xi64>
  // expected-error@+1 {{'relax.broadcast_to' op cannot broadcast [3, 1] by the target [2, 5]: extents 3 and 2 differ and neither is 1}}
  %a = relax.broadcast_to %x to %t : (!relax.tensor<[3, 1], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %a : !relax.tensor<[?, ?], f32>
}

// -----

relax.func @expand_negative(%x: !relax.tensor<[3, 1], f32>) -> !relax.tensor<[?, ?], f32> {
  %t = relax.constant dense<[3, -1]> : tensor<2xi64>
  // expected-error@+1 {{'relax.broadcast_to' op target: element 1: expected an extent, got -1}}
  %a = relax.broadcast_to %x to %t : (!relax.tensor<[3, 1], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %a : !relax.tensor<[?, ?], f32>
}

// -----

// The rule of an operation speaks where its operands turn out to differ.
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @operands(%x: !relax.tensor<[n + 2], f32>, %y: !relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> where (n >= 2) {
  %a = relax.relu %x : (!relax.tensor<[n + 2], f32>) -> !relax.tensor<[?], f32>
  // expected-error@+1 {{'relax.add' op operand shapes do not broadcast: [n + 2] and [n] differ in dimension}}
  %b = relax.add %a, %y : (!relax.tensor<[?], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  relax.return %b : !relax.tensor<[?], f32>
}

// -----

relax.func @no_parts(%n: !relax.tensor<[n], i1>, %x: !relax.tensor<[4 * n + 2], f32>) -> !relax.tensor<*, f32> {
  // expected-error@+1 {{'relax.split' op an extent of 4 * n + 2 has no 4 equal parts}}
  %a, %b, %c, %d = relax.split %x axis 0 : (!relax.tensor<[4 * n + 2], f32>) -> (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>)
  relax.return %a : !relax.tensor<*, f32>
}

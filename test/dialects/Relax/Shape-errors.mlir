// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @shape_of(%x: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.shape_of' op result type: expected !relax.shape<[n, 4]>, got !relax.shape<[4, n]>}}
  %0 = relax.shape_of %x : !relax.tensor<[n, 4], f32> -> !relax.shape<[4, n]>
  relax.return
}

// -----

relax.func @extent(%s: !relax.shape<[n, 4]>) {
  // expected-error@+1 {{'relax.shape_to_tensor' op result type: expected !relax.tensor<[2], i64>, got !relax.tensor<[3], i64>}}
  %0 = relax.shape_to_tensor %s : !relax.shape<[n, 4]> -> !relax.tensor<[3], i64>
  relax.return
}

// -----

relax.func @elements(%s: !relax.shape<[n, 4]>) {
  // expected-error@+1 {{'relax.shape_to_tensor' op result type: expected !relax.tensor<[2], i64>, got !relax.tensor<[2], i32>}}
  %0 = relax.shape_to_tensor %s : !relax.shape<[n, 4]> -> !relax.tensor<[2], i32>
  relax.return
}

// -----

relax.func @joined(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[m, 1], f32>) {
  // expected-error@+1 {{'relax.broadcast_shape' op result type: expected !relax.shape<[?, 4]>, got !relax.shape<[b, 5]>}}
  %0 = relax.broadcast_shape %x, %y : (!relax.tensor<[n, 4], f32>, !relax.tensor<[m, 1], f32>) -> !relax.shape<[b, 5]> binds (b)
  relax.return
}

// -----

relax.func @scalars(%x: !relax.tensor<[], i64>, %y: !relax.tensor<[], i32>) {
  // expected-error@+1 {{'relax.arange' op expected three scalars of one element type}}
  %0 = relax.arange %x, %y, %x : (!relax.tensor<[], i64>, !relax.tensor<[], i32>, !relax.tensor<[], i64>) -> !relax.tensor<[?], i64>
  relax.return
}

// -----

relax.func @vector(%x: !relax.tensor<[], i64>) {
  // expected-error@+1 {{'relax.arange' op result type: expected !relax.tensor<[?], i64>, got !relax.tensor<[?, ?], i64>}}
  %0 = relax.arange %x, %x, %x : (!relax.tensor<[], i64>, !relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[?, ?], i64>
  relax.return
}

// -----

relax.func @unknown_begin() {
  // expected-error@+1 {{'relax.iota' op begin, step: expected expressions, got '?'}}
  %0 = relax.iota begin ? step 1 : !relax.tensor<[3], i64>
  relax.return
}

// -----

relax.func @rank() {
  // expected-error@+1 {{'relax.iota' op result: expected a tensor of rank 1, got [3, 1]}}
  %0 = relax.iota begin 0 step 1 : !relax.tensor<[3, 1], i64>
  relax.return
}

// -----

relax.func @number() {
  // expected-error@+1 {{'relax.iota' op element type: expected a number, got 'i1'}}
  %0 = relax.iota begin 0 step 1 : !relax.tensor<[3], i1>
  relax.return
}

// -----

relax.func @flow(%x: !relax.tensor<[s], f32>) { // expected-note {{bound here}}
  // expected-error@+1 {{'relax.iota' op symbol 's' in an attribute comes from no operand and is not in 'binds (...)'}}
  %0 = relax.iota begin s step 1 : !relax.tensor<[3], i64>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @shape_target(%x: !relax.tensor<[n], f32>, %s: !relax.shape<[b, 4]>) {
  // expected-error@+1 {{'relax.broadcast_to' op result type: expected !relax.tensor<[b, 4], f32>, got !relax.tensor<[4, b], f32>}}
  %0 = relax.broadcast_to %x to %s : (!relax.tensor<[n], f32>, !relax.shape<[b, 4]>) -> !relax.tensor<[4, b], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @shape_rank(%x: !relax.tensor<[n, 1, 1], f32>, %s: !relax.shape<[b, 4]>) {
  // expected-error@+1 {{'relax.broadcast_to' op cannot broadcast [n, 1, 1] to [b, 4]: expected extents that are 1 or equal}}
  %0 = relax.broadcast_to %x to %s : (!relax.tensor<[n, 1, 1], f32>, !relax.shape<[b, 4]>) -> !relax.tensor<[b, 4], f32>
  relax.return
}

// -----

relax.func @unknown_extent(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.shape' op expected a shape without '?'}}
  %s = relax.shape given (%x : !relax.tensor<[n], f32>) : !relax.shape<[n, ?]>
  relax.return
}

// -----

relax.func @too_few(%t: !relax.tensor<[3], i64>) {
  // expected-error@+1 {{'relax.tensor_to_shape' op expected an integer vector of as many elements as the shape, got !relax.tensor<[3], i64> and !relax.shape<[a, b]>}}
  %s = relax.tensor_to_shape %t : !relax.tensor<[3], i64> -> !relax.shape<[a, b]> binds (a, b)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @no_length(%t: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.tensor_to_shape' op expected an integer vector of as many elements as the shape, got !relax.tensor<[n], i64> and !relax.shape<*>}}
  %s = relax.tensor_to_shape %t : !relax.tensor<[n], i64> -> !relax.shape<*>
  relax.return
}

// -----

relax.func @no_integers(%t: !relax.tensor<[1], f32>) {
  // expected-error@+1 {{'relax.tensor_to_shape' op expected an integer vector of as many elements as the shape, got !relax.tensor<[1], f32> and !relax.shape<[a]>}}
  %s = relax.tensor_to_shape %t : !relax.tensor<[1], f32> -> !relax.shape<[a]> binds (a)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'a' is bound here}}
relax.func @other_shape(%x: !relax.tensor<[n], f32>, %s: !relax.shape<[a, b]>) {
  // expected-error@+1 {{'relax.reshape' op result type: expected !relax.tensor<[a, b], f32>, got !relax.tensor<[b, a], f32>}}
  %y = relax.reshape %x to %s : (!relax.tensor<[n], f32>, !relax.shape<[a, b]>) -> !relax.tensor<[b, a], f32>
  relax.return
}

// -----

// expected-error@+1 {{expected at most 16 dimensions, got 17}}
relax.func @seventeen(%x: !relax.tensor<[a, b, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], f32>) -> !relax.tensor<[a], f32> {
}

// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @count(%x: !relax.tensor<[n, 6], f32>) {
  // expected-error@+1 {{'relax.reshape' op element counts differ: 6 * n of [n, 6] and 3 * n of [n, 3]; if they are equal, say so with 'relax.match_cast'}}
  %0 = relax.reshape %x : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @count_of_symbols(%x: !relax.tensor<[n, m], f32>, %t: !relax.tensor<[1], i64>) {
  // expected-error@+1 {{'relax.reshape' op element counts differ: m * n of [n, m] and n * n of [n * n]}}
  %0 = relax.reshape %x to %t : (!relax.tensor<[n, m], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[n * n], f32>
  relax.return
}

// -----

relax.func @overflow(%x: !relax.tensor<[4611686018427387904, 4], f32>) {
  // expected-error@+1 {{'relax.reshape' op cannot compute the result shape: value exceeds 64 bits}}
  %0 = relax.reshape %x : (!relax.tensor<[4611686018427387904, 4], f32>) -> !relax.tensor<[4, 4611686018427387904], f32>
  relax.return
}

// -----

relax.func @target_rank(%x: !relax.tensor<[n, 6], f32>, %t: !relax.tensor<[3], i64>) {
  // expected-error@+1 {{'relax.reshape' op result rank: expected 3, the extent of the target, got 2}}
  %0 = relax.reshape %x to %t : (!relax.tensor<[n, 6], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return
}

// -----

relax.func @target_type(%x: !relax.tensor<[n, 6], f32>, %t: !relax.tensor<[1, 3], i64>) {
  // expected-error@+1 {{'relax.reshape' op target: expected an i64 tensor of rank 1, got !relax.tensor<[1, 3], i64>}}
  %0 = relax.reshape %x to %t : (!relax.tensor<[n, 6], f32>, !relax.tensor<[1, 3], i64>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @target_elements(%x: !relax.tensor<[n, 6], f32>, %t: !relax.tensor<[3], i32>) {
  // expected-error@+1 {{'relax.broadcast_to' op target: expected an i64 tensor of rank 1, got !relax.tensor<[3], i32>}}
  %0 = relax.broadcast_to %x to %t : (!relax.tensor<[n, 6], f32>, !relax.tensor<[3], i32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @reshape_without_rank(%x: !relax.tensor<[n, 6], f32>) {
  // expected-error@+1 {{'relax.reshape' op without 'to' the result type says the shape: expected one with a rank}}
  %0 = relax.reshape %x : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @broadcast_without_rank(%x: !relax.tensor<[n, 6], f32>) {
  // expected-error@+1 {{'relax.broadcast_to' op without 'to' the result type says the shape: expected one with a rank}}
  %0 = relax.broadcast_to %x : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @reshape_elements(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.reshape' op element type: expected 'f32', got 'i32'}}
  %0 = relax.reshape %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], i32>
  relax.return
}

// -----

relax.func @broadcast_elements(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.broadcast_to' op element type: expected 'f32', got 'i32'}}
  %0 = relax.broadcast_to %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], i32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @broadcast_extent(%x: !relax.tensor<[n, 2], f32>) {
  // expected-error@+1 {{'relax.broadcast_to' op cannot broadcast [n, 2] to [n, 4]: expected extents that are 1 or equal; if they are equal, say so with 'relax.match_cast'}}
  %0 = relax.broadcast_to %x : (!relax.tensor<[n, 2], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @broadcast_to_less(%x: !relax.tensor<[n, 2], f32>) {
  // expected-error@+1 {{'relax.broadcast_to' op cannot broadcast [n, 2] to [2]}}
  %0 = relax.broadcast_to %x : (!relax.tensor<[n, 2], f32>) -> !relax.tensor<[2], f32>
  relax.return
}

// -----

relax.func @broadcast_rank(%x: !relax.tensor<[n, 2], f32>, %t: !relax.tensor<[3], i64>) {
  // expected-error@+1 {{'relax.broadcast_to' op result rank: expected 3, got 2}}
  %0 = relax.broadcast_to %x to %t : (!relax.tensor<[n, 2], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

relax.func @permutation(%x: !relax.tensor<[n, 2], f32>) {
  // expected-error@+1 {{'relax.permute_dims' op axes: expected a permutation, got [1, 1]}}
  %0 = relax.permute_dims %x axes [1, 1] : !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

relax.func @permutation_range(%x: !relax.tensor<*, f32>) {
  // expected-error@+1 {{'relax.permute_dims' op axes: expected a permutation, got [0, 2]}}
  %0 = relax.permute_dims %x axes [0, 2] : !relax.tensor<*, f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @permutation_rank(%x: !relax.tensor<[n, 2], f32>) {
  // expected-error@+1 {{'relax.permute_dims' op axes: expected 2 for [n, 2], got 3}}
  %0 = relax.permute_dims %x axes [2, 0, 1] : !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @permutation_result(%x: !relax.tensor<[n, 2], f32>) {
  // expected-error@+1 {{'relax.permute_dims' op result type: expected !relax.tensor<[2, n], f32>, got !relax.tensor<[n, 2], f32>}}
  %0 = relax.permute_dims %x axes [1, 0] : !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

relax.func @nothing_to_concat() {
  // expected-error@+1 {{'relax.concat' op expected at least one operand}}
  %0 = "relax.concat"() <{axis = 0 : i64}> : () -> !relax.tensor<[0], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @concat_extents(%x: !relax.tensor<[n, 2], f32>, %y: !relax.tensor<[m, 2], f32>) {
  // expected-error@+1 {{'relax.concat' op operand shapes differ outside of axis 1: [n, 2] and [m, 2]; if they are equal, say so with 'relax.match_cast'}}
  %0 = relax.concat %x, %y axis 1 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[m, 2], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @concat_ranks(%x: !relax.tensor<[n, 2], f32>, %y: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.concat' op operand shapes differ outside of axis 0: [n, 2] and [n]}}
  %0 = relax.concat %x, %y axis 0 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[2 * n, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @concat_axis(%x: !relax.tensor<[n, 2], f32>) {
  // expected-error@+1 {{'relax.concat' op axis 2 is out of range for [n, 2]}}
  %0 = relax.concat %x axis 2 : (!relax.tensor<[n, 2], f32>) -> !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

relax.func @concat_elements(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], i8>) {
  // expected-error@+1 {{'relax.concat' op element types differ: 'f32' and 'i8'}}
  %0 = relax.concat %x, %y axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[n], i8>) -> !relax.tensor<[2 * n], f32>
  relax.return
}

// -----

relax.func @concat_overflow(%x: !relax.tensor<[9223372036854775807], f32>) {
  // expected-error@+1 {{'relax.concat' op cannot compute the result shape: value exceeds 64 bits}}
  %0 = relax.concat %x, %x axis 0 : (!relax.tensor<[9223372036854775807], f32>, !relax.tensor<[9223372036854775807], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @slice_counts(%x: !relax.tensor<[n, 2], f32>) {
  // expected-error@+1 {{'relax.strided_slice' op expected one begin, end and step per axis, got 1 axes, 1 begins, 2 ends and 1 steps}}
  %0 = relax.strided_slice %x axes [0] begins [0] ends [1, 2] steps [1] : !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @slice_axis(%x: !relax.tensor<[n, 2], f32>) {
  // expected-error@+1 {{'relax.strided_slice' op axis -1 is out of range for [n, 2]}}
  %0 = relax.strided_slice %x axes [-1] begins [0] ends [1] steps [1] : !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

relax.func @slice_step(%x: !relax.tensor<[n, 2], f32>) {
  // expected-error@+1 {{'relax.strided_slice' op step along axis 1 is 0}}
  %0 = relax.strided_slice %x axes [1] begins [0] ends [1] steps [0] : !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

relax.func @slice_twice(%x: !relax.tensor<[n, 2], f32>) {
  // expected-error@+1 {{'relax.strided_slice' op axis 1 occurs twice}}
  %0 = relax.strided_slice %x axes [1, 1] begins [0, 0] ends [1, 1] steps [1, 1] : !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @slice_result(%x: !relax.tensor<[n, 2], f32>) {
  // expected-error@+1 {{'relax.strided_slice' op result type: expected !relax.tensor<[max(n - 1, 0), 2], f32>, got !relax.tensor<[n - 1, 2], f32>}}
  %0 = relax.strided_slice %x axes [0] begins [1] ends [2147483647] steps [1] : (!relax.tensor<[n, 2], f32>) -> !relax.tensor<[n - 1, 2], f32>
  relax.return
}

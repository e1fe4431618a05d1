// RUN: relax-opt %s --relax-legalize --split-input-file --verify-diagnostics

relax.func @float_only(%x: !relax.tensor<[n], i64>) {
  // expected-error @+1 {{'relax.exp' op element type: expected a float type, got 'i64'}}
  %0 = relax.exp %x : !relax.tensor<[n], i64>
  relax.return
}

// -----

relax.func @no_bool(%x: !relax.tensor<[n], i1>) {
  // expected-error @+1 {{'relax.abs' op element type: expected a float or integer type, got 'i1'}}
  %0 = relax.abs %x : !relax.tensor<[n], i1>
  relax.return
}

// -----

relax.func @signed(%x: !relax.tensor<[n], si8>) {
  // expected-error @+1 {{'relax.add' op element type: expected a float, integer or i1 type, got 'si8'}}
  %0 = relax.add %x, %x : !relax.tensor<[n], si8>
  relax.return
}

// -----

relax.func @signed_comparison(%x: !relax.tensor<[n], si8>) {
  // expected-error @+1 {{'relax.less' op element type: expected a float, integer or i1 type, got 'si8'}}
  %0 = relax.less %x, %x : (!relax.tensor<[n], si8>, !relax.tensor<[n], si8>) -> !relax.tensor<[n], i1>
  relax.return
}

// -----

relax.func @bool_power(%x: !relax.tensor<[n], i1>) {
  // expected-error @+1 {{'relax.power' op element type: expected a float or integer type, got 'i1'}}
  %0 = relax.power %x, %x : !relax.tensor<[n], i1>
  relax.return
}

// -----

relax.func @cast_from(%x: !relax.tensor<[n], si8>) {
  // expected-error @+1 {{'relax.cast' op element type: expected a float, integer or i1 type, got 'si8'}}
  %0 = relax.cast %x : !relax.tensor<[n], si8> to !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @cast_to(%x: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.cast' op element type: expected a float, integer or i1 type, got 'si8'}}
  %0 = relax.cast %x : !relax.tensor<[n], f32> to !relax.tensor<[n], si8>
  relax.return
}

// -----

relax.func @sum(%x: !relax.tensor<[n], i1>) {
  // expected-error @+1 {{'relax.sum' op element type: expected a float or integer type, got 'i1'}}
  %0 = relax.sum %x : (!relax.tensor<[n], i1>) -> !relax.tensor<[], i1>
  relax.return
}

// -----

relax.func @mean(%x: !relax.tensor<[n], i1>) {
  // expected-error @+1 {{'relax.mean' op element type: expected a float or integer type, got 'i1'}}
  %0 = relax.mean %x : (!relax.tensor<[n], i1>) -> !relax.tensor<[], i1>
  relax.return
}

// -----

relax.func @softmax(%x: !relax.tensor<[n], i32>) {
  // expected-error @+1 {{'relax.softmax' op element type: expected a float type, got 'i32'}}
  %0 = relax.softmax %x over 0 : !relax.tensor<[n], i32>
  relax.return
}

// -----

relax.func @matmul(%x: !relax.tensor<[n, n], i1>) {
  // expected-error @+1 {{'relax.matmul' op element type: expected a float or integer type, got 'i1'}}
  %0 = relax.matmul %x, %x : !relax.tensor<[n, n], i1>
  relax.return
}

// -----

relax.func @conv(%x: !relax.tensor<[n, 1, 8], i1>, %w: !relax.tensor<[1, 1, 3], i1>) {
  // expected-error @+1 {{'relax.conv' op element type: expected a float or integer type, got 'i1'}}
  %0 = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 1, 8], i1>, !relax.tensor<[1, 1, 3], i1>) -> !relax.tensor<[n, 1, 6], i1>
  relax.return
}

// -----

relax.func @max_pool(%x: !relax.tensor<[n, 1, 8], i1>) {
  // expected-error @+1 {{'relax.max_pool' op element type: expected a float or integer type, got 'i1'}}
  %0 = relax.max_pool %x window [2] strides [2] pads [0, 0] dilations [1] : (!relax.tensor<[n, 1, 8], i1>) -> !relax.tensor<[n, 1, 4], i1>
  relax.return
}

// -----

relax.func @count(%x: !relax.tensor<[4611686018427387904, 4], f32>) {
  // expected-error @+1 {{'relax.mean' op cannot count the elements of a mean: value exceeds 64 bits}}
  %0 = relax.mean %x : (!relax.tensor<[4611686018427387904, 4], f32>) -> !relax.tensor<[], f32>
  relax.return
}

// -----

relax.func @bits(%x: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.bitwise_and' op element type: expected an integer or i1 type, got 'f32'}}
  %0 = relax.bitwise_and %x, %x : !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @not(%x: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.bitwise_not' op element type: expected an integer or i1 type, got 'f32'}}
  %0 = relax.bitwise_not %x : !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @shift(%x: !relax.tensor<[n], i1>) {
  // expected-error @+1 {{'relax.shift_left' op element type: expected an integer type, got 'i1'}}
  %0 = relax.shift_left %x, %x : !relax.tensor<[n], i1>
  relax.return
}

// -----

relax.func @narrow(%x: !relax.tensor<[n], f8E4M3FN>, %i: !relax.tensor<[n], i4>) {
  // expected-error @+1 {{'relax.add' op element type: expected a float, integer or i1 type, got 'f8E4M3FN'; relax.cast converts it}}
  %0 = relax.add %x, %x : !relax.tensor<[n], f8E4M3FN>
  relax.return
}

// -----

relax.func @narrow_integer(%i: !relax.tensor<[n, n], i4>) {
  // expected-error @+1 {{'relax.matmul' op element type: expected a float or integer type, got 'i4'; relax.cast converts it}}
  %0 = relax.matmul %i, %i : !relax.tensor<[n, n], i4>
  relax.return
}

// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @counts(%x: !relax.tensor<[1, 2, n], f32>, %w: !relax.tensor<[4, 2, 3], f32>) {
  // expected-error@+1 {{'relax.conv' op expected as many dilations as strides and twice as many pads, got 1 strides, 2 dilations and 2 pads}}
  %0 = relax.conv %x, %w strides [1] pads [0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[1, 2, n], f32>, !relax.tensor<[4, 2, 3], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @stride(%x: !relax.tensor<[1, 2, n], f32>, %w: !relax.tensor<[4, 2, 3], f32>) {
  // expected-error@+1 {{'relax.conv' op stride: expected at least 1, got 0}}
  %0 = relax.conv %x, %w strides [0] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[1, 2, n], f32>, !relax.tensor<[4, 2, 3], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @dilation(%x: !relax.tensor<[1, 2, n], f32>, %w: !relax.tensor<[4, 2, 3], f32>) {
  // expected-error@+1 {{'relax.conv' op dilation: expected at least 1, got -1}}
  %0 = relax.conv %x, %w strides [1] pads [0, 0] dilations [-1] groups 1 : (!relax.tensor<[1, 2, n], f32>, !relax.tensor<[4, 2, 3], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @pad(%x: !relax.tensor<[1, 2, n], f32>) {
  // expected-error@+1 {{'relax.max_pool' op pad: expected at least 0, got -2}}
  %0 = relax.max_pool %x window [2] strides [1] pads [0, -2] dilations [1] : (!relax.tensor<[1, 2, n], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @groups(%x: !relax.tensor<[1, 2, n], f32>, %w: !relax.tensor<[4, 2, 3], f32>) {
  // expected-error@+1 {{'relax.conv' op groups: expected at least 1, got 0}}
  %0 = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 0 : (!relax.tensor<[1, 2, n], f32>, !relax.tensor<[4, 2, 3], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @input_rank(%x: !relax.tensor<[1, 2, n, n], f32>, %w: !relax.tensor<[4, 2, 3], f32>) {
  // expected-error@+1 {{'relax.conv' op input: expected rank 3 for 1 spatial dimensions, got [1, 2, n, n]}}
  %0 = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[1, 2, n, n], f32>, !relax.tensor<[4, 2, 3], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @weight_rank(%x: !relax.tensor<*, f32>, %w: !relax.tensor<[4, 2], f32>) {
  // expected-error@+1 {{'relax.conv' op weight: expected rank 3 for 1 spatial dimensions, got [4, 2]}}
  %0 = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<*, f32>, !relax.tensor<[4, 2], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'd' is bound here}}
relax.func @channels(%x: !relax.tensor<[1, c, n], f32>, %w: !relax.tensor<[4, d, 3], f32>) {
  // expected-error@+1 {{'relax.conv' op input: expected 2 * d in dimension 1, which is 2 times dimension 1 of weight, got [1, c, n] beside [4, d, 3]; if they are equal, say so with 'relax.match_cast'}}
  %0 = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 2 : (!relax.tensor<[1, c, n], f32>, !relax.tensor<[4, d, 3], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @output_channels(%x: !relax.tensor<[1, 4, n], f32>, %w: !relax.tensor<[3, 2, 3], f32>) {
  // expected-error@+1 {{'relax.conv' op expected output channels that 2 groups divide, got 3}}
  %0 = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 2 : (!relax.tensor<[1, 4, n], f32>, !relax.tensor<[3, 2, 3], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @elements(%x: !relax.tensor<[1, 4, n], f32>, %w: !relax.tensor<[3, 4, 3], f16>) {
  // expected-error@+1 {{'relax.conv' op element types differ: 'f32' and 'f16'}}
  %0 = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[1, 4, n], f32>, !relax.tensor<[3, 4, 3], f16>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @overflow(%x: !relax.tensor<[1, 1, 9], f32>, %w: !relax.tensor<[1, 1, 4611686018427387904], f32>) {
  // expected-error@+1 {{'relax.conv' op cannot compute the result shape: value exceeds 64 bits}}
  %0 = relax.conv %x, %w strides [1] pads [0, 0] dilations [4] groups 1 : (!relax.tensor<[1, 1, 9], f32>, !relax.tensor<[1, 1, 4611686018427387904], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @result(%x: !relax.tensor<[1, 2, n], f32>, %w: !relax.tensor<[4, 2, 3], f32>) {
  // expected-error@+1 {{'relax.conv' op result type: expected !relax.tensor<[1, 4, max(n - 2, 0)], f32>, got !relax.tensor<[1, 4, n - 2], f32>}}
  %0 = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[1, 2, n], f32>, !relax.tensor<[4, 2, 3], f32>) -> !relax.tensor<[1, 4, n - 2], f32>
  relax.return
}

// -----

relax.func @window_count(%x: !relax.tensor<[1, 2, n], f32>) {
  // expected-error@+1 {{'relax.max_pool' op expected as many window extents as strides, got 2 and 1}}
  %0 = relax.max_pool %x window [2, 2] strides [1] pads [0, 0] dilations [1] : (!relax.tensor<[1, 2, n], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @window_extent(%x: !relax.tensor<[1, 2, n], f32>) {
  // expected-error@+1 {{'relax.max_pool' op window extent: expected at least 1, got 0}}
  %0 = relax.max_pool %x window [0] strides [1] pads [0, 0] dilations [1] : (!relax.tensor<[1, 2, n], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @maxima(%x: !relax.tensor<[1, 2, n], f32>, %m: !relax.tensor<[1, 2, n], f32>) {
  // expected-error@+1 {{'relax.max_pool_places' op maxima: expected [1, 2, max(n - 1, 0)], got [1, 2, n]}}
  %0 = relax.max_pool_places %x, %m window [2] strides [1] pads [0, 0] dilations [1] : (!relax.tensor<[1, 2, n], f32>, !relax.tensor<[1, 2, n], f32>) -> !relax.tensor<*, i64>
  relax.return
}

// -----

relax.func @order(%x: !relax.tensor<[1, 2, n], f32>) {
  // expected-error@+1 {{'relax.lp_pool' op p: expected at least 1, got 0}}
  %0 = relax.lp_pool %x window [1] strides [1] pads [0, 0] dilations [1] p 0 : !relax.tensor<[1, 2, n], f32>
  relax.return
}

// -----

relax.func @integers(%x: !relax.tensor<[1, 2, n], i32>) {
  // expected-error@+1 {{'relax.global_lp_pool' op expected float elements, got 'i32'}}
  %0 = relax.global_lp_pool %x p 2 : (!relax.tensor<[1, 2, n], i32>) -> !relax.tensor<[1, 2, 1], i32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @vector(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.global_lp_pool' op input: expected rank 2 or more, got [n]}}
  %0 = relax.global_lp_pool %x p 2 : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @word(%x: !relax.tensor<[1, 2, n], f32>) {
  // expected-error@+1 {{'relax.max_pool' op same: expected 'upper' or 'lower', got 'both'}}
  %0 = relax.max_pool %x window [1] strides [1] pads [0, 0] dilations [1] same "both" : !relax.tensor<[1, 2, n], f32>
  relax.return
}

// -----

relax.func @pads(%x: !relax.tensor<[1, 2, n], f32>, %w: !relax.tensor<[1, 2, 1], f32>) {
  // expected-error@+1 {{'relax.conv' op pads beside 'same': expected 0, got [0, 1]}}
  %0 = relax.conv %x, %w strides [1] pads [0, 1] dilations [1] groups 1 same "upper" : (!relax.tensor<[1, 2, n], f32>, !relax.tensor<[1, 2, 1], f32>) -> !relax.tensor<[1, 1, n], f32>
  relax.return
}

// -----

relax.func @ceil(%x: !relax.tensor<[1, 2, n], f32>) {
  // expected-error@+1 {{'relax.avg_pool' op expected 'same' without 'ceil_mode'}}
  %0 = relax.avg_pool %x window [1] strides [1] pads [0, 0] dilations [1] ceil_mode same "upper" : !relax.tensor<[1, 2, n], f32>
  relax.return
}

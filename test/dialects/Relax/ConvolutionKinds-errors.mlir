// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @window(%x: !relax.tensor<[n, 4, w], f32>, %k: !relax.tensor<[4, 1, 3], f32>) {
  // expected-error @+1 {{'relax.conv_transpose' op expected a stride and a dilation of at least 1, two pads and an output padding of at least 0 for each spatial dimension, and groups}}
  %a = relax.conv_transpose %x, %k strides [0] pads [0, 0] dilations [1] output_padding [0] groups 1 : (!relax.tensor<[n, 4, w], f32>, !relax.tensor<[4, 1, 3], f32>) -> !relax.tensor<[n, 1, ?], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @rank(%x: !relax.tensor<[n, 4], f32>, %k: !relax.tensor<[4, 1, 3], f32>) {
  // expected-error @+1 {{'relax.conv_transpose' op input: expected two dimensions more than strides, got [n, 4]}}
  %a = relax.conv_transpose %x, %k strides [1] pads [0, 0] dilations [1] output_padding [0] groups 1 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 1, 3], f32>) -> !relax.tensor<[n, 1, ?], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @channels(%x: !relax.tensor<[n, c, w], f32>, %k: !relax.tensor<[4, 1, 3], f32>) {
  // expected-error @+1 {{'relax.conv_transpose' op input: expected 4 in dimension 1, which is dimension 0 of weight, got [n, c, w] beside [4, 1, 3]; if they are equal, say so with 'relax.match_cast'}}
  %a = relax.conv_transpose %x, %k strides [1] pads [0, 0] dilations [1] output_padding [0] groups 1 : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[4, 1, 3], f32>) -> !relax.tensor<[n, 1, w + 2], f32>
  relax.return
}

// -----

relax.func @groups(%x: !relax.tensor<[n, 4, w], f32>, %k: !relax.tensor<[4, 1, 3], f32>) {
  // expected-error @+1 {{'relax.conv_transpose' op weight: expected channels that the groups divide, got [4, 1, 3]}}
  %a = relax.conv_transpose %x, %k strides [1] pads [0, 0] dilations [1] output_padding [0] groups 3 : (!relax.tensor<[n, 4, w], f32>, !relax.tensor<[4, 1, 3], f32>) -> !relax.tensor<[n, 3, w + 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @flat(%x: !relax.tensor<[n, 4], f32>, %k: !relax.tensor<[4, 1, 3], f32>) {
  // expected-error @+1 {{'relax.depthwise_conv' op input: expected float elements and rank 3, got [n, 4]}}
  %a = relax.depthwise_conv %x, %k : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 1, 3], f32>) -> !relax.tensor<[n, 4, ?], f32>
  relax.return
}

// -----

relax.func @weight(%x: !relax.tensor<[n, 4, w], f32>, %k: !relax.tensor<[4, 2, 3], f32>) {
  // expected-error @+1 {{'relax.depthwise_conv' op weight: expected [channels, 1, window], got [4, 2, 3]}}
  %a = relax.depthwise_conv %x, %k : (!relax.tensor<[n, 4, w], f32>, !relax.tensor<[4, 2, 3], f32>) -> !relax.tensor<[n, 4, ?], f32>
  relax.return
}

// -----

relax.func @bias(%x: !relax.tensor<[n, 4, w], f32>, %k: !relax.tensor<[4, 1, 3], f32>, %b: !relax.tensor<[3], f32>) {
  // expected-error @+1 {{'relax.causal_conv' op bias: expected [channels], got [3]}}
  %y, %s = relax.causal_conv %x, %k, %b : (!relax.tensor<[n, 4, w], f32>, !relax.tensor<[4, 1, 3], f32>, !relax.tensor<[3], f32>) -> (!relax.tensor<[n, 4, w], f32>, !relax.tensor<[n, 4, 2], f32>)
  relax.return
}

// -----

relax.func @state(%x: !relax.tensor<[n, 4, w], f32>, %k: !relax.tensor<[4, 1, 3], f32>) {
  // expected-error @+1 {{'relax.causal_conv' op state: expected [batch, channels, window - 1], got [4, 1, 3]}}
  %y, %s = relax.causal_conv %x, %k state %k : (!relax.tensor<[n, 4, w], f32>, !relax.tensor<[4, 1, 3], f32>, !relax.tensor<[4, 1, 3], f32>) -> (!relax.tensor<[n, 4, w], f32>, !relax.tensor<[n, 4, 2], f32>)
  relax.return
}

// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @sizes(%x: !relax.tensor<[n, c, w], f32>, %s: !relax.tensor<[2], i64>) {
  // expected-error@+1 {{'relax.center_crop_pad' op sizes: expected !relax.tensor<[1], i64>, got !relax.tensor<[2], i64>}}
  %a = relax.center_crop_pad %x to %s axes [0] : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, c, w], f32>
  relax.return
}

// -----

relax.func @windows(%x: !relax.tensor<[n, c, 2, l], f32>) {
  // expected-error@+1 {{'relax.col2im' op expected a stride and a dilation of at least 1 and two pads of at least 0 for each of 1 to 6 dimensions, at most 2147483647}}
  %a = relax.col2im %x strides [0] pads [0, 0] dilations [1] : (!relax.tensor<[n, c, 2, l], f32>) -> !relax.tensor<[n, c, 4], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @rank(%x: !relax.tensor<[n, c, 2, l], f32>) {
  // expected-error@+1 {{'relax.col2im' op result: expected two dimensions more than there are strides, got [n, c]}}
  %a = relax.col2im %x strides [1] pads [0, 0] dilations [1] : (!relax.tensor<[n, c, 2, l], f32>) -> !relax.tensor<[n, c], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @columns(%x: !relax.tensor<[n, c, l], f32>) {
  // expected-error@+1 {{'relax.col2im' op input: expected [n, channels, block..., steps], three dimensions more than there are strides, got [n, c, l]}}
  %a = relax.col2im %x strides [1] pads [0, 0] dilations [1] : (!relax.tensor<[n, c, l], f32>) -> !relax.tensor<[n, c, 4], f32>
  relax.return
}

// -----

relax.func @booleans(%x: !relax.tensor<[n, c, 2, l], i1>) {
  // expected-error@+1 {{'relax.col2im' op expected numbers, got 'i1'}}
  %a = relax.col2im %x strides [1] pads [0, 0] dilations [1] : (!relax.tensor<[n, c, 2, l], i1>) -> !relax.tensor<[n, c, 4], i1>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @channels(%x: !relax.tensor<[n, 3, 2, l], f32>) {
  // expected-error@+1 {{'relax.col2im' op result: expected the first two extents of the input, got [n, 4, 4]}}
  %a = relax.col2im %x strides [1] pads [0, 0] dilations [1] : (!relax.tensor<[n, 3, 2, l], f32>) -> !relax.tensor<[n, 4, 4], f32>
  relax.return
}

// -----

relax.func @image(%x: !relax.tensor<[n, 3, 2, l], f32>, %s: !relax.tensor<[2], i64>) {
  // expected-error@+1 {{'relax.col2im' op sizes: expected !relax.tensor<[1], i64>, got !relax.tensor<[2], i64>}}
  %a = relax.col2im %x to %s strides [1] pads [0, 0] dilations [1] : (!relax.tensor<[n, 3, 2, l], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[n, 3, ?], f32>
  relax.return
}

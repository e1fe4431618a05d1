// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @rank(%x: !relax.tensor<[n, 4], f32>, %w: !relax.tensor<[6, 2, 3, 2], f32>, %o: !relax.tensor<[n, p, q, r], f32>) {
  // expected-error@+1 {{'relax.deform_conv' op input: expected float elements and rank 3 to 5, got [n, 4]}}
  %a = relax.deform_conv %x, %w, %o strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 offset_groups 2 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[6, 2, 3, 2], f32>, !relax.tensor<[n, p, q, r], f32>) -> !relax.tensor<[n, 6], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @integers(%x: !relax.tensor<[n, 4, h, w], i8>, %w: !relax.tensor<[6, 2, 3, 2], i8>, %o: !relax.tensor<[n, p, q, r], i8>) {
  // expected-error@+1 {{'relax.deform_conv' op input: expected float elements and rank 3 to 5, got [n, 4, h, w]}}
  %a = relax.deform_conv %x, %w, %o strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 offset_groups 2 : (!relax.tensor<[n, 4, h, w], i8>, !relax.tensor<[6, 2, 3, 2], i8>, !relax.tensor<[n, p, q, r], i8>) -> !relax.tensor<[n, 6, ?, ?], i8>
  relax.return
}

// -----

relax.func @elements(%x: !relax.tensor<[n, 4, h, w], f32>, %w: !relax.tensor<[6, 2, 3, 2], f32>, %o: !relax.tensor<[n, p, q, r], f16>) {
  // expected-error@+1 {{'relax.deform_conv' op element types differ: 'f32' and 'f16'}}
  %a = relax.deform_conv %x, %w, %o strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 offset_groups 2 : (!relax.tensor<[n, 4, h, w], f32>, !relax.tensor<[6, 2, 3, 2], f32>, !relax.tensor<[n, p, q, r], f16>) -> !relax.tensor<[n, 6, max(h - 2, 0), max(w - 1, 0)], f32>
  relax.return
}

// -----

relax.func @groups(%x: !relax.tensor<[n, 4, h, w], f32>, %w: !relax.tensor<[6, 2, 3, 2], f32>, %o: !relax.tensor<[n, p, q, r], f32>) {
  // expected-error@+1 {{'relax.deform_conv' op offset_groups: expected 1 to 2147483647, got 0}}
  %a = relax.deform_conv %x, %w, %o strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 offset_groups 0 : (!relax.tensor<[n, 4, h, w], f32>, !relax.tensor<[6, 2, 3, 2], f32>, !relax.tensor<[n, p, q, r], f32>) -> !relax.tensor<[n, 6, max(h - 2, 0), max(w - 1, 0)], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'h' is bound here}}
relax.func @offset(%x: !relax.tensor<[n, 4, h, w], f32>, %w: !relax.tensor<[6, 2, 3, 2], f32>, %o: !relax.tensor<[n, 12, q, r], f32>) {
  // expected-error@+1 {{'relax.deform_conv' op offset: expected [n, 24, max(h - 2, 0), max(w - 1, 0)], got [n, 12, q, r]}}
  %a = relax.deform_conv %x, %w, %o strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 offset_groups 2 : (!relax.tensor<[n, 4, h, w], f32>, !relax.tensor<[6, 2, 3, 2], f32>, !relax.tensor<[n, 12, q, r], f32>) -> !relax.tensor<[n, 6, max(h - 2, 0), max(w - 1, 0)], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'h' is bound here}}
relax.func @mask(%x: !relax.tensor<[n, 4, h, w], f32>, %w: !relax.tensor<[6, 2, 3, 2], f32>, %o: !relax.tensor<[n, p, q, r], f32>, %m: !relax.tensor<[n, 24, q, r], f32>) {
  // expected-error@+1 {{'relax.deform_conv' op mask: expected [n, 12, max(h - 2, 0), max(w - 1, 0)], got [n, 24, q, r]}}
  %a = relax.deform_conv %x, %w, %o mask %m strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 offset_groups 2 : (!relax.tensor<[n, 4, h, w], f32>, !relax.tensor<[6, 2, 3, 2], f32>, !relax.tensor<[n, p, q, r], f32>, !relax.tensor<[n, 24, q, r], f32>) -> !relax.tensor<[n, 6, max(h - 2, 0), max(w - 1, 0)], f32>
  relax.return
}

// -----

relax.func @bias(%x: !relax.tensor<[n, 4, h, w], f32>, %w: !relax.tensor<[6, 2, 3, 2], f32>, %o: !relax.tensor<[n, p, q, r], f32>, %b: !relax.tensor<[4], f32>) {
  // expected-error@+1 {{'relax.deform_conv' op bias: expected an element per channel, got [4]}}
  %a = relax.deform_conv %x, %w, %o bias %b strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 offset_groups 2 : (!relax.tensor<[n, 4, h, w], f32>, !relax.tensor<[6, 2, 3, 2], f32>, !relax.tensor<[n, p, q, r], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[n, 6, max(h - 2, 0), max(w - 1, 0)], f32>
  relax.return
}

// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @window(%x: !relax.tensor<[n, c, w], f32>, %i: !relax.tensor<[n, c, w], i64>) {
  // expected-error@+1 {{'relax.max_unpool' op expected a stride of at least 1 and two pads of at least 0 for each extent of the window, which is at least 1}}
  %a = relax.max_unpool %x, %i window [0] strides [2] pads [0, 0] : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, c, w], i64>) -> !relax.tensor<[n, c, 2 * w], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @rank(%x: !relax.tensor<[n, c], f32>, %i: !relax.tensor<[n, c], i64>) {
  // expected-error@+1 {{'relax.max_unpool' op input: expected two dimensions more than the window, got [n, c]}}
  %a = relax.max_unpool %x, %i window [2] strides [2] pads [0, 0] : (!relax.tensor<[n, c], f32>, !relax.tensor<[n, c], i64>) -> !relax.tensor<[n, c], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @elements(%x: !relax.tensor<[n, c, w], f32>, %i: !relax.tensor<[n, c, w], i32>) {
  // expected-error@+1 {{'relax.max_unpool' op places: expected i64 elements, got [n, c, w]}}
  %a = relax.max_unpool %x, %i window [2] strides [2] pads [0, 0] : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, c, w], i32>) -> !relax.tensor<[n, c, 2 * w], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @shape(%x: !relax.tensor<[n, c, w], f32>, %i: !relax.tensor<[n, c], i64>) {
  // expected-error@+1 {{'relax.max_unpool' op places: expected the shape of the input, got [n, c]}}
  %a = relax.max_unpool %x, %i window [2] strides [2] pads [0, 0] : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, c], i64>) -> !relax.tensor<[n, c, 2 * w], f32>
  relax.return
}

// -----

relax.func @unasked(%x: !relax.tensor<[n, c, w], f32>, %i: !relax.tensor<[n, c, w], i64>, %s: !relax.tensor<[3], i64>) {
  // expected-error@+1 {{'relax.max_unpool' op expected 'extended' with sizes}}
  %a = relax.max_unpool %x, %i window [2] strides [2] pads [0, 0] to %s : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, c, w], i64>, !relax.tensor<[3], i64>) -> !relax.tensor<[n, c, 2 * w], f32>
  relax.return
}

// -----

relax.func @sizes(%x: !relax.tensor<[n, c, w], f32>, %i: !relax.tensor<[n, c, w], i64>, %s: !relax.tensor<[2], i64>) {
  // expected-error@+1 {{'relax.max_unpool' op sizes: expected !relax.tensor<[3], i64>, got !relax.tensor<[2], i64>}}
  %a = relax.max_unpool %x, %i window [2] strides [2] pads [0, 0] extended to %s : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, c, w], i64>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?, ?], f32>
  relax.return
}

// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @theta(%t: !relax.tensor<[n, 2, 4], f32>, %s: !relax.tensor<[4], i64>) {
  // expected-error@+1 {{'relax.affine_grid' op theta: expected [n, 2, 3], got [n, 2, 4]}}
  %a = relax.affine_grid %t to %s : (!relax.tensor<[n, 2, 4], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<[n, ?, ?, 2], f32>
  relax.return
}

// -----

relax.func @integers(%t: !relax.tensor<[n, 2, 3], i32>, %s: !relax.tensor<[4], i64>) {
  // expected-error@+1 {{'relax.affine_grid' op expected float elements, got 'i32'}}
  %a = relax.affine_grid %t to %s : (!relax.tensor<[n, 2, 3], i32>, !relax.tensor<[4], i64>) -> !relax.tensor<[n, ?, ?, 2], i32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @rank(%t: !relax.tensor<[n, 2, 3], f32>, %s: !relax.tensor<[4], i64>) {
  // expected-error@+1 {{'relax.affine_grid' op result: expected rank 4 or 5, got [n, 2]}}
  %a = relax.affine_grid %t to %s : (!relax.tensor<[n, 2, 3], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @coordinates(%t: !relax.tensor<[n, 2, 3], f32>, %s: !relax.tensor<[4], i64>) {
  // expected-error@+1 {{'relax.affine_grid' op result: expected the first extent of theta and as many coordinates as dimensions, got [n, ?, ?, 3]}}
  %a = relax.affine_grid %t to %s : (!relax.tensor<[n, 2, 3], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<[n, ?, ?, 3], f32>
  relax.return
}

// -----

relax.func @sizes(%t: !relax.tensor<[n, 2, 3], f32>, %s: !relax.tensor<[5], i64>) {
  // expected-error@+1 {{'relax.affine_grid' op sizes: expected !relax.tensor<[4], i64>, got !relax.tensor<[5], i64>}}
  %a = relax.affine_grid %t to %s : (!relax.tensor<[n, 2, 3], f32>, !relax.tensor<[5], i64>) -> !relax.tensor<[n, ?, ?, 2], f32>
  relax.return
}

// -----

relax.func @elements(%t: !relax.tensor<[n, 2, 3], f32>, %s: !relax.tensor<[4], i64>) {
  // expected-error@+1 {{'relax.affine_grid' op element types differ: 'f32' and 'f16'}}
  %a = relax.affine_grid %t to %s : (!relax.tensor<[n, 2, 3], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<[n, ?, ?, 2], f16>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @grid_elements(%x: !relax.tensor<[n, c, h, w], f32>, %g: !relax.tensor<[n, a, b, 2], i64>) {
  // expected-error@+1 {{'relax.grid_sample' op grid: expected float elements, got [n, a, b, 2]}}
  %a = relax.grid_sample %x, %g mode "linear" padding "zeros" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[n, a, b, 2], i64>) -> !relax.tensor<[n, c, a, b], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @input_rank(%x: !relax.tensor<[n, c], f32>, %g: !relax.tensor<[n, 2], f32>) {
  // expected-error@+1 {{'relax.grid_sample' op input: expected rank 3 to 5, that of the grid, got [n, c]}}
  %a = relax.grid_sample %x, %g mode "linear" padding "zeros" : (!relax.tensor<[n, c], f32>, !relax.tensor<[n, 2], f32>) -> !relax.tensor<[n, c], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @grid_shape(%x: !relax.tensor<[n, c, h, w], f32>, %g: !relax.tensor<[n, a, b, 3], f32>) {
  // expected-error@+1 {{'relax.grid_sample' op grid: expected the rank and the images of the input, and a coordinate for each of its spatial dimensions in the last dimension, got [n, a, b, 3]}}
  %a = relax.grid_sample %x, %g mode "linear" padding "zeros" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[n, a, b, 3], f32>) -> !relax.tensor<[n, c, a, b], f32>
  relax.return
}

// -----

relax.func @mode(%x: !relax.tensor<[n, c, h, w], f32>, %g: !relax.tensor<[n, a, b, 2], f32>) {
  // expected-error@+1 {{'relax.grid_sample' op mode: expected one of 'nearest', 'linear', 'cubic', got 'area'}}
  %a = relax.grid_sample %x, %g mode "area" padding "zeros" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[n, a, b, 2], f32>) -> !relax.tensor<[n, c, a, b], f32>
  relax.return
}

// -----

relax.func @padding(%x: !relax.tensor<[n, c, h, w], f32>, %g: !relax.tensor<[n, a, b, 2], f32>) {
  // expected-error@+1 {{'relax.grid_sample' op padding: expected one of 'zeros', 'border', 'reflection', got 'wrap'}}
  %a = relax.grid_sample %x, %g mode "linear" padding "wrap" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[n, a, b, 2], f32>) -> !relax.tensor<[n, c, a, b], f32>
  relax.return
}

// -----

relax.func @integer_sums(%x: !relax.tensor<[n, c, h, w], i8>, %g: !relax.tensor<[n, a, b, 2], f32>) {
  // expected-error@+1 {{'relax.grid_sample' op expected float elements, got 'i8'}}
  %a = relax.grid_sample %x, %g mode "linear" padding "zeros" : (!relax.tensor<[n, c, h, w], i8>, !relax.tensor<[n, a, b, 2], f32>) -> !relax.tensor<[n, c, a, b], i8>
  relax.return
}

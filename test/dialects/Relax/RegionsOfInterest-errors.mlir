// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @rank(%x: !relax.tensor<[n, c, h], f32>, %r: !relax.tensor<[r, 4], f32>, %i: !relax.tensor<[r], i64>) {
  // expected-error@+1 {{'relax.roi_align' op input: expected float elements and rank 4, got [n, c, h]}}
  %a = relax.roi_align %x, %r, %i size [2, 2] samples 0 scale 1.0 mode "avg" : (!relax.tensor<[n, c, h], f32>, !relax.tensor<[r, 4], f32>, !relax.tensor<[r], i64>) -> !relax.tensor<[r, c, 2, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'r' is bound here}}
relax.func @roi_elements(%x: !relax.tensor<[n, c, h, w], f32>, %r: !relax.tensor<[r, 4], i64>, %i: !relax.tensor<[r], i64>) {
  // expected-error@+1 {{'relax.roi_align' op rois: expected float elements, got [r, 4]}}
  %a = relax.roi_align %x, %r, %i size [2, 2] samples 0 scale 1.0 mode "avg" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, 4], i64>, !relax.tensor<[r], i64>) -> !relax.tensor<[r, c, 2, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'r' is bound here}}
relax.func @corners(%x: !relax.tensor<[n, c, h, w], f32>, %r: !relax.tensor<[r, 5], f32>, %i: !relax.tensor<[r], i64>) {
  // expected-error@+1 {{'relax.roi_align' op rois: expected [regions, 4], got [r, 5]}}
  %a = relax.roi_align %x, %r, %i size [2, 2] samples 0 scale 1.0 mode "avg" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, 5], f32>, !relax.tensor<[r], i64>) -> !relax.tensor<[r, c, 2, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'r' is bound here}}
relax.func @images(%x: !relax.tensor<[n, c, h, w], f32>, %r: !relax.tensor<[r, 4], f32>, %i: !relax.tensor<[r], i32>) {
  // expected-error@+1 {{'relax.roi_align' op images: expected i64 elements, got [r]}}
  %a = relax.roi_align %x, %r, %i size [2, 2] samples 0 scale 1.0 mode "avg" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, 4], f32>, !relax.tensor<[r], i32>) -> !relax.tensor<[r, c, 2, 2], f32>
  relax.return
}

// -----

relax.func @image_count(%x: !relax.tensor<[n, c, h, w], f32>, %r: !relax.tensor<[3, 4], f32>, %i: !relax.tensor<[2], i64>) {
  // expected-error@+1 {{'relax.roi_align' op images: expected one for each region, got [2]}}
  %a = relax.roi_align %x, %r, %i size [2, 2] samples 0 scale 1.0 mode "avg" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[3, 4], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[3, c, 2, 2], f32>
  relax.return
}

// -----

relax.func @size(%x: !relax.tensor<[n, c, h, w], f32>, %r: !relax.tensor<[r, 4], f32>, %i: !relax.tensor<[r], i64>) {
  // expected-error@+1 {{'relax.roi_align' op size: expected two values of 1 to 32767, got [2]}}
  %a = relax.roi_align %x, %r, %i size [2] samples 0 scale 1.0 mode "avg" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, 4], f32>, !relax.tensor<[r], i64>) -> !relax.tensor<[r, c, 2, 2], f32>
  relax.return
}

// -----

relax.func @samples(%x: !relax.tensor<[n, c, h, w], f32>, %r: !relax.tensor<[r, 4], f32>, %i: !relax.tensor<[r], i64>) {
  // expected-error@+1 {{'relax.roi_align' op samples: expected 0 to 32767, got -1}}
  %a = relax.roi_align %x, %r, %i size [2, 2] samples -1 scale 1.0 mode "avg" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, 4], f32>, !relax.tensor<[r], i64>) -> !relax.tensor<[r, c, 2, 2], f32>
  relax.return
}

// -----

relax.func @scale(%x: !relax.tensor<[n, c, h, w], f32>, %r: !relax.tensor<[r, 4], f32>, %i: !relax.tensor<[r], i64>) {
  // expected-error@+1 {{'relax.roi_align' op scale: expected a positive number, got 0}}
  %a = relax.roi_align %x, %r, %i size [2, 2] samples 0 scale 0.0 mode "avg" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, 4], f32>, !relax.tensor<[r], i64>) -> !relax.tensor<[r, c, 2, 2], f32>
  relax.return
}

// -----

relax.func @mode(%x: !relax.tensor<[n, c, h, w], f32>, %r: !relax.tensor<[r, 4], f32>, %i: !relax.tensor<[r], i64>) {
  // expected-error@+1 {{'relax.roi_align' op mode: expected one of 'avg', 'max', got 'min'}}
  %a = relax.roi_align %x, %r, %i size [2, 2] samples 0 scale 1.0 mode "min" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, 4], f32>, !relax.tensor<[r], i64>) -> !relax.tensor<[r, c, 2, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @integers(%x: !relax.tensor<[n, c, h, w], i8>, %r: !relax.tensor<[r, 5], f32>) {
  // expected-error@+1 {{'relax.max_roi_pool' op input: expected float elements and rank 4, got [n, c, h, w]}}
  %a = relax.max_roi_pool %x, %r size [2, 2] scale 1.0 : (!relax.tensor<[n, c, h, w], i8>, !relax.tensor<[r, 5], f32>) -> !relax.tensor<[r, c, 2, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'r' is bound here}}
relax.func @numbers(%x: !relax.tensor<[n, c, h, w], f32>, %r: !relax.tensor<[r, 4], f32>) {
  // expected-error@+1 {{'relax.max_roi_pool' op rois: expected [regions, 5], got [r, 4]}}
  %a = relax.max_roi_pool %x, %r size [2, 2] scale 1.0 : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, 4], f32>) -> !relax.tensor<[r, c, 2, 2], f32>
  relax.return
}

// -----

relax.func @bins(%x: !relax.tensor<[n, c, h, w], f32>, %r: !relax.tensor<[r, 5], f32>) {
  // expected-error@+1 {{'relax.max_roi_pool' op size: expected two values of 1 to 32767, got [0, 1]}}
  %a = relax.max_roi_pool %x, %r size [0, 1] scale 1.0 : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, 5], f32>) -> !relax.tensor<[r, c, 2, 2], f32>
  relax.return
}

// -----

relax.func @negative_scale(%x: !relax.tensor<[n, c, h, w], f32>, %r: !relax.tensor<[r, 5], f32>) {
  // expected-error@+1 {{'relax.max_roi_pool' op scale: expected a positive number, got -1}}
  %a = relax.max_roi_pool %x, %r size [2, 2] scale -1.0 : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, 5], f32>) -> !relax.tensor<[r, c, 2, 2], f32>
  relax.return
}

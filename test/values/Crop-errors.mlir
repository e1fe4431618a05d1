// What only the run knows of images of other extents.
// RUN: not relax-run %s --mode=reference --entry=crop --input=2xf32="1 2" --input="1xi64=-1" 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not relax-run %s --mode=reference --entry=columns --input=1x1x2x3xf32="1 2 3 4 5 6" --input=5xf32="1 2 3 4 5" 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: not relax-run %s --mode=compiled --entry=columns --input=1x1x2x3xf32="1 2 3 4 5 6" --input=5xf32="1 2 3 4 5" 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: not relax-run %s --mode=reference --entry=far --input=1x1x3x1xf32="1 2 3" 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: not relax-run %s --mode=reference --entry=back --input=1x1x2xf32="1 2" --input="1x1x1xi64=0" 2>&1 | FileCheck %s --check-prefix=PLACES

// SIZES: sizes: expected an extent, got -1
relax.func @crop(%x: !relax.tensor<[n], f32>, %s: !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32> {
  %y = relax.center_crop_pad %x to %s axes [0] : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return %y : !relax.tensor<[?], f32>
}

// COLUMNS: expected a column for each place where the block fits, got 3
// COMPILED: expected max(w - 1, 0) = 4
relax.func @columns(%x: !relax.tensor<[n, c, 2, l], f32>, %w: !relax.tensor<[w], f32>) -> !relax.tensor<[n, c, w], f32> {
  %y = relax.col2im %x strides [1] pads [0, 0] dilations [1] given(%w) : (!relax.tensor<[n, c, 2, l], f32>, !relax.tensor<[w], f32>) -> !relax.tensor<[n, c, w], f32>
  relax.return %y : !relax.tensor<[n, c, w], f32>
}

// FAR: expected a column for each place where the block fits, got 1
relax.func @far(%x: !relax.tensor<[n, c, b, l], f32>) -> !relax.tensor<[n, c, 4], f32> {
  %y = relax.col2im %x strides [1] pads [0, 0] dilations [2147483647] : (!relax.tensor<[n, c, b, l], f32>) -> !relax.tensor<[n, c, 4], f32>
  relax.return %y : !relax.tensor<[n, c, 4], f32>
}

// PLACES: expected a place for each element
relax.func @back(%x: !relax.tensor<[n, c, w], f32>, %i: !relax.tensor<[m, d, v], i64>) -> !relax.tensor<[n, c, 2 * w], f32> {
  %y = relax.max_unpool %x, %i window [2] strides [2] pads [0, 0] : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[m, d, v], i64>) -> !relax.tensor<[n, c, 2 * w], f32>
  relax.return %y : !relax.tensor<[n, c, 2 * w], f32>
}

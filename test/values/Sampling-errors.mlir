// What only the run knows of samples, regions and moved windows.
// RUN: not relax-run %s --mode=reference --entry=theta --input=1x3x3xf32="1 2 3 4 5 6 7 8 9" --input="4xi64=1 1 1 1" 2>&1 | FileCheck %s --check-prefix=THETA
// RUN: not relax-run %s --mode=reference --entry=theta --input=1x2x3xf32="1 2 3 4 5 6" --input="4xi64=1 1 -1 1" 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not relax-run %s --mode=reference --entry=maps --input=2x2x3xf32="1 2 3 4 5 6 1 2 3 4 5 6" --input=3x1x1xf32="1 2 3" 2>&1 | FileCheck %s --check-prefix=MAPS
// RUN: not relax-run %s --mode=reference --entry=grid --input=1x1x2xf32="1 2" --input=2x1x1xf32="1 2" 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: not relax-run %s --mode=reference --entry=rois --input=1x1x1x2xf32="1 2" --input=1x5xf32="1 2 3 4 5" --input="1xi64=0" 2>&1 | FileCheck %s --check-prefix=ROIS
// RUN: not relax-run %s --mode=reference --entry=rois --input=1x1x1x2xf32="1 2" --input=1x4xf32="1 2 3 4" --input="2xi64=0 0" 2>&1 | FileCheck %s --check-prefix=IMAGES
// RUN: not relax-run %s --mode=reference --entry=rois --input=1x1x0x2xf32= --input=1x4xf32="1 2 3 4" --input="1xi64=0" 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not relax-run %s --mode=reference --entry=moved --input=1x1x2xf32="1 2" --input=1x1x1xf32="1" --input=1x1x3xf32="1 2 3" 2>&1 | FileCheck %s --check-prefix=OFFSETS
// RUN: not relax-run %s --mode=compiled --entry=negative --input=1x2x3xf32="1 2 3 4 5 6" --input="4xi64=1 1 -1 1" 2>&1 | FileCheck %s --check-prefix=NEGATIVE

// THETA: expected theta [n, 2, 3]
// SIZES: sizes: expected an extent, got -1
relax.func @theta(%t: !relax.tensor<*, f32>, %s: !relax.tensor<[4], i64>) -> !relax.tensor<[?, ?, ?, 2], f32> {
  %c = relax.match_cast %t : !relax.tensor<*, f32> to !relax.tensor<[?, ?, ?], f32>
  %g = relax.affine_grid %c to %s : (!relax.tensor<[?, ?, ?], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<[?, ?, ?, 2], f32>
  relax.return %g : !relax.tensor<[?, ?, ?, 2], f32>
}

// MAPS: expected one map for each of 3 grids, got 2
relax.func @maps(%t: !relax.tensor<[m, 2, 3], f32>, %x: !relax.tensor<[n, h, w], f32>) -> !relax.tensor<[n, h, w, 2], f32> {
  %g = relax.affine_grid %t given (%x) : (!relax.tensor<[m, 2, 3], f32>, !relax.tensor<[n, h, w], f32>) -> !relax.tensor<[n, h, w, 2], f32>
  relax.return %g : !relax.tensor<[n, h, w, 2], f32>
}

// GRID: expected a grid with the rank and the images of the input, and a coordinate for each of its spatial dimensions
relax.func @grid(%x: !relax.tensor<[n, c, w], f32>, %g: !relax.tensor<[m, a, 1], f32>) -> !relax.tensor<[n, c, a], f32> {
  %y = relax.grid_sample %x, %g mode "linear" padding "zeros" : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[m, a, 1], f32>) -> !relax.tensor<[n, c, a], f32>
  relax.return %y : !relax.tensor<[n, c, a], f32>
}

// ROIS: expected an input of rank 4 and regions of 4 numbers
// IMAGES: expected an image for each region
// EMPTY: the input has no element to sample
relax.func @rois(%x: !relax.tensor<[n, c, h, w], f32>, %r: !relax.tensor<[r, m], f32>, %i: !relax.tensor<[b], i64>) -> !relax.tensor<[r, c, 1, 1], f32> {
  %y = relax.roi_align %x, %r, %i size [1, 1] samples 1 scale 1.0 mode "avg" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, m], f32>, !relax.tensor<[b], i64>) -> !relax.tensor<[r, c, 1, 1], f32>
  relax.return %y : !relax.tensor<[r, c, 1, 1], f32>
}

// OFFSETS: expected offsets, a mask and a bias that fit the window and the result
relax.func @moved(%x: !relax.tensor<[n, 1, w], f32>, %k: !relax.tensor<[1, 1, 1], f32>, %o: !relax.tensor<[n, 1, v], f32>) -> !relax.tensor<[n, 1, w], f32> {
  %y = relax.deform_conv %x, %k, %o strides [1] pads [0, 0] dilations [1] groups 1 offset_groups 1 : (!relax.tensor<[n, 1, w], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[n, 1, v], f32>) -> !relax.tensor<[n, 1, w], f32>
  relax.return %y : !relax.tensor<[n, 1, w], f32>
}

// NEGATIVE: expected an extent >= 0, got -1
relax.func @negative(%t: !relax.tensor<[n, 2, 3], f32>, %s: !relax.tensor<[4], i64>) -> !relax.tensor<[n, ?, ?, 2], f32> {
  %g = relax.affine_grid %t to %s : (!relax.tensor<[n, 2, 3], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<[n, ?, ?, 2], f32>
  relax.return %g : !relax.tensor<[n, ?, ?, 2], f32>
}

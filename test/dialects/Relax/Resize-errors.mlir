// RUN: split-file %s %t
// RUN: relax-opt %t/rules.mlir --split-input-file --verify-diagnostics
// RUN: not relax-run %t/sizes.mlir --mode=reference --input="2xi64=1 2" --input="1xi64=-1" 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: sizes: expected an extent, got -1
// RUN: not relax-run %t/sizes.mlir --mode=reference --input="2xi64=1 9223372036854775807" --input="1xi64=3" 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: reference mode resizes integers of at most 2^53, got 9223372036854775807

// RUN: not relax-run %t/scales.mlir --mode=reference --input="2xi64=1 2" --input="1xf32=-1" 2>&1 | FileCheck %s --check-prefix=SCALES
// SCALES: scales: expected extents, got -1 * 2
// RUN: not relax-run %t/aspect.mlir --mode=reference --dims=n=2 --input="z=2xi64=9223372036854775807 9223372036854775807" 2>&1 | FileCheck %s --check-prefix=BEYOND
// BEYOND: an extent of the result exceeds 64 bits

//--- rules.mlir
relax.func @mode(%x: !relax.tensor<[n], f32>, %v: !relax.tensor<[2], f32>) {
  // expected-error@+1 {{'relax.resize' op mode: expected one of 'nearest', 'linear', 'cubic', got 'fold'}}
  %a = relax.resize %x axes [0] mode "fold" coordinates "asymmetric" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @coordinates(%x: !relax.tensor<[n], f32>, %v: !relax.tensor<[2], f32>) {
  // expected-error@+1 {{'relax.resize' op coordinates: expected one of 'half_pixel', 'half_pixel_symmetric', 'pytorch_half_pixel', 'align_corners', 'asymmetric', 'tf_half_pixel_for_nn', 'tf_crop_and_resize', got 'pixel'}}
  %a = relax.resize %x axes [0] mode "linear" coordinates "pixel" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @rounding(%x: !relax.tensor<[n], f32>, %v: !relax.tensor<[2], f32>) {
  // expected-error@+1 {{'relax.resize' op rounding: expected one of 'round_prefer_floor', 'round_prefer_ceil', 'floor', 'ceil', 'ceil_if_smaller', got 'up'}}
  %a = relax.resize %x axes [0] mode "linear" coordinates "asymmetric" rounding "up" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @scales(%x: !relax.tensor<[n], f32>, %v: !relax.tensor<[2], f32>) {
  // expected-error@+1 {{'relax.resize' op scales: expected !relax.tensor<[1], f32>, got !relax.tensor<[2], f32>}}
  %a = relax.resize %x scales %v axes [0] mode "linear" coordinates "asymmetric" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n], f32>, !relax.tensor<[2], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @factors(%x: !relax.tensor<[n], f32>, %v: !relax.tensor<[2], f32>) {
  // expected-error@+1 {{'relax.resize' op expected a factor per axis, or scales}}
  %a = relax.resize %x axes [0] factors [1.0, 2.0] mode "linear" coordinates "asymmetric" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @roi(%x: !relax.tensor<[n], f32>, %v: !relax.tensor<[2], f32>) {
  // expected-error@+1 {{'relax.resize' op expected 'roi' with 'tf_crop_and_resize' and only there}}
  %a = relax.resize %x roi %v axes [0] mode "linear" coordinates "asymmetric" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n], f32>, !relax.tensor<[2], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @integers(%x: !relax.tensor<[n], i8>) {
  // expected-error@+1 {{'relax.resize' op expected float elements, got 'i8'}}
  %a = relax.resize %x axes [0] mode "linear" coordinates "asymmetric" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n], i8>) -> !relax.tensor<[n], i8>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @axes(%x: !relax.tensor<[n], f32>, %v: !relax.tensor<[2], f32>) {
  // expected-error@+1 {{'relax.resize' op axes: expected different axes of [n], got [1]}}
  %a = relax.resize %x axes [1] mode "linear" coordinates "asymmetric" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @limit(%x: !relax.tensor<[n], f32>, %z: !relax.tensor<[1], i64>) {
  // expected-error@+1 {{'relax.resize' op aspect: expected one of 'not_larger', 'not_smaller', got 'stretch'}}
  %a = relax.resize %x to %z aspect "stretch" axes [0] mode "linear" coordinates "asymmetric" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return
}

// -----

relax.func @aspect(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.resize' op expected 'aspect' beside sizes and without scales}}
  %a = relax.resize %x aspect "not_larger" axes [0] factors [2.0] mode "linear" coordinates "asymmetric" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  relax.return
}

// -----

relax.func @open(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.resize' op expected extents in the result type, sizes or scales}}
  %a = relax.resize %x axes [0] mode "linear" coordinates "asymmetric" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  relax.return
}

//--- scales.mlir
relax.func @f(%x: !relax.tensor<[n], i64>, %s: !relax.tensor<[1], f32>) -> !relax.tensor<[?], i64> {
  %a = relax.resize %x scales %s axes [0] mode "nearest" coordinates "half_pixel" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n], i64>, !relax.tensor<[1], f32>) -> !relax.tensor<[?], i64>
  relax.return %a : !relax.tensor<[?], i64>
}

//--- aspect.mlir
relax.func @f(%x: !relax.tensor<[n, 1], f32>, %z: !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32> {
  %a = relax.resize %x to %z aspect "not_smaller" axes [0, 1] mode "nearest" coordinates "half_pixel" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n, 1], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %a : !relax.tensor<[?, ?], f32>
}

//--- sizes.mlir
relax.func @f(%x: !relax.tensor<[n], i64>, %z: !relax.tensor<[1], i64>) -> !relax.tensor<[?], i64> {
  %a = relax.resize %x to %z axes [0] mode "nearest" coordinates "half_pixel" rounding "floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[n], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], i64>
  relax.return %a : !relax.tensor<[?], i64>
}

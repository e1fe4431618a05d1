// RUN: split-file %s %t
// RUN: relax-opt %t/rules.mlir --split-input-file --verify-diagnostics
//
// What only the run knows.
// RUN: not relax-run %t/open.mlir --mode=reference --entry=tile --input="2xf32=1 2" 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: repeats: expected 1 of them, got 2
// RUN: not relax-run %t/open.mlir --mode=reference --entry=far --input="2xf32=1 2" --input="1xi64=9223372036854775807" 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: the extents of the result exceed 64 bits
// RUN: not relax-run %t/open.mlir --mode=reference --entry=far --input="2xf32=1 2" --input="1xi64=-1" 2>&1 | FileCheck %s --check-prefix=LESS
// LESS: repeats: expected at least 0, got -1
// RUN: not relax-run %t/open.mlir --mode=reference --entry=depth --input="2xf32=1 2" 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: expected rank 4, got 1
// RUN: not relax-run %t/open.mlir --mode=reference --entry=depth --input="1x2x1x1xf32=1 2" 2>&1 | FileCheck %s --check-prefix=CHANNELS
// CHANNELS: dimension 1: expected a multiple of 4, got 2
// RUN: not relax-run %t/open.mlir --mode=reference --entry=space --input="1x1x2x3xf32=1 2 3 4 5 6" 2>&1 | FileCheck %s --check-prefix=WIDTH
// WIDTH: dimension 3: expected a multiple of 2, got 3

//--- rules.mlir
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @few(%x: !relax.tensor<[n, m], f32>) {
  // expected-error@+1 {{'relax.tile' op repeats: expected one per dimension of [n, m], got 1}}
  %a = relax.tile %x by [2] : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[2 * n, m], f32>
  relax.return
}

// -----

relax.func @open(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.tile' op repeat 0: expected an expression, got '?'}}
  %a = relax.tile %x by [?] : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  relax.return
}

// -----

relax.func @negative(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.tile' op repeat 0: expected at least 0, got -1}}
  %a = relax.tile %x by [-1] : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @tiled(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.tile' op result type: expected !relax.tensor<[2 * n], f32>, got !relax.tensor<[n], f32>}}
  %a = relax.tile %x by [2] : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @large(%x: !relax.tensor<[9223372036854775807 * n], f32>, %y: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.tile' op cannot compute the result shape}}
  %a = relax.tile %x by [2] : (!relax.tensor<[9223372036854775807 * n], f32>) -> !relax.tensor<[?], f32>
  relax.return
}

// -----

relax.func @repeats(%x: !relax.tensor<[n, m], f32>, %r: !relax.tensor<[3], i64>) {
  // expected-error@+1 {{'relax.dynamic_tile' op repeats: expected !relax.tensor<[2], i64>, got !relax.tensor<[3], i64>}}
  %a = relax.dynamic_tile %x, %r : (!relax.tensor<[n, m], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return
}

// -----

relax.func @narrow(%x: !relax.tensor<*, f32>, %r: !relax.tensor<[3], i32>) {
  // expected-error@+1 {{'relax.dynamic_tile' op repeats: expected !relax.tensor<[?], i64>, got !relax.tensor<[3], i32>}}
  %a = relax.dynamic_tile %x, %r : (!relax.tensor<*, f32>, !relax.tensor<[3], i32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @mode(%x: !relax.tensor<[n, c, h, w], f32>) {
  // expected-error@+1 {{'relax.depth_to_space' op mode: expected 'DCR' or 'CRD', got 'dcr'}}
  %a = relax.depth_to_space %x block 1 mode "dcr" : !relax.tensor<[n, c, h, w], f32>
  relax.return
}

// -----

relax.func @block(%x: !relax.tensor<[n, c, h, w], f32>) {
  // expected-error@+1 {{'relax.space_to_depth' op block: expected 1 to 32767, got 0}}
  %a = relax.space_to_depth %x block 0 mode "DCR" : !relax.tensor<[n, c, h, w], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @rank(%x: !relax.tensor<[n, c, h], f32>) {
  // expected-error@+1 {{'relax.depth_to_space' op expected [batch, channels, height, width], got [n, c, h]}}
  %a = relax.depth_to_space %x block 1 mode "DCR" : !relax.tensor<[n, c, h], f32>
  relax.return
}

// -----

relax.func @channels(%x: !relax.tensor<[n, 6, h, w], f32>) {
  // expected-error@+1 {{'relax.depth_to_space' op dimension 1: expected a multiple of 4, got 6}}
  %a = relax.depth_to_space %x block 2 mode "DCR" : (!relax.tensor<[n, 6, h, w], f32>) -> !relax.tensor<[n, 1, 2 * h, 2 * w], f32>
  relax.return
}

// -----

relax.func @width(%x: !relax.tensor<[n, 6, h, 5], f32>) {
  // expected-error@+1 {{'relax.space_to_depth' op dimension 3: expected a multiple of 2, got 5}}
  %a = relax.space_to_depth %x block 2 mode "DCR" : (!relax.tensor<[n, 6, h, 5], f32>) -> !relax.tensor<[n, 24, h floordiv 2, 2], f32>
  relax.return
}

//--- open.mlir
relax.func @tile(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %a = relax.tile %x by [1, 2] : (!relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}
relax.func @far(%x: !relax.tensor<*, f32>, %r: !relax.tensor<[1], i64>) -> !relax.tensor<*, f32> {
  %a = relax.dynamic_tile %x, %r : (!relax.tensor<*, f32>, !relax.tensor<[1], i64>) -> !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}
relax.func @depth(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %a = relax.depth_to_space %x block 2 mode "DCR" : !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}
relax.func @space(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %a = relax.space_to_depth %x block 2 mode "DCR" : !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}

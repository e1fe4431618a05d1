// RUN: split-file %s %t
// RUN: relax-opt %t/rules.mlir --split-input-file --verify-diagnostics
// RUN: not relax-run %t/open.mlir --mode=reference --input="2xf32=1 2" --input="2xi64=0 1" --input="2xf32=1 2" 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: value: expected one element
// RUN: not relax-run %t/open.mlir --mode=reference --input="2xf32=1 2" --input="2xi64=9223372036854775807 1" --input="1xf32=1" 2>&1 | FileCheck %s --check-prefix=HUGE
// HUGE: the extents of the result exceed 64 bits
// RUN: not relax-run %t/open.mlir --mode=reference --input="f32=1" --input="2xi64=0 1" --input="1xf32=1" 2>&1 | FileCheck %s --check-prefix=AXIS
// AXIS: axis 0 is out of range for rank 0

//--- rules.mlir
relax.func @mode(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.pad' op mode: expected 'constant', 'edge', 'reflect' or 'wrap', got 'fold'}}
  %a = relax.pad %x low [1] mode "fold" : (!relax.tensor<[n], f32>) -> !relax.tensor<[n + 1], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @value(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.pad' op value: expected one element 'f32', got !relax.tensor<[n], f32>}}
  %a = relax.pad %x low [1] mode "constant" value %x : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n + 1], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @low(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.pad' op expected a width and an extent of the result for every dimension of !relax.tensor<[n], f32>, got 2 and !relax.tensor<[n + 1], f32>}}
  %a = relax.pad %x low [1, 1] mode "constant" : (!relax.tensor<[n], f32>) -> !relax.tensor<[n + 1], f32>
  relax.return
}

// -----

relax.func @widths(%x: !relax.tensor<[n], f32>, %w: !relax.tensor<[1], i64>) {
  // expected-error@+1 {{'relax.dynamic_pad' op widths: expected !relax.tensor<[2], i64>, got !relax.tensor<[1], i64>}}
  %a = relax.dynamic_pad %x, %w axes [0] mode "constant" : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @axes(%x: !relax.tensor<[n], f32>, %w: !relax.tensor<[2], i64>) {
  // expected-error@+1 {{'relax.dynamic_pad' op axes: expected different axes of [n], got [1]}}
  %a = relax.dynamic_pad %x, %w axes [1] mode "constant" : (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?], f32>
  relax.return
}

// -----

relax.func @along(%x: !relax.tensor<[n], f32>, %w: !relax.tensor<[2], i64>, %k: !relax.tensor<[1], i32>) {
  // expected-error@+1 {{'relax.dynamic_pad' op along: expected a vector of i64, got !relax.tensor<[1], i32>}}
  %a = relax.dynamic_pad %x, %w along %k axes [0] mode "constant" : (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>, !relax.tensor<[1], i32>) -> !relax.tensor<[?], f32>
  relax.return
}

// -----

relax.func @pairs(%x: !relax.tensor<[n], f32>, %w: !relax.tensor<[2], i64>, %k: !relax.tensor<[2], i64>) {
  // expected-error@+1 {{'relax.dynamic_pad' op widths: expected !relax.tensor<[4], i64>, got !relax.tensor<[2], i64>}}
  %a = relax.dynamic_pad %x, %w along %k axes [0] mode "constant" : (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>, !relax.tensor<[2], i64>) -> !relax.tensor<[?], f32>
  relax.return
}

//--- open.mlir
relax.func @f(%x: !relax.tensor<*, f32>, %w: !relax.tensor<[2], i64>, %v: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %a = relax.dynamic_pad %x, %w axes [0] mode "constant" value %v : (!relax.tensor<*, f32>, !relax.tensor<[2], i64>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}

// RUN: split-file %s %t
// RUN: relax-opt %t/rules.mlir --split-input-file --verify-diagnostics
//
// What only the run knows.
// RUN: not relax-run %t/open.mlir --mode=reference --entry=hot --input="2xi64=0 1" --input="3xi64=1 2 3" --input="2xf32=0 1" 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: depth: expected one element, got 3
// RUN: not relax-run %t/open.mlir --mode=reference --entry=hot --input="2xi64=0 1" --input="i64=-1" --input="2xf32=0 1" 2>&1 | FileCheck %s --check-prefix=LESS
// LESS: depth: expected at least 0, got -1
// RUN: not relax-run %t/open.mlir --mode=reference --entry=hot --input="2xi64=0 1" --input="i64=1" --input="1xf32=0" 2>&1 | FileCheck %s --check-prefix=VALUES
// VALUES: values: expected a vector of 2 elements, got 1
// RUN: not relax-run %t/open.mlir --mode=reference --entry=hot --input="1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xi64=0" --input="i64=1" --input="2xf32=0 1" 2>&1 | FileCheck %s --check-prefix=DEEP
// DEEP: expected a rank of at most 16, got 17
// RUN: not relax-run %t/open.mlir --mode=reference --entry=turn --input="2xf32=0 1" --input="1xi64=1" 2>&1 | FileCheck %s --check-prefix=AXIS
// AXIS: axis 1 is out of range for rank 1
// RUN: not relax-run %t/open.mlir --mode=reference --entry=turn --input="1x2xf32=0 1" --input="1xi64=3" 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: length 3 is more than the extent 2
// RUN: not relax-run %t/open.mlir --mode=reference --entry=write --input="1x2xf32=0 1" --input="2x1xf32=0 1" --input="1xi64=0" 2>&1 | FileCheck %s --check-prefix=UPDATES
// UPDATES: updates: expected the input's extents but for axis 1
// RUN: not relax-run %t/open.mlir --mode=reference --entry=write --input="1x2xf32=0 1" --input="1x2xf32=0 1" --input="1xi64=1" 2>&1 | FileCheck %s --check-prefix=OUT
// OUT: update 1 at 1 is outside of an extent of 2

//--- rules.mlir
relax.func @elements(%i: !relax.tensor<[n], f32>, %v: !relax.tensor<[2], f32>) {
  // expected-error@+1 {{'relax.one_hot' op indices: expected elements i32 or i64, got 'f32'}}
  %a = relax.one_hot %i, %v depth 3 axis 1 : (!relax.tensor<[n], f32>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return
}

// -----

relax.func @axis(%i: !relax.tensor<[n], i64>, %v: !relax.tensor<[2], f32>) {
  // expected-error@+1 {{'relax.one_hot' op axis 2 is out of range for rank 2}}
  %a = relax.one_hot %i, %v depth 3 axis 2 : (!relax.tensor<[n], i64>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return
}

// -----

relax.func @values(%i: !relax.tensor<[n], i64>, %v: !relax.tensor<[3], f32>) {
  // expected-error@+1 {{'relax.one_hot' op values: expected [2], one for off and on, got [3]}}
  %a = relax.one_hot %i, %v depth 3 axis 1 : (!relax.tensor<[n], i64>, !relax.tensor<[3], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return
}

// -----

relax.func @open(%i: !relax.tensor<[n], i64>, %v: !relax.tensor<[2], f32>) {
  // expected-error@+1 {{'relax.one_hot' op depth: expected an expression, got '?'}}
  %a = relax.one_hot %i, %v depth ? axis 1 : (!relax.tensor<[n], i64>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, ?], f32>
  relax.return
}

// -----

relax.func @negative(%i: !relax.tensor<[n], i64>, %v: !relax.tensor<[2], f32>) {
  // expected-error@+1 {{'relax.one_hot' op depth: expected at least 0, got -1}}
  %a = relax.one_hot %i, %v depth -1 axis 1 : (!relax.tensor<[n], i64>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

// -----

relax.func @depth(%i: !relax.tensor<[n], i64>, %d: !relax.tensor<[2], i64>, %v: !relax.tensor<[2], f32>) {
  // expected-error@+1 {{'relax.dynamic_one_hot' op depth: expected one element i64, got !relax.tensor<[2], i64>}}
  %a = relax.dynamic_one_hot %i, %d, %v axis 1 : (!relax.tensor<[n], i64>, !relax.tensor<[2], i64>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, ?], f32>
  relax.return
}

// -----

relax.func @narrow(%i: !relax.tensor<[n], i64>, %d: !relax.tensor<[], i32>, %v: !relax.tensor<[2], f32>) {
  // expected-error@+1 {{'relax.dynamic_one_hot' op depth: expected one element i64, got !relax.tensor<[], i32>}}
  %a = relax.dynamic_one_hot %i, %d, %v axis 1 : (!relax.tensor<[n], i64>, !relax.tensor<[], i32>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, ?], f32>
  relax.return
}

// -----

relax.func @twice(%x: !relax.tensor<[n, m], f32>, %l: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.reverse_sequence' op axis and batch: expected two, got 0 twice}}
  %a = relax.reverse_sequence %x, %l axis 0 batch 0 : (!relax.tensor<[n, m], f32>, !relax.tensor<[n], i64>) -> !relax.tensor<[n, m], f32>
  relax.return
}

// -----

relax.func @batch(%x: !relax.tensor<[n, m], f32>, %l: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.reverse_sequence' op batch 2 is out of range for rank 2}}
  %a = relax.reverse_sequence %x, %l axis 0 batch 2 : (!relax.tensor<[n, m], f32>, !relax.tensor<[n], i64>) -> !relax.tensor<[n, m], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @lengths(%x: !relax.tensor<[n, m], f32>, %l: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.reverse_sequence' op lengths: expected m in dimension 0, which is dimension 1 of input, got [n] beside [n, m]; if they are equal, say so with 'relax.match_cast'}}
  %a = relax.reverse_sequence %x, %l axis 0 batch 1 : (!relax.tensor<[n, m], f32>, !relax.tensor<[n], i64>) -> !relax.tensor<[n, m], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @matrix(%x: !relax.tensor<*, f32>, %l: !relax.tensor<[n, m], i64>) {
  // expected-error@+1 {{'relax.reverse_sequence' op lengths: expected a vector, got [n, m]}}
  %a = relax.reverse_sequence %x, %l axis 0 batch 1 : (!relax.tensor<*, f32>, !relax.tensor<[n, m], i64>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @updates(%x: !relax.tensor<[n, m, 4], f32>, %u: !relax.tensor<[n, k, 5], f32>) {
  // expected-error@+1 {{'relax.tensor_scatter' op updates: expected 4 in dimension 2, which is dimension 2 of input, got [n, k, 5] beside [n, m, 4]; if they are equal, say so with 'relax.match_cast'}}
  %a = relax.tensor_scatter %x, %u axis 1 : (!relax.tensor<[n, m, 4], f32>, !relax.tensor<[n, k, 5], f32>) -> !relax.tensor<[n, m, 4], f32>
  relax.return
}

// -----

relax.func @types(%x: !relax.tensor<[n, m], f32>, %u: !relax.tensor<[n, k], f16>) {
  // expected-error@+1 {{'relax.tensor_scatter' op element types differ: 'f32' and 'f16'}}
  %a = relax.tensor_scatter %x, %u axis 1 : (!relax.tensor<[n, m], f32>, !relax.tensor<[n, k], f16>) -> !relax.tensor<[n, m], f32>
  relax.return
}

// -----

relax.func @behind(%x: !relax.tensor<[n, m], f32>, %u: !relax.tensor<[k, m], f32>, %p: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.tensor_scatter' op axis: expected one behind the batch, got 0}}
  %a = relax.tensor_scatter %x, %u at %p axis 0 : (!relax.tensor<[n, m], f32>, !relax.tensor<[k, m], f32>, !relax.tensor<[n], i64>) -> !relax.tensor<[n, m], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @places(%x: !relax.tensor<[n, m], f32>, %u: !relax.tensor<[n, k], f32>, %p: !relax.tensor<[m], i64>) {
  // expected-error@+1 {{'relax.tensor_scatter' op at: expected n in dimension 0, which is dimension 0 of input, got [m] beside [n, m]; if they are equal, say so with 'relax.match_cast'}}
  %a = relax.tensor_scatter %x, %u at %p axis 1 : (!relax.tensor<[n, m], f32>, !relax.tensor<[n, k], f32>, !relax.tensor<[m], i64>) -> !relax.tensor<[n, m], f32>
  relax.return
}

//--- open.mlir
relax.func @hot(%i: !relax.tensor<*, i64>, %d: !relax.tensor<*, i64>, %v: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %a = relax.dynamic_one_hot %i, %d, %v axis 0 : (!relax.tensor<*, i64>, !relax.tensor<*, i64>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}
relax.func @turn(%x: !relax.tensor<*, f32>, %l: !relax.tensor<*, i64>) -> !relax.tensor<*, f32> {
  %a = relax.reverse_sequence %x, %l axis 1 batch 0 : (!relax.tensor<*, f32>, !relax.tensor<*, i64>) -> !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}
relax.func @write(%x: !relax.tensor<*, f32>, %u: !relax.tensor<*, f32>, %p: !relax.tensor<*, i64>) -> !relax.tensor<*, f32> {
  %a = relax.tensor_scatter %x, %u at %p axis 1 : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, i64>) -> !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}

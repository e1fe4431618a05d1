// RUN: not relax-run %s --mode=reference --input=x=2x3xf32="1 2 3 4 5 6" --input=t=3xi64="0 1 2" 2>&1 | FileCheck %s
// RUN: not relax-run %s --mode=reference --entry=weights --input=x=1x3xf32="1 2 3" --input=t=1xi64=0 --input=w=2xf32="1 2" 2>&1 | FileCheck %s --check-prefix=WEIGHT

// CHECK: 'relax.nll_loss' %y: target: expected the input's extents but the second
relax.func @main(%x: !relax.tensor<[?, 3], f32>, %t: !relax.tensor<[?], i64>) -> !relax.tensor<[], f32> {
  %y = relax.nll_loss %x, %t reduction "sum" : (!relax.tensor<[?, 3], f32>, !relax.tensor<[?], i64>) -> !relax.tensor<[], f32>
  relax.return %y : !relax.tensor<[], f32>
}

// WEIGHT: 'relax.nll_loss' %y: weight: expected an element per class
relax.func @weights(%x: !relax.tensor<[?, ?], f32>, %t: !relax.tensor<[?], i64>, %w: !relax.tensor<[?], f32>) -> !relax.tensor<[], f32> {
  %y = relax.nll_loss %x, %t, %w reduction "sum" : (!relax.tensor<[?, ?], f32>, !relax.tensor<[?], i64>, !relax.tensor<[?], f32>) -> !relax.tensor<[], f32>
  relax.return %y : !relax.tensor<[], f32>
}

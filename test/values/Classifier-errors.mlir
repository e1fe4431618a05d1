// What only the run knows.
// RUN: not relax-run %s --mode=reference --entry=kernel --input=x=1x2xf32="1 2" --input=v=1x3xf32="1 2 3" 2>&1 | FileCheck %s
// RUN: not relax-run %s --mode=reference --entry=votes --input=x=1x2xf32="1 2" 2>&1 | FileCheck %s --check-prefix=PAIRS
// RUN: not relax-run %s --mode=reference --entry=coupled --input=x=1x3xf32="1 2 3" --input=s=2xf32="1 2" 2>&1 | FileCheck %s --check-prefix=SLOPES
// RUN: not relax-run %s --mode=reference --entry=zero --input=x=f32=1 2>&1 | FileCheck %s --check-prefix=RANK

// CHECK: expected two matrices with the same features
relax.func @kernel(%x: !relax.tensor<[?, ?], f32>, %v: !relax.tensor<[?, ?], f32>) -> !relax.tensor<[?, ?], f32> {
  %y = relax.kernel_matrix %x, %v "linear" gamma 0.0 coef0 0.0 degree 0.0 : (!relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>) -> !relax.tensor<[?, ?], f32>
  relax.return %y : !relax.tensor<[?, ?], f32>
}

// PAIRS: input: expected a column for each pair of classes
relax.func @votes(%x: !relax.tensor<[?, ?], f32>) -> !relax.tensor<[?, 3], f32> {
  %y = relax.pair_votes %x of 3 : (!relax.tensor<[?, ?], f32>) -> !relax.tensor<[?, 3], f32>
  relax.return %y : !relax.tensor<[?, 3], f32>
}

// SLOPES: slopes and offsets: expected one for each pair
relax.func @coupled(%x: !relax.tensor<[?, ?], f32>, %s: !relax.tensor<[?], f32>) -> !relax.tensor<[?, 3], f32> {
  %y = relax.pair_probabilities %x, %s, %s of 3 : (!relax.tensor<[?, ?], f32>, !relax.tensor<[?], f32>, !relax.tensor<[?], f32>) -> !relax.tensor<[?, 3], f32>
  relax.return %y : !relax.tensor<[?, 3], f32>
}

// RANK: input: expected rank 1 or more
relax.func @zero(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %y = relax.softmax_zero %x : !relax.tensor<*, f32>
  relax.return %y : !relax.tensor<*, f32>
}

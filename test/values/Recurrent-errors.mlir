// What only the run knows.
// RUN: not relax-run %s --mode=reference --entry=any --input=x=2xf32="1 2" --input=r=1x1x1xf32=1 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: input and recurrence: expected rank 3, got 1 and 3
// RUN: not relax-run %s --mode=reference --entry=any --input=x=1x1x1xf32=1 --input=r=1x3x2xf32="1 2 3 4 5 6" 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: weights: expected [1, 2, 1], got [1, 3, 2]
// RUN: not relax-run %s --mode=reference --entry=lengths --input=x=2x1x1xf32="1 2" --input=r=1x1x1xf32=1 --input=l=1xi64=3 2>&1 | FileCheck %s --check-prefix=LENGTH
// LENGTH: lengths: expected 0 to 2, got 3
// RUN: not relax-run %s --mode=reference --entry=lengths --input=x=2x1x1xf32="1 2" --input=r=1x1x1xf32=1 --input=l=2xi64="1 2" 2>&1 | FileCheck %s --check-prefix=LENGTHS
// LENGTHS: lengths: expected [1], got [2]
relax.func @any(%x: !relax.tensor<*, f32>, %r: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %y, %h = relax.rnn %x, %r, %r direction "forward" : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>) -> (!relax.tensor<*, f32>, !relax.tensor<*, f32>)
  relax.return %y : !relax.tensor<*, f32>
}
relax.func @lengths(%x: !relax.tensor<[s, b, i], f32>, %r: !relax.tensor<[1, h, h], f32>, %l: !relax.tensor<[n], i64>) -> !relax.tensor<*, f32> {
  %y, %h = relax.rnn %x, %r, %r lengths %l direction "forward" : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, h], f32>, !relax.tensor<[1, h, h], f32>, !relax.tensor<[n], i64>) -> (!relax.tensor<*, f32>, !relax.tensor<*, f32>)
  relax.return %y : !relax.tensor<*, f32>
}

// A mask that does not broadcast, known when the program runs.
// RUN: not relax-run %s --mode=compiled --input=a=1x1x2x1xf32="1 2" --input=m=3x2xi1="1 1 1 1 1 1" 2>&1 | FileCheck %s

// CHECK: kernel 'attention_mask': shapes do not fit
relax.func @main(%a: !relax.tensor<[b, 1, s, 1], f32>, %m: !relax.tensor<[m, n], i1>) -> !relax.tensor<[b, 1, s, 1], f32> {
  %y = relax.attention %a, %a, %a mask %m : (!relax.tensor<[b, 1, s, 1], f32>, !relax.tensor<[b, 1, s, 1], f32>, !relax.tensor<[b, 1, s, 1], f32>, !relax.tensor<[m, n], i1>) -> !relax.tensor<[b, 1, s, 1], f32>
  relax.return %y : !relax.tensor<[b, 1, s, 1], f32>
}

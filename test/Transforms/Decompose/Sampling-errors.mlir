// What is not written with other operators has no way to be compiled.
// RUN: not relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{except=grid_sample}),relax-legalize,relax-to-vm)' 2>&1 | FileCheck %s
// CHECK: 'relax.grid_sample' op cannot be lowered to 'vm': run 'relax-decompose' and 'relax-legalize' before 'relax-to-vm', or use 'relax-run --mode=reference'
relax.func @sample(%x: !relax.tensor<[n, c, w], f32>, %g: !relax.tensor<[n, a, 1], f32>) -> !relax.tensor<[n, c, a], f32> {
  %y = relax.grid_sample %x, %g mode "linear" padding "zeros" : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, a, 1], f32>) -> !relax.tensor<[n, c, a], f32>
  relax.return %y : !relax.tensor<[n, c, a], f32>
}

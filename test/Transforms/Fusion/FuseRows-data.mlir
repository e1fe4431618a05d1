// Rows of a table that data chooses, and sums inside of a row that do not go along it (sparse reductions): one program, behind
// a loop that asks whether all places are inside.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fusion-report)' -o /dev/null 2>&1 | FileCheck %s
// RUN: relax-opt %s --relax-pipeline=cpu --to=scheduled --target=x86-64-v3 | FileCheck %s --check-prefix=LOOPS
// RUN: relax-opt %s --relax-pipeline=cpu --tir-bounds=require -o /dev/null
// RUN: relax-run %s --poison --compare=reference,compiled --entry=bag --dims=n=0,v=3 --then --entry=bag --input=i=2x8xi64='0 1 2 2 1 0 -1 -3 0 1 2 2 1 0 -1 -3' --dims=v=3 --then --entry=bag --input=i=1x8xi64='0 0 0 0 0 0 0 0' --dims=v=1
// RUN: relax-run %s --poison --compare=reference,compiled --entry=embedding --dims=b=2,n=0,v=3 --then --entry=embedding --input=i=2x3xi64='0 1 2 2 1 0' --dims=v=3
// RUN: not relax-run %s --entry=embedding --input=i=1x2xi64='0 3' --dims=v=3 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: kernel 'fused_take_take_add_etc': index out of bounds

// CHECK-LABEL: fusion of @bag
// CHECK: rows: @take, @sum
// Rows of the table count, not the table.
// CHECK-NEXT: after: 1 kernel, 2368 * n bytes moved
// LOOPS-LABEL: tir.func private @fused_take_sum(
// LOOPS: tir.check
// LOOPS: tir.for "io" (%{{.*}}) in [n ceildiv 4] parallel
// LOOPS: tir.alloc "Y" local : !tir.buffer<[4, 8, 64], f32>
// LOOPS: (reduce %{{.*}}) in [8] {
// LOOPS-NEXT: in [16] vector 8
relax.func @bag(%t: !relax.tensor<[v, 64], f32>, %i: !relax.tensor<[n, 8], i64>) -> !relax.tensor<[n, 64], f32> {
  %g = relax.take %t, %i axis 0 : (!relax.tensor<[v, 64], f32>, !relax.tensor<[n, 8], i64>) -> !relax.tensor<[n, 8, 64], f32>
  %s = relax.sum %g over [1] : (!relax.tensor<[n, 8, 64], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %s : !relax.tensor<[n, 64], f32>
}

// CHECK-LABEL: fusion of @embedding
// CHECK: before: 14 kernels,
// CHECK: rows: @take_{{.*}}, @take_{{.*}}, @add, @fused_sum_mean, @subtract, @fused_multiply_sum_mean_etc, @fused_multiply_multiply_add
// CHECK-NEXT: after: 1 kernel,
relax.func @embedding(%w: !relax.tensor<[v, 64], f32>, %p: !relax.tensor<[512, 64], f32>, %i: !relax.tensor<[b, n], i64>, %g: !relax.tensor<[64], f32>, %c: !relax.tensor<[64], f32>) -> !relax.tensor<[b, n, 64], f32> {
  %t = relax.take %w, %i axis 0 : (!relax.tensor<[v, 64], f32>, !relax.tensor<[b, n], i64>) -> !relax.tensor<[b, n, 64], f32>
  %s = relax.take %p, %i axis 0 : (!relax.tensor<[512, 64], f32>, !relax.tensor<[b, n], i64>) -> !relax.tensor<[b, n, 64], f32>
  %e = relax.add %t, %s : !relax.tensor<[b, n, 64], f32>
  %y = relax.layer_norm %e, %g, %c from 2 epsilon 1.0e-5 : (!relax.tensor<[b, n, 64], f32>, !relax.tensor<[64], f32>, !relax.tensor<[64], f32>) -> !relax.tensor<[b, n, 64], f32>
  relax.return %y : !relax.tensor<[b, n, 64], f32>
}

// The places themselves are computed by the same rows: what is checked is not there before the first row.
// CHECK-LABEL: fusion of @computed_places
// CHECK: edge: @{{.*}} [n] to @take{{.*}} [n, 64]: its places are data, or it may end in an error
relax.func @computed_places(%w: !relax.tensor<[v, 64], f32>, %x: !relax.tensor<[n, 64], i64>) -> !relax.tensor<[n, 64], f32> {
  %i = relax.max %x over [1] : (!relax.tensor<[n, 64], i64>) -> !relax.tensor<[n], i64>
  %t = relax.take %w, %i axis 0 : (!relax.tensor<[v, 64], f32>, !relax.tensor<[n], i64>) -> !relax.tensor<[n, 64], f32>
  relax.return %t : !relax.tensor<[n, 64], f32>
}

// Several results, several reductions, independent calls and pieces of concatenations in one loop over rows: what the
// report says of them, their values, and that no access has to be checked.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fusion-report)' -o /dev/null 2>&1 | FileCheck %s
// RUN: relax-opt %s --relax-pipeline=cpu --tir-bounds=require -o /dev/null
// RUN: relax-opt %s --relax-pipeline=cpu --to=scheduled | FileCheck %s --check-prefix=THREADS
// RUN: relax-run %s --poison --compare=reference,compiled --entry=mean_and_variance --dims=n=0 --then --entry=mean_and_variance --dims=n=1 --then --entry=mean_and_variance --dims=n=19
// RUN: relax-run %s --poison --compare=reference,compiled --entry=shown --dims=n=0 --then --entry=shown --dims=n=1 --then --entry=shown --dims=n=19
// RUN: relax-run %s --poison --compare=reference,compiled --entry=siblings --dims=n=0 --then --entry=siblings --dims=n=1 --then --entry=siblings --dims=n=19
// RUN: relax-run %s --poison --compare=reference,compiled --entry=gate --dims=n=0 --then --entry=gate --dims=n=1 --then --entry=gate --dims=n=1030
// RUN: relax-run %s --poison --compare=reference,compiled --entry=strangers --dims=b=2,n=0 --then --entry=strangers --dims=b=3,n=1 --then --entry=strangers --dims=b=2,n=10
// RUN: relax-run %s --poison --compare=reference,compiled --entry=elements --dims=n=0 --then --entry=elements --dims=n=1 --then --entry=elements --dims=n=512 --then --entry=elements --dims=n=1030
// RUN: relax-run %s --poison --compare=reference,compiled --entry=pieces --dims=n=0,a=2,b=3 --then --entry=pieces --dims=n=3,a=0,b=0 --then --entry=pieces --dims=n=19,a=300,b=1 --then --entry=pieces --dims=n=8,a=1,b=499
// RUN: relax-run %s --poison --compare=reference,compiled --entry=normed --dims=n=0 --then --entry=normed --dims=n=1 --then --entry=normed --dims=n=19
// RUN: relax-run %s --poison --compare=reference,compiled --entry=many --dims=n=0 --then --entry=many --dims=n=1 --then --entry=many --dims=n=19
// RUN: relax-run %s --poison --compare=reference,compiled --entry=chosen --dims=n=0 --then --entry=chosen --dims=n=1 --then --entry=chosen --dims=n=19

// Two reductions of the same rows, the second of what the first gave, and two results.
// CHECK-LABEL: fusion of @mean_and_variance
// CHECK: rows: @fused_sum_mean, @fused_subtract_multiply_sum_etc
// CHECK-NEXT: after: 1 kernel, 3080 * n bytes moved
relax.func @mean_and_variance(%x: !relax.tensor<[n, 768], f32>) -> (!relax.tensor<[n, 1], f32>, !relax.tensor<[n, 1], f32>) {
  %m = relax.mean %x over [1] keep_dims : (!relax.tensor<[n, 768], f32>) -> !relax.tensor<[n, 1], f32>
  %d = relax.subtract %x, %m : (!relax.tensor<[n, 768], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 768], f32>
  %q = relax.multiply %d, %d : !relax.tensor<[n, 768], f32>
  %v = relax.mean %q over [1] keep_dims : (!relax.tensor<[n, 768], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return %m, %v : !relax.tensor<[n, 1], f32>, !relax.tensor<[n, 1], f32>
}

// What something else reads is a further result, though nothing is reduced; the threads keep their loop.
// CHECK-LABEL: fusion of @shown
// CHECK: rows: @exp, @add
// CHECK-NEXT: after: 1 kernel, 768 * n bytes moved
// THREADS-LABEL: tir.func private @fused_exp_add(
// THREADS: tir.for {{.*}} in [n ceildiv 8] parallel
relax.func @shown(%x: !relax.tensor<[n, 64], f32>) -> (!relax.tensor<[n, 64], f32>, !relax.tensor<[n, 64], f32>) {
  %e = relax.exp %x : !relax.tensor<[n, 64], f32>
  %y = relax.add %e, %x : !relax.tensor<[n, 64], f32>
  relax.return %y, %e : !relax.tensor<[n, 64], f32>, !relax.tensor<[n, 64], f32>
}

// CHECK-LABEL: fusion of @siblings
// CHECK: rows: @sin, @cos
// CHECK-NEXT: after: 1 kernel, 768 * n bytes moved
relax.func @siblings(%x: !relax.tensor<[n, 64], f32>) -> (!relax.tensor<[n, 64], f32>, !relax.tensor<[n, 64], f32>) {
  %s = relax.sin %x : !relax.tensor<[n, 64], f32>
  %c = relax.cos %x : !relax.tensor<[n, 64], f32>
  relax.return %s, %c : !relax.tensor<[n, 64], f32>, !relax.tensor<[n, 64], f32>
}

// Parts of a split are read where they lie.
// CHECK-LABEL: fusion of @gate
// CHECK: rows: @fused_strided_slice_sigmoid, @fused_strided_slice_multiply
// CHECK-NEXT: after: 1 kernel, 512 * n bytes moved
relax.func @gate(%x: !relax.tensor<[n, 64], f32>) -> (!relax.tensor<[n, 32], f32>, !relax.tensor<[n, 32], f32>) {
  %a = relax.strided_slice %x axes [1] begins [0] ends [32] steps [1] : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 32], f32>
  %b = relax.strided_slice %x axes [1] begins [32] ends [64] steps [1] : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 32], f32>
  %s = relax.sigmoid %b : !relax.tensor<[n, 32], f32>
  %y = relax.multiply %a, %s : !relax.tensor<[n, 32], f32>
  relax.return %y, %s : !relax.tensor<[n, 32], f32>, !relax.tensor<[n, 32], f32>
}

// Calls that share nothing but their extents, as long as a row is short.
// CHECK-LABEL: fusion of @strangers
// CHECK: element by element: 3 kernels,
// CHECK-NEXT: rows: @add_0, @add_0, @add_0
// CHECK-NEXT: after: 1 kernel,
// CHECK-LABEL: fusion of @long_strangers
// CHECK: after: 2 kernels,
relax.func @strangers(%q: !relax.tensor<[b, n, 96], f32>, %k: !relax.tensor<[b, n, 96], f32>, %v: !relax.tensor<[b, n, 96], f32>, %bq: !relax.tensor<[96], f32>, %bk: !relax.tensor<[96], f32>, %bv: !relax.tensor<[96], f32>) -> (!relax.tensor<[b, n, 96], f32>, !relax.tensor<[b, n, 96], f32>, !relax.tensor<[b, n, 96], f32>) {
  %0 = relax.add %q, %bq : (!relax.tensor<[b, n, 96], f32>, !relax.tensor<[96], f32>) -> !relax.tensor<[b, n, 96], f32>
  %1 = relax.add %k, %bk : (!relax.tensor<[b, n, 96], f32>, !relax.tensor<[96], f32>) -> !relax.tensor<[b, n, 96], f32>
  %2 = relax.add %v, %bv : (!relax.tensor<[b, n, 96], f32>, !relax.tensor<[96], f32>) -> !relax.tensor<[b, n, 96], f32>
  relax.return %0, %1, %2 : !relax.tensor<[b, n, 96], f32>, !relax.tensor<[b, n, 96], f32>, !relax.tensor<[b, n, 96], f32>
}

relax.func @long_strangers(%q: !relax.tensor<[n, 2000], f32>, %k: !relax.tensor<[n, 2000], f32>) -> (!relax.tensor<[n, 2000], f32>, !relax.tensor<[n, 2000], f32>) {
  %0 = relax.exp %q : !relax.tensor<[n, 2000], f32>
  %1 = relax.tanh %k : !relax.tensor<[n, 2000], f32>
  relax.return %0, %1 : !relax.tensor<[n, 2000], f32>, !relax.tensor<[n, 2000], f32>
}

// Of one dimension 512 elements are a round.
// CHECK-LABEL: fusion of @elements
// CHECK: rows: @exp_1, @sin_0, @cos_0
// CHECK-NEXT: after: 1 kernel, 16 * n bytes moved
// THREADS-LABEL: tir.func private @fused_exp_sin_cos(
// THREADS-NEXT: tir.for {{.*}} in [n ceildiv 512] parallel
relax.func @elements(%x: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %0 = relax.exp %x : !relax.tensor<[n], f32>
  %1 = relax.sin %0 : !relax.tensor<[n], f32>
  %2 = relax.cos %0 : !relax.tensor<[n], f32>
  relax.return %0, %1, %2 : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}

// Producers and users of a concatenation are one program with it: a row of each piece goes to its place while it is in the
// cache. Pieces may be empty.
// CHECK-LABEL: fusion of @pieces
// CHECK: before: 4 kernels, 40 * a * n + 24 * b * n + 48 * n bytes moved
// CHECK: rows: @exp_{{.*}}, @tanh_{{.*}}, @concat, @sigmoid
// CHECK-NEXT: after: 1 kernel, 12 * a * n + 8 * b * n + 24 * n bytes moved
relax.func @pieces(%x: !relax.tensor<[n, a], f32>, %y: !relax.tensor<[n, b], f32>, %z: !relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 2 * a + b + 3], f32> where (a <= 300, b <= 500) {
  %e = relax.exp %x : !relax.tensor<[n, a], f32>
  %f = relax.tanh %y : !relax.tensor<[n, b], f32>
  %c = relax.concat %e, %f, %z, %x axis 1 : (!relax.tensor<[n, a], f32>, !relax.tensor<[n, b], f32>, !relax.tensor<[n, 3], f32>, !relax.tensor<[n, a], f32>) -> !relax.tensor<[n, 2 * a + b + 3], f32>
  %w = relax.sigmoid %c : !relax.tensor<[n, 2 * a + b + 3], f32>
  relax.return %w : !relax.tensor<[n, 2 * a + b + 3], f32>
}

// CHECK-LABEL: fusion of @normed
// CHECK: rows: @exp_{{.*}}, @concat_{{.*}}, @max, @fused_subtract_exp, @sum_{{.*}}, @divide
// CHECK-NEXT: after: 1 kernel, 512 * n bytes moved
relax.func @normed(%x: !relax.tensor<[n, 40], f32>, %y: !relax.tensor<[n, 24], f32>) -> !relax.tensor<[n, 64], f32> {
  %e = relax.exp %x : !relax.tensor<[n, 40], f32>
  %c = relax.concat %e, %y axis 1 : (!relax.tensor<[n, 40], f32>, !relax.tensor<[n, 24], f32>) -> !relax.tensor<[n, 64], f32>
  %w = relax.softmax %c over 1 : !relax.tensor<[n, 64], f32>
  relax.return %w : !relax.tensor<[n, 64], f32>
}

// A concatenation of 33 pieces (48 at most).
// CHECK-LABEL: fusion of @many
// CHECK: rows: @exp_{{.*}}, @concat_{{.*}}, @tanh
// CHECK-NEXT: after: 1 kernel,
relax.func @many(%x: !relax.tensor<[n, 20], f32>) -> !relax.tensor<[n, 660], f32> {
  %e = relax.exp %x : !relax.tensor<[n, 20], f32>
  %c = relax.concat %x, %e, %x, %e, %x, %e, %x, %e, %x, %e, %x, %e, %x, %e, %x, %e, %x, %e, %x, %e, %x, %e, %x, %e, %x, %e, %x, %e, %x, %e, %x, %e, %x axis 1 : (!relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>, !relax.tensor<[n, 20], f32>) -> !relax.tensor<[n, 660], f32>
  %w = relax.tanh %c : !relax.tensor<[n, 660], f32>
  relax.return %w : !relax.tensor<[n, 660], f32>
}

// A choice by a condition, with what computes it and both sides.
// CHECK-LABEL: fusion of @chosen
// CHECK: element by element: 1 kernel, 768 * n bytes moved
relax.func @chosen(%c: !relax.tensor<[n, 64], f32>, %x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> {
  %z = relax.constant dense<0.5> : tensor<f32>
  %l = relax.less %c, %z : (!relax.tensor<[n, 64], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 64], i1>
  %e = relax.exp %x : !relax.tensor<[n, 64], f32>
  %f = relax.sin %c : !relax.tensor<[n, 64], f32>
  %w = relax.where %l, %e, %f : (!relax.tensor<[n, 64], i1>, !relax.tensor<[n, 64], f32>, !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %y = relax.tanh %w : !relax.tensor<[n, 64], f32>
  relax.return %y : !relax.tensor<[n, 64], f32>
}

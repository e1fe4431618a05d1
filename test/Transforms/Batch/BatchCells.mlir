// Two towers with the same weights: their products are one each, and what stands between. The least are 6 batches of 10 operations, then 2 of 3.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-batch-cells),relax-remove-dead)' --counters=text -o %t 2> %t.counters && FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=COUNTERS < %t.counters
// COUNTERS: 13  relax-batch-cells.operations
// COUNTERS: 8  relax-batch-cells.batches
// COUNTERS: 5  relax-batch-cells.operations-made
// COUNTERS: 4  relax-batch-cells.values-gathered
// RUN: relax-run %s --seed=3 > %t.alone && relax-run %t --seed=3 | diff %t.alone -
// RUN: relax-run %s --entry=rows --dims=n=3 --seed=3 > %t.alone && relax-run %t --entry=rows --dims=n=3 --seed=3 | diff %t.alone -
// Once is enough.
// RUN: relax-opt %t --pass-pipeline='builtin.module(relax.func(relax-batch-cells),relax-remove-dead)' | diff %t -

// CHECK-LABEL: relax.func @main(
// CHECK: %[[x:.*]] = relax.concat {{.*}} axis 0 : {{.*}} -> !relax.tensor<[2, 6], f32>
// CHECK: %[[w:.*]] = relax.permute_dims %W axes [1, 0]
// CHECK: relax.matmul %[[x]], %[[w]]
// CHECK-NEXT: relax.add {{.*}}, %c : (!relax.tensor<[2, 4], f32>, !relax.tensor<[4], f32>)
// CHECK-NEXT: %[[t:.*]] = relax.tanh
// CHECK-NEXT: relax.split %[[t]]
// CHECK: relax.matmul %[[t]], %U
// CHECK: relax.subtract
// CHECK: relax.multiply
!x = !relax.tensor<[6], f32>
!h = !relax.tensor<[4], f32>
relax.func @main(%a: !x, %b: !x) -> (!h, !h, !h) {
  %W = relax.constant dense<[[0.5, 1.0, -0.25, 0.125, 0.5, 0.25], [1.0, -1.0, 0.5, 0.25, 0.75, 0.5], [0.25, 0.5, 0.75, -0.5, 1.0, 0.125], [0.5, 0.5, 0.25, 1.0, -0.75, 0.25]]> : tensor<4x6xf32>
  %U = relax.constant dense<[[0.5, 1.0, -0.25, 0.125], [1.0, -1.0, 0.5, 0.25], [0.25, 0.5, 0.75, -0.5], [0.5, 0.5, 0.25, 1.0]]> : tensor<4x4xf32>
  %c = relax.constant dense<[0.5, 0.25, 0.125, 1.0]> : tensor<4xf32>
  %p = relax.matmul %W, %a : (!relax.tensor<[4, 6], f32>, !x) -> !h
  %s = relax.add %p, %c : !h
  %t = relax.tanh %s : !h
  %g = relax.matmul %t, %U : (!h, !relax.tensor<[4, 4], f32>) -> !h
  %q = relax.matmul %W, %b : (!relax.tensor<[4, 6], f32>, !x) -> !h
  %u = relax.add %q, %c : !h
  %v = relax.tanh %u : !h
  %k = relax.matmul %v, %U : (!h, !relax.tensor<[4, 4], f32>) -> !h
  %d = relax.subtract %k, %g : !h
  %m = relax.multiply %d, %t : !h
  relax.return %g, %d, %m : !h, !h, !h
}

// Rows of an extent that nobody knows; a product of another value of the same weight depends on the first: it stays.
// CHECK-LABEL: relax.func @rows(
// CHECK: relax.concat {{.*}} -> !relax.tensor<[2, n, 2], f32>
// CHECK-NEXT: %[[y:.*]] = relax.matmul {{.*}} -> !relax.tensor<[2, n, 2], f32>
// CHECK-NEXT: relax.split %[[y]]
// CHECK: relax.matmul {{.*}} -> !relax.tensor<[n, 2], f32>
relax.func @rows(%a: !relax.tensor<[n, 2], f32>, %b: !relax.tensor<[n, 2], f32>) -> (!relax.tensor<[n, 2], f32>, !relax.tensor<[n, 2], f32>) {
  %U = relax.constant dense<[[0.5, 1.0], [0.25, -1.0]]> : tensor<2x2xf32>
  %p = relax.matmul %a, %U : (!relax.tensor<[n, 2], f32>, !relax.tensor<[2, 2], f32>) -> !relax.tensor<[n, 2], f32>
  %q = relax.matmul %b, %U : (!relax.tensor<[n, 2], f32>, !relax.tensor<[2, 2], f32>) -> !relax.tensor<[n, 2], f32>
  %r = relax.matmul %p, %U : (!relax.tensor<[n, 2], f32>, !relax.tensor<[2, 2], f32>) -> !relax.tensor<[n, 2], f32>
  relax.return %q, %r : !relax.tensor<[n, 2], f32>, !relax.tensor<[n, 2], f32>
}

// A long extent gets simpler where its loops have rounds: halves of a split are joined all the same, and the products of an
// attention have tiles (without them speech networks took 1.8 times as long).
// RUN: relax-opt %s --relax-pipeline=cpu --to=rules --target=x86-64-v3 | FileCheck %s
// RUN: relax-opt %s --relax-pipeline=cpu --to=rules --target=x86-64-v4 | FileCheck %s
// RUN: relax-run %s --poison --compare=reference,compiled --atol=1e-5 --entry=main --dims=b=1,s=0 --then --entry=main --dims=b=2,s=3 --then --entry=main --dims=b=1,s=5 --then --entry=main --dims=b=2,s=7 --then --entry=main --dims=b=1,s=15 --then --entry=main --dims=b=3,s=17 --then --entry=main --dims=b=1,s=19 --then --entry=main --dims=b=1,s=31 --then --entry=main --dims=b=2,s=33 --then --entry=main --dims=b=1,s=35 --then --entry=main --dims=b=1,s=67 --then --entry=main --dims=b=0,s=9 --then --entry=main --dims=b=2,s=129 --then --entry=main --dims=b=1,s=259

// CHECK: tir.schedule @fused_softmax_between_products_cpu
// CHECK: tir.compute_at %scores
// CHECK: tir.stage %S at
// CHECK: tir.compute_at %values,
// CHECK: tir.reorder
relax.func @main(%l: !relax.tensor<[s], f32>, %q: !relax.tensor<[b, max(s - 3, 0) floordiv 2 - max(3 - s, 0) floordiv 2 + 1, 16], f32>, %k: !relax.tensor<[b, 16, max(s - 3, 0) floordiv 2 - max(3 - s, 0) floordiv 2 + 1], f32>, %v: !relax.tensor<[b, max(s - 3, 0) floordiv 2 - max(3 - s, 0) floordiv 2 + 1, 16], f32>) -> !relax.tensor<[b, max(s - 3, 0) floordiv 2 - max(3 - s, 0) floordiv 2 + 1, 16], f32> {
  %s = relax.matmul %q, %k : (!relax.tensor<[b, max(s - 3, 0) floordiv 2 - max(3 - s, 0) floordiv 2 + 1, 16], f32>, !relax.tensor<[b, 16, max(s - 3, 0) floordiv 2 - max(3 - s, 0) floordiv 2 + 1], f32>) -> !relax.tensor<[b, max(s - 3, 0) floordiv 2 - max(3 - s, 0) floordiv 2 + 1, max(s - 3, 0) floordiv 2 - max(3 - s, 0) floordiv 2 + 1], f32>
  %p = relax.softmax %s over 2 : !relax.tensor<[b, max(s - 3, 0) floordiv 2 - max(3 - s, 0) floordiv 2 + 1, max(s - 3, 0) floordiv 2 - max(3 - s, 0) floordiv 2 + 1], f32>
  %y = relax.matmul %p, %v : (!relax.tensor<[b, max(s - 3, 0) floordiv 2 - max(3 - s, 0) floordiv 2 + 1, max(s - 3, 0) floordiv 2 - max(3 - s, 0) floordiv 2 + 1], f32>, !relax.tensor<[b, max(s - 3, 0) floordiv 2 - max(3 - s, 0) floordiv 2 + 1, 16], f32>) -> !relax.tensor<[b, max(s - 3, 0) floordiv 2 - max(3 - s, 0) floordiv 2 + 1, 16], f32>
  relax.return %y : !relax.tensor<[b, max(s - 3, 0) floordiv 2 - max(3 - s, 0) floordiv 2 + 1, 16], f32>
}

// Where facts say that there are two rows at least, there is no version for one.
// RUN: relax-opt %s --relax-pipeline=cpu --to=fused | FileCheck %s
// RUN: relax-opt %s --relax-pipeline=cpu --to=scheduled --target=x86-64-v3 | FileCheck %s --check-prefix=TILES
// RUN: relax-run %s --poison --compare=reference,compiled --dims=b=2,h=14,w=14 --then --dims=b=1,h=70,w=126

// CHECK-LABEL: tir.func private @fused_softmax_between_products
// CHECK-NOT: versions
// CHECK: tir.compute "scores"
// CHECK: tir.return
// TILES-NOT: tir.compute "scores"
relax.func @main(%q: !relax.tensor<[b, 3, (h floordiv 14) * (w floordiv 14) + 1, 24], f32>, %k: !relax.tensor<[b, 3, (h floordiv 14) * (w floordiv 14) + 1, 24], f32>, %v: !relax.tensor<[b, 3, (h floordiv 14) * (w floordiv 14) + 1, 24], f32>, %x: !relax.tensor<[h, w], f32>) -> !relax.tensor<[b, 3, (h floordiv 14) * (w floordiv 14) + 1, 24], f32> where (14 <= h, 14 <= w) {
  %y = relax.attention %q, %k, %v : (!relax.tensor<[b, 3, (h floordiv 14) * (w floordiv 14) + 1, 24], f32>, !relax.tensor<[b, 3, (h floordiv 14) * (w floordiv 14) + 1, 24], f32>, !relax.tensor<[b, 3, (h floordiv 14) * (w floordiv 14) + 1, 24], f32>) -> !relax.tensor<[b, 3, (h floordiv 14) * (w floordiv 14) + 1, 24], f32>
  relax.return %y : !relax.tensor<[b, 3, (h floordiv 14) * (w floordiv 14) + 1, 24], f32>
}

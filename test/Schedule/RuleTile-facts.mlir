// A fact that a tile divides an extent leaves nothing to choose among its widths; the rule is the same (without a schedule the
// product took fifty times as long).
// RUN: relax-opt %s --relax-pipeline=cpu --to=scheduled --target=x86-64-v3 | FileCheck %s
// RUN: relax-opt %s --relax-pipeline=cpu --to=scheduled --target=x86-64-v4 | FileCheck %s
// RUN: relax-run %s --entry=narrow --poison --compare=reference,compiled --dims=n=7,m=32 --then --entry=narrow --dims=n=1,m=16 --then --entry=narrow --dims=n=0,m=0
// RUN: relax-run %s --entry=wide --poison --compare=reference,compiled --dims=n=7,m=64

// CHECK: tir.func private @matmul(
// CHECK-NOT: tir.compute
// CHECK: vector
// CHECK-NOT: tir.compute
// CHECK: tir.func private @sum(
// CHECK: vector
// CHECK: tir.func private @matmul_0(
// CHECK-NOT: tir.compute
// CHECK: vector
// CHECK-NOT: tir.compute
// CHECK: tir.return
relax.func @narrow(%a: !relax.tensor<[n, m], f32>, %b: !relax.tensor<[m, m], f32>) -> (!relax.tensor<[n, m], f32>, !relax.tensor<[m], f32>) where (m mod 16 == 0) {
  %y = relax.matmul %a, %b : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, m], f32>) -> !relax.tensor<[n, m], f32>
  %s = relax.sum %a over [0] : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[m], f32>
  relax.return %y, %s : !relax.tensor<[n, m], f32>, !relax.tensor<[m], f32>
}
relax.func @wide(%a: !relax.tensor<[n, m], f32>, %b: !relax.tensor<[m, m], f32>) -> !relax.tensor<[n, m], f32> where (m mod 64 == 0) {
  %y = relax.matmul %a, %b : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, m], f32>) -> !relax.tensor<[n, m], f32>
  relax.return %y : !relax.tensor<[n, m], f32>
}

// A fact that a tile divides an extent leaves nothing to choose among its widths; the rule is the same (without a schedule the
// product took fifty times as long).
// RUN: relax-opt %s --relax-pipeline=cpu --to=scheduled --target=x86-64-v3 | FileCheck %s
// RUN: relax-opt %s --relax-pipeline=cpu --to=scheduled --target=x86-64-v4 | FileCheck %s
// RUN: relax-run %s --entry=narrow --poison --compare=reference,compiled --dims=n=7,m=32 --then --entry=narrow --dims=n=1,m=16 --then --entry=narrow --dims=n=0,m=0
// RUN: relax-opt %s --relax-pipeline=cpu --to=rules | FileCheck %s --check-prefix=DOT
// Many rows turn the factor first (relax-turn-factors).
// DOT-COUNT-2: tir.alloc "B.turned"
// DOT: tir.rfactor
// RUN: relax-run %s --entry=eights --poison --compare=reference,compiled --dims=n=8,m=70 --then --entry=eights --dims=n=0,m=3 --then --entry=at_most_one --dims=n=1,m=70 --then --entry=at_most_one --dims=n=0,m=2 --then --entry=never_one --dims=n=65,m=33
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
// Rows of which facts say that they are never one, or never more, need no second compute for that (tir.fork).
relax.func @never_one(%a: !relax.tensor<[n, m], f32>, %b: !relax.tensor<[64, m], f32>) -> !relax.tensor<[n, 64], f32> where (n >= 64) {
  %t = relax.permute_dims %b axes [1, 0] : (!relax.tensor<[64, m], f32>) -> !relax.tensor<[m, 64], f32>
  %y = relax.matmul %a, %t : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 64], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %y : !relax.tensor<[n, 64], f32>
}
relax.func @eights(%a: !relax.tensor<[n, m], f32>, %b: !relax.tensor<[64, m], f32>) -> !relax.tensor<[n, 64], f32> where (n mod 8 == 0) {
  %t = relax.permute_dims %b axes [1, 0] : (!relax.tensor<[64, m], f32>) -> !relax.tensor<[m, 64], f32>
  %y = relax.matmul %a, %t : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 64], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %y : !relax.tensor<[n, 64], f32>
}
relax.func @at_most_one(%a: !relax.tensor<[n, m], f32>, %b: !relax.tensor<[64, m], f32>) -> !relax.tensor<[n, 64], f32> where (n <= 1) {
  %t = relax.permute_dims %b axes [1, 0] : (!relax.tensor<[64, m], f32>) -> !relax.tensor<[m, 64], f32>
  %y = relax.matmul %a, %t : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 64], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %y : !relax.tensor<[n, 64], f32>
}

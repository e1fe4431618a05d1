// What is learnt of an extent reaches the shapes (docs/language/symbols.md, rule 5).
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s
// RUN: relax-opt %s --relax-merge-symbols --relax-deduce-shapes | FileCheck %s --check-prefix=MERGED
// RUN: relax-run %s --entry=divisible --dims=n=8 --compare=reference,compiled | FileCheck %s --check-prefix=VALUE
// RUN: relax-run %s --entry=divisible --dims=n=0 --compare=reference,compiled | FileCheck %s --check-prefix=ZERO
// RUN: not relax-run %s --entry=divisible --dims=n=6 2>&1 | FileCheck %s --check-prefix=SIX
// RUN: relax-run %s --entry=multiple --dims=k=2 --input='x=8xf32=0' --compare=reference,compiled | FileCheck %s --check-prefix=VALUE
// RUN: not relax-run %s --entry=multiple --dims=k=2 --input='x=7xf32=0' 2>&1 | FileCheck %s --check-prefix=SEVEN

// VALUE: result0 = {{.*}} : tensor<2x4xf32>
// ZERO: result0 = dense<> : tensor<0x4xf32>
// SIX: n mod 4 == 0
// SEVEN: n == 4 * k

// CHECK-LABEL: relax.func @divisible(
// CHECK-SAME: -> !relax.tensor<[n floordiv 4, 4], f32>
relax.func @divisible(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[?, ?], f32> where (n mod 4 == 0) {
  // CHECK: relax.match_cast %x : !relax.tensor<[n], f32> to !relax.tensor<[4 * (n floordiv 4)], f32>
  // CHECK: %y = relax.reshape %{{.*}} : (!relax.tensor<[4 * (n floordiv 4)], f32>) -> !relax.tensor<[n floordiv 4, 4], f32>
  %t = relax.constant dense<[-1, 4]> : tensor<2xi64>
  %y = relax.reshape %x to %t : (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %y : !relax.tensor<[?, ?], f32>
}

// MERGED-LABEL: relax.func @multiple(%x: !relax.tensor<[4 * k], f32>, %k: !relax.tensor<[k], f32>) -> !relax.tensor<[k, 4], f32>
relax.func @multiple(%x: !relax.tensor<[n], f32>, %k: !relax.tensor<[k], f32>) -> !relax.tensor<[?, ?], f32> where (n == 4 * k) {
  // MERGED: relax.reshape %x : (!relax.tensor<[4 * k], f32>) -> !relax.tensor<[k, 4], f32>
  %t = relax.constant dense<[-1, 4]> : tensor<2xi64>
  %y = relax.reshape %x to %t : (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %y : !relax.tensor<[?, ?], f32>
}

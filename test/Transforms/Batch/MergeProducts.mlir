// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-merge-products))' -o %t && FileCheck %s < %t
// RUN: relax-opt %t --pass-pipeline='builtin.module(relax.func(relax-merge-products))' | diff %t -
// RUN: relax-run %s --against=%t --cases=5 --entry=rows && relax-run %s --against=%t --cases=3 --entry=column && relax-run %s --against=%t --cases=3 --entry=branch && relax-run %s --against=%t --cases=3 --entry=joined && relax-run %s --against=%t --cases=3 --entry=stays
// The weights lie behind each other when the program is loaded.
// RUN: relax-opt %t --relax-prepare-weights | FileCheck %s --check-prefix=PREPARED
// PREPARED: relax.func private @prepare() -> (!relax.tensor<[3, 7], f32>

!W = !relax.tensor<[3, 4], f32>
!V = !relax.tensor<[3, 2], f32>

// Products of one value become one; extents of all kinds go through, and weights may differ in theirs.
// CHECK-LABEL: relax.func @rows(
relax.func @rows(%x: !relax.tensor<[b, n, 3], f32>, %y: !relax.tensor<[b, n, 3], f32>) -> (!relax.tensor<[b, n, 4], f32>, !relax.tensor<[b, n, 2], f32>, !relax.tensor<[b, n, 1], f32>, !relax.tensor<[b, n, 2], f32>) {
  // CHECK: %[[W:.*]] = relax.concat %{{.*}}, %{{.*}}, %{{.*}} axis 1 : ({{.*}}) -> !relax.tensor<[3, 7], f32>
  // CHECK: %[[Y:.*]] = relax.matmul %x, %[[W]] : (!relax.tensor<[b, n, 3], f32>, !relax.tensor<[3, 7], f32>) -> !relax.tensor<[b, n, 7], f32>
  // CHECK-NEXT: %{{.*}}:3 = relax.split %[[Y]] axis 2 sizes [4, 2, 1]
  // CHECK-NOT: relax.matmul %x
  // CHECK: relax.matmul %y, %V
  // CHECK-NOT: relax.matmul
  %W = relax.constant dense<[[1.0, 2.0, 3.0, -1.0], [0.5, 0.25, -2.0, 1.0], [1.5, -0.5, 1.0, 2.0]]> : tensor<3x4xf32>
  %V = relax.constant dense<[[1.0, -1.0], [0.5, 2.0], [-0.25, 1.0]]> : tensor<3x2xf32>
  %a = relax.matmul %x, %W : (!relax.tensor<[b, n, 3], f32>, !W) -> !relax.tensor<[b, n, 4], f32>
  %U = relax.constant dense<[[1.0], [3.0], [-2.0]]> : tensor<3x1xf32>
  %p = relax.matmul %x, %V : (!relax.tensor<[b, n, 3], f32>, !V) -> !relax.tensor<[b, n, 2], f32>
  %q = relax.matmul %x, %U : (!relax.tensor<[b, n, 3], f32>, !relax.tensor<[3, 1], f32>) -> !relax.tensor<[b, n, 1], f32>
  %r = relax.matmul %y, %V : (!relax.tensor<[b, n, 3], f32>, !V) -> !relax.tensor<[b, n, 2], f32>
  relax.return %a, %p, %q, %r : !relax.tensor<[b, n, 4], f32>, !relax.tensor<[b, n, 2], f32>, !relax.tensor<[b, n, 1], f32>, !relax.tensor<[b, n, 2], f32>
}
// The weight may be on the left; products of two inputs stay.
// CHECK-LABEL: relax.func @column(
relax.func @column(%x: !relax.tensor<[2], f32>, %A: !relax.tensor<[5, 2], f32>) -> (!relax.tensor<[3], f32>, !relax.tensor<[1], f32>, !relax.tensor<[5], f32>) {
  // CHECK: %[[W:.*]] = relax.concat %{{.*}}, %{{.*}} axis 0 : ({{.*}}) -> !relax.tensor<[4, 2], f32>
  // CHECK: %[[Y:.*]] = relax.matmul %[[W]], %x
  // CHECK-NEXT: %{{.*}}:2 = relax.split %[[Y]] axis 0 sizes [3, 1]
  // CHECK: relax.matmul %A, %x
  // CHECK-NOT: relax.matmul
  %V = relax.constant dense<[[1.0, -1.0], [0.5, 2.0], [-0.25, 1.0]]> : tensor<3x2xf32>
  %U = relax.constant dense<[[0.5, 3.0]]> : tensor<1x2xf32>
  %a = relax.matmul %V, %x : (!V, !relax.tensor<[2], f32>) -> !relax.tensor<[3], f32>
  %b = relax.matmul %U, %x : (!relax.tensor<[1, 2], f32>, !relax.tensor<[2], f32>) -> !relax.tensor<[1], f32>
  %c = relax.matmul %A, %x : (!relax.tensor<[5, 2], f32>, !relax.tensor<[2], f32>) -> !relax.tensor<[5], f32>
  relax.return %a, %b, %c : !relax.tensor<[3], f32>, !relax.tensor<[1], f32>, !relax.tensor<[5], f32>
}
// Weights of an arm are joined in front of the branch, where they are prepared.
// CHECK-LABEL: relax.func @branch(
relax.func @branch(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[2], f32>) -> !relax.tensor<[3], f32> {
  // CHECK: relax.concat
  // CHECK: relax.if %p
  // CHECK-NOT: relax.concat
  %y = relax.if %p -> !relax.tensor<[3], f32> {
    %V = relax.constant dense<[[1.0, -1.0], [0.5, 2.0], [-0.25, 1.0]]> : tensor<3x2xf32>
    %U = relax.constant dense<[[0.5, -1.0], [2.5, 2.0], [-0.25, 1.0]]> : tensor<3x2xf32>
    %a = relax.matmul %V, %x : (!V, !relax.tensor<[2], f32>) -> !relax.tensor<[3], f32>
    %b = relax.matmul %U, %x : (!V, !relax.tensor<[2], f32>) -> !relax.tensor<[3], f32>
    %c = relax.multiply %a, %b : !relax.tensor<[3], f32>
    relax.yield %c : !relax.tensor<[3], f32>
  } else {
    %z = relax.constant dense<0.0> : tensor<3xf32>
    relax.yield %z : !relax.tensor<[3], f32>
  }
  relax.return %y : !relax.tensor<[3], f32>
}
// Values one behind the other that products alone read: each has a part of the weights, and one product with all parts that are its.
// CHECK-LABEL: relax.func @joined(
relax.func @joined(%a: !relax.tensor<[1], f32>, %b: !relax.tensor<[2], f32>) -> (!relax.tensor<[4], f32>, !relax.tensor<[2], f32>) {
  // CHECK-NOT: relax.concat %a
  // CHECK: %[[A:.*]] = relax.matmul %a, %{{.*}} -> !relax.tensor<[6], f32>
  // CHECK-NEXT: %{{.*}}:2 = relax.split %[[A]] axis 0 sizes [4, 2]
  // CHECK: %[[B:.*]] = relax.matmul %b, %{{.*}} -> !relax.tensor<[6], f32>
  // CHECK-NOT: relax.matmul
  %W = relax.constant dense<[[1.0, 2.0, 3.0, -1.0], [0.5, 0.25, -2.0, 1.0], [1.5, -0.5, 1.0, 2.0]]> : tensor<3x4xf32>
  %V = relax.constant dense<[[1.0, -1.0], [0.5, 2.0], [-0.25, 1.0]]> : tensor<3x2xf32>
  %x = relax.concat %a, %b axis 0 : (!relax.tensor<[1], f32>, !relax.tensor<[2], f32>) -> !relax.tensor<[3], f32>
  %p = relax.matmul %x, %W : (!relax.tensor<[3], f32>, !W) -> !relax.tensor<[4], f32>
  %q = relax.matmul %x, %V : (!relax.tensor<[3], f32>, !V) -> !relax.tensor<[2], f32>
  relax.return %p, %q : !relax.tensor<[4], f32>, !relax.tensor<[2], f32>
}
// What somebody else reads, or is joined along another axis, stays.
// CHECK-LABEL: relax.func @stays(
relax.func @stays(%a: !relax.tensor<[n, 3], f32>, %b: !relax.tensor<[2], f32>, %c: !relax.tensor<[1], f32>) -> (!relax.tensor<[n + n, 2], f32>, !relax.tensor<[2], f32>, !relax.tensor<[3], f32>) {
  // CHECK: relax.concat %a, %a axis 0
  // CHECK: relax.concat %b, %c axis 0
  // CHECK-COUNT-2: relax.matmul
  // CHECK-NOT: relax.matmul
  %V = relax.constant dense<[[1.0, -1.0], [0.5, 2.0], [-0.25, 1.0]]> : tensor<3x2xf32>
  %x = relax.concat %a, %a axis 0 : (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>) -> !relax.tensor<[n + n, 3], f32>
  %y = relax.concat %b, %c axis 0 : (!relax.tensor<[2], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[3], f32>
  %p = relax.matmul %x, %V : (!relax.tensor<[n + n, 3], f32>, !V) -> !relax.tensor<[n + n, 2], f32>
  %q = relax.matmul %y, %V : (!relax.tensor<[3], f32>, !V) -> !relax.tensor<[2], f32>
  relax.return %p, %q, %y : !relax.tensor<[n + n, 2], f32>, !relax.tensor<[2], f32>, !relax.tensor<[3], f32>
}

// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s
// RUN: relax-run %s --compare=reference,compiled --dims=a=1,b=3,m=2,k=4,n=5 --then --dims=a=3,b=3,m=2,k=4,n=5 --then --dims=a=2,b=1,m=1,k=0,n=3 --then --dims=a=0,b=1,m=1,k=2,n=3
// RUN: not relax-run %s --mode=compiled --dims=a=2,b=3,m=2,k=4,n=5 2>&1 | FileCheck %s --check-prefix=DIFFER
// DIFFER: extents do not broadcast in dimension 1: 2 and 3

// Batch dimensions that better types show to differ meet in the run.
// CHECK-LABEL: relax.func @main(
// CHECK: [[L:%.*]] = relax.reshape {{.*}} -> !relax.tensor<[2, a, m, k, 1], f32>
// CHECK: [[R:%.*]] = relax.reshape {{.*}} -> !relax.tensor<[b, 1, k, n], f32>
// CHECK: [[S:%.*]] = relax.broadcast_shape [[L]], [[R]] : {{.*}} -> !relax.shape<[2, [[B:b_?.*]], m, k, n]> binds ([[B]])
// CHECK: relax.shape given ([[S]]{{.*}} : !relax.shape<[2, [[B]], m, k]>
// CHECK: relax.broadcast_to {{.*}} -> !relax.tensor<[2, [[B]], m, k], f32>
// CHECK: relax.shape given ([[S]]{{.*}} : !relax.shape<[2, [[B]], k, n]>
// CHECK: relax.broadcast_to {{.*}} -> !relax.tensor<[2, [[B]], k, n], f32>
// CHECK: relax.matmul {{.*}} -> !relax.tensor<[2, [[B]], m, n], f32>
relax.func @main(%x: !relax.tensor<[2, a, m, k], f32>, %y: !relax.tensor<[b, k, n], f32>) -> !relax.tensor<[?, ?, ?, n], f32> {
  %s = relax.shape_of %x : !relax.tensor<[2, a, m, k], f32> -> !relax.shape<[2, a, m, k]>
  %t = relax.shape_to_tensor %s : !relax.shape<[2, a, m, k]> -> !relax.tensor<[4], i64>
  %u = relax.reshape %x to %t : (!relax.tensor<[2, a, m, k], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<[?, ?, ?, ?], f32>
  %z = relax.matmul %u, %y : (!relax.tensor<[?, ?, ?, ?], f32>, !relax.tensor<[b, k, n], f32>) -> !relax.tensor<[?, ?, ?, n], f32>
  relax.return %z : !relax.tensor<[?, ?, ?, n], f32>
}

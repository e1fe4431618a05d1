// Along an axis that the run computes: views around the operator along dimension 1; along a constant one just it.
// RUN: relax-opt %s --relax-decompose | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{except=dynamic_cumsum,dynamic_dft}))' | FileCheck %s --check-prefix=EXCEPT
// RUN: relax-run %s --dims=n=2,m=3 --input=k=i64=1 --compare=reference,compiled
// RUN: relax-run %s --dims=n=2,m=3 --input=k=i64=-2 --compare=reference,compiled
// RUN: relax-run %s --dims=n=0,m=33 --input=k=i64=1 --compare=reference,compiled

// CHECK-LABEL: relax.func @main(
// CHECK: %y_extents = relax.tensor_to_shape %{{.*}} : !relax.tensor<[3], i64> -> !relax.shape<[d, d_0, d_1]> binds (d, d_0, d_1)
// CHECK: %y_shaped{{.*}} = relax.reshape %x to %{{.*}} -> !relax.tensor<[d, d_0, d_1], f32>
// CHECK: %y_along = relax.cumsum %y_shaped{{.*}} over 1 reverse : !relax.tensor<[d, d_0, d_1], f32>
// CHECK: %y = relax.reshape %y_along to %{{.*}} -> !relax.tensor<[n, m], f32>
// CHECK: %z = relax.cumprod %x over 1 : !relax.tensor<[n, m], f32>
// EXCEPT-LABEL: relax.func @main(
// EXCEPT: %y = relax.dynamic_cumsum %x over %k reverse
// EXCEPT: relax.cumprod
relax.func @main(%x: !relax.tensor<[n, m], f32>, %k: !relax.tensor<[], i64>) -> (!relax.tensor<[n, m], f32>, !relax.tensor<[n, m], f32>) {
  %last = relax.constant dense<-1> : tensor<i64>
  %y = relax.dynamic_cumsum %x over %k reverse : (!relax.tensor<[n, m], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, m], f32>
  %z = relax.dynamic_cumprod %x over %last : (!relax.tensor<[n, m], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, m], f32>
  relax.return %y, %z : !relax.tensor<[n, m], f32>, !relax.tensor<[n, m], f32>
}

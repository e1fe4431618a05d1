// RUN: relax-opt %s --relax-decompose | FileCheck %s
// RUN: relax-opt %s --relax-decompose --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{except=einsum,dft}))' | FileCheck %s --check-prefix=EXCEPT

// COUNT: {{^ +}}11  relax-decompose.ops-decomposed

// A product with batch dimensions; the label that nobody asks for is summed by it.
// CHECK-LABEL: relax.func @product(
// EXCEPT-LABEL: relax.func @product(
relax.func @product(%x: !relax.tensor<[b, n, k], f32>, %y: !relax.tensor<[b, m, k], f32>) -> !relax.tensor<[b, n, m], f32> {
  // CHECK-NEXT: %[[T:.*]] = relax.permute_dims %y axes [0, 2, 1]
  // CHECK-NEXT: %z = relax.matmul %x, %[[T]]
  // CHECK-NEXT: relax.return %z
  // EXCEPT-NEXT: %z = relax.einsum %x, %y
  %z = relax.einsum %x, %y equation "bij,bkj->bik" : (!relax.tensor<[b, n, k], f32>, !relax.tensor<[b, m, k], f32>) -> !relax.tensor<[b, n, m], f32>
  relax.return %z : !relax.tensor<[b, n, m], f32>
}

// A diagonal: every element n + 1.
// CHECK-LABEL: relax.func @trace(
relax.func @trace(%x: !relax.tensor<[n, n], f32>) -> !relax.tensor<[], f32> {
  // CHECK-NEXT: %[[I:.*]] = relax.iota begin 0 step n + 1
  // CHECK-NEXT: %[[F:.*]] = relax.reshape %x
  // CHECK-NEXT: %[[D:.*]] = relax.take %[[F]], %[[I]] axis 0
  // CHECK-NEXT: %y = relax.sum %[[D]] over [0]
  %y = relax.einsum %x equation "ii" : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[], f32>
  relax.return %y : !relax.tensor<[], f32>
}

// Frames are taken, and transformed by an operation that has a decomposition itself.
// CHECK-LABEL: relax.func @frames(
// EXCEPT-LABEL: relax.func @frames(
relax.func @frames(%x: !relax.tensor<[b, n, 1], f32>, %s: !relax.tensor<[k], i64>, %w: !relax.tensor<[l], f32>) -> !relax.tensor<[b, k, l, 2], f32> {
  // EXCEPT: %[[T:.*]] = relax.take %x, %{{.*}} axis 1 : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[k, l], i64>) -> !relax.tensor<[b, k, l, 1], f32>
  // EXCEPT: %[[P:.*]] = relax.multiply %[[T]]
  // EXCEPT-NEXT: %y = relax.dft %[[P]] axis 2
  // CHECK: relax.matmul
  // CHECK-NOT: relax.dft
  %y = relax.stft %x at %s window %w : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[k], i64>, !relax.tensor<[l], f32>) -> !relax.tensor<[b, k, l, 2], f32>
  relax.return %y : !relax.tensor<[b, k, l, 2], f32>
}

// CHECK-LABEL: relax.func @window(
relax.func @window(%x: !relax.tensor<[n], i64>) -> !relax.tensor<[n], f16> {
  // CHECK: relax.iota begin 0 step 1 given (%x : !relax.tensor<[n], i64>) : !relax.tensor<[n], f64>
  // CHECK: relax.cos
  // CHECK-NOT: relax.cos
  // CHECK: %y = relax.cast {{.*}} to !relax.tensor<[n], f16>
  %y = relax.cosine_window like %x coefficients [0.5, 0.5] as f16 : (!relax.tensor<[n], i64>) -> !relax.tensor<[n], f16>
  relax.return %y : !relax.tensor<[n], f16>
}

// Numbers are drawn by an operation that has a decomposition itself; the next key is that of it.
// CHECK-LABEL: relax.func @drop(
relax.func @drop(%k: !relax.tensor<[], ui64>, %x: !relax.tensor<[n], f32>, %r: !relax.tensor<[], f32>, %t: !relax.tensor<[], i1>) -> (!relax.tensor<[n], f32>, !relax.tensor<[], ui64>) {
  // CHECK-NOT: relax.dropout
  // CHECK-NOT: relax.random_uniform
  // CHECK: relax.bitwise_xor
  // CHECK: %[[Y:.*]] = relax.where %t, %{{.*}}, %x
  // CHECK: relax.return %[[Y]], %{{.*}}
  %y, %m, %next = relax.dropout %k, %x ratio %r training %t : (!relax.tensor<[], ui64>, !relax.tensor<[n], f32>, !relax.tensor<[], f32>, !relax.tensor<[], i1>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], i1>, !relax.tensor<[], ui64>)
  relax.return %y, %next : !relax.tensor<[n], f32>, !relax.tensor<[], ui64>
}

// As many steps as the deepest tree is deep; modes that no node has are not compared.
// CHECK-LABEL: relax.func @trees(
relax.func @trees(%x: !relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32> {
  // CHECK-COUNT-2: relax.gather_elements %x
  // CHECK-NOT: relax.gather_elements
  // CHECK-NOT: relax.tree_ensemble
  // CHECK: %y = relax.sum %{{.*}} over [1]
  %y = relax.tree_ensemble %x roots [0] features [0, 1] modes [0, 1] splits dense<0.5> : tensor<2xf64> on_false [1, 2] on_true [2, 3] weights dense<[1.0, 2.0]> : tensor<2xf64> targets [0, 0] of 1 aggregate "sum" : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return %y : !relax.tensor<[n, 1], f32>
}

// A literal number of points, 16 * 32: two smaller products, the first for each of 32 numbers.
// CHECK-LABEL: relax.func @factored(
relax.func @factored(%x: !relax.tensor<[b, 512, 1], f32>) -> !relax.tensor<[b, 257, 2], f32> {
  // CHECK: relax.matmul %{{.*}}, %{{.*}} : (!relax.tensor<[32, b, 16], f64>, !relax.tensor<[32, 16, 32], f64>) -> !relax.tensor<[32, b, 32], f64>
  // CHECK: relax.matmul %{{.*}}, %{{.*}} : (!relax.tensor<[b, 16, 64], f64>, !relax.tensor<[64, 34], f64>) -> !relax.tensor<[b, 16, 34], f64>
  // CHECK-NOT: relax.matmul
  // CHECK: relax.strided_slice %{{.*}} : (!relax.tensor<[b, 272, 2], f64>) -> !relax.tensor<[b, 257, 2], f64>
  %y = relax.dft %x axis 1 onesided : (!relax.tensor<[b, 512, 1], f32>) -> !relax.tensor<[b, 257, 2], f32>
  relax.return %y : !relax.tensor<[b, 257, 2], f32>
}

// A prime number, and one that only the run knows: one product.
// CHECK-LABEL: relax.func @whole(
relax.func @whole(%x: !relax.tensor<[61, 1], f32>, %y: !relax.tensor<[n, 2], f32>) -> (!relax.tensor<[61, 2], f32>, !relax.tensor<[n, 2], f32>) {
  // CHECK: relax.matmul %{{.*}}, %{{.*}} : (!relax.tensor<[61], f64>, !relax.tensor<[61, 122], f64>) -> !relax.tensor<[122], f64>
  // CHECK: relax.matmul %{{.*}}, %{{.*}} : (!relax.tensor<[2 * n], f64>, !relax.tensor<[2 * n, 2 * n], f64>) -> !relax.tensor<[2 * n], f64>
  %a = relax.dft %x axis 0 : (!relax.tensor<[61, 1], f32>) -> !relax.tensor<[61, 2], f32>
  %b = relax.dft %y axis 0 : (!relax.tensor<[n, 2], f32>) -> !relax.tensor<[n, 2], f32>
  relax.return %a, %b : !relax.tensor<[61, 2], f32>, !relax.tensor<[n, 2], f32>
}

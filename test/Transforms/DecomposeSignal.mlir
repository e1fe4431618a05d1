// RUN: relax-opt %s --relax-decompose | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{except=einsum}))' | FileCheck %s --check-prefix=EXCEPT

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

// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s --check-prefix=DEDUCED

// CHECK-LABEL: relax.func @products(
// DEDUCED-LABEL: relax.func @products(
relax.func @products(%l: !relax.tensor<[k], f32>, %x: !relax.tensor<[n, 2 * k], f32>, %y: !relax.tensor<[2 * k, m], f32>, %s: !relax.tensor<[n, n, 1], f16>, %open: !relax.tensor<[?, m], f32>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %a = relax.einsum %x, %y equation "ij,jk->ki" : (!relax.tensor<[n, 2 * k], f32>, !relax.tensor<[2 * k, m], f32>) -> !relax.tensor<[m, ?], f32>
  // DEDUCED-NEXT: %a = relax.einsum {{.*}} -> !relax.tensor<[m, n], f32>
  %a = relax.einsum %x, %y equation "ij,jk->ki" : (!relax.tensor<[n, 2 * k], f32>, !relax.tensor<[2 * k, m], f32>) -> !relax.tensor<[m, ?], f32>
  // CHECK-NEXT: %b = relax.einsum %s equation "ii..." : (!relax.tensor<[n, n, 1], f16>) -> !relax.tensor<[1], f16>
  %b = relax.einsum %s equation "ii..." : (!relax.tensor<[n, n, 1], f16>) -> !relax.tensor<[1], f16>
  // CHECK-NEXT: %c = relax.einsum %x, %open equation "ij,jk->jk" : (!relax.tensor<[n, 2 * k], f32>, !relax.tensor<[?, m], f32>) -> !relax.tensor<[?, m], f32>
  %c = relax.einsum %x, %open equation "ij,jk->jk" : (!relax.tensor<[n, 2 * k], f32>, !relax.tensor<[?, m], f32>) -> !relax.tensor<[?, m], f32>
  // CHECK-NEXT: %d = relax.einsum %x, %any equation "ij,j" : (!relax.tensor<[n, 2 * k], f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  %d = relax.einsum %x, %any equation "ij,j" : (!relax.tensor<[n, 2 * k], f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  // CHECK-NEXT: %e = relax.einsum %y, %y equation "Za,Zb" : (!relax.tensor<[2 * k, m], f32>, !relax.tensor<[2 * k, m], f32>) -> !relax.tensor<[m, m], f32>
  %e = relax.einsum %y, %y equation "Za,Zb" : (!relax.tensor<[2 * k, m], f32>, !relax.tensor<[2 * k, m], f32>) -> !relax.tensor<[m, m], f32>
  relax.return
}

// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// numpy.matmul: leading dimensions broadcast; a vector's added dimension leaves
// the result again.

// CHECK-LABEL: relax.func @matrices(
relax.func @matrices(%a: !relax.tensor<[n, 4 * k], f32>, %b: !relax.tensor<[k * 4, m], f32>, %v: !relax.tensor<[4 * k], f32>, %batch: !relax.tensor<[b, 1, m, n], f32>, %other: !relax.tensor<[c, n, 3], f32>, %k: !relax.tensor<[k], f32>) {
  // CHECK-NEXT: %{{.*}} = relax.matmul %a, %b : ({{.*}}) -> !relax.tensor<[n, m], f32>
  %0 = relax.matmul %a, %b : (!relax.tensor<[n, 4 * k], f32>, !relax.tensor<[4 * k, m], f32>) -> !relax.tensor<[n, m], f32>
  // CHECK-NEXT: %{{.*}} = relax.matmul %a, %v : ({{.*}}) -> !relax.tensor<[n], f32>
  %1 = relax.matmul %a, %v : (!relax.tensor<[n, 4 * k], f32>, !relax.tensor<[4 * k], f32>) -> !relax.tensor<[n], f32>
  // CHECK-NEXT: %{{.*}} = relax.matmul %v, %b : ({{.*}}) -> !relax.tensor<[m], f32>
  %2 = relax.matmul %v, %b : (!relax.tensor<[4 * k], f32>, !relax.tensor<[4 * k, m], f32>) -> !relax.tensor<[m], f32>
  // CHECK-NEXT: %{{.*}} = relax.matmul %v, %v : ({{.*}}) -> !relax.tensor<[], f32>
  %3 = relax.matmul %v, %v : (!relax.tensor<[4 * k], f32>, !relax.tensor<[4 * k], f32>) -> !relax.tensor<[], f32>
  // CHECK-NEXT: %{{.*}} = relax.matmul %batch, %other : ({{.*}}) -> !relax.tensor<[b, c, m, 3], f32>
  %4 = relax.matmul %batch, %other : (!relax.tensor<[b, 1, m, n], f32>, !relax.tensor<[c, n, 3], f32>) -> !relax.tensor<[b, c, m, 3], f32>
  // CHECK-NEXT: %{{.*}} = relax.matmul %batch, %a : ({{.*}}) -> !relax.tensor<[b, 1, m, 4 * k], f32>
  %5 = relax.matmul %batch, %a : (!relax.tensor<[b, 1, m, n], f32>, !relax.tensor<[n, 4 * k], f32>) -> !relax.tensor<[b, 1, m, 4 * k], f32>
  relax.return
}

// CHECK-LABEL: relax.func @unknown(
relax.func @unknown(%a: !relax.tensor<[?, n, ?], f32>, %b: !relax.tensor<[2, k, m], f32>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %{{.*}} = relax.matmul %a, %b : ({{.*}}) -> !relax.tensor<[2, n, m], f32>
  %0 = relax.matmul %a, %b : (!relax.tensor<[?, n, ?], f32>, !relax.tensor<[2, k, m], f32>) -> !relax.tensor<[2, n, m], f32>
  // CHECK-NEXT: %{{.*}} = relax.matmul %any, %b : ({{.*}}) -> !relax.tensor<*, f32>
  %1 = relax.matmul %any, %b : (!relax.tensor<*, f32>, !relax.tensor<[2, k, m], f32>) -> !relax.tensor<*, f32>
  relax.return
}

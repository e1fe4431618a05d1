// Each rewrite of share/relax/rewrites/products.mlir finds its place, and values stay.
// RUN: relax-opt %s "--relax-apply-patterns=file=%root/share/relax/rewrites/products.mlir trace=all" -o %t.mlir 2>&1 | FileCheck %s --implicit-check-not="is not found"
// RUN: relax-opt %s --relax-apply-patterns=%root/share/relax/rewrites/products.mlir --verify-by-running -o %t.mlir 2>&1 | FileCheck %s --check-prefix=RUNS
// RUNS: note: 1 of 1 changed modules run and agree

// CHECK-DAG: '@low_rank_right' was found
relax.func @low_rank_right(%x: !relax.tensor<[2, 16], f32>, %a: !relax.tensor<[16, 2], f32>, %b: !relax.tensor<[2, 16], f32>) -> (!relax.tensor<[2, 16], f32>) {
  %p = relax.matmul %a, %b : (!relax.tensor<[16, 2], f32>, !relax.tensor<[2, 16], f32>) -> !relax.tensor<[16, 16], f32>
  %y = relax.matmul %x, %p : (!relax.tensor<[2, 16], f32>, !relax.tensor<[16, 16], f32>) -> !relax.tensor<[2, 16], f32>
  relax.return %y : !relax.tensor<[2, 16], f32>
}
// CHECK-DAG: '@low_rank_left' was found
relax.func @low_rank_left(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 3], f32>) {
  %a = relax.constant dense<4.0> : tensor<4x8xf32>
  %b = relax.constant dense<4.0> : tensor<8x3xf32>
  %p = relax.matmul %x, %a  : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 8], f32>) -> !relax.tensor<[n, 8], f32>
  %y = relax.matmul %p, %b : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 3], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return %y : !relax.tensor<[n, 3], f32>
}
// CHECK-DAG: '@product_of_adapted' was found
relax.func @product_of_adapted(%x: !relax.tensor<[2, 16], f32>, %w: !relax.tensor<[16, 16], f32>, %a: !relax.tensor<[16, 2], f32>, %b: !relax.tensor<[2, 16], f32>) -> (!relax.tensor<[2, 16], f32>) {
  %p = relax.matmul %a, %b : (!relax.tensor<[16, 2], f32>, !relax.tensor<[2, 16], f32>) -> !relax.tensor<[16, 16], f32>
  %s = relax.add %w, %p  : !relax.tensor<[16, 16], f32>
  %y = relax.matmul %x, %s : (!relax.tensor<[2, 16], f32>, !relax.tensor<[16, 16], f32>) -> !relax.tensor<[2, 16], f32>
  relax.return %y : !relax.tensor<[2, 16], f32>
}
// CHECK-DAG: '@sum_of_products' was found
relax.func @sum_of_products(%x: !relax.tensor<[n, 8], f32>) -> (!relax.tensor<[n, 3], f32>) {
  %v = relax.constant dense<4.0> : tensor<8x3xf32>
  %w = relax.constant dense<4.0> : tensor<8x3xf32>
  %a = relax.matmul %x, %v  : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 3], f32>) -> !relax.tensor<[n, 3], f32>
  %b = relax.matmul %x, %w  : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 3], f32>) -> !relax.tensor<[n, 3], f32>
  %y = relax.add %a, %b : !relax.tensor<[n, 3], f32>
  relax.return %y : !relax.tensor<[n, 3], f32>
}
// CHECK-DAG: '@sum_of_left_products' was found
relax.func @sum_of_left_products(%v: !relax.tensor<[n, 8], f32>, %w: !relax.tensor<[n, 8], f32>, %x: !relax.tensor<[8, 3], f32>) -> (!relax.tensor<[n, 3], f32>) {
  %a = relax.matmul %v, %x  : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 3], f32>) -> !relax.tensor<[n, 3], f32>
  %b = relax.matmul %w, %x  : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 3], f32>) -> !relax.tensor<[n, 3], f32>
  %y = relax.add %a, %b : !relax.tensor<[n, 3], f32>
  relax.return %y : !relax.tensor<[n, 3], f32>
}
// CHECK-DAG: '@product_of_taken' was found
relax.func @product_of_taken(%x: !relax.tensor<[n, 8], f32>, %w: !relax.tensor<[8, 3], f32>, %i: !relax.tensor<[6], i64>) -> (!relax.tensor<[n, 6], f32>) {
  %t = relax.take %w, %i axis 1  : (!relax.tensor<[8, 3], f32>, !relax.tensor<[6], i64>) -> !relax.tensor<[8, 6], f32>
  %y = relax.matmul %x, %t : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 6], f32>) -> !relax.tensor<[n, 6], f32>
  relax.return %y : !relax.tensor<[n, 6], f32>
}
// CHECK-DAG: '@product_of_scaled' was found
relax.func @product_of_scaled(%x: !relax.tensor<[n, 8], f32>, %c: !relax.tensor<[], f32>, %w: !relax.tensor<[8, 3], f32>) -> (!relax.tensor<[n, 3], f32>) {
  %s = relax.multiply %x, %c  : (!relax.tensor<[n, 8], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 8], f32>
  %y = relax.matmul %s, %w : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 3], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return %y : !relax.tensor<[n, 3], f32>
}
// CHECK-DAG: '@both_transposed' was found
relax.func @both_transposed(%x: !relax.tensor<[8, 4], f32>, %w: !relax.tensor<[3, 8], f32>) -> (!relax.tensor<[4, 3], f32>) {
  %a = relax.permute_dims %x axes [1, 0]  : (!relax.tensor<[8, 4], f32>) -> !relax.tensor<[4, 8], f32>
  %b = relax.permute_dims %w axes [1, 0]  : (!relax.tensor<[3, 8], f32>) -> !relax.tensor<[8, 3], f32>
  %y = relax.matmul %a, %b : (!relax.tensor<[4, 8], f32>, !relax.tensor<[8, 3], f32>) -> !relax.tensor<[4, 3], f32>
  relax.return %y : !relax.tensor<[4, 3], f32>
}
// CHECK-DAG: '@low_rank_of_each' was found
relax.func @low_rank_of_each(%x: !relax.tensor<[u, 2, 16], f32>, %a: !relax.tensor<[u, 16, 2], f32>, %b: !relax.tensor<[u, 2, 16], f32>) -> !relax.tensor<[u, 2, 16], f32> {
  %p = relax.matmul %a, %b : (!relax.tensor<[u, 16, 2], f32>, !relax.tensor<[u, 2, 16], f32>) -> !relax.tensor<[u, 16, 16], f32>
  %y = relax.matmul %x, %p : (!relax.tensor<[u, 2, 16], f32>, !relax.tensor<[u, 16, 16], f32>) -> !relax.tensor<[u, 2, 16], f32>
  relax.return %y : !relax.tensor<[u, 2, 16], f32>
}
// CHECK-DAG: '@product_of_each_adapted' was found
relax.func @product_of_each_adapted(%x: !relax.tensor<[u, n, 16], f32>, %i: !relax.tensor<[u], i64>, %w: !relax.tensor<[16, 16], f32>, %as: !relax.tensor<[t, 16, 2], f32>, %bs: !relax.tensor<[t, 2, 16], f32>) -> !relax.tensor<[u, n, 16], f32> where (n <= 4) {
  %a = relax.take %as, %i axis 0 : (!relax.tensor<[t, 16, 2], f32>, !relax.tensor<[u], i64>) -> !relax.tensor<[u, 16, 2], f32>
  %b = relax.take %bs, %i axis 0 : (!relax.tensor<[t, 2, 16], f32>, !relax.tensor<[u], i64>) -> !relax.tensor<[u, 2, 16], f32>
  %p = relax.matmul %a, %b : (!relax.tensor<[u, 16, 2], f32>, !relax.tensor<[u, 2, 16], f32>) -> !relax.tensor<[u, 16, 16], f32>
  %s = relax.add %w, %p : (!relax.tensor<[16, 16], f32>, !relax.tensor<[u, 16, 16], f32>) -> !relax.tensor<[u, 16, 16], f32>
  %y = relax.matmul %x, %s : (!relax.tensor<[u, n, 16], f32>, !relax.tensor<[u, 16, 16], f32>) -> !relax.tensor<[u, n, 16], f32>
  relax.return %y : !relax.tensor<[u, n, 16], f32>
}
// CHECK-DAG: '@product_of_taken_adapters' was found
relax.func @product_of_taken_adapters(%x: !relax.tensor<[u, 1, 8], f32>, %i: !relax.tensor<[u], i64>) -> !relax.tensor<[u, 1, 2], f32> where (8 <= u) {
  %w = relax.constant dense<0.5> : tensor<2x8x2xf32>
  %s = relax.take %w, %i axis 0 : (!relax.tensor<[2, 8, 2], f32>, !relax.tensor<[u], i64>) -> !relax.tensor<[u, 8, 2], f32>
  %y = relax.matmul %x, %s : (!relax.tensor<[u, 1, 8], f32>, !relax.tensor<[u, 8, 2], f32>) -> !relax.tensor<[u, 1, 2], f32>
  relax.return %y : !relax.tensor<[u, 1, 2], f32>
}

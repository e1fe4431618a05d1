// Each rewrite of share/relax/rewrites/parallel.mlir finds its place, and values stay.
// RUN: relax-opt %s "--relax-apply-patterns=file=%root/share/relax/rewrites/parallel.mlir trace=all" -o %t.mlir 2>&1 | FileCheck %s --implicit-check-not="is not found"
// RUN: relax-opt %s --relax-apply-patterns=%root/share/relax/rewrites/parallel.mlir --verify-by-running -o %t.mlir 2>&1 | FileCheck %s --check-prefix=RUNS
// RUNS: note: 1 of 1 changed modules run and agree

// CHECK-DAG: '@parallel_products' was found
relax.func @parallel_products(%x: !relax.tensor<[n, 8], f32>) -> (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 5], f32>) {
  %v = relax.constant dense<4.0> : tensor<8x3xf32>
  %w = relax.constant dense<4.0> : tensor<8x5xf32>
  %a = relax.matmul %x, %v : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 3], f32>) -> !relax.tensor<[n, 3], f32>
  %b = relax.matmul %x, %w : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 5], f32>) -> !relax.tensor<[n, 5], f32>
  relax.return %a, %b : !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 5], f32>
}
// CHECK-DAG: '@parallel_rows' was found
relax.func @parallel_rows(%x: !relax.tensor<[a, n, 8], f32>) -> (!relax.tensor<[a, n, 3], f32>, !relax.tensor<[a, n, 5], f32>, !relax.tensor<[a, n, 3], f32>) {
  %v = relax.constant dense<4.0> : tensor<8x3xf32>
  %w = relax.constant dense<2.0> : tensor<8x5xf32>
  %a = relax.matmul %x, %v : (!relax.tensor<[a, n, 8], f32>, !relax.tensor<[8, 3], f32>) -> !relax.tensor<[a, n, 3], f32>
  %b = relax.matmul %x, %w : (!relax.tensor<[a, n, 8], f32>, !relax.tensor<[8, 5], f32>) -> !relax.tensor<[a, n, 5], f32>
  %c = relax.matmul %x, %v : (!relax.tensor<[a, n, 8], f32>, !relax.tensor<[8, 3], f32>) -> !relax.tensor<[a, n, 3], f32>
  relax.return %a, %b, %c : !relax.tensor<[a, n, 3], f32>, !relax.tensor<[a, n, 5], f32>, !relax.tensor<[a, n, 3], f32>
}
// CHECK-DAG: '@parallel_convolutions' was found
relax.func @parallel_convolutions(%x: !relax.tensor<[b, 8, 9, 7], f32>) -> (!relax.tensor<[b, 3, ?, ?], f32>, !relax.tensor<[b, 5, ?, ?], f32>) {
  %f = relax.constant dense<4.0> : tensor<3x8x3x3xf32>
  %g = relax.constant dense<4.0> : tensor<5x8x3x3xf32>
  %a = relax.conv %x, %f strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
       : (!relax.tensor<[b, 8, 9, 7], f32>, !relax.tensor<[3, 8, 3, 3], f32>) -> !relax.tensor<[b, 3, ?, ?], f32>
  %b = relax.conv %x, %g strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
       : (!relax.tensor<[b, 8, 9, 7], f32>, !relax.tensor<[5, 8, 3, 3], f32>) -> !relax.tensor<[b, 5, ?, ?], f32>
  relax.return %a, %b : !relax.tensor<[b, 3, ?, ?], f32>, !relax.tensor<[b, 5, ?, ?], f32>
}

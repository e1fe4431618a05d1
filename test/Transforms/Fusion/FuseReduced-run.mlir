// Products of which a reduction is left: nothing, one, a tile and one more of the places that are reduced, of columns
// and of what is around; nothing of the product is in memory.
// RUN: relax-opt %s --relax-pipeline=cpu --to=fused -o %t.mlir
// RUN: grep 'relax.func\|call_tir' %t.mlir | FileCheck %s --check-prefix=FUSED
// RUN: relax-run %s --poison --entry=mean --compare=reference,compiled --dims=b=0,n=5 --then --entry=mean --dims=b=2,n=0 --then --entry=mean --dims=b=1,n=1 --then --entry=mean --dims=b=2,n=64 --then --entry=mean --dims=b=1,n=130
// RUN: relax-run %s --poison --entry=largest --compare=reference,compiled --dims=b=2 --then --entry=largest --dims=b=0
// RUN: relax-run %s --poison --entry=both --compare=reference,compiled --dims=b=2,n=9
// RUN: relax-run %s --poison --entry=few --compare=reference,compiled --dims=b=2
// FUSED-LABEL: relax.func @mean(
// FUSED-NEXT: call_tir @fused_product_reduced
// FUSED-NOT: call_tir
relax.func @mean(%x: !relax.tensor<[b, n, 20], f32>, %w: !relax.tensor<[20, 70], f32>, %c: !relax.tensor<[70], f32>) -> !relax.tensor<[b, 70], f32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[b, n, 20], f32>, !relax.tensor<[20, 70], f32>) -> !relax.tensor<[b, n, 70], f32>
  %a = relax.add %p, %c : (!relax.tensor<[b, n, 70], f32>, !relax.tensor<[70], f32>) -> !relax.tensor<[b, n, 70], f32>
  %r = relax.relu %a : !relax.tensor<[b, n, 70], f32>
  %y = relax.mean %r over [1] : (!relax.tensor<[b, n, 70], f32>) -> !relax.tensor<[b, 70], f32>
  relax.return %y : !relax.tensor<[b, 70], f32>
}
// FUSED-LABEL: relax.func @largest(
// FUSED: call_tir @fused_product_reduced
// FUSED-NOT: call_tir
relax.func @largest(%x: !relax.tensor<[b, 100, 8], f32>, %w: !relax.tensor<[8, 64], f32>) -> !relax.tensor<[b, 64], f32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[b, 100, 8], f32>, !relax.tensor<[8, 64], f32>) -> !relax.tensor<[b, 100, 64], f32>
  %y = relax.max %p over [1] : (!relax.tensor<[b, 100, 64], f32>) -> !relax.tensor<[b, 64], f32>
  relax.return %y : !relax.tensor<[b, 64], f32>
}
// Something else reads the product.
// FUSED-LABEL: relax.func @both(
// FUSED-NOT: reduced
relax.func @both(%x: !relax.tensor<[b, n, 8], f32>, %w: !relax.tensor<[8, 64], f32>) -> (!relax.tensor<[b, 64], f32>, !relax.tensor<[b, n, 64], f32>) {
  %p = relax.matmul %x, %w : (!relax.tensor<[b, n, 8], f32>, !relax.tensor<[8, 64], f32>) -> !relax.tensor<[b, n, 64], f32>
  %y = relax.max %p over [1] : (!relax.tensor<[b, n, 64], f32>) -> !relax.tensor<[b, 64], f32>
  relax.return %y, %p : !relax.tensor<[b, 64], f32>, !relax.tensor<[b, n, 64], f32>
}
// Hardly any memory would be saved.
// FUSED-LABEL: relax.func @few(
// FUSED-NOT: reduced
relax.func @few(%x: !relax.tensor<[b, 7, 8], f32>, %w: !relax.tensor<[8, 64], f32>) -> !relax.tensor<[b, 64], f32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[b, 7, 8], f32>, !relax.tensor<[8, 64], f32>) -> !relax.tensor<[b, 7, 64], f32>
  %y = relax.max %p over [1] : (!relax.tensor<[b, 7, 64], f32>) -> !relax.tensor<[b, 64], f32>
  relax.return %y : !relax.tensor<[b, 64], f32>
}

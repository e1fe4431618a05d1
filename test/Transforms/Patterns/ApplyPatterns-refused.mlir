// A rewrite that cannot be made where its pattern is found leaves the program as it was, the order of operations, too.
// RUN: split-file %s %t
// RUN: relax-opt %t/main.mlir --relax-apply-patterns="file=%t/rewrites.mlir trace=all" 2> %t/trace | FileCheck %t/main.mlir
// RUN: FileCheck %s --check-prefix=TRACE < %t/trace
// TRACE: '@siblings' is not found; nearest here, 2 of 2 operations: 'relax.strided_slice' of the rewrite needs a number for an attribute

//--- rewrites.mlir
relax.pattern @siblings(%x: !relax.tensor<[n, k], f32>, %v: !relax.tensor<[k, i], f32>, %w: !relax.tensor<[k, j], f32>)
    -> (!relax.tensor<[n, ?], f32>, !relax.tensor<[n, ?], f32>) {
  %a = relax.matmul %x, %v : (!relax.tensor<[n, k], f32>, !relax.tensor<[k, i], f32>) -> !relax.tensor<[n, ?], f32>
  %b = relax.matmul %x, %w : (!relax.tensor<[n, k], f32>, !relax.tensor<[k, j], f32>) -> !relax.tensor<[n, ?], f32>
  relax.pattern_return %a, %b : !relax.tensor<[n, ?], f32>, !relax.tensor<[n, ?], f32>
}
relax.rewrite @together : @siblings => (%x: !relax.tensor<[n, k], f32>, %v: !relax.tensor<[k, i], f32>, %w: !relax.tensor<[k, j], f32>)
    -> (!relax.tensor<[n, ?], f32>, !relax.tensor<[n, ?], f32>) {
  %u = relax.concat %v, %w axis 1 : (!relax.tensor<[k, i], f32>, !relax.tensor<[k, j], f32>) -> !relax.tensor<[k, i + j], f32>
  %c = relax.matmul %x, %u : (!relax.tensor<[n, k], f32>, !relax.tensor<[k, i + j], f32>) -> !relax.tensor<[n, i + j], f32>
  %a = relax.strided_slice %c axes [1] begins [0] ends [1] steps [1] {with = {ends = [#sym.expr<i>]}}
      : (!relax.tensor<[n, i + j], f32>) -> !relax.tensor<[n, ?], f32>
  %b = relax.strided_slice %c axes [1] begins [1] ends [2] steps [1] {with = {begins = [#sym.expr<i>], ends = [#sym.expr<i + j>]}}
      : (!relax.tensor<[n, i + j], f32>) -> !relax.tensor<[n, ?], f32>
  relax.pattern_return %a, %b : !relax.tensor<[n, ?], f32>, !relax.tensor<[n, ?], f32>
}

//--- main.mlir
// CHECK-LABEL: relax.func @extents(
relax.func @extents(%x: !relax.tensor<[n, 4], f32>, %v: !relax.tensor<[4, p], f32>, %w: !relax.tensor<[4, q], f32>)
    -> (!relax.tensor<[n, p], f32>, !relax.tensor<[n, q], f32>) {
  // CHECK-NEXT: %a = relax.matmul %x, %v
  // CHECK-NEXT: %r = relax.relu %a
  // CHECK-NEXT: %b = relax.matmul %x, %w
  // CHECK-NEXT: relax.return
  %a = relax.matmul %x, %v : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, p], f32>) -> !relax.tensor<[n, p], f32>
  %r = relax.relu %a : !relax.tensor<[n, p], f32>
  %b = relax.matmul %x, %w : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, q], f32>) -> !relax.tensor<[n, q], f32>
  relax.return %r, %b : !relax.tensor<[n, p], f32>, !relax.tensor<[n, q], f32>
}

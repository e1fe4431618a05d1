// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

relax.func private @pair(%x: !relax.tensor<[k, n], f32>, %y: !relax.tensor<[k], i64>) -> !relax.tensor<[k, n], f32> {
  relax.return %x : !relax.tensor<[k, n], f32>
}
relax.func private @alone(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  relax.return %x : !relax.tensor<[n], f32>
}
relax.func private @rows(%x: !relax.tensor<[k, 4], f32>, %y: !relax.tensor<[b], f32>, %l: !relax.tensor<[b], i64>, %s: !relax.tensor<[b + 1], i64>)
    -> (!relax.tensor<[k, 4], f32>, !relax.tensor<[b], f32>) {
  relax.return %x, %y : !relax.tensor<[k, 4], f32>, !relax.tensor<[b], f32>
}
// CHECK-LABEL: relax.func @ragged(
relax.func @ragged(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[], f32>) {
  // CHECK-NEXT: %a:2 = relax.defer @rows(%x, %y) batched ragged [n] : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], f32>) -> (!relax.tensor<[n, 4], f32>, !relax.tensor<[], f32>)
  %a:2 = relax.defer @rows(%x, %y) batched ragged [n] : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], f32>) -> (!relax.tensor<[n, 4], f32>, !relax.tensor<[], f32>)
  relax.return
}
relax.func private @grid(%x: !relax.tensor<[3 * rows, 4], f32>, %l: !relax.tensor<[b], i64>, %m: !relax.tensor<[b], i64>, %s: !relax.tensor<[b + 1], i64>,
    %sums: !relax.shape<[rows]>) -> !relax.tensor<[3 * rows, 4], f32> {
  relax.return %x : !relax.tensor<[3 * rows, 4], f32>
}
// CHECK-LABEL: relax.func @joined(
relax.func @joined(%x: !relax.tensor<[3, n, m, 4], f32>) {
  // CHECK-NEXT: %a = relax.defer @grid(%x) batched ragged [n, m] rows [m * n] : (!relax.tensor<[3, n, m, 4], f32>) ->
  %a = relax.defer @grid(%x) batched ragged [n, m] rows [n * m] : (!relax.tensor<[3, n, m, 4], f32>) -> !relax.tensor<[3, n, m, 4], f32>
  relax.return
}
// CHECK-LABEL: relax.func @main(
relax.func @main(%x: !relax.tensor<[m], f32>, %y: !relax.tensor<[], i64>) -> !relax.tensor<[m], f32> {
  // CHECK-NEXT: %a = relax.defer @pair(%x, %y) batched : (!relax.tensor<[m], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[m], f32>
  %a = relax.defer @pair(%x, %y) batched : (!relax.tensor<[m], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[m], f32>
  // CHECK-NEXT: %b = relax.defer @alone(%a) : (!relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>
  %b = relax.defer @alone(%a) : (!relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>
  // CHECK-NEXT: relax.defer @pair(%x, %y) batched ghosts 2 phase 1 : (
  %g = relax.defer @pair(%x, %y) batched ghosts 2 phase 1 : (!relax.tensor<[m], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[m], f32>
  // CHECK-NEXT: %c = relax.force %b : !relax.tensor<[m], f32>
  %c = relax.force %b : !relax.tensor<[m], f32>
  relax.return %c : !relax.tensor<[m], f32>
}

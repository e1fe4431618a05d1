// The loop over rows: read, printed, read again; values: test/values/LoopScan.mlir.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s --check-prefix=GENERIC
// GENERIC: %0:3 = relax.scan (%s: !relax.tensor<[4], f32> = %a0, %t: {{.*}} in %ys)
// GENERIC: relax.scan reverse (

// CHECK-LABEL: relax.func @states_and_rows(
relax.func @states_and_rows(%xs: !relax.tensor<[n, 4], f32>, %ys: !relax.tensor<[n], i64>, %a0: !relax.tensor<[4], f32>, %b0: !relax.tensor<[], i64>)
    -> (!relax.tensor<[4], f32>, !relax.tensor<[], i64>, !relax.tensor<[n, 4], f32>) {
  // CHECK-NEXT: %a, %b, %rows = relax.scan (%s: !relax.tensor<[4], f32> = %a0, %t: !relax.tensor<[], i64> = %b0, %x: !relax.tensor<[4], f32> in %xs, %y: !relax.tensor<[], i64> in %ys) : (!relax.tensor<[4], f32>, !relax.tensor<[], i64>, !relax.tensor<[n, 4], f32>, !relax.tensor<[n], i64>) -> (!relax.tensor<[4], f32>, !relax.tensor<[], i64>, !relax.tensor<[n, 4], f32>) {
  %a, %b, %rows = relax.scan (%s: !relax.tensor<[4], f32> = %a0, %t: !relax.tensor<[], i64> = %b0, %x: !relax.tensor<[4], f32> in %xs, %y: !relax.tensor<[], i64> in %ys)
      : (!relax.tensor<[4], f32>, !relax.tensor<[], i64>, !relax.tensor<[n, 4], f32>, !relax.tensor<[n], i64>) -> (!relax.tensor<[4], f32>, !relax.tensor<[], i64>, !relax.tensor<[n, 4], f32>) {
    // CHECK-NEXT: %u = relax.add %s, %x
    %u = relax.add %s, %x : !relax.tensor<[4], f32>
    %v = relax.add %t, %y : !relax.tensor<[], i64>
    // CHECK: relax.yield %u, %v, %s
    relax.yield %u, %v, %s : !relax.tensor<[4], f32>, !relax.tensor<[], i64>, !relax.tensor<[4], f32>
  }
  relax.return %a, %b, %rows : !relax.tensor<[4], f32>, !relax.tensor<[], i64>, !relax.tensor<[n, 4], f32>
}

// Rows alone, from the last to the first; an extent of a row that is another symbol; a result of which less is said.
// CHECK-LABEL: relax.func @rows(
relax.func @rows(%s: !relax.shape<[n]>, %xs: !relax.tensor<[2 * n, k], f32>) -> !relax.tensor<[2 * n, ?], f32> {
  // CHECK-NEXT: %0 = relax.scan reverse (%x: !relax.tensor<[k], f32> in %xs) : (!relax.tensor<[2 * n, k], f32>) -> !relax.tensor<[2 * n, ?], f32> attributes {note = 1 : i64} {
  %0 = relax.scan reverse (%x: !relax.tensor<[k], f32> in %xs) : (!relax.tensor<[2 * n, k], f32>) -> !relax.tensor<[2 * n, ?], f32> attributes {note = 1} {
    relax.yield %x : !relax.tensor<[k], f32>
  }
  relax.return %0 : !relax.tensor<[2 * n, ?], f32>
}

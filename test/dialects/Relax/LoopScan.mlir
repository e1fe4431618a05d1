// The loop over rows: read, printed, read again; values: test/values/LoopScan.mlir.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @states_and_rows(
relax.func @states_and_rows(%xs: !relax.tensor<[n, 4], f32>, %ys: !relax.tensor<[n], i64>, %a0: !relax.tensor<[4], f32>, %b0: !relax.tensor<[], i64>)
    -> (!relax.tensor<[4], f32>, !relax.tensor<[], i64>, !relax.tensor<[n, 4], f32>) {
  // CHECK-NEXT: %a, %b, %rows = relax.scan over n (%s: !relax.tensor<[4], f32> = %a0, %t: !relax.tensor<[], i64> = %b0, %x: !relax.tensor<[4], f32> in %xs, %y: !relax.tensor<[], i64> in %ys) -> !relax.tensor<[n, 4], f32> {
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
  // CHECK-NEXT: %0 = relax.scan reverse over 2 * n (%x: !relax.tensor<[k], f32> in %xs) -> !relax.tensor<[2 * n, ?], f32> attributes {note = 1 : i64} {
  %0 = relax.scan reverse (%x: !relax.tensor<[k], f32> in %xs) : (!relax.tensor<[2 * n, k], f32>) -> !relax.tensor<[2 * n, ?], f32> attributes {note = 1} {
    relax.yield %x : !relax.tensor<[k], f32>
  }
  relax.return %0 : !relax.tensor<[2 * n, ?], f32>
}

// The short form, with an extent that is an expression and with nothing but a state; types that the arguments do not say.
// CHECK-LABEL: relax.func @forms(
relax.func @forms(%s: !relax.shape<[n]>, %xs: !relax.tensor<[n + 1, 4], f32>, %a0: !relax.tensor<[4], f32>) -> (!relax.tensor<[4], f32>, !relax.tensor<[?], f32>) {
  // CHECK-NEXT: %a = relax.scan over n + 1 (%t: !relax.tensor<[4], f32> = %a0, %x: !relax.tensor<[4], f32> in %xs) {
  %a = relax.scan over n + 1 (%t: !relax.tensor<[4], f32> = %a0, %x: !relax.tensor<[4], f32> in %xs) {
    relax.yield %x : !relax.tensor<[4], f32>
  }
  // CHECK: %b = relax.scan (%t: !relax.tensor<[?], f32> = %a0, %x: !relax.tensor<[4], f32> in %xs) : (!relax.tensor<[4], f32>, !relax.tensor<[n + 1, 4], f32>) -> !relax.tensor<[?], f32> {
  %b = relax.scan (%t: !relax.tensor<[?], f32> = %a0, %x: !relax.tensor<[4], f32> in %xs) : (!relax.tensor<[4], f32>, !relax.tensor<[n + 1, 4], f32>) -> !relax.tensor<[?], f32> {
    relax.yield %x : !relax.tensor<[4], f32>
  }
  // CHECK: relax.scan over n + 1 (%x: !relax.tensor<[4], f32> in %xs) {
  relax.scan over n + 1 (%x: !relax.tensor<[4], f32> in %xs) {
    relax.yield
  }
  relax.return %a, %b : !relax.tensor<[4], f32>, !relax.tensor<[?], f32>
}

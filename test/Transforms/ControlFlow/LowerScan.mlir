// A loop over rows as a loop: its row of every input, and results that are written a row a round.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-lower-scan))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-lower-scan))' --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// COUNT: {{^ *}}2 relax-lower-scan.scans

// CHECK-LABEL: relax.func @main(
relax.func @main(%xs: !relax.tensor<[n, 4], f32>, %h0: !relax.tensor<[4], f32>) -> (!relax.tensor<[4], f32>, !relax.tensor<[n, 4], f32>) {
  // CHECK: %[[N:.*]] = relax.reshape %hs_numbers
  // CHECK: %[[ZERO:.*]] = relax.constant dense<0> : tensor<i64>
  // CHECK: %[[ROWS:.*]] = relax.broadcast_to
  // CHECK-SAME: -> !relax.tensor<[n, 4], f32>
  // CHECK: %0, %h, %hs = relax.while (%hs_round: !relax.tensor<[], i64> = %[[ZERO]], %a: !relax.tensor<[4], f32> = %h0, %hs_rows: !relax.tensor<[n, 4], f32> = %[[ROWS]])
  // CHECK-NEXT: %hs_more = relax.less %hs_round, %[[N]]
  // CHECK-NEXT: relax.condition %hs_more
  // CHECK: } do {
  // CHECK: %x = relax.take %xs, %hs_round axis 0
  // CHECK-NEXT: %b = relax.add %a, %x
  // CHECK-NEXT: %[[ROW:.*]] = relax.reshape %a
  // CHECK-NEXT: %hs_stored = relax.update_slice %hs_rows, %[[ROW]] from %hs_round at 0
  // CHECK-NEXT: relax.yield %hs_sum, %b, %hs_stored
  %h, %hs = relax.scan (%a: !relax.tensor<[4], f32> = %h0, %x: !relax.tensor<[4], f32> in %xs) : (!relax.tensor<[4], f32>, !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[4], f32>, !relax.tensor<[n, 4], f32>) {
    %b = relax.add %a, %x : !relax.tensor<[4], f32>
    relax.yield %b, %a : !relax.tensor<[4], f32>, !relax.tensor<[4], f32>
  }
  relax.return %h, %hs : !relax.tensor<[4], f32>, !relax.tensor<[n, 4], f32>
}

// Backwards the round counts down; a state alone has no rows to write.
// CHECK-LABEL: relax.func @back(
relax.func @back(%xs: !relax.tensor<[n], f32>, %h0: !relax.tensor<[], f32>) -> !relax.tensor<[], f32> {
  // CHECK: %[[AT:.*]] = relax.subtract %{{.*}}, %h_sum
  // CHECK-NEXT: %x = relax.take %xs, %[[AT]] axis 0
  // CHECK-NOT: update_slice
  %h = relax.scan reverse (%a: !relax.tensor<[], f32> = %h0, %x: !relax.tensor<[], f32> in %xs) : (!relax.tensor<[], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[], f32> {
    %b = relax.subtract %a, %x : !relax.tensor<[], f32>
    relax.yield %b : !relax.tensor<[], f32>
  }
  relax.return %h : !relax.tensor<[], f32>
}

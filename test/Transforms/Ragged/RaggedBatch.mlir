// RUN: relax-opt %s --relax-ragged-batch | FileCheck %s
// RUN: relax-opt %s --relax-ragged-batch | relax-run - --compare=reference,compiled --input=n=3xi64=2,0,3 --dims=t=5 | FileCheck %s --check-prefix=AGREE
// AGREE: agree: 3 results

!ids = !relax.tensor<[b, n], i64>
!x = !relax.tensor<[b, n, 4], f32>
!t = !relax.tensor<[b, 4, n], f32>
!s = !relax.tensor<[b, n, n], f32>
!w = !relax.tensor<[4, 4], f32>
!row = !relax.tensor<[1, n], i64>

// The table has the name of the extent, so that facts stay as they are.
// CHECK-LABEL: relax.func @main(%n: !relax.lengths<n, [b]>, %x: !relax.tensor<[i : b, n[i], 4], f32>, %w: !relax.tensor<[4, 4], f32>, %p: !relax.tensor<[9, 4], f32>
// CHECK-SAME: -> (!relax.tensor<[i : b, n[i], n[i]], f32>, !relax.tensor<[b, 4], f32>, !relax.tensor<[i : b, n[i], 4], f32>) where (n <= 9)
relax.func @main(%x: !x, %w: !w, %p: !relax.tensor<[9, 4], f32> {relax.name = "places"}) -> (!s, !relax.tensor<[b, 4], f32>, !x) where (n <= 9) {
  %y = relax.matmul %x, %w : (!x, !w) -> !x
  // CHECK: relax.permute_dims %y axes [0, 2, 1] : (!relax.tensor<[i : b, n[i], 4], f32>) -> !relax.tensor<[i : b, 4, n[i]], f32>
  %t = relax.permute_dims %y axes [0, 2, 1] : (!x) -> !t
  %s = relax.matmul %y, %t : (!x, !t) -> !s
  %m = relax.softmax %s over 2 : !s
  // CHECK: relax.sum %y over [1] : (!relax.tensor<[i : b, n[i], 4], f32>) -> !relax.tensor<[b, 4], f32>
  %z = relax.sum %y over [1] : (!x) -> !relax.tensor<[b, 4], f32>
  // Positions, of a row for all instances: of each its own.
  // CHECK: %[[P:.*]] = relax.ragged_positions %x : (!relax.tensor<[i : b, n[i], 4], f32>) -> !relax.tensor<[i : b, n[i]], i64>
  // CHECK-NEXT: relax.take %p, %[[P]] axis 0
  // CHECK-NEXT: relax.add
  %i = relax.iota begin 0 step 1 given (%x : !x) : !relax.tensor<[n], i64>
  %r = relax.reshape %i : (!relax.tensor<[n], i64>) -> !row
  %e = relax.take %p, %r axis 0 : (!relax.tensor<[9, 4], f32>, !row) -> !relax.tensor<[1, n, 4], f32>
  %a = relax.add %y, %e : (!x, !relax.tensor<[1, n, 4], f32>) -> !x
  // The first rows of a table, as many as the extent.
  // CHECK: relax.take %{{.*}}, %[[P]] axis 0 : (!relax.tensor<[9, 4], f32>, !relax.tensor<[i : b, n[i]], i64>) -> !relax.tensor<[i : b, n[i], 4], f32>
  %q = relax.slice %p axes [0] begins [0] steps [1] given (%x) : (!relax.tensor<[9, 4], f32>, !x) -> !relax.tensor<[n, 4], f32>
  %c = relax.add %a, %q : (!x, !relax.tensor<[n, 4], f32>) -> !x
  relax.return %m, %z, %c : !s, !relax.tensor<[b, 4], f32>, !x
}

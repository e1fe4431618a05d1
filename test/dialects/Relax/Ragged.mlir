// Ragged extents are read off tables that arguments bind; names of dimensions are local to a type.
// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK: relax.func private @names(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[i : b, len[i], 512], f32>)
// CHECK-SAME: -> !relax.tensor<[i : b, len[i], 512], f32>
relax.func private @names(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[q : b, len[q], 512], f32>)
    -> !relax.tensor<[z : b, len[z], 512], f32>
// A name that nothing reads is not kept; one that a symbol has is another one.
// CHECK: @unused(%l: !relax.lengths<len, [i]>, %x: !relax.tensor<[j : i, 2 * len[j] + 1], f32>,
// CHECK-SAME: %y: !relax.tensor<[i, 4], f32>)
relax.func private @unused(%l: !relax.lengths<len, [i]>, %x: !relax.tensor<[k : i, len[k] * 2 + 1], f32>,
                           %y: !relax.tensor<[k : i, 4], f32>)
// CHECK: @chain(%l: !relax.lengths<len, [b]>, %w: !relax.lengths<wid, [i : b, len[i]]>,
// CHECK-SAME: %x: !relax.tensor<[i : b, j : len[i], wid[i, j], 4], f32>)
relax.func private @chain(%l: !relax.lengths<len, [b]>, %w: !relax.lengths<wid, [i : b, len[i]]>,
                          %x: !relax.tensor<[i : b, j : len[i], wid[i, j], 4], f32>)
// CHECK: @sums(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[8 * sum(len ceildiv 8), 3 * b + sum(len)], f32>)
// CHECK-SAME: where (len <= 128, sum(len) <= 512)
relax.func private @sums(%l: !relax.lengths<len, [b]>,
                         %x: !relax.tensor<[sum(8 * (len ceildiv 8)), sum(i : b, len[i] + 3)], f32>)
    where (len <= 128, sum(len) <= 512)

!x = !relax.tensor<[i : b, len[i], 8], f32>
!y = !relax.tensor<[i : b, key[i], 8], f32>
!len = !relax.lengths<len, [b]>
!key = !relax.lengths<key, [b]>
!turned = !relax.tensor<[i : b, 8, key[i]], f32>
!scores = !relax.tensor<[i : b, len[i], key[i]], f32>
!padded = !relax.tensor<[b, 64, 8], f32>
// CHECK-LABEL: @operations
relax.func @operations(%l: !len, %k: !key, %x: !x,
                       %y: !y, %e: !relax.tensor<[100, 8], f32>,
                       %ids: !relax.tensor<[i : b, len[i]], i64>) {
  // CHECK: concat {{.*}} -> !relax.tensor<[i : b, key[i] + len[i], 8], f32>
  %c = relax.concat %x, %y axis 1 : (!x, !y)
    -> !relax.tensor<[i : b, len[i] + key[i], 8], f32>
  // CHECK: take {{.*}} -> !relax.tensor<[i : b, len[i], 8], f32>
  %t = relax.take %e, %ids axis 0 : (!relax.tensor<[100, 8], f32>, !relax.tensor<[i : b, len[i]], i64>) -> !x
  // CHECK: sum {{.*}} -> !relax.tensor<[b, 8], f32>
  %s = relax.sum %x over [1] : (!x) -> !relax.tensor<[b, 8], f32>
  // CHECK: permute_dims {{.*}} -> !relax.tensor<[i : b, 8, key[i]], f32>
  %p = relax.permute_dims %y axes [0, 2, 1] : (!y) -> !turned
  // CHECK: matmul {{.*}} -> !relax.tensor<[i : b, len[i], key[i]], f32>
  %m = relax.matmul %x, %p : (!x, !turned) -> !scores
  // CHECK: ragged_to_padded {{.*}} pad 0.000000e+00 : {{.*}} -> !relax.tensor<[b, 64, 8], f32>
  %d = relax.ragged_to_padded %x pad 0.0 : (!x) -> !padded
  // CHECK: padded_to_ragged %{{.*}} by (%l)
  %r = relax.padded_to_ragged %d by (%l) : (!padded, !len) -> !x
  relax.return
}

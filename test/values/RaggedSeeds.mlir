// How many rows there are follows from the tables that are given, also where the extent is a sum of products or quotients; sums of 200
// terms differ by as much as rounding explains, instance by instance.
// RUN: relax-run %s --entry=double --compare=reference,compiled --poison --seed=3 --input=l=4xi64=5,1,0,9 | FileCheck %s
// RUN: relax-run %s --entry=both --compare=reference,compiled --poison --seed=3 --input=l=4xi64=5,1,0,9 --input=k=4xi64=0,7,0,2 | FileCheck %s
// RUN: relax-run %s --entry=whole --compare=reference,compiled --poison --seed=3 --input=l=4xi64=5,1,0,9 | FileCheck %s
// RUN: relax-run %s --entry=scores --compare=reference,compiled --poison --seed=3 --input=l=1xi64=200 | FileCheck %s
// RUN: not relax-run %s --entry=double --seed=3 --input=l=2xi64=5,-1 2>&1 | FileCheck %s --check-prefix=BELOW
// RUN: not relax-run %s --entry=double --seed=3 --dims=b=4 2>&1 | FileCheck %s --check-prefix=NONE
// CHECK: agree: 2 results
// BELOW: 'l', entry 1: expected a length >= 0, got -1
// NONE: input 'x' is not given and cannot be made
!len = !relax.lengths<len, [b]>
!key = !relax.lengths<key, [b]>
!x2 = !relax.tensor<[i : b, 2 * len[i], 8], f32>
!rows = !relax.tensor<[2 * sum(len), 8], f32>
relax.func @double(%l: !len, %x: !x2) -> (!x2, !rows) {
  %y = relax.softmax %x over 1 : !x2
  %z = relax.ragged_to_rows %y : (!x2) -> !rows
  relax.return %y, %z : !x2, !rows
}
!x3 = !relax.tensor<[i : b, 2 * len[i] + key[i], 8], f32>
relax.func @both(%l: !len, %k: !key, %x: !x3) -> (!x3, !relax.tensor<[b, 8], f32>) {
  %y = relax.softmax %x over 1 : !x3
  %m = relax.max %x over [1] : (!x3) -> !relax.tensor<[b, 8], f32>
  relax.return %y, %m : !x3, !relax.tensor<[b, 8], f32>
}
!r8 = !relax.tensor<[i : b, 8 * (len[i] ceildiv 8), 8], f32>
!dense = !relax.tensor<[sum(8 * (len ceildiv 8)), 8], f32>
relax.func @whole(%l: !len, %x: !r8, %d: !dense) -> (!r8, !dense) {
  %y = relax.softmax %x over 1 : !r8
  %z = relax.ragged_to_rows %y : (!r8) -> !dense
  %w = relax.add %z, %d : !dense
  relax.return %y, %w : !r8, !dense
}
!s = !relax.tensor<[i : b, 2, len[i], len[i]], f32>
!m = !relax.tensor<[i : b, 2, len[i]], f32>
relax.func @scores(%l: !len, %s: !s) -> (!s, !m) {
  %y = relax.softmax %s over 3 : !s
  %m = relax.sum %s over [3] : (!s) -> !m
  relax.return %y, %m : !s, !m
}

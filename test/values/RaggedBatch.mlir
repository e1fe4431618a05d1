// Dense operands whose leading extent happens to be that of the batch are the same for all instances; an operation along a
// ragged dimension may be the first of a function.
// RUN: relax-run %s --entry=add --input=len=2xi64=3,1 --input=x=8xf32=1,2,3,4,5,6,7,8 --input=y=2x1xf32=10,20 --compare=reference,compiled | FileCheck %s --check-prefix=ADD
// ADD: result0 = dense<[11.0, 12.0, 13.0, 24.0, 25.0, 26.0, 17.0, 28.0]>
// RUN: relax-run %s --entry=product --input=len=2xi64=3,1 --input=x=8xf32=1,2,3,4,5,6,7,8 --input=y=2x2xf32=1,2,3,4 --compare=reference,compiled | FileCheck %s --check-prefix=PRODUCT
// PRODUCT: result0 = dense<[9.0, 12.0, 15.0, 19.0, 26.0, 33.0, 23.0, 53.0]>
// RUN: relax-run %s --entry=softmax --input=len=3xi64=2,0,1 --input=x=12xf32=1,2,3,4,5,6,7,8,9,10,11,12 --compare=reference,compiled | FileCheck %s --check-prefix=SOFTMAX
// SOFTMAX: result0 = dense<[0.26894143, 0.7310586, {{.*}}, 1.0, 1.0, 1.0, 1.0]>

// Entries of tables of two domains are no pairs: the check stays. A fact over those of one domain proves it.
// RUN: %build/bin/relax-opt %s --relax-fold-match-cast | FileCheck %s --check-prefix=STAYS
// STAYS-LABEL: relax.func @two
// STAYS: relax.match_cast {{.*}} where (sum(wid) <= sum(len))
// STAYS-LABEL: relax.func @pairs
// STAYS-NEXT: relax.return

!x = !relax.tensor<[i : 2, 2, len[i]], f32>
relax.func @add(%len: !relax.lengths<len, [2]>, %x: !x, %y: !relax.tensor<[2, 1], f32>) -> !x {
  %s = relax.add %x, %y : (!x, !relax.tensor<[2, 1], f32>) -> !x
  relax.return %s : !x
}
relax.func @product(%len: !relax.lengths<len, [2]>, %x: !x, %y: !relax.tensor<[2, 2], f32>) -> !x {
  %s = relax.matmul %y, %x : (!relax.tensor<[2, 2], f32>, !x) -> !x
  relax.return %s : !x
}
!rows = !relax.tensor<[i : b, 4, len[i]], f32>
relax.func @softmax(%len: !relax.lengths<len, [b]>, %x: !rows) -> !rows {
  %s = relax.softmax %x over 2 : !rows
  relax.return %s : !rows
}
!sums = !relax.tensor<[sum(len)], f32>
!others = !relax.tensor<[sum(wid)], f32>
relax.func @two(%len: !relax.lengths<len, [b]>, %wid: !relax.lengths<wid, [c]>, %x: !sums, %y: !others) -> !sums where (5 <= len, wid <= 3) {
  %s = relax.match_cast %x : !sums to !sums where (sum(wid) <= sum(len)) given (%y : !others)
  relax.return %s : !sums
}
relax.func @pairs(%len: !relax.lengths<len, [b]>, %wid: !relax.lengths<wid, [b]>, %x: !sums, %y: !others) -> !sums where (wid <= len) {
  %s = relax.match_cast %x : !sums to !sums where (sum(wid) <= sum(len)) given (%y : !others)
  relax.return %s : !sums
}

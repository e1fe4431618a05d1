// Products of instances with columns that blocks divide, or that are one block: tiles in registers, as where columns are read off a table.
// RUN: relax-opt %s --relax-pipeline=cpu --to=scheduled --target=x86-64-v4 | FileCheck %s
// RUN: relax-run %s --compare=reference,compiled --seed=1 --rtol=1e-3 --atol=1e-4 --input=len=3xi64=3,0,70 --dims=t=73 | FileCheck %s --check-prefix=AGREE
// AGREE: agree: 2 results
// CHECK-NOT: tir.compute "product"
// CHECK-COUNT-3: unroll {
!s = !relax.tensor<[i : b, len[i], len[i]], f32>
!x = !relax.tensor<[i : b, len[i], 128], f32>
!h = !relax.tensor<[i : b, len[i], 24], f32>
relax.func @main(%len: !relax.lengths<len, [b]>, %x: !x, %h: !h) -> (!x, !h) {
  %t = relax.permute_dims %h axes [0, 2, 1] : (!h) -> !relax.tensor<[i : b, 24, len[i]], f32>
  %s = relax.matmul %h, %t : (!h, !relax.tensor<[i : b, 24, len[i]], f32>) -> !s
  %y = relax.matmul %s, %x : (!s, !x) -> !x
  %z = relax.matmul %s, %h : (!s, !h) -> !h
  relax.return %y, %z : !x, !h
}

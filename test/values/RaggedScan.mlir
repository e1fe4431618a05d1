// Running sums along ragged dimensions and behind them, of several elements.
// RUN: relax-run %s --compare=reference,compiled --poison --input=len=4xi64=2,0,5,1 --input=x=8x3xf32=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24 --input=i=8xi64=1,0,1,1,1,0,1,1 | FileCheck %s
// RUN: relax-run %s --compare=reference,compiled --input=len=0xi64= --input=x=0x3xf32= --input=i=0xi64= | FileCheck %s --check-prefix=AGREE
// CHECK: result3 = dense<[1, 1, 1, 2, 3, 3, 4, 1]>
// CHECK: agree: 4 results
// AGREE: agree: 4 results
!x = !relax.tensor<[i : b, len[i], 3], f32>
!i = !relax.tensor<[i : b, len[i]], i64>
relax.func @main(%len: !relax.lengths<len, [b]>, %x: !x, %i: !i) -> (!x, !x, !x, !i) {
  %a = relax.cumsum %x over 1 : !x
  %r = relax.cumsum %x over 1 exclusive reverse : !x
  %c = relax.cumsum %x over 2 : !x
  %p = relax.cumsum %i over 1 : !i
  relax.return %a, %r, %c, %p : !x, !x, !x, !i
}

// A convolution of three taps over time: slices of rows with zeros before and behind; slices from the end and backwards.
// RUN: relax-run %s --entry=taps --compare=reference,compiled --seed=1 --input=l=4xi64=3,0,1,5 --dims=t=9 | FileCheck %s
// RUN: relax-run %s --entry=taps --compare=reference,compiled --seed=1 --input=l=0xi64= --dims=t=0 | FileCheck %s
// RUN: relax-run %s --entry=back --compare=reference,compiled --input=l=3xi64=3,0,1 '--input=x=4xf32=1 2 3 4' | FileCheck %s --check-prefix=BACK
// CHECK: agree: 1 result
// BACK: result0 = dense<[3.0, 2.0, 1.0, 4.0]>
// BACK: result1 = dense<[2.0, 3.0, 4.0]>
// BACK: agree: 2 results
!len = !relax.lengths<len, [b]>
!x = !relax.tensor<[i : b, len[i], 4], f32>
!wide = !relax.tensor<[i : b, len[i] + 2, 4], f32>
!w = !relax.tensor<[4, 8], f32>
!y = !relax.tensor<[i : b, len[i], 8], f32>
!edge = !relax.tensor<[b, 1, 4], f32>
relax.func @taps(%l: !len, %x: !x, %z: !edge, %a: !w, %m: !w, %c: !w) -> !y {
  %p = relax.concat %z, %x, %z axis 1 : (!edge, !x, !edge) -> !wide
  %l0 = relax.strided_slice %p axes [1] begins [0] ends [-2] steps [1] : (!wide) -> !x
  %r0 = relax.strided_slice %p axes [1] begins [2] ends [9223372036854775807] steps [1] : (!wide) -> !x
  %s = relax.matmul %l0, %a : (!x, !w) -> !y
  %t = relax.matmul %x, %m : (!x, !w) -> !y
  %u = relax.matmul %r0, %c : (!x, !w) -> !y
  %v = relax.add %s, %t : !y
  %y = relax.add %v, %u : !y
  relax.return %y : !y
}

!v = !relax.tensor<[i : b, len[i]], f32>
!two = !relax.tensor<[i : b, min(2, len[i])], f32>
relax.func @back(%l: !len, %x: !v) -> (!v, !two) {
  %r = relax.strided_slice %x axes [1] begins [-1] ends [-9223372036854775808] steps [-1] : !v
  %e = relax.strided_slice %x axes [1] begins [-2] ends [9223372036854775807] steps [1] : (!v) -> !two
  relax.return %r, %e : !v, !two
}

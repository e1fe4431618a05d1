// A function that is called takes the whole batch, its table under a name of its own; compiled, it becomes its caller's.
// RUN: relax-run %s --mode=reference --input=l=2xi64=1,2 --input=x=3x2xf32=1,-2,3,-4,5,-6 | FileCheck %s
// RUN: relax-run %s --mode=compiled --input=l=2xi64=1,2 --input=x=3x2xf32=1,-2,3,-4,5,-6 | FileCheck %s
// CHECK: result0 = dense<{{\[\[}}1.0, 0.0], [3.0, 0.0], [5.0, 0.0]]>

!g = !relax.tensor<[i : b, len[i], 2], f32>
!x = !relax.tensor<[i : c, q[i], 2], f32>
relax.func private @g(%len: !relax.lengths<len, [b]>, %x: !g) -> !g {
  %y = relax.relu %x : !g
  relax.return %y : !g
}
relax.func @main(%l: !relax.lengths<q, [c]>, %x: !x) -> !x {
  %y = relax.call @g(%l, %x) : (!relax.lengths<q, [c]>, !x) -> !x
  relax.return %y : !x
}

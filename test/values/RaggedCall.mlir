// A function that is called takes the whole batch, its table under a name of its own; compiled programs refuse it by name.
// RUN: relax-run %s --mode=reference --input=l=2xi64=1,2 --input=x=3x2xf32=1,-2,3,-4,5,-6 | FileCheck %s
// RUN: not relax-run %s --mode=compiled --input=l=2xi64=1,2 --input=x=3x2xf32=1,-2,3,-4,5,-6 2>&1 | FileCheck %s --check-prefix=COMPILED
// CHECK: result0 = dense<{{\[\[}}1.0, 0.0], [3.0, 0.0], [5.0, 0.0]]>
// COMPILED: 'relax.call' op goes along a ragged dimension

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

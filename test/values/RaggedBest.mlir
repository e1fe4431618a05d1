// The largest of each instance along its own extent: in reference mode; compiled, a refusal that names it. An instance without rows has none.
// RUN: relax-run %s --mode=reference --input=len=3xi64=1,2,1 --input=x=4x2xf32=1,2,3,8,9,4,7,6 | FileCheck %s
// RUN: not relax-run %s --mode=reference --input=len=2xi64=1,0 --input=x=1x2xf32=1,2 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not relax-run %s --mode=compiled --input=len=3xi64=1,2,1 --input=x=4x2xf32=1 2>&1 | FileCheck %s --check-prefix=COMPILED
// CHECK: result0 = dense<{{\[\[}}0, 0], [1, 0], [0, 0]]>
// CHECK: result1 = dense<{{\[\[}}1.0, 1.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]>
// NONE: 'relax.arg_max': instance 1: no element along the axis
// COMPILED: 'relax.arg_max' op goes along a ragged dimension, for which there is no program yet
!x = !relax.tensor<[i : b, len[i], 2], f32>
relax.func @main(%len: !relax.lengths<len, [b]>, %x: !x) -> (!relax.tensor<[b, 2], i64>, !x) {
  %0 = relax.arg_max %x over 1 : (!x) -> !relax.tensor<[b, 2], i64>
  %1 = relax.hardmax %x over 1 : !x
  relax.return %0, %1 : !relax.tensor<[b, 2], i64>, !x
}

// The place of an element along an axis without one: an error of the call in both modes, unless nothing is asked for.
// RUN: not relax-run %s --mode=reference --dims=n=2,m=0 2>&1 | FileCheck %s
// CHECK: 'relax.arg_max' %y: no element along the axis
// RUN: not relax-run %s --mode=compiled --dims=n=2,m=0 2>&1 | FileCheck %s --check-prefix=COMPILED
// COMPILED: 'relax.arg_max' %y: expected {{.*}} == 0, got m = 0
// RUN: relax-run %s --compare=reference,compiled --dims=n=0,m=0 --then --dims=n=0,m=3 --then --dims=n=3,m=1
relax.func @f(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n], i64> {
  %y = relax.arg_max %x over 1 : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n], i64>
  relax.return %y : !relax.tensor<[n], i64>
}

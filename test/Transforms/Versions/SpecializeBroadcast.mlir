// Where only the run knows what broadcasts: a version for nothing, and one for each operand that does as a whole.
// RUN: relax-opt %s --relax-pipeline=cpu --to=fused | relax-opt --relax-specialize | FileCheck %s
// RUN: relax-run %s --entry=add --dims=n=3,k=7,m=7 --compare=reference,compiled --counters | FileCheck %s --check-prefix=NOTHING
// RUN: relax-run %s --entry=add --dims=n=3,k=1,m=7 --compare=reference,compiled --counters | FileCheck %s --check-prefix=LEFT
// RUN: relax-run %s --entry=add --dims=n=2,k=5,m=1 --compare=reference,compiled --counters | FileCheck %s --check-prefix=RIGHT
// One element is not broadcast: the first guard holds.
// RUN: relax-run %s --entry=add --dims=n=0,k=1,m=1 --compare=reference,compiled --then --entry=add --dims=n=2,k=1,m=1 --compare=reference,compiled --counters | FileCheck %s --check-prefix=NOTHING
// RUN: relax-run %s --entry=add --dims=n=2,k=0,m=1 --compare=reference,compiled --then --entry=add --dims=n=2,k=0,m=0 --compare=reference,compiled --versions=none
// RUN: relax-run %s --entry=both --dims=a=3,b=1,c=1,d=4 --compare=reference,compiled --counters | FileCheck %s --check-prefix=MIXED
// RUN: relax-run %s --entry=both --dims=a=3,b=4,c=1,d=1 --compare=reference,compiled --counters | FileCheck %s --check-prefix=SECOND

// CHECK-LABEL: tir.func private @fused_broadcast_to_broadcast_to_add(
// CHECK-SAME: versions (@[[S:[a-z_0-9]+]] when (k == c, m == c), @[[L:[a-z_0-9]+]] when (k == 1, m == c), @[[R:[a-z_0-9]+]] when (k == c, m == 1))
// CHECK: tir.load %X[%i, %j * min(k - 1, 1)]
// CHECK: tir.func private @[[S]](
// CHECK: tir.load %X[%i, %j] : !tir.buffer<[n, c], f32>
// CHECK: tir.load %Y[%i, %j] : !tir.buffer<[n, c], f32>
// CHECK: tir.func private @[[L]](
// CHECK: tir.load %X[%i, 0] : !tir.buffer<[n, 1], f32>
// CHECK: tir.load %Y[%i, %j] : !tir.buffer<[n, c], f32>
// NOTHING: version 0': 1
// LEFT: version 1': 1
// RIGHT: version 2': 1
relax.func @add(%x: !relax.tensor<[n, k], f32>, %y: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, ?], f32> {
  %s = relax.broadcast_shape %x, %y : (!relax.tensor<[n, k], f32>, !relax.tensor<[n, m], f32>) -> !relax.shape<[n, c]> binds (c)
  %a = relax.broadcast_to %x to %s : (!relax.tensor<[n, k], f32>, !relax.shape<[n, c]>) -> !relax.tensor<[n, c], f32>
  %b = relax.broadcast_to %y to %s : (!relax.tensor<[n, m], f32>, !relax.shape<[n, c]>) -> !relax.tensor<[n, c], f32>
  %z = relax.add %a, %b : !relax.tensor<[n, c], f32>
  relax.return %z : !relax.tensor<[n, c], f32>
}
// MIXED: without version': 1
// SECOND: version 2': 1
relax.func @both(%x: !relax.tensor<[a, b], f32>, %y: !relax.tensor<[c, d], f32>) -> !relax.tensor<[?, ?], f32> {
  %s = relax.broadcast_shape %x, %y : (!relax.tensor<[a, b], f32>, !relax.tensor<[c, d], f32>) -> !relax.shape<[p, q]> binds (p, q)
  %u = relax.broadcast_to %x to %s : (!relax.tensor<[a, b], f32>, !relax.shape<[p, q]>) -> !relax.tensor<[p, q], f32>
  %v = relax.broadcast_to %y to %s : (!relax.tensor<[c, d], f32>, !relax.shape<[p, q]>) -> !relax.tensor<[p, q], f32>
  %z = relax.multiply %u, %v : !relax.tensor<[p, q], f32>
  relax.return %z : !relax.tensor<[p, q], f32>
}

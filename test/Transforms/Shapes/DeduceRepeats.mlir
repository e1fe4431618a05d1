// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes --relax-bind-extents | FileCheck %s --check-prefix=BIND
// RUN: relax-run %s --entry=tile --dims=n=5,m=3 --input=k=1xi64=2 --compare=reference,compiled
// RUN: relax-run %s --entry=tile --dims=n=0,m=1 --input=k=1xi64=0 --compare=reference,compiled
// RUN: not relax-run %s --entry=tile --dims=n=2,m=1 --input=k=1xi64=-1 2>&1 | FileCheck %s --check-prefix=LESS

// LESS: expected an extent >= 0, got -1

// As often as a model computes it: by the shape of something else, and by what
// only the run knows.
// CHECK-LABEL: relax.func @tile(
// CHECK-SAME: -> (!relax.tensor<[m * n, m], f32>, !relax.tensor<[n, ?], f32>)
relax.func @tile(%x: !relax.tensor<[n, m], f32>, %k: !relax.tensor<[1], i64>) -> (!relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>) {
  %s = relax.shape_of %x : !relax.tensor<[n, m], f32> -> !relax.shape<[n, m]>
  %t = relax.shape_to_tensor %s : !relax.shape<[n, m]> -> !relax.tensor<[2], i64>
  %one = relax.constant dense<1> : tensor<1xi64>
  %m = relax.strided_slice %t axes [0] begins [1] ends [2] steps [1] : (!relax.tensor<[2], i64>) -> !relax.tensor<[1], i64>
  %r = relax.concat %m, %one axis 0 : (!relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[2], i64>
  // CHECK: %y = relax.tile %x by [m, 1] : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[m * n, m], f32>
  %y = relax.dynamic_tile %x, %r : (!relax.tensor<[n, m], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  %q = relax.concat %one, %k axis 0 : (!relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[2], i64>
  // CHECK: %z = relax.dynamic_tile %x, %q : {{.*}} -> !relax.tensor<[n, ?], f32>
  // BIND: %z_extents = relax.tensor_to_shape %q : {{.*}} -> !relax.shape<[1, d]> binds (d)
  // BIND-NEXT: %z = relax.tile %x by [1, d] given (%z_extents) : {{.*}} -> !relax.tensor<[n, d * m], f32>
  %z = relax.dynamic_tile %x, %q : (!relax.tensor<[n, m], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %y, %z : !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>
}

// A repeated constant is followed: a shape.
// CHECK-LABEL: relax.func private @shape(
// CHECK-SAME: -> !relax.tensor<[2, 3, 2, 3], f32>
relax.func private @shape(%x: !relax.tensor<[36], f32>) -> !relax.tensor<*, f32> {
  %c = relax.constant dense<[2, 3]> : tensor<2xi64>
  %t = relax.tile %c by [2] : (!relax.tensor<[2], i64>) -> !relax.tensor<[4], i64>
  %y = relax.reshape %x to %t : (!relax.tensor<[36], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<*, f32>
  relax.return %y : !relax.tensor<*, f32>
}

// A declared extent is a claim, checked when the program runs.
// CHECK-LABEL: relax.func @claim(
// CHECK: relax.dynamic_tile %x, %r : {{.*}} -> !relax.tensor<[3 * n], f32>
// BIND-LABEL: relax.func @claim(
// BIND: relax.tensor_to_shape %r : !relax.tensor<[1], i64> -> !relax.shape<[3]>
// BIND: relax.tile %x by [3]
// RUN: relax-run %s --entry=claim --dims=n=2 --input=r=1xi64=3 --compare=reference,compiled
// RUN: not relax-run %s --entry=claim --dims=n=2 --input=r=1xi64=2 2>&1 | FileCheck %s --check-prefix=CLAIM
// CLAIM: expected y_extents == 3, got y_extents = 2
relax.func @claim(%x: !relax.tensor<[n], f32>, %r: !relax.tensor<[1], i64>) -> !relax.tensor<[3 * n], f32> {
  %y = relax.dynamic_tile %x, %r : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[3 * n], f32>
  relax.return %y : !relax.tensor<[3 * n], f32>
}

// BIND-LABEL: relax.func @other(
// BIND: %[[T:.*]] = relax.tile %x by [d] given ({{.*}}) : {{.*}} -> !relax.tensor<[d * n], f32>
// BIND-NEXT: relax.match_cast %[[T]] : !relax.tensor<[d * n], f32> to !relax.tensor<[n + 4], f32>
// RUN: relax-run %s --entry=other --dims=n=2 --input=r=1xi64=3 --compare=reference,compiled
// RUN: not relax-run %s --entry=other --dims=n=2 --input=r=1xi64=2 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: expected n + 4 = 6 (n = 2 from input 'x', dimension 0), got 4
relax.func @other(%x: !relax.tensor<[n], f32>, %r: !relax.tensor<[1], i64>) -> !relax.tensor<[n + 4], f32> {
  %y = relax.dynamic_tile %x, %r : (!relax.tensor<[n], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[n + 4], f32>
  relax.return %y : !relax.tensor<[n + 4], f32>
}

// The depth of one_hot.
// CHECK-LABEL: relax.func @hot(
// CHECK-SAME: -> (!relax.tensor<[n, m], f32>, !relax.tensor<[?, n], f32>)
// RUN: relax-run %s --entry=hot --dims=n=7,m=2 --input=d=i64=3 --compare=reference,compiled
// RUN: relax-run %s --entry=hot --dims=n=0,m=0 --input=d=i64=0 --compare=reference,compiled
// RUN: not relax-run %s --entry=hot --dims=n=1,m=1 --input=d=i64=-1 2>&1 | FileCheck %s --check-prefix=LESS
relax.func @hot(%i: !relax.tensor<[n], i64>, %v: !relax.tensor<[2], f32>, %x: !relax.tensor<[m], f32>, %d: !relax.tensor<[], i64>) -> (!relax.tensor<[n, ?], f32>, !relax.tensor<[?, n], f32>) {
  %s = relax.shape_of %x : !relax.tensor<[m], f32> -> !relax.shape<[m]>
  %t = relax.shape_to_tensor %s : !relax.shape<[m]> -> !relax.tensor<[1], i64>
  // CHECK: %y = relax.one_hot %i, %v depth m axis 1 given (%{{.*}}) : {{.*}} -> !relax.tensor<[n, m], f32>
  %y = relax.dynamic_one_hot %i, %t, %v axis 1 : (!relax.tensor<[n], i64>, !relax.tensor<[1], i64>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, ?], f32>
  // BIND: %z_extents = relax.tensor_to_shape
  // BIND-NEXT: %z = relax.one_hot %i, %v depth d axis 0 given (%z_extents) : {{.*}} -> !relax.tensor<[d, n], f32>
  %z = relax.dynamic_one_hot %i, %d, %v axis 0 : (!relax.tensor<[n], i64>, !relax.tensor<[], i64>, !relax.tensor<[2], f32>) -> !relax.tensor<[?, n], f32>
  relax.return %y, %z : !relax.tensor<[n, ?], f32>, !relax.tensor<[?, n], f32>
}

// RUN: relax-run %s --entry=depth --dims=n=7 --input=d=i64=7 --compare=reference,compiled
// RUN: not relax-run %s --entry=depth --dims=n=7 --input=d=i64=6 2>&1 | FileCheck %s --check-prefix=DEPTH
// DEPTH: expected y_extents == n, got y_extents = 6
relax.func @depth(%i: !relax.tensor<[n], i64>, %v: !relax.tensor<[2], f32>, %d: !relax.tensor<[], i64>) -> !relax.tensor<[n, n], f32> {
  %y = relax.dynamic_one_hot %i, %d, %v axis 0 : (!relax.tensor<[n], i64>, !relax.tensor<[], i64>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, n], f32>
  relax.return %y : !relax.tensor<[n, n], f32>
}

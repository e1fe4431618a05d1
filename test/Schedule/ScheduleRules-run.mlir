// RUN: %python %S/rules.py %s n=0,1,7,33 | FileCheck %s
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-schedule-rules --counters 2>&1 | FileCheck %s --check-prefix=COUNT

// All kinds of programs under the schedules that rules write for them: products of all ranks and of no length, convolutions with
// padding, strides and groups, reductions over any axes, softmax, copies, other element types.
// CHECK: {{^}}72 calls agree

// Only the sum of everything has nothing to share out.
// COUNT: 1 {{.*}}relax-schedule-rules.not-scheduled

relax.func @m1(%x: !relax.tensor<[1, n], f32>, %w: !relax.tensor<[n, 40], f32>) -> !relax.tensor<[1, 40], f32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[1, n], f32>, !relax.tensor<[n, 40], f32>) -> !relax.tensor<[1, 40], f32>
  relax.return %p : !relax.tensor<[1, 40], f32>
}
relax.func @m2(%x: !relax.tensor<[n, 5], f32>, %w: !relax.tensor<[5, n], f32>) -> !relax.tensor<[n, n], f32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[n, 5], f32>, !relax.tensor<[5, n], f32>) -> !relax.tensor<[n, n], f32>
  relax.return %p : !relax.tensor<[n, n], f32>
}
relax.func @nothing(%x: !relax.tensor<[n, 0], f32>, %w: !relax.tensor<[0, 5], f32>) -> !relax.tensor<[n, 5], f32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[n, 0], f32>, !relax.tensor<[0, 5], f32>) -> !relax.tensor<[n, 5], f32>
  %t = relax.tanh %p : !relax.tensor<[n, 5], f32>
  relax.return %t : !relax.tensor<[n, 5], f32>
}
relax.func @m3(%x: !relax.tensor<[n, 5], i32>, %w: !relax.tensor<[5, 3], i32>) -> !relax.tensor<[n, 3], i32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[n, 5], i32>, !relax.tensor<[5, 3], i32>) -> !relax.tensor<[n, 3], i32>
  relax.return %p : !relax.tensor<[n, 3], i32>
}
relax.func @m4(%x: !relax.tensor<[3, n, 5], f64>, %w: !relax.tensor<[3, 5, 17], f64>) -> !relax.tensor<[3, n, 17], f64> {
  %p = relax.matmul %x, %w : (!relax.tensor<[3, n, 5], f64>, !relax.tensor<[3, 5, 17], f64>) -> !relax.tensor<[3, n, 17], f64>
  %t = relax.tanh %p : !relax.tensor<[3, n, 17], f64>
  relax.return %t : !relax.tensor<[3, n, 17], f64>
}
relax.func @m5(%x: !relax.tensor<[5], f32>, %w: !relax.tensor<[5, n], f32>) -> !relax.tensor<[n], f32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[5], f32>, !relax.tensor<[5, n], f32>) -> !relax.tensor<[n], f32>
  %t = relax.exp %p : !relax.tensor<[n], f32>
  relax.return %t : !relax.tensor<[n], f32>
}
relax.func @m6(%x: !relax.tensor<[n, 5], f32>, %w: !relax.tensor<[5], f32>) -> !relax.tensor<[n], f32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[n, 5], f32>, !relax.tensor<[5], f32>) -> !relax.tensor<[n], f32>
  relax.return %p : !relax.tensor<[n], f32>
}
relax.func @c1(%x: !relax.tensor<[n, 4, 6, 20], f32>, %w: !relax.tensor<[6, 2, 3, 2], f32>) -> !relax.tensor<[n, 6, 4, 19], f32> {
  %0 = relax.conv %x, %w strides [2, 1] pads [1, 0, 2, 1] dilations [1, 2] groups 2 : (!relax.tensor<[n, 4, 6, 20], f32>, !relax.tensor<[6, 2, 3, 2], f32>) -> !relax.tensor<[n, 6, 4, 19], f32>
  relax.return %0 : !relax.tensor<[n, 6, 4, 19], f32>
}
relax.func @c2(%x: !relax.tensor<[n, 4, 20], f32>, %w: !relax.tensor<[6, 4, 3], f32>) -> !relax.tensor<[n, 6, 9], f32> {
  %0 = relax.conv %x, %w strides [2] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 4, 20], f32>, !relax.tensor<[6, 4, 3], f32>) -> !relax.tensor<[n, 6, 9], f32>
  relax.return %0 : !relax.tensor<[n, 6, 9], f32>
}
relax.func @r1(%x: !relax.tensor<[n, 9, 50], f32>) -> !relax.tensor<[], f32> {
  %s = relax.sum %x : (!relax.tensor<[n, 9, 50], f32>) -> !relax.tensor<[], f32>
  relax.return %s : !relax.tensor<[], f32>
}
relax.func @r2(%x: !relax.tensor<[n, 9, 50], f32>) -> !relax.tensor<[1, 9, 1], f32> {
  %s = relax.sum %x over [0, 2] keep_dims : (!relax.tensor<[n, 9, 50], f32>) -> !relax.tensor<[1, 9, 1], f32>
  %t = relax.negative %s : !relax.tensor<[1, 9, 1], f32>
  relax.return %t : !relax.tensor<[1, 9, 1], f32>
}
relax.func @r3(%x: !relax.tensor<[n, 9, 50], f32>) -> !relax.tensor<[1, 1, 50], f32> {
  %s = relax.max %x over [0, 1] keep_dims : (!relax.tensor<[n, 9, 50], f32>) -> !relax.tensor<[1, 1, 50], f32>
  relax.return %s : !relax.tensor<[1, 1, 50], f32>
}
relax.func @r4(%x: !relax.tensor<[9, n], f32>) -> !relax.tensor<[n], f32> {
  %s = relax.sum %x over [0] : (!relax.tensor<[9, n], f32>) -> !relax.tensor<[n], f32>
  %t = relax.tanh %s : !relax.tensor<[n], f32>
  relax.return %t : !relax.tensor<[n], f32>
}
relax.func @e1(%x: !relax.tensor<[n, 9, 5], f32>) -> !relax.tensor<[5, n, 9], f32> {
  %s = relax.permute_dims %x axes [2, 0, 1] : (!relax.tensor<[n, 9, 5], f32>) -> !relax.tensor<[5, n, 9], f32>
  relax.return %s : !relax.tensor<[5, n, 9], f32>
}
relax.func @e2(%x: !relax.tensor<[n, 9], f32>, %y: !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 9], i1> {
  %s = relax.equal %x, %y : (!relax.tensor<[n, 9], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 9], i1>
  relax.return %s : !relax.tensor<[n, 9], i1>
}
relax.func @e3(%x: !relax.tensor<[n, 33], f32>, %y: !relax.tensor<[33], f32>) -> !relax.tensor<[n, 33], f32> {
  %s = relax.divide %x, %y : (!relax.tensor<[n, 33], f32>, !relax.tensor<[33], f32>) -> !relax.tensor<[n, 33], f32>
  %q = relax.erf %s : !relax.tensor<[n, 33], f32>
  relax.return %q : !relax.tensor<[n, 33], f32>
}
relax.func @e4(%x: !relax.tensor<[n, 33], i64>) -> !relax.tensor<[n, 33], f32> {
  %s = relax.cast %x : !relax.tensor<[n, 33], i64> to !relax.tensor<[n, 33], f32>
  relax.return %s : !relax.tensor<[n, 33], f32>
}
relax.func @s0(%x: !relax.tensor<[n, 33], f32>) -> !relax.tensor<[n, 33], f32> {
  %m = relax.max %x over [1] keep_dims : (!relax.tensor<[n, 33], f32>) -> !relax.tensor<[n, 1], f32>
  %d = relax.subtract %x, %m : (!relax.tensor<[n, 33], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 33], f32>
  %e = relax.exp %d : !relax.tensor<[n, 33], f32>
  %s = relax.sum %e over [1] keep_dims : (!relax.tensor<[n, 33], f32>) -> !relax.tensor<[n, 1], f32>
  %y = relax.divide %e, %s : (!relax.tensor<[n, 33], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 33], f32>
  relax.return %y : !relax.tensor<[n, 33], f32>
}

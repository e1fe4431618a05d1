// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-join-dims > %t
// RUN: FileCheck %s < %t
// A second run changes nothing.
// RUN: relax-opt %t --relax-join-dims | diff %t -
// RUN: %python %S/rules.py %s n=0,1,5,33 | FileCheck %s --check-prefix=VALUES

// VALUES: {{^}}[[#]] calls agree

// A window, a stride and a pad each leave gaps between rows.
// CHECK-LABEL: tir.func private @conv(
// CHECK-NEXT: tir.compute "conv" (%b, %o, %i, %j,
// CHECK-LABEL: tir.func private @conv_0(
// CHECK-NEXT: tir.compute "conv" (%b, %o, %i, %j,
relax.func @window(%x: !relax.tensor<[1, 4, 7, n], f32>,
                   %w: !relax.tensor<[6, 4, 3, 1], f32>) -> !relax.tensor<[1, 6, 7, n], f32> {
  %p = relax.conv %x, %w strides [1, 1] pads [1, 0, 1, 0] dilations [1, 1] groups 1
      : (!relax.tensor<[1, 4, 7, n], f32>, !relax.tensor<[6, 4, 3, 1], f32>) -> !relax.tensor<[1, 6, 7, n], f32>
  relax.return %p : !relax.tensor<[1, 6, 7, n], f32>
}
relax.func @stride(%x: !relax.tensor<[1, 4, 8, n], f32>,
                   %w: !relax.tensor<[6, 4, 1, 1], f32>) -> !relax.tensor<[1, 6, 4, n ceildiv 2], f32> {
  %p = relax.conv %x, %w strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] groups 1
      : (!relax.tensor<[1, 4, 8, n], f32>, !relax.tensor<[6, 4, 1, 1], f32>) -> !relax.tensor<[1, 6, 4, n ceildiv 2], f32>
  relax.return %p : !relax.tensor<[1, 6, 4, n ceildiv 2], f32>
}

// All axes of a sum, and what is around it.
// CHECK-LABEL: tir.func private @max(
// CHECK-NEXT: %X_joined = tir.view %X as !tir.buffer<[n, n * n * n], f32>
// CHECK: tir.compute "max" (%i, reduce %jkl) in [n, n * n * n]
relax.func @all(%x: !relax.tensor<[n, n, n, n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.max %x over [1, 2, 3] : (!relax.tensor<[n, n, n, n], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}
// CHECK-LABEL: tir.func private @sum(
// CHECK: tir.compute "sum" (%ij, reduce %kl) in [5 * n, 7 * n]
relax.func @last(%x: !relax.tensor<[5, n, 7, n], f32>) -> !relax.tensor<[5, n], f32> {
  %y = relax.sum %x over [2, 3] : (!relax.tensor<[5, n, 7, n], f32>) -> !relax.tensor<[5, n], f32>
  relax.return %y : !relax.tensor<[5, n], f32>
}
// Elements of the sum lie between those of another one.
// CHECK-LABEL: tir.func private @sum_0(
// CHECK-NEXT: tir.compute "sum" (%j, reduce %i, reduce %k) in [n, 7, n]
relax.func @between(%x: !relax.tensor<[7, n, n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.sum %x over [0, 2] : (!relax.tensor<[7, n, n], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}

// Lanes need another loop for the threads beside them.
// CHECK-LABEL: tir.func private @exp(
// CHECK: tir.compute "exp" (%i, %jk) in [16, n * n]
relax.func @elements(%x: !relax.tensor<[16, n, n], f32>) -> !relax.tensor<[16, n, n], f32> {
  %y = relax.exp %x : !relax.tensor<[16, n, n], f32>
  relax.return %y : !relax.tensor<[16, n, n], f32>
}
// CHECK-LABEL: tir.func private @tanh(
// CHECK-NEXT: tir.compute "tanh" (%i, %j) in [n, n]
relax.func @plane(%x: !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32> {
  %y = relax.tanh %x : !relax.tensor<[n, n], f32>
  relax.return %y : !relax.tensor<[n, n], f32>
}

// Whole vectors of known rows stay; shorter rows do not.
// CHECK-LABEL: tir.func private @sin(
// CHECK: tir.compute "sin" (%ij, %k) in [16 * n, 64]
relax.func @long(%x: !relax.tensor<[16, n, 64], f32>) -> !relax.tensor<[16, n, 64], f32> {
  %y = relax.sin %x : !relax.tensor<[16, n, 64], f32>
  relax.return %y : !relax.tensor<[16, n, 64], f32>
}
// CHECK-LABEL: tir.func private @cos(
// CHECK: tir.compute "cos" (%i, %jk) in [16, 3 * n]
relax.func @short(%x: !relax.tensor<[16, n, 3], f32>) -> !relax.tensor<[16, n, 3], f32> {
  %y = relax.cos %x : !relax.tensor<[16, n, 3], f32>
  relax.return %y : !relax.tensor<[16, n, 3], f32>
}

// Weights of products get a layout of their own, and what is no weight goes through memory as one.
// CHECK-LABEL: tir.func private @conv_1(
// CHECK-NEXT: tir.compute "conv" (%b, %o, %i, %j, reduce %c, reduce %u, reduce %v) in [n, 8, 1, 1, 40, 4, 5]
relax.weight @w : !relax.tensor<[8, 40, 4, 5], f32> prepared by @make
relax.func private @make() -> (!relax.tensor<[8, 40, 4, 5], f32> {relax.prepares = @w}) {
  %c = relax.constant dense<0.5> : tensor<8x40x4x5xf32>
  relax.return %c : !relax.tensor<[8, 40, 4, 5], f32>
}
relax.func @weight(%x: !relax.tensor<[n, 40, 4, 5], f32>) -> !relax.tensor<[n, 8, 1, 1], f32> {
  %w = relax.get_weight @w : !relax.tensor<[8, 40, 4, 5], f32>
  %p = relax.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
      : (!relax.tensor<[n, 40, 4, 5], f32>, !relax.tensor<[8, 40, 4, 5], f32>) -> !relax.tensor<[n, 8, 1, 1], f32>
  relax.return %p : !relax.tensor<[n, 8, 1, 1], f32>
}
// CHECK-LABEL: tir.func private @conv_2(
// CHECK: tir.compute "conv" (%b, %o, %i, %j, reduce %cuv) in [n, 8, 1, 1, 960]
relax.func @whole(%x: !relax.tensor<[n, 40, 4, 6], f32>,
                  %w: !relax.tensor<[8, 40, 4, 6], f32>) -> !relax.tensor<[n, 8, 1, 1], f32> {
  %p = relax.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
      : (!relax.tensor<[n, 40, 4, 6], f32>, !relax.tensor<[8, 40, 4, 6], f32>) -> !relax.tensor<[n, 8, 1, 1], f32>
  relax.return %p : !relax.tensor<[n, 8, 1, 1], f32>
}

// Rows of any length are one run, in what follows as well. Iterators of one round are no obstacle.
// CHECK-LABEL: tir.func private @fused_conv_relu(
// CHECK-DAG: %X_joined = tir.view %X as !tir.buffer<[1, 40, 7 * n], f32> : !tir.buffer<[1, 40, 7, n], f32>
// CHECK-DAG: %Y_joined = tir.view %Y as !tir.buffer<[1, 64, 7 * n], f32> : !tir.buffer<[1, 64, 7, n], f32>
// CHECK: tir.compute "conv" (%b, %o, %ij, reduce %c, reduce %u, reduce %v) in [1, 64, 7 * n, 40, 1, 1]
// CHECK: tir.load %X_joined[0, %c, %ij]
// CHECK: tir.compute "relu" (%i, %j, %kl) in [1, 64, 7 * n]
relax.func @pointwise(%x: !relax.tensor<[1, 40, 7, n], f32>,
                      %w: !relax.tensor<[64, 40, 1, 1], f32>) -> !relax.tensor<[1, 64, 7, n], f32> {
  %p = relax.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
      : (!relax.tensor<[1, 40, 7, n], f32>, !relax.tensor<[64, 40, 1, 1], f32>) -> !relax.tensor<[1, 64, 7, n], f32>
  %y = relax.relu %p : !relax.tensor<[1, 64, 7, n], f32>
  relax.return %y : !relax.tensor<[1, 64, 7, n], f32>
}

// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-schedule-rules | FileCheck %s
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-schedule-rules --relax-apply-schedule --relax-prepare-weights --relax-remove-dead | FileCheck %s --check-prefix=PREPARED
// RUN: relax-run %s --compare=reference,compiled --entry=dense --dims=n=0 --then --compare=reference,compiled --entry=dense --dims=n=1 --then --compare=reference,compiled --entry=dense --dims=n=33 --then --compare=reference,compiled --entry=conv --dims=n=3 --then --compare=reference,compiled --entry=narrow --dims=n=3

// Weights of products are packed as the tiles use them: columns in blocks of 48, rows (the output channels of a
// convolution) in blocks of 6. What is no weight, or has no more than one block, stays as it is.

relax.weight @w : !relax.tensor<[40, 140], f32> prepared by @make
relax.weight @k : !relax.tensor<[20, 3, 1, 5], f32> prepared by @make
relax.func private @make() -> (!relax.tensor<[40, 140], f32> {relax.prepares = @w}, !relax.tensor<[20, 3, 1, 5], f32> {relax.prepares = @k}) {
  %a = relax.constant dense<[[1.0], [2.0], [3.0], [4.0]]> : tensor<4x1xf32>
  %b = relax.constant dense<[0.5, 0.25, -0.5, 1.0, 0.125, 2.0, -1.0]> : tensor<7xf32>
  %ab = relax.multiply %a, %b : (!relax.tensor<[4, 1], f32>, !relax.tensor<[7], f32>) -> !relax.tensor<[4, 7], f32>
  %e = relax.reshape %ab : (!relax.tensor<[4, 7], f32>) -> !relax.tensor<[1, 4, 1, 7], f32>
  %f = relax.broadcast_to %e : (!relax.tensor<[1, 4, 1, 7], f32>) -> !relax.tensor<[10, 4, 20, 7], f32>
  %w = relax.reshape %f : (!relax.tensor<[10, 4, 20, 7], f32>) -> !relax.tensor<[40, 140], f32>
  %c = relax.strided_slice %w axes [0, 1] begins [0, 0] ends [20, 15] steps [1, 1] : (!relax.tensor<[40, 140], f32>) -> !relax.tensor<[20, 15], f32>
  %k = relax.reshape %c : (!relax.tensor<[20, 15], f32>) -> !relax.tensor<[20, 3, 1, 5], f32>
  relax.return %w, %k : !relax.tensor<[40, 140], f32>, !relax.tensor<[20, 3, 1, 5], f32>
}
relax.func @dense(%x: !relax.tensor<[n, 40], f32>, %b: !relax.tensor<[140], f32>) -> !relax.tensor<[n, 140], f32> {
  %w = relax.get_weight @w : !relax.tensor<[40, 140], f32>
  %p = relax.matmul %x, %w : (!relax.tensor<[n, 40], f32>, !relax.tensor<[40, 140], f32>) -> !relax.tensor<[n, 140], f32>
  %s = relax.add %p, %b : (!relax.tensor<[n, 140], f32>, !relax.tensor<[140], f32>) -> !relax.tensor<[n, 140], f32>
  relax.return %s : !relax.tensor<[n, 140], f32>
}
relax.func @conv(%x: !relax.tensor<[n, 3, 4, 40], f32>) -> !relax.tensor<[n, 20, 4, 36], f32> {
  %k = relax.get_weight @k : !relax.tensor<[20, 3, 1, 5], f32>
  %y = relax.conv %x, %k strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 4, 40], f32>, !relax.tensor<[20, 3, 1, 5], f32>) -> !relax.tensor<[n, 20, 4, 36], f32>
  relax.return %y : !relax.tensor<[n, 20, 4, 36], f32>
}
relax.func @narrow(%x: !relax.tensor<[n, 40], f32>, %w: !relax.tensor<[40, 50], f32>) -> !relax.tensor<[n, 50], f32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[n, 40], f32>, !relax.tensor<[40, 50], f32>) -> !relax.tensor<[n, 50], f32>
  relax.return %p : !relax.tensor<[n, 50], f32>
}

// CHECK-LABEL: tir.schedule @conv_0_cpu {
// CHECK: %oo, %oi = tir.split %o by 6
// CHECK: %W = tir.find "W"
// CHECK-NEXT: tir.layout %W [o floordiv 6, c, u, v, o mod 6] prepared
// CHECK-NOT: tir.prefetch
// CHECK-LABEL: tir.schedule @matmul_0_cpu {
// CHECK-NOT: tir.layout
// CHECK-LABEL: tir.schedule @fused_matmul_add_cpu {
// CHECK: %io, %ii = tir.split %i balanced 6
// CHECK: %t0, %t1, %t2 = tir.loops %matmul
// CHECK: %W = tir.find "W"
// CHECK-NEXT: tir.layout %W [j floordiv 48, k, j mod 48] prepared
// CHECK-NEXT: tir.prefetch %W at %t2 ahead 32

// PREPARED: relax.weight @w_packed : !relax.tensor<[3, 40, 48], f32> prepared by @make
// PREPARED: relax.weight @k_packed : !relax.tensor<[4, 3, 1, 5, 6], f32> prepared by @make
// PREPARED-NOT: relax.weight

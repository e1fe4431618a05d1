// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-order-dims --relax-remove-dead --relax-schedule-rules | FileCheck %s
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-order-dims --relax-remove-dead --relax-schedule-rules --relax-apply-schedule --relax-prepare-weights --relax-remove-dead | FileCheck %s --check-prefix=PREPARED
// RUN: relax-run %s --compare=reference,compiled --atol=1e-4 --dims=n=0,w=9 --then --compare=reference,compiled --atol=1e-4 --dims=n=1,w=1 --then --compare=reference,compiled --atol=1e-4 --dims=n=2,w=13 --then --compare=reference,compiled --atol=1e-4 --dims=n=1,w=0 --then --compare=reference,compiled --atol=1e-4 --dims=n=1,w=32 --threads=2

// Windows whose sums lie channel by channel: lanes are output channels, for which the weight is packed in blocks of several
// vectors (five here), or of one where there are no more channels; rows are places, in balanced panels, which all use a loaded vector.

// Channel by channel: the input has lanes as well.
// CHECK-LABEL: tir.schedule @conv_0_0_cpu {
// CHECK: %oo, %oi = tir.split %o by 80
// CHECK-NEXT: %jo, %ji = tir.split %j balanced 4
// CHECK: tir.stage %Y at %oo
// CHECK: tir.place %Y_stage register
// CHECK: tir.layout %W [o floordiv 80, c, u, v, o mod 80] prepared
// 16 channels, and groups of 48: one vector.
// CHECK-LABEL: tir.schedule @conv_1_0_cpu {
// CHECK: tir.layout %W [o floordiv 16, c, u, v, o mod 16] prepared
// CHECK-LABEL: tir.schedule @conv_2_0_cpu {
// CHECK: tir.layout %W [o floordiv 16, c, u, v, o mod 16] prepared
// What follows is done while the tile is in registers.
// CHECK-LABEL: tir.schedule @fused_conv_relu_0_cpu {
// CHECK: %jo, %ji = tir.split %j by 80
// CHECK-NEXT: %lo, %li = tir.split %l balanced 4
// CHECK: tir.compute_at %conv, %jo
// CHECK-NEXT: tir.stage %B at %jo
// CHECK: tir.layout %K [o floordiv 80, c, u, v, o mod 80] prepared

// PREPARED-DAG: relax.weight @k_packed : !relax.tensor<[1, 3, 3, 3, 80], f32> prepared by @make
// PREPARED-DAG: relax.weight @d_packed : !relax.tensor<[1, 1, 3, 3, 80], f32> prepared by @make
// PREPARED-DAG: relax.weight @p_packed : !relax.tensor<[1, 70, 1, 1, 16], f32> prepared by @make
// PREPARED-DAG: relax.weight @g_packed : !relax.tensor<[6, 35, 1, 1, 16], f32> prepared by @make
// Lanes of a group read the same element.
// PREPARED: tir.func private @conv_2_0
// PREPARED: tir.for "oi" {{.*}} vector 16 {
// PREPARED-NEXT: tir.load %X[%b, %i, {{.*}}, %c + 35 * (%oo floordiv 3)]

relax.weight @k : !relax.tensor<[70, 3, 3, 3], f32> prepared by @make
relax.weight @p : !relax.tensor<[16, 70, 1, 1], f32> prepared by @make
relax.weight @d : !relax.tensor<[70, 1, 3, 3], f32> prepared by @make
relax.weight @g : !relax.tensor<[96, 35, 1, 1], f32> prepared by @make
relax.func private @make() -> (!relax.tensor<[70, 3, 3, 3], f32> {relax.prepares = @k}, !relax.tensor<[16, 70, 1, 1], f32> {relax.prepares = @p}, !relax.tensor<[70, 1, 3, 3], f32> {relax.prepares = @d}, !relax.tensor<[96, 35, 1, 1], f32> {relax.prepares = @g}) {
  %i = relax.iota begin 0 step 1 : !relax.tensor<[3360], f32>
  %z = relax.sin %i : !relax.tensor<[3360], f32>
  %zk = relax.strided_slice %z axes [0] begins [0] ends [1890] steps [1] : (!relax.tensor<[3360], f32>) -> !relax.tensor<[1890], f32>
  %k = relax.reshape %zk : (!relax.tensor<[1890], f32>) -> !relax.tensor<[70, 3, 3, 3], f32>
  %zp = relax.strided_slice %z axes [0] begins [0] ends [1120] steps [1] : (!relax.tensor<[3360], f32>) -> !relax.tensor<[1120], f32>
  %p = relax.reshape %zp : (!relax.tensor<[1120], f32>) -> !relax.tensor<[16, 70, 1, 1], f32>
  %zd = relax.strided_slice %z axes [0] begins [0] ends [630] steps [1] : (!relax.tensor<[3360], f32>) -> !relax.tensor<[630], f32>
  %d = relax.reshape %zd : (!relax.tensor<[630], f32>) -> !relax.tensor<[70, 1, 3, 3], f32>
  %g = relax.reshape %z : (!relax.tensor<[3360], f32>) -> !relax.tensor<[96, 35, 1, 1], f32>
  relax.return %k, %p, %d, %g : !relax.tensor<[70, 3, 3, 3], f32>, !relax.tensor<[16, 70, 1, 1], f32>, !relax.tensor<[70, 1, 3, 3], f32>, !relax.tensor<[96, 35, 1, 1], f32>
}

relax.func @main(%x: !relax.tensor<[n, 3, 5, w], f32>) -> (!relax.tensor<[n, 16, 5, w], f32>, !relax.tensor<[n, 96, 5, w], f32>) {
  %k = relax.get_weight @k : !relax.tensor<[70, 3, 3, 3], f32>
  %p = relax.get_weight @p : !relax.tensor<[16, 70, 1, 1], f32>
  %d = relax.get_weight @d : !relax.tensor<[70, 1, 3, 3], f32>
  %g = relax.get_weight @g : !relax.tensor<[96, 35, 1, 1], f32>
  %a = relax.conv %x, %k strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 5, w], f32>, !relax.tensor<[70, 3, 3, 3], f32>) -> !relax.tensor<[n, 70, 5, w], f32>
  %b = relax.relu %a : !relax.tensor<[n, 70, 5, w], f32>
  %c = relax.conv %b, %d strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 70 : (!relax.tensor<[n, 70, 5, w], f32>, !relax.tensor<[70, 1, 3, 3], f32>) -> !relax.tensor<[n, 70, 5, w], f32>
  %e = relax.conv %c, %p strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 70, 5, w], f32>, !relax.tensor<[16, 70, 1, 1], f32>) -> !relax.tensor<[n, 16, 5, w], f32>
  %f = relax.conv %c, %g strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 : (!relax.tensor<[n, 70, 5, w], f32>, !relax.tensor<[96, 35, 1, 1], f32>) -> !relax.tensor<[n, 96, 5, w], f32>
  relax.return %e, %f : !relax.tensor<[n, 16, 5, w], f32>, !relax.tensor<[n, 96, 5, w], f32>
}

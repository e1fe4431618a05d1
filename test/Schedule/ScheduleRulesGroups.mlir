// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-schedule-rules | FileCheck %s
// RUN: relax-run %s --compare=reference,compiled --atol=1e-4 --dims=h=1,w=9 --then --compare=reference,compiled --atol=1e-4 --dims=h=3,w=17 --then --compare=reference,compiled --atol=1e-4 --dims=h=0,w=1

// Rows are output channels, lanes are places. Tiles that read the same lanes stay in a group of channels: rows that divide it,
// or else, of 11, as many as share it evenly.
// CHECK-LABEL: tir.schedule @conv_cpu {
// CHECK: %oo, %oi = tir.split %o by 6
// CHECK-NOT: tir.variants %oi
// CHECK-LABEL: tir.schedule @conv_0_cpu {
// CHECK: %oo, %oi = tir.split %o by 11
// CHECK-NEXT: %oio, %oii = tir.split %oi by 6
// CHECK-NOT: tir.layout
// CHECK: tir.variants %oii 6 to 6
// CHECK-NEXT: tir.variants %oii 5 to 5
// Every second element in lanes.
// CHECK-LABEL: tir.schedule @conv_1_cpu {
// CHECK: %oo, %oi = tir.split %o by 11
// CHECK-NEXT: %oio, %oii = tir.split %oi by 6

relax.weight @k : !relax.tensor<[12, 2, 3, 3], f32> prepared by @make
relax.weight @l : !relax.tensor<[22, 2, 3, 3], f32> prepared by @make
relax.func private @make() -> (!relax.tensor<[12, 2, 3, 3], f32> {relax.prepares = @k}, !relax.tensor<[22, 2, 3, 3], f32> {relax.prepares = @l}) {
  %i = relax.iota begin 0 step 1 : !relax.tensor<[396], f32>
  %z = relax.sin %i : !relax.tensor<[396], f32>
  %s = relax.strided_slice %z axes [0] begins [0] ends [216] steps [1] : (!relax.tensor<[396], f32>) -> !relax.tensor<[216], f32>
  %k = relax.reshape %s : (!relax.tensor<[216], f32>) -> !relax.tensor<[12, 2, 3, 3], f32>
  %l = relax.reshape %z : (!relax.tensor<[396], f32>) -> !relax.tensor<[22, 2, 3, 3], f32>
  relax.return %k, %l : !relax.tensor<[12, 2, 3, 3], f32>, !relax.tensor<[22, 2, 3, 3], f32>
}

relax.func @main(%x: !relax.tensor<[2, 4, h, w], f32>) -> (!relax.tensor<[2, 12, h, w], f32>, !relax.tensor<[2, 22, h, w], f32>, !relax.tensor<[2, 22, max(h ceildiv 2 - 1, 0), max(w ceildiv 2 - 1, 0)], f32>) {
  %k = relax.get_weight @k : !relax.tensor<[12, 2, 3, 3], f32>
  %l = relax.get_weight @l : !relax.tensor<[22, 2, 3, 3], f32>
  %a = relax.conv %x, %k strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 2 : (!relax.tensor<[2, 4, h, w], f32>, !relax.tensor<[12, 2, 3, 3], f32>) -> !relax.tensor<[2, 12, h, w], f32>
  %b = relax.conv %x, %l strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 2 : (!relax.tensor<[2, 4, h, w], f32>, !relax.tensor<[22, 2, 3, 3], f32>) -> !relax.tensor<[2, 22, h, w], f32>
  %c = relax.conv %x, %l strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] groups 2 : (!relax.tensor<[2, 4, h, w], f32>, !relax.tensor<[22, 2, 3, 3], f32>) -> !relax.tensor<[2, 22, max(h ceildiv 2 - 1, 0), max(w ceildiv 2 - 1, 0)], f32>
  relax.return %a, %b, %c : !relax.tensor<[2, 12, h, w], f32>, !relax.tensor<[2, 22, h, w], f32>, !relax.tensor<[2, 22, max(h ceildiv 2 - 1, 0), max(w ceildiv 2 - 1, 0)], f32>
}

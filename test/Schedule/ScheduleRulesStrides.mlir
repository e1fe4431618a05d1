// Windows with steps of two along the innermost dimension have lanes there.
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-decompose --relax-legalize --relax-fuse-ops --relax-order-dims --relax-remove-dead --relax-schedule-rules | FileCheck %s
// RUN: relax-run %s --compare=reference,compiled --atol=1e-4 --dims=h=0,w=0 --then --compare=reference,compiled --atol=1e-4 --dims=h=1,w=1 --then --compare=reference,compiled --atol=1e-4 --dims=h=2,w=3 --then --compare=reference,compiled --atol=1e-4 --dims=h=7,w=8 --then --compare=reference,compiled --atol=1e-4 --dims=h=9,w=15 --then --compare=reference,compiled --atol=1e-4 --dims=h=4,w=33 --then --compare=reference,compiled --atol=1e-4 --dims=h=5,w=70

// CHECK-LABEL: tir.schedule @max_pool_cpu {
// CHECK: tir.vectorize %ji 16 masked
// Steps of three: one by one.
// CHECK-LABEL: tir.schedule @max_pool_2_cpu {
// CHECK-NOT: tir.vectorize
// CHECK: tir.func
// Elements for which there are no masks have whole vectors only; a convolution channel by channel has lanes, too.
// CHECK-LABEL: tir.schedule @max_pool_5_cpu {
// CHECK: tir.vectorize %ji 16{{$}}
// CHECK-LABEL: tir.schedule @conv_cpu {
// CHECK: tir.vectorize %ji 16 masked
// Long rows of small windows are left to LLVM, short ones not. A copy is a window of one.
// CHECK-LABEL: tir.schedule @max_pool_6_cpu {
// CHECK-NOT: tir.vectorize
// CHECK: tir.func
// CHECK-LABEL: tir.schedule @max_pool_7_cpu {
// CHECK: tir.vectorize %ji 16{{$}}
// CHECK-LABEL: tir.schedule @strided_slice_cpu {
// CHECK: tir.vectorize %l 16{{$}}

relax.func @main(%x: !relax.tensor<[1, 3, h, w], f32>, %d: !relax.tensor<[1, 3, h, w], f64>, %f: !relax.tensor<[1, 3, h, w], f16>, %i: !relax.tensor<[1, 3, h, w], i8>, %k: !relax.tensor<[3, 1, 3, 3], f32>, %s: !relax.tensor<[1, 3, 6, 20], f32>) -> (!relax.tensor<[1, 3, h floordiv 2, w floordiv 2], f32>, !relax.tensor<[1, 3, 3, 10], f32>, !relax.tensor<[1, 3, 6, 10], f32>, !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], f32>, !relax.tensor<[1, 3, h, (w + 1) floordiv 2], f32>, !relax.tensor<[1, 3, h, (w + 1) floordiv 2], f32>, !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], f32>, !relax.tensor<[1, 3, (h + 2) floordiv 3, (w + 2) floordiv 3], f32>, !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], f64>, !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], f16>, !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], i8>, !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], f32>) {
  %plain = relax.max_pool %x window [3, 3] strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] : (!relax.tensor<[1, 3, h, w], f32>) -> !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], f32>
  %uneven = relax.max_pool %x window [2, 4] strides [1, 2] pads [1, 0, 0, 3] dilations [1, 1] : (!relax.tensor<[1, 3, h, w], f32>) -> !relax.tensor<[1, 3, h, (w + 1) floordiv 2], f32>
  %dilated = relax.max_pool %x window [3, 3] strides [1, 2] pads [1, 2, 1, 2] dilations [1, 2] : (!relax.tensor<[1, 3, h, w], f32>) -> !relax.tensor<[1, 3, h, (w + 1) floordiv 2], f32>
  %mean = relax.avg_pool %x window [3, 3] strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] : (!relax.tensor<[1, 3, h, w], f32>) -> !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], f32>
  %third = relax.max_pool %x window [3, 3] strides [3, 3] pads [1, 1, 1, 1] dilations [1, 1] : (!relax.tensor<[1, 3, h, w], f32>) -> !relax.tensor<[1, 3, (h + 2) floordiv 3, (w + 2) floordiv 3], f32>
  %double = relax.max_pool %d window [3, 3] strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] : (!relax.tensor<[1, 3, h, w], f64>) -> !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], f64>
  %half = relax.max_pool %f window [3, 3] strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] : (!relax.tensor<[1, 3, h, w], f16>) -> !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], f16>
  %byte = relax.max_pool %i window [3, 3] strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] : (!relax.tensor<[1, 3, h, w], i8>) -> !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], i8>
  %channels = relax.conv %x, %k strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] groups 3 : (!relax.tensor<[1, 3, h, w], f32>, !relax.tensor<[3, 1, 3, 3], f32>) -> !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], f32>
  %small = relax.max_pool %x window [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (!relax.tensor<[1, 3, h, w], f32>) -> !relax.tensor<[1, 3, h floordiv 2, w floordiv 2], f32>
  %short = relax.max_pool %s window [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (!relax.tensor<[1, 3, 6, 20], f32>) -> !relax.tensor<[1, 3, 3, 10], f32>
  %copy = relax.strided_slice %s axes [3] begins [1] ends [20] steps [2] : (!relax.tensor<[1, 3, 6, 20], f32>) -> !relax.tensor<[1, 3, 6, 10], f32>
  relax.return %small, %short, %copy, %plain, %uneven, %dilated, %mean, %third, %double, %half, %byte, %channels : !relax.tensor<[1, 3, h floordiv 2, w floordiv 2], f32>, !relax.tensor<[1, 3, 3, 10], f32>, !relax.tensor<[1, 3, 6, 10], f32>, !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], f32>, !relax.tensor<[1, 3, h, (w + 1) floordiv 2], f32>, !relax.tensor<[1, 3, h, (w + 1) floordiv 2], f32>, !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], f32>, !relax.tensor<[1, 3, (h + 2) floordiv 3, (w + 2) floordiv 3], f32>, !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], f64>, !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], f16>, !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], i8>, !relax.tensor<[1, 3, (h + 1) floordiv 2, (w + 1) floordiv 2], f32>
}

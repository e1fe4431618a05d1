// Casts go along with a tensor that is turned, and so do few channels of what lies so already.
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-order-dims --relax-remove-dead | FileCheck %s
// RUN: relax-run %s --entry=cast --compare=reference,compiled --atol=1e-4 --dims=n=2,w=8 --then --entry=cast --compare=reference,compiled --dims=n=0,w=4 --then --entry=few --compare=reference,compiled --atol=1e-4 --dims=n=1,w=5 --then --entry=few --compare=reference,compiled --atol=1e-4 --dims=n=1,w=33 --then --entry=returned --compare=reference,compiled --atol=1e-4 --dims=n=2,w=36 --then --entry=strided --compare=reference,compiled --atol=1e-4 --dims=n=2,w=37 --then --entry=plain --compare=reference,compiled --atol=1e-4 --dims=n=1,w=33

// CHECK-LABEL: relax.func @cast(
// CHECK: %a = relax.call_tir {{.*}} -> !relax.tensor<[n, 6, w, 24], f32>
// CHECK-NEXT: %b = relax.match_cast %a : {{.*}} to !relax.tensor<[n, 6, 4 * (w floordiv 4), 24], f32>
// CHECK-NEXT: %c = relax.call_tir {{.*}}(%b, %f) {{.*}} -> !relax.tensor<[n, 6, 4 * (w floordiv 4), 4], f32>
// CHECK: %c_plain = relax.reshape
// CHECK-NEXT: relax.return %c_plain

// Four channels of a turned input, and four of one that is not.
// CHECK-LABEL: relax.func @few(
// CHECK: %b = relax.call_tir {{.*}} -> !relax.tensor<[n, 6, w, 4], f32>
// CHECK-LABEL: relax.func @plain(
// CHECK: %a = relax.call_tir {{.*}} -> !relax.tensor<[n, 4, 6, w], f32>

// With a stride, places are no lanes: then four channels are better than none.
// CHECK-LABEL: relax.func @strided(
// CHECK: relax.call_tir {{.*}} -> !relax.tensor<[n, 3, w ceildiv 2, 4], f32>

// A cast that nothing follows is of the tensor as it was; a sum at single places has its lanes along them and needs no copy.
// CHECK-LABEL: relax.func @returned(
// CHECK: %[[A:.*]] = relax.call_tir {{.*}} -> !relax.tensor<[n, 24, 6, w], f32>
// CHECK-NEXT: %b = relax.match_cast %[[A]] : {{.*}} to !relax.tensor<[n, 24, 6, 4 * (w floordiv 4)], f32>

relax.weight @k : !relax.tensor<[24, 3, 1, 1], f32> prepared by @make
relax.weight @f : !relax.tensor<[4, 24, 1, 1], f32> prepared by @make
relax.weight @g : !relax.tensor<[4, 3, 1, 1], f32> prepared by @make
relax.func private @make() -> (!relax.tensor<[24, 3, 1, 1], f32> {relax.prepares = @k}, !relax.tensor<[4, 24, 1, 1], f32> {relax.prepares = @f}, !relax.tensor<[4, 3, 1, 1], f32> {relax.prepares = @g}) {
  %i = relax.iota begin 0 step 1 : !relax.tensor<[96], f32>
  %z = relax.sin %i : !relax.tensor<[96], f32>
  %f = relax.reshape %z : (!relax.tensor<[96], f32>) -> !relax.tensor<[4, 24, 1, 1], f32>
  %zk = relax.strided_slice %z axes [0] begins [0] ends [72] steps [1] : (!relax.tensor<[96], f32>) -> !relax.tensor<[72], f32>
  %k = relax.reshape %zk : (!relax.tensor<[72], f32>) -> !relax.tensor<[24, 3, 1, 1], f32>
  %zg = relax.strided_slice %z axes [0] begins [0] ends [12] steps [1] : (!relax.tensor<[96], f32>) -> !relax.tensor<[12], f32>
  %g = relax.reshape %zg : (!relax.tensor<[12], f32>) -> !relax.tensor<[4, 3, 1, 1], f32>
  relax.return %k, %f, %g : !relax.tensor<[24, 3, 1, 1], f32>, !relax.tensor<[4, 24, 1, 1], f32>, !relax.tensor<[4, 3, 1, 1], f32>
}
relax.func @cast(%x: !relax.tensor<[n, 3, 6, w], f32>) -> !relax.tensor<[n, 4, 6, 4 * (w floordiv 4)], f32> {
  %k = relax.get_weight @k : !relax.tensor<[24, 3, 1, 1], f32>
  %f = relax.get_weight @f : !relax.tensor<[4, 24, 1, 1], f32>
  %a = relax.conv %x, %k strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 6, w], f32>, !relax.tensor<[24, 3, 1, 1], f32>) -> !relax.tensor<[n, 24, 6, w], f32>
  %b = relax.match_cast %a : !relax.tensor<[n, 24, 6, w], f32> to !relax.tensor<[n, 24, 6, 4 * (w floordiv 4)], f32>
  %c = relax.conv %b, %f strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 24, 6, 4 * (w floordiv 4)], f32>, !relax.tensor<[4, 24, 1, 1], f32>) -> !relax.tensor<[n, 4, 6, 4 * (w floordiv 4)], f32>
  relax.return %c : !relax.tensor<[n, 4, 6, 4 * (w floordiv 4)], f32>
}
relax.func @few(%x: !relax.tensor<[n, 3, 6, w], f32>) -> !relax.tensor<[n, 4, 6, w], f32> {
  %k = relax.get_weight @k : !relax.tensor<[24, 3, 1, 1], f32>
  %f = relax.get_weight @f : !relax.tensor<[4, 24, 1, 1], f32>
  %a = relax.conv %x, %k strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 6, w], f32>, !relax.tensor<[24, 3, 1, 1], f32>) -> !relax.tensor<[n, 24, 6, w], f32>
  %b = relax.conv %a, %f strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 24, 6, w], f32>, !relax.tensor<[4, 24, 1, 1], f32>) -> !relax.tensor<[n, 4, 6, w], f32>
  relax.return %b : !relax.tensor<[n, 4, 6, w], f32>
}
relax.func @plain(%x: !relax.tensor<[n, 3, 6, w], f32>) -> !relax.tensor<[n, 4, 6, w], f32> {
  %g = relax.get_weight @g : !relax.tensor<[4, 3, 1, 1], f32>
  %a = relax.conv %x, %g strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 6, w], f32>, !relax.tensor<[4, 3, 1, 1], f32>) -> !relax.tensor<[n, 4, 6, w], f32>
  relax.return %a : !relax.tensor<[n, 4, 6, w], f32>
}
relax.func @strided(%x: !relax.tensor<[n, 3, 6, w], f32>) -> !relax.tensor<[n, 4, 3, w ceildiv 2], f32> {
  %g = relax.get_weight @g : !relax.tensor<[4, 3, 1, 1], f32>
  %b = relax.conv %x, %g strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 6, w], f32>, !relax.tensor<[4, 3, 1, 1], f32>) -> !relax.tensor<[n, 4, 3, w ceildiv 2], f32>
  relax.return %b : !relax.tensor<[n, 4, 3, w ceildiv 2], f32>
}
relax.func @returned(%x: !relax.tensor<[n, 3, 6, w], f32>) -> !relax.tensor<[n, 24, 6, 4 * (w floordiv 4)], f32> {
  %k = relax.get_weight @k : !relax.tensor<[24, 3, 1, 1], f32>
  %a = relax.conv %x, %k strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 6, w], f32>, !relax.tensor<[24, 3, 1, 1], f32>) -> !relax.tensor<[n, 24, 6, w], f32>
  %b = relax.match_cast %a : !relax.tensor<[n, 24, 6, w], f32> to !relax.tensor<[n, 24, 6, 4 * (w floordiv 4)], f32>
  relax.return %b : !relax.tensor<[n, 24, 6, 4 * (w floordiv 4)], f32>
}

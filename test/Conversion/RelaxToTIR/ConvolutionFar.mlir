// RUN: relax-opt %s --relax-decompose --relax-legalize | FileCheck %s
// RUN: relax-run %s --compare=reference,compiled --atol=1e-4 --dims=n=1,h=5,w=30 --then --compare=reference,compiled --atol=1e-4 --dims=n=2,h=13,w=12 --then --compare=reference,compiled --atol=1e-4 --dims=n=1,h=0,w=25

// Windows in steps of twelve: margins, and elements of the window, as far as they reach an element of the input; in small
// steps, all of them may.
// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @pad({{.*}} -> !relax.tensor<[n, 4, h + 24 * max(min(h ceildiv 12 - 1, 1), 0), w + 4], f32>
// CHECK: relax.call_tir @pad_0({{.*}} -> !relax.tensor<[n, 4, h + 24, w + 24], f64>
// CHECK: relax.call_tir @pad_1({{.*}} -> !relax.tensor<[n, 4, 44], f32>
// CHECK-LABEL: tir.func private @conv(
// CHECK-NEXT: tir.compute "conv" ({{.*}}) in [n, 8, h, w, 4, 2 * max(min(h ceildiv 12 - 1, 1), 0) + 1, 3] {
// CHECK-NEXT: tir.load %X[%b, %c, %i + 12 * %u, %j + 2 * %v] :
// CHECK-NEXT: tir.load %W[%o, %c, %u - max(min(h ceildiv 12 - 1, 1), 0) + 1, %v] :
// Channel by channel, the window stays.
// CHECK-LABEL: tir.func private @conv_0(
// CHECK-NEXT: tir.compute "conv" ({{.*}}) in [n, 4, h, w, 1, 3, 3] {
// Extents that are known: the middle three of five.
// CHECK-LABEL: tir.func private @conv_1(
// CHECK-NEXT: tir.compute "conv" ({{.*}}) in [n, 8, 20, 4, 3] {
// CHECK: tir.load %W[%o, %c, %u + 1] :

relax.func @main(%x: !relax.tensor<[n, 4, h, w], f32>, %d: !relax.tensor<[n, 4, h, w], f64>, %y: !relax.tensor<[n, 4, 20], f32>) -> (!relax.tensor<[n, 8, h, w], f32>, !relax.tensor<[n, 4, h, w], f64>, !relax.tensor<[n, 8, 20], f32>) {
  %i = relax.iota begin 0 step 1 : !relax.tensor<[288], f32>
  %z = relax.sin %i : !relax.tensor<[288], f32>
  %k = relax.reshape %z : (!relax.tensor<[288], f32>) -> !relax.tensor<[8, 4, 3, 3], f32>
  %s = relax.strided_slice %z axes [0] begins [0] ends [36] steps [1] : (!relax.tensor<[288], f32>) -> !relax.tensor<[36], f32>
  %l = relax.reshape %s : (!relax.tensor<[36], f32>) -> !relax.tensor<[4, 1, 3, 3], f32>
  %m = relax.cast %l : !relax.tensor<[4, 1, 3, 3], f32> to !relax.tensor<[4, 1, 3, 3], f64>
  %t = relax.strided_slice %z axes [0] begins [0] ends [160] steps [1] : (!relax.tensor<[288], f32>) -> !relax.tensor<[160], f32>
  %o = relax.reshape %t : (!relax.tensor<[160], f32>) -> !relax.tensor<[8, 4, 5], f32>
  %a = relax.conv %x, %k strides [1, 1] pads [12, 2, 12, 2] dilations [12, 2] groups 1 : (!relax.tensor<[n, 4, h, w], f32>, !relax.tensor<[8, 4, 3, 3], f32>) -> !relax.tensor<[n, 8, h, w], f32>
  %b = relax.conv %d, %m strides [1, 1] pads [12, 12, 12, 12] dilations [12, 12] groups 4 : (!relax.tensor<[n, 4, h, w], f64>, !relax.tensor<[4, 1, 3, 3], f64>) -> !relax.tensor<[n, 4, h, w], f64>
  %c = relax.conv %y, %o strides [1] pads [24, 24] dilations [12] groups 1 : (!relax.tensor<[n, 4, 20], f32>, !relax.tensor<[8, 4, 5], f32>) -> !relax.tensor<[n, 8, 20], f32>
  relax.return %a, %b, %c : !relax.tensor<[n, 8, h, w], f32>, !relax.tensor<[n, 4, h, w], f64>, !relax.tensor<[n, 8, 20], f32>
}

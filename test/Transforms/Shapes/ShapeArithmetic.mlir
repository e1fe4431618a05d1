// RUN: relax-opt %s --relax-deduce-shapes --relax-fold --cse --relax-remove-dead | FileCheck %s
// RUN: relax-translate --import-onnx %models/magika.onnx --onnx-rename-dims=unk__214=N \
// RUN:   | relax-opt --relax-deduce-shapes --relax-fold --cse --relax-remove-dead \
// RUN:   | FileCheck %s --check-prefix=MAGIKA \
// RUN:       --implicit-check-not=relax.shape_of --implicit-check-not=relax.shape_to_tensor \
// RUN:       --implicit-check-not=relax.concat --implicit-check-not=relax.strided_slice \
// RUN:       --implicit-check-not=relax.broadcast_to --implicit-check-not='i64' \
// RUN:       --implicit-check-not='?' --implicit-check-not=relax.match_cast

// An imported model computes the targets of its reshapes in i32, around a batch
// that only its input knows. All of that is gone, and the types say it.

// CHECK-LABEL: relax.func @one_hot(
// CHECK-SAME:      -> !relax.tensor<[n, 2048, 257], f32> where (n <= 2147483647) {
// CHECK-NEXT:    %classes = relax.constant
// CHECK-NEXT:    %0 = relax.reshape %bytes : (!relax.tensor<[n, 2048], i32>) -> !relax.tensor<[n, 2048, 1], i32>
// CHECK-NEXT:    %eq = relax.equal %0, %classes : (!relax.tensor<[n, 2048, 1], i32>, !relax.tensor<[1, 1, 257], i32>) -> !relax.tensor<[n, 2048, 257], i1>
// CHECK-NEXT:    %oh = relax.cast %eq : !relax.tensor<[n, 2048, 257], i1> to !relax.tensor<[n, 2048, 257], f32>
// CHECK-NEXT:    relax.return %oh : !relax.tensor<[n, 2048, 257], f32>
relax.func @one_hot(%bytes: !relax.tensor<[n, 2048], i32>) -> !relax.tensor<[?, ?, 257], f32> {
  %flat = relax.constant dense<[-1, 2048, 1]> : tensor<3xi64>
  %classes = relax.constant dense<0> : tensor<1x1x257xi32>
  %c2048 = relax.constant dense<2048> : tensor<1xi32>
  %c1 = relax.constant dense<1> : tensor<1xi32>
  %0 = relax.reshape %bytes to %flat : (!relax.tensor<[n, 2048], i32>, !relax.tensor<[3], i64>) -> !relax.tensor<[?, ?, ?], i32>
  %s = relax.shape_of %bytes : !relax.tensor<[n, 2048], i32> -> !relax.shape<[n, 2048]>
  %st = relax.shape_to_tensor %s : !relax.shape<[n, 2048]> -> !relax.tensor<[2], i64>
  %si = relax.cast %st : !relax.tensor<[2], i64> to !relax.tensor<[2], i32>
  %n = relax.strided_slice %si axes [0] begins [0] ends [1] steps [1] : (!relax.tensor<[2], i32>) -> !relax.tensor<[1], i32>
  %t = relax.concat %n, %c2048, %c1 axis 0 : (!relax.tensor<[1], i32>, !relax.tensor<[1], i32>, !relax.tensor<[1], i32>) -> !relax.tensor<[3], i32>
  %t64 = relax.cast %t : !relax.tensor<[3], i32> to !relax.tensor<[3], i64>
  %e = relax.broadcast_to %0 to %t64 : (!relax.tensor<[?, ?, ?], i32>, !relax.tensor<[3], i64>) -> !relax.tensor<[?, ?, ?], i32>
  %eq = relax.equal %e, %classes : (!relax.tensor<[?, ?, ?], i32>, !relax.tensor<[1, 1, 257], i32>) -> !relax.tensor<[?, ?, 257], i1>
  %oh = relax.cast %eq : !relax.tensor<[?, ?, 257], i1> to !relax.tensor<[?, ?, 257], f32>
  relax.return %oh : !relax.tensor<[?, ?, 257], f32>
}

// MAGIKA: relax.func @main(%bytes: !relax.tensor<[N, 2048], i32>) -> (!relax.tensor<[N, 214], f32>
// MAGIKA: %Conv2D = relax.conv {{.*}} -> !relax.tensor<[N, 512, 508, 1], f32>
// MAGIKA: relax.return %target_label : !relax.tensor<[N, 214], f32>

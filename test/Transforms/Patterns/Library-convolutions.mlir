// Each rewrite of share/relax/rewrites/convolutions.mlir finds its place, and values stay.
// RUN: relax-opt %s "--relax-apply-patterns=file=%root/share/relax/rewrites/convolutions.mlir trace=all" -o %t.mlir 2>&1 | FileCheck %s --implicit-check-not="is not found"
// RUN: relax-opt %s --relax-apply-patterns=%root/share/relax/rewrites/convolutions.mlir --verify-by-running -o %t.mlir 2>&1 | FileCheck %s --check-prefix=RUNS
// RUNS: note: 1 of 1 changed modules run and agree

// CHECK-DAG: '@scaled_convolution' was found
relax.func @scaled_convolution(%x: !relax.tensor<[b, 4, 9, 7], f32>) -> (!relax.tensor<[b, 3, ?, ?], f32>) {
  %f = relax.constant dense<4.0> : tensor<3x4x3x3xf32>
  %s = relax.constant dense<4.0> : tensor<3x1x1xf32>
  %y = relax.conv %x, %f strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
       : (!relax.tensor<[b, 4, 9, 7], f32>, !relax.tensor<[3, 4, 3, 3], f32>) -> !relax.tensor<[b, 3, ?, ?], f32>
  %z = relax.multiply %y, %s : (!relax.tensor<[b, 3, ?, ?], f32>, !relax.tensor<[3, 1, 1], f32>) -> !relax.tensor<[b, 3, ?, ?], f32>
  relax.return %z : !relax.tensor<[b, 3, ?, ?], f32>
}
// As an importer writes it: extents of the image are not known.
relax.func @padded_image(%x: !relax.tensor<[b, 4, h, w], f32>, %f: !relax.tensor<[3, 4, 3, 5], f32>) -> !relax.tensor<[b, 3, h ceildiv 2, w ceildiv 2], f32> {
  %z = relax.pad %x low [0, 0, 1, 2] mode "constant" : (!relax.tensor<[b, 4, h, w], f32>) -> !relax.tensor<[b, 4, h + 2, w + 4], f32>
  %y = relax.conv %z, %f strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] groups 1
       : (!relax.tensor<[b, 4, h + 2, w + 4], f32>, !relax.tensor<[3, 4, 3, 5], f32>) -> !relax.tensor<[b, 3, h ceildiv 2, w ceildiv 2], f32>
  relax.return %y : !relax.tensor<[b, 3, h ceildiv 2, w ceildiv 2], f32>
}
// CHECK-DAG: '@padded_convolution' was found 2 times
relax.func @padded_convolution(%x: !relax.tensor<[b, 4, 9, 7], f32>, %f: !relax.tensor<[3, 4, 3, 3], f32>) -> (!relax.tensor<[b, 3, ?, ?], f32>) {
  %z = relax.pad %x low [0, 0, 1, 2] mode "constant"
    
    : (!relax.tensor<[b, 4, 9, 7], f32>) -> !relax.tensor<[b, 4, 12, 10], f32>
  %y = relax.conv %z, %f strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
    
    : (!relax.tensor<[b, 4, 12, 10], f32>, !relax.tensor<[3, 4, 3, 3], f32>) -> !relax.tensor<[b, 3, ?, ?], f32>
  relax.return %y : !relax.tensor<[b, 3, ?, ?], f32>
}

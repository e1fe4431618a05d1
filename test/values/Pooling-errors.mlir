// RUN: not relax-run %s --mode=reference --input="1x1x3xf32=1 2 3" --input="1x1x3xf32=1 2 3" 2>&1 | FileCheck %s
// CHECK: expected the maxima of the windows
relax.func @f(%x: !relax.tensor<*, f32>, %m: !relax.tensor<*, f32>) -> !relax.tensor<*, i64> {
  %y = relax.max_pool_places %x, %m window [2] strides [1] pads [0, 0] dilations [1] : (!relax.tensor<*, f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, i64>
  relax.return %y : !relax.tensor<*, i64>
}

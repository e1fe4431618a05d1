// The axis of a value whose rank only the run knows.
// RUN: not relax-run %s --mode=reference --input="2xf32=1 2" 2>&1 | FileCheck %s
// CHECK: axis 1 is out of range for rank 1
relax.func @f(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, i64> {
  %y = relax.arg_max %x over 1 : (!relax.tensor<*, f32>) -> !relax.tensor<*, i64>
  relax.return %y : !relax.tensor<*, i64>
}

// Reductions over axes that are values, in reference mode.
// RUN: relax-run %s --mode=reference --entry=sum --input="2x3xf32=1 2 3 4 5 6" --input="1xi64=-1" --expect="2x1xf32=6 15"
// RUN: relax-run %s --mode=reference --entry=sum --input="2x3xf32=1 2 3 4 5 6" --input="2xi64=0 1" --expect="1x1xf32=21"
// RUN: relax-run %s --mode=reference --entry=sum --input="2x3xf32=1 2 3 4 5 6" --input="0xi64=" --expect="1x1xf32=21"
// RUN: relax-run %s --mode=reference --entry=max --input="2x3xf32=1 2 3 4 5 6" --input="1xi64=0" --expect="3xf32=4 5 6"
// RUN: relax-run %s --mode=reference --entry=noop --input="2x1xi32=1 2" --input="0xi64=" --expect="2x1xi32=1 2"
// RUN: not relax-run %s --mode=reference --entry=sum --input="2x3xf32=1 2 3 4 5 6" --input="1xi64=2" 2>&1 | FileCheck %s
// CHECK: axis 2 is out of range for rank 2
relax.func @sum(%x: !relax.tensor<[n, m], f32>, %a: !relax.tensor<[k], i64>) -> !relax.tensor<[?, ?], f32> {
  %y = relax.reduce "sum" %x over %a keep_dims : (!relax.tensor<[n, m], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %y : !relax.tensor<[?, ?], f32>
}
relax.func @max(%x: !relax.tensor<[n, m], f32>, %a: !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32> {
  %y = relax.reduce "max" %x over %a : (!relax.tensor<[n, m], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32>
  relax.return %y : !relax.tensor<[?], f32>
}
relax.func @noop(%x: !relax.tensor<[n, m], i32>, %a: !relax.tensor<[k], i64>) -> !relax.tensor<*, i32> {
  %y = relax.reduce "min" %x over %a noop : (!relax.tensor<[n, m], i32>, !relax.tensor<[k], i64>) -> !relax.tensor<*, i32>
  relax.return %y : !relax.tensor<*, i32>
}

// What types did not say, reference mode finds.
// RUN: not relax-run %s --mode=reference --entry=axis --input=2x3xf32=1 --input=2xf32=1 2>&1 | FileCheck %s --check-prefix=SCALE
// RUN: not relax-run %s --mode=reference --entry=axis --input=f32=1 --input=2xf32=1 2>&1 | FileCheck %s --check-prefix=SCALE
// RUN: not relax-run %s --mode=reference --entry=one --input=2xf32=1 --input=1xf32=1 --input=1xui8=1 2>&1 | FileCheck %s --check-prefix=SCALE
// RUN: not relax-run %s --mode=reference --entry=one --input=2xf32=1 --input=f32=1 --input=1xui8=1 2>&1 | FileCheck %s --check-prefix=SCALE
// RUN: relax-run %s --mode=reference --entry=one --input=2xf32=1 --input=f32=1 --input=ui8=1 --expect=2xui8=2
// SCALE: relax-run: error: {{.*}}'relax.quantize' %y: the shape of the scale does not fit
// RUN: not relax-run %s --mode=reference --entry=conv --input=ui8=1 2>&1 | FileCheck %s --check-prefix=WEIGHT
// WEIGHT: 'relax.quantized_conv' %y: expected a weight with rank
relax.func @axis(%x: !relax.tensor<*, f32>, %s: !relax.tensor<[?], f32>) -> !relax.tensor<*, ui8> {
  %y = relax.quantize %x by %s axis 1 as ui8 in f32 : (!relax.tensor<*, f32>, !relax.tensor<[?], f32>) -> !relax.tensor<*, ui8>
  relax.return %y : !relax.tensor<*, ui8>
}
relax.func @one(%x: !relax.tensor<[?], f32>, %s: !relax.tensor<*, f32>, %z: !relax.tensor<*, ui8>) -> !relax.tensor<[?], ui8> {
  %y = relax.quantize %x by %s, %z as ui8 in f32 : (!relax.tensor<[?], f32>, !relax.tensor<*, f32>, !relax.tensor<*, ui8>) -> !relax.tensor<[?], ui8>
  relax.return %y : !relax.tensor<[?], ui8>
}
relax.func @conv(%x: !relax.tensor<*, ui8>) -> !relax.tensor<*, ui8> {
  %s = relax.constant dense<1.0> : tensor<f32>
  %z = relax.constant dense<1> : tensor<ui8>
  %y = relax.quantized_conv %x by %s, %z and %x by %s, %z to %s, %z strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<*, ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>, !relax.tensor<*, ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>) -> !relax.tensor<*, ui8>
  relax.return %y : !relax.tensor<*, ui8>
}

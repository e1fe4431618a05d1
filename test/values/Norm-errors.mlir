// RUN: not relax-run %s --mode=reference --input=x=1x3xf32="1 2 3" --input=s=2xf32="1 2" 2>&1 | FileCheck %s

// CHECK: 'relax.instance_norm' %y: operand 1: expected an element per channel
relax.func @main(%x: !relax.tensor<[?, 3], f32>, %s: !relax.tensor<[?], f32>) -> !relax.tensor<[?, 3], f32> {
  %y = relax.instance_norm %x, %s, %s epsilon 0.0 : (!relax.tensor<[?, 3], f32>, !relax.tensor<[?], f32>, !relax.tensor<[?], f32>) -> !relax.tensor<[?, 3], f32>
  relax.return %y : !relax.tensor<[?, 3], f32>
}

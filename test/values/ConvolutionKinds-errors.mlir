// What only the run knows.
// RUN: not relax-run %s --mode=reference --entry=spread --input=x=1x2x1xf32="1 2" --input=k=3x1x1xf32="1 2 3" 2>&1 | FileCheck %s
// RUN: not relax-run %s --mode=reference --entry=causal --input=x=1x2x1xf32="1 2" --input=k=2x2x1xf32="1 2 3 4" --input=s=1x2x1xf32="1 2" 2>&1 | FileCheck %s --check-prefix=WEIGHT
// RUN: not relax-run %s --mode=reference --entry=causal --input=x=1x2x1xf32="1 2" --input=k=2x1x1xf32="1 2" --input=s=1x2x1xf32="1 2" 2>&1 | FileCheck %s --check-prefix=STATE

// RUN: not relax-run %s --mode=reference --entry=causal --input=x=1x2x1xf32="1 2" --input=k=2x1x0xf32= --input=s=1x2x0xf32= 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: expected a window of at least 1 element
// RUN: not relax-run %s --mode=reference --entry=far --input=x=1x1x4xf32="1 2 3 4" 2>&1 | FileCheck %s --check-prefix=FAR

// FAR: the extent of a result exceeds 64 bits
relax.func @far(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %k = relax.constant dense<1.0> : tensor<1x1x1xf32>
  %y = relax.conv_transpose %x, %k strides [4611686018427387904] pads [0, 0] dilations [1] output_padding [0] groups 1 : (!relax.tensor<*, f32>, !relax.tensor<[1, 1, 1], f32>) -> !relax.tensor<*, f32>
  relax.return %y : !relax.tensor<*, f32>
}

// CHECK: expected a weight with the input's rank and channels, which the groups divide
relax.func @spread(%x: !relax.tensor<*, f32>, %k: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %y = relax.conv_transpose %x, %k strides [1] pads [0, 0] dilations [1] output_padding [0] groups 1 : (!relax.tensor<*, f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.return %y : !relax.tensor<*, f32>
}

// WEIGHT: expected an input of rank 3 and a weight [channels, 1, window]
// STATE: expected a bias [channels] and a state [batch, channels, window - 1]
relax.func @causal(%x: !relax.tensor<[?, ?, ?], f32>, %k: !relax.tensor<[?, ?, ?], f32>, %s: !relax.tensor<[?, ?, ?], f32>) -> !relax.tensor<[?, ?, ?], f32> {
  %y, %next = relax.causal_conv %x, %k state %s : (!relax.tensor<[?, ?, ?], f32>, !relax.tensor<[?, ?, ?], f32>, !relax.tensor<[?, ?, ?], f32>) -> (!relax.tensor<[?, ?, ?], f32>, !relax.tensor<[?, ?, ?], f32>)
  relax.return %y : !relax.tensor<[?, ?, ?], f32>
}

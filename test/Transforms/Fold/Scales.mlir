// What weights alone say about a channel becomes part of the weight of a convolution: one sum is left for each element.
// RUN: relax-opt %s --relax-fold-scales -o %t --counters 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: FileCheck %s < %t
// RUN: relax-run %t --entry=norm --mode=reference --input=1x1x3xf32="1 2 3" | FileCheck %s --check-prefix=VALUES
// RUN: relax-run %s --entry=norm --input=1x1x3xf32="1 2 3" | FileCheck %s --check-prefix=VALUES
// RUN: relax-run %s --entry=norm --dims=n=0,w=1 --compare=reference,compiled --then --entry=norm --dims=n=3,w=0 --then --entry=norm --dims=n=2,w=37 --output=- | FileCheck %s --check-prefix=EXTENTS
// RUN: relax-run %s --entry=alone --dims=n=3,w=7 --compare=reference,compiled --output=- | FileCheck %s --check-prefix=ALONE

// COUNT: {{^ +}}4  relax-fold-scales.scales-folded
// Roots 2 and 4: (x + 10 - 1) / 2 * 2 + 1 and (2 * x + 20) / 4 * 4 + 2.
// VALUES: {{\[\[\[}}11.0, 12.0, 13.0], [24.0, 26.0, 28.0]]]
// EXTENTS: tensor<0x2x1xf32>
// EXTENTS: tensor<3x2x0xf32>
// EXTENTS: tensor<2x2x37xf32>
// ALONE: tensor<3x2x7xf32>

// CHECK-LABEL: relax.func @norm(
// CHECK: %[[ROOT:.*]] = relax.sqrt
// CHECK: %[[SCALE:.*]] = relax.divide %scale, %[[ROOT]] : !relax.tensor<[2], f32>
// CHECK: %[[WIDE:.*]] = relax.reshape %[[SCALE]] : {{.*}} -> !relax.tensor<[2, 1, 1], f32>
// CHECK: %[[W:.*]] = relax.multiply %w, %[[WIDE]]
// CHECK-NEXT: %a = relax.conv %x, %[[W]] strides [1]
// CHECK-NOT: relax.divide
// CHECK-NOT: relax.multiply
// CHECK: %y = relax.add %a, {{.*}} : (!relax.tensor<[n, 2, w], f32>, !relax.tensor<[2, 1], f32>) -> !relax.tensor<[n, 2, w], f32>
// CHECK-NEXT: relax.return %y
relax.func @norm(%x: !relax.tensor<[n, 1, w], f32>) -> !relax.tensor<[n, 2, w], f32> {
  %w = relax.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %shift = relax.constant dense<[[10.0], [20.0]]> : tensor<2x1xf32>
  %scale = relax.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %bias = relax.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %mean = relax.constant dense<[1.0, 0.0]> : tensor<2xf32>
  %variance = relax.constant dense<[3.0, 15.0]> : tensor<2xf32>
  %a = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 1, w], f32>, !relax.tensor<[2, 1, 1], f32>) -> !relax.tensor<[n, 2, w], f32>
  %b = relax.add %a, %shift : (!relax.tensor<[n, 2, w], f32>, !relax.tensor<[2, 1], f32>) -> !relax.tensor<[n, 2, w], f32>
  %y = relax.batch_norm %b, %scale, %bias, %mean, %variance epsilon 1.0 : (!relax.tensor<[n, 2, w], f32>, !relax.tensor<[2], f32>, !relax.tensor<[2], f32>, !relax.tensor<[2], f32>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, 2, w], f32>
  relax.return %y : !relax.tensor<[n, 2, w], f32>
}

// A weight of the module and numbers: (conv / 2 - t) * s; what is added last stays where it is. Transposed, and a product.
relax.weight @m : !relax.tensor<[3, 2], f32> from "m" at 0

// CHECK-LABEL: relax.func @steps(
// CHECK: %[[INVERSE:.*]] = relax.reciprocal %two : !relax.tensor<[], f32>
// CHECK: %[[TIMES:.*]] = relax.multiply %[[INVERSE]], %{{.*}} : (!relax.tensor<[], f32>, !relax.tensor<[2], f32>) -> !relax.tensor<[2], f32>
// CHECK: relax.conv %x, %{{.*}} groups 2
// CHECK: %d = relax.add
// CHECK-NEXT: %e = relax.add %d, %s
// CHECK: %h = relax.conv_transpose %e, %h_product
// CHECK: %j_product = relax.multiply %m, %t
// CHECK-NEXT: %j = relax.matmul %g, %j_product
// CHECK-NEXT: relax.return
relax.func @steps(%x: !relax.tensor<[n, 2, w], f32>, %g: !relax.tensor<[n, 3], f32>) {
  %w = relax.constant dense<1.0> : tensor<2x1x3xf32>
  %v = relax.constant dense<1.0> : tensor<2x3x2xf32>
  %two = relax.constant dense<2.0> : tensor<f32>
  %s = relax.constant dense<[[3.0], [4.0]]> : tensor<2x1xf32>
  %r = relax.constant dense<[[[3.0], [4.0], [5.0]]]> : tensor<1x3x1xf32>
  %t = relax.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %m = relax.get_weight @m : !relax.tensor<[3, 2], f32>
  %a = relax.conv %x, %w strides [1] pads [1, 1] dilations [1] groups 2 : (!relax.tensor<[n, 2, w], f32>, !relax.tensor<[2, 1, 3], f32>) -> !relax.tensor<[n, 2, w], f32>
  %b = relax.divide %a, %two : (!relax.tensor<[n, 2, w], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 2, w], f32>
  %c = relax.subtract %b, %s : (!relax.tensor<[n, 2, w], f32>, !relax.tensor<[2, 1], f32>) -> !relax.tensor<[n, 2, w], f32>
  %d = relax.multiply %s, %c : (!relax.tensor<[2, 1], f32>, !relax.tensor<[n, 2, w], f32>) -> !relax.tensor<[n, 2, w], f32>
  %e = relax.add %d, %s : (!relax.tensor<[n, 2, w], f32>, !relax.tensor<[2, 1], f32>) -> !relax.tensor<[n, 2, w], f32>
  %f = relax.conv_transpose %e, %v strides [2] pads [0, 0] dilations [1] output_padding [0] groups 1 : (!relax.tensor<[n, 2, w], f32>, !relax.tensor<[2, 3, 2], f32>) -> !relax.tensor<[n, 3, 2 * w], f32>
  %h = relax.multiply %f, %r : (!relax.tensor<[n, 3, 2 * w], f32>, !relax.tensor<[1, 3, 1], f32>) -> !relax.tensor<[n, 3, 2 * w], f32>
  %i = relax.matmul %g, %m : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3, 2], f32>) -> !relax.tensor<[n, 2], f32>
  %j = relax.multiply %i, %t : (!relax.tensor<[n, 2], f32>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, 2], f32>
  relax.return
}

// Other uses of the convolution's result; a scale that is no weight, or not one for each channel; narrow types; a number
// behind a product; nothing but a sum; a quotient the other way round.
// CHECK-LABEL: relax.func @stay(
// CHECK-COUNT-4: relax.multiply
// CHECK: relax.matmul
// CHECK-NEXT: relax.multiply
// CHECK: relax.conv %x, %w
// CHECK-NEXT: relax.add
// CHECK-NEXT: relax.conv %x, %w
// CHECK-NEXT: relax.divide %one
relax.func @stay(%x: !relax.tensor<[n, 1, 3], f32>, %z: !relax.tensor<[n, 1, 3], f16>, %given: !relax.tensor<[2, 1], f32>, %g: !relax.tensor<[n, 3], f32>) {
  %w = relax.constant dense<1.0> : tensor<2x1x1xf32>
  %v = relax.constant dense<1.0> : tensor<2x1x1xf16>
  %m = relax.constant dense<1.0> : tensor<3x2xf32>
  %s = relax.constant dense<[[3.0], [4.0]]> : tensor<2x1xf32>
  %h = relax.constant dense<[[3.0], [4.0]]> : tensor<2x1xf16>
  %line = relax.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %one = relax.constant dense<3.0> : tensor<f32>
  %a = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 1, 3], f32>, !relax.tensor<[2, 1, 1], f32>) -> !relax.tensor<[n, 2, 3], f32>
  %b = relax.multiply %a, %s : (!relax.tensor<[n, 2, 3], f32>, !relax.tensor<[2, 1], f32>) -> !relax.tensor<[n, 2, 3], f32>
  %c = relax.add %a, %b : !relax.tensor<[n, 2, 3], f32>
  %d = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 1, 3], f32>, !relax.tensor<[2, 1, 1], f32>) -> !relax.tensor<[n, 2, 3], f32>
  %e = relax.multiply %d, %given : (!relax.tensor<[n, 2, 3], f32>, !relax.tensor<[2, 1], f32>) -> !relax.tensor<[n, 2, 3], f32>
  %f = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 1, 3], f32>, !relax.tensor<[2, 1, 1], f32>) -> !relax.tensor<[n, 2, 3], f32>
  %i = relax.multiply %f, %line : (!relax.tensor<[n, 2, 3], f32>, !relax.tensor<[3], f32>) -> !relax.tensor<[n, 2, 3], f32>
  %j = relax.conv %z, %v strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 1, 3], f16>, !relax.tensor<[2, 1, 1], f16>) -> !relax.tensor<[n, 2, 3], f16>
  %k = relax.multiply %j, %h : (!relax.tensor<[n, 2, 3], f16>, !relax.tensor<[2, 1], f16>) -> !relax.tensor<[n, 2, 3], f16>
  %l = relax.matmul %g, %m : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3, 2], f32>) -> !relax.tensor<[n, 2], f32>
  %p = relax.multiply %l, %one : (!relax.tensor<[n, 2], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 2], f32>
  %q = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 1, 3], f32>, !relax.tensor<[2, 1, 1], f32>) -> !relax.tensor<[n, 2, 3], f32>
  %r = relax.add %q, %s : (!relax.tensor<[n, 2, 3], f32>, !relax.tensor<[2, 1], f32>) -> !relax.tensor<[n, 2, 3], f32>
  %t = relax.conv %x, %w strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 1, 3], f32>, !relax.tensor<[2, 1, 1], f32>) -> !relax.tensor<[n, 2, 3], f32>
  %u = relax.divide %one, %t : (!relax.tensor<[], f32>, !relax.tensor<[n, 2, 3], f32>) -> !relax.tensor<[n, 2, 3], f32>
  relax.return
}

// The batch norm of an input: a product and a sum, with scale and shift computed before.
// CHECK-LABEL: relax.func @alone(
// CHECK: relax.batch_norm
relax.func @alone(%x: !relax.tensor<[n, 2, w], f32>) -> !relax.tensor<[n, 2, w], f32> {
  %scale = relax.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %variance = relax.constant dense<[3.0, 15.0]> : tensor<2xf32>
  %y = relax.batch_norm %x, %scale, %scale, %scale, %variance epsilon 1.0 : (!relax.tensor<[n, 2, w], f32>, !relax.tensor<[2], f32>, !relax.tensor<[2], f32>, !relax.tensor<[2], f32>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, 2, w], f32>
  relax.return %y : !relax.tensor<[n, 2, w], f32>
}

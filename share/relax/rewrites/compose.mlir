// What exporters write out in steps, as the operation that it is: a kernel or a library has that in one.

// x * (1 + erf(x / sqrt 2)) / 2.
relax.pattern @gelu_in_steps(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %root = relax.constant dense<1.41421354> : tensor<f32>
  %one = relax.constant dense<1.0> : tensor<f32>
  %half = relax.constant dense<0.5> : tensor<f32>
  %d = relax.divide %x, %root {once} : (!relax.tensor<*, f32>, !relax.tensor<[], f32>) -> !relax.tensor<*, f32>
  %e = relax.erf %d {once} : !relax.tensor<*, f32>
  %s = relax.add %e, %one {once} : (!relax.tensor<*, f32>, !relax.tensor<[], f32>) -> !relax.tensor<*, f32>
  %a = relax.multiply %x, %s {once} : !relax.tensor<*, f32>
  %b = relax.multiply %a, %half : (!relax.tensor<*, f32>, !relax.tensor<[], f32>) -> !relax.tensor<*, f32>
  %h = relax.multiply %x, %half {once} : (!relax.tensor<*, f32>, !relax.tensor<[], f32>) -> !relax.tensor<*, f32>
  %c = relax.multiply %h, %s : !relax.tensor<*, f32>
  %y = relax.match_any "half"(%b, %c) : (!relax.tensor<*, f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}
relax.rewrite @one_gelu : @gelu_in_steps => (%x: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> attributes {bound = 1.0e-6} {
  %y = relax.gelu %x : !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}

// (x - mean) / sqrt(variance + epsilon) * scale + bias along the last axis.
relax.pattern @layer_norm_2_in_steps_5(%x: !relax.tensor<[a, b], f32>, %scale: !relax.tensor<[b], f32>, %bias: !relax.tensor<[b], f32>)
    -> !relax.tensor<[a, b], f32> {
  %epsilon = relax.constant dense<1.0e-5> : tensor<f32>
  %two = relax.constant dense<2.0> : tensor<f32>
  %m = relax.mean %x over [1] keep_dims {once} : (!relax.tensor<[a, b], f32>) -> !relax.tensor<[a, 1], f32>
  %d = relax.subtract %x, %m : (!relax.tensor<[a, b], f32>, !relax.tensor<[a, 1], f32>) -> !relax.tensor<[a, b], f32>
  %p = relax.power %d, %two {once} : (!relax.tensor<[a, b], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[a, b], f32>
  %q = relax.multiply %d, %d {once} : !relax.tensor<[a, b], f32>
  %s = relax.match_any "square"(%p, %q) : (!relax.tensor<[a, b], f32>, !relax.tensor<[a, b], f32>) -> !relax.tensor<[a, b], f32>
  %v = relax.mean %s over [1] keep_dims {once} : (!relax.tensor<[a, b], f32>) -> !relax.tensor<[a, 1], f32>
  %e = relax.add %v, %epsilon {once} : (!relax.tensor<[a, 1], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[a, 1], f32>
  %r = relax.sqrt %e {once} : !relax.tensor<[a, 1], f32>
  %n = relax.divide %d, %r {once} : (!relax.tensor<[a, b], f32>, !relax.tensor<[a, 1], f32>) -> !relax.tensor<[a, b], f32>
  %g = relax.multiply %n, %scale {once} : (!relax.tensor<[a, b], f32>, !relax.tensor<[b], f32>) -> !relax.tensor<[a, b], f32>
  %y = relax.add %g, %bias : (!relax.tensor<[a, b], f32>, !relax.tensor<[b], f32>) -> !relax.tensor<[a, b], f32>
  relax.pattern_return %y : !relax.tensor<[a, b], f32>
}
relax.rewrite @one_layer_norm_2_5 : @layer_norm_2_in_steps_5 => (%x: !relax.tensor<[a, b], f32>,
    %scale: !relax.tensor<[b], f32>, %bias: !relax.tensor<[b], f32>)
    -> !relax.tensor<[a, b], f32> attributes {bound = 1.0e-4} {
  %y = relax.layer_norm %x, %scale, %bias from 1 epsilon 1.0e-5 : (!relax.tensor<[a, b], f32>, !relax.tensor<[b], f32>, !relax.tensor<[b], f32>) -> !relax.tensor<[a, b], f32>
  relax.pattern_return %y : !relax.tensor<[a, b], f32>
}
relax.pattern @layer_norm_2_in_steps_12(%x: !relax.tensor<[a, b], f32>, %scale: !relax.tensor<[b], f32>, %bias: !relax.tensor<[b], f32>)
    -> !relax.tensor<[a, b], f32> {
  %epsilon = relax.constant dense<1.0e-12> : tensor<f32>
  %two = relax.constant dense<2.0> : tensor<f32>
  %m = relax.mean %x over [1] keep_dims {once} : (!relax.tensor<[a, b], f32>) -> !relax.tensor<[a, 1], f32>
  %d = relax.subtract %x, %m : (!relax.tensor<[a, b], f32>, !relax.tensor<[a, 1], f32>) -> !relax.tensor<[a, b], f32>
  %p = relax.power %d, %two {once} : (!relax.tensor<[a, b], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[a, b], f32>
  %q = relax.multiply %d, %d {once} : !relax.tensor<[a, b], f32>
  %s = relax.match_any "square"(%p, %q) : (!relax.tensor<[a, b], f32>, !relax.tensor<[a, b], f32>) -> !relax.tensor<[a, b], f32>
  %v = relax.mean %s over [1] keep_dims {once} : (!relax.tensor<[a, b], f32>) -> !relax.tensor<[a, 1], f32>
  %e = relax.add %v, %epsilon {once} : (!relax.tensor<[a, 1], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[a, 1], f32>
  %r = relax.sqrt %e {once} : !relax.tensor<[a, 1], f32>
  %n = relax.divide %d, %r {once} : (!relax.tensor<[a, b], f32>, !relax.tensor<[a, 1], f32>) -> !relax.tensor<[a, b], f32>
  %g = relax.multiply %n, %scale {once} : (!relax.tensor<[a, b], f32>, !relax.tensor<[b], f32>) -> !relax.tensor<[a, b], f32>
  %y = relax.add %g, %bias : (!relax.tensor<[a, b], f32>, !relax.tensor<[b], f32>) -> !relax.tensor<[a, b], f32>
  relax.pattern_return %y : !relax.tensor<[a, b], f32>
}
relax.rewrite @one_layer_norm_2_12 : @layer_norm_2_in_steps_12 => (%x: !relax.tensor<[a, b], f32>,
    %scale: !relax.tensor<[b], f32>, %bias: !relax.tensor<[b], f32>)
    -> !relax.tensor<[a, b], f32> attributes {bound = 1.0e-4} {
  %y = relax.layer_norm %x, %scale, %bias from 1 epsilon 1.0e-12 : (!relax.tensor<[a, b], f32>, !relax.tensor<[b], f32>, !relax.tensor<[b], f32>) -> !relax.tensor<[a, b], f32>
  relax.pattern_return %y : !relax.tensor<[a, b], f32>
}
relax.pattern @layer_norm_3_in_steps_5(%x: !relax.tensor<[a, b, c], f32>, %scale: !relax.tensor<[c], f32>, %bias: !relax.tensor<[c], f32>)
    -> !relax.tensor<[a, b, c], f32> {
  %epsilon = relax.constant dense<1.0e-5> : tensor<f32>
  %two = relax.constant dense<2.0> : tensor<f32>
  %m = relax.mean %x over [2] keep_dims {once} : (!relax.tensor<[a, b, c], f32>) -> !relax.tensor<[a, b, 1], f32>
  %d = relax.subtract %x, %m : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[a, b, 1], f32>) -> !relax.tensor<[a, b, c], f32>
  %p = relax.power %d, %two {once} : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[a, b, c], f32>
  %q = relax.multiply %d, %d {once} : !relax.tensor<[a, b, c], f32>
  %s = relax.match_any "square"(%p, %q) : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[a, b, c], f32>) -> !relax.tensor<[a, b, c], f32>
  %v = relax.mean %s over [2] keep_dims {once} : (!relax.tensor<[a, b, c], f32>) -> !relax.tensor<[a, b, 1], f32>
  %e = relax.add %v, %epsilon {once} : (!relax.tensor<[a, b, 1], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[a, b, 1], f32>
  %r = relax.sqrt %e {once} : !relax.tensor<[a, b, 1], f32>
  %n = relax.divide %d, %r {once} : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[a, b, 1], f32>) -> !relax.tensor<[a, b, c], f32>
  %g = relax.multiply %n, %scale {once} : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[c], f32>) -> !relax.tensor<[a, b, c], f32>
  %y = relax.add %g, %bias : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[c], f32>) -> !relax.tensor<[a, b, c], f32>
  relax.pattern_return %y : !relax.tensor<[a, b, c], f32>
}
relax.rewrite @one_layer_norm_3_5 : @layer_norm_3_in_steps_5 => (%x: !relax.tensor<[a, b, c], f32>,
    %scale: !relax.tensor<[c], f32>, %bias: !relax.tensor<[c], f32>)
    -> !relax.tensor<[a, b, c], f32> attributes {bound = 1.0e-4} {
  %y = relax.layer_norm %x, %scale, %bias from 2 epsilon 1.0e-5 : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>) -> !relax.tensor<[a, b, c], f32>
  relax.pattern_return %y : !relax.tensor<[a, b, c], f32>
}
relax.pattern @layer_norm_3_in_steps_12(%x: !relax.tensor<[a, b, c], f32>, %scale: !relax.tensor<[c], f32>, %bias: !relax.tensor<[c], f32>)
    -> !relax.tensor<[a, b, c], f32> {
  %epsilon = relax.constant dense<1.0e-12> : tensor<f32>
  %two = relax.constant dense<2.0> : tensor<f32>
  %m = relax.mean %x over [2] keep_dims {once} : (!relax.tensor<[a, b, c], f32>) -> !relax.tensor<[a, b, 1], f32>
  %d = relax.subtract %x, %m : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[a, b, 1], f32>) -> !relax.tensor<[a, b, c], f32>
  %p = relax.power %d, %two {once} : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[a, b, c], f32>
  %q = relax.multiply %d, %d {once} : !relax.tensor<[a, b, c], f32>
  %s = relax.match_any "square"(%p, %q) : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[a, b, c], f32>) -> !relax.tensor<[a, b, c], f32>
  %v = relax.mean %s over [2] keep_dims {once} : (!relax.tensor<[a, b, c], f32>) -> !relax.tensor<[a, b, 1], f32>
  %e = relax.add %v, %epsilon {once} : (!relax.tensor<[a, b, 1], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[a, b, 1], f32>
  %r = relax.sqrt %e {once} : !relax.tensor<[a, b, 1], f32>
  %n = relax.divide %d, %r {once} : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[a, b, 1], f32>) -> !relax.tensor<[a, b, c], f32>
  %g = relax.multiply %n, %scale {once} : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[c], f32>) -> !relax.tensor<[a, b, c], f32>
  %y = relax.add %g, %bias : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[c], f32>) -> !relax.tensor<[a, b, c], f32>
  relax.pattern_return %y : !relax.tensor<[a, b, c], f32>
}
relax.rewrite @one_layer_norm_3_12 : @layer_norm_3_in_steps_12 => (%x: !relax.tensor<[a, b, c], f32>,
    %scale: !relax.tensor<[c], f32>, %bias: !relax.tensor<[c], f32>)
    -> !relax.tensor<[a, b, c], f32> attributes {bound = 1.0e-4} {
  %y = relax.layer_norm %x, %scale, %bias from 2 epsilon 1.0e-12 : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>) -> !relax.tensor<[a, b, c], f32>
  relax.pattern_return %y : !relax.tensor<[a, b, c], f32>
}

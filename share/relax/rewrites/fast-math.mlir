// Faster and less precise: for whoever asks for it. Each rewrite states how far its values are, on numbers of ordinary size.

// The usual approximation.
relax.pattern @gelu(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %y = relax.gelu %x : !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}
relax.rewrite @gelu_by_tanh : @gelu => (%x: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> attributes {bound = 1.0e-3} {
  %y = relax.gelu_tanh %x : !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}

relax.pattern @divided_by_constant(%x: !relax.tensor<*, f32>, %c: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %y = relax.divide %x, %c : !relax.tensor<*, f32>
  relax.match_check "constant"(%c : !relax.tensor<*, f32>)
  relax.pattern_return %y : !relax.tensor<*, f32>
}
relax.rewrite @multiply_by_reciprocal : @divided_by_constant => (%x: !relax.tensor<*, f32>, %c: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> attributes {bound = 1.0e-5} {
  %i = relax.reciprocal %c : !relax.tensor<*, f32>
  %y = relax.multiply %x, %i : !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}

relax.pattern @inverse_root(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %r = relax.sqrt %x {once} : !relax.tensor<*, f32>
  %y = relax.reciprocal %r : !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}
relax.rewrite @rsqrt_instead : @inverse_root => (%x: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> attributes {bound = 1.0e-5} {
  %y = relax.rsqrt %x : !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}

relax.pattern @divided_by_root(%x: !relax.tensor<*, f32>, %v: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %r = relax.sqrt %v {once} : !relax.tensor<*, f32>
  %y = relax.divide %x, %r : !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}
relax.rewrite @multiply_by_rsqrt : @divided_by_root => (%x: !relax.tensor<*, f32>, %v: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> attributes {bound = 1.0e-5} {
  %i = relax.rsqrt %v : !relax.tensor<*, f32>
  %y = relax.multiply %x, %i : !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}

// But for -0 and the negative infinity.
relax.pattern @half_power(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %c = relax.constant dense<0.5> : tensor<f32>
  %y = relax.power %x, %c : (!relax.tensor<*, f32>, !relax.tensor<[], f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}
relax.rewrite @root_instead : @half_power => (%x: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> attributes {bound = 1.0e-6} {
  %y = relax.sqrt %x : !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}

relax.pattern @sigmoid_times(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %s = relax.sigmoid %x {once} : !relax.tensor<*, f32>
  %y = relax.multiply %x, %s : !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}
relax.rewrite @swish_instead : @sigmoid_times => (%x: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> attributes {bound = 1.0e-6} {
  %y = relax.swish %x alpha 1.0 : !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}

// But for what overflows in one factor.
relax.pattern @product_of_exponentials(%x: !relax.tensor<*, f32>, %y: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %a = relax.exp %x {once} : !relax.tensor<*, f32>
  %b = relax.exp %y {once} : !relax.tensor<*, f32>
  %c = relax.multiply %a, %b : !relax.tensor<*, f32>
  relax.pattern_return %c : !relax.tensor<*, f32>
}
relax.rewrite @exponential_of_sum : @product_of_exponentials => (%x: !relax.tensor<*, f32>, %y: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> attributes {bound = 1.0e-5, size = 40.0} {
  %s = relax.add %x, %y : !relax.tensor<*, f32>
  %c = relax.exp %s : !relax.tensor<*, f32>
  relax.pattern_return %c : !relax.tensor<*, f32>
}

// Identities that keep every value to the bit: NaN stays NaN, infinities, -0, subnormal numbers and the ends of integers are tried.

// -(-x) is x.
relax.pattern @negated_twice(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.negative %x : !relax.tensor<*, ?>
  %b = relax.negative %a : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @cancel_negations : @negated_twice => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  relax.pattern_return %x : !relax.tensor<*, ?>
}

// |-x| is |x|.
relax.pattern @abs_of_negative(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.negative %x : !relax.tensor<*, ?>
  %b = relax.abs %a : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @drop_negation : @abs_of_negative => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %b = relax.abs %x : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}

// ||x|| is |x|.
relax.pattern @abs_twice(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.abs %x : !relax.tensor<*, ?>
  %b = relax.abs %a : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @one_abs : @abs_twice => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %b = relax.abs %x : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}

relax.pattern @relu_twice(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.relu %x : !relax.tensor<*, ?>
  %b = relax.relu %a : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @one_relu : @relu_twice => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %b = relax.relu %x : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}

// max(x, x) and min(x, x) are x.
relax.pattern @same_maximum(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.maximum %x, %x : !relax.tensor<*, ?>
  %b = relax.minimum %x, %x : !relax.tensor<*, ?>
  %c = relax.match_any "which"(%a, %b) : (!relax.tensor<*, ?>, !relax.tensor<*, ?>) -> !relax.tensor<*, ?>
  relax.pattern_return %c : !relax.tensor<*, ?>
}
relax.rewrite @drop_extremum : @same_maximum => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  relax.pattern_return %x : !relax.tensor<*, ?>
}

// x - (-y) is x + y.
relax.pattern @minus_negative(%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.negative %y : !relax.tensor<*, ?>
  %b = relax.subtract %x, %a : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @add_instead : @minus_negative => (%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>)
    -> !relax.tensor<*, ?> {
  %b = relax.add %x, %y : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}

// x + (-y) is x - y.
relax.pattern @plus_negative(%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.negative %y : !relax.tensor<*, ?>
  %b = relax.add %x, %a : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @subtract_instead : @plus_negative => (%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>)
    -> !relax.tensor<*, ?> {
  %b = relax.subtract %x, %y : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}

// (-x) * (-y) is x * y.
relax.pattern @product_of_negatives(%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.negative %x : !relax.tensor<*, ?>
  %b = relax.negative %y : !relax.tensor<*, ?>
  %c = relax.multiply %a, %b : !relax.tensor<*, ?>
  relax.pattern_return %c : !relax.tensor<*, ?>
}
relax.rewrite @cancel_signs : @product_of_negatives => (%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>)
    -> !relax.tensor<*, ?> {
  %c = relax.multiply %x, %y : !relax.tensor<*, ?>
  relax.pattern_return %c : !relax.tensor<*, ?>
}

// All bits inverted twice.
relax.pattern @inverted_twice(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.bitwise_not %x : !relax.tensor<*, ?>
  %b = relax.bitwise_not %a : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @cancel_inversions : @inverted_twice => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  relax.pattern_return %x : !relax.tensor<*, ?>
}

// Of integers: for floats NaN is neither.
relax.pattern @not_less(%x: !relax.tensor<*, i64>, %y: !relax.tensor<*, i64>) -> !relax.tensor<*, i1> {
  %a = relax.less %x, %y : (!relax.tensor<*, i64>, !relax.tensor<*, i64>) -> !relax.tensor<*, i1>
  %b = relax.bitwise_not %a : !relax.tensor<*, i1>
  relax.pattern_return %b : !relax.tensor<*, i1>
}
relax.rewrite @greater_or_equal : @not_less => (%x: !relax.tensor<*, i64>, %y: !relax.tensor<*, i64>)
    -> !relax.tensor<*, i1> {
  %b = relax.greater_equal %x, %y : (!relax.tensor<*, i64>, !relax.tensor<*, i64>) -> !relax.tensor<*, i1>
  relax.pattern_return %b : !relax.tensor<*, i1>
}

// x to the power of 2.
relax.pattern @square(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %two = relax.constant dense<2.0> : tensor<f32>
  %b = relax.power %x, %two : (!relax.tensor<*, f32>, !relax.tensor<[], f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %b : !relax.tensor<*, f32>
}
relax.rewrite @multiply_instead : @square => (%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %b = relax.multiply %x, %x : !relax.tensor<*, f32>
  relax.pattern_return %b : !relax.tensor<*, f32>
}

// x times -1.
relax.pattern @minus_one(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %c = relax.constant dense<-1.0> : tensor<f32>
  %b = relax.multiply %x, %c : (!relax.tensor<*, f32>, !relax.tensor<[], f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %b : !relax.tensor<*, f32>
}
relax.rewrite @negate_instead : @minus_one => (%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %b = relax.negative %x : !relax.tensor<*, f32>
  relax.pattern_return %b : !relax.tensor<*, f32>
}

// To the last bit: the inverse of a power of two is a number.
relax.pattern @divided_by_power_of_two(%x: !relax.tensor<*, f32>, %c: !relax.tensor<[], f32>) -> !relax.tensor<*, f32> {
  %b = relax.divide %x, %c : (!relax.tensor<*, f32>, !relax.tensor<[], f32>) -> !relax.tensor<*, f32>
  relax.match_check "power_of_two"(%c : !relax.tensor<[], f32>)
  relax.pattern_return %b : !relax.tensor<*, f32>
}
relax.rewrite @multiply_by_inverse : @divided_by_power_of_two => (%x: !relax.tensor<*, f32>,
    %c: !relax.tensor<[], f32>)
    -> !relax.tensor<*, f32> {
  %i = relax.reciprocal %c : !relax.tensor<[], f32>
  %b = relax.multiply %x, %i : (!relax.tensor<*, f32>, !relax.tensor<[], f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %b : !relax.tensor<*, f32>
}

// Casts in a row, and work on the narrow side of one. A float's wider type holds all its numbers.

// What f32 holds of f16 is that f16.
relax.pattern @f16_through_f32(%x: !relax.tensor<*, f16>) -> !relax.tensor<*, ?> {
  %a = relax.cast %x : !relax.tensor<*, f16> to !relax.tensor<*, f32>
  %b = relax.cast %a : !relax.tensor<*, f32> to !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @f16_directly : @f16_through_f32 => (%x: !relax.tensor<*, f16>) -> !relax.tensor<*, ?> {
  %b = relax.cast %x : !relax.tensor<*, f16> to !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}

relax.pattern @bf16_through_f32(%x: !relax.tensor<*, bf16>) -> !relax.tensor<*, ?> {
  %a = relax.cast %x : !relax.tensor<*, bf16> to !relax.tensor<*, f32>
  %b = relax.cast %a : !relax.tensor<*, f32> to !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @bf16_directly : @bf16_through_f32 => (%x: !relax.tensor<*, bf16>) -> !relax.tensor<*, ?> {
  %b = relax.cast %x : !relax.tensor<*, bf16> to !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}

relax.pattern @f32_through_f64(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, ?> {
  %a = relax.cast %x : !relax.tensor<*, f32> to !relax.tensor<*, f64>
  %b = relax.cast %a : !relax.tensor<*, f64> to !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @f32_directly : @f32_through_f64 => (%x: !relax.tensor<*, f32>) -> !relax.tensor<*, ?> {
  %b = relax.cast %x : !relax.tensor<*, f32> to !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}

// Half the bytes: these round nothing.
relax.pattern @relu_of_wider(%x: !relax.tensor<*, f16>) -> !relax.tensor<*, f32> {
  %a = relax.cast %x {once} : !relax.tensor<*, f16> to !relax.tensor<*, f32>
  %b = relax.relu %a : !relax.tensor<*, f32>
  relax.pattern_return %b : !relax.tensor<*, f32>
}
relax.rewrite @relu_before_cast : @relu_of_wider => (%x: !relax.tensor<*, f16>) -> !relax.tensor<*, f32> {
  %a = relax.relu %x : !relax.tensor<*, f16>
  %b = relax.cast %a : !relax.tensor<*, f16> to !relax.tensor<*, f32>
  relax.pattern_return %b : !relax.tensor<*, f32>
}

relax.pattern @abs_of_wider(%x: !relax.tensor<*, f16>) -> !relax.tensor<*, f32> {
  %a = relax.cast %x {once} : !relax.tensor<*, f16> to !relax.tensor<*, f32>
  %b = relax.abs %a : !relax.tensor<*, f32>
  relax.pattern_return %b : !relax.tensor<*, f32>
}
relax.rewrite @abs_before_cast : @abs_of_wider => (%x: !relax.tensor<*, f16>) -> !relax.tensor<*, f32> {
  %a = relax.abs %x : !relax.tensor<*, f16>
  %b = relax.cast %a : !relax.tensor<*, f16> to !relax.tensor<*, f32>
  relax.pattern_return %b : !relax.tensor<*, f32>
}

relax.pattern @negative_of_wider(%x: !relax.tensor<*, f16>) -> !relax.tensor<*, f32> {
  %a = relax.cast %x {once} : !relax.tensor<*, f16> to !relax.tensor<*, f32>
  %b = relax.negative %a : !relax.tensor<*, f32>
  relax.pattern_return %b : !relax.tensor<*, f32>
}
relax.rewrite @negative_before_cast : @negative_of_wider => (%x: !relax.tensor<*, f16>) -> !relax.tensor<*, f32> {
  %a = relax.negative %x : !relax.tensor<*, f16>
  %b = relax.cast %a : !relax.tensor<*, f16> to !relax.tensor<*, f32>
  relax.pattern_return %b : !relax.tensor<*, f32>
}

relax.pattern @permuted_wider(%x: !relax.tensor<*, f16>) -> !relax.tensor<*, f32> {
  %a = relax.cast %x {once} : !relax.tensor<*, f16> to !relax.tensor<*, f32>
  %b = relax.permute_dims %a axes [1, 0] {with = {axes = "p"}} : !relax.tensor<*, f32>
  relax.pattern_return %b : !relax.tensor<*, f32>
}
relax.rewrite @permute_before_cast : @permuted_wider => (%x: !relax.tensor<*, f16>) -> !relax.tensor<*, f32> {
  %a = relax.permute_dims %x axes [1, 0] {with = {axes = "p"}} : !relax.tensor<*, f16>
  %b = relax.cast %a : !relax.tensor<*, f16> to !relax.tensor<*, f32>
  relax.pattern_return %b : !relax.tensor<*, f32>
}

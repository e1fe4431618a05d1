// Permutations that undo each other, or that need not be done where they stand. Nothing is rounded.

// There and back.
relax.pattern @inverse_permutations(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.permute_dims %x axes [1, 0] {with = {axes = "p"}} : !relax.tensor<*, ?>
  %b = relax.permute_dims %a axes [1, 0] {with = {axes = "q"}} : !relax.tensor<*, ?>
  relax.match_check "inverse"() of ["p", "q"]
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @cancel_permutations : @inverse_permutations => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  relax.pattern_return %x : !relax.tensor<*, ?>
}

// There and back, with operations between that know no places: inverse layouts around an activation.
relax.pattern @inverse_around_chain(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.permute_dims %x axes [1, 0] {once, with = {axes = "p"}} : !relax.tensor<*, ?>
  %c = relax.match_chain "between" %a through ["elementwise", "relax.cast"] most 16 : (!relax.tensor<*, ?>) -> !relax.tensor<*, ?>
  %b = relax.permute_dims %c axes [1, 0] {with = {axes = "q"}} : !relax.tensor<*, ?>
  relax.match_check "inverse"() of ["p", "q"]
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @cancel_around_chain : @inverse_around_chain => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %c = relax.match_chain "between" %x through ["elementwise", "relax.cast"] most 16 : (!relax.tensor<*, ?>) -> !relax.tensor<*, ?>
  relax.pattern_return %c : !relax.tensor<*, ?>
}

// Two permutations of one kind become one behind the operation.
relax.pattern @add_of_permuted(%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.permute_dims %x axes [1, 0] {once, with = {axes = "p"}} : !relax.tensor<*, ?>
  %b = relax.permute_dims %y axes [1, 0] {once, with = {axes = "p"}} : !relax.tensor<*, ?>
  %c = relax.add %a, %b : !relax.tensor<*, ?>
  relax.pattern_return %c : !relax.tensor<*, ?>
}
relax.rewrite @permute_after_add : @add_of_permuted => (%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>)
    -> !relax.tensor<*, ?> {
  %c = relax.add %x, %y : !relax.tensor<*, ?>
  %d = relax.permute_dims %c axes [1, 0] {with = {axes = "p"}} : !relax.tensor<*, ?>
  relax.pattern_return %d : !relax.tensor<*, ?>
}

relax.pattern @multiply_of_permuted(%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.permute_dims %x axes [1, 0] {once, with = {axes = "p"}} : !relax.tensor<*, ?>
  %b = relax.permute_dims %y axes [1, 0] {once, with = {axes = "p"}} : !relax.tensor<*, ?>
  %c = relax.multiply %a, %b : !relax.tensor<*, ?>
  relax.pattern_return %c : !relax.tensor<*, ?>
}
relax.rewrite @permute_after_multiply : @multiply_of_permuted => (%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>)
    -> !relax.tensor<*, ?> {
  %c = relax.multiply %x, %y : !relax.tensor<*, ?>
  %d = relax.permute_dims %c axes [1, 0] {with = {axes = "p"}} : !relax.tensor<*, ?>
  relax.pattern_return %d : !relax.tensor<*, ?>
}

relax.pattern @subtract_of_permuted(%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.permute_dims %x axes [1, 0] {once, with = {axes = "p"}} : !relax.tensor<*, ?>
  %b = relax.permute_dims %y axes [1, 0] {once, with = {axes = "p"}} : !relax.tensor<*, ?>
  %c = relax.subtract %a, %b : !relax.tensor<*, ?>
  relax.pattern_return %c : !relax.tensor<*, ?>
}
relax.rewrite @permute_after_subtract : @subtract_of_permuted => (%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>)
    -> !relax.tensor<*, ?> {
  %c = relax.subtract %x, %y : !relax.tensor<*, ?>
  %d = relax.permute_dims %c axes [1, 0] {with = {axes = "p"}} : !relax.tensor<*, ?>
  relax.pattern_return %d : !relax.tensor<*, ?>
}

relax.pattern @maximum_of_permuted(%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.permute_dims %x axes [1, 0] {once, with = {axes = "p"}} : !relax.tensor<*, ?>
  %b = relax.permute_dims %y axes [1, 0] {once, with = {axes = "p"}} : !relax.tensor<*, ?>
  %c = relax.maximum %a, %b : !relax.tensor<*, ?>
  relax.pattern_return %c : !relax.tensor<*, ?>
}
relax.rewrite @permute_after_maximum : @maximum_of_permuted => (%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>)
    -> !relax.tensor<*, ?> {
  %c = relax.maximum %x, %y : !relax.tensor<*, ?>
  %d = relax.permute_dims %c axes [1, 0] {with = {axes = "p"}} : !relax.tensor<*, ?>
  relax.pattern_return %d : !relax.tensor<*, ?>
}

// A concat of transposed matrices is the transposed concat along the other axis.
relax.pattern @rows_of_transposed(%x: !relax.tensor<[n, m], ?>, %y: !relax.tensor<[n, k], ?>)
    -> !relax.tensor<[m + k, n], ?> {
  %a = relax.permute_dims %x axes [1, 0] {once} : (!relax.tensor<[n, m], ?>) -> !relax.tensor<[m, n], ?>
  %b = relax.permute_dims %y axes [1, 0] {once} : (!relax.tensor<[n, k], ?>) -> !relax.tensor<[k, n], ?>
  %c = relax.concat %a, %b axis 0 : (!relax.tensor<[m, n], ?>, !relax.tensor<[k, n], ?>) -> !relax.tensor<[m + k, n], ?>
  relax.pattern_return %c : !relax.tensor<[m + k, n], ?>
}
relax.rewrite @transpose_after_rows : @rows_of_transposed => (%x: !relax.tensor<[n, m], ?>, %y: !relax.tensor<[n,
    k], ?>)
    -> !relax.tensor<[m + k, n], ?> {
  %c = relax.concat %x, %y axis 1 : (!relax.tensor<[n, m], ?>, !relax.tensor<[n, k], ?>) -> !relax.tensor<[n, m + k], ?>
  %d = relax.permute_dims %c axes [1, 0] : (!relax.tensor<[n, m + k], ?>) -> !relax.tensor<[m + k, n], ?>
  relax.pattern_return %d : !relax.tensor<[m + k, n], ?>
}

relax.pattern @columns_of_transposed(%x: !relax.tensor<[m, n], ?>, %y: !relax.tensor<[k, n], ?>)
    -> !relax.tensor<[n, m + k], ?> {
  %a = relax.permute_dims %x axes [1, 0] {once} : (!relax.tensor<[m, n], ?>) -> !relax.tensor<[n, m], ?>
  %b = relax.permute_dims %y axes [1, 0] {once} : (!relax.tensor<[k, n], ?>) -> !relax.tensor<[n, k], ?>
  %c = relax.concat %a, %b axis 1 : (!relax.tensor<[n, m], ?>, !relax.tensor<[n, k], ?>) -> !relax.tensor<[n, m + k], ?>
  relax.pattern_return %c : !relax.tensor<[n, m + k], ?>
}
relax.rewrite @transpose_after_columns : @columns_of_transposed => (%x: !relax.tensor<[m, n], ?>,
    %y: !relax.tensor<[k, n], ?>)
    -> !relax.tensor<[n, m + k], ?> {
  %c = relax.concat %x, %y axis 0 : (!relax.tensor<[m, n], ?>, !relax.tensor<[k, n], ?>) -> !relax.tensor<[m + k, n], ?>
  %d = relax.permute_dims %c axes [1, 0] : (!relax.tensor<[m + k, n], ?>) -> !relax.tensor<[n, m + k], ?>
  relax.pattern_return %d : !relax.tensor<[n, m + k], ?>
}

relax.pattern @three_rows_of_transposed(%x: !relax.tensor<[n, m], ?>, %y: !relax.tensor<[n, k], ?>,
    %z: !relax.tensor<[n, l], ?>)
    -> !relax.tensor<[m + k + l, n], ?> {
  %a = relax.permute_dims %x axes [1, 0] {once} : (!relax.tensor<[n, m], ?>) -> !relax.tensor<[m, n], ?>
  %b = relax.permute_dims %y axes [1, 0] {once} : (!relax.tensor<[n, k], ?>) -> !relax.tensor<[k, n], ?>
  %d = relax.permute_dims %z axes [1, 0] {once} : (!relax.tensor<[n, l], ?>) -> !relax.tensor<[l, n], ?>
  %c = relax.concat %a, %b, %d axis 0 : (!relax.tensor<[m, n], ?>, !relax.tensor<[k, n], ?>, !relax.tensor<[l, n], ?>) -> !relax.tensor<[m + k + l, n], ?>
  relax.pattern_return %c : !relax.tensor<[m + k + l, n], ?>
}
relax.rewrite @transpose_after_three_rows : @three_rows_of_transposed => (%x: !relax.tensor<[n, m], ?>,
    %y: !relax.tensor<[n, k], ?>, %z: !relax.tensor<[n, l], ?>)
    -> !relax.tensor<[m + k + l, n], ?> {
  %c = relax.concat %x, %y, %z axis 1 : (!relax.tensor<[n, m], ?>, !relax.tensor<[n, k], ?>, !relax.tensor<[n, l], ?>) -> !relax.tensor<[n, m + k + l], ?>
  %d = relax.permute_dims %c axes [1, 0] : (!relax.tensor<[n, m + k + l], ?>) -> !relax.tensor<[m + k + l, n], ?>
  relax.pattern_return %d : !relax.tensor<[m + k + l, n], ?>
}

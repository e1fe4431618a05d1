// Work on one input, done at once. Apply it last: sums and products of what it combines are found no more.

// Two products of one matrix with weights are one product with the weights side by side.
relax.pattern @parallel_products(%x: !relax.tensor<[n, k], ?>, %v: !relax.tensor<[k, m], ?>,
    %w: !relax.tensor<[k, p], ?>)
    -> (!relax.tensor<[n, m], ?>, !relax.tensor<[n, p], ?>) {
  %a = relax.matmul %x, %v : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  %b = relax.matmul %x, %w : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, p], ?>) -> !relax.tensor<[n, p], ?>
  relax.match_check "weight"(%v : !relax.tensor<[k, m], ?>)
  relax.match_check "weight"(%w : !relax.tensor<[k, p], ?>)
  relax.pattern_return %a, %b : !relax.tensor<[n, m], ?>, !relax.tensor<[n, p], ?>
}
relax.rewrite @combine_products : @parallel_products => (%x: !relax.tensor<[n, k], ?>, %v: !relax.tensor<[k, m],
    ?>, %w: !relax.tensor<[k, p], ?>)
    -> (!relax.tensor<[n, m], ?>, !relax.tensor<[n, p], ?>) {
  %u = relax.concat %v, %w axis 1 : (!relax.tensor<[k, m], ?>, !relax.tensor<[k, p], ?>) -> !relax.tensor<[k, m + p], ?>
  %c = relax.matmul %x, %u : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m + p], ?>) -> !relax.tensor<[n, m + p], ?>
  %a = relax.strided_slice %c axes [1] begins [0] ends [1] steps [1]
      {with = {ends = [#sym.expr<m>]}} : (!relax.tensor<[n, m + p], ?>) -> !relax.tensor<[n, ?], ?>
  %b = relax.strided_slice %c axes [1] begins [0] ends [1] steps [1]
      {with = {begins = [#sym.expr<m>], ends = [#sym.expr<m + p>]}} : (!relax.tensor<[n, m + p], ?>) -> !relax.tensor<[n, ?], ?>
  relax.pattern_return %a, %b : !relax.tensor<[n, ?], ?>, !relax.tensor<[n, ?], ?>
}

// The same for rows of several matrices: queries, keys and values of attention.
relax.pattern @parallel_rows(%x: !relax.tensor<[a, n, k], ?>, %v: !relax.tensor<[k, m], ?>,
    %w: !relax.tensor<[k, p], ?>)
    -> (!relax.tensor<[a, n, m], ?>, !relax.tensor<[a, n, p], ?>) {
  %a = relax.matmul %x, %v : (!relax.tensor<[a, n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[a, n, m], ?>
  %b = relax.matmul %x, %w : (!relax.tensor<[a, n, k], ?>, !relax.tensor<[k, p], ?>) -> !relax.tensor<[a, n, p], ?>
  relax.match_check "weight"(%v : !relax.tensor<[k, m], ?>)
  relax.match_check "weight"(%w : !relax.tensor<[k, p], ?>)
  relax.pattern_return %a, %b : !relax.tensor<[a, n, m], ?>, !relax.tensor<[a, n, p], ?>
}
relax.rewrite @combine_rows : @parallel_rows => (%x: !relax.tensor<[a, n, k], ?>, %v: !relax.tensor<[k, m], ?>,
    %w: !relax.tensor<[k, p], ?>)
    -> (!relax.tensor<[a, n, m], ?>, !relax.tensor<[a, n, p], ?>) {
  %u = relax.concat %v, %w axis 1 : (!relax.tensor<[k, m], ?>, !relax.tensor<[k, p], ?>) -> !relax.tensor<[k, m + p], ?>
  %c = relax.matmul %x, %u : (!relax.tensor<[a, n, k], ?>, !relax.tensor<[k, m + p], ?>) -> !relax.tensor<[a, n, m + p], ?>
  %a = relax.strided_slice %c axes [2] begins [0] ends [1] steps [1]
      {with = {ends = [#sym.expr<m>]}} : (!relax.tensor<[a, n, m + p], ?>) -> !relax.tensor<[a, n, ?], ?>
  %b = relax.strided_slice %c axes [2] begins [0] ends [1] steps [1]
      {with = {begins = [#sym.expr<m>], ends = [#sym.expr<m + p>]}} : (!relax.tensor<[a, n, m + p], ?>) -> !relax.tensor<[a, n, ?], ?>
  relax.pattern_return %a, %b : !relax.tensor<[a, n, ?], ?>, !relax.tensor<[a, n, ?], ?>
}

// Two convolutions of one input, alike but for their weights, are one with the weights behind each other.
relax.pattern @parallel_convolutions(%x: !relax.tensor<[b, c, h, w], ?>, %f: !relax.tensor<[m, c, u, v], ?>,
    %g: !relax.tensor<[p, c, u, v], ?>)
    -> (!relax.tensor<[b, m, ?, ?], ?>, !relax.tensor<[b, p, ?, ?], ?>) where (1 <= u, 1 <= v) {
  %a = relax.conv %x, %f strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
      {with = {strides = "s", pads = "p", dilations = "d"}} : (!relax.tensor<[b, c, h, w], ?>, !relax.tensor<[m, c, u, v], ?>) -> !relax.tensor<[b, m, ?, ?], ?>
  %b = relax.conv %x, %g strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
      {with = {strides = "s", pads = "p", dilations = "d"}} : (!relax.tensor<[b, c, h, w], ?>, !relax.tensor<[p, c, u, v], ?>) -> !relax.tensor<[b, p, ?, ?], ?>
  relax.match_check "weight"(%f : !relax.tensor<[m, c, u, v], ?>)
  relax.match_check "weight"(%g : !relax.tensor<[p, c, u, v], ?>)
  relax.pattern_return %a, %b : !relax.tensor<[b, m, ?, ?], ?>, !relax.tensor<[b, p, ?, ?], ?>
}
relax.rewrite @combine_convolutions : @parallel_convolutions => (%x: !relax.tensor<[b, c, h, w], ?>,
    %f: !relax.tensor<[m, c, u, v], ?>, %g: !relax.tensor<[p, c, u, v], ?>)
    -> (!relax.tensor<[b, m, ?, ?], ?>, !relax.tensor<[b, p, ?, ?], ?>) attributes {bound = 1.0e-5} {
  %e = relax.concat %f, %g axis 0 : (!relax.tensor<[m, c, u, v], ?>, !relax.tensor<[p, c, u, v], ?>) -> !relax.tensor<[m + p, c, u, v], ?>
  %y = relax.conv %x, %e strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
      {with = {strides = "s", pads = "p", dilations = "d"}} : (!relax.tensor<[b, c, h, w], ?>, !relax.tensor<[m + p, c, u, v], ?>) -> !relax.tensor<[b, m + p, ?, ?], ?>
  %a = relax.strided_slice %y axes [1] begins [0] ends [1] steps [1]
      {with = {ends = [#sym.expr<m>]}} : (!relax.tensor<[b, m + p, ?, ?], ?>) -> !relax.tensor<[b, ?, ?, ?], ?>
  %b = relax.strided_slice %y axes [1] begins [0] ends [1] steps [1]
      {with = {begins = [#sym.expr<m>], ends = [#sym.expr<m + p>]}} : (!relax.tensor<[b, m + p, ?, ?], ?>) -> !relax.tensor<[b, ?, ?, ?], ?>
  relax.pattern_return %a, %b : !relax.tensor<[b, ?, ?, ?], ?>, !relax.tensor<[b, ?, ?, ?], ?>
}

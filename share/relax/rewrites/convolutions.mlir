// Convolutions over two spatial dimensions.

// A factor for each channel goes into the weights, once.
relax.pattern @scaled_convolution(%x: !relax.tensor<[b, c, h, w], ?>, %f: !relax.tensor<[m, c, u, v], ?>,
    %s: !relax.tensor<[m, 1, 1], ?>)
    -> !relax.tensor<[b, m, ?, ?], ?> where (1 <= u, 1 <= v) {
  %y = relax.conv %x, %f strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
      {once, with = {strides = "s", pads = "p", dilations = "d"}} : (!relax.tensor<[b, c, h, w], ?>, !relax.tensor<[m, c, u, v], ?>) -> !relax.tensor<[b, m, ?, ?], ?>
  %z = relax.multiply %y, %s : (!relax.tensor<[b, m, ?, ?], ?>, !relax.tensor<[m, 1, 1], ?>) -> !relax.tensor<[b, m, ?, ?], ?>
  relax.match_check "weight"(%f : !relax.tensor<[m, c, u, v], ?>)
  relax.match_check "weight"(%s : !relax.tensor<[m, 1, 1], ?>)
  relax.pattern_return %z : !relax.tensor<[b, m, ?, ?], ?>
}
relax.rewrite @scale_weights : @scaled_convolution => (%x: !relax.tensor<[b, c, h, w], ?>, %f: !relax.tensor<[m,
    c, u, v], ?>, %s: !relax.tensor<[m, 1, 1], ?>)
    -> !relax.tensor<[b, m, ?, ?], ?> attributes {bound = 1.0e-5} {
  %r = relax.reshape %s : (!relax.tensor<[m, 1, 1], ?>) -> !relax.tensor<[m, 1, 1, 1], ?>
  %g = relax.multiply %f, %r : (!relax.tensor<[m, c, u, v], ?>, !relax.tensor<[m, 1, 1, 1], ?>) -> !relax.tensor<[m, c, u, v], ?>
  %y = relax.conv %x, %g strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
      {with = {strides = "s", pads = "p", dilations = "d"}} : (!relax.tensor<[b, c, h, w], ?>, !relax.tensor<[m, c, u, v], ?>) -> !relax.tensor<[b, m, ?, ?], ?>
  relax.pattern_return %y : !relax.tensor<[b, m, ?, ?], ?>
}

// Zeros around the input are the convolution's own, where it has none yet.
relax.pattern @padded_convolution(%x: !relax.tensor<[b, c, h, w], ?>, %f: !relax.tensor<[m, c, u, v], ?>)
    -> !relax.tensor<[b, m, ?, ?], ?> symbols (i, j, hp, wp)
    where (h + i <= hp, w + j <= wp, 1 <= u, 1 <= v) {
  %z = relax.pad %x low [0, 0, 0, 0] mode "constant"
    {once, with = {low = [#sym.expr<0>, #sym.expr<0>, #sym.expr<i>, #sym.expr<j>]}}
    : (!relax.tensor<[b, c, h, w], ?>) -> !relax.tensor<[b, c, hp, wp], ?>
  %y = relax.conv %z, %f strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
    {with = {strides = "s", dilations = "d"}}
    : (!relax.tensor<[b, c, hp, wp], ?>, !relax.tensor<[m, c, u, v], ?>) -> !relax.tensor<[b, m, ?, ?], ?>
  relax.pattern_return %y : !relax.tensor<[b, m, ?, ?], ?>
}
relax.rewrite @pads_into_convolution : @padded_convolution => (%x: !relax.tensor<[b, c, h, w], ?>,
    %f: !relax.tensor<[m, c, u, v], ?>) -> !relax.tensor<[b, m, ?, ?], ?> symbols (i, j, hp, wp)
    attributes {bound = 1.0e-5} {
  %y = relax.conv %x, %f strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
    {with = {strides = "s", dilations = "d",
             pads = [#sym.expr<i>, #sym.expr<j>, #sym.expr<hp - h - i>, #sym.expr<wp - w - j>]}}
    : (!relax.tensor<[b, c, h, w], ?>, !relax.tensor<[m, c, u, v], ?>) -> !relax.tensor<[b, m, ?, ?], ?>
  relax.pattern_return %y : !relax.tensor<[b, m, ?, ?], ?>
}

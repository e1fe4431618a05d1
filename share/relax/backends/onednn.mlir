// What oneDNN is given: products and convolutions with what is computed from their elements, softmax, layer norm. Elements of f32.
//
//   relax-opt model.mlir --relax-annotate="file=onednn.mlir target=dnn" --relax-merge-regions --relax-partition

// A matrix by a matrix, which may be a transposition; scaled; a bias (or a mask) and another value added; a function of it.
relax.pattern @product(%x: !relax.tensor<[n, k], f32>, %w: !relax.tensor<[k, m], f32>,
    %v: !relax.tensor<[m, k], f32>, %b: !relax.tensor<*, f32>, %e: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> {
  %t0 = relax.permute_dims %v axes [1, 0] : (!relax.tensor<[m, k], f32>) -> !relax.tensor<[k, m], f32>
  %o = relax.match_any "order"(%t0, %w) : (!relax.tensor<[k, m], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[k, m], f32>
  %p = relax.matmul %x, %o : (!relax.tensor<[n, k], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[n, m], f32>
  %c = relax.match_chain "scale" %p through ["relax.multiply", "relax.divide"] most 1 : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
  %a = relax.add %c, %b : (!relax.tensor<[n, m], f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  %d = relax.add %a, %e : !relax.tensor<*, f32>
  %s = relax.match_any "bias"(%d, %a, %c) : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<[n, m], f32>) -> !relax.tensor<*, f32>
  %r = relax.relu %s : !relax.tensor<*, f32>
  %g = relax.gelu %s : !relax.tensor<*, f32>
  %h = relax.gelu_tanh %s : !relax.tensor<*, f32>
  %t = relax.tanh %s : !relax.tensor<*, f32>
  %l = relax.sigmoid %s : !relax.tensor<*, f32>
  %y = relax.match_any "activation"(%r, %g, %h, %t, %l, %s)
      : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>,
         !relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}

// Rows of several matrices by one.
relax.pattern @rows_by_matrix(%x: !relax.tensor<[a, n, k], f32>, %w: !relax.tensor<[k, m], f32>,
    %v: !relax.tensor<[m, k], f32>, %b: !relax.tensor<*, f32>, %e: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> {
  %t0 = relax.permute_dims %v axes [1, 0] : (!relax.tensor<[m, k], f32>) -> !relax.tensor<[k, m], f32>
  %o = relax.match_any "order"(%t0, %w) : (!relax.tensor<[k, m], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[k, m], f32>
  %p = relax.matmul %x, %o : (!relax.tensor<[a, n, k], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[a, n, m], f32>
  %c = relax.match_chain "scale" %p through ["relax.multiply", "relax.divide"] most 1 : (!relax.tensor<[a, n, m], f32>) -> !relax.tensor<[a, n, m], f32>
  %a = relax.add %c, %b : (!relax.tensor<[a, n, m], f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  %d = relax.add %a, %e : !relax.tensor<*, f32>
  %s = relax.match_any "bias"(%d, %a, %c) : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<[a, n, m], f32>) -> !relax.tensor<*, f32>
  %r = relax.relu %s : !relax.tensor<*, f32>
  %g = relax.gelu %s : !relax.tensor<*, f32>
  %h = relax.gelu_tanh %s : !relax.tensor<*, f32>
  %t = relax.tanh %s : !relax.tensor<*, f32>
  %l = relax.sigmoid %s : !relax.tensor<*, f32>
  %y = relax.match_any "activation"(%r, %g, %h, %t, %l, %s)
      : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>,
         !relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}

// Matrices by matrices.
relax.pattern @products(%x: !relax.tensor<[a, n, k], f32>, %w: !relax.tensor<[a, k, m], f32>,
    %v: !relax.tensor<[a, m, k], f32>, %b: !relax.tensor<*, f32>, %e: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> {
  %t0 = relax.permute_dims %v axes [0, 2, 1] : (!relax.tensor<[a, m, k], f32>) -> !relax.tensor<[a, k, m], f32>
  %o = relax.match_any "order"(%t0, %w) : (!relax.tensor<[a, k, m], f32>, !relax.tensor<[a, k, m], f32>) -> !relax.tensor<[a, k, m], f32>
  %p = relax.matmul %x, %o : (!relax.tensor<[a, n, k], f32>, !relax.tensor<[a, k, m], f32>) -> !relax.tensor<[a, n, m], f32>
  %c = relax.match_chain "scale" %p through ["relax.multiply", "relax.divide"] most 1 : (!relax.tensor<[a, n, m], f32>) -> !relax.tensor<[a, n, m], f32>
  %a = relax.add %c, %b : (!relax.tensor<[a, n, m], f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  %d = relax.add %a, %e : !relax.tensor<*, f32>
  %s = relax.match_any "bias"(%d, %a, %c) : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<[a, n, m], f32>) -> !relax.tensor<*, f32>
  %r = relax.relu %s : !relax.tensor<*, f32>
  %g = relax.gelu %s : !relax.tensor<*, f32>
  %h = relax.gelu_tanh %s : !relax.tensor<*, f32>
  %t = relax.tanh %s : !relax.tensor<*, f32>
  %l = relax.sigmoid %s : !relax.tensor<*, f32>
  %y = relax.match_any "activation"(%r, %g, %h, %t, %l, %s)
      : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>,
         !relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}

// The same with two leading dimensions.
relax.pattern @products_of_heads(%x: !relax.tensor<[a, h, n, k], f32>, %w: !relax.tensor<[a, h, k, m], f32>,
    %v: !relax.tensor<[a, h, m, k], f32>, %b: !relax.tensor<*, f32>, %e: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> {
  %t0 = relax.permute_dims %v axes [0, 1, 3, 2] : (!relax.tensor<[a, h, m, k], f32>) -> !relax.tensor<[a, h, k, m], f32>
  %o = relax.match_any "order"(%t0, %w) : (!relax.tensor<[a, h, k, m], f32>, !relax.tensor<[a, h, k, m], f32>) -> !relax.tensor<[a, h, k, m], f32>
  %p = relax.matmul %x, %o : (!relax.tensor<[a, h, n, k], f32>, !relax.tensor<[a, h, k, m], f32>) -> !relax.tensor<[a, h, n, m], f32>
  %c = relax.match_chain "scale" %p through ["relax.multiply", "relax.divide"] most 1 : (!relax.tensor<[a, h, n, m], f32>) -> !relax.tensor<[a, h, n, m], f32>
  %a = relax.add %c, %b : (!relax.tensor<[a, h, n, m], f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  %d = relax.add %a, %e : !relax.tensor<*, f32>
  %s = relax.match_any "bias"(%d, %a, %c) : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<[a, h, n, m], f32>) -> !relax.tensor<*, f32>
  %r = relax.relu %s : !relax.tensor<*, f32>
  %g = relax.gelu %s : !relax.tensor<*, f32>
  %h = relax.gelu_tanh %s : !relax.tensor<*, f32>
  %t = relax.tanh %s : !relax.tensor<*, f32>
  %l = relax.sigmoid %s : !relax.tensor<*, f32>
  %y = relax.match_any "activation"(%r, %g, %h, %t, %l, %s)
      : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>,
         !relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}

// Strides, pads, dilations and groups as they are.
relax.pattern @convolution(%x: !relax.tensor<*, f32>, %w: !relax.tensor<*, f32>,
    %b: !relax.tensor<*, f32>, %e: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> {
  %p = relax.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
      {with = {strides = "s", pads = "p", dilations = "d", groups = "g"}} : !relax.tensor<*, f32>
  %a = relax.add %p, %b : !relax.tensor<*, f32>
  %d = relax.add %a, %e : !relax.tensor<*, f32>
  %s = relax.match_any "bias"(%d, %a, %p) : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  %r = relax.relu %s : !relax.tensor<*, f32>
  %g = relax.gelu %s : !relax.tensor<*, f32>
  %h = relax.gelu_tanh %s : !relax.tensor<*, f32>
  %t = relax.tanh %s : !relax.tensor<*, f32>
  %l = relax.sigmoid %s : !relax.tensor<*, f32>
  %y = relax.match_any "activation"(%r, %g, %h, %t, %l, %s)
      : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>,
         !relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}

relax.pattern @softmax_2(%x: !relax.tensor<[a, b], f32>) -> !relax.tensor<[a, b], f32> {
  %y = relax.softmax %x over 0 {with = {axis = "a"}} : !relax.tensor<[a, b], f32>
  relax.pattern_return %y : !relax.tensor<[a, b], f32>
}
relax.pattern @softmax_3(%x: !relax.tensor<[a, b, c], f32>) -> !relax.tensor<[a, b, c], f32> {
  %y = relax.softmax %x over 0 {with = {axis = "a"}} : !relax.tensor<[a, b, c], f32>
  relax.pattern_return %y : !relax.tensor<[a, b, c], f32>
}
relax.pattern @softmax_4(%x: !relax.tensor<[a, b, c, d], f32>) -> !relax.tensor<[a, b, c, d], f32> {
  %y = relax.softmax %x over 0 {with = {axis = "a"}} : !relax.tensor<[a, b, c, d], f32>
  relax.pattern_return %y : !relax.tensor<[a, b, c, d], f32>
}
relax.pattern @layer_norm_2(%x: !relax.tensor<[a, b], f32>, %s: !relax.tensor<[b], f32>, %b: !relax.tensor<[b], f32>) -> !relax.tensor<[a, b], f32> {
  %n = relax.layer_norm %x, %s from 1 epsilon 1.0e-5 {with = {epsilon = "e"}} : (!relax.tensor<[a, b], f32>, !relax.tensor<[b], f32>) -> !relax.tensor<[a, b], f32>
  %m = relax.layer_norm %x, %s, %b from 1 epsilon 1.0e-5 {with = {epsilon = "e"}} : (!relax.tensor<[a, b], f32>, !relax.tensor<[b], f32>, !relax.tensor<[b], f32>) -> !relax.tensor<[a, b], f32>
  %y = relax.match_any "bias"(%m, %n) : (!relax.tensor<[a, b], f32>, !relax.tensor<[a, b], f32>) -> !relax.tensor<[a, b], f32>
  relax.pattern_return %y : !relax.tensor<[a, b], f32>
}
relax.pattern @layer_norm_3(%x: !relax.tensor<[a, b, c], f32>, %s: !relax.tensor<[c], f32>, %b: !relax.tensor<[c], f32>) -> !relax.tensor<[a, b, c], f32> {
  %n = relax.layer_norm %x, %s from 2 epsilon 1.0e-5 {with = {epsilon = "e"}} : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[c], f32>) -> !relax.tensor<[a, b, c], f32>
  %m = relax.layer_norm %x, %s, %b from 2 epsilon 1.0e-5 {with = {epsilon = "e"}} : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>) -> !relax.tensor<[a, b, c], f32>
  %y = relax.match_any "bias"(%m, %n) : (!relax.tensor<[a, b, c], f32>, !relax.tensor<[a, b, c], f32>) -> !relax.tensor<[a, b, c], f32>
  relax.pattern_return %y : !relax.tensor<[a, b, c], f32>
}
relax.pattern @layer_norm_4(%x: !relax.tensor<[a, b, c, d], f32>, %s: !relax.tensor<[d], f32>, %b: !relax.tensor<[d], f32>) -> !relax.tensor<[a, b, c, d], f32> {
  %n = relax.layer_norm %x, %s from 3 epsilon 1.0e-5 {with = {epsilon = "e"}} : (!relax.tensor<[a, b, c, d], f32>, !relax.tensor<[d], f32>) -> !relax.tensor<[a, b, c, d], f32>
  %m = relax.layer_norm %x, %s, %b from 3 epsilon 1.0e-5 {with = {epsilon = "e"}} : (!relax.tensor<[a, b, c, d], f32>, !relax.tensor<[d], f32>, !relax.tensor<[d], f32>) -> !relax.tensor<[a, b, c, d], f32>
  %y = relax.match_any "bias"(%m, %n) : (!relax.tensor<[a, b, c, d], f32>, !relax.tensor<[a, b, c, d], f32>) -> !relax.tensor<[a, b, c, d], f32>
  relax.pattern_return %y : !relax.tensor<[a, b, c, d], f32>
}

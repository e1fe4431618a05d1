// Products, cheaper by the number of multiply-adds, which the prover compares in the symbols. What depends on weights alone is
// computed once, when the program is loaded, and costs nothing here. Sums are in another order: each rewrite states its bound.

// x (a b) is (x a) b: cheaper for few rows, or a small rank.
relax.pattern @low_rank_right(%x: !relax.tensor<[n, k], ?>, %a: !relax.tensor<[k, r], ?>, %b: !relax.tensor<[r,
    m], ?>)
    -> !relax.tensor<[n, m], ?> where (n * k * r + n * r * m < k * r * m + n * k * m) {
  %p = relax.matmul %a, %b : (!relax.tensor<[k, r], ?>, !relax.tensor<[r, m], ?>) -> !relax.tensor<[k, m], ?>
  %y = relax.matmul %x, %p : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  relax.match_check "not_weight"(%p : !relax.tensor<[k, m], ?>)
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}
relax.rewrite @low_rank_first : @low_rank_right => (%x: !relax.tensor<[n, k], ?>, %a: !relax.tensor<[k, r], ?>,
    %b: !relax.tensor<[r, m], ?>)
    -> !relax.tensor<[n, m], ?> attributes {bound = 1.0e-4} {
  %p = relax.matmul %x, %a : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, r], ?>) -> !relax.tensor<[n, r], ?>
  %y = relax.matmul %p, %b : (!relax.tensor<[n, r], ?>, !relax.tensor<[r, m], ?>) -> !relax.tensor<[n, m], ?>
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}

// (x a) b is x (a b) where that product is known before the first call.
relax.pattern @low_rank_left(%x: !relax.tensor<[n, k], ?>, %a: !relax.tensor<[k, r], ?>, %b: !relax.tensor<[r, m], ?>)
    -> !relax.tensor<[n, m], ?> where (k * m < k * r + r * m) {
  %p = relax.matmul %x, %a {once} : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, r], ?>) -> !relax.tensor<[n, r], ?>
  %y = relax.matmul %p, %b : (!relax.tensor<[n, r], ?>, !relax.tensor<[r, m], ?>) -> !relax.tensor<[n, m], ?>
  relax.match_check "weight"(%a : !relax.tensor<[k, r], ?>)
  relax.match_check "weight"(%b : !relax.tensor<[r, m], ?>)
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}
relax.rewrite @weights_first : @low_rank_left => (%x: !relax.tensor<[n, k], ?>, %a: !relax.tensor<[k, r], ?>,
    %b: !relax.tensor<[r, m], ?>)
    -> !relax.tensor<[n, m], ?> attributes {bound = 1.0e-4} {
  %p = relax.matmul %a, %b : (!relax.tensor<[k, r], ?>, !relax.tensor<[r, m], ?>) -> !relax.tensor<[k, m], ?>
  %y = relax.matmul %x, %p : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}

// LoRA: x (w + a b) is x w + (x a) b.
relax.pattern @product_of_adapted(%x: !relax.tensor<[n, k], ?>, %w: !relax.tensor<[k, m], ?>,
    %a: !relax.tensor<[k, r], ?>, %b: !relax.tensor<[r, m], ?>)
    -> !relax.tensor<[n, m], ?> where (n * k * r + n * r * m < k * r * m) {
  %p = relax.matmul %a, %b : (!relax.tensor<[k, r], ?>, !relax.tensor<[r, m], ?>) -> !relax.tensor<[k, m], ?>
  %s = relax.add %w, %p {once} : !relax.tensor<[k, m], ?>
  %y = relax.matmul %x, %s : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  relax.match_check "not_weight"(%p : !relax.tensor<[k, m], ?>)
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}
relax.rewrite @expand_adapted : @product_of_adapted => (%x: !relax.tensor<[n, k], ?>, %w: !relax.tensor<[k, m],
    ?>, %a: !relax.tensor<[k, r], ?>, %b: !relax.tensor<[r, m], ?>)
    -> !relax.tensor<[n, m], ?> attributes {bound = 1.0e-4} {
  %z = relax.matmul %x, %w : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  %p = relax.matmul %x, %a : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, r], ?>) -> !relax.tensor<[n, r], ?>
  %q = relax.matmul %p, %b : (!relax.tensor<[n, r], ?>, !relax.tensor<[r, m], ?>) -> !relax.tensor<[n, m], ?>
  %y = relax.add %z, %q : !relax.tensor<[n, m], ?>
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}

// x v + x w is x (v + w).
relax.pattern @sum_of_products(%x: !relax.tensor<[n, k], ?>, %v: !relax.tensor<[k, m], ?>, %w: !relax.tensor<[k,
    m], ?>)
    -> !relax.tensor<[n, m], ?> {
  %a = relax.matmul %x, %v {once} : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  %b = relax.matmul %x, %w {once} : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  %y = relax.add %a, %b : !relax.tensor<[n, m], ?>
  relax.match_check "weight"(%v : !relax.tensor<[k, m], ?>)
  relax.match_check "weight"(%w : !relax.tensor<[k, m], ?>)
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}
relax.rewrite @product_of_sum : @sum_of_products => (%x: !relax.tensor<[n, k], ?>, %v: !relax.tensor<[k, m], ?>,
    %w: !relax.tensor<[k, m], ?>)
    -> !relax.tensor<[n, m], ?> attributes {bound = 1.0e-4} {
  %s = relax.add %v, %w : !relax.tensor<[k, m], ?>
  %y = relax.matmul %x, %s : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}

// v x + w x is (v + w) x: one product less, whatever is known.
relax.pattern @sum_of_left_products(%v: !relax.tensor<[n, k], ?>, %w: !relax.tensor<[n, k], ?>,
    %x: !relax.tensor<[k, m], ?>)
    -> !relax.tensor<[n, m], ?> {
  %a = relax.matmul %v, %x {once} : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  %b = relax.matmul %w, %x {once} : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  %y = relax.add %a, %b : !relax.tensor<[n, m], ?>
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}
relax.rewrite @product_of_left_sum : @sum_of_left_products => (%v: !relax.tensor<[n, k], ?>,
    %w: !relax.tensor<[n, k], ?>, %x: !relax.tensor<[k, m], ?>)
    -> !relax.tensor<[n, m], ?> attributes {bound = 1.0e-4} {
  %s = relax.add %v, %w : !relax.tensor<[n, k], ?>
  %y = relax.matmul %s, %x : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}

// x times chosen columns is chosen columns of the product: cheaper where columns are chosen more than once.
relax.pattern @product_of_taken(%x: !relax.tensor<[n, k], ?>, %w: !relax.tensor<[k, m], ?>,
    %i: !relax.tensor<[q], i64>)
    -> !relax.tensor<[n, q], ?> where (m <= q, 1 <= m) {
  %t = relax.take %w, %i axis 1 {once} : (!relax.tensor<[k, m], ?>, !relax.tensor<[q], i64>) -> !relax.tensor<[k, q], ?>
  %y = relax.matmul %x, %t : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, q], ?>) -> !relax.tensor<[n, q], ?>
  relax.pattern_return %y : !relax.tensor<[n, q], ?>
}
relax.rewrite @take_after_product : @product_of_taken => (%x: !relax.tensor<[n, k], ?>, %w: !relax.tensor<[k, m],
    ?>, %i: !relax.tensor<[q], i64>)
    -> !relax.tensor<[n, q], ?> attributes {bound = 1.0e-4} {
  %p = relax.matmul %x, %w : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  %y = relax.take %p, %i axis 1 : (!relax.tensor<[n, m], ?>, !relax.tensor<[q], i64>) -> !relax.tensor<[n, q], ?>
  relax.pattern_return %y : !relax.tensor<[n, q], ?>
}

// (c x) w is c (x w): fewer numbers to scale.
relax.pattern @product_of_scaled(%x: !relax.tensor<[n, k], f32>, %c: !relax.tensor<[], f32>,
    %w: !relax.tensor<[k, m], f32>)
    -> !relax.tensor<[n, m], f32> where (m < k) {
  %s = relax.multiply %x, %c {once} : (!relax.tensor<[n, k], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, k], f32>
  %y = relax.matmul %s, %w : (!relax.tensor<[n, k], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[n, m], f32>
  relax.pattern_return %y : !relax.tensor<[n, m], f32>
}
relax.rewrite @scale_after_product : @product_of_scaled => (%x: !relax.tensor<[n, k], f32>, %c: !relax.tensor<[],
    f32>, %w: !relax.tensor<[k, m], f32>)
    -> !relax.tensor<[n, m], f32> attributes {bound = 1.0e-4} {
  %p = relax.matmul %x, %w : (!relax.tensor<[n, k], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[n, m], f32>
  %y = relax.multiply %p, %c : (!relax.tensor<[n, m], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, m], f32>
  relax.pattern_return %y : !relax.tensor<[n, m], f32>
}

// x' w' is (w x)': one permutation, of the result.
relax.pattern @both_transposed(%x: !relax.tensor<[k, n], ?>, %w: !relax.tensor<[m, k], ?>)
    -> !relax.tensor<[n, m], ?> where (n * m <= n * k + k * m) {
  %a = relax.permute_dims %x axes [1, 0] {once} : (!relax.tensor<[k, n], ?>) -> !relax.tensor<[n, k], ?>
  %b = relax.permute_dims %w axes [1, 0] {once} : (!relax.tensor<[m, k], ?>) -> !relax.tensor<[k, m], ?>
  %y = relax.matmul %a, %b : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}
relax.rewrite @transpose_after_product : @both_transposed => (%x: !relax.tensor<[k, n], ?>, %w: !relax.tensor<[m,
    k], ?>)
    -> !relax.tensor<[n, m], ?> attributes {bound = 1.0e-4} {
  %p = relax.matmul %w, %x : (!relax.tensor<[m, k], ?>, !relax.tensor<[k, n], ?>) -> !relax.tensor<[m, n], ?>
  %y = relax.permute_dims %p axes [1, 0] : (!relax.tensor<[m, n], ?>) -> !relax.tensor<[n, m], ?>
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}

// The same for a batch of sequences, of several users: each with its own adapter.
relax.pattern @low_rank_of_each(%x: !relax.tensor<[u, n, k], ?>, %a: !relax.tensor<[u, k, r], ?>,
    %b: !relax.tensor<[u, r, m], ?>)
    -> !relax.tensor<[u, n, m], ?> where (n * k * r + n * r * m < k * r * m + n * k * m) {
  %p = relax.matmul %a, %b : (!relax.tensor<[u, k, r], ?>, !relax.tensor<[u, r, m], ?>) -> !relax.tensor<[u, k, m], ?>
  %y = relax.matmul %x, %p : (!relax.tensor<[u, n, k], ?>, !relax.tensor<[u, k, m], ?>) -> !relax.tensor<[u, n, m], ?>
  relax.match_check "not_weight"(%p : !relax.tensor<[u, k, m], ?>)
  relax.pattern_return %y : !relax.tensor<[u, n, m], ?>
}
relax.rewrite @low_rank_of_each_first : @low_rank_of_each => (%x: !relax.tensor<[u, n, k], ?>,
    %a: !relax.tensor<[u, k, r], ?>, %b: !relax.tensor<[u, r, m], ?>)
    -> !relax.tensor<[u, n, m], ?> attributes {bound = 1.0e-4} {
  %p = relax.matmul %x, %a : (!relax.tensor<[u, n, k], ?>, !relax.tensor<[u, k, r], ?>) -> !relax.tensor<[u, n, r], ?>
  %y = relax.matmul %p, %b : (!relax.tensor<[u, n, r], ?>, !relax.tensor<[u, r, m], ?>) -> !relax.tensor<[u, n, m], ?>
  relax.pattern_return %y : !relax.tensor<[u, n, m], ?>
}
relax.pattern @product_of_each_adapted(%x: !relax.tensor<[u, n, k], ?>, %w: !relax.tensor<[k, m], ?>,
    %a: !relax.tensor<[u, k, r], ?>, %b: !relax.tensor<[u, r, m], ?>)
    -> !relax.tensor<[u, n, m], ?> where (n * k * r + n * r * m < k * r * m) {
  %p = relax.matmul %a, %b : (!relax.tensor<[u, k, r], ?>, !relax.tensor<[u, r, m], ?>) -> !relax.tensor<[u, k, m], ?>
  %s = relax.add %w, %p {once} : (!relax.tensor<[k, m], ?>, !relax.tensor<[u, k, m], ?>) -> !relax.tensor<[u, k, m], ?>
  %y = relax.matmul %x, %s : (!relax.tensor<[u, n, k], ?>, !relax.tensor<[u, k, m], ?>) -> !relax.tensor<[u, n, m], ?>
  relax.match_check "not_weight"(%p : !relax.tensor<[u, k, m], ?>)
  relax.pattern_return %y : !relax.tensor<[u, n, m], ?>
}
relax.rewrite @expand_each_adapted : @product_of_each_adapted => (%x: !relax.tensor<[u, n, k], ?>,
    %w: !relax.tensor<[k, m], ?>, %a: !relax.tensor<[u, k, r], ?>, %b: !relax.tensor<[u, r, m], ?>)
    -> !relax.tensor<[u, n, m], ?> attributes {bound = 1.0e-4} {
  %z = relax.matmul %x, %w : (!relax.tensor<[u, n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[u, n, m], ?>
  %p = relax.matmul %x, %a : (!relax.tensor<[u, n, k], ?>, !relax.tensor<[u, k, r], ?>) -> !relax.tensor<[u, n, r], ?>
  %q = relax.matmul %p, %b : (!relax.tensor<[u, n, r], ?>, !relax.tensor<[u, r, m], ?>) -> !relax.tensor<[u, n, m], ?>
  %y = relax.add %z, %q : !relax.tensor<[u, n, m], ?>
  relax.pattern_return %y : !relax.tensor<[u, n, m], ?>
}

// Few adapters of many users: products with all of them side by side, which are read once and prepared once, then each user's
// columns. That is t products for one, so t is small; measured on our own kernels, which take while they multiply.
relax.pattern @product_of_taken_adapters(%x: !relax.tensor<[u, n, k], ?>, %w: !relax.tensor<[t, k, m], ?>,
    %i: !relax.tensor<[u], i64>)
    -> !relax.tensor<[u, n, m], ?> where (2 * n * t * t <= u, m <= k, 1 <= t) {
  %s = relax.take %w, %i axis 0 {once} : (!relax.tensor<[t, k, m], ?>, !relax.tensor<[u], i64>) -> !relax.tensor<[u, k, m], ?>
  %y = relax.matmul %x, %s : (!relax.tensor<[u, n, k], ?>, !relax.tensor<[u, k, m], ?>) -> !relax.tensor<[u, n, m], ?>
  relax.match_check "weight"(%w : !relax.tensor<[t, k, m], ?>)
  relax.pattern_return %y : !relax.tensor<[u, n, m], ?>
}
relax.rewrite @adapters_side_by_side : @product_of_taken_adapters => (%x: !relax.tensor<[u, n, k], ?>,
    %w: !relax.tensor<[t, k, m], ?>, %i: !relax.tensor<[u], i64>)
    -> !relax.tensor<[u, n, m], ?> attributes {bound = 1.0e-4} {
  %v = relax.permute_dims %w axes [1, 0, 2] : (!relax.tensor<[t, k, m], ?>) -> !relax.tensor<[k, t, m], ?>
  %c = relax.reshape %v : (!relax.tensor<[k, t, m], ?>) -> !relax.tensor<[k, t * m], ?>
  %p = relax.matmul %x, %c : (!relax.tensor<[u, n, k], ?>, !relax.tensor<[k, t * m], ?>) -> !relax.tensor<[u, n, t * m], ?>
  %q = relax.reshape %p : (!relax.tensor<[u, n, t * m], ?>) -> !relax.tensor<[u, n, t, m], ?>
  %r = relax.permute_dims %q axes [0, 2, 1, 3] : (!relax.tensor<[u, n, t, m], ?>) -> !relax.tensor<[u, t, n, m], ?>
  %j = relax.reshape %i : (!relax.tensor<[u], i64>) -> !relax.tensor<[u, 1], i64>
  %y = relax.gather_nd %r, %j batch_dims 1 : (!relax.tensor<[u, t, n, m], ?>, !relax.tensor<[u, 1], i64>) -> !relax.tensor<[u, n, m], ?>
  relax.pattern_return %y : !relax.tensor<[u, n, m], ?>
}

// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.pattern @linear(%x: !relax.tensor<[n, k], ?>,
// CHECK-SAME: -> !relax.tensor<[n, m], ?> symbols (a) where (1 <= k <= 64, a == 1) {
relax.pattern @linear(%x: !relax.tensor<[n, k], ?>, %w: !relax.tensor<[k, m], ?>, %b: !relax.tensor<[m], ?>)
    -> !relax.tensor<[n, m], ?> symbols (a) where (1 <= k <= 64, a == 1) {
  // CHECK: relax.permute_dims %w axes [0, 1] {with = {axes = [#sym.expr<a - 1>, #sym.expr<a>]}}
  %t = relax.permute_dims %w axes [0, 1] {with = {axes = [#sym.expr<a - 1>, #sym.expr<a>]}} : !relax.tensor<[k, m], ?>
  // CHECK: relax.matmul %x, %t {once}
  %p = relax.matmul %x, %t {once} : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  %y = relax.add %p, %b : (!relax.tensor<[n, m], ?>, !relax.tensor<[m], ?>) -> !relax.tensor<[n, m], ?>
  // CHECK: %o = relax.match_any "bias"(%y, %p) : (!relax.tensor<[n, m], ?>, !relax.tensor<[n, m], ?>) -> !relax.tensor<[n, m], ?>
  %o = relax.match_any "bias"(%y, %p) : (!relax.tensor<[n, m], ?>, !relax.tensor<[n, m], ?>) -> !relax.tensor<[n, m], ?>
  // CHECK: %c = relax.match_chain "act" %o through ["relax.relu", "elementwise"] most 4 :
  %c = relax.match_chain "act" %o through ["relax.relu", "elementwise"] most 4 : (!relax.tensor<[n, m], ?>) -> !relax.tensor<[n, m], ?>
  // CHECK: relax.match_check "weight"(%w : !relax.tensor<[k, m], ?>)
  relax.match_check "weight"(%w : !relax.tensor<[k, m], ?>)
  // CHECK: relax.match_check "inverse"() of ["p", "q"]
  relax.match_check "inverse"() of ["p", "q"]
  // CHECK: relax.pattern_return %c : !relax.tensor<[n, m], ?>
  relax.pattern_return %c : !relax.tensor<[n, m], ?>
}

// CHECK-LABEL: relax.rewrite @same : @linear => (%x: !relax.tensor<[n, k], ?>,
// CHECK-SAME: -> !relax.tensor<[n, m], ?> symbols (a) where (n <= 4) {
relax.rewrite @same : @linear => (%x: !relax.tensor<[n, k], ?>, %w: !relax.tensor<[k, m], ?>, %b: !relax.tensor<[m], ?>)
    -> !relax.tensor<[n, m], ?> symbols (a) where (n <= 4) {
  %p = relax.matmul %x, %w : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  relax.pattern_return %p : !relax.tensor<[n, m], ?>
}

// Ranks and element types may be open, and extents 0 and 1.
// CHECK-LABEL: relax.pattern @open(%x: !relax.tensor<*, ?>, %y: !relax.tensor<[0, 1], f32>)
relax.pattern @open(%x: !relax.tensor<*, ?>, %y: !relax.tensor<[0, 1], f32>) -> (!relax.tensor<*, ?>, !relax.tensor<[0, 1], f32>) {
  %a = relax.exp %x : !relax.tensor<*, ?>
  %b = relax.exp %y : !relax.tensor<[0, 1], f32>
  relax.pattern_return %a, %b : !relax.tensor<*, ?>, !relax.tensor<[0, 1], f32>
}

// RUN: split-file %s %t
// RUN: relax-opt %t/main.mlir --relax-apply-patterns=%t/rewrites.mlir | FileCheck %t/main.mlir
// RUN: relax-opt %t/main.mlir --pass-pipeline='builtin.module(relax-apply-patterns{file=%t/rewrites.mlir})' | FileCheck %t/main.mlir
// RUN: relax-opt %t/main.mlir --relax-apply-patterns=%t/rewrites.mlir --verify-by-running -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=RUNS
// RUN: relax-opt %t/main.mlir --relax-apply-patterns="file=%t/rewrites.mlir trace=all" -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: relax-opt %t/main.mlir --relax-apply-patterns="file=%t/rewrites.mlir trace=scaled" -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=ONE
//
// RUNS: note: 1 of 1 changed modules run and agree
// TRACE: '@linear' was found 2 times
// TRACE: main.mlir:{{.*}}: remark: '@scaled' is not found; nearest here, 1 of 2 operations: 'relax.constant' has another 'value'
// TRACE: main.mlir:{{.*}}: remark: '@far' is not found; nearest here, 1 of 1 operations: 'k <= 2' is not proved: '3 <= 2'
// TRACE: '@sorted' is not found: no operation fits its end
// ONE-NOT: @linear
// ONE: '@scaled' is not found

//--- rewrites.mlir
// Operands in any order; an operation that may be missing, in front; what nothing else uses.
relax.pattern @linear(%x: !relax.tensor<[n, k], ?>, %w: !relax.tensor<[m, k], ?>, %b: !relax.tensor<[m], ?>) -> !relax.tensor<[n, m], ?> {
  %r = relax.relu %x : !relax.tensor<[n, k], ?>
  %o = relax.match_any "relu"(%r, %x) : (!relax.tensor<[n, k], ?>, !relax.tensor<[n, k], ?>) -> !relax.tensor<[n, k], ?>
  %t = relax.permute_dims %w axes [1, 0] : (!relax.tensor<[m, k], ?>) -> !relax.tensor<[k, m], ?>
  %p = relax.matmul %o, %t {once} : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  %y = relax.add %p, %b : (!relax.tensor<[n, m], ?>, !relax.tensor<[m], ?>) -> !relax.tensor<[n, m], ?>
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}
// The product of the other order: (x w')' = w x'.
relax.rewrite @turn : @linear => (%x: !relax.tensor<[n, k], ?>, %w: !relax.tensor<[m, k], ?>, %b: !relax.tensor<[m], ?>) -> !relax.tensor<[n, m], ?> {
  %xt = relax.permute_dims %x axes [1, 0] : (!relax.tensor<[n, k], ?>) -> !relax.tensor<[k, n], ?>
  %r = relax.relu %xt : !relax.tensor<[k, n], ?>
  %o = relax.match_any "relu"(%r, %xt) : (!relax.tensor<[k, n], ?>, !relax.tensor<[k, n], ?>) -> !relax.tensor<[k, n], ?>
  %q = relax.matmul %w, %o : (!relax.tensor<[m, k], ?>, !relax.tensor<[k, n], ?>) -> !relax.tensor<[m, n], ?>
  %p = relax.permute_dims %q axes [1, 0] : (!relax.tensor<[m, n], ?>) -> !relax.tensor<[n, m], ?>
  %y = relax.add %p, %b : (!relax.tensor<[n, m], ?>, !relax.tensor<[m], ?>) -> !relax.tensor<[n, m], ?>
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}
// A value that is used twice is one value.
relax.pattern @double(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %y = relax.add %x, %x : !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}
relax.rewrite @twice : @double => (%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %two = relax.constant dense<2.0> : tensor<f32>
  %y = relax.multiply %x, %two : (!relax.tensor<*, f32>, !relax.tensor<[], f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}
// Chains: a permutation moves behind operations that know no places. Attributes are taken as they are.
relax.pattern @early(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %p = relax.permute_dims %x axes [1, 0] {once, with = {axes = "p"}} : !relax.tensor<*, ?>
  %c = relax.match_chain "c" %p through ["elementwise"] most 8 : (!relax.tensor<*, ?>) -> !relax.tensor<*, ?>
  %q = relax.permute_dims %c axes [1, 0] {with = {axes = "q"}} : !relax.tensor<*, ?>
  relax.match_check "inverse"() of ["p", "q"]
  relax.pattern_return %q : !relax.tensor<*, ?>
}
relax.rewrite @cancel : @early => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %c = relax.match_chain "c" %x through ["elementwise"] most 8 : (!relax.tensor<*, ?>) -> !relax.tensor<*, ?>
  relax.pattern_return %c : !relax.tensor<*, ?>
}
// Numbers of attributes.
relax.pattern @slices(%x: !relax.tensor<[n], ?>) -> !relax.tensor<[?], ?> symbols (a, b, c, d) where (a >= 0, c >= 0, b >= a, d >= c, b <= n, d + a <= b) {
  %s = relax.strided_slice %x axes [0] begins [0] ends [1] steps [1]
      {with = {begins = [#sym.expr<a>], ends = [#sym.expr<b>]}} : (!relax.tensor<[n], ?>) -> !relax.tensor<[?], ?>
  %t = relax.strided_slice %s axes [0] begins [0] ends [1] steps [1]
      {with = {begins = [#sym.expr<c>], ends = [#sym.expr<d>]}} : !relax.tensor<[?], ?>
  relax.pattern_return %t : !relax.tensor<[?], ?>
}
relax.rewrite @slice : @slices => (%x: !relax.tensor<[n], ?>) -> !relax.tensor<[?], ?> symbols (a, b, c, d) {
  %t = relax.strided_slice %x axes [0] begins [0] ends [1] steps [1]
      {with = {begins = [#sym.expr<a + c>], ends = [#sym.expr<a + d>]}} : (!relax.tensor<[n], ?>) -> !relax.tensor<[?], ?>
  relax.pattern_return %t : !relax.tensor<[?], ?>
}
// Two results that share an operand.
relax.pattern @siblings(%x: !relax.tensor<[n, k], ?>, %v: !relax.tensor<[k, 3], ?>, %w: !relax.tensor<[k, 5], ?>)
    -> (!relax.tensor<[n, 3], ?>, !relax.tensor<[n, 5], ?>) {
  %a = relax.matmul %x, %v : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, 3], ?>) -> !relax.tensor<[n, 3], ?>
  %b = relax.matmul %x, %w : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, 5], ?>) -> !relax.tensor<[n, 5], ?>
  relax.pattern_return %a, %b : !relax.tensor<[n, 3], ?>, !relax.tensor<[n, 5], ?>
}
relax.rewrite @together : @siblings => (%x: !relax.tensor<[n, k], ?>, %v: !relax.tensor<[k, 3], ?>, %w: !relax.tensor<[k, 5], ?>)
    -> (!relax.tensor<[n, 3], ?>, !relax.tensor<[n, 5], ?>) {
  %u = relax.concat %v, %w axis 1 : (!relax.tensor<[k, 3], ?>, !relax.tensor<[k, 5], ?>) -> !relax.tensor<[k, 8], ?>
  %c = relax.matmul %x, %u : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, 8], ?>) -> !relax.tensor<[n, 8], ?>
  %a = relax.strided_slice %c axes [1] begins [0] ends [3] steps [1] : (!relax.tensor<[n, 8], ?>) -> !relax.tensor<[n, 3], ?>
  %b = relax.strided_slice %c axes [1] begins [3] ends [8] steps [1] : (!relax.tensor<[n, 8], ?>) -> !relax.tensor<[n, 5], ?>
  relax.pattern_return %a, %b : !relax.tensor<[n, 3], ?>, !relax.tensor<[n, 5], ?>
}
// Found nowhere.
relax.pattern @scaled(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %c = relax.constant dense<3.0> : tensor<f32>
  %y = relax.multiply %x, %c : (!relax.tensor<*, f32>, !relax.tensor<[], f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}
relax.rewrite @unscaled : @scaled => (%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  relax.pattern_return %x : !relax.tensor<*, f32>
}
relax.pattern @far(%x: !relax.tensor<[n, k], ?>, %v: !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?> where (k <= 2) {
  %a = relax.matmul %x, %v : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  relax.pattern_return %a : !relax.tensor<[n, m], ?>
}
relax.rewrite @near : @far => (%x: !relax.tensor<[n, k], ?>, %v: !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?> {
  %a = relax.matmul %x, %v : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  relax.pattern_return %a : !relax.tensor<[n, m], ?>
}
relax.pattern @sorted(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.erf %x : !relax.tensor<*, ?>
  relax.pattern_return %a : !relax.tensor<*, ?>
}
relax.rewrite @unsorted : @sorted => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  relax.pattern_return %x : !relax.tensor<*, ?>
}

//--- main.mlir
// CHECK-LABEL: relax.func @linear(
relax.func @linear(%x: !relax.tensor<[n, 3], f32>, %w: !relax.tensor<[m, 3], f32>, %b: !relax.tensor<[m], f32>)
    -> (!relax.tensor<[n, m], f32>, !relax.tensor<[n, m], f32>) {
  %t = relax.permute_dims %w axes [1, 0] : (!relax.tensor<[m, 3], f32>) -> !relax.tensor<[3, m], f32>
  // CHECK: %[[XT:.*]] = relax.permute_dims %x axes [1, 0]
  // CHECK-NEXT: %[[Q:.*]] = relax.matmul %w, %[[XT]] : (!relax.tensor<[m, 3], f32>, !relax.tensor<[3, n], f32>) -> !relax.tensor<[m, n], f32>
  // CHECK-NEXT: %[[P:.*]] = relax.permute_dims %[[Q]] axes [1, 0]
  // CHECK-NEXT: %y = relax.add %[[P]], %b
  %p = relax.matmul %x, %t : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3, m], f32>) -> !relax.tensor<[n, m], f32>
  %y = relax.add %b, %p : (!relax.tensor<[m], f32>, !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
  // This product is used by something that is no part of the pattern.
  // CHECK: %z = relax.matmul %x, %t
  // CHECK-NEXT: relax.return %y, %z
  %z = relax.matmul %x, %t : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3, m], f32>) -> !relax.tensor<[n, m], f32>
  relax.return %y, %z : !relax.tensor<[n, m], f32>, !relax.tensor<[n, m], f32>
}

// CHECK-LABEL: relax.func @with_relu(
relax.func @with_relu(%x: !relax.tensor<[n, 3], f32>, %w: !relax.tensor<[1, 3], f32>, %b: !relax.tensor<[1], f32>) -> !relax.tensor<[n, 1], f32> {
  // CHECK-NEXT: %[[XT:.*]] = relax.permute_dims %x axes [1, 0]
  // CHECK-NEXT: %[[R:.*]] = relax.relu %[[XT]]
  // CHECK-NEXT: relax.matmul %w, %[[R]]
  %t = relax.permute_dims %w axes [1, 0] : (!relax.tensor<[1, 3], f32>) -> !relax.tensor<[3, 1], f32>
  %r = relax.relu %x : !relax.tensor<[n, 3], f32>
  %p = relax.matmul %r, %t : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3, 1], f32>) -> !relax.tensor<[n, 1], f32>
  %y = relax.add %p, %b : (!relax.tensor<[n, 1], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return %y : !relax.tensor<[n, 1], f32>
}

// CHECK-LABEL: relax.func @doubles(
relax.func @doubles(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  // CHECK: %a = relax.multiply %x, %two
  %a = relax.add %x, %x : !relax.tensor<[n], f32>
  // CHECK: %b = relax.add %x, %y
  %b = relax.add %x, %y : !relax.tensor<[n], f32>
  relax.return %a, %b : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}

// CHECK-LABEL: relax.func @chains(
relax.func @chains(%x: !relax.tensor<[a, b, 1], f32>, %y: !relax.tensor<[a, b], f32>, %s: !relax.tensor<[], f32>) -> (!relax.tensor<[a, b, 1], f32>, !relax.tensor<[a, b], f32>) {
  // CHECK-NEXT: %[[E:.*]] = relax.exp %x : !relax.tensor<[a, b, 1], f32>
  // CHECK-NEXT: %r = relax.add %s, %[[E]]
  %p = relax.permute_dims %x axes [2, 0, 1] : (!relax.tensor<[a, b, 1], f32>) -> !relax.tensor<[1, a, b], f32>
  %e = relax.exp %p : !relax.tensor<[1, a, b], f32>
  %m = relax.add %s, %e : (!relax.tensor<[], f32>, !relax.tensor<[1, a, b], f32>) -> !relax.tensor<[1, a, b], f32>
  %r = relax.permute_dims %m axes [1, 2, 0] : (!relax.tensor<[1, a, b], f32>) -> !relax.tensor<[a, b, 1], f32>
  // Paths that part and meet again.
  // CHECK-NEXT: %[[S:.*]] = relax.sigmoid %y : !relax.tensor<[a, b], f32>
  // CHECK-NEXT: %[[D:.*]] = relax.multiply %y, %[[S]] : !relax.tensor<[a, b], f32>
  // CHECK-NEXT: %t = relax.maximum %[[D]], %[[S]] : !relax.tensor<[a, b], f32>
  %q = relax.permute_dims %y axes [1, 0] : (!relax.tensor<[a, b], f32>) -> !relax.tensor<[b, a], f32>
  %g = relax.sigmoid %q : !relax.tensor<[b, a], f32>
  %d = relax.multiply %q, %g : !relax.tensor<[b, a], f32>
  %h = relax.maximum %d, %g : !relax.tensor<[b, a], f32>
  %t = relax.permute_dims %h axes [1, 0] : (!relax.tensor<[b, a], f32>) -> !relax.tensor<[a, b], f32>
  relax.return %r, %t : !relax.tensor<[a, b, 1], f32>, !relax.tensor<[a, b], f32>
}
// What is added has places of its own; something else reads what is between; the paths begin at two values: these stay.
// CHECK-LABEL: relax.func @no_chains(
// CHECK-COUNT-6: relax.permute_dims
relax.func @no_chains(%x: !relax.tensor<[a, b], f32>, %y: !relax.tensor<[b, a], f32>) -> (!relax.tensor<[a, b], f32>, !relax.tensor<[a, b], f32>, !relax.tensor<[b, a], f32>, !relax.tensor<[a, b], f32>) {
  %p = relax.permute_dims %x axes [1, 0] : (!relax.tensor<[a, b], f32>) -> !relax.tensor<[b, a], f32>
  %q = relax.add %p, %y : !relax.tensor<[b, a], f32>
  %r = relax.permute_dims %q axes [1, 0] : (!relax.tensor<[b, a], f32>) -> !relax.tensor<[a, b], f32>
  %s = relax.permute_dims %x axes [1, 0] : (!relax.tensor<[a, b], f32>) -> !relax.tensor<[b, a], f32>
  %t = relax.exp %s : !relax.tensor<[b, a], f32>
  %u = relax.sqrt %t : !relax.tensor<[b, a], f32>
  %v = relax.permute_dims %u axes [1, 0] : (!relax.tensor<[b, a], f32>) -> !relax.tensor<[a, b], f32>
  %e = relax.exp %x : !relax.tensor<[a, b], f32>
  %f = relax.permute_dims %e axes [1, 0] : (!relax.tensor<[a, b], f32>) -> !relax.tensor<[b, a], f32>
  %g = relax.sigmoid %f : !relax.tensor<[b, a], f32>
  %h = relax.multiply %g, %y : !relax.tensor<[b, a], f32>
  %i = relax.multiply %h, %f : !relax.tensor<[b, a], f32>
  %j = relax.permute_dims %i axes [1, 0] : (!relax.tensor<[b, a], f32>) -> !relax.tensor<[a, b], f32>
  relax.return %r, %v, %t, %j : !relax.tensor<[a, b], f32>, !relax.tensor<[a, b], f32>, !relax.tensor<[b, a], f32>, !relax.tensor<[a, b], f32>
}

// CHECK-LABEL: relax.func @slices(
relax.func @slices(%x: !relax.tensor<[n + 9], f32>, %n: !relax.tensor<[n], f32>) -> (!relax.tensor<[2], f32>, !relax.tensor<[min(n, 4)], f32>) {
  // CHECK-NEXT: %t = relax.strided_slice %x axes [0] begins [3] ends [5] steps [1]
  %s = relax.strided_slice %x axes [0] begins [2] ends [6] steps [1] : (!relax.tensor<[n + 9], f32>) -> !relax.tensor<[4], f32>
  %t = relax.strided_slice %s axes [0] begins [1] ends [3] steps [1] : (!relax.tensor<[4], f32>) -> !relax.tensor<[2], f32>
  // Nothing is known of n.
  // CHECK: relax.strided_slice
  // CHECK: relax.strided_slice
  %u = relax.strided_slice %n axes [0] begins [0] ends [6] steps [1] : (!relax.tensor<[n], f32>) -> !relax.tensor<[min(n, 6)], f32>
  %v = relax.strided_slice %u axes [0] begins [0] ends [4] steps [1] : (!relax.tensor<[min(n, 6)], f32>) -> !relax.tensor<[min(n, 4)], f32>
  relax.return %t, %v : !relax.tensor<[2], f32>, !relax.tensor<[min(n, 4)], f32>
}

// What used the first product before the second one moves behind both.
// CHECK-LABEL: relax.func @siblings(
relax.func @siblings(%x: !relax.tensor<[n, 4], f32>, %v: !relax.tensor<[4, 3], f32>, %w: !relax.tensor<[4, 5], f32>) -> (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 5], f32>) {
  // CHECK-NEXT: %[[W:.*]] = relax.exp %w
  // CHECK-NEXT: %[[U:.*]] = relax.concat %v, %[[W]] axis 1
  // CHECK-NEXT: %[[C:.*]] = relax.matmul %x, %[[U]] : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 8], f32>) -> !relax.tensor<[n, 8], f32>
  // CHECK-NEXT: %a = relax.strided_slice %[[C]]
  // CHECK-NEXT: %b = relax.strided_slice %[[C]]
  // CHECK-NEXT: %r = relax.relu %a
  %a = relax.matmul %x, %v : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 3], f32>) -> !relax.tensor<[n, 3], f32>
  %r = relax.relu %a : !relax.tensor<[n, 3], f32>
  %e = relax.exp %w : !relax.tensor<[4, 5], f32>
  %b = relax.matmul %x, %e : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 5], f32>) -> !relax.tensor<[n, 5], f32>
  relax.return %r, %b : !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 5], f32>
}

// One of these is made of the other.
// CHECK-LABEL: relax.func @nested(
relax.func @nested(%x: !relax.tensor<[5, 5], f32>, %v: !relax.tensor<[5, 3], f32>, %z: !relax.tensor<[3, 5], f32>) -> !relax.tensor<[5, 5], f32> {
  // CHECK-NOT: relax.concat
  %a = relax.matmul %x, %v : (!relax.tensor<[5, 5], f32>, !relax.tensor<[5, 3], f32>) -> !relax.tensor<[5, 3], f32>
  %w = relax.matmul %a, %z : (!relax.tensor<[5, 3], f32>, !relax.tensor<[3, 5], f32>) -> !relax.tensor<[5, 5], f32>
  %b = relax.matmul %x, %w : !relax.tensor<[5, 5], f32>
  relax.return %b : !relax.tensor<[5, 5], f32>
}

// Inside of regions, with what holds there.
// CHECK-LABEL: relax.func @regions(
relax.func @regions(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n, 0], f32>) -> !relax.tensor<[n, 0], f32> {
  %y = relax.if %p -> !relax.tensor<[n, 0], f32> {
    // CHECK: relax.multiply %x, %two
    %a = relax.add %x, %x : !relax.tensor<[n, 0], f32>
    relax.yield %a : !relax.tensor<[n, 0], f32>
  } else {
    relax.yield %x : !relax.tensor<[n, 0], f32>
  }
  relax.return %y : !relax.tensor<[n, 0], f32>
}

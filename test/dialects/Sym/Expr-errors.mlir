// Errors in expressions and facts point at the token that is wrong.
// RUN: not relax-opt %s --split-input-file 2>&1 | FileCheck %s --strict-whitespace

// CHECK: [[@LINE+3]]:38: error: expected a symbol, an integer or '('
// CHECK-NEXT: {{^}}relax.func @f(%x: !relax.tensor<[n + ], f32>) {
// CHECK-NEXT: {{^}}                                     ^
relax.func @f(%x: !relax.tensor<[n + ], f32>) {
  relax.return
}

// -----

// CHECK: [[@LINE+3]]:34: error: expected a symbol, got the reserved word 'likely'
// CHECK-NEXT: {{^}}relax.func @f(%x: !relax.tensor<[likely], f32>) {
// CHECK-NEXT: {{^}}                                 ^
relax.func @f(%x: !relax.tensor<[likely], f32>) {
  relax.return
}

// -----

// The generic form of values: `_0` is never a symbol.
// CHECK: [[@LINE+3]]:37: error: expected a symbol, got the reserved word '_0'
// CHECK-NEXT: {{^}}relax.func @f(%x: !relax.tensor<[n, _0], f32>) {
// CHECK-NEXT: {{^}}                                    ^
relax.func @f(%x: !relax.tensor<[n, _0], f32>) {
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:34: error: symbol 'a.b' must not contain '.' or '$'
relax.func @f(%x: !relax.tensor<[a.b], f32>) {
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:38: error: expected '(' after 'min' or 'max'
relax.func @f(%x: !relax.tensor<[min n], f32>) {
  relax.return
}

// -----

// CHECK: [[@LINE+2]]:48: error: custom op 'relax.call_tir' expected ',' between the operands of 'min' or 'max'
relax.func @f(%x: !relax.tensor<[n], f32>) {
  %0 = relax.call_tir @k(%x) symbols (m = min(n)) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

// CHECK: [[@LINE+2]]:52: error: custom op 'relax.call_tir' expected ')'
relax.func @f(%x: !relax.tensor<[n], f32>) {
  %0 = relax.call_tir @k(%x) symbols (m = min(n, n : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:34: error: a sum over entries of what names no table: expected the domain
relax.func @f(%x: !relax.tensor<[sum(len + 1)], f32>) {
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:37: error: a table has one or two indices
relax.func @f(%x: !relax.tensor<[b, len[i, j, k]], f32>) {
  relax.return
}

// -----

// Divisors are positive.
// CHECK: [[@LINE+3]]:48: error: expected a divisor of at least 1, got 0
// CHECK-NEXT: {{^}}relax.func @f(%x: !relax.tensor<[n, n floordiv 0], f32>) {
// CHECK-NEXT: {{^}}                                               ^
relax.func @f(%x: !relax.tensor<[n, n floordiv 0], f32>) {
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:43: error: expected a divisor of at least 1, got -2
relax.func @f(%x: !relax.tensor<[n, n mod -2], f32>) {
  relax.return
}

// -----

// Coefficients have 64 bits; more is an error at the place, never a wrap.
// CHECK: [[@LINE+1]]:37: error: value exceeds 64 bits
relax.func @f(%x: !relax.tensor<[n, 9223372036854775807 * n + n], f32>) {
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:34: error: integer value too large
relax.func @f(%x: !relax.tensor<[9223372036854775808], f32>) {
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:36: error: expected ']'
relax.func @f(%x: !relax.tensor<[n m], f32>) {
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:53: error: custom op 'relax.func' expected '==', '<=', '<', '>=', '>' or 'in'
relax.func @f(%x: !relax.tensor<[n], f32>) where (n ) {
  relax.return
}

// -----

// CHECK: [[@LINE+3]]:53: error: custom op 'relax.func' expected '==', got '='
// CHECK-NEXT: {{^}}relax.func @f(%x: !relax.tensor<[n], f32>) where (n = 4) {
// CHECK-NEXT: {{^}}                                                    ^
relax.func @f(%x: !relax.tensor<[n], f32>) where (n = 4) {
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:57: error: custom op 'relax.func' expected an extent (an integer of at least 0)
relax.func @f(%x: !relax.tensor<[n], f32>) where (n in {-1}) {
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:56: error: custom op 'relax.func' expected '{' after 'in'
relax.func @f(%x: !relax.tensor<[n], f32>) where (n in 4) {
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:59: error: custom op 'relax.func' expected ',' or '}'
relax.func @f(%x: !relax.tensor<[n], f32>) where (n in {1 2}) {
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:60: error: custom op 'relax.func' expected '==' or 'in' in a 'likely' fact
relax.func @f(%x: !relax.tensor<[n], f32>) where (likely n <= 4) {
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:63: error: custom op 'relax.func' expected an integer in a 'likely' fact
relax.func @f(%x: !relax.tensor<[n], f32>) where (likely n == n) {
  relax.return
}

// -----

// The generic form of facts.
// CHECK: [[@LINE+1]]:79: error: expected 'le', 'eq' or 'in'
"relax.func"() <{sym_name = "f", function_type = () -> (), facts = [#sym.fact<lt 1, 2>]}> ({
  "relax.return"() : () -> ()
}) : () -> ()

// -----

// CHECK: error: expected a symbol before the alternatives
"relax.func"() <{sym_name = "f", function_type = () -> (), facts = [#sym.fact<in 2 * n, {1}>]}> ({
  "relax.return"() : () -> ()
}) : () -> ()

// -----

// CHECK: error: alternatives must ascend
"relax.func"() <{sym_name = "f", function_type = () -> (), facts = [#sym.fact<in n, {2, 1}>]}> ({
  "relax.return"() : () -> ()
}) : () -> ()

// -----

// CHECK: error: expected an extent (an integer of at least 0)
"relax.func"() <{sym_name = "f", function_type = () -> (), facts = [#sym.fact<in n, {m}>]}> ({
  "relax.return"() : () -> ()
}) : () -> ()

// -----

// CHECK: error: expected an extent (an integer of at least 0)
"relax.func"() <{sym_name = "f", function_type = () -> (), facts = [#sym.fact<in n, {-1}>]}> ({
  "relax.return"() : () -> ()
}) : () -> ()

// -----

// CHECK: [[@LINE+1]]:37: error: an extent cannot be negative
relax.func @f(%x: !relax.tensor<[n, 2 - 3], f32>) {
  relax.return
}

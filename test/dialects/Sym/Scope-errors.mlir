// RUN: relax-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// One definer
//===----------------------------------------------------------------------===//

// expected-note@+2 {{first bound here}}
// expected-error@+1 {{symbol 'n' is bound twice in one function}}
relax.func @argument_and_clause(%x: !relax.tensor<[n], f32>) symbols (n) {
  relax.return
}

// -----

// expected-note@+2 {{first bound here}}
// expected-error@+1 {{symbol 'k' is bound twice in one function}}
relax.func @clause_twice(%x: !relax.tensor<[n], f32>) symbols (k, k) {
  relax.return
}

// -----

// expected-note@+2 {{first bound here}}
// expected-error@+1 {{symbol 'n' is bound twice in one function}}
relax.func private @argument_and_binds(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> binds (n) {
  relax.return %x : !relax.tensor<[n], f32>
}

// -----

relax.func @operation_and_argument(
    // expected-note@+1 {{first bound here}}
    %n: !relax.tensor<[n], f32>,
    %x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{symbol 'n' is bound twice in one function}}
  %0 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[n], f32> binds (n)
  relax.return
}

// -----

relax.func @operations(%x: !relax.tensor<[?], f32>) {
  // expected-note@+1 {{first bound here}}
  %0 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k)
  // expected-error@+1 {{symbol 'k' is bound twice in one function}}
  %1 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k)
  relax.return
}

// -----

// The function's own name for a result's extent is taken, too.
// expected-note@+1 {{first bound here}}
relax.func private @own_binds(%x: !relax.tensor<[?], f32>) -> !relax.tensor<[k], f32> binds (k) {
  // expected-error@+1 {{symbol 'k' is bound twice in one function}}
  %0 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k)
  relax.return %0 : !relax.tensor<[k], f32>
}

// -----

//===----------------------------------------------------------------------===//
// Bound at all
//===----------------------------------------------------------------------===//

// A composite dim defines nothing.
// expected-error@+1 {{symbol 'n' in an argument type is not bound: a bare dimension of an argument, 'symbols (n)' or 'binds (n)' defines it}}
relax.func @composite(%x: !relax.tensor<[2 * n], f32>) {
  relax.return
}

// -----

relax.func @second_argument(%x: !relax.tensor<[n], f32>,
    // expected-error@+1 {{symbol 'm' in an argument type is not bound}}
    %y: !relax.tensor<[n * m], f32>) {
  relax.return
}

// -----

// expected-error@+1 {{symbol 'k' in a result type is not bound}}
relax.func private @result(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[k], f32> {
  relax.return %x : !relax.tensor<[n], f32>
}

// -----

// expected-error@+1 {{symbol 'm' in a fact is not bound}}
relax.func @fact(%x: !relax.tensor<[n], f32>) where (n <= m) {
  relax.return
}

// -----

// What only the result knows, the argument does not.
// expected-error@+1 {{symbol 'k' in an argument type is not bound}}
relax.func private @argument_of_result(%x: !relax.tensor<[2 * k], f32>) -> !relax.tensor<[k], f32> binds (k) {
  relax.return %x : !relax.tensor<[2 * k], f32>
}

// -----

relax.func @later(%x: !relax.tensor<[?], f32>, %y: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{symbol 'j' in an attribute is not bound}}
  %0 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k) where (k <= j)
  %1 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[j], f32> binds (j)
  relax.return
}

// -----

//===----------------------------------------------------------------------===//
// Symbols flow along SSA edges
//===----------------------------------------------------------------------===//

relax.func @no_operand(
    // expected-note@+1 {{bound here}}
    %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.match_cast' op symbol 'n' in a result type comes from no operand and is not in 'binds (...)'}}
  %0 = relax.match_cast %y : !relax.tensor<[?], f32> to !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @no_operand_of_bound(%x: !relax.tensor<[?], f32>) {
  // expected-note@+1 {{bound here}}
  %0 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k)
  // expected-error@+1 {{'relax.match_cast' op symbol 'k' in a result type comes from no operand}}
  %1 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[2 * k], f32>
  relax.return
}

// -----

relax.func @unknown_symbol(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.reshape' op symbol 'q' in a result type comes from no operand and is not in 'binds (...)'}}
  %0 = relax.reshape %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[q], f32>
  relax.return
}

// -----

// Facts and other attributes are uses like types.
relax.func @flow_into_fact(
    // expected-note@+1 {{bound here}}
    %n: !relax.tensor<[n], f32>, %x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.match_cast' op symbol 'n' in an attribute comes from no operand and is not in 'binds (...)'}}
  %0 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k) where (k <= n)
  relax.return
}

// -----

tir.func @k(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) symbols (s) {
  tir.return
}
relax.func @flow_into_symbols(
    // expected-note@+1 {{bound here}}
    %m: !relax.tensor<[m], f32>, %x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.call_tir' op symbol 'm' in an attribute comes from no operand}}
  %0 = relax.call_tir @k(%x) symbols (s = m + 1) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

//===----------------------------------------------------------------------===//
// What binds is an extent that is found
//===----------------------------------------------------------------------===//

relax.func @composite_binder(%x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.match_cast' op binds 'k', which is no bare dimension of a result type}}
  %0 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[2 * k], f32> binds (k)
  relax.return
}

// -----

relax.func @absent_binder(%x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.match_cast' op binds 'j', which is no bare dimension of a result type}}
  %0 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[4], f32> binds (j)
  relax.return
}

// -----

// expected-error@+1 {{'relax.func' op binds 'k', which is no bare dimension of a result type}}
relax.func private @composite_result(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[2 * k], f32> binds (k) {
  relax.return %x : !relax.tensor<[n], f32>
}

// -----

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

// expected-error@+1 {{'_0' is reserved and cannot name a symbol}}
relax.func @operand_name(%x: !relax.tensor<[n], f32>) symbols (_0) {
  relax.return
}

// -----

// expected-error@+1 {{'min' is reserved and cannot name a symbol}}
relax.func @word(%x: !relax.tensor<[n], f32>) symbols (min) {
  relax.return
}

// -----

relax.func @bound_word(%x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'likely' is reserved and cannot name a symbol}}
  %0 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (likely)
  relax.return
}

// -----

// The generic form names nothing that ours could not print.
relax.func @generic_word(%x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.match_cast' op 'binds': 'mod' cannot name a symbol}}
  %0 = "relax.match_cast"(%x) <{binds = ["mod"]}> : (!relax.tensor<[?], f32>) -> !relax.tensor<[4], f32>
  relax.return
}

// -----

relax.func @generic_text(%x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.match_cast' op 'binds': 'a-b' cannot name a symbol}}
  %0 = "relax.match_cast"(%x) <{binds = ["a-b"]}> : (!relax.tensor<[?], f32>) -> !relax.tensor<[4], f32>
  relax.return
}

// -----

relax.func @generic_empty(%x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.match_cast' op 'binds': '' cannot name a symbol}}
  %0 = "relax.match_cast"(%x) <{binds = [""]}> : (!relax.tensor<[?], f32>) -> !relax.tensor<[4], f32>
  relax.return
}

// -----

relax.func @generic_number(%x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.match_cast' op 'binds': expected names}}
  %0 = "relax.match_cast"(%x) <{binds = [1]}> : (!relax.tensor<[?], f32>) -> !relax.tensor<[4], f32>
  relax.return
}

// -----

relax.func @generic_facts(%x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.match_cast' op 'facts': expected facts}}
  %0 = "relax.match_cast"(%x) <{facts = ["1 <= n"]}> : (!relax.tensor<[?], f32>) -> !relax.tensor<[4], f32>
  relax.return
}

// -----

// expected-error@+1 {{'relax.func' op 'facts': expected facts}}
"relax.func"() <{sym_name = "f", function_type = () -> (), facts = [3 : i64]}> ({
  "relax.return"() : () -> ()
}) : () -> ()

// The symbol rules of docs/language/symbols.md where there are regions. Which test refuses what, for all seven rules:
//
//   1 one definer                         Scope-errors.mlir, "One definer"; here @sibling to @shadow
//   2 symbols flow along SSA edges        Scope-errors.mlir, "flow"; here @from_nowhere to @isolated
//   3 regions: bind or use                @shadow, @not_in_scope; where: @outside to @invariant_outside
//     one substitution for what enters    @initial to @yield_unknown; another for results: @result to @result_two
//   4 names are local, types compare      Relax/Function-errors.mlir, calls; here @call_in_region
//   5 normal form only, no prover         Relax/Function-errors.mlir, Elementwise-errors.mlir; here @equal_by_fact
//   6 facts are over what is bound        Scope-errors.mlir, @fact, @later; at calls Transforms/DeduceCalls.mlir;
//                                         at the boundary e2e/boundary.test and unit/InterpreterFunction.c
//   7 versions                            Relax/ControlFlow-errors.mlir; here @isolated, @guard_from_nowhere
//
// RUN: relax-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// 1: one definer, regions included
//===----------------------------------------------------------------------===//

relax.func @sibling(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[?], f32>) {
  relax.if %p {
    // expected-note@+1 {{first bound here}}
    %0 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k)
    relax.yield
  } else {
    // expected-error@+1 {{symbol 'k' is bound twice in one function}}
    %1 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k)
    relax.yield
  }
  relax.return
}

// -----

relax.func @after(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[?], f32>) {
  // expected-note@+1 {{first bound here}}
  relax.while (%a: !relax.tensor<[t], f32> = %x) : (!relax.tensor<[?], f32>) -> !relax.tensor<[?], f32> {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[t], f32>
  }
  // expected-error@+1 {{symbol 't' is bound twice in one function}}
  %0 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[t], f32> binds (t)
  relax.return
}

// -----

relax.func @two_loops(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[?], f32>) {
  // expected-note@+1 {{first bound here}}
  relax.while (%a: !relax.tensor<[t], f32> = %x) : (!relax.tensor<[?], f32>) -> !relax.tensor<[?], f32> {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[t], f32>
  }
  // expected-error@+1 {{symbol 't' is bound twice in one function}}
  relax.while (%a: !relax.tensor<[t], f32> = %x) : (!relax.tensor<[?], f32>) -> !relax.tensor<[?], f32> {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[t], f32>
  }
  relax.return
}

// -----

// The region's symbol and the operation's own are two.
relax.func @own_binds(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>) {
  // expected-note@+2 {{first bound here}}
  // expected-error@+1 {{symbol 't' is bound twice in one function}}
  relax.while (%a: !relax.tensor<[t], f32> = %x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[t], f32> binds (t) {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[t], f32>
  }
  relax.return
}

// -----

relax.func @inner(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[?], f32>,
    // expected-note@+1 {{first bound here}}
    %n: !relax.tensor<[n], f32>) {
  relax.if %p {
    // expected-error@+1 {{symbol 'n' is bound twice in one function}}
    %0 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[n], f32> binds (n)
    relax.yield
  } else {
    relax.yield
  }
  relax.return
}

// -----

// No shadowing: `m` is in scope, so it is a use here, and nothing brings it along.
relax.func @shadow(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>,
    // expected-note@+1 {{bound here}}
    %y: !relax.tensor<[m], f32>) {
  // expected-error@+1 {{'relax.while' op symbol 'm' in the type of a region's argument comes from no operand: to bind one here, take a name that the function does not have yet}}
  relax.while (%a: !relax.tensor<[m], f32> = %x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[m], f32>
  }
  relax.return
}

// -----

//===----------------------------------------------------------------------===//
// 2: symbols flow along SSA edges; captured values count
//===----------------------------------------------------------------------===//

relax.func @from_nowhere(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[?], f32>,
    // expected-note@+1 {{bound here}}
    %n: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.if' op symbol 'n' in a result type comes from no operand and is not in 'binds (...)'}}
  %0 = relax.if %p -> !relax.tensor<[n], f32> {
    %1 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[4], f32>
    relax.yield %1 : !relax.tensor<[4], f32>
  } else {
    relax.yield %x : !relax.tensor<[?], f32>
  }
  relax.return
}

// -----

relax.func @fact_from_nowhere(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[?], f32>,
    // expected-note@+1 {{bound here}}
    %n: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.if' op symbol 'n' in an attribute comes from no operand and is not in 'binds (...)'}}
  %0 = relax.if %p -> !relax.tensor<[e], f32> binds (e) where (e <= n) {
    relax.yield %x : !relax.tensor<[?], f32>
  } else {
    relax.yield %x : !relax.tensor<[?], f32>
  }
  relax.return
}

// -----

relax.func @invariant_from_nowhere(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[?], f32>,
    // expected-note@+1 {{bound here}}
    %n: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.while' op symbol 'n' in an attribute comes from no operand and is not in 'binds (...)'}}
  relax.while (%a: !relax.tensor<[t], f32> = %x) : (!relax.tensor<[?], f32>) -> !relax.tensor<[?], f32> where (t <= n) {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[t], f32>
  }
  relax.return
}

// -----

relax.func @guard_from_nowhere(%x: !relax.tensor<[?], f32>,
    // expected-note@+1 {{bound here}}
    %n: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.dispatch' op symbol 'n' in an attribute comes from no operand and is not in 'binds (...)'}}
  %0 = relax.dispatch (%x) : (!relax.tensor<[?], f32>) -> !relax.tensor<[?], f32> {
    when (n == 4) (%a: !relax.tensor<[?], f32>) { relax.yield %a : !relax.tensor<[?], f32> }
    else (%a: !relax.tensor<[?], f32>) { relax.yield %a : !relax.tensor<[?], f32> }
  }
  relax.return
}

// -----

// An operation in a region, too.
relax.func @inner_flow(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[?], f32>,
    // expected-note@+1 {{bound here}}
    %n: !relax.tensor<[n], f32>) {
  relax.if %p {
    // expected-error@+1 {{'relax.match_cast' op symbol 'n' in a result type comes from no operand and is not in 'binds (...)'}}
    %0 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[n], f32>
    relax.yield
  } else {
    relax.yield
  }
  relax.return
}

// -----

relax.func @isolated(%x: !relax.tensor<[n], f32>) {
  %0 = relax.dispatch (%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
    else (%a: !relax.tensor<[n], f32>) {
      // expected-error@+1 {{use of undeclared SSA value name}}
      %b = relax.add %a, %x : !relax.tensor<[n], f32>
      relax.yield %b : !relax.tensor<[n], f32>
    }
  }
  relax.return
}

// -----

//===----------------------------------------------------------------------===//
// 3: regions
//===----------------------------------------------------------------------===//

// Only a bare dimension binds.
relax.func @not_in_scope(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{symbol 't' in the type of a region's argument is not bound: a bare dimension of an argument, 'symbols (t)' or 'binds (t)' defines it}}
  relax.while (%a: !relax.tensor<[2 * t], f32> = %x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[2 * t], f32>
  }
  relax.return
}

// -----

relax.func @outside(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>) {
  // expected-note@+2 {{bound here}}
  // expected-error@+1 {{'relax.while' op symbol 't' in a result type is bound inside of a region of 'relax.while' and does not hold outside: give the result a symbol of its own by 'binds (...)', or '?'}}
  relax.while (%a: !relax.tensor<[t], f32> = %x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[t], f32> {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[t], f32>
  }
  relax.return
}

// -----

relax.func @outside_of_binder(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.if' op symbol 'k' in a result type is bound inside of a region of 'relax.if' and does not hold outside}}
  %0 = relax.if %p -> !relax.tensor<[k], f32> {
    // expected-note@+1 {{bound here}}
    %1 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k)
    relax.yield %1 : !relax.tensor<[k], f32>
  } else {
    relax.yield %x : !relax.tensor<[?], f32>
  }
  relax.return
}

// -----

// What the condition binds, the body does not have.
relax.func @between_regions(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[?], f32>) {
  relax.while (%a: !relax.tensor<[?], f32> = %x) : (!relax.tensor<[?], f32>) -> !relax.tensor<[?], f32> {
    // expected-note@+1 {{bound here}}
    %0 = relax.match_cast %a : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k)
    relax.condition %p
  } do {
    // expected-error@+1 {{'relax.match_cast' op symbol 'k' in a result type is bound inside of a region of 'relax.while' and does not hold outside}}
    %1 = relax.match_cast %a : !relax.tensor<[?], f32> to !relax.tensor<[k], f32>
    relax.yield %a : !relax.tensor<[?], f32>
  }
  relax.return
}

// -----

relax.func @ensures_inside(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>) {
  // expected-note@+2 {{bound here}}
  // expected-error@+1 {{symbol 't' in an attribute is bound inside of a region of 'relax.while' and does not hold outside}}
  relax.while (%a: !relax.tensor<[t], f32> = %x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[e], f32> binds (e) ensures (t <= e) {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[t], f32>
  }
  relax.return
}

// -----

relax.func @invariant_outside(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{symbol 'e' in an attribute is not bound}}
  relax.while (%a: !relax.tensor<[t], f32> = %x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[e], f32> binds (e) where (t <= e) {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[t], f32>
  }
  relax.return
}

// -----

// One substitution for all initial values.
relax.func @initial(%p: !relax.tensor<[], i1>,
    // expected-note@+1 {{symbol 'n' is bound here}}
    %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) {
  // expected-error@+1 {{'relax.while' op initial value 1: expected !relax.tensor<[n], f32>, got !relax.tensor<[m], f32>; if they are equal, say so with 'relax.match_cast'}}
  relax.while (%a: !relax.tensor<[t], f32> = %x, %b: !relax.tensor<[t], f32> = %y) : (!relax.tensor<[n], f32>, !relax.tensor<[m], f32>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>) {
    relax.condition %p
  } do {
    relax.yield %a, %b : !relax.tensor<[t], f32>, !relax.tensor<[t], f32>
  }
  relax.return
}

// -----

// Nobody checks that two unknown extents are equal.
relax.func @initial_unknown(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[?, ?], f32>) {
  // expected-error@+1 {{'relax.while' op initial value 0: expected !relax.tensor<[?, ?], f32>, got !relax.tensor<[?, ?], f32>; if they are equal, say so with 'relax.match_cast'}}
  relax.while (%a: !relax.tensor<[t, t], f32> = %x) : (!relax.tensor<[?, ?], f32>) -> !relax.tensor<[?, ?], f32> {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[t, t], f32>
  }
  relax.return
}

// -----

// Another one for what goes round: `t := t + 1`.
relax.func @yield(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n, n], f32>, %row: !relax.tensor<[1, n], f32>) {
  // expected-note@+1 {{symbol 't' is bound here}}
  relax.while (%a: !relax.tensor<[t, t], f32> = %x) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[?, ?], f32> {
    relax.condition %p
  } do {
    %b = relax.concat %a, %a axis 0 : (!relax.tensor<[t, t], f32>, !relax.tensor<[t, t], f32>) -> !relax.tensor<[2 * t, t], f32>
    // expected-error@+1 {{'relax.yield' op value 0: expected !relax.tensor<[2 * t, 2 * t], f32>, got !relax.tensor<[2 * t, t], f32>; if they are equal, say so with 'relax.match_cast'}}
    relax.yield %b : !relax.tensor<[2 * t, t], f32>
  }
  relax.return
}

// -----

// A use stays what it is in every round.
relax.func @yield_use(%p: !relax.tensor<[], i1>,
    // expected-note@+1 {{symbol 'n' is bound here}}
    %x: !relax.tensor<[n], f32>) {
  relax.while (%a: !relax.tensor<[n], f32> = %x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
    relax.condition %p
  } do {
    %b = relax.concat %a, %a axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[2 * n], f32>
    // expected-error@+1 {{'relax.yield' op value 0: expected !relax.tensor<[n], f32>, got !relax.tensor<[2 * n], f32>}}
    relax.yield %b : !relax.tensor<[2 * n], f32>
  }
  relax.return
}

// -----

relax.func @yield_unknown(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[4], f32>, %y: !relax.tensor<[?, 1], f32>) {
  relax.while (%a: !relax.tensor<[4], f32> = %x) : (!relax.tensor<[4], f32>) -> !relax.tensor<[4], f32> {
    relax.condition %p
  } do {
    // expected-error@+1 {{'relax.yield' op value 0: expected !relax.tensor<[4], f32>, got !relax.tensor<[?, 1], f32>}}
    relax.yield %y : !relax.tensor<[?, 1], f32>
  }
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @yield_overflow(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n, 4 * n], f32>, %y: !relax.tensor<[4611686018427387904 * n, n], f32>) {
  relax.while (%a: !relax.tensor<[t, 4 * t], f32> = %x) : (!relax.tensor<[n, 4 * n], f32>) -> !relax.tensor<[?, ?], f32> {
    relax.condition %p
  } do {
    // expected-error@+1 {{'relax.yield' op value 0: cannot compute the expected type, got !relax.tensor<[4611686018427387904 * n, n], f32>: value exceeds 64 bits}}
    relax.yield %y : !relax.tensor<[4611686018427387904 * n, n], f32>
  }
  relax.return
}

// -----

// Results: a third one, onto symbols of the operation's own `binds`, or `?`.
relax.func @result(%p: !relax.tensor<[], i1>,
    // expected-note@+1 {{symbol 'n' is bound here}}
    %x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.while' op result 0: expected !relax.tensor<[?], f32>, got !relax.tensor<[n], f32>}}
  relax.while (%a: !relax.tensor<[t], f32> = %x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[t], f32>
  }
  relax.return
}

// -----

relax.func @result_composite(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n, 2 * n], f32>) {
  // expected-error@+1 {{'relax.while' op result 0: expected !relax.tensor<[e, 2 * e], f32>, got !relax.tensor<[e, e], f32>}}
  relax.while (%a: !relax.tensor<[t, 2 * t], f32> = %x) : (!relax.tensor<[n, 2 * n], f32>) -> !relax.tensor<[e, e], f32> binds (e) {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[t, 2 * t], f32>
  }
  relax.return
}

// -----

// One region yields two extents for one symbol.
relax.func @result_two(%p: !relax.tensor<[], i1>,
    // expected-note@+1 {{symbol 'n' is bound here}}
    %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) {
  %0:2 = relax.if %p -> (!relax.tensor<[e], f32>, !relax.tensor<[e], f32>) binds (e) {
    relax.yield %y, %y : !relax.tensor<[m], f32>, !relax.tensor<[m], f32>
  } else {
    // expected-error@+1 {{'relax.yield' op value 1: expected !relax.tensor<[n], f32>, got !relax.tensor<[m], f32>}}
    relax.yield %x, %y : !relax.tensor<[n], f32>, !relax.tensor<[m], f32>
  }
  relax.return
}

// -----

//===----------------------------------------------------------------------===//
// 4 and 5: names are local, and normal form alone decides
//===----------------------------------------------------------------------===//

relax.func private @square(%x: !relax.tensor<[r, r], f32>) {
  relax.return
}
relax.func @call_in_region(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n, 4], f32>) {
  // expected-note@+1 {{symbol 't' is bound here}}
  relax.while (%a: !relax.tensor<[t, 4], f32> = %x) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[?, 4], f32> {
    relax.condition %p
  } do {
    %b = relax.concat %a, %a axis 1 : (!relax.tensor<[t, 4], f32>, !relax.tensor<[t, 4], f32>) -> !relax.tensor<[t, 8], f32>
    // A check could show that t is 4 or 8; no rank 3 is a square.
    relax.call @square(%b) : (!relax.tensor<[t, 8], f32>) -> ()
    %c = relax.reshape %b : (!relax.tensor<[t, 8], f32>) -> !relax.tensor<[t, 2, 4], f32>
    // expected-error@+1 {{'relax.call' op operand 0: expected !relax.tensor<[r, r], f32>, got !relax.tensor<[t, 2, 4], f32>}}
    relax.call @square(%c) : (!relax.tensor<[t, 2, 4], f32>) -> ()
    relax.yield %a : !relax.tensor<[t, 4], f32>
  }
  relax.return
}

// -----

// A fact makes no text valid: the verifier does not use it.
relax.func @equal_by_fact(%p: !relax.tensor<[], i1>,
    // expected-note@+1 {{symbol 'm' is bound here}}
    %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) where (n == m) {
  %0 = relax.if %p -> !relax.tensor<[n], f32> {
    relax.yield %x : !relax.tensor<[n], f32>
  } else {
    // expected-error@+1 {{'relax.yield' op value 0: expected !relax.tensor<[n], f32>, got !relax.tensor<[m], f32>}}
    relax.yield %y : !relax.tensor<[m], f32>
  }
  relax.return
}

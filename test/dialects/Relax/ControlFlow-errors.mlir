// What branches, loops and versions refuse; their symbols: Sym/Region-errors.mlir.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

relax.func @condition(%p: !relax.tensor<[1], i1>) {
  // expected-error@+1 {{'relax.if' op operand #0 must be a single i1, '!relax.tensor<[], i1>'}}
  "relax.if"(%p) ({ "relax.yield"() : () -> () }, { "relax.yield"() : () -> () }) : (!relax.tensor<[1], i1>) -> ()
  relax.return
}

// -----

relax.func @if_count(%p: !relax.tensor<[], i1>) {
  %0 = relax.if %p -> !relax.tensor<[], i1> {
    // expected-error@+1 {{'relax.yield' op the first region: expected 1 values, got 2}}
    relax.yield %p, %p : !relax.tensor<[], i1>, !relax.tensor<[], i1>
  } else {
    relax.yield %p : !relax.tensor<[], i1>
  }
  relax.return
}

// -----

relax.func @if_end(%p: !relax.tensor<[], i1>) {
  // expected-error@+1 {{'relax.if' op the 'else' region: expected 'relax.yield' at the end}}
  relax.if %p {
    relax.yield
  } else {
    %0 = relax.constant dense<1> : tensor<i8>
  }
  relax.return
}

// -----

relax.func @if_arguments(%p: !relax.tensor<[], i1>) {
  // expected-error@+1 {{'relax.if' op the first region: expected 0 arguments, got 1}}
  "relax.if"(%p) ({
  ^bb0(%a: !relax.tensor<[], i1>):
    "relax.yield"() : () -> ()
  }, {
    "relax.yield"() : () -> ()
  }) : (!relax.tensor<[], i1>) -> ()
  relax.return
}

// -----

relax.func @if_type(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[1], f32>) {
  %0 = relax.if %p -> !relax.tensor<[2], f32> {
    // expected-error@+1 {{'relax.yield' op value 0: expected !relax.tensor<[2], f32>, got !relax.tensor<[1], f32>}}
    relax.yield %x : !relax.tensor<[1], f32>
  } else {
    relax.yield %x : !relax.tensor<[1], f32>
  }
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @if_overflow(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[4611686018427387904 * n], i8>, %n: !relax.tensor<[n], i8>) {
  %0:2 = relax.if %p -> (!relax.tensor<[e], i8>, !relax.tensor<[4 * e], i8>) binds (e) {
    // expected-error@+1 {{'relax.yield' op value 1: cannot compute the expected type, got !relax.tensor<[4611686018427387904 * n], i8>: value exceeds 64 bits}}
    relax.yield %x, %x : !relax.tensor<[4611686018427387904 * n], i8>, !relax.tensor<[4611686018427387904 * n], i8>
  } else {
    relax.yield %n, %n : !relax.tensor<[n], i8>, !relax.tensor<[n], i8>
  }
  relax.return
}

// -----

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

relax.func @while_condition(%p: !relax.tensor<[], i1>) {
  // expected-error@+1 {{'relax.while' op the condition: expected 'relax.condition' at the end}}
  relax.while () : () -> () {
    relax.yield
  } do {
    relax.yield
  }
  relax.return
}

// -----

relax.func @while_body(%p: !relax.tensor<[], i1>) {
  // expected-error@+1 {{'relax.while' op the body: expected 'relax.yield' at the end}}
  relax.while () : () -> () {
    relax.condition %p
  } do {
    relax.condition %p
  }
  relax.return
}

// -----

relax.func @while_results(%p: !relax.tensor<[], i1>) {
  // expected-error@+1 {{'relax.while' op has 1 initial values, but 0 results}}
  relax.while (%a: !relax.tensor<[], i1> = %p) : (!relax.tensor<[], i1>) -> () {
    relax.condition %a
  } do {
    relax.yield %a : !relax.tensor<[], i1>
  }
  relax.return
}

// -----

relax.func @while_values(%p: !relax.tensor<[], i1>) {
  %0 = relax.while (%a: !relax.tensor<[], i1> = %p) : (!relax.tensor<[], i1>) -> !relax.tensor<[], i1> {
    relax.condition %a
  } do {
    // expected-error@+1 {{'relax.yield' op the body: expected 1 values, got 0}}
    relax.yield
  }
  relax.return
}

// -----

relax.func @while_arguments(%p: !relax.tensor<[], i1>) {
  // expected-error@+1 {{'relax.while' op the body: expected 1 arguments, got 0}}
  %0 = "relax.while"(%p) ({
  ^bb0(%a: !relax.tensor<[], i1>):
    "relax.condition"(%a) : (!relax.tensor<[], i1>) -> ()
  }, {
    "relax.yield"(%p) : (!relax.tensor<[], i1>) -> ()
  }) : (!relax.tensor<[], i1>) -> !relax.tensor<[], i1>
  relax.return
}

// -----

relax.func @while_types(%p: !relax.tensor<[], i1>) {
  // expected-error@+1 {{'relax.while' op argument 0: the condition and the body have different types for it}}
  %0 = "relax.while"(%p) ({
  ^bb0(%a: !relax.tensor<[], i1>):
    "relax.condition"(%a) : (!relax.tensor<[], i1>) -> ()
  }, {
  ^bb0(%a: !relax.tensor<*, i1>):
    "relax.yield"(%p) : (!relax.tensor<[], i1>) -> ()
  }) : (!relax.tensor<[], i1>) -> !relax.tensor<[], i1>
  relax.return
}

// -----

relax.func @while_invariant(%p: !relax.tensor<[], i1>) {
  // expected-error@+1 {{'relax.while' op attribute 'invariant' failed to satisfy constraint: facts}}
  "relax.while"() <{invariant = [1 : i64]}> ({
    "relax.condition"(%p) : (!relax.tensor<[], i1>) -> ()
  }, {
    "relax.yield"() : () -> ()
  }) : () -> ()
  relax.return
}

// -----

relax.func @while_do(%p: !relax.tensor<[], i1>) {
  relax.while () : () -> () {
    relax.condition %p
  }
  // expected-error@+1 {{custom op 'relax.while' expected 'do'}}
  relax.return
}

// -----

//===----------------------------------------------------------------------===//
// dispatch
//===----------------------------------------------------------------------===//

relax.func @dispatch_else(%x: !relax.tensor<[n], f32>) {
  relax.dispatch (%x) : (!relax.tensor<[n], f32>) -> () {
    when (n == 1) (%a: !relax.tensor<[n], f32>) { relax.yield }
  // expected-error@+1 {{expected 'else' or 'when'}}
  }
  relax.return
}

// -----

relax.func @dispatch_guards(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.dispatch' op has 1 guards and 1 arms: expected one arm more, the 'else'}}
  "relax.dispatch"(%x) <{guards = [[]]}> ({
  ^bb0(%a: !relax.tensor<[n], f32>):
    "relax.yield"() : () -> ()
  }) : (!relax.tensor<[n], f32>) -> ()
  relax.return
}

// -----

relax.func @dispatch_facts(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.dispatch' op attribute 'guards' failed to satisfy constraint: lists of facts}}
  "relax.dispatch"(%x) <{guards = [1 : i64]}> ({
  ^bb0(%a: !relax.tensor<[n], f32>):
    "relax.yield"() : () -> ()
  }) : (!relax.tensor<[n], f32>) -> ()
  relax.return
}

// -----

relax.func @dispatch_arguments(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.dispatch' op arm 0: expected 1 arguments, got 0}}
  relax.dispatch (%x) : (!relax.tensor<[n], f32>) -> () {
    when (n == 1) () { relax.yield }
    else (%a: !relax.tensor<[n], f32>) { relax.yield }
  }
  relax.return
}

// -----

// The guard says nothing of the kind.
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @dispatch_refined(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.dispatch' op arm 0, argument 0: expected !relax.tensor<[n], f32>, got !relax.tensor<[128], f32>}}
  relax.dispatch (%x) : (!relax.tensor<[n], f32>) -> () {
    when (n <= 128) (%a: !relax.tensor<[128], f32>) { relax.yield }
    else (%a: !relax.tensor<[n], f32>) { relax.yield }
  }
  relax.return
}

// -----

// What an arm's guard says is not said in the next one.
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @dispatch_else_argument(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.dispatch' op the 'else' arm, argument 0: expected !relax.tensor<[n], f32>, got !relax.tensor<[128], f32>}}
  relax.dispatch (%x) : (!relax.tensor<[n], f32>) -> () {
    when (n == 128) (%a: !relax.tensor<[128], f32>) { relax.yield }
    else (%a: !relax.tensor<[128], f32>) { relax.yield }
  }
  relax.return
}

// -----

// A hint says nothing at all.
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @dispatch_likely(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.dispatch' op arm 0, argument 0: expected !relax.tensor<[n], f32>, got !relax.tensor<[128], f32>}}
  relax.dispatch (%x) : (!relax.tensor<[n], f32>) -> () {
    when (likely n == 128) (%a: !relax.tensor<[128], f32>) { relax.yield }
    else (%a: !relax.tensor<[n], f32>) { relax.yield }
  }
  relax.return
}

// -----

relax.func @dispatch_yield(
    // expected-note@+1 {{symbol 'n' is bound here}}
    %x: !relax.tensor<[n], f32>) {
  %0 = relax.dispatch (%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
    when (n == 128) (%a: !relax.tensor<[128], f32>) { relax.yield %a : !relax.tensor<[128], f32> }
    else (%a: !relax.tensor<[n], f32>) {
      %b = relax.constant dense<1.0> : tensor<128xf32>
      // expected-error@+1 {{'relax.yield' op value 0: expected !relax.tensor<[n], f32>, got !relax.tensor<[128], f32>}}
      relax.yield %b : !relax.tensor<[128], f32>
    }
  }
  relax.return
}

// -----

//===----------------------------------------------------------------------===//
// Terminators stand where they belong
//===----------------------------------------------------------------------===//

relax.func @alone(%p: !relax.tensor<[], i1>) {
  // expected-error@+1 {{'relax.yield' op expects parent op to be one of 'relax.if, relax.while, relax.dispatch, relax.scan, relax.match, relax.lambda, relax.restore'}}
  relax.yield
}

// -----

relax.func @while_short(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>) {
  // expected-note@-1 {{prior use here}}
  // expected-error@+1 {{use of value '%x' expects different type than prior uses: '!relax.tensor<[t], f32>' vs '!relax.tensor<[n], f32>'}}
  %y = relax.while (%a: !relax.tensor<[t], f32> = %x) {
    relax.condition %p
  } do {
    relax.yield %a : !relax.tensor<[t], f32>
  }
  relax.return
}

// RUN: relax-opt %s --relax-deduce-shapes --split-input-file --verify-diagnostics -o /dev/null

// It cannot be.
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @never(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[?, 5], f32>) -> !relax.tensor<[n, ?], f32> {
  %z = relax.if %p -> !relax.tensor<[n, 4], f32> {
    relax.yield %x : !relax.tensor<[n, 4], f32>
  } else {
    // expected-error@+1 {{'relax.yield' op value 0: expected !relax.tensor<[n, 4], f32>, got !relax.tensor<[?, 5], f32>; if they are equal, say so with 'relax.match_cast'}}
    relax.yield %y : !relax.tensor<[?, 5], f32>
  }
  relax.return %z : !relax.tensor<[n, 4], f32>
}

// -----

// No two known extents are made to agree: the text has to say it.
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @known(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> {
  // expected-error@+1 {{'relax.return' op value 0: expected !relax.tensor<[m], f32>, got !relax.tensor<[n], f32>; if they are equal, say so with 'relax.match_cast'}}
  relax.return %x : !relax.tensor<[n], f32>
}

// -----

// An arm sees nothing around it, so nothing in it brings the symbol.
relax.func @arm(%x: !relax.tensor<[?], f32>, %y: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-note@-1 {{symbol 'n' is bound here}}
  %z = relax.dispatch (%x, %y) : (!relax.tensor<[?], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
    when (n <= 8) (%a: !relax.tensor<[?], f32>, %b: !relax.tensor<[?], f32>) {
      // expected-error@+1 {{'relax.yield' op value 0 fits only if a check says so, which needs a value with its symbols: expected [n], got [?]}}
      relax.yield %a : !relax.tensor<[?], f32>
    }
    else (%a: !relax.tensor<[?], f32>, %b: !relax.tensor<[n], f32>) {
      relax.yield %b : !relax.tensor<[n], f32>
    }
  }
  relax.return %z : !relax.tensor<[n], f32>
}

// -----

// Extents of one name that nobody names: the second needs the first.
relax.func @twice(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[?], f32>, %y: !relax.tensor<[?], f32>) {
  %a, %b = relax.if %p -> (!relax.tensor<[e], f32>, !relax.tensor<[e], f32>) binds (e) {
    // expected-error@+1 {{'relax.yield' op value 1: expected !relax.tensor<[?], f32>, got !relax.tensor<[?], f32>}}
    relax.yield %x, %y : !relax.tensor<[?], f32>, !relax.tensor<[?], f32>
  } else {
    relax.yield %x, %y : !relax.tensor<[?], f32>, !relax.tensor<[?], f32>
  }
  relax.return
}

// -----

// What is in a sequence cannot be checked.
relax.func private @callee(%s: !relax.sequence<!relax.tensor<[4], f32>>) {
  relax.return
}
relax.func @sequence(%s: !relax.sequence<!relax.tensor<[?], f32>>) {
  // expected-error@+1 {{'relax.call' op operand 0: expected !relax.sequence<!relax.tensor<[4], f32>>, got !relax.sequence<!relax.tensor<[?], f32>>}}
  relax.call @callee(%s) : (!relax.sequence<!relax.tensor<[?], f32>>) -> ()
  relax.return
}

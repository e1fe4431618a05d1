// RUN: relax-opt %s --relax-deduce-shapes --split-input-file --verify-diagnostics

relax.func private @f(%x: !relax.tensor<[n], f32>) where (n <= 8) {
  relax.return
}
// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @never(%x: !relax.tensor<[m], f32>) where (m >= 9) {
  // expected-error@+1 {{'relax.call' op 'm <= 8', which '@f' requires, never holds}}
  relax.call @f(%x) : (!relax.tensor<[m], f32>) -> ()
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func private @f(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[k], f32> binds (k) where (k + 1 <= n) {
  // expected-error@+1 {{'relax.return' op 'n + 1 <= n', which '@f' requires, never holds}}
  relax.return %x : !relax.tensor<[n], f32>
}

// -----

// No rank, no extent that could be named.
relax.func private @f(%x: tuple<!relax.tensor<[n], f32>>) where (n <= 8) {
  relax.return
}
relax.func @unknown(%x: tuple<!relax.tensor<[?], f32>>) {
  // expected-error@+1 {{'relax.call' op what '@f' requires is about an extent of which nothing is known: name it with 'relax.match_cast ... binds (k)'}}
  relax.call @f(%x) : (tuple<!relax.tensor<[?], f32>>) -> ()
  relax.return
}

// -----

relax.func private @f(%x: tuple<!relax.tensor<[n], f32>>) where (n <= 8) {
  relax.return
}
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @carrier(%x: tuple<!relax.tensor<[n], f32>>) {
  // expected-error@+1 {{'relax.call' op 'n <= 8', which '@f' requires, is not proved, and no tensor or shape before has its symbols to check it}}
  relax.call @f(%x) : (tuple<!relax.tensor<[n], f32>>) -> ()
  relax.return
}

// -----

relax.func @loop(%x: !relax.tensor<[s], f32>, %p: !relax.tensor<[], i1>) where (s <= 4) {
  // expected-note@+1 {{symbol 't' is bound here}}
  relax.while (%a: !relax.tensor<[t], f32> = %x) : (!relax.tensor<[s], f32>) -> !relax.tensor<[?], f32> where (t <= 4) {
    relax.condition %p
  } do {
    %r = relax.constant dense<0.0> : tensor<5xf32>
    %b = relax.append %a, %r at 0 : (!relax.tensor<[t], f32>, !relax.tensor<[5], f32>) -> !relax.tensor<[t + 5], f32>
    // expected-error@+1 {{'relax.yield' op 't + 5 <= 4', which 'relax.while' requires, never holds}}
    relax.yield %b : !relax.tensor<[t + 5], f32>
  }
  relax.return
}

// -----

// The facts say that no check could pass.
relax.func private @f(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f32>) {
  relax.return
}
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @misfit(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) where (m > n) {
  // expected-error@+1 {{'relax.call' op operand 1 never fits: expected [n], got [m]}}
  relax.call @f(%x, %y) : (!relax.tensor<[n], f32>, !relax.tensor<[m], f32>) -> ()
  relax.return
}

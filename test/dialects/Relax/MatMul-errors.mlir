// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-note@+1 {{symbol 'k' is bound here}}
relax.func @inner(%a: !relax.tensor<[n, k], f32>, %b: !relax.tensor<[2 * k, m], f32>) {
  // expected-error@+1 {{'relax.matmul' op rhs: expected k in dimension 0, which is dimension 1 of lhs, got [2 * k, m] beside [n, k]; if they are equal, say so with 'relax.match_cast'}}
  %0 = relax.matmul %a, %b : (!relax.tensor<[n, k], f32>, !relax.tensor<[2 * k, m], f32>) -> !relax.tensor<[n, m], f32>
  relax.return
}

// -----

relax.func @vectors(%a: !relax.tensor<[3], f32>, %b: !relax.tensor<[4], f32>) {
  // expected-error@+1 {{'relax.matmul' op rhs: expected 3 in dimension 0, which is dimension 0 of lhs, got [4] beside [3]; if they are equal, say so with 'relax.match_cast'}}
  %0 = relax.matmul %a, %b : (!relax.tensor<[3], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @batch(%a: !relax.tensor<[b, n, k], f32>, %b: !relax.tensor<[c, k, m], f32>) {
  // expected-error@+1 {{'relax.matmul' op batch dimensions differ: b and c in [b, n, k] and [c, k, m]; if they are equal, say so with 'relax.match_cast'}}
  %0 = relax.matmul %a, %b : (!relax.tensor<[b, n, k], f32>, !relax.tensor<[c, k, m], f32>) -> !relax.tensor<[b, n, m], f32>
  relax.return
}

// -----

relax.func @scalar(%a: !relax.tensor<[], f32>, %b: !relax.tensor<*, f32>) {
  // expected-error@+1 {{'relax.matmul' op expected operands of rank at least 1}}
  %0 = relax.matmul %a, %b : (!relax.tensor<[], f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @elements(%a: !relax.tensor<[n, k], f32>, %b: !relax.tensor<[k, m], i8>) {
  // expected-error@+1 {{'relax.matmul' op element types differ: 'f32' and 'i8'}}
  %0 = relax.matmul %a, %b : (!relax.tensor<[n, k], f32>, !relax.tensor<[k, m], i8>) -> !relax.tensor<[n, m], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @result(%a: !relax.tensor<[n, k], f32>, %b: !relax.tensor<[k, m], f32>) {
  // expected-error@+1 {{'relax.matmul' op result type: expected !relax.tensor<[n, m], f32>, got !relax.tensor<[m, n], f32>}}
  %0 = relax.matmul %a, %b : (!relax.tensor<[n, k], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[m, n], f32>
  relax.return
}

// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @extents(%c: !relax.tensor<[n, 2], f32>, %r: !relax.tensor<[1, 3], f32>) {
  // expected-error@+1 {{'relax.append' op rows: expected 2 in dimension 1, which is dimension 1 of state, got [1, 3] beside [n, 2]; if they are equal, say so with 'relax.match_cast'}}
  %0 = relax.append %c, %r at 0 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[1, 3], f32>) -> !relax.tensor<[n + 1, 2], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @ranks(%c: !relax.tensor<[n, 2], f32>, %r: !relax.tensor<[2], f32>, %p: !relax.tensor<[], i64>) {
  // expected-error@+1 {{'relax.update_slice' op rows: expected rank 2 beside [n, 2], got [2]}}
  %0 = relax.update_slice %c, %r from %p at 0 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[2], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 2], f32>
  relax.return
}

// -----

relax.func @elements(%c: !relax.tensor<[n], f32>, %r: !relax.tensor<[1], f16>) {
  // expected-error@+1 {{'relax.append' op element types differ: 'f32' and 'f16'}}
  %0 = relax.append %c, %r at 0 : (!relax.tensor<[n], f32>, !relax.tensor<[1], f16>) -> !relax.tensor<[n + 1], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @axis(%c: !relax.tensor<[n], f32>, %r: !relax.tensor<[1], f32>) {
  // expected-error@+1 {{'relax.append' op axis 1 is out of range for [n]}}
  %0 = relax.append %c, %r at 1 : (!relax.tensor<[n], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[n + 1], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @result(%c: !relax.tensor<[n], f32>, %r: !relax.tensor<[1], f32>) {
  // expected-error@+1 {{'relax.append' op result type: expected !relax.tensor<[n + 1], f32>, got !relax.tensor<[n], f32>}}
  %0 = relax.append %c, %r at 0 : (!relax.tensor<[n], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @overflow(%c: !relax.tensor<[9223372036854775807], f32>, %r: !relax.tensor<[1], f32>) {
  // expected-error@+1 {{'relax.append' op cannot compute the result shape: value exceeds 64 bits}}
  %0 = relax.append %c, %r at 0 : (!relax.tensor<[9223372036854775807], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[?], f32>
  relax.return
}

// -----

relax.func @position(%c: !relax.tensor<[n], f32>, %r: !relax.tensor<[1], f32>, %p: !relax.tensor<[1], i64>) {
  // expected-error@+1 {{'relax.update_slice' op position: expected !relax.tensor<[], i64>, got !relax.tensor<[1], i64>}}
  %0 = relax.update_slice %c, %r from %p at 0 : (!relax.tensor<[n], f32>, !relax.tensor<[1], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @kept(%c: !relax.tensor<[n], f32>, %r: !relax.tensor<[1], f32>) {
  // expected-error@+1 {{'relax.append' op reserve: expected 'in_place' before it}}
  %0 = relax.append %c, %r at 0 reserve 4 : (!relax.tensor<[n], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[n + 1], f32>
  relax.return
}

// -----

relax.func @negative(%c: !relax.tensor<[n], f32>, %r: !relax.tensor<[1], f32>) {
  // expected-error@+1 {{'relax.append' op reserve: expected at least 0, got -1}}
  %0 = relax.append %c, %r at 0 in_place reserve -1 : (!relax.tensor<[n], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[n + 1], f32>
  relax.return
}

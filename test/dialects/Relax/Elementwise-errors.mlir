// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @extents(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[m, 4], f32>) {
  // expected-error@+1 {{'relax.add' op operand shapes do not broadcast: [n, 4] and [m, 4] differ in dimension 0 of the result (n and m); if they are equal, say so with 'relax.match_cast'}}
  %0 = "relax.add"(%x, %y) : (!relax.tensor<[n, 4], f32>, !relax.tensor<[m, 4], f32>) -> !relax.tensor<[?, 4], f32>
  relax.return
}

// -----

// A symbol may be 1, but it does not broadcast.
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @symbol_beside_literal(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[4], f32>) {
  // expected-error@+1 {{'relax.maximum' op operand shapes do not broadcast: [n] and [4] differ in dimension 0 of the result (n and 4)}}
  %0 = "relax.maximum"(%x, %y) : (!relax.tensor<[n], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[4], f32>
  relax.return
}

// -----

relax.func @elements(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f16>) {
  // expected-error@+1 {{'relax.multiply' op element types differ: 'f32' and 'f16'}}
  %0 = "relax.multiply"(%x, %y) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f16>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @result(%x: !relax.tensor<[n, 1], f32>, %y: !relax.tensor<[4], f32>) {
  // expected-error@+1 {{'relax.add' op result type: expected !relax.tensor<[n, 4], f32>, got !relax.tensor<[4, n], f32>}}
  %0 = relax.add %x, %y : (!relax.tensor<[n, 1], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[4, n], f32>
  relax.return
}

// -----

// `?` beside a symbol is `?`, in both orders: the symbol may be 1.
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @unknown_beside_symbol(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[?], f32>) {
  %0 = relax.add %x, %y : (!relax.tensor<[n], f32>, !relax.tensor<[?], f32>) -> !relax.tensor<[?], f32>
  // expected-error@+1 {{'relax.add' op operand shapes do not broadcast: [n] and [4] differ in dimension 0 of the result (n and 4)}}
  %1 = "relax.add"(%x, %z) : (!relax.tensor<[n], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[?], f32>
  %z = relax.constant dense<0.0> : tensor<4xf32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @comparison(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.less' op result type: expected !relax.tensor<[n], i1>, got !relax.tensor<[n], f32>}}
  %0 = relax.less %x, %x : !relax.tensor<[n], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @unary(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.exp' op result type: expected !relax.tensor<[n], f32>, got !relax.tensor<[n + 1], f32>}}
  %0 = relax.exp %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[n + 1], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @cast(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.cast' op result shape: expected [n], got [2 * n]}}
  %0 = relax.cast %x : !relax.tensor<[n], f32> to !relax.tensor<[2 * n], f16>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @cast_rank(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.cast' op result shape: expected [n], got [n, 1]}}
  %0 = relax.cast %x : !relax.tensor<[n], f32> to !relax.tensor<[n, 1], f16>
  relax.return
}

// -----

relax.func @where_condition(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.where' op condition: expected i1 elements}}
  %0 = relax.where %x, %x, %x : !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @where_choices(%c: !relax.tensor<[n], i1>, %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f16>) {
  // expected-error@+1 {{'relax.where' op element types of the two choices differ}}
  %0 = relax.where %c, %x, %y : (!relax.tensor<[n], i1>, !relax.tensor<[n], f32>, !relax.tensor<[n], f16>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @where_extents(%c: !relax.tensor<[n], i1>, %x: !relax.tensor<[m], f32>) {
  // expected-error@+1 {{'relax.where' op operand shapes do not broadcast: [n] and [m] and [m] differ in dimension 0 of the result (n and m)}}
  %0 = relax.where %c, %x, %x : (!relax.tensor<[n], i1>, !relax.tensor<[m], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>
  relax.return
}

// -----

relax.func @round_mode(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.cast' op round_mode: expected 'up', 'down' or 'nearest', got 'even'}}
  %0 = relax.cast %x {round_mode = "even"} : !relax.tensor<[n], f32> to !relax.tensor<[n], f8E8M0FNU>
  relax.return
}

// -----

relax.func @bits(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.bitcast' op element types: expected two of as many bits, got f32 and ui16}}
  %0 = "relax.bitcast"(%x) {element = ui16} : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], ui16>
  relax.return
}

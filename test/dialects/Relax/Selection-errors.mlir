// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @number(%x: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.unique' op expected 1 to 4 results, got 0}}
  "relax.unique"(%x) : (!relax.tensor<[n], i64>) -> ()
  relax.return
}

// -----

relax.func @extents(%x: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.unique' op results 0, 1 and 3: expected one extent, got [m] and [k]}}
  %v, %i = relax.unique %x : (!relax.tensor<[n], i64>) -> (!relax.tensor<[m], i64>, !relax.tensor<[k], i64>) binds (m, k)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @inverse(%x: !relax.tensor<[n, 4], i64>) {
  // expected-error@+1 {{'relax.unique' op result type: expected !relax.tensor<[4 * n], i64>, got !relax.tensor<[n], i64>}}
  %v, %i, %r = relax.unique %x : (!relax.tensor<[n, 4], i64>) -> (!relax.tensor<[m], i64>, !relax.tensor<[m], i64>, !relax.tensor<[n], i64>) binds (m)
  relax.return
}

// -----

relax.func @rank(%x: !relax.tensor<[n, 4], i64>) {
  // expected-error@+1 {{'relax.nonzero' op result type: expected !relax.tensor<[2, ?], i64>, got !relax.tensor<[3, k], i64>}}
  %v = relax.nonzero %x : (!relax.tensor<[n, 4], i64>) -> !relax.tensor<[3, k], i64> binds (k)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @axis(%x: !relax.tensor<[n, 4], f32>, %k: !relax.tensor<[1], i64>) {
  // expected-error@+1 {{'relax.top_k' op axis -1 is out of range for [n, 4]}}
  %v, %i = relax.top_k %x, %k axis -1 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[1], i64>) -> (!relax.tensor<*, f32>, !relax.tensor<*, i64>)
  relax.return
}

// -----

relax.func @k(%x: !relax.tensor<[n, 4], f32>, %k: !relax.tensor<[], i64>) {
  // expected-error@+1 {{'relax.top_k' op k: expected !relax.tensor<[1], i64>, got !relax.tensor<[], i64>}}
  %v, %i = relax.top_k %x, %k axis 1 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], i64>) -> (!relax.tensor<*, f32>, !relax.tensor<*, i64>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @both(%x: !relax.tensor<[n, 4], f32>, %k: !relax.tensor<[1], i64>) {
  // expected-error@+1 {{'relax.top_k' op results: expected one shape, got [n, 2] and [n, 3]}}
  %v, %i = relax.top_k %x, %k axis 1 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[1], i64>) -> (!relax.tensor<[n, 2], f32>, !relax.tensor<[n, 3], i64>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 's' is bound here}}
relax.func @boxes(%b: !relax.tensor<[n, s, 4], f32>, %s: !relax.tensor<[n, c, t], f32>, %l: !relax.tensor<[], i64>, %f: !relax.tensor<[], f32>) {
  // expected-error@+1 {{'relax.non_max_suppression' op expected f32 boxes [batch, n, 4] and scores [batch, classes, n], got [n, s, 4] and [n, c, t]}}
  %r = relax.non_max_suppression %b, %s, %l, %f, %f : (!relax.tensor<[n, s, 4], f32>, !relax.tensor<[n, c, t], f32>, !relax.tensor<[], i64>, !relax.tensor<[], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[k, 3], i64> binds (k)
  relax.return
}

// -----

relax.func @limit(%b: !relax.tensor<[n, s, 4], f32>, %s: !relax.tensor<[n, c, s], f32>, %l: !relax.tensor<[2], i64>, %f: !relax.tensor<[], f32>) {
  // expected-error@+1 {{'relax.non_max_suppression' op limit, overlap, threshold: expected one element each, of types i64, f32, f32, got !relax.tensor<[2], i64>, !relax.tensor<[], f32>, !relax.tensor<[], f32>}}
  %r = relax.non_max_suppression %b, %s, %l, %f, %f : (!relax.tensor<[n, s, 4], f32>, !relax.tensor<[n, c, s], f32>, !relax.tensor<[2], i64>, !relax.tensor<[], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[k, 3], i64> binds (k)
  relax.return
}

// -----

relax.func @unique_axis(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.unique' op axis 1 is out of range for rank 1}}
  %v = relax.unique %x axis 1 : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  relax.return
}

// -----

relax.func @unique_shape(%x: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.unique' op result type: expected !relax.tensor<[?, 4], f32>, got !relax.tensor<[m], f32>}}
  %v, %i = relax.unique %x axis 0 : (!relax.tensor<[n, 4], f32>) -> (!relax.tensor<[m], f32>, !relax.tensor<[m], i64>) binds (m)
  relax.return
}

// -----

relax.func @compress_axis(%x: !relax.tensor<[n], f32>, %c: !relax.tensor<[m], i1>) {
  // expected-error@+1 {{'relax.compress' op axis 1 is out of range for rank 1}}
  %v = relax.compress %x, %c axis 1 : (!relax.tensor<[n], f32>, !relax.tensor<[m], i1>) -> !relax.tensor<[?], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @compress_condition(%x: !relax.tensor<[n], f32>, %c: !relax.tensor<[m], i64>) {
  // expected-error@+1 {{'relax.compress' op condition: expected an i1 vector, got !relax.tensor<[m], i64>}}
  %v = relax.compress %x, %c axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[m], i64>) -> !relax.tensor<[?], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @best_strings(%x: !relax.tensor<[n], !relax.string>, %k: !relax.tensor<[1], i64>) {
  // expected-error@+1 {{'relax.top_k' op operand 0: expected a tensor of numbers, got !relax.tensor<[n], !relax.string>}}
  %v, %i = relax.top_k %x, %k axis 0 : (!relax.tensor<[n], !relax.string>, !relax.tensor<[1], i64>) -> (!relax.tensor<[?], !relax.string>, !relax.tensor<[?], i64>)
  relax.return
}

// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-print-shape-facts))' --verify-diagnostics

// Clauses, and the ranges that follow from them; extents are at least 0.
// expected-remark@+5 {{facts: 1 <= n <= 8, m == 2 * n, likely n == 4}}
// expected-remark@+4 {{symbol 'n' from argument 'x', dimension 0: 1 to 8}}
// expected-remark@+3 {{symbol 'm' from argument 'x', dimension 1: 2 to 16}}
// expected-remark@+2 {{symbol 'k' from argument 'y', dimension 0: at least 0}}
// expected-remark@+1 {{symbol 'z' from argument 'y', dimension 2: at least 0}}
relax.func @clauses(%x: !relax.tensor<[n, m], f32>, %y: !relax.tensor<[k, n, z], f32>) where (1 <= n, n <= 8, m == 2 * n, likely n == 4) {
  relax.return
}

// expected-remark@+2 {{facts: n == 0}}
// expected-remark@+1 {{symbol 'n' from argument 'x', dimension 0: 0}}
relax.func @zero(%x: !relax.tensor<[n], f32>) where (n == 0) {
  relax.return
}

// BladeDISC's reshapes: [s0, s1] to one dimension, abs, to three: the products of all three shapes are equal, the first two
// already by their types.
// expected-remark@+2 {{symbol 's0' from argument 'x', dimension 0: at least 0}}
// expected-remark@+1 {{symbol 's1' from argument 'x', dimension 1: at least 0}}
relax.func @reshapes(%x: !relax.tensor<[s0, s1], f32>, %t: !relax.tensor<[3], i64>) {
  %flat = relax.reshape %x : (!relax.tensor<[s0, s1], f32>) -> !relax.tensor<[s0 * s1], f32>
  %a = relax.abs %flat : !relax.tensor<[s0 * s1], f32>
  %y = relax.reshape %a to %t : (!relax.tensor<[s0 * s1], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<[?, ?, ?], f32>
  %b = relax.abs %y : !relax.tensor<[?, ?, ?], f32>
  // expected-remark@+4 {{implied: s0 * s1 == s3 * s4 * s5}}
  // expected-remark@+3 {{symbol 's3' from 'relax.match_cast': at least 0}}
  // expected-remark@+2 {{symbol 's4' from 'relax.match_cast': at least 0}}
  // expected-remark@+1 {{symbol 's5' from 'relax.match_cast': at least 0}}
  %c = relax.match_cast %b : !relax.tensor<[?, ?, ?], f32> to !relax.tensor<[s3, s4, s5], f32> binds (s3, s4, s5)
  relax.return
}

// What was known before a check is known behind it.
// expected-remark@+2 {{symbol 'n' from argument 'x', dimension 0: at least 0}}
// expected-remark@+1 {{symbol 'm' from argument 'y', dimension 0: at least 0}}
relax.func @casts(%x: !relax.tensor<[n, ?], f32>, %y: !relax.tensor<[m], f32>) {
  // expected-remark@+3 {{facts: m <= 3}}
  // expected-remark@+2 {{implied: n == m}}
  // expected-remark@+1 {{symbol 'k' from 'relax.match_cast': at least 0}}
  %c = relax.match_cast %x : !relax.tensor<[n, ?], f32> to !relax.tensor<[m, k], f32> binds (k) where (m <= 3) given (%y : !relax.tensor<[m], f32>)
  relax.return
}

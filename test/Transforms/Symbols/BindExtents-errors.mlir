// RUN: relax-opt %s --split-input-file --relax-bind-extents --verify-diagnostics

// The bound of what was open may show that something never fits.
relax.func @never(%x: !relax.tensor<[n, 3], f32>) -> !relax.tensor<[2, ?], i64> {
  // expected-note@+1 {{symbol 'k' is bound here}}
  %p = relax.nonzero %x : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[2, ?], i64>
  // expected-error@+1 {{'relax.match_cast' op never succeeds: expected [2, k], got [2, 3 * n + 1]}}
  %y = relax.match_cast %p : !relax.tensor<[2, ?], i64> to !relax.tensor<[2, 3 * n + 1], i64> given (%x : !relax.tensor<[n, 3], f32>)
  relax.return %y : !relax.tensor<[2, 3 * n + 1], i64>
}

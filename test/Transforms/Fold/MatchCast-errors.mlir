// RUN: relax-opt %s --relax-fold-match-cast --split-input-file --verify-diagnostics

relax.func @overflow(%x: !relax.tensor<[0, 4611686018427387904], f32>) -> !relax.tensor<[?, ?], f32> {
  %a = relax.match_cast %x : !relax.tensor<[0, 4611686018427387904], f32> to !relax.tensor<[0, k], f32> binds (k)
  // expected-error@+1 {{'relax.concat' op the extents that casts find cannot stand in the place of its symbols: }}
  %b = relax.concat %a, %a axis 1 : (!relax.tensor<[0, k], f32>, !relax.tensor<[0, k], f32>) -> !relax.tensor<[0, 2 * k], f32>
  relax.return %b : !relax.tensor<[0, 2 * k], f32>
}

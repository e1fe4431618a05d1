// RUN: relax-opt %s --relax-fold-match-cast --split-input-file --verify-diagnostics

// expected-error@+1 {{'relax.func' op cannot put the extents that its casts find in the place of the symbols: }}
relax.func @overflow(%x: !relax.tensor<[0, 4611686018427387904], f32>) -> !relax.tensor<[?, ?], f32> {
  %a = relax.match_cast %x : !relax.tensor<[0, 4611686018427387904], f32> to !relax.tensor<[0, k], f32> binds (k)
  %b = relax.concat %a, %a axis 1 : (!relax.tensor<[0, k], f32>, !relax.tensor<[0, k], f32>) -> !relax.tensor<[0, 2 * k], f32>
  relax.return %b : !relax.tensor<[0, 2 * k], f32>
}

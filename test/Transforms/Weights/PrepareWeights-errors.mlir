// RUN: relax-opt %s --relax-prepare-weights --split-input-file --verify-diagnostics

// expected-error @+1 {{'relax.weight' op '@load' is not in the module}}
relax.weight @t : !relax.tensor<[4], f32> prepared by @load

// -----

relax.weight @a : !relax.tensor<[4], f32> prepared by @load
// expected-error @+1 {{'relax.func' op prepares weights, but result 0 names none: expected {relax.prepares = @w}}}
relax.func private @load() -> !relax.tensor<[4], f32> {
  %c = relax.constant dense<1.0> : tensor<4xf32>
  relax.return %c : !relax.tensor<[4], f32>
}

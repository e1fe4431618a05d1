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

// -----

relax.weight @a : !relax.tensor<[4], f32> prepared by @first
relax.weight @b : !relax.tensor<[4], f32> prepared by @second
relax.func private @first() -> (!relax.tensor<[4], f32> {relax.prepares = @a}) {
  %b = relax.get_weight @b : !relax.tensor<[4], f32>
  %c = relax.negative %b : (!relax.tensor<[4], f32>) -> !relax.tensor<[4], f32>
  relax.return %c : !relax.tensor<[4], f32>
}
relax.func private @second() -> (!relax.tensor<[4], f32> {relax.prepares = @b}) {
  // expected-error @+1 {{'relax.get_weight' op what prepares this weight needs a result of '@second'}}
  %a = relax.get_weight @a : !relax.tensor<[4], f32>
  %c = relax.negative %a : (!relax.tensor<[4], f32>) -> !relax.tensor<[4], f32>
  relax.return %c : !relax.tensor<[4], f32>
}

// -----

relax.weight @a : !relax.tensor<[4], f32> prepared by @first
relax.weight @b : !relax.tensor<[4], f32> prepared by @second
relax.func private @first() -> (!relax.tensor<[4], f32> {relax.prepares = @a}) {
  %c = relax.call @reads() : () -> !relax.tensor<[4], f32>
  relax.return %c : !relax.tensor<[4], f32>
}
relax.func private @second() -> (!relax.tensor<[4], f32> {relax.prepares = @b}) {
  %c = relax.constant dense<1.0> : tensor<4xf32>
  relax.return %c : !relax.tensor<[4], f32>
}
relax.func private @reads() -> !relax.tensor<[4], f32> {
  // expected-error @+1 {{'relax.get_weight' op reads what is prepared at load, as '@first' is, which calls this function: give it as an argument}}
  %b = relax.get_weight @b : !relax.tensor<[4], f32>
  relax.return %b : !relax.tensor<[4], f32>
}

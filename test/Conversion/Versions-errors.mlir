// RUN: relax-opt %s --relax-to-vm --split-input-file --verify-diagnostics

tir.func private @one(%X: !tir.buffer<[1], f32>) symbols (j) {
  tir.return
}
tir.func private @negate(%X: !tir.buffer<[n], f32>) symbols (k) versions (@one when (n == 1)) {
  tir.return
}
relax.func @main() -> !relax.tensor<[4], f32> {
  // expected-error@+1 {{gives no value to symbol 'k' of its callee: add 'symbols (k = ...)'}}
  %y = relax.call_tir @negate() : () -> !relax.tensor<[4], f32>
  relax.return %y : !relax.tensor<[4], f32>
}

// -----

// expected-error@+1 {{version '@nowhere' is no program of the module}}
tir.func private @negate(%X: !tir.buffer<[n], f32>) versions (@nowhere when (n == 1)) {
  tir.return
}

// RUN: relax-opt %s --relax-defunctionalize -split-input-file -verify-diagnostics

relax.func private @lambda() {
  // expected-error @+1 {{'relax.lambda' op has no name: run 'relax-lambda-lift' first}}
  %f = relax.lambda (%x: !relax.tensor<[], i64>) -> !relax.tensor<[], i64> {
    relax.yield %x : !relax.tensor<[], i64>
  }
  relax.return
}

// -----

relax.func private @id<a>(%x: !relax.var<a>) -> !relax.var<a> {
  relax.return %x : !relax.var<a>
}
relax.func private @general() {
  // expected-error @+1 {{'relax.closure' op is of a function with type parameters: run 'relax-monomorphize' first}}
  %f = relax.closure @id() : () -> !relax.fn<(!relax.tensor<[], i64>) -> !relax.tensor<[], i64>>
  relax.return
}

// -----

relax.func private @count(%l: !relax.sequence<!relax.tensor<[n], f32>>, %x: !relax.tensor<[], i64>) -> !relax.tensor<[], i64> symbols (n) {
  relax.return %x : !relax.tensor<[], i64>
}
relax.func private @symbols(%l: !relax.sequence<!relax.tensor<[4], f32>>) {
  // expected-error @+1 {{'relax.closure' op passes symbols: run 'relax-pass-symbols' first}}
  %f = relax.closure @count(%l) symbols (n = 4) : (!relax.sequence<!relax.tensor<[4], f32>>) -> !relax.fn<(!relax.tensor<[], i64>) -> !relax.tensor<[], i64>>
  relax.return
}

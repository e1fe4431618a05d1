// RUN: relax-opt %s --split-input-file --relax-lower-boundary-checks --verify-diagnostics

// expected-error@+1 {{'input 's'' cannot be lowered to 'vm': arguments are tensors, sequences, optionals and data; those of a private function shapes, functions and references, too}}
relax.func @shape(%s: !relax.shape<[n]>) {
  relax.return
}
// -----
// expected-error@+1 {{'relax.func' op cannot be lowered to 'vm': symbol 'm' of 'symbols (...)' has no value: no argument has it as a bare dimension}}
relax.func @clause(%x: !relax.tensor<[n + m], f32>, %y: !relax.tensor<[n], f32>) symbols (m) {
  relax.return
}
// -----
// expected-remark@+1 {{the checks of '@called' stay inside: a function of the module calls it}}
relax.func @called(%x: !relax.tensor<[n], f32>) where (n <= 8) {
  relax.return
}
relax.func private @caller(%x: !relax.tensor<[n], f32>) {
  relax.call @called(%x) : (!relax.tensor<[n], f32>) -> ()
  relax.return
}

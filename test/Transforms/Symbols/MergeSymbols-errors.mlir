// RUN: split-file %s %t
// RUN: relax-opt %t/contradiction.mlir --relax-merge-symbols --verify-diagnostics
// RUN: relax-opt %t/overflow.mlir --relax-merge-symbols --verify-diagnostics
// RUN: relax-opt %t/call.mlir --relax-merge-symbols --verify-diagnostics

//--- contradiction.mlir
// expected-error@+1 {{'relax.func' op has facts that contradict each other: '1 <= 0' follows}}
relax.func @main(%x: !relax.tensor<[n, m], f32>) where (m == 0, n == m, 1 <= n) {
  relax.return
}
//--- overflow.mlir
// expected-error@+1 {{'relax.func' op cannot put another expression in the place of 'n': }}
relax.func @main(%x: !relax.tensor<[n, 8 * n], f32>) where (n == 9223372036854775807) {
  relax.return
}
//--- call.mlir
relax.func private @callee(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>, %s: !relax.sequence<!relax.tensor<[m], f32>>) where (n == m) {
  relax.return
}
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @main(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>, %s: !relax.sequence<!relax.tensor<[m], f32>>) {
  // expected-error@+1 {{'relax.call' op operand 2: expected !relax.sequence<!relax.tensor<[n], f32>>, got !relax.sequence<!relax.tensor<[m], f32>>, and no check can be put between them}}
  relax.call @callee(%x, %y, %s) : (!relax.tensor<[n], f32>, !relax.tensor<[m], f32>, !relax.sequence<!relax.tensor<[m], f32>>) -> ()
  relax.return
}

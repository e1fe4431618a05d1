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
relax.func private @callee(%x: !relax.shape<[n]>, %y: !relax.shape<[m]>) where (n == m) {
  relax.return
}
relax.func @main(%x: !relax.shape<[n]>, %y: !relax.shape<[m]>) {
  // expected-error@+1 {{'relax.call' op operand 1: expected !relax.shape<[n]>, got !relax.shape<[m]>, and no check can be put between them}}
  relax.call @callee(%x, %y) : (!relax.shape<[n]>, !relax.shape<[m]>) -> ()
  relax.return
}

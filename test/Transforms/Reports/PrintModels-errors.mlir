// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-print-models))' --verify-diagnostics

// expected-error@+1 {{'relax.func' op has facts that no extents were found for}}
relax.func @none(%x: !relax.tensor<[n, m], f32>) where (n == 2 * m + 1, n mod 2 == 0) {
  relax.return
}

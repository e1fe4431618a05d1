// Rows whose extents only a round knows have no place before the loop; reference mode runs them.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-lower-scan))' --verify-diagnostics
// RUN: relax-run %s --mode=reference "--input=2x2xi64=1 0 0 3" | FileCheck %s
// RUN: not relax-run %s --mode=reference "--input=2x2xi64=1 1 0 3" 2>&1 | FileCheck %s --check-prefix=ROWS
// CHECK: dense<{{\[\[0\], \[1\]\]}}> : tensor<2x1xi64>
// ROWS: LowerScan-errors.mlir:10:9: 'relax.scan' %ys: result 0: row 1 has another shape than the rows before it
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @main(%xs: !relax.tensor<[n, 2], i64>) -> !relax.tensor<[n, ?], i64> {
  // expected-error@+1 {{'relax.scan' op result 0: expected known extents of the rows, got !relax.tensor<[n, ?], i64>; name them with 'relax.match_cast' before 'relax.yield'}}
  %ys = relax.scan (%x: !relax.tensor<[2], i64> in %xs) : (!relax.tensor<[n, 2], i64>) -> !relax.tensor<[n, ?], i64> {
    %places = relax.nonzero %x : (!relax.tensor<[2], i64>) -> !relax.tensor<[1, k], i64> binds (k)
    %row = relax.reshape %places : (!relax.tensor<[1, k], i64>) -> !relax.tensor<[k], i64>
    relax.yield %row : !relax.tensor<[k], i64>
  }
  relax.return %ys : !relax.tensor<[n, ?], i64>
}

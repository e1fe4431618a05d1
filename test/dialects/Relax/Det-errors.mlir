// RUN: split-file %s %t
// RUN: relax-opt %t/rules.mlir --split-input-file --verify-diagnostics
// RUN: not relax-run %t/open.mlir --mode=reference --input="1x2xf32=1 2" 2>&1 | FileCheck %s
// CHECK: expected square matrices

//--- rules.mlir
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @square(%x: !relax.tensor<[n, m], f32>) {
  // expected-error@+1 {{'relax.det' op expected square matrices, got [n, m]; if the extents are equal, say so with 'relax.match_cast'}}
  %a = relax.det %x : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[], f32>
  relax.return
}

//--- open.mlir
relax.func @f(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %a = relax.det %x : (!relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}

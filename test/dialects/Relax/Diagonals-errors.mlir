// RUN: split-file %s %t
// RUN: relax-opt %t/rules.mlir --split-input-file --verify-diagnostics
// RUN: not relax-run %t/rank.mlir --mode=reference --input="2xf32=1 2" --input="i64=0" 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: expected rank 2 or more, got 1
// RUN: not relax-run %t/rank.mlir --mode=reference --input="1x2xf32=1 2" --input="2xi64=0 1" 2>&1 | FileCheck %s --check-prefix=K
// K: diagonal: expected one element

//--- rules.mlir
// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @rank(%x: !relax.tensor<[n], f32>, %k: !relax.tensor<[], i64>) {
  // expected-error@+1 {{'relax.tril' op expected rank 2 or more, got [n]}}
  %a = relax.tril %x diagonal %k : (!relax.tensor<[n], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @eye(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.eye_like' op expected rank 2 or more, got [n]}}
  %a = relax.eye_like %x diagonal 0 : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @k(%x: !relax.tensor<[n, n], f32>, %k: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.triu' op diagonal: expected one element i64, got !relax.tensor<[n], i64>}}
  %a = relax.triu %x diagonal %k : (!relax.tensor<[n, n], f32>, !relax.tensor<[n], i64>) -> !relax.tensor<[n, n], f32>
  relax.return
}

//--- rank.mlir
relax.func @f(%x: !relax.tensor<*, f32>, %k: !relax.tensor<*, i64>) -> !relax.tensor<*, f32> {
  %a = relax.tril %x diagonal %k : (!relax.tensor<*, f32>, !relax.tensor<*, i64>) -> !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}

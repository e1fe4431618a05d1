// RUN: split-file %s %t
// RUN: relax-opt %t/rules.mlir --split-input-file --verify-diagnostics
// RUN: not relax-run %t/open.mlir --mode=reference --input="2x2xf32=1 2 3 4" --input="3x1xf32=1 2 3" 2>&1 | FileCheck %s --check-prefix=EXTENT
// EXTENT: a letter has the extents 2 and 3
// RUN: not relax-run %t/open.mlir --mode=reference --input="2xf32=1 2" --input="3x1xf32=1 2 3" 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: equation: a term has 2 letters, its operand 1 dimensions

//--- rules.mlir
relax.func @none() {
  // expected-error @+1 {{'relax.einsum' op expected at least one operand}}
  %a = "relax.einsum"() {equation = "i"} : () -> !relax.tensor<[], f32>
  relax.return
}

// -----

relax.func @elements(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f64>) {
  // expected-error @+1 {{'relax.einsum' op element types differ: 'f32' and 'f64'}}
  %a = relax.einsum %x, %y equation "i,i" : (!relax.tensor<[n], f32>, !relax.tensor<[n], f64>) -> !relax.tensor<[], f32>
  relax.return
}

// -----

relax.func @truth(%x: !relax.tensor<[n], i1>) {
  // expected-error @+1 {{'relax.einsum' op expected numbers, got 'i1'}}
  %a = relax.einsum %x equation "i" : (!relax.tensor<[n], i1>) -> !relax.tensor<[n], i1>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @letter(%x: !relax.tensor<[n, m], f32>, %y: !relax.tensor<[k, n], f32>) {
  // expected-error @+1 {{'relax.einsum' op letter 'j': expected one extent, got m and k; if they are equal, say so with 'relax.match_cast'}}
  %a = relax.einsum %x, %y equation "ij,jk" : (!relax.tensor<[n, m], f32>, !relax.tensor<[k, n], f32>) -> !relax.tensor<[n, n], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @diagonal(%x: !relax.tensor<[n, 1], f32>) {
  // expected-error @+1 {{'relax.einsum' op letter 'A': expected one extent, got n and 1}}
  %a = relax.einsum %x equation "AA" : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @dots(%x: !relax.tensor<[n, m], f32>, %y: !relax.tensor<[k, m], f32>) {
  // expected-error @+1 {{'relax.einsum' op dimension 1 of '...' from its end: expected one extent, got n and k}}
  %a = relax.einsum %x, %y equation "...,..." : (!relax.tensor<[n, m], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[n, m], f32>
  relax.return
}

// -----

relax.func @rank(%x: !relax.tensor<[n, m], f32>) {
  // expected-error @+1 {{'relax.einsum' op equation: a term has 1 letters, its operand 2 dimensions}}
  %a = relax.einsum %x equation "i->i" : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @result(%x: !relax.tensor<[n, m], f32>) {
  // expected-error @+1 {{'relax.einsum' op equation: the result of 'ij->ii' has a letter twice, or one that no operand has}}
  %a = relax.einsum %x equation "ij->ii" : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, n], f32>
  relax.return
}

// -----

relax.func @arrow(%x: !relax.tensor<[n, m], f32>) {
  // expected-error @+1 {{'relax.einsum' op equation: expected '->' at character 2 of 'ij-i'}}
  %a = relax.einsum %x equation "ij-i" : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

//--- open.mlir
relax.func @f(%x: !relax.tensor<*, f32>, %y: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %a = relax.einsum %x, %y equation "ij,jk->ik" : (!relax.tensor<*, f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.return %a : !relax.tensor<*, f32>
}

// RUN: split-file %s %t
// RUN: relax-opt %t/rules.mlir --split-input-file --verify-diagnostics
// RUN: not relax-run %t/open.mlir --mode=reference --input="1xf32=1" 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: expected an input of rank 2

//--- rules.mlir
relax.func @element(%x: !relax.tensor<[n, k], i32>) {
  // expected-error @+1 {{'relax.tree_ensemble' op input: expected a float type of 16 bits or more, got i32}}
  %y = relax.tree_ensemble %x roots [0] features [0, 0] modes [0, 0] splits dense<[0.0, 0.0]> : tensor<2xf64> on_false [1, 2] on_true [2, 2] weights dense<[1.0]> : tensor<1xf64> targets [0] of 1 aggregate "sum" : (!relax.tensor<[n, k], i32>) -> !relax.tensor<[n, 1], i32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @rank(%x: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.tree_ensemble' op shape of the input: expected rank 2, got [n]}}
  %y = relax.tree_ensemble %x roots [0] features [0, 0] modes [0, 0] splits dense<[0.0, 0.0]> : tensor<2xf64> on_false [1, 2] on_true [2, 2] weights dense<[1.0]> : tensor<1xf64> targets [0] of 1 aggregate "sum" : (!relax.tensor<[n], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

// -----

relax.func @aggregate(%x: !relax.tensor<[n, k], f32>) {
  // expected-error @+1 {{'relax.tree_ensemble' op aggregate: expected sum, mean, min or max, got 'product'}}
  %y = relax.tree_ensemble %x roots [0] features [0, 0] modes [0, 0] splits dense<[0.0, 0.0]> : tensor<2xf64> on_false [1, 2] on_true [2, 2] weights dense<[1.0]> : tensor<1xf64> targets [0] of 1 aggregate "product" : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

// -----

relax.func @none(%x: !relax.tensor<[n, k], f32>) {
  // expected-error @+1 {{'relax.tree_ensemble' op roots: expected at least one tree, got none}}
  %y = relax.tree_ensemble %x roots [] features [0, 0] modes [0, 0] splits dense<[0.0, 0.0]> : tensor<2xf64> on_false [1, 2] on_true [2, 2] weights dense<[1.0]> : tensor<1xf64> targets [0] of 1 aggregate "sum" : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

// -----

relax.func @count(%x: !relax.tensor<[n, k], f32>) {
  // expected-error @+1 {{'relax.tree_ensemble' op number of targets: expected 1 to 2147483647, got another one}}
  %y = relax.tree_ensemble %x roots [0] features [0, 0] modes [0, 0] splits dense<[0.0, 0.0]> : tensor<2xf64> on_false [1, 2] on_true [2, 2] weights dense<[1.0]> : tensor<1xf64> targets [0] of 0 aggregate "sum" : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 0], f32>
  relax.return
}

// -----

relax.func @roots(%x: !relax.tensor<[n, k], f32>) {
  // expected-error @+1 {{'relax.tree_ensemble' op roots: expected 0 to 1, got 2}}
  %y = relax.tree_ensemble %x roots [2] features [0, 0] modes [0, 0] splits dense<[0.0, 0.0]> : tensor<2xf64> on_false [1, 2] on_true [2, 2] weights dense<[1.0]> : tensor<1xf64> targets [0] of 1 aggregate "sum" : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

// -----

relax.func @modes(%x: !relax.tensor<[n, k], f32>) {
  // expected-error @+1 {{'relax.tree_ensemble' op modes: expected 0 to 6, got 7}}
  %y = relax.tree_ensemble %x roots [0] features [0, 0] modes [0, 7] splits dense<[0.0, 0.0]> : tensor<2xf64> on_false [1, 2] on_true [2, 2] weights dense<[1.0]> : tensor<1xf64> targets [0] of 1 aggregate "sum" : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

// -----

relax.func @fewer(%x: !relax.tensor<[n, k], f32>) {
  // expected-error @+1 {{'relax.tree_ensemble' op modes: expected 2 elements, got 1}}
  %y = relax.tree_ensemble %x roots [0] features [0, 0] modes [0] splits dense<[0.0, 0.0]> : tensor<2xf64> on_false [1, 2] on_true [2, 2] weights dense<[1.0]> : tensor<1xf64> targets [0] of 1 aggregate "sum" : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

// -----

relax.func @branches(%x: !relax.tensor<[n, k], f32>) {
  // expected-error @+1 {{'relax.tree_ensemble' op on_true: expected 0 to 2, got 3}}
  %y = relax.tree_ensemble %x roots [0] features [0, 0] modes [0, 0] splits dense<[0.0, 0.0]> : tensor<2xf64> on_false [1, 2] on_true [2, 3] weights dense<[1.0]> : tensor<1xf64> targets [0] of 1 aggregate "sum" : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

// -----

relax.func @members(%x: !relax.tensor<[n, k], f32>) {
  // expected-error @+1 {{'relax.tree_ensemble' op member_ends: expected 1 elements, got 0}}
  %y = relax.tree_ensemble %x roots [0] features [0, 0] modes [0, 6] splits dense<[0.0, 0.0]> : tensor<2xf64> on_false [1, 2] on_true [2, 2] weights dense<[1.0]> : tensor<1xf64> targets [0] of 1 aggregate "sum" : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

// -----

relax.func @ends(%x: !relax.tensor<[n, k], f32>) {
  // expected-error @+1 {{'relax.tree_ensemble' op member_ends: expected no smaller one behind another, got one}}
  %y = relax.tree_ensemble %x roots [0] features [0, 0] modes [6, 6] splits dense<[0.0, 0.0]> : tensor<2xf64> on_false [1, 2] on_true [2, 2] members dense<[1.0]> : tensor<1xf64> member_ends [1, 0] weights dense<[1.0]> : tensor<1xf64> targets [0] of 1 aggregate "sum" : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

// -----

relax.func @targets(%x: !relax.tensor<[n, k], f32>) {
  // expected-error @+1 {{'relax.tree_ensemble' op targets: expected 0 to 0, got 1}}
  %y = relax.tree_ensemble %x roots [0] features [0, 0] modes [0, 0] splits dense<[0.0, 0.0]> : tensor<2xf64> on_false [1, 2] on_true [2, 2] weights dense<[1.0]> : tensor<1xf64> targets [1] of 1 aggregate "sum" : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

// -----

relax.func @circle(%x: !relax.tensor<[n, k], f32>) {
  // expected-error @+1 {{'relax.tree_ensemble' op branches: expected trees without a circle, of a depth of at most 256, got others}}
  %y = relax.tree_ensemble %x roots [0] features [0, 0] modes [0, 0] splits dense<[0.0, 0.0]> : tensor<2xf64> on_false [1, 2] on_true [2, 0] weights dense<[1.0]> : tensor<1xf64> targets [0] of 1 aggregate "sum" : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

//--- open.mlir
relax.func @f(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %y = relax.tree_ensemble %x roots [0] features [0, 0] modes [0, 0] splits dense<[0.0, 0.0]> : tensor<2xf64> on_false [1, 2] on_true [2, 2] weights dense<[1.0]> : tensor<1xf64> targets [0] of 1 aggregate "sum" : (!relax.tensor<*, f32>) -> !relax.tensor<[?, 1], f32>
  relax.return %y : !relax.tensor<[?, 1], f32>
}

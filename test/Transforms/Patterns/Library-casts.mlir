// Each rewrite of share/relax/rewrites/casts.mlir finds its place, and values stay.
// RUN: relax-opt %s "--relax-apply-patterns=file=%root/share/relax/rewrites/casts.mlir trace=all" -o %t.mlir 2>&1 | FileCheck %s --implicit-check-not="is not found"
// RUN: relax-opt %s --relax-apply-patterns=%root/share/relax/rewrites/casts.mlir --verify-by-running -o %t.mlir 2>&1 | FileCheck %s --check-prefix=RUNS
// RUNS: note: 1 of 1 changed modules run and agree

// CHECK-DAG: '@f16_through_f32' was found
relax.func @f16_through_f32(%x: !relax.tensor<[n, 4], f16>) -> (!relax.tensor<[n, 4], f32>) {
  %a = relax.cast %x : !relax.tensor<[n, 4], f16> to !relax.tensor<[n, 4], f32>
  %b = relax.cast %a : !relax.tensor<[n, 4], f32> to !relax.tensor<[n, 4], f32>
  relax.return %b : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@bf16_through_f32' was found
relax.func @bf16_through_f32(%x: !relax.tensor<[n, 4], bf16>) -> (!relax.tensor<[n, 4], f32>) {
  %a = relax.cast %x : !relax.tensor<[n, 4], bf16> to !relax.tensor<[n, 4], f32>
  %b = relax.cast %a : !relax.tensor<[n, 4], f32> to !relax.tensor<[n, 4], f32>
  relax.return %b : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@f32_through_f64' was found
relax.func @f32_through_f64(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %a = relax.cast %x : !relax.tensor<[n, 4], f32> to !relax.tensor<[n, 4], f64>
  %b = relax.cast %a : !relax.tensor<[n, 4], f64> to !relax.tensor<[n, 4], f32>
  relax.return %b : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@relu_of_wider' was found
relax.func @relu_of_wider(%x: !relax.tensor<[n, 4], f16>) -> (!relax.tensor<[n, 4], f32>) {
  %a = relax.cast %x  : !relax.tensor<[n, 4], f16> to !relax.tensor<[n, 4], f32>
  %b = relax.relu %a : !relax.tensor<[n, 4], f32>
  relax.return %b : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@abs_of_wider' was found
relax.func @abs_of_wider(%x: !relax.tensor<[n, 4], f16>) -> (!relax.tensor<[n, 4], f32>) {
  %a = relax.cast %x  : !relax.tensor<[n, 4], f16> to !relax.tensor<[n, 4], f32>
  %b = relax.abs %a : !relax.tensor<[n, 4], f32>
  relax.return %b : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@negative_of_wider' was found
relax.func @negative_of_wider(%x: !relax.tensor<[n, 4], f16>) -> (!relax.tensor<[n, 4], f32>) {
  %a = relax.cast %x  : !relax.tensor<[n, 4], f16> to !relax.tensor<[n, 4], f32>
  %b = relax.negative %a : !relax.tensor<[n, 4], f32>
  relax.return %b : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@permuted_wider' was found
relax.func @permuted_wider(%x: !relax.tensor<[n, n], f16>) -> (!relax.tensor<[n, n], f32>) {
  %a = relax.cast %x  : !relax.tensor<[n, n], f16> to !relax.tensor<[n, n], f32>
  %b = relax.permute_dims %a axes [1, 0]  : !relax.tensor<[n, n], f32>
  relax.return %b : !relax.tensor<[n, n], f32>
}

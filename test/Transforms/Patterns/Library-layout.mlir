// Each rewrite of share/relax/rewrites/layout.mlir finds its place, and values stay.
// RUN: relax-opt %s "--relax-apply-patterns=file=%root/share/relax/rewrites/layout.mlir trace=all" -o %t.mlir 2>&1 | FileCheck %s --implicit-check-not="is not found"
// RUN: relax-opt %s --relax-apply-patterns=%root/share/relax/rewrites/layout.mlir --verify-by-running -o %t.mlir 2>&1 | FileCheck %s --check-prefix=RUNS
// RUNS: note: 1 of 1 changed modules run and agree

// CHECK-DAG: '@inverse_permutations' was found
relax.func @inverse_permutations(%x: !relax.tensor<[n, n], f32>) -> (!relax.tensor<[n, n], f32>) {
  %a = relax.permute_dims %x axes [1, 0]  : !relax.tensor<[n, n], f32>
  %b = relax.permute_dims %a axes [1, 0]  : !relax.tensor<[n, n], f32>
  relax.return %b : !relax.tensor<[n, n], f32>
}
// CHECK-DAG: '@inverse_around_chain' was found
relax.func @inverse_around_chain(%x: !relax.tensor<[n, n], f32>) -> (!relax.tensor<[n, n], f32>) {
  %a = relax.permute_dims %x axes [1, 0]  : !relax.tensor<[n, n], f32>
  %c = relax.relu %a : !relax.tensor<[n, n], f32>
  %b = relax.permute_dims %c axes [1, 0]  : !relax.tensor<[n, n], f32>
  relax.return %b : !relax.tensor<[n, n], f32>
}
// CHECK-DAG: '@add_of_permuted' was found
relax.func @add_of_permuted(%x: !relax.tensor<[n, n], f32>, %y: !relax.tensor<[n, n], f32>) -> (!relax.tensor<[n, n], f32>) {
  %a = relax.permute_dims %x axes [1, 0]  : !relax.tensor<[n, n], f32>
  %b = relax.permute_dims %y axes [1, 0]  : !relax.tensor<[n, n], f32>
  %c = relax.add %a, %b : !relax.tensor<[n, n], f32>
  relax.return %c : !relax.tensor<[n, n], f32>
}
// CHECK-DAG: '@multiply_of_permuted' was found
relax.func @multiply_of_permuted(%x: !relax.tensor<[n, n], f32>, %y: !relax.tensor<[n, n], f32>) -> (!relax.tensor<[n, n], f32>) {
  %a = relax.permute_dims %x axes [1, 0]  : !relax.tensor<[n, n], f32>
  %b = relax.permute_dims %y axes [1, 0]  : !relax.tensor<[n, n], f32>
  %c = relax.multiply %a, %b : !relax.tensor<[n, n], f32>
  relax.return %c : !relax.tensor<[n, n], f32>
}
// CHECK-DAG: '@subtract_of_permuted' was found
relax.func @subtract_of_permuted(%x: !relax.tensor<[n, n], f32>, %y: !relax.tensor<[n, n], f32>) -> (!relax.tensor<[n, n], f32>) {
  %a = relax.permute_dims %x axes [1, 0]  : !relax.tensor<[n, n], f32>
  %b = relax.permute_dims %y axes [1, 0]  : !relax.tensor<[n, n], f32>
  %c = relax.subtract %a, %b : !relax.tensor<[n, n], f32>
  relax.return %c : !relax.tensor<[n, n], f32>
}
// CHECK-DAG: '@maximum_of_permuted' was found
relax.func @maximum_of_permuted(%x: !relax.tensor<[n, n], f32>, %y: !relax.tensor<[n, n], f32>) -> (!relax.tensor<[n, n], f32>) {
  %a = relax.permute_dims %x axes [1, 0]  : !relax.tensor<[n, n], f32>
  %b = relax.permute_dims %y axes [1, 0]  : !relax.tensor<[n, n], f32>
  %c = relax.maximum %a, %b : !relax.tensor<[n, n], f32>
  relax.return %c : !relax.tensor<[n, n], f32>
}
// CHECK-DAG: '@rows_of_transposed' was found
relax.func @rows_of_transposed(%x: !relax.tensor<[n, m], f32>, %y: !relax.tensor<[n, k], f32>) -> (!relax.tensor<[m + k, n], f32>) {
  %a = relax.permute_dims %x axes [1, 0]  : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[m, n], f32>
  %b = relax.permute_dims %y axes [1, 0]  : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[k, n], f32>
  %c = relax.concat %a, %b axis 0 : (!relax.tensor<[m, n], f32>, !relax.tensor<[k, n], f32>) -> !relax.tensor<[m + k, n], f32>
  relax.return %c : !relax.tensor<[m + k, n], f32>
}
// CHECK-DAG: '@columns_of_transposed' was found
relax.func @columns_of_transposed(%x: !relax.tensor<[m, n], f32>, %y: !relax.tensor<[k, n], f32>) -> (!relax.tensor<[n, m + k], f32>) {
  %a = relax.permute_dims %x axes [1, 0]  : (!relax.tensor<[m, n], f32>) -> !relax.tensor<[n, m], f32>
  %b = relax.permute_dims %y axes [1, 0]  : (!relax.tensor<[k, n], f32>) -> !relax.tensor<[n, k], f32>
  %c = relax.concat %a, %b axis 1 : (!relax.tensor<[n, m], f32>, !relax.tensor<[n, k], f32>) -> !relax.tensor<[n, m + k], f32>
  relax.return %c : !relax.tensor<[n, m + k], f32>
}
// CHECK-DAG: '@three_rows_of_transposed' was found
relax.func @three_rows_of_transposed(%x: !relax.tensor<[n, m], f32>, %y: !relax.tensor<[n, k], f32>, %z: !relax.tensor<[n, l], f32>) -> (!relax.tensor<[m + k + l, n], f32>) {
  %a = relax.permute_dims %x axes [1, 0]  : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[m, n], f32>
  %b = relax.permute_dims %y axes [1, 0]  : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[k, n], f32>
  %d = relax.permute_dims %z axes [1, 0]  : (!relax.tensor<[n, l], f32>) -> !relax.tensor<[l, n], f32>
  %c = relax.concat %a, %b, %d axis 0 : (!relax.tensor<[m, n], f32>, !relax.tensor<[k, n], f32>, !relax.tensor<[l, n], f32>) -> !relax.tensor<[m + k + l, n], f32>
  relax.return %c : !relax.tensor<[m + k + l, n], f32>
}

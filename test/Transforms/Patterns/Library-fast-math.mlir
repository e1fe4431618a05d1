// Each rewrite of share/relax/rewrites/fast-math.mlir finds its place (how far values are is said there).
// RUN: relax-opt %s "--relax-apply-patterns=file=%root/share/relax/rewrites/fast-math.mlir trace=all" -o %t.mlir 2>&1 | FileCheck %s --implicit-check-not="is not found"

// CHECK-DAG: '@gelu' was found
relax.func @gelu(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %y = relax.gelu %x : !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@divided_by_constant' was found
relax.func @divided_by_constant(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %c = relax.constant dense<3.0> : tensor<4xf32>
  %y = relax.divide %x, %c : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@inverse_root' was found
relax.func @inverse_root(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %r = relax.sqrt %x  : !relax.tensor<[n, 4], f32>
  %y = relax.reciprocal %r : !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@divided_by_root' was found
relax.func @divided_by_root(%x: !relax.tensor<[n, 4], f32>, %v: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %r = relax.sqrt %v  : !relax.tensor<[n, 4], f32>
  %y = relax.divide %x, %r : !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@half_power' was found
relax.func @half_power(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %c = relax.constant dense<0.5> : tensor<f32>
  %y = relax.power %x, %c : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@sigmoid_times' was found
relax.func @sigmoid_times(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %s = relax.sigmoid %x  : !relax.tensor<[n, 4], f32>
  %y = relax.multiply %x, %s : !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@product_of_exponentials' was found
relax.func @product_of_exponentials(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %a = relax.exp %x  : !relax.tensor<[n, 4], f32>
  %b = relax.exp %y  : !relax.tensor<[n, 4], f32>
  %c = relax.multiply %a, %b : !relax.tensor<[n, 4], f32>
  relax.return %c : !relax.tensor<[n, 4], f32>
}

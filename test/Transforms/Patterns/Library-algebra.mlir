// Each rewrite of share/relax/rewrites/algebra.mlir finds its place, and values stay.
// RUN: relax-opt %s "--relax-apply-patterns=file=%root/share/relax/rewrites/algebra.mlir trace=all" -o %t.mlir 2>&1 | FileCheck %s --implicit-check-not="is not found"
// RUN: relax-opt %s --relax-apply-patterns=%root/share/relax/rewrites/algebra.mlir --verify-by-running -o %t.mlir 2>&1 | FileCheck %s --check-prefix=RUNS
// RUNS: note: 1 of 1 changed modules run and agree

// CHECK-DAG: '@negated_twice' was found
relax.func @negated_twice(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %a = relax.negative %x : !relax.tensor<[n, 4], f32>
  %b = relax.negative %a : !relax.tensor<[n, 4], f32>
  relax.return %b : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@abs_of_negative' was found
relax.func @abs_of_negative(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %a = relax.negative %x : !relax.tensor<[n, 4], f32>
  %b = relax.abs %a : !relax.tensor<[n, 4], f32>
  relax.return %b : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@abs_twice' was found
relax.func @abs_twice(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %a = relax.abs %x : !relax.tensor<[n, 4], f32>
  %b = relax.abs %a : !relax.tensor<[n, 4], f32>
  relax.return %b : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@relu_twice' was found
relax.func @relu_twice(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %a = relax.relu %x : !relax.tensor<[n, 4], f32>
  %b = relax.relu %a : !relax.tensor<[n, 4], f32>
  relax.return %b : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@same_maximum' was found
relax.func @same_maximum(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %a = relax.maximum %x, %x : !relax.tensor<[n, 4], f32>
  relax.return %a : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@minus_negative' was found
relax.func @minus_negative(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %a = relax.negative %y : !relax.tensor<[n, 4], f32>
  %b = relax.subtract %x, %a : !relax.tensor<[n, 4], f32>
  relax.return %b : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@plus_negative' was found
relax.func @plus_negative(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %a = relax.negative %y : !relax.tensor<[n, 4], f32>
  %b = relax.add %x, %a : !relax.tensor<[n, 4], f32>
  relax.return %b : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@product_of_negatives' was found
relax.func @product_of_negatives(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %a = relax.negative %x : !relax.tensor<[n, 4], f32>
  %b = relax.negative %y : !relax.tensor<[n, 4], f32>
  %c = relax.multiply %a, %b : !relax.tensor<[n, 4], f32>
  relax.return %c : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@inverted_twice' was found
relax.func @inverted_twice(%x: !relax.tensor<[n, 4], i32>) -> (!relax.tensor<[n, 4], i32>) {
  %a = relax.bitwise_not %x : !relax.tensor<[n, 4], i32>
  %b = relax.bitwise_not %a : !relax.tensor<[n, 4], i32>
  relax.return %b : !relax.tensor<[n, 4], i32>
}
// CHECK-DAG: '@not_less' was found
relax.func @not_less(%x: !relax.tensor<[n, 4], i64>, %y: !relax.tensor<[n, 4], i64>) -> (!relax.tensor<[n, 4], i1>) {
  %a = relax.less %x, %y : (!relax.tensor<[n, 4], i64>, !relax.tensor<[n, 4], i64>) -> !relax.tensor<[n, 4], i1>
  %b = relax.bitwise_not %a : !relax.tensor<[n, 4], i1>
  relax.return %b : !relax.tensor<[n, 4], i1>
}
// CHECK-DAG: '@square' was found
relax.func @square(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %two = relax.constant dense<2.0> : tensor<f32>
  %b = relax.power %x, %two : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %b : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@minus_one' was found
relax.func @minus_one(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %c = relax.constant dense<-1.0> : tensor<f32>
  %b = relax.multiply %x, %c : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %b : !relax.tensor<[n, 4], f32>
}
// CHECK-DAG: '@divided_by_power_of_two' was found
relax.func @divided_by_power_of_two(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>) {
  %c = relax.constant dense<4.0> : tensor<f32>
  %b = relax.divide %x, %c : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %b : !relax.tensor<[n, 4], f32>
}

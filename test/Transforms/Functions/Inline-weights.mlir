// RUN: relax-opt %s --relax-inline=given-weights=true --verify-diagnostics | FileCheck %s

// Functions that are given weights, through others too; what is given none stays.
// CHECK-LABEL: relax.func @model(
// CHECK-NEXT:   %w = relax.get_weight @w
// CHECK-NEXT:   %[[T:.*]] = relax.permute_dims %w axes [1, 0]
// CHECK-NEXT:   %[[M:.*]] = relax.matmul %x, %[[T]]
// CHECK-NEXT:   relax.call @twice(%[[M]])
// What calls itself stays.
// CHECK-LABEL: relax.func @again(
// CHECK: relax.call @itself(
relax.weight @w : !relax.tensor<[3, 3], f32> from "w" at 0
relax.func private @twice(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32> {
  %d = relax.add %x, %x : !relax.tensor<[n, m], f32>
  relax.return %d : !relax.tensor<[n, m], f32>
}
relax.func private @linear(%x: !relax.tensor<[n, 3], f32>, %w: !relax.tensor<[3, 3], f32>) -> !relax.tensor<[n, 3], f32> {
  %t = relax.permute_dims %w axes [1, 0] : !relax.tensor<[3, 3], f32>
  %y = relax.matmul %x, %t : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3, 3], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return %y : !relax.tensor<[n, 3], f32>
}
relax.func private @layer(%x: !relax.tensor<[n, 3], f32>, %w: !relax.tensor<[3, 3], f32>) -> !relax.tensor<[n, 3], f32> {
  %y = relax.call @linear(%x, %w) : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3, 3], f32>) -> !relax.tensor<[n, 3], f32>
  %z = relax.call @twice(%y) : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return %z : !relax.tensor<[n, 3], f32>
}
relax.func @model(%x: !relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 3], f32> {
  %w = relax.get_weight @w : !relax.tensor<[3, 3], f32>
  %y = relax.call @layer(%x, %w) : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3, 3], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return %y : !relax.tensor<[n, 3], f32>
}
relax.func @again(%x: !relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 3], f32> {
  %w = relax.get_weight @w : !relax.tensor<[3, 3], f32>
  %y = relax.call @itself(%x, %w) : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3, 3], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return %y : !relax.tensor<[n, 3], f32>
}
relax.func private @itself(%x: !relax.tensor<[n, 3], f32>, %w: !relax.tensor<[3, 3], f32>) -> !relax.tensor<[n, 3], f32> {
  %y = relax.call @itself(%x, %w) : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3, 3], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return %y : !relax.tensor<[n, 3], f32>
}

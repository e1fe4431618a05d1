// RUN: relax-opt %s --relax-prepare-weights | FileCheck %s
// RUN: relax-opt %s --relax-prepare-weights --relax-prepare-weights | FileCheck %s

// What one weight needs stands together, in the order of the results: the next weight is read when it is done.
// CHECK: relax.func private @prepare()
// CHECK-NEXT: %v = relax.get_weight @w
// CHECK-NEXT: %a = relax.permute_dims %v
// CHECK-NEXT: %c = relax.negative %a
// CHECK-NEXT: %u = relax.get_weight @u
// CHECK-NEXT: %b = relax.permute_dims %u
// CHECK-NEXT: %d = relax.negative %b
// CHECK-NEXT: relax.return %c, %d
relax.weight @w : !relax.tensor<[2, 3], f32> from "w" at 0
relax.weight @u : !relax.tensor<[2, 3], f32> from "w" at 64
relax.func @main(%x: !relax.tensor<[n, 3], f32>) -> (!relax.tensor<[3, 2], f32>, !relax.tensor<[3, 2], f32>) {
  %v = relax.get_weight @w : !relax.tensor<[2, 3], f32>
  %u = relax.get_weight @u : !relax.tensor<[2, 3], f32>
  %a = relax.permute_dims %v axes [1, 0] : (!relax.tensor<[2, 3], f32>) -> !relax.tensor<[3, 2], f32>
  %b = relax.permute_dims %u axes [1, 0] : (!relax.tensor<[2, 3], f32>) -> !relax.tensor<[3, 2], f32>
  %c = relax.negative %a : !relax.tensor<[3, 2], f32>
  %d = relax.negative %b : !relax.tensor<[3, 2], f32>
  relax.return %c, %d : !relax.tensor<[3, 2], f32>, !relax.tensor<[3, 2], f32>
}

// RUN: relax-opt %s --relax-decompose | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{except=tile}))' | FileCheck %s --check-prefix=EXCEPT
// RUN: not relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{except=tile}),relax-legalize,relax-to-vm)' 2>&1 | FileCheck %s --check-prefix=OFF

// Without it there is no way to compile it.
// OFF: error: 'relax.tile' op cannot be lowered to 'vm'

// CHECK-LABEL: relax.func @tile(
relax.func @tile(%x: !relax.tensor<[n, 3], f32>, %k: !relax.tensor<[k], i1>, %s: !relax.tensor<[], f32>) -> (!relax.tensor<[2 * n, 3 * k], f32>, !relax.tensor<[], f32>) {
  // CHECK-NEXT: %y_shaped = relax.reshape %x : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[1, n, 1, 3], f32>
  // CHECK-NEXT: %y_wide = relax.broadcast_to %y_shaped given (%k) : (!relax.tensor<[1, n, 1, 3], f32>, !relax.tensor<[k], i1>) -> !relax.tensor<[2, n, k, 3], f32>
  // CHECK-NEXT: %y = relax.reshape %y_wide : (!relax.tensor<[2, n, k, 3], f32>) -> !relax.tensor<[2 * n, 3 * k], f32>
  // EXCEPT: relax.tile %x by [2, k]
  %y = relax.tile %x by [2, k] given (%k) : (!relax.tensor<[n, 3], f32>, !relax.tensor<[k], i1>) -> !relax.tensor<[2 * n, 3 * k], f32>
  %z = relax.tile %s by [] : (!relax.tensor<[], f32>) -> !relax.tensor<[], f32>
  // CHECK-NEXT: relax.return %y, %s
  relax.return %y, %z : !relax.tensor<[2 * n, 3 * k], f32>, !relax.tensor<[], f32>
}

// Symbolic extents that have to be multiples are checked.
// CHECK-LABEL: relax.func @depth(
relax.func @depth(%x: !relax.tensor<[n, c, h, w], f32>) -> !relax.tensor<[n, c floordiv 4, 2 * h, 2 * w], f32> {
  // CHECK-NEXT: %[[M:.*]] = relax.match_cast %x : !relax.tensor<[n, c, h, w], f32> to !relax.tensor<[n, 4 * (c floordiv 4), h, w], f32>
  // CHECK-NEXT: %y_shaped = relax.reshape %[[M]] : (!relax.tensor<[n, 4 * (c floordiv 4), h, w], f32>) -> !relax.tensor<[n, 2, 2, c floordiv 4, h, w], f32>
  // CHECK-NEXT: %y_turned = relax.permute_dims %y_shaped axes [0, 3, 4, 1, 5, 2]
  // CHECK-NEXT: %y = relax.reshape %y_turned
  %y = relax.depth_to_space %x block 2 mode "DCR" : (!relax.tensor<[n, c, h, w], f32>) -> !relax.tensor<[n, c floordiv 4, 2 * h, 2 * w], f32>
  relax.return %y : !relax.tensor<[n, c floordiv 4, 2 * h, 2 * w], f32>
}

// CHECK-LABEL: relax.func @space(
relax.func @space(%x: !relax.tensor<[n, c, 4, 6], f32>) -> !relax.tensor<[n, 4 * c, 2, 3], f32> {
  // CHECK-NEXT: %y_shaped = relax.reshape %x : (!relax.tensor<[n, c, 4, 6], f32>) -> !relax.tensor<[n, c, 2, 2, 3, 2], f32>
  // CHECK-NEXT: %y_turned = relax.permute_dims %y_shaped axes [0, 1, 3, 5, 2, 4]
  // CHECK-NEXT: %y = relax.reshape %y_turned
  %y = relax.space_to_depth %x block 2 mode "CRD" : (!relax.tensor<[n, c, 4, 6], f32>) -> !relax.tensor<[n, 4 * c, 2, 3], f32>
  relax.return %y : !relax.tensor<[n, 4 * c, 2, 3], f32>
}

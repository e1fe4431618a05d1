// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @tile
relax.func @tile(%x: !relax.tensor<[n, 3], f32>, %t: !relax.tensor<[2], !relax.string>, %k: !relax.tensor<[k], i1>, %r: !relax.tensor<[2], i64>, %u: !relax.tensor<*, i8>, %v: !relax.tensor<[?], i64>) {
  // CHECK-NEXT: %a = relax.tile %x by [2, k] given (%k) : (!relax.tensor<[n, 3], f32>, !relax.tensor<[k], i1>) -> !relax.tensor<[2 * n, 3 * k], f32>
  %a = relax.tile %x by [2, k] given (%k) : (!relax.tensor<[n, 3], f32>, !relax.tensor<[k], i1>) -> !relax.tensor<[n + n, k * 3], f32>
  // CHECK-NEXT: %b = relax.tile %t by [0] : (!relax.tensor<[2], !relax.string>) -> !relax.tensor<[0], !relax.string>
  %b = relax.tile %t by [0] : (!relax.tensor<[2], !relax.string>) -> !relax.tensor<[0], !relax.string>
  // CHECK-NEXT: %c = relax.tile %u by [1, 2] : (!relax.tensor<*, i8>) -> !relax.tensor<*, i8>
  %c = relax.tile %u by [1, 2] : (!relax.tensor<*, i8>) -> !relax.tensor<*, i8>
  // CHECK-NEXT: %d = relax.dynamic_tile %x, %r : (!relax.tensor<[n, 3], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  %d = relax.dynamic_tile %x, %r : (!relax.tensor<[n, 3], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  // CHECK-NEXT: %e = relax.dynamic_tile %u, %v : (!relax.tensor<*, i8>, !relax.tensor<[?], i64>) -> !relax.tensor<*, i8>
  %e = relax.dynamic_tile %u, %v : (!relax.tensor<*, i8>, !relax.tensor<[?], i64>) -> !relax.tensor<*, i8>
  // CHECK-NEXT: %f = relax.dynamic_tile %x, %v : {{.*}} -> !relax.tensor<[n, ?], f32>
  %f = relax.dynamic_tile %x, %v : (!relax.tensor<[n, 3], f32>, !relax.tensor<[?], i64>) -> !relax.tensor<[n, ?], f32>
  relax.return
}

// CHECK-LABEL: relax.func @blocks
relax.func @blocks(%x: !relax.tensor<[n, c, h, w], f16>, %y: !relax.tensor<[n, 8, 0, 6], i4>, %u: !relax.tensor<*, i8>) {
  // CHECK-NEXT: %a = relax.depth_to_space %x block 2 mode "DCR" : (!relax.tensor<[n, c, h, w], f16>) -> !relax.tensor<[n, c floordiv 4, 2 * h, 2 * w], f16>
  %a = relax.depth_to_space %x block 2 mode "DCR" : (!relax.tensor<[n, c, h, w], f16>) -> !relax.tensor<[n, c floordiv 4, 2 * h, 2 * w], f16>
  // CHECK-NEXT: %b = relax.depth_to_space %y block 2 mode "CRD" : (!relax.tensor<[n, 8, 0, 6], i4>) -> !relax.tensor<[n, 2, 0, 12], i4>
  %b = relax.depth_to_space %y block 2 mode "CRD" : (!relax.tensor<[n, 8, 0, 6], i4>) -> !relax.tensor<[n, 2, 0, 12], i4>
  // CHECK-NEXT: %c = relax.space_to_depth %x block 3 mode "DCR" : (!relax.tensor<[n, c, h, w], f16>) -> !relax.tensor<[n, 9 * c, h floordiv 3, w floordiv 3], f16>
  %c = relax.space_to_depth %x block 3 mode "DCR" : (!relax.tensor<[n, c, h, w], f16>) -> !relax.tensor<[n, 9 * c, h floordiv 3, w floordiv 3], f16>
  // CHECK-NEXT: %d = relax.space_to_depth %u block 1 mode "CRD" : !relax.tensor<*, i8>
  %d = relax.space_to_depth %u block 1 mode "CRD" : !relax.tensor<*, i8>
  relax.return
}

// RUN: relax-opt %s --relax-legalize | FileCheck %s

// Along each axis places, then the weights of the neighbours in a table, then the elements. An axis that shrinks comes first.
// CHECK-LABEL: relax.func @main
// CHECK: %[[P0:.*]] = relax.call_tir @resize_places(%x) {{.*}} -> !relax.tensor<[h floordiv 2], f64>
// CHECK-NEXT: %[[W0:.*]] = relax.call_tir @resize_weights(%x, %[[P0]]) {{.*}} -> !relax.tensor<[h floordiv 2, 2], f32>
// CHECK-NEXT: %[[Y0:.*]] = relax.call_tir @resize(%x, %[[P0]], %[[W0]]) {{.*}} -> !relax.tensor<[h floordiv 2, w], f32>
// CHECK: relax.call_tir @resize_0({{.*}} -> !relax.tensor<[h floordiv 2, 2 * w], f32>
// CHECK-NEXT: relax.call_tir @resize_places_1({{.*}} -> !relax.tensor<[4 * w], f64>
// CHECK-NEXT: %[[SUMS:.*]] = relax.call_tir @resize_sums(
// CHECK-NEXT: relax.call_tir @resize_weights_1({{.*}}, %[[SUMS]]) {{.*}} -> !relax.tensor<[4 * w, 4], f32>
relax.func @main(%x: !relax.tensor<[h, w], f32>) -> !relax.tensor<[h floordiv 2, 4 * w], f32> {
  %y = relax.resize %x axes [0, 1] factors [0.5, 2.0] mode "linear" coordinates "half_pixel" rounding "round_prefer_floor" cubic -0.75 extrapolation 0.0 : (!relax.tensor<[h, w], f32>) -> !relax.tensor<[h floordiv 2, 2 * w], f32>
  %z = relax.resize %y axes [1] factors [2.0] mode "cubic" coordinates "half_pixel" rounding "round_prefer_floor" cubic -0.5 extrapolation 0.0 exclude_outside : (!relax.tensor<[h floordiv 2, 2 * w], f32>) -> !relax.tensor<[h floordiv 2, 4 * w], f32>
  relax.return %z : !relax.tensor<[h floordiv 2, 4 * w], f32>
}

// The last kernel only loads what is in the tables.
// CHECK-LABEL: tir.func private @resize(
// CHECK: tir.compute "weighted" (%i, %j, reduce %t) in [h floordiv 2, w, 2] {
// CHECK: tir.load {{.*}}[%i, %t] : !tir.buffer<[h floordiv 2, 2], f32>
// CHECK-NOT: math.absf
// CHECK: tir.reduce @add_f32

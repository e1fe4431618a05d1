// Images of other extents, of columns and of maxima, and norms of windows.
// RUN: relax-opt %s --relax-decompose | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes --relax-bind-extents | FileCheck %s --check-prefix=BIND
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{except=center_crop_pad,col2im,max_unpool,lp_pool,global_lp_pool}))' | FileCheck %s --check-prefix=EXCEPT

// CHECK-LABEL: relax.func @crop(
// CHECK-NEXT: %y_part = relax.slice %x axes [0] begins [max(n - 4, 0) floordiv 2] steps [1] : (!relax.tensor<[n, 2], f32>) -> !relax.tensor<[min(n, 4), 2], f32>
// CHECK-NEXT: %y = relax.pad %y_part low [max(-n + 4, 0) floordiv 2, 0] mode "constant" : (!relax.tensor<[min(n, 4), 2], f32>) -> !relax.tensor<[4, 2], f32>
// EXCEPT: relax.center_crop_pad
relax.func @crop(%x: !relax.tensor<[n, 2], f32>) -> !relax.tensor<[4, 2], f32> {
  %y = relax.center_crop_pad %x axes [0] : (!relax.tensor<[n, 2], f32>) -> !relax.tensor<[4, 2], f32>
  relax.return %y : !relax.tensor<[4, 2], f32>
}

// The number of columns is checked.
// CHECK-LABEL: relax.func @columns(
// CHECK: relax.match_cast %x : !relax.tensor<[n, c, 2, l], f32> to !relax.tensor<[n, c, 2, max(w - 1, 0)], f32>
// CHECK: relax.scatter_elements {{.*}} axis 2 reduce "add"
// EXCEPT: relax.col2im
relax.func @columns(%x: !relax.tensor<[n, c, 2, l], f32>, %w: !relax.tensor<[w], f32>) -> !relax.tensor<[n, c, w], f32> {
  %y = relax.col2im %x strides [1] pads [0, 0] dilations [1] given(%w) : (!relax.tensor<[n, c, 2, l], f32>, !relax.tensor<[w], f32>) -> !relax.tensor<[n, c, w], f32>
  relax.return %y : !relax.tensor<[n, c, w], f32>
}

// CHECK-LABEL: relax.func @back(
// CHECK: %y_placed = relax.scatter_elements
// CHECK: relax.pad {{.*}} low [0, 0, 0] mode "constant"
// EXCEPT: relax.max_unpool
relax.func @back(%x: !relax.tensor<[n, c, w], f32>, %i: !relax.tensor<[n, c, w], i64>) -> !relax.tensor<[n, c, 2 * w + 1], f32> {
  %y = relax.max_unpool %x, %i window [2] strides [2] pads [0, 0] extended : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, c, w], i64>) -> !relax.tensor<[n, c, 2 * w + 1], f32>
  relax.return %y : !relax.tensor<[n, c, 2 * w + 1], f32>
}

// CHECK-LABEL: relax.func @norms(
// CHECK: relax.sum_pool
// CHECK: relax.power
// CHECK: relax.sum %{{.*}} over [2] keep_dims
// CHECK: relax.power
// EXCEPT: relax.lp_pool
// EXCEPT: relax.global_lp_pool
relax.func @norms(%x: !relax.tensor<[n, c, w], f32>) {
  %y = relax.lp_pool %x window [1] strides [1] pads [0, 0] dilations [1] p 2 : !relax.tensor<[n, c, w], f32>
  %z = relax.global_lp_pool %x p 2 : (!relax.tensor<[n, c, w], f32>) -> !relax.tensor<[n, c, 1], f32>
  relax.return
}

// Sizes that are known go into the type; others get symbols.
// BIND-LABEL: relax.func @sizes(
// BIND: relax.center_crop_pad %x axes [0, 1] : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[m, n], f32>
// BIND: %[[S:.*]] = relax.tensor_to_shape %s : !relax.tensor<[1], i64> -> !relax.shape<[d]> binds (d)
// BIND: relax.center_crop_pad %x axes [1] given(%[[S]]) : (!relax.tensor<[n, m], f32>, !relax.shape<[d]>) -> !relax.tensor<[n, d], f32>
// CHECK-LABEL: relax.func @sizes(
// CHECK-COUNT-2: relax.center_crop_pad
relax.func @sizes(%x: !relax.tensor<[n, m], f32>, %t: !relax.tensor<[m, n], f32>, %s: !relax.tensor<[1], i64>) -> (!relax.tensor<[?, ?], f32>, !relax.tensor<[n, ?], f32>) {
  %shape = relax.shape_of %t : !relax.tensor<[m, n], f32> -> !relax.shape<[m, n]>
  %dims = relax.shape_to_tensor %shape : !relax.shape<[m, n]> -> !relax.tensor<[2], i64>
  %y = relax.center_crop_pad %x to %dims axes [0, 1] : (!relax.tensor<[n, m], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  %z = relax.center_crop_pad %x to %s axes [1] : (!relax.tensor<[n, m], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[n, ?], f32>
  relax.return %y, %z : !relax.tensor<[?, ?], f32>, !relax.tensor<[n, ?], f32>
}

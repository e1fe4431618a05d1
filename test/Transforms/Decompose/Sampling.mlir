// Samples of images, regions and moved windows: rows of channels, chosen by computed numbers.
// RUN: relax-opt %s --relax-decompose | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{except=grid_sample,affine_grid,roi_align,max_roi_pool,deform_conv}))' | FileCheck %s --check-prefix=EXCEPT

// CHECK-LABEL: relax.func @grid(
// CHECK-NOT: relax.affine_grid
// CHECK: %g_numbers = relax.iota begin 0 step 1 given (%s : !relax.tensor<[h, w], f32>) : !relax.tensor<[w], i64>
// CHECK: %g = relax.add
// EXCEPT: relax.affine_grid
relax.func @grid(%t: !relax.tensor<[n, 2, 3], f32>, %s: !relax.tensor<[h, w], f32>) -> !relax.tensor<[n, h, w, 2], f32> {
  %g = relax.affine_grid %t given (%s) : (!relax.tensor<[n, 2, 3], f32>, !relax.tensor<[h, w], f32>) -> !relax.tensor<[n, h, w, 2], f32>
  relax.return %g : !relax.tensor<[n, h, w, 2], f32>
}

// Bind the sizes first.
// CHECK-LABEL: relax.func @open(
// CHECK-NEXT: relax.affine_grid
relax.func @open(%t: !relax.tensor<[n, 2, 3], f32>, %s: !relax.tensor<[4], i64>) -> !relax.tensor<[n, 5, 7, 2], f32> {
  %g = relax.affine_grid %t to %s : (!relax.tensor<[n, 2, 3], f32>, !relax.tensor<[4], i64>) -> !relax.tensor<[n, 5, 7, 2], f32>
  relax.return %g : !relax.tensor<[n, 5, 7, 2], f32>
}

// What the types do not say is checked: as many grids as images.
// CHECK-LABEL: relax.func @sample(
// CHECK: relax.match_cast %g : !relax.tensor<[m, a, 1], f32> to !relax.tensor<[n, a, 1], f32>
// CHECK: %y_shaped = relax.reshape %y_turned : (!relax.tensor<[n, w, c], f32>) -> !relax.tensor<[n * w, c], f32>
// CHECK-COUNT-2: relax.take %y_shaped,
// CHECK-NOT: relax.take
// CHECK: relax.return
// EXCEPT: relax.grid_sample
relax.func @sample(%x: !relax.tensor<[n, c, w], f32>, %g: !relax.tensor<[m, a, 1], f32>) -> !relax.tensor<[n, c, a], f32> {
  %y = relax.grid_sample %x, %g mode "linear" padding "zeros" : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[m, a, 1], f32>) -> !relax.tensor<[n, c, a], f32>
  relax.return %y : !relax.tensor<[n, c, a], f32>
}

// Elements that are taken are not weighed.
// CHECK-LABEL: relax.func @nearest(
// CHECK-COUNT-1: relax.take {{.*}} -> !relax.tensor<[n, a, c], i64>
// CHECK-NOT: relax.take
// CHECK: relax.return
relax.func @nearest(%x: !relax.tensor<[n, c, w], i64>, %g: !relax.tensor<[n, a, 1], f32>) -> !relax.tensor<[n, c, a], i64> {
  %y = relax.grid_sample %x, %g mode "nearest" padding "zeros" : (!relax.tensor<[n, c, w], i64>, !relax.tensor<[n, a, 1], f32>) -> !relax.tensor<[n, c, a], i64>
  relax.return %y : !relax.tensor<[n, c, a], i64>
}

// As many samples as the largest region has are bound when the program runs.
// CHECK-LABEL: relax.func @regions(
// CHECK: relax.tensor_to_shape {{.*}} -> !relax.shape<[d]> binds (d)
// CHECK: relax.tensor_to_shape {{.*}} -> !relax.shape<[d_0]> binds (d_0)
// EXCEPT: relax.roi_align
// EXCEPT: relax.max_roi_pool
relax.func @regions(%x: !relax.tensor<[n, c, h, w], f32>, %r: !relax.tensor<[r, 4], f32>, %b: !relax.tensor<[r], i64>, %p: !relax.tensor<[k, 5], f32>) {
  %y = relax.roi_align %x, %r, %b size [2, 2] samples 0 scale 1.0 mode "avg" : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[r, 4], f32>, !relax.tensor<[r], i64>) -> !relax.tensor<[r, c, 2, 2], f32>
  %z = relax.max_roi_pool %x, %p size [2, 2] scale 1.0 : (!relax.tensor<[n, c, h, w], f32>, !relax.tensor<[k, 5], f32>) -> !relax.tensor<[k, c, 2, 2], f32>
  relax.return
}

// CHECK-LABEL: relax.func @moved(
// CHECK-NOT: relax.deform_conv
// CHECK: relax.matmul
// EXCEPT: relax.deform_conv
relax.func @moved(%x: !relax.tensor<[n, c, w], f32>, %f: !relax.tensor<[o, c, 2], f32>, %s: !relax.tensor<[n, 2, q], f32>) -> !relax.tensor<[n, o, max(w - 1, 0)], f32> {
  %y = relax.deform_conv %x, %f, %s strides [1] pads [0, 0] dilations [1] groups 1 offset_groups 1 : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[o, c, 2], f32>, !relax.tensor<[n, 2, q], f32>) -> !relax.tensor<[n, o, max(w - 1, 0)], f32>
  relax.return %y : !relax.tensor<[n, o, max(w - 1, 0)], f32>
}

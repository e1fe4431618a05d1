// RUN: relax-opt %s --relax-decompose | FileCheck %s
// RUN: relax-opt %s --relax-decompose --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{ops=lrn,rms_norm}))' | FileCheck %s --check-prefix=ONLY
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{except=layer_norm}))' | FileCheck %s --check-prefix=EXCEPT

// COUNT: {{^ +}}5  relax-decompose.ops-decomposed

// The result keeps its name, the steps get theirs from it.
// CHECK-LABEL: relax.func @layer(
// ONLY-LABEL: relax.func @layer(
// ONLY-NEXT: %y = relax.layer_norm
// ONLY-NEXT: %z_cast =
// EXCEPT-LABEL: relax.func @layer(
// EXCEPT-NEXT: %y = relax.layer_norm
// EXCEPT-NEXT: %z_cast =
relax.func @layer(%x: !relax.tensor<[n, 4], f16>, %s: !relax.tensor<[4], f16>) -> !relax.tensor<[n, 4], f16> {
  // CHECK-NEXT: %y_cast = relax.cast %x : !relax.tensor<[n, 4], f16> to !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: %y_mean = relax.mean %y_cast over [1] keep_dims
  // CHECK: %y = relax.cast %{{.*}} : !relax.tensor<[n, 4], f32> to !relax.tensor<[n, 4], f16>
  %y = relax.layer_norm %x, %s from 1 epsilon 1.0e-5 : (!relax.tensor<[n, 4], f16>, !relax.tensor<[4], f16>) -> !relax.tensor<[n, 4], f16>
  // CHECK: %z = relax.cast
  %z = relax.rms_norm %y, %s from 1 epsilon 1.0e-5 : (!relax.tensor<[n, 4], f16>, !relax.tensor<[4], f16>) -> !relax.tensor<[n, 4], f16>
  // CHECK-NEXT: relax.return %z
  relax.return %z : !relax.tensor<[n, 4], f16>
}

// Inside of regions too.
// CHECK-LABEL: relax.func @regions(
relax.func @regions(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n, 0], f32>) -> !relax.tensor<[n, 0], f32> {
  // CHECK-NOT: relax.lp_norm
  %y = relax.if %p -> !relax.tensor<[n, 0], f32> {
    %a = relax.lp_norm %x over 1 p 2 : !relax.tensor<[n, 0], f32>
    relax.yield %a : !relax.tensor<[n, 0], f32>
  } else {
    relax.yield %x : !relax.tensor<[n, 0], f32>
  }
  relax.return %y : !relax.tensor<[n, 0], f32>
}

// Groups divide symbolic channels: a check.
// CHECK-LABEL: relax.func @groups(
relax.func @groups(%x: !relax.tensor<[n, c, w], f32>, %s: !relax.tensor<[c], f32>) -> !relax.tensor<[n, c, w], f32> {
  // CHECK-NEXT: %[[M:.*]] = relax.match_cast %x : !relax.tensor<[n, c, w], f32> to !relax.tensor<[n, 2 * (c floordiv 2), w], f32>
  // CHECK-NEXT: %y_shaped = relax.reshape %[[M]] : (!relax.tensor<[n, 2 * (c floordiv 2), w], f32>) -> !relax.tensor<[n, 2, w * (c floordiv 2)], f32>
  %y = relax.group_norm %x, %s, %s groups 2 epsilon 1.0e-5 : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>) -> !relax.tensor<[n, c, w], f32>
  relax.return %y : !relax.tensor<[n, c, w], f32>
}

// A declared type that says more is checked.
// CHECK-LABEL: relax.func @claims(
relax.func @claims(%x: !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 1], f32> {
  // CHECK-NOT: relax.hardmax
  %y = relax.hardmax %x over 1 : !relax.tensor<[n, 1], f32>
  relax.return %y : !relax.tensor<[n, 1], f32>
}

// Unknown extents and ranks stay.
// CHECK-LABEL: relax.func @unknown(
relax.func @unknown(%x: !relax.tensor<[n, ?], f32>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %y = relax.hardmax %x over 1
  // CHECK-NEXT: %z = relax.hardmax %any over 1
  %y = relax.hardmax %x over 1 : !relax.tensor<[n, ?], f32>
  %z = relax.hardmax %any over 1 : !relax.tensor<*, f32>
  relax.return
}

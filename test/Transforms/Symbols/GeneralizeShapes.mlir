// RUN: relax-opt %s "--relax-generalize-shapes=function=layer dims=x[0]=n facts=n>=1,n<=64" | FileCheck %s --check-prefix=LAYER
// RUN: relax-opt %s "--relax-generalize-shapes=function=layer dims=x[0]=n" --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// RUN: relax-opt %s "--relax-generalize-shapes=function=shapes dims=ids[0]=b,ids[1]=s,mask[1]=2*s" | FileCheck %s --check-prefix=SHAPES
// RUN: relax-opt %s "--relax-generalize-shapes=function=targets dims=x[0]=n" | FileCheck %s --check-prefix=TARGETS
// RUN: relax-opt %s "--relax-generalize-shapes=function=zero dims=x[0]=n,x[1]=m" | FileCheck %s --check-prefix=ZERO
// RUN: relax-opt %s "--relax-generalize-shapes=function=callee dims=x[0]=n" | FileCheck %s --check-prefix=CALL
// RUN: relax-opt %s "--relax-generalize-shapes" --verify-roundtrip | FileCheck %s --check-prefix=NONE

// The same values at the old extent, and others are possible.
// RUN: relax-run %s --entry=layer --seed=1 --mode=reference > %t.before
// RUN: relax-opt %s "--relax-generalize-shapes=function=layer dims=x[0]=n" -o %t.mlir
// RUN: relax-run %t.mlir --entry=layer --dims=n=4 --seed=1 --mode=reference | diff %t.before -
// RUN: relax-run %t.mlir --entry=layer --dims=n=0 --compare=reference,compiled
// RUN: relax-run %t.mlir --entry=layer --dims=n=7 --compare=reference,compiled

// COUNT-DAG: {{^ +}}1  relax-generalize-shapes.dims-generalized
// COUNT-DAG: {{^ +}}4  relax-generalize-shapes.types-changed
// NONE: relax.func @layer(%x: !relax.tensor<[4, 6], f32>

// LAYER-LABEL: relax.func @layer(
// LAYER-SAME:      %x: !relax.tensor<[n, 6], f32>, %w: !relax.tensor<[6, 4], f32>) -> !relax.tensor<[n], f32> where (1 <= n <= 64)
// LAYER:         relax.matmul {{.*}} -> !relax.tensor<[n, 4], f32>
// LAYER:         %r = relax.add %h, %b : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[n, 4], f32>
// LAYER:         relax.softmax {{.*}} : !relax.tensor<[n, 4], f32>
// LAYER:         relax.sum {{.*}} -> !relax.tensor<[n], f32>
relax.func @layer(%x: !relax.tensor<[4, 6], f32>, %w: !relax.tensor<[6, 4], f32>) -> !relax.tensor<[4], f32> {
  %b = relax.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %h = relax.matmul %x, %w : (!relax.tensor<[4, 6], f32>, !relax.tensor<[6, 4], f32>) -> !relax.tensor<[4, 4], f32>
  %r = relax.add %h, %b : (!relax.tensor<[4, 4], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[4, 4], f32>
  %s = relax.softmax %r over 1 : !relax.tensor<[4, 4], f32>
  %t = relax.sum %s over [1] : (!relax.tensor<[4, 4], f32>) -> !relax.tensor<[4], f32>
  relax.return %t : !relax.tensor<[4], f32>
}

// Reshapes: several symbols at once, expressions, heads that are no new extent.
// SHAPES-LABEL: relax.func @shapes(
// SHAPES-SAME:      %ids: !relax.tensor<[b, s, 64], f32>, %mask: !relax.tensor<[2, 2 * s], f32>)
// SHAPES:         relax.reshape %ids : (!relax.tensor<[b, s, 64], f32>) -> !relax.tensor<[b * s, 64], f32>
// SHAPES:         relax.reshape %flat : (!relax.tensor<[b * s, 64], f32>) -> !relax.tensor<[b, s, 4, 16], f32>
// SHAPES:         relax.reshape %mask : (!relax.tensor<[2, 2 * s], f32>) -> !relax.tensor<[4 * s], f32>
relax.func @shapes(%ids: !relax.tensor<[2, 8, 64], f32>, %mask: !relax.tensor<[2, 16], f32>)
    -> (!relax.tensor<[2, 8, 4, 16], f32>, !relax.tensor<[32], f32>) {
  %flat = relax.reshape %ids : (!relax.tensor<[2, 8, 64], f32>) -> !relax.tensor<[16, 64], f32>
  %heads = relax.reshape %flat : (!relax.tensor<[16, 64], f32>) -> !relax.tensor<[2, 8, 4, 16], f32>
  %m = relax.reshape %mask : (!relax.tensor<[2, 16], f32>) -> !relax.tensor<[32], f32>
  relax.return %heads, %m : !relax.tensor<[2, 8, 4, 16], f32>, !relax.tensor<[32], f32>
}

// A target that says the old extent goes; a leading extent stays where it is.
// TARGETS-LABEL: relax.func @targets(
// TARGETS:         relax.reshape %x : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
// TARGETS:         relax.reshape %x : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[4 * n], f32>
// TARGETS:         relax.strided_slice %x {{.*}} -> !relax.tensor<[min(n, 2), 4], f32>
relax.func @targets(%x: !relax.tensor<[4, 4], f32>) {
  %c = relax.constant dense<[4, -1]> : tensor<2xi64>
  %a = relax.reshape %x to %c : (!relax.tensor<[4, 4], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[4, 4], f32>
  %d = relax.constant dense<16> : tensor<1xi64>
  %b = relax.reshape %x to %d : (!relax.tensor<[4, 4], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[16], f32>
  %s = relax.strided_slice %x axes [0] begins [0] ends [2] steps [1] : (!relax.tensor<[4, 4], f32>) -> !relax.tensor<[2, 4], f32>
  relax.return
}

// Extents 0 and 1 are extents like others.
// ZERO-LABEL: relax.func @zero(
// ZERO:         relax.concat {{.*}} -> !relax.tensor<[2 * n, m], f32>
relax.func @zero(%x: !relax.tensor<[0, 1], f32>) -> !relax.tensor<[0, 1], f32> {
  %y = relax.concat %x, %x axis 0 : (!relax.tensor<[0, 1], f32>, !relax.tensor<[0, 1], f32>) -> !relax.tensor<[0, 1], f32>
  relax.return %y : !relax.tensor<[0, 1], f32>
}

// Through a call of a function that takes any extent; callers keep their types.
relax.func private @any(%x: !relax.tensor<[k], f32>) -> !relax.tensor<[k], f32> {
  relax.return %x : !relax.tensor<[k], f32>
}
// CALL-LABEL: relax.func @callee(
// CALL-SAME:      %x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
// CALL-NEXT:    relax.call @any(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
relax.func @callee(%x: !relax.tensor<[5], f32>) -> !relax.tensor<[5], f32> {
  %y = relax.call @any(%x) : (!relax.tensor<[5], f32>) -> !relax.tensor<[5], f32>
  relax.return %y : !relax.tensor<[5], f32>
}
// CALL-LABEL: relax.func @caller(
// CALL-NEXT:    relax.call @callee(%x) : (!relax.tensor<[5], f32>) -> !relax.tensor<[5], f32>
relax.func @caller(%x: !relax.tensor<[5], f32>) -> !relax.tensor<[5], f32> {
  %y = relax.call @callee(%x) : (!relax.tensor<[5], f32>) -> !relax.tensor<[5], f32>
  relax.return %y : !relax.tensor<[5], f32>
}

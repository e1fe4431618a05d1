// Kernels are shared up to names of symbols: those of attributes are other ones although their text is the same.
// RUN: relax-run %s --dims=n=3,k=5 --compare=reference,compiled
// RUN: relax-opt %s --relax-legalize | FileCheck %s
// CHECK: relax.call_tir @slice(%x, %y)
// CHECK: relax.call_tir @slice_0(%z, %w)
relax.func @main(%x: !relax.tensor<[2 * k + n], f32>, %y: !relax.tensor<[n, k], f32>, %z: !relax.tensor<[k + 2 * n], f32>, %w: !relax.tensor<[k, n], f32>)
    -> (!relax.tensor<[1], f32>, !relax.tensor<[1], f32>) {
  %a = relax.slice %x axes [0] begins [k] steps [1] given (%y) : (!relax.tensor<[2 * k + n], f32>, !relax.tensor<[n, k], f32>) -> !relax.tensor<[1], f32>
  %b = relax.slice %z axes [0] begins [k] steps [1] given (%w) : (!relax.tensor<[k + 2 * n], f32>, !relax.tensor<[k, n], f32>) -> !relax.tensor<[1], f32>
  relax.return %a, %b : !relax.tensor<[1], f32>, !relax.tensor<[1], f32>
}

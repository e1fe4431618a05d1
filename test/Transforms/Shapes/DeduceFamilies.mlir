// Every operation with a rule for its types is asked again when its operands are known, whatever its family.
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s

!open = !relax.tensor<[?, ?, ?, ?], f32>
// CHECK-LABEL: relax.func @rearranged(
relax.func @rearranged(%x: !relax.tensor<[n, 8, h, 6], f32>) -> (!open, !open, !open) {
  // CHECK: relax.tile {{.*}} -> !relax.tensor<[2 * n, 8, h, 18], f32>
  %a = relax.tile %x by [2, 1, 1, 3] : (!relax.tensor<[n, 8, h, 6], f32>) -> !open
  // CHECK: relax.depth_to_space {{.*}} -> !relax.tensor<[n, 2, 2 * h, 12], f32>
  %b = relax.depth_to_space %x block 2 mode "DCR" : (!relax.tensor<[n, 8, h, 6], f32>) -> !open
  // CHECK: relax.tile {{.*}} -> !relax.tensor<[n, 2, 4 * h, 12], f32>
  %c = relax.tile %b by [1, 1, 2, 1] : (!open) -> !open
  relax.return %a, %b, %c : !open, !open, !open
}
// CHECK-LABEL: relax.func @sampled(
relax.func @sampled(%x: !relax.tensor<[n, 8, h, 6], f32>, %g: !relax.tensor<[n, h, 5, 2], f32>) -> !open {
  // CHECK: relax.grid_sample {{.*}} -> !relax.tensor<[n, 8, h, 5], f32>
  %y = relax.grid_sample %x, %g mode "linear" padding "zeros"
      : (!relax.tensor<[n, 8, h, 6], f32>, !relax.tensor<[n, h, 5, 2], f32>) -> !open
  relax.return %y : !open
}

// The programs that pack weights get schedules like others: all threads pack.
// RUN: relax-opt %s --relax-pipeline=cpu --to=scheduled --target=x86-64-v4 | FileCheck %s

relax.weight @w : !relax.tensor<[512, 512], f32> from "w.bin" at 0
relax.func @main(%x: !relax.tensor<[n, 512], f32>) -> !relax.tensor<[n, 512], f32> {
  %w = relax.get_weight @w : !relax.tensor<[512, 512], f32>
  %y = relax.matmul %x, %w : (!relax.tensor<[n, 512], f32>, !relax.tensor<[512, 512], f32>) -> !relax.tensor<[n, 512], f32>
  relax.return %y : !relax.tensor<[n, 512], f32>
}
// CHECK: tir.func private @pack(
// CHECK-NEXT: tir.for "p0" (%p0) in [8] parallel {
// CHECK-NEXT:   tir.for "p1" (%p1) in [512] {
// CHECK-NEXT:     tir.for "p2" (%p2) in [64] vector 16 {

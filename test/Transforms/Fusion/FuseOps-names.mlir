// Values may share a name, as sums of one decomposed operation do; buffers of a program do not, because schedules find them by it.
// The schedule is the same whether the pipeline goes on in memory or from text.
// RUN: relax-opt %s --relax-pipeline=cpu --to=scheduled --target=x86-64-v4 | FileCheck %s
// RUN: relax-opt %s --relax-pipeline=cpu --to=fused --target=x86-64-v4 | relax-opt --relax-pipeline=cpu --to=scheduled | FileCheck %s

// The product and the bias that is added to it are tiles of 12 rows and 32 columns.
// CHECK-LABEL: tir.func private @fused_matmul_add{{.*}}(
// CHECK-SAME: %Sum: !tir.buffer<[64], f32>, %Sum_0: !tir.buffer<[s, b, 64], f32>)
// CHECK: tir.specialize ({{.*}}) in 1 to 6 only
relax.weight @w : !relax.tensor<[1, 64, 8], f32> from "w.bin" at 0
relax.weight @r : !relax.tensor<[1, 64, 16], f32> from "w.bin" at 2048
relax.weight @bias : !relax.tensor<[1, 128], f32> from "w.bin" at 6144
relax.func @lstm(%x: !relax.tensor<[s, b, 8], f32>) -> !relax.tensor<[1, b, 16], f32> {
  %w = relax.get_weight @w : !relax.tensor<[1, 64, 8], f32>
  %r = relax.get_weight @r : !relax.tensor<[1, 64, 16], f32>
  %bias = relax.get_weight @bias : !relax.tensor<[1, 128], f32>
  %y, %h, %c = relax.lstm %x, %w, %r bias %bias direction "forward" : (!relax.tensor<[s, b, 8], f32>, !relax.tensor<[1, 64, 8], f32>, !relax.tensor<[1, 64, 16], f32>, !relax.tensor<[1, 128], f32>) -> (!relax.tensor<[s, 1, b, 16], f32>, !relax.tensor<[1, b, 16], f32>, !relax.tensor<[1, b, 16], f32>)
  relax.return %c : !relax.tensor<[1, b, 16], f32>
}

// Twelve sums of AVX2's sixteen registers leave none for what copies of a window's rounds share: these stay a loop. AVX-512 has enough.
// RUN: relax-translate --emit-llvm --target=x86-64-v3 %s | FileCheck %s
// RUN: relax-translate --emit-llvm --target=x86-64-v4 %s | FileCheck %s --check-prefix=WIDE --implicit-check-not=unroll.disable

// CHECK: define {{.*}}@relax_kernel_{{.*}}conv
// CHECK: llvm.loop.unroll.disable
// WIDE: define {{.*}}@relax_kernel_{{.*}}conv

relax.weight @w : !relax.tensor<[96, 8, 2, 2], f32> from "w.bin" at 0
relax.weight @p : !relax.tensor<[16, 96, 1, 1], f32> from "w.bin" at 12288
relax.func @main(%x: !relax.tensor<[n, 8, h, w], f32>) -> !relax.tensor<[n, 16, max(h - 1, 0), max(w - 1, 0)], f32> {
  %k = relax.get_weight @w : !relax.tensor<[96, 8, 2, 2], f32>
  %p = relax.get_weight @p : !relax.tensor<[16, 96, 1, 1], f32>
  %y = relax.conv %x, %k strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 8, h, w], f32>, !relax.tensor<[96, 8, 2, 2], f32>) -> !relax.tensor<[n, 96, max(h - 1, 0), max(w - 1, 0)], f32>
  %z = relax.conv %y, %p strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 96, max(h - 1, 0), max(w - 1, 0)], f32>, !relax.tensor<[16, 96, 1, 1], f32>) -> !relax.tensor<[n, 16, max(h - 1, 0), max(w - 1, 0)], f32>
  relax.return %z : !relax.tensor<[n, 16, max(h - 1, 0), max(w - 1, 0)], f32>
}

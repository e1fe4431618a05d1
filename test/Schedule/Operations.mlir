// Code is what takes time to compile: instructions of LLVM IR in each kernel, for tiles of AVX-512 and of AVX2. One row of a
// tile has an arm, and so have several together (but for tiles that fill the registers of AVX2, which have arms for each number of
// rows); what follows long sums stands once behind the arms.
// RUN: %python %S/operations.py %s x86-64-v4 700 | FileCheck %s
// RUN: %python %S/operations.py %s x86-64-v3 1200 | FileCheck %s
// CHECK: at most {{700|1200}} instructions in each of {{[1-9][0-9]+}} kernels

relax.weight @long0 : !relax.tensor<[512, 512], f32> from "w.bin" at 0
relax.weight @long1 : !relax.tensor<[512], f32> from "w.bin" at 1048576
relax.weight @product0 : !relax.tensor<[256, 192], f32> from "w.bin" at 1050624
relax.weight @product1 : !relax.tensor<[192], f32> from "w.bin" at 1247232
relax.weight @product_narrow0 : !relax.tensor<[256, 32], f32> from "w.bin" at 1248000
relax.weight @convolution0 : !relax.tensor<[40, 24, 3, 3], f32> from "w.bin" at 1280768
relax.weight @convolution_50 : !relax.tensor<[72, 24, 3, 3], f32> from "w.bin" at 1315328
relax.weight @pointwise0 : !relax.tensor<[64, 40, 1, 1], f32> from "w.bin" at 1377536
relax.weight @strided0 : !relax.tensor<[37, 19, 3, 3], f32> from "w.bin" at 1387776
relax.func @long(%x: !relax.tensor<[n, 512], f32>) -> !relax.tensor<[n, 512], f32> {
  %w0 = relax.get_weight @long0 : !relax.tensor<[512, 512], f32>
  %w1 = relax.get_weight @long1 : !relax.tensor<[512], f32>
  %p = relax.matmul %x, %w0 : (!relax.tensor<[n, 512], f32>, !relax.tensor<[512, 512], f32>) -> !relax.tensor<[n, 512], f32>
  %q = relax.add %p, %w1 : (!relax.tensor<[n, 512], f32>, !relax.tensor<[512], f32>) -> !relax.tensor<[n, 512], f32>
  %y = relax.gelu %q : !relax.tensor<[n, 512], f32>
  relax.return %y : !relax.tensor<[n, 512], f32>
}
relax.func @product(%x: !relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 192], f32> {
  %w0 = relax.get_weight @product0 : !relax.tensor<[256, 192], f32>
  %w1 = relax.get_weight @product1 : !relax.tensor<[192], f32>
  %p = relax.matmul %x, %w0 : (!relax.tensor<[n, 256], f32>, !relax.tensor<[256, 192], f32>) -> !relax.tensor<[n, 192], f32>
  %q = relax.add %p, %w1 : (!relax.tensor<[n, 192], f32>, !relax.tensor<[192], f32>) -> !relax.tensor<[n, 192], f32>
  %y = relax.relu %q : !relax.tensor<[n, 192], f32>
  relax.return %y : !relax.tensor<[n, 192], f32>
}
relax.func @product_narrow(%x: !relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 32], f32> {
  %w0 = relax.get_weight @product_narrow0 : !relax.tensor<[256, 32], f32>
  %p = relax.matmul %x, %w0 : (!relax.tensor<[n, 256], f32>, !relax.tensor<[256, 32], f32>) -> !relax.tensor<[n, 32], f32>
  %y = relax.relu %p : !relax.tensor<[n, 32], f32>
  relax.return %y : !relax.tensor<[n, 32], f32>
}
relax.func @convolution(%x: !relax.tensor<[1, 24, 9, n], f32>) -> !relax.tensor<[1, 40, 9, n], f32> {
  %w0 = relax.get_weight @convolution0 : !relax.tensor<[40, 24, 3, 3], f32>
  %p = relax.conv %x, %w0 strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1 : (!relax.tensor<[1, 24, 9, n], f32>, !relax.tensor<[40, 24, 3, 3], f32>) -> !relax.tensor<[1, 40, 9, n], f32>
  %y = relax.relu %p : !relax.tensor<[1, 40, 9, n], f32>
  relax.return %y : !relax.tensor<[1, 40, 9, n], f32>
}
relax.func @convolution_5(%x: !relax.tensor<[1, 24, 9, n], f32>) -> !relax.tensor<[1, 72, 9, n], f32> {
  %w0 = relax.get_weight @convolution_50 : !relax.tensor<[72, 24, 3, 3], f32>
  %p = relax.conv %x, %w0 strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1 : (!relax.tensor<[1, 24, 9, n], f32>, !relax.tensor<[72, 24, 3, 3], f32>) -> !relax.tensor<[1, 72, 9, n], f32>
  %y = relax.relu %p : !relax.tensor<[1, 72, 9, n], f32>
  relax.return %y : !relax.tensor<[1, 72, 9, n], f32>
}
relax.func @pointwise(%x: !relax.tensor<[1, 40, 7, n], f32>) -> !relax.tensor<[1, 64, 7, n], f32> {
  %w0 = relax.get_weight @pointwise0 : !relax.tensor<[64, 40, 1, 1], f32>
  %p = relax.conv %x, %w0 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[1, 40, 7, n], f32>, !relax.tensor<[64, 40, 1, 1], f32>) -> !relax.tensor<[1, 64, 7, n], f32>
  %y = relax.relu %p : !relax.tensor<[1, 64, 7, n], f32>
  relax.return %y : !relax.tensor<[1, 64, 7, n], f32>
}
relax.func @strided(%x: !relax.tensor<[1, 19, 9, n], f32>) -> !relax.tensor<[1, 37, 5, n ceildiv 2], f32> {
  %w0 = relax.get_weight @strided0 : !relax.tensor<[37, 19, 3, 3], f32>
  %p = relax.conv %x, %w0 strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] groups 1 : (!relax.tensor<[1, 19, 9, n], f32>, !relax.tensor<[37, 19, 3, 3], f32>) -> !relax.tensor<[1, 37, 5, n ceildiv 2], f32>
  %y = relax.relu %p : !relax.tensor<[1, 37, 5, n ceildiv 2], f32>
  relax.return %y : !relax.tensor<[1, 37, 5, n ceildiv 2], f32>
}

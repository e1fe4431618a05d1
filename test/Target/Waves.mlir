// Sines of f32 are arithmetic on vectors, unless a lane is large or no number: then they are calls, as those of f64 are.
// RUN: relax-translate --emit-llvm --target=x86-64-v3 %s | FileCheck %s
// RUN: sed 's/f32/f64/g' %s > %t.f64.mlir && relax-translate --emit-llvm --target=x86-64-v3 %t.f64.mlir | FileCheck %s --check-prefix=WIDE
// RUN: sed 's/f32/f16/g' %s > %t.f16.mlir
// RUN: relax-run %s --input=x=17xf32="-0 0 -1 1 1.5707964 3.1415927 -4.712389 1e-4 -2.5 7 8191.9 -8000.5 1e-41 0.78539819 -0.7853982 100000 3e38" --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %s --input=x=6xf32="nan -inf inf 2 3 -4" --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %t.f64.mlir --input=x=6xf64="-0 -1 1e5 nan inf 3.14" --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %t.f16.mlir --input=x=6xf16="-0 -1 6e4 nan inf 3.14" --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// AGREE: agree: 2 results

// CHECK: bitcast <8 x i1> %{{.*}} to i8
// CHECK: call float @sinf(
// CHECK: call <8 x float> @llvm.fmuladd.v8f32(
// WIDE-NOT: fmuladd
// WIDE: call double @sin(
relax.func @main(%x: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %a = relax.sin %x : !relax.tensor<[n], f32>
  %b = relax.cos %x : !relax.tensor<[n], f32>
  relax.return %a, %b : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}

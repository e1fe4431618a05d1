// Logarithms and e^x - 1 of f32 are arithmetic on vectors; those of f64 are calls.
// RUN: relax-translate --emit-llvm --target=x86-64-v3 %s | FileCheck %s --implicit-check-not='log{{f|1pf}}(' --implicit-check-not='expm1{{f?}}('
// RUN: sed 's/f32/f64/g' %s > %t.f64.mlir && relax-translate --emit-llvm --target=x86-64-v3 %t.f64.mlir | FileCheck %s --check-prefix=WIDE
// RUN: sed 's/f32/f16/g' %s > %t.f16.mlir && sed 's/f32/bf16/g' %s > %t.bf16.mlir
// RUN: relax-run %s --input=x=16xf32="-0 0 -1 1 -inf inf nan 1e-4 -2.5 7 3e38 -1e-4 1e-41 1.4142136 -30 0.9999999" --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %t.f64.mlir --input=x=16xf64="-0 0 -1 1 -inf inf nan 1e-4 -2.5 7 3e38 -1e-4 1e-41 1.4142136 -30 0.9999999" --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %t.f16.mlir --input=x=12xf16="-0 0 -1 1 -inf inf nan 1e-4 -2.5 7 60000 -30" --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %t.bf16.mlir --input=x=12xbf16="-0 0 -1 1 -inf inf nan 1e-4 -2.5 7 3e38 -30" --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// AGREE: agree: 3 results

// The exponent of a number, and the series of the rest.
// CHECK: ashr <8 x i32> %{{.*}}, splat (i32 23)
// CHECK: call <8 x float> @llvm.fmuladd.v8f32(
// WIDE: call double @log(
relax.func @main(%x: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %a = relax.log %x : !relax.tensor<[n], f32>
  %b = relax.softplus %x : !relax.tensor<[n], f32>
  %c = relax.elu %x alpha 1.0 : !relax.tensor<[n], f32>
  relax.return %a, %b, %c : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}

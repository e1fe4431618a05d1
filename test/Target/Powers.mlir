// Whole exponents up to 4 and one half are products, roots and quotients, in the types of all floats; others are calls.
// RUN: relax-translate --emit-llvm --target=x86-64-v3 %s | FileCheck %s
// RUN: sed '/@large/,/^}/d' %s | relax-translate --emit-llvm --target=x86-64-v3 - | FileCheck %s --check-prefix=SMALL --implicit-check-not='pow{{f?}}('
// RUN: sed 's/f32/f64/g' %s > %t.f64.mlir && sed 's/f32/f16/g' %s > %t.f16.mlir && sed 's/f32/bf16/g' %s > %t.bf16.mlir
// RUN: relax-run %s --entry=small --input=x=13xf32="-0 0 -1 1 -inf inf nan 1e-4 -2.5 7 1e4 -1e-4 3.3" --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %t.f64.mlir --entry=small --input=x=13xf64="-0 0 -1 1 -inf inf nan 1e-4 -2.5 7 1e4 -1e-4 3.3" --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %t.f16.mlir --entry=small --input=x=13xf16="-0 0 -1 1 -inf inf nan 1e-4 -2.5 7 1e4 -1e-4 3.3" --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %t.bf16.mlir --entry=small --input=x=13xbf16="-0 0 -1 1 -inf inf nan 1e-4 -2.5 7 1e4 -1e-4 3.3" --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// AGREE: agree: 9 results

// CHECK: call float @powf(float %{{.*}}, float 2.500000e-01)
// SMALL: call <8 x float> @llvm.sqrt.v8f32(
relax.func @large(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %c = relax.constant dense<0.25> : tensor<f32>
  %y = relax.power %x, %c : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}
relax.func @small(%x: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %c0 = relax.constant dense<0.0> : tensor<f32>
  %y0 = relax.power %x, %c0 : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  %c1 = relax.constant dense<1.0> : tensor<f32>
  %y1 = relax.power %x, %c1 : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  %c2 = relax.constant dense<2.0> : tensor<f32>
  %y2 = relax.power %x, %c2 : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  %c3 = relax.constant dense<3.0> : tensor<f32>
  %y3 = relax.power %x, %c3 : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  %c4 = relax.constant dense<4.0> : tensor<f32>
  %y4 = relax.power %x, %c4 : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  %c5 = relax.constant dense<0.5> : tensor<f32>
  %y5 = relax.power %x, %c5 : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  %c6 = relax.constant dense<-1.0> : tensor<f32>
  %y6 = relax.power %x, %c6 : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  %c7 = relax.constant dense<-3.0> : tensor<f32>
  %y7 = relax.power %x, %c7 : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  %c8 = relax.constant dense<-0.5> : tensor<f32>
  %y8 = relax.power %x, %c8 : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  relax.return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8 : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}

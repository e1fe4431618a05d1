// Objects are made for every target on any machine, and link alone: conversions of narrow floats, functions of libm that
// have no instruction, sums, products.
// RUN: bash %S/Inputs/undefined.sh %s %t > %t.undefined
// RUN: FileCheck %s --check-prefix=KNOWN < %t.undefined
// KNOWN: x86-64-v2 U {{[a-z]}}
// RUN: not grep -vE ' U (relax_workspace_(take|give)|mem(cpy|move|set)|relax_parallel_for|(exp|log|pow|sin|cos|fmod|floor|ceil|trunc|roundeven)f?)$' %t.undefined

// The machine code is that of the target.
// RUN: relax-translate --emit-asm --target=x86-64-v3 %s | FileCheck %s --check-prefix=V3 --implicit-check-not=zmm
// V3: vfmadd{{.*}}%ymm
// RUN: relax-translate --emit-asm --target=x86-64-v2 %s | FileCheck %s --check-prefix=V2 --implicit-check-not=ymm
// V2: mulps {{.*}}%xmm
// RUN: relax-translate --emit-asm --target=x86-64-v4 %s | FileCheck %s --check-prefix=V4
// V4: vfmadd{{.*}}%zmm
// RUN: relax-translate --emit-asm --target=aarch64 %s | FileCheck %s --check-prefix=ARM
// ARM: fmla v{{[0-9]+}}.4s

// What is computed in f16 and bf16 has the same bits on all targets: those of the integer code of x86-64-v2.
// RUN: relax-run %s --entry=narrow --target=x86-64-v2 --dims=n=999 --seed=3 --output=half=@%t.half.npy --output=brain=@%t.brain.npy
// RUN: relax-run %s --entry=narrow --dims=n=999 --seed=3 --rtol=0 --atol=0 --expect=half=@%t.half.npy --expect=brain=@%t.brain.npy

// LLVM IR says for which cpu each function is, and what is needed stands in a section.
// RUN: relax-opt --relax-pipeline=cpu --target=%S/Inputs/tuned.mlir %s | relax-translate --emit-llvm - | FileCheck %s --check-prefix=IR
// IR: @relax.target = private constant [{{.*}} x i8] c"x86_64:{{.*}}avx2{{.*}}\0A", section ".relax.target"
// IR: "prefer-vector-width"="256"{{.*}} "target-cpu"="x86-64-v3" "target-features"="+avxvnni,+gfni" "tune-cpu"="znver3"
// RUN: relax-translate --emit-llvm --target=wasm32 %s | FileCheck %s --check-prefix=WASM
// WASM: target triple = "wasm32-unknown-unknown"

relax.func @narrow(%x: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], ui16> {relax.name = "half"}, !relax.tensor<[n], ui16> {relax.name = "brain"}) {
  %h = relax.cast %x : !relax.tensor<[n], f32> to !relax.tensor<[n], f16>
  %b = relax.cast %x : !relax.tensor<[n], f32> to !relax.tensor<[n], bf16>
  %h2 = relax.multiply %h, %h : !relax.tensor<[n], f16>
  %b2 = relax.multiply %b, %b : !relax.tensor<[n], bf16>
  %hb = relax.bitcast %h2 as ui16 : (!relax.tensor<[n], f16>) -> !relax.tensor<[n], ui16>
  %bb = relax.bitcast %b2 as ui16 : (!relax.tensor<[n], bf16>) -> !relax.tensor<[n], ui16>
  relax.return %hb, %bb : !relax.tensor<[n], ui16>, !relax.tensor<[n], ui16>
}
relax.func @doubles(%x: !relax.tensor<[n], f64>) -> (!relax.tensor<[n], f16>, !relax.tensor<[n], bf16>) {
  %h = relax.cast %x : !relax.tensor<[n], f64> to !relax.tensor<[n], f16>
  %b = relax.cast %x : !relax.tensor<[n], f64> to !relax.tensor<[n], bf16>
  relax.return %h, %b : !relax.tensor<[n], f16>, !relax.tensor<[n], bf16>
}
relax.func @sum(%x: !relax.tensor<[n, 40], f32>, %w: !relax.tensor<[40, 24], f32>) -> !relax.tensor<[n, 24], f32> {
  %y = relax.matmul %x, %w : (!relax.tensor<[n, 40], f32>, !relax.tensor<[40, 24], f32>) -> !relax.tensor<[n, 24], f32>
  %z = relax.exp %y : !relax.tensor<[n, 24], f32>
  relax.return %z : !relax.tensor<[n, 24], f32>
}
relax.func @functions(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], i64>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %a = relax.sin %x : !relax.tensor<[n], f32>
  %b = relax.floor %a : !relax.tensor<[n], f32>
  %c = relax.cast %y : !relax.tensor<[n], i64> to !relax.tensor<[n], f32>
  relax.return %b, %c : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}

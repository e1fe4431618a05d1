// Logarithms, exponentials less 1, sines, cosines and inverse functions of f32 are done in lanes; libm keeps angles of many turns, and f64.
// RUN: relax-translate --emit-llvm --target=x86-64-v3 %s | FileCheck %s --implicit-check-not='@log' --implicit-check-not='@expm1' --implicit-check-not='@a{{(sin|cos|tan)}}'
// RUN: sed 's/f32/f64/g' %s | relax-translate --emit-llvm --target=x86-64-v3 - | FileCheck %s --check-prefix=DOUBLE
// RUN: relax-run %s --input=x=29xf32="-0 0 1 -1 inf -inf nan 1e-45 -1e-45 1e-39 1.1754944e-38 3.4e38 0.70710677 0.7071068 1.4142135 2 1e-8 -1e-8 88.7 88.8 -17.5 -104 0.34 -0.35 3.1415927 8191.9 8192 -2238.3848 1e30" --compare=reference,compiled --rtol=1e-6 --atol=1e-10 | FileCheck %s --check-prefix=AGREE
// RUN: sed 's/f32/f16/g' %s | relax-run - --input=x=12xf16="-0 0 -1 1 -inf inf nan 1e-4 -2.5 7 60000 -30" --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// RUN: sed 's/f32/bf16/g' %s | relax-run - --input=x=12xbf16="-0 0 -1 1 -inf inf nan 1e-4 -2.5 7 3e38 -30" --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// RUN: env RELAX_HOST=x86-64-v2 relax-run %s --input=x=7xf32="0.5 -0.5 -3 20 1e-3 -8000 70" --compare=reference,compiled --rtol=1e-6 --atol=1e-10 | FileCheck %s --check-prefix=AGREE
// AGREE: agree: 8 results

// The call of a lane stands behind a branch for all lanes.
// CHECK: bitcast <8 x i1> %{{.*}} to i8
// CHECK: call float @sinf(
// CHECK: call float @cosf(
// DOUBLE-DAG: call double @log(
// DOUBLE-DAG: call double @log1p(
// DOUBLE-DAG: call double @expm1(
// DOUBLE-DAG: call double @asin(
// DOUBLE-DAG: call double @acos(
// DOUBLE-DAG: call double @atan(
// DOUBLE-DAG: call double @sin(
// DOUBLE-DAG: call double @cos(
!v = !relax.tensor<[n], f32>
relax.func @main(%x: !v) -> (!v, !v, !v, !v, !v, !v, !v, !v) {
  %log = relax.log %x : !v
  %log1p = relax.softplus %x : !v
  %expm1 = relax.elu %x alpha 1.0 : (!v) -> !v
  %sin = relax.sin %x : !v
  %cos = relax.cos %x : !v
  %asin = relax.asin %x : !v
  %acos = relax.acos %x : !v
  %atan = relax.atan %x : !v
  relax.return %log, %log1p, %expm1, %sin, %cos, %asin, %acos, %atan : !v, !v, !v, !v, !v, !v, !v, !v
}

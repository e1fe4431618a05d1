// A target is text; functions of the graph and of loops name theirs.
// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --relax-legalize | FileCheck %s --check-prefix=LEGAL

// CHECK: relax.target @small "x86_64" cpu "x86-64-v3" tune "znver3" features ["avxvnni", "gfni"] vector_bytes 32 registers 16 line_bytes 64 cache_bytes 524288
relax.target @small "x86_64" cpu "x86-64-v3" tune "znver3" features ["avxvnni", "gfni"] vector_bytes 32 registers 16 line_bytes 64 cache_bytes 524288
// CHECK: relax.target @large "x86_64" cpu "x86-64-v4" vector_bytes 64 registers 32 line_bytes 64 cache_bytes 1048576
relax.target @large "x86_64" cpu "x86-64-v4" vector_bytes 64 registers 32 line_bytes 64 cache_bytes 1048576

// The programs that a function becomes are for its target: equal ones of two targets are two.
// CHECK: relax.func @a(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> target @small {
// LEGAL-DAG: tir.func private @exp({{.*}}) target @small {
// LEGAL-DAG: tir.func private @exp_0({{.*}}) target @large {
// LEGAL-NOT: @exp_1
relax.func @a(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> target @small {
  %y = relax.exp %x : !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}
relax.func @b(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> where (1 <= n) target @large {
  %y = relax.exp %x : !relax.tensor<[n], f32>
  %z = relax.exp %y : !relax.tensor<[n], f32>
  relax.return %z : !relax.tensor<[n], f32>
}
// CHECK: tir.func @c(%X: !tir.buffer<[n], f32>) symbols (k) target @small schedule @s {
tir.func @c(%X: !tir.buffer<[n], f32>) symbols (k) target @small schedule @s {
  tir.return
}
tir.schedule @s {
}

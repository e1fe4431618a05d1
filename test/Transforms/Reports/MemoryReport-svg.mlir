// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-cpu{to=planned levels=3},relax-memory-report{svg=%t.svg})' -o /dev/null 2>/dev/null
// RUN: FileCheck %s --input-file=%t.svg
// RUN: not relax-opt %s --relax-memory-report='svg=/no/such/folder/x.svg' -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: {{.*}}/no/such/folder/x.svg

// Two plans: two panels, at the likely extent, with the same lines. A box is as wide as its buffer lives.
// CHECK: <svg xmlns="http://www.w3.org/2000/svg"
// CHECK: >@step, n=128, in 'relax.dispatch' %{{[a-z0-9]+}}, region 0</text>
// CHECK: >655360 bytes</text>
// CHECK: <rect x="90.0" y="{{[0-9.]+}}" width="720.0" {{.*}}<title>t1: 131072 bytes</title>
// CHECK: >%t1</text>
// CHECK: <title>p1: 131072 bytes</title>
// CHECK: >limit: 4500 * n</text>
// CHECK: >level 0: 5120 * n</text>
// CHECK: >level 1: 4096 * n</text>
// CHECK: >5 steps</text>
// CHECK: region 1</text>
// CHECK: <title>t1_again: 131072 bytes</title>
// CHECK: >6 steps</text>
relax.func @step(%x: !relax.tensor<[n, 256], f32>, %w: !relax.tensor<[256, 256], f32>) -> !relax.tensor<[n, 256], f32> where (1 <= n, likely n == 128) {
  relax.memory_limit bytes 4500 * n
  %m1 = relax.matmul %x, %w : (!relax.tensor<[n, 256], f32>, !relax.tensor<[256, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %t1 = relax.tanh %m1 : !relax.tensor<[n, 256], f32>
  %m2 = relax.matmul %t1, %w : (!relax.tensor<[n, 256], f32>, !relax.tensor<[256, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %t2 = relax.tanh %m2 : !relax.tensor<[n, 256], f32>
  %m3 = relax.matmul %t2, %w : (!relax.tensor<[n, 256], f32>, !relax.tensor<[256, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %t3 = relax.tanh %m3 : !relax.tensor<[n, 256], f32>
  %g2 = relax.matmul %t3, %w : (!relax.tensor<[n, 256], f32>, !relax.tensor<[256, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %p2 = relax.multiply %g2, %t2 : !relax.tensor<[n, 256], f32>
  %g1 = relax.matmul %p2, %w : (!relax.tensor<[n, 256], f32>, !relax.tensor<[256, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %p1 = relax.multiply %g1, %t1 : !relax.tensor<[n, 256], f32>
  relax.return %p1 : !relax.tensor<[n, 256], f32>
}

// The programs that pack large weights get schedules like others: all threads pack. What is small runs as it is: it would take longer
// to compile. Sums may be longer than what they read.
// RUN: relax-opt %s --relax-pipeline=cpu --to=scheduled --target=x86-64-v4 | FileCheck %s
// RUN: relax-opt %s --relax-pipeline=cpu --target=x86-64-v4 | relax-translate --emit-llvm | FileCheck %s --check-prefix=LLVM

relax.weight @large : !relax.tensor<[512, 1024], f32> from "w.bin" at 0
relax.weight @small : !relax.tensor<[1024, 96], f32> from "w.bin" at 2097152
relax.weight @squares : !relax.tensor<[2, 96], f32> from "w.bin" at 2490368
relax.func @main(%x: !relax.tensor<[n, 512], f32>) -> !relax.tensor<[n, 96], f32> {
  %large = relax.get_weight @large : !relax.tensor<[512, 1024], f32>
  %small = relax.get_weight @small : !relax.tensor<[1024, 96], f32>
  %squares = relax.get_weight @squares : !relax.tensor<[2, 96], f32>
  %y = relax.matmul %x, %large : (!relax.tensor<[n, 512], f32>, !relax.tensor<[512, 1024], f32>) -> !relax.tensor<[n, 1024], f32>
  %z = relax.matmul %y, %small : (!relax.tensor<[n, 1024], f32>, !relax.tensor<[1024, 96], f32>) -> !relax.tensor<[n, 96], f32>
  %sum = relax.sum %squares over [0] : (!relax.tensor<[2, 96], f32>) -> !relax.tensor<[96], f32>
  %r = relax.add %z, %sum : (!relax.tensor<[n, 96], f32>, !relax.tensor<[96], f32>) -> !relax.tensor<[n, 96], f32>
  relax.return %r : !relax.tensor<[n, 96], f32>
}
// CHECK: tir.func private @sum_0({{.*}}) {
// CHECK: tir.func private @pack_0({{.*}}) {
// CHECK-NEXT: tir.for "p0" (%p0) in [16] parallel {
// CHECK-NEXT:   tir.for "p1" (%p1) in [512] {
// CHECK-NEXT:     tir.for "p2" (%p2) in [64] vector 16 {
// CHECK: tir.func private @pack_1({{.*}}) attributes {tir.once} {
// CHECK-NEXT: tir.compute "pack"
// LLVM: define internal i32 @relax_kernel_sum_0.body({{.*}}) #[[USUAL:[0-9]+]]
// LLVM: define internal i32 @relax_kernel_pack_0.body({{.*}}) #[[USUAL]]
// LLVM: define internal i32 @relax_kernel_pack_1.body({{.*}}) #[[ONCE:[0-9]+]]
// LLVM-DAG: attributes #[[USUAL]] = { "
// LLVM-DAG: attributes #[[ONCE]] = { noinline optnone

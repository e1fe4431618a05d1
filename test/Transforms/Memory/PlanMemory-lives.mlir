// Without an arena: where lives end is written, places are not. A second run changes nothing.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-plan-memory{arena=false}))' -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: relax-opt %t --relax-plan-memory | diff %t -
// The pipeline has the same choice.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-cpu{to=planned arena=false})' | FileCheck %s

tir.func @map(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[c, d], f32>) { tir.return }

// CHECK-LABEL: relax.func @chain
// CHECK-NOT: arena
// CHECK: %y = relax.call_tir @map
// CHECK-NEXT: %z = relax.call_tir @map
// CHECK-NEXT: relax.kill %y
// CHECK-NEXT: relax.call_tir @map
// CHECK-NEXT: relax.kill %z
// CHECK-NEXT: relax.return
relax.func @chain(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32> {
  %y = relax.call_tir @map(%x) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
  %z = relax.call_tir @map(%y) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
  %w = relax.call_tir @map(%z) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %w : !relax.tensor<[n, 4], f32>
}

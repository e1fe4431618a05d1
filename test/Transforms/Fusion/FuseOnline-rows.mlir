// One row from a cache has a program of its own, which reads keys as they lie, where there may be one and keys are others;
// few rows that are known have tiles (a loop of one round around them was in the way). Where the number of rows is a symbol, at most 8
// of them, or at most 24 keys, have a program without tiles, which would cost more than they save there: all computes one behind the other.
// RUN: relax-opt %s --relax-pipeline=cpu --to=fused | FileCheck %s
// RUN: relax-opt %s --relax-pipeline=cpu --to=scheduled --target=x86-64-v3 | FileCheck %s --check-prefix=TILES
// RUN: relax-run %s --entry=cached --poison --compare=reference,compiled --dims=s=1,t=100 --counters | FileCheck %s --check-prefix=ONE
// RUN: relax-run %s --entry=cached --poison --compare=reference,compiled --dims=s=2,t=100 --counters | FileCheck %s --check-prefix=TWO
// RUN: relax-run %s --entry=cached --poison --versions=none --compare=reference,compiled --dims=s=1,t=100 --then --entry=cached --dims=s=1,t=0 --then --entry=cached --dims=s=0,t=3
// RUN: relax-run %s --entry=shared --poison --compare=reference,compiled --dims=s=1,t=70 --then --entry=shared --dims=s=3,t=1
// RUN: relax-run %s --entry=two --poison --compare=reference,compiled --dims=t=70 --then --entry=two --dims=t=1 --then --entry=two --dims=t=0
// RUN: relax-run %s --entry=self --poison --compare=reference,compiled --dims=s=1 --then --entry=self --dims=s=66
// ONE: version 0': 1
// TWO: version 1': 1
// RUN: relax-run %s --entry=cached --poison --compare=reference,compiled --dims=s=9,t=100 --counters | FileCheck %s --check-prefix=NINE
// NINE: version 1': 0
// NINE: without version': 1
// RUN: relax-run %s --entry=cached --poison --compare=reference,compiled --dims=s=9,t=24 --counters | FileCheck %s --check-prefix=KEYS
// KEYS: version 2': 1
// RUN: relax-run %s --entry=window --poison --compare=reference,compiled --dims=b=2 --then --entry=window --dims=b=0
// RUN: relax-run %s --entry=short --poison --compare=reference,compiled --dims=s=66 --then --entry=short --dims=s=1 --then --entry=short --dims=s=0
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-cpu{to=planned levels=2})' | FileCheck %s --check-prefix=LEVELS
// LEVELS-LABEL: relax.func @cached
// LEVELS: relax.memory_level of [{{.*}}min(s, 8){{.*}}]
// RUN: relax-run %s --entry=cached --poison --compare=reference,compiled --dims=s=2,t=0 --then --entry=cached --dims=s=3,t=1 --then --entry=cached --dims=s=4,t=17 --then --entry=cached --dims=s=5,t=64 --then --entry=cached --dims=s=6,t=65 --then --entry=cached --dims=s=7,t=3 --then --entry=cached --dims=s=8,t=130
// RUN: relax-run %s --entry=shared --poison --compare=reference,compiled --dims=s=2,t=70 --then --entry=shared --dims=s=8,t=1 --then --entry=shared --dims=s=5,t=0

// CHECK-LABEL: relax.func @cached
// CHECK: call_tir @fused_softmax_between_products(
relax.func @cached(%q: !relax.tensor<[1, 2, s, 24], f32>, %k: !relax.tensor<[1, 2, t, 24], f32>, %v: !relax.tensor<[1, 2, t, 24], f32>) -> !relax.tensor<[1, 2, s, 24], f32> {
  %y = relax.attention %q, %k, %v : (!relax.tensor<[1, 2, s, 24], f32>, !relax.tensor<[1, 2, t, 24], f32>, !relax.tensor<[1, 2, t, 24], f32>) -> !relax.tensor<[1, 2, s, 24], f32>
  relax.return %y : !relax.tensor<[1, 2, s, 24], f32>
}
// Another name of the same symbol: the program and its version are those of @cached.
// CHECK-LABEL: relax.func @again
// CHECK: call_tir @fused_softmax_between_products(
relax.func @again(%q: !relax.tensor<[1, 2, a, 24], f32>, %k: !relax.tensor<[1, 2, b, 24], f32>, %v: !relax.tensor<[1, 2, b, 24], f32>) -> !relax.tensor<[1, 2, a, 24], f32> {
  %y = relax.attention %q, %k, %v : (!relax.tensor<[1, 2, a, 24], f32>, !relax.tensor<[1, 2, b, 24], f32>, !relax.tensor<[1, 2, b, 24], f32>) -> !relax.tensor<[1, 2, a, 24], f32>
  relax.return %y : !relax.tensor<[1, 2, a, 24], f32>
}
// Heads that share keys are the rows of one row.
// CHECK-LABEL: relax.func @shared
// CHECK: call_tir @fused_softmax_between_products_0(
relax.func @shared(%q: !relax.tensor<[1, 6, s, 16], f32>, %k: !relax.tensor<[1, 2, t, 16], f32>, %v: !relax.tensor<[1, 2, t, 16], f32>) -> !relax.tensor<[1, 6, s, 16], f32> {
  %y = relax.attention %q, %k, %v : (!relax.tensor<[1, 6, s, 16], f32>, !relax.tensor<[1, 2, t, 16], f32>, !relax.tensor<[1, 2, t, 16], f32>) -> !relax.tensor<[1, 6, s, 16], f32>
  relax.return %y : !relax.tensor<[1, 6, s, 16], f32>
}
// CHECK-LABEL: relax.func @two
// CHECK: call_tir @fused_softmax_between_products_1(
relax.func @two(%q: !relax.tensor<[2, 2, 24], f32>, %k: !relax.tensor<[2, t, 24], f32>, %v: !relax.tensor<[2, t, 24], f32>) -> !relax.tensor<[2, 2, 24], f32> {
  %p = relax.permute_dims %k axes [0, 2, 1] : (!relax.tensor<[2, t, 24], f32>) -> !relax.tensor<[2, 24, t], f32>
  %x = relax.matmul %q, %p : (!relax.tensor<[2, 2, 24], f32>, !relax.tensor<[2, 24, t], f32>) -> !relax.tensor<[2, 2, t], f32>
  %w = relax.softmax %x over 2 : !relax.tensor<[2, 2, t], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[2, 2, t], f32>, !relax.tensor<[2, t, 24], f32>) -> !relax.tensor<[2, 2, 24], f32>
  relax.return %y : !relax.tensor<[2, 2, 24], f32>
}
// CHECK-LABEL: relax.func @self
// CHECK: call_tir @fused_softmax_between_products_2(
relax.func @self(%q: !relax.tensor<[2, s, 24], f32>, %k: !relax.tensor<[2, s, 24], f32>, %v: !relax.tensor<[2, s, 24], f32>) -> !relax.tensor<[2, s, 24], f32> {
  %p = relax.permute_dims %k axes [0, 2, 1] : (!relax.tensor<[2, s, 24], f32>) -> !relax.tensor<[2, 24, s], f32>
  %x = relax.matmul %q, %p : (!relax.tensor<[2, s, 24], f32>, !relax.tensor<[2, 24, s], f32>) -> !relax.tensor<[2, s, s], f32>
  %w = relax.softmax %x over 2 : !relax.tensor<[2, s, s], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[2, s, s], f32>, !relax.tensor<[2, s, 24], f32>) -> !relax.tensor<[2, s, 24], f32>
  relax.return %y : !relax.tensor<[2, s, 24], f32>
}
// All keys that there are are few.
// CHECK-LABEL: relax.func @short
// CHECK: call_tir @fused_softmax_between_products_3(
relax.func @short(%q: !relax.tensor<[2, s, 24], f32>, %k: !relax.tensor<[2, 16, 24], f32>, %v: !relax.tensor<[2, 16, 24], f32>) -> !relax.tensor<[2, s, 24], f32> {
  %p = relax.permute_dims %k axes [0, 2, 1] : (!relax.tensor<[2, 16, 24], f32>) -> !relax.tensor<[2, 24, 16], f32>
  %x = relax.matmul %q, %p : (!relax.tensor<[2, s, 24], f32>, !relax.tensor<[2, 24, 16], f32>) -> !relax.tensor<[2, s, 16], f32>
  %w = relax.softmax %x over 2 : !relax.tensor<[2, s, 16], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[2, s, 16], f32>, !relax.tensor<[2, 16, 24], f32>) -> !relax.tensor<[2, s, 24], f32>
  relax.return %y : !relax.tensor<[2, s, 24], f32>
}
// Whole tiles of keys that are known: no product of theirs is left without a schedule (it took fourteen times as long).
// CHECK-LABEL: relax.func @window
// CHECK: call_tir @fused_softmax_between_products_4(
relax.func @window(%q: !relax.tensor<[b, 64, 24], f32>, %k: !relax.tensor<[b, 24, 64], f32>, %v: !relax.tensor<[b, 64, 24], f32>) -> !relax.tensor<[b, 64, 24], f32> {
  %x = relax.matmul %q, %k : (!relax.tensor<[b, 64, 24], f32>, !relax.tensor<[b, 24, 64], f32>) -> !relax.tensor<[b, 64, 64], f32>
  %w = relax.softmax %x over 2 : !relax.tensor<[b, 64, 64], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[b, 64, 64], f32>, !relax.tensor<[b, 64, 24], f32>) -> !relax.tensor<[b, 64, 24], f32>
  relax.return %y : !relax.tensor<[b, 64, 24], f32>
}
// CHECK: tir.func private @fused_softmax_between_products({{.*}} versions (@fused_softmax_between_products_for_1 when (s == 1), @fused_softmax_between_products_for_few when (s <= 8), @fused_softmax_between_products_for_few when (t <= 24)) {
// CHECK: tir.compute "turn"
// CHECK: tir.func private @fused_softmax_between_products_for_1(
// CHECK-NOT: tir.compute "turn"
// CHECK: tir.func private @fused_softmax_between_products_for_few(
// CHECK-NOT: tir.compute "turn"
// CHECK: tir.alloc "W0" workspace : !tir.buffer<[1, 2, s, t], f32>
// CHECK: tir.func private @fused_softmax_between_products_0({{.*}} versions (@fused_softmax_between_products_0_for_1 when (s == 1), @fused_softmax_between_products_0_for_few when (s <= 2), @fused_softmax_between_products_0_for_few when (t <= 24)) {
// CHECK: tir.func private @fused_softmax_between_products_0_for_1(
// CHECK: tir.compute "clear" (%r, %c) in [3, 16]
// CHECK: tir.func private @fused_softmax_between_products_1(
// CHECK-NOT: versions
// CHECK: tir.return
// CHECK: tir.func private @fused_softmax_between_products_2(
// CHECK-NOT: versions
// CHECK: tir.return
// CHECK: tir.func private @fused_softmax_between_products_3(
// CHECK-NOT: versions
// CHECK: tir.alloc "W0" workspace
// TILES: tir.func private @fused_softmax_between_products_1(
// TILES-NOT: tir.compute "scores"
// TILES-NOT: tir.compute "values"
// TILES: tir.func private @fused_softmax_between_products_2(
// TILES: tir.func private @fused_softmax_between_products_4(
// TILES-NOT: tir.compute "scores"
// TILES-NOT: tir.compute "values"
// TILES: tir.return

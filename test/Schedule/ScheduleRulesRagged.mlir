// Attention of a ragged batch: computes inside of loops over heads, instances and blocks get what they would get alone. Products become
// tiles in registers with masked columns, softmax vectors; nothing inside has to be checked.
// RUN: relax-opt %s --relax-pipeline=cpu --to=rules --target=x86-64-v4 | FileCheck %s
// RUN: relax-opt %s --relax-pipeline=cpu --to=scheduled --target=x86-64-v4 \
// RUN:   | relax-opt --pass-pipeline='builtin.module(tir.func(tir-check-bounds{bounds=report}))' 2>&1 | FileCheck %s --check-prefix=PROVED
// The heads have threads of their own; tables are read once an instance.
// CHECK-LABEL: tir.func private @ragged_attention_0(
// CHECK-SAME: schedule @[[S:[a-z_0-9]+]]
// CHECK-NEXT: tir.ascends
// CHECK-NEXT: tir.check
// CHECK-NEXT: tir.for "h" (%h) in [2] parallel {
// CHECK-NEXT: tir.for "i" (%i) in [b] parallel {
// CHECK-NEXT: tir.load %L0[%i]
// CHECK: tir.for "rows" (%u) in [%n0 ceildiv 64] {
// CHECK-NOT: tir.load %L0
// CHECK: tir.schedule @[[S]] {
// CHECK: tir.turn %{{.*}}, %{{.*}} 16 masked
// CHECK: %scores = tir.find "scores"
// CHECK: tir.split %{{.*}} by 32
// CHECK-NEXT: tir.split %{{.*}} balanced 8
// CHECK: tir.compute_at %scores_init
// CHECK: tir.place %S_stage register
// CHECK: tir.vectorize %{{.*}} 16 masked
// CHECK: %exp = tir.find "exp"
// CHECK: tir.vectorize %{{.*}} 16 masked
// CHECK: tir.compute_at %values
// CHECK-NOT: tir.parallel
// PROVED-NOT: checked{{$}}
// PROVED: {{[1-9][0-9]+}} accesses proved, 0 checked
// PROVED-NEXT: tir.func private @ragged_attention_0(
!x = !relax.tensor<[i : b, len[i], 64], f32>
relax.func @main(%len: !relax.lengths<len, [b]>, %q: !x, %k: !x, %v: !x) -> !x {
  %a = relax.attention %q, %k, %v heads 2, 2 : (!x, !x, !x) -> !x
  relax.return %a : !x
}

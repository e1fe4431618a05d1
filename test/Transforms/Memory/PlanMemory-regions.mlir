// Every region has an arena of its own, over its own symbols too; what leaves it has memory of its own. Rounds reuse the
// arena of the one before where it is large enough, else it doubles.
// RUN: relax-opt %s --relax-pipeline=cpu --to=planned | FileCheck %s
// RUN: relax-opt %s --relax-pipeline=cpu --to=planned | relax-opt --relax-memory-report -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: relax-opt %s --relax-pipeline=cpu --to=planned -o %t
// RUN: relax-run %t --dims=n=3,s=2 --input=max=i64=20 --input=p=i1=true --counters | FileCheck %s --check-prefix=COUNT
// RUN: relax-run %s --compare=reference,compiled --poison --dims=n=3,s=2 --input=max=i64=20 --input=p=i1=true \
// RUN:   --then --dims=n=0,s=0 --input=max=i64=2 --input=p=i1=true --then --dims=n=1,s=1 --input=max=i64=0 --input=p=i1=false \
// RUN:   --then --dims=n=17,s=31 --input=max=i64=3 --input=p=i1=true > /dev/null

// CHECK-LABEL: relax.func @main(
// CHECK: [[A:%.*]] = relax.arena bytes 64 * (n ceildiv 4)
// CHECK: %w0 = relax.call_tir @permute_dims(%x) in [[A]] at [0]
// CHECK: relax.while
// CHECK-NEXT: %more = relax.call_tir @less(%j, %max) :
// CHECK-NEXT: relax.condition %more
// CHECK-NEXT: } do {
// CHECK-NEXT: [[B:%.*]] = relax.arena bytes 64 * ((n * t) ceildiv 16) + 64
// CHECK-NEXT: %j1 = relax.call_tir @add(%j) :
// CHECK-NEXT: %q = relax.call_tir @matmul(%a, %w0) in [[B]] at [0]
// CHECK-NEXT: %rt = relax.call_tir @fused_product_reduced(%q, %x) in [[B]] at [64 * ((n * t) ceildiv 16)]
// CHECK-NEXT: relax.kill %q
// CHECK: relax.append %a, %rt at 0 in_place reserve 64
// CHECK-NEXT: relax.kill %rt
// CHECK-NEXT: relax.yield
// CHECK: relax.if
// CHECK-NEXT: [[C:%.*]] = relax.arena bytes 64 * ((n * n) ceildiv 16)
// CHECK-NEXT: %u = relax.call_tir @matmul_1(%x, %w0) in [[C]] at [0]
// CHECK-NEXT: %v = relax.call_tir @matmul_2(%u, %x) :
// CHECK-NEXT: relax.kill %u
// CHECK-NEXT: relax.yield %v
// The other arm and what they share: %w0 lives until all of the branch is over.
// CHECK: } else {
// CHECK-NEXT: relax.yield %x
// CHECK-NEXT: }
// CHECK-NEXT: relax.kill %w0
// CHECK-NEXT: relax.return

// REPORT: memory of @main
// REPORT: %w0 64 * (n ceildiv 4) 1 to 3 block 0 at 0
// REPORT: in 'relax.while' %i, region 0
// REPORT: %more 1 1 its own
// REPORT: in 'relax.while' %i, region 1
// REPORT: %q 64 * ((n * t) ceildiv 16) 2 to 3 block 0 at 0
// REPORT: after planning: 64 * ((n * t) ceildiv 16) + 64 bytes in 2 blocks
// REPORT: in 'relax.if' %y, region 0
// REPORT: %v 16 * n 2 its own

// 64 at the entry, 192 for the branch, and 256, 320 * 2 ... for the rounds: five allocations for 20 rounds.
// COUNT: arena_bytes={{[0-9]+}} allocations=5 {{.*}} bytes_copied=320 library_calls=0
relax.func @main(%x: !relax.tensor<[n, 4], f32>, %kv: !relax.tensor<[s, 4], f32> donated reserve = [64], %max: !relax.tensor<[], i64>, %p: !relax.tensor<[], i1>) -> (!relax.tensor<[?, 4], f32>, !relax.tensor<[n, 4], f32>) {
  %one = relax.constant dense<1> : tensor<i64>
  %zero = relax.constant dense<0> : tensor<i64>
  %w0 = relax.permute_dims %x axes [1, 0] : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[4, n], f32>
  %i, %k = relax.while (%j: !relax.tensor<[], i64> = %zero, %a: !relax.tensor<[t, 4], f32> = %kv)
      : (!relax.tensor<[], i64>, !relax.tensor<[s, 4], f32>) -> (!relax.tensor<[], i64>, !relax.tensor<[e, 4], f32>) binds (e) {
    %more = relax.less %j, %max : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
    relax.condition %more
  } do {
    %j1 = relax.add %j, %one : !relax.tensor<[], i64>
    %q = relax.matmul %a, %w0 : (!relax.tensor<[t, 4], f32>, !relax.tensor<[4, n], f32>) -> !relax.tensor<[t, n], f32>
    %r = relax.matmul %q, %x : (!relax.tensor<[t, n], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[t, 4], f32>
    %m = relax.mean %r over [0] : (!relax.tensor<[t, 4], f32>) -> !relax.tensor<[4], f32>
    %row = relax.reshape %m : (!relax.tensor<[4], f32>) -> !relax.tensor<[1, 4], f32>
    %rt = relax.tanh %row : !relax.tensor<[1, 4], f32>
    %b = relax.append %a, %rt at 0 : (!relax.tensor<[t, 4], f32>, !relax.tensor<[1, 4], f32>) -> !relax.tensor<[t + 1, 4], f32>
    relax.yield %j1, %b : !relax.tensor<[], i64>, !relax.tensor<[t + 1, 4], f32>
  }
  %y = relax.if %p -> !relax.tensor<[n, 4], f32> {
    %u = relax.matmul %x, %w0 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, n], f32>) -> !relax.tensor<[n, n], f32>
    %v = relax.matmul %u, %x : (!relax.tensor<[n, n], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
    relax.yield %v : !relax.tensor<[n, 4], f32>
  } else {
    relax.yield %x : !relax.tensor<[n, 4], f32>
  }
  relax.return %k, %y : !relax.tensor<[e, 4], f32>, !relax.tensor<[n, 4], f32>
}

// What could go wrong in groups: views and states between members, extents of 2^40, buffers that no cache has, facts that
// contradict guards. (An order that waits for itself: @around in FuseRows.mlir; zero extents: FuseRows-run.mlir.)
// RUN: split-file %s %t
// RUN: relax-opt %t/state.mlir --pass-pipeline='builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fusion-report)' -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: relax-opt %t/state.mlir --relax-pipeline=cpu --to=planned | FileCheck %s --check-prefix=PLACE
// RUN: relax-opt %t/state.mlir --pass-pipeline="builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fuse-ops,relax-fuse-rows{force='a state changes between them'})" -o %t/forced.mlir
// RUN: relax-opt %t/forced.mlir --relax-pipeline=cpu --to=planned | FileCheck %s --check-prefix=FORCED
// RUN: relax-run %t/state.mlir --poison --compare=reference,compiled --dims=n=3 --input=p=i64=1 --then --dims=n=1 --input=p=i64=0
// STATE: edge: @max [n, 1] to @fused_add_sum{{.*}} [n]: a state changes between them
// PLACE: relax.update_slice {{.*}} in_place
// FORCED: relax.update_slice
// FORCED-NOT: in_place
// RUN: relax-run %t/view.mlir --poison --compare=reference,compiled --dims=b=2,n=3 --then --dims=b=0,n=3 --then --dims=b=1,n=0
// RUN: relax-opt %t/huge.mlir --relax-pipeline=cpu -o /dev/null
// RUN: relax-opt %t/huge.mlir --relax-pipeline=cpu --to=fused | FileCheck %s --check-prefix=HUGE
// RUN: not relax-run %t/huge.mlir --entry=many --seed=1 2>&1 | FileCheck %s --check-prefix=MEMORY
// HUGE-LABEL: relax.func @many(
// HUGE-NEXT: call_tir @fused_max_subtract
// HUGE-NEXT: relax.return
// HUGE-NOT: tir.alloc "{{.*}}" local : !tir.buffer<[{{.*}}1099511627776
// MEMORY: error: {{.*}}bytes
// RUN: relax-opt %t/cache.mlir --relax-pipeline=cpu --to=fused | FileCheck %s --check-prefix=CACHE
// CACHE: tir.alloc {{.*}} local : !tir.buffer<[1, 4000], f32>
// CACHE-NOT: local : !tir.buffer<[{{.*}}20000
// RUN: relax-opt %t/guards.mlir --relax-pipeline=cpu --to=fused | FileCheck %s --check-prefix=GUARDS
// GUARDS: tir.func private @fused_softmax_between_products({{.*}} versions (@fused_softmax_between_products_for_few when (s <= 8), @fused_softmax_between_products_for_few when (t <= 24))
// GUARDS-NOT: when (s == 1)
// RUN: relax-run %t/guards.mlir --poison --compare=reference,compiled --dims=s=5,t=9 --then --dims=s=9,t=9
// RUN: not relax-run %t/guards.mlir --dims=s=4,t=9

//--- state.mlir
relax.func @state(%c: !relax.tensor<[n, 64], f32> {relax.donated}, %r: !relax.tensor<[1, 64], f32>, %p: !relax.tensor<[], i64>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n, 64], f32>) where (1 <= n) {
  %u = relax.max %c over [1] keep_dims : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  %d = relax.update_slice %c, %r from %p at 0 : (!relax.tensor<[n, 64], f32>, !relax.tensor<[1, 64], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 64], f32>
  %e = relax.add %d, %u : (!relax.tensor<[n, 64], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 64], f32>
  %b = relax.sum %e over [1] : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n], f32>
  relax.return %b, %d : !relax.tensor<[n], f32>, !relax.tensor<[n, 64], f32>
}

//--- view.mlir
// The view of what is reduced is used by a member and by something else.
relax.func @view(%x: !relax.tensor<[b, n, 64], f32>) -> (!relax.tensor<[b, n, 64], f32>, !relax.tensor<[b * n], f32>) {
  %m = relax.max %x over [2] : (!relax.tensor<[b, n, 64], f32>) -> !relax.tensor<[b, n], f32>
  %v = relax.reshape %m : (!relax.tensor<[b, n], f32>) -> !relax.tensor<[b * n], f32>
  %u = relax.reshape %m : (!relax.tensor<[b, n], f32>) -> !relax.tensor<[b, n, 1], f32>
  %y = relax.subtract %x, %u : (!relax.tensor<[b, n, 64], f32>, !relax.tensor<[b, n, 1], f32>) -> !relax.tensor<[b, n, 64], f32>
  relax.return %y, %v : !relax.tensor<[b, n, 64], f32>, !relax.tensor<[b * n], f32>
}

//--- huge.mlir
relax.func @many(%x: !relax.tensor<[1099511627776, 4], f32>) -> !relax.tensor<[1099511627776, 4], f32> {
  %m = relax.max %x over [1] keep_dims : (!relax.tensor<[1099511627776, 4], f32>) -> !relax.tensor<[1099511627776, 1], f32>
  %y = relax.subtract %x, %m : (!relax.tensor<[1099511627776, 4], f32>, !relax.tensor<[1099511627776, 1], f32>) -> !relax.tensor<[1099511627776, 4], f32>
  relax.return %y : !relax.tensor<[1099511627776, 4], f32>
}
relax.func @long(%x: !relax.tensor<[16, 1099511627776], f32>) -> !relax.tensor<[16, 1099511627776], f32> {
  %y = relax.softmax %x over 1 : !relax.tensor<[16, 1099511627776], f32>
  relax.return %y : !relax.tensor<[16, 1099511627776], f32>
}
relax.func @pieces(%x: !relax.tensor<[n, 1099511627776], f32>, %y: !relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 1099511627784], f32> {
  %e = relax.exp %x : !relax.tensor<[n, 1099511627776], f32>
  %c = relax.concat %e, %y axis 1 : (!relax.tensor<[n, 1099511627776], f32>, !relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 1099511627784], f32>
  relax.return %c : !relax.tensor<[n, 1099511627784], f32>
}

//--- cache.mlir
// A row of 4,000 elements has room in 64 KiB, one of 20,000 has none, and lies in the result.
relax.func @fits(%x: !relax.tensor<[n, 4000], f32>) -> !relax.tensor<[n, 4000], f32> {
  %y = relax.softmax %x over 1 : !relax.tensor<[n, 4000], f32>
  relax.return %y : !relax.tensor<[n, 4000], f32>
}
relax.func @exceeds(%x: !relax.tensor<[n, 20000], f32>) -> !relax.tensor<[n, 20000], f32> {
  %y = relax.softmax %x over 1 : !relax.tensor<[n, 20000], f32>
  relax.return %y : !relax.tensor<[n, 20000], f32>
}

//--- guards.mlir
relax.func @cached(%q: !relax.tensor<[2, s, 24], f32>, %k: !relax.tensor<[2, t, 24], f32>, %v: !relax.tensor<[2, t, 24], f32>) -> !relax.tensor<[2, s, 24], f32> where (5 <= s) {
  %p = relax.permute_dims %k axes [0, 2, 1] : (!relax.tensor<[2, t, 24], f32>) -> !relax.tensor<[2, 24, t], f32>
  %x = relax.matmul %q, %p : (!relax.tensor<[2, s, 24], f32>, !relax.tensor<[2, 24, t], f32>) -> !relax.tensor<[2, s, t], f32>
  %w = relax.softmax %x over 2 : !relax.tensor<[2, s, t], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[2, s, t], f32>, !relax.tensor<[2, t, 24], f32>) -> !relax.tensor<[2, s, 24], f32>
  relax.return %y : !relax.tensor<[2, s, 24], f32>
}

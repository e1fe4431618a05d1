// Nothing that reads a state moves behind what changes it: the change would be a copy of all of it, at every step.
// RUN: relax-opt %s --relax-pipeline=cpu --to=planned -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: relax-run %s --entry=update --poison --compare=reference,compiled --dims=t=5 --input=p=i64=1 --then --entry=update --dims=t=1 --input=p=i64=0
// RUN: relax-run %s --entry=attention --poison --compare=reference,compiled --dims=b=2,s=3,t=70 --input=p=i64=1 --then --entry=attention --dims=b=1,s=1,t=1 --input=p=i64=0
// RUN: relax-run %s --entry=largest --poison --compare=reference,compiled --dims=b=2,n=70 --input=p=i64=1
// RUN: relax-run %s --entry=loop --poison --compare=reference,compiled --dims=t=5 --input=p=i64=1
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fusion-report)' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: @update
// REPORT: edge: @negative [t] to @multiply [t]: a state changes between them
// REPORT: @attention
// REPORT: a state changes between them

// CHECK-LABEL: relax.func @update(
// CHECK: call_tir @negative(%kv)
// CHECK: relax.update_slice {{.*}} in_place
// CHECK: call_tir @multiply(%n, %a)
relax.func @update(%kv: !relax.tensor<[t], f32> donated, %r: !relax.tensor<[1], f32>, %p: !relax.tensor<[], i64>) -> (!relax.tensor<[t], f32>, !relax.tensor<[t], f32>) where (1 <= t) {
  %n = relax.negative %kv : !relax.tensor<[t], f32>
  %a = relax.update_slice %kv, %r from %p at 0 : (!relax.tensor<[t], f32>, !relax.tensor<[1], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[t], f32>
  %y = relax.multiply %n, %a : !relax.tensor<[t], f32>
  relax.return %a, %y : !relax.tensor<[t], f32>, !relax.tensor<[t], f32>
}

// What is read behind the change, and what is no state, is fused as ever.
// CHECK-LABEL: relax.func @behind(
// CHECK: relax.update_slice {{.*}} in_place
// CHECK: call_tir @fused_negative_multiply
// CHECK-NEXT: relax.return
relax.func @behind(%kv: !relax.tensor<[t], f32> donated, %x: !relax.tensor<[t], f32>, %r: !relax.tensor<[1], f32>, %p: !relax.tensor<[], i64>) -> (!relax.tensor<[t], f32>, !relax.tensor<[t], f32>) where (1 <= t) {
  %n = relax.negative %x : !relax.tensor<[t], f32>
  %a = relax.update_slice %kv, %r from %p at 0 : (!relax.tensor<[t], f32>, !relax.tensor<[1], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[t], f32>
  %y = relax.multiply %n, %a : !relax.tensor<[t], f32>
  relax.return %a, %y : !relax.tensor<[t], f32>, !relax.tensor<[t], f32>
}

// The scores read the cache before it changes.
// CHECK-LABEL: relax.func @attention(
// CHECK: relax.update_slice {{.*}} in_place
relax.func @attention(%q: !relax.tensor<[b, s, 16], f32>, %k: !relax.tensor<[b, t, 16], f32> donated, %v: !relax.tensor<[b, t, 16], f32>, %r: !relax.tensor<[b, 1, 16], f32>, %p: !relax.tensor<[], i64>) -> (!relax.tensor<[b, s, 16], f32>, !relax.tensor<[b, t, 16], f32>) where (1 <= t) {
  %kt = relax.permute_dims %k axes [0, 2, 1] : (!relax.tensor<[b, t, 16], f32>) -> !relax.tensor<[b, 16, t], f32>
  %a = relax.matmul %q, %kt : (!relax.tensor<[b, s, 16], f32>, !relax.tensor<[b, 16, t], f32>) -> !relax.tensor<[b, s, t], f32>
  %new = relax.update_slice %k, %r from %p at 1 : (!relax.tensor<[b, t, 16], f32>, !relax.tensor<[b, 1, 16], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[b, t, 16], f32>
  %w = relax.softmax %a over 2 : !relax.tensor<[b, s, t], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[b, s, t], f32>, !relax.tensor<[b, t, 16], f32>) -> !relax.tensor<[b, s, 16], f32>
  relax.return %y, %new : !relax.tensor<[b, s, 16], f32>, !relax.tensor<[b, t, 16], f32>
}

// CHECK-LABEL: relax.func @largest(
// CHECK: relax.update_slice {{.*}} in_place
relax.func @largest(%k: !relax.tensor<[b, n, 16], f32> donated, %w: !relax.tensor<[16, 64], f32>, %r: !relax.tensor<[b, 1, 16], f32>, %p: !relax.tensor<[], i64>) -> (!relax.tensor<[b, 64], f32>, !relax.tensor<[b, n, 16], f32>) where (1 <= n) {
  %a = relax.matmul %k, %w : (!relax.tensor<[b, n, 16], f32>, !relax.tensor<[16, 64], f32>) -> !relax.tensor<[b, n, 64], f32>
  %new = relax.update_slice %k, %r from %p at 1 : (!relax.tensor<[b, n, 16], f32>, !relax.tensor<[b, 1, 16], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[b, n, 16], f32>
  %m = relax.max %a over [1] : (!relax.tensor<[b, n, 64], f32>) -> !relax.tensor<[b, 64], f32>
  relax.return %m, %new : !relax.tensor<[b, 64], f32>, !relax.tensor<[b, n, 16], f32>
}

// A loop that carries the state, read through a view.
// CHECK-LABEL: relax.func @loop(
// CHECK: call_tir @fused_reshape_negative(%kv)
// CHECK: relax.while
// CHECK: relax.update_slice {{.*}} in_place
relax.func @loop(%kv: !relax.tensor<[t, 1], f32> donated, %r: !relax.tensor<[1, 1], f32>, %p: !relax.tensor<[], i64>) -> (!relax.tensor<[t, 1], f32>, !relax.tensor<[t], f32>) where (1 <= t) {
  %one = relax.constant dense<1> : tensor<i64>
  %zero = relax.constant dense<0> : tensor<i64>
  %f = relax.reshape %kv : (!relax.tensor<[t, 1], f32>) -> !relax.tensor<[t], f32>
  %n = relax.negative %f : !relax.tensor<[t], f32>
  %w:2 = relax.while (%a: !relax.tensor<[t, 1], f32> = %kv, %i: !relax.tensor<[], i64> = %p) {
    %c = relax.greater_equal %i, %zero : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
    relax.condition %c
  } do {
    %u = relax.update_slice %a, %r from %i at 0 : (!relax.tensor<[t, 1], f32>, !relax.tensor<[1, 1], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[t, 1], f32>
    %j = relax.subtract %i, %one : !relax.tensor<[], i64>
    relax.yield %u, %j : !relax.tensor<[t, 1], f32>, !relax.tensor<[], i64>
  }
  %g = relax.reshape %w#0 : (!relax.tensor<[t, 1], f32>) -> !relax.tensor<[t], f32>
  %y = relax.multiply %n, %g : !relax.tensor<[t], f32>
  relax.return %w#0, %y : !relax.tensor<[t, 1], f32>, !relax.tensor<[t], f32>
}

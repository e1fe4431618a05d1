// Branches, loops and versions to the host program, and compiled.
// RUN: relax-opt %s --relax-pipeline=cpu --to=planned | relax-opt --relax-to-vm | FileCheck %s
// RUN: relax-opt %s --relax-pipeline=cpu | relax-run - --entry=grow --dims=s=1 --input=max=i64=2 --input='kv0=1x2xf32=1 2' --input='row=1x2xf32=3 4' --counters | FileCheck %s --check-prefix=GROW
// RUN: relax-run %s --entry=grow --dims=s=0 --input=max=i64=3 --compare=reference,compiled --then --entry=grow --dims=s=3 --input=max=i64=0 --compare=reference,compiled --then --entry=grow --dims=s=1 --input=max=i64=17 --compare=reference,compiled
// RUN: relax-run %s --entry=versions --dims=n=4 --compare=reference,compiled --counters | FileCheck %s --check-prefix=FOUR
// RUN: relax-run %s --entry=versions --dims=n=6 --compare=reference,compiled --counters | FileCheck %s --check-prefix=SIX
// RUN: relax-run %s --entry=versions --dims=n=0 --compare=reference,compiled --counters | FileCheck %s --check-prefix=ELSE
// RUN: relax-run %s --entry=branch --dims=n=1,m=2 --input=p=i1=true --compare=reference,compiled --then --entry=branch --dims=n=0,m=3 --input=p=i1=false --compare=reference,compiled
// RUN: relax-run %s --entry=swap --input=n=i32=3 --input=x=2xi32='1 2' --input=y=2xi32='7 8' --compare=reference,compiled | FileCheck %s --check-prefix=SWAP
// RUN: relax-run %s --entry=nested --input=n=i32=4 --input=x=i32=5 --compare=reference,compiled | FileCheck %s --check-prefix=NESTED
// RUN: relax-run %s --entry=tuple --dims=n=3 --compare=reference,compiled
// RUN: not relax-run %s --entry=bounded --input=x=5xf32=0 --input=p=i1=true 2>&1 | FileCheck %s --check-prefix=BOUNDED

// A round binds its symbol anew; its results have memory of their own.
// CHECK-LABEL: vm.func @grow(
// CHECK: %n, %kv = vm.loop(%{{.*}}, %kv0) : (!relax.tensor<[], i64>, !relax.tensor<[s, 2], f32>) -> (!relax.tensor<[], i64>, !relax.tensor<[e, 2], f32>) {
// CHECK-NEXT: ^bb0(%i: !relax.tensor<[], i64>, %a: !relax.tensor<[t, 2], f32>):
// CHECK-NEXT: %t = vm.dim %a axis 0
// CHECK: [[C:%.*]] = vm.load_extent %p element 0, "relax.condition"
// CHECK-NEXT: vm.condition ([[C]] == 1) arm "grow: relax.while round"
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i: !relax.tensor<[], i64>, %a: !relax.tensor<[t, 2], f32>):
// CHECK-NEXT: %t = vm.dim %a axis 0
// CHECK: %b = vm.append %a, %row axis 0 in_place : (!relax.tensor<[t, 2], f32>, !relax.tensor<[1, 2], f32>) -> !relax.tensor<[t + 1, 2], f32>
// CHECK: vm.yield %j, %b
// CHECK: %e = vm.dim %kv axis 0
// GROW: result0 = dense<{{\[\[}}-1.0, -2.0], [-3.0, -4.0], [-3.0, -4.0]]> : tensor<3x2xf32>
// GROW: counters arm 'grow: relax.while round': 2
relax.func @grow(%kv0: !relax.tensor<[s, 2], f32>, %row: !relax.tensor<[1, 2], f32>, %max: !relax.tensor<[], i64>) -> !relax.tensor<[?, 2], f32> {
  %one = relax.constant dense<1> : tensor<i64>
  %zero = relax.constant dense<0> : tensor<i64>
  %n, %kv = relax.while (%i: !relax.tensor<[], i64> = %zero, %a: !relax.tensor<[t, 2], f32> = %kv0)
      : (!relax.tensor<[], i64>, !relax.tensor<[s, 2], f32>) -> (!relax.tensor<[], i64>, !relax.tensor<[e, 2], f32>)
      binds (e) where (s <= t) ensures (s <= e) {
    %p = relax.less %i, %max : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
    relax.condition %p
  } do {
    %j = relax.add %i, %one : !relax.tensor<[], i64>
    %b = relax.append %a, %row at 0 : (!relax.tensor<[t, 2], f32>, !relax.tensor<[1, 2], f32>) -> !relax.tensor<[t + 1, 2], f32>
    relax.yield %j, %b : !relax.tensor<[], i64>, !relax.tensor<[t + 1, 2], f32>
  }
  %y = relax.negative %kv : !relax.tensor<[e, 2], f32>
  relax.return %y : !relax.tensor<[e, 2], f32>
}

// CHECK-LABEL: vm.func @versions(
// CHECK: %y = vm.branch (%n == 4) arm "versions: relax.dispatch %y arm 0" -> !relax.tensor<[n, 3], f32> {
// CHECK: } else {
// CHECK: vm.branch (%n mod 2 == 0, 6 <= %n) arm "versions: relax.dispatch %y arm 1" -> !relax.tensor<[n, 3], f32> {
// CHECK: } else arm "versions: relax.dispatch %y else" {
// CHECK-NEXT: vm.yield %x
// FOUR: arm 'versions: relax.dispatch %y arm 0': 1
// SIX: arm 'versions: relax.dispatch %y arm 1': 1
// ELSE: arm 'versions: relax.dispatch %y else': 1
relax.func @versions(%x: !relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 3], f32> {
  %y = relax.dispatch (%x) : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 3], f32> {
    when (n == 4, likely n == 4) (%a: !relax.tensor<[4, 3], f32>) {
      %b = relax.relu %a : !relax.tensor<[4, 3], f32>
      relax.yield %b : !relax.tensor<[4, 3], f32>
    }
    when (n mod 2 == 0, n > 5) (%a: !relax.tensor<[n, 3], f32>) {
      %b = relax.negative %a : !relax.tensor<[n, 3], f32>
      relax.yield %b : !relax.tensor<[n, 3], f32>
    }
    else (%a: !relax.tensor<[n, 3], f32>) { relax.yield %a : !relax.tensor<[n, 3], f32> } }
  // Only an 'else': it runs in place.
  // CHECK-NOT: vm.branch
  // CHECK: vm.return
  %z = relax.dispatch (%y) : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 3], f32> {
    else (%a: !relax.tensor<[n, 3], f32>) {
      %b = relax.negative %a : !relax.tensor<[n, 3], f32>
      relax.yield %b : !relax.tensor<[n, 3], f32>
    }
  }
  relax.return %z : !relax.tensor<[n, 3], f32>
}

// CHECK-LABEL: vm.func @branch(
// CHECK: [[P:%.*]] = vm.load_extent %p element 0, "relax.if" : !relax.tensor<[], i1>
// CHECK-NEXT: %z = vm.branch ([[P]] == 1) arm "branch: relax.if %z" -> !relax.tensor<[e], f32> {
// CHECK: %e = vm.dim %z axis 0
// CHECK: vm.alloc [%e]
relax.func @branch(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[?], f32> {
  %z = relax.if %p -> !relax.tensor<[e], f32> binds (e) where (e <= n + m) {
    %r = relax.relu %x : !relax.tensor<[n], f32>
    relax.yield %r : !relax.tensor<[n], f32>
  } else {
    %c = relax.concat %x, %y axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[m + n], f32>
    relax.yield %c : !relax.tensor<[m + n], f32>
  }
  %w = relax.negative %z : !relax.tensor<[e], f32>
  relax.return %w : !relax.tensor<[e], f32>
}

// Values that change places go round at once.
// SWAP: result0 = dense<[7, 8]> : tensor<2xi32>
// SWAP: result1 = dense<[1, 2]> : tensor<2xi32>
relax.func @swap(%n: !relax.tensor<[], i32>, %x: !relax.tensor<[2], i32>, %y: !relax.tensor<[2], i32>) -> (!relax.tensor<[2], i32>, !relax.tensor<[2], i32>) {
  %zero = relax.constant dense<0> : tensor<i32>
  %one = relax.constant dense<1> : tensor<i32>
  %r:3 = relax.while (%a: !relax.tensor<[2], i32> = %x, %b: !relax.tensor<[2], i32> = %y, %i: !relax.tensor<[], i32> = %zero) : (!relax.tensor<[2], i32>, !relax.tensor<[2], i32>, !relax.tensor<[], i32>) -> (!relax.tensor<[2], i32>, !relax.tensor<[2], i32>, !relax.tensor<[], i32>) {
    %p = relax.less %i, %n : (!relax.tensor<[], i32>, !relax.tensor<[], i32>) -> !relax.tensor<[], i1>
    relax.condition %p
  } do {
    %j = relax.add %i, %one : !relax.tensor<[], i32>
    relax.yield %b, %a, %j : !relax.tensor<[2], i32>, !relax.tensor<[2], i32>, !relax.tensor<[], i32>
  }
  relax.return %r#0, %r#1 : !relax.tensor<[2], i32>, !relax.tensor<[2], i32>
}

// A branch in a loop, and values from around both: ((5 + 1) * 2 + 3) * 2
// NESTED: result0 = dense<30> : tensor<i32>
relax.func @nested(%x: !relax.tensor<[], i32>, %n: !relax.tensor<[], i32>) -> !relax.tensor<[], i32> {
  %one = relax.constant dense<1> : tensor<i32>
  %two = relax.constant dense<2> : tensor<i32>
  %zero = relax.constant dense<0> : tensor<i32>
  %r:3 = relax.while (%i: !relax.tensor<[], i32> = %zero, %a: !relax.tensor<[], i32> = %x, %odd: !relax.tensor<[], i32> = %one) : (!relax.tensor<[], i32>, !relax.tensor<[], i32>, !relax.tensor<[], i32>) -> (!relax.tensor<[], i32>, !relax.tensor<[], i32>, !relax.tensor<[], i32>) {
    %p = relax.less %i, %n : (!relax.tensor<[], i32>, !relax.tensor<[], i32>) -> !relax.tensor<[], i1>
    relax.condition %p
  } do {
    %j = relax.add %i, %one : !relax.tensor<[], i32>
    %q = relax.equal %odd, %one : (!relax.tensor<[], i32>, !relax.tensor<[], i32>) -> !relax.tensor<[], i1>
    %b, %next = relax.if %q -> (!relax.tensor<[], i32>, !relax.tensor<[], i32>) {
      %c = relax.add %a, %j : !relax.tensor<[], i32>
      relax.yield %c, %zero : !relax.tensor<[], i32>, !relax.tensor<[], i32>
    } else {
      %c = relax.multiply %a, %two : !relax.tensor<[], i32>
      relax.yield %c, %one : !relax.tensor<[], i32>, !relax.tensor<[], i32>
    }
    relax.yield %j, %b, %next : !relax.tensor<[], i32>, !relax.tensor<[], i32>, !relax.tensor<[], i32>
  }
  relax.return %r#1 : !relax.tensor<[], i32>
}

// What is not proved of a round is checked when it runs.
// BOUNDED: relax.while: expected 2 * t <= 16, got t = 10
relax.func @bounded(%x: !relax.tensor<[s], f32>, %p: !relax.tensor<[], i1>) -> !relax.tensor<[?], f32> {
  %y = relax.while (%a: !relax.tensor<[t], f32> = %x) : (!relax.tensor<[s], f32>) -> !relax.tensor<[e], f32> binds (e) where (t <= 16) {
    relax.condition %p
  } do {
    %b = relax.concat %a, %a axis 0 : (!relax.tensor<[t], f32>, !relax.tensor<[t], f32>) -> !relax.tensor<[2 * t], f32>
    relax.yield %b : !relax.tensor<[2 * t], f32>
  }
  relax.return %y : !relax.tensor<[e], f32>
}

// A tuple that does not leave the function is gone.
relax.func @tuple(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %a = relax.negative %x : !relax.tensor<[n], f32>
  %t = relax.tuple %x, %a : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> tuple<!relax.tensor<[n], f32>, !relax.tensor<[n], f32>>
  %b = relax.tuple_get %t at 1 : (tuple<!relax.tensor<[n], f32>, !relax.tensor<[n], f32>>) -> !relax.tensor<[n], f32>
  relax.return %b : !relax.tensor<[n], f32>
}

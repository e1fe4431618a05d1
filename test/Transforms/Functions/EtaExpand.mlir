// A function of the module that is a value becomes one that calls it.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-eta-expand))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-eta-expand),relax-lambda-lift)' | FileCheck %s --check-prefix=LIFT
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-eta-expand))' --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-eta-expand))' | relax-run - --entry=extents --dims=n=3,k=0 --seed=1 --compare=reference,compiled
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-eta-expand))' | not relax-run - --entry=less --dims=m=4 --seed=1 2>&1 | FileCheck %s --check-prefix=CHECKED
// COUNT: {{^ *}}4 relax-eta-expand.closures-expanded
// COUNT: {{^ *}}1 relax-eta-expand.closures-kept
// CHECKED: expected 3, got 4

relax.func private @join(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[k], f32>, %z: !relax.tensor<[n], f32>) -> !relax.tensor<[k + n], f32> {
  %s = relax.add %x, %z : !relax.tensor<[n], f32>
  %c = relax.concat %s, %y axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[k + n], f32>
  relax.return %c : !relax.tensor<[k + n], f32>
}

// `n` was kept, `k` is the function's own, under a name that nothing around has.
// CHECK-LABEL: relax.func @extents(
// CHECK-NEXT: %f = relax.lambda (%[[Y:.*]]: !relax.tensor<[k_0], f32>, %[[Z:.*]]: !relax.tensor<[n], f32>) -> !relax.tensor<[k_0 + n], f32> given (%x : !relax.tensor<[n], f32>)
// CHECK-SAME: : !relax.fn<[k] (
// CHECK-NEXT:   relax.call @join(%x, %[[Y]], %[[Z]]) : ({{.*}}) -> !relax.tensor<[k_0 + n], f32>
// CHECK-NEXT:   relax.yield
// LIFT: relax.closure @extents_f(%x)
relax.func @extents(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[k], f32>) -> !relax.tensor<[k + n], f32> {
  %f = relax.closure @join(%x) : (!relax.tensor<[n], f32>) -> !relax.fn<[k] (!relax.tensor<[k], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[k + n], f32>>
  %z = relax.invoke %f(%y, %x) : !relax.fn<[k] (!relax.tensor<[k], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[k + n], f32>>, (!relax.tensor<[k], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[k + n], f32>
  relax.return %z : !relax.tensor<[k + n], f32>
}

// CHECK-LABEL: relax.func @effects(
// CHECK-NEXT: %f = relax.lambda (%[[X:.*]]: !relax.tensor<[], i64>) effects {
// CHECK-NEXT:   relax.call @tell(%[[X]])
relax.func private @tell(%x: !relax.tensor<[], i64>) {
  relax.emit %x as "told" : !relax.tensor<[], i64>
  relax.return
}
relax.func @effects(%x: !relax.tensor<[], i64>) {
  %f = relax.closure @tell() : () -> !relax.fn<(!relax.tensor<[], i64>) -> (), effects>
  relax.invoke %f(%x) : !relax.fn<(!relax.tensor<[], i64>) -> (), effects>
  relax.return
}

// A type that says less: the check is that of the call.
// CHECK-LABEL: relax.func @less(
// CHECK: relax.call @three(%x) : (!relax.tensor<[k], f32>) -> !relax.tensor<[3], f32>
relax.func private @three(%x: !relax.tensor<[3], f32>) -> !relax.tensor<[3], f32> {
  %y = relax.relu %x : !relax.tensor<[3], f32>
  relax.return %y : !relax.tensor<[3], f32>
}
relax.func @less(%y: !relax.tensor<[m], f32>) -> !relax.tensor<[3], f32> {
  %f = relax.closure @three() : () -> !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[3], f32>>
  %z = relax.invoke %f(%y) : !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[3], f32>>, (!relax.tensor<[m], f32>) -> !relax.tensor<[3], f32>
  relax.return %z : !relax.tensor<[3], f32>
}

// No arguments, no results.
// CHECK-LABEL: relax.func @nothing(
// CHECK-NEXT: relax.lambda () {
// CHECK-NEXT:   relax.call @none() : () -> ()
relax.func private @none() {
  relax.return
}
relax.func @nothing() {
  %f = relax.closure @none() : () -> !relax.fn<() -> ()>
  relax.invoke %f() : !relax.fn<() -> ()>
  relax.return
}

// No value has the extent that the function kept.
// CHECK-LABEL: relax.func private @kept(
// CHECK-NEXT: relax.closure @same() : () -> !relax.fn<(!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>>
relax.func private @same(%x: !relax.tensor<[p], f32>) -> !relax.tensor<[p], f32> {
  relax.return %x : !relax.tensor<[p], f32>
}
relax.func private @kept() -> !relax.fn<(!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>> any (n) {
  %f = relax.closure @same() : () -> !relax.fn<(!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>>
  relax.return %f : !relax.fn<(!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>>
}

// Functions with type parameters are copied for the types of their calls.
// RUN: relax-opt %s | relax-opt | FileCheck %s --check-prefix=TEXT
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s --check-prefix=TEXT
// RUN: relax-opt %s --relax-monomorphize | FileCheck %s
// RUN: relax-opt %s --relax-monomorphize --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// COUNT: {{^ *}}4 relax-monomorphize.instances-made

// A long chain of functions that call each other once is no endless one.
// RUN: %python %S/Inputs/chain.py 40 | relax-opt --relax-monomorphize | FileCheck %s --check-prefix=CHAIN
// CHAIN-COUNT-40: relax.call @f{{[0-9]+}}{{.*}} : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
// CHAIN-NOT: relax.var

!a = !relax.var<a>
!b = !relax.var<b>

// TEXT: relax.func private @apply<a, b>(%f: !relax.fn<(!relax.var<a>) -> !relax.var<b>>, %x: !relax.var<a>) -> !relax.var<b> {
relax.func private @apply<a, b>(%f: !relax.fn<(!a) -> !b>, %x: !a) -> !b {
  %y = relax.invoke %f(%x) : !relax.fn<(!a) -> !b>
  relax.return %y : !b
}
// The extent is passed on inside of types: nothing is computed with it.
// CHECK-DAG: relax.func private @later_0(%f: !relax.fn<(!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>>) -> {{.*}} any (n) {
// CHECK-DAG: relax.lambda [] (%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
// CHECK-DAG: relax.call @apply_{{[0-9]}}(%f, %x) : (!relax.fn<(!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>>, !relax.tensor<[n], f32>)
relax.func private @later<a>(%f: !relax.fn<(!a) -> !a>) -> !relax.fn<(!a) -> !a> {
  %g = relax.lambda (%x: !a) -> !a {
    %y = relax.call @apply(%f, %x) : (!relax.fn<(!a) -> !a>, !a) -> !a
    relax.yield %y : !a
  }
  relax.return %g : !relax.fn<(!a) -> !a>
}

// `[n]` and `[m]` are one, `[n, n]` is another.
// CHECK-LABEL: relax.func private @one
// CHECK: relax.call @apply_0(
relax.func private @one(%f: !relax.fn<(!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>>, %x: !relax.tensor<[n], f32>) {
  %y = relax.call @apply(%f, %x) : (!relax.fn<(!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}
// CHECK-LABEL: relax.func private @same
// CHECK: relax.call @apply_0(
relax.func private @same(%f: !relax.fn<(!relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>>, %x: !relax.tensor<[m], f32>) {
  %y = relax.call @apply(%f, %x) : (!relax.fn<(!relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>>, !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>
  relax.return
}
// CHECK-LABEL: relax.func private @other
// CHECK-NOT: relax.call @apply_0(
// CHECK: relax.call @apply_{{[0-9]}}(
// CHECK: relax.closure @apply_{{[0-9]}}(%g)
// CHECK: relax.call @later_0(
relax.func private @other(%f: !relax.fn<(!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>>, %x: !relax.tensor<[n, n], f32>,
                          %g: !relax.fn<(i64) -> i32>, %h: !relax.fn<(!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>>) {
  %y = relax.call @apply(%f, %x) : (!relax.fn<(!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>>, !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %k = relax.closure @apply(%g) : (!relax.fn<(i64) -> i32>) -> !relax.fn<(i64) -> i32>
  %l = relax.call @later(%h) : (!relax.fn<(!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>>) -> !relax.fn<(!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>>
  relax.return
}

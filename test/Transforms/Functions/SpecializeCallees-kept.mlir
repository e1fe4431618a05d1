// What gets no copy, or no more of them.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-lambda-lift,relax-specialize-callees)' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-lambda-lift,relax-specialize-callees)' --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// RUN: relax-run %s --entry=growing --input=x=i64=1 --compare=reference,compiled
// COUNT: {{^ *}}0 relax-specialize-callees.copies-made
// COUNT: {{^ *}}1 relax-specialize-callees.calls-kept
// RUN: %python %S/Inputs/many-lambdas.py 33 | relax-opt --pass-pipeline='builtin.module(relax-lambda-lift,relax-specialize-callees)' --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=MANY
// MANY: {{^ *}}32 relax-specialize-callees.copies-made
// MANY: {{^ *}}1 relax-specialize-callees.calls-kept

!int = !relax.tensor<[], i64>
!fn = !relax.fn<(!int) -> !int>

// Ever larger functions: a copy would need another one, whenever the text goes through.
// CHECK-LABEL: relax.func private @grow(
// CHECK: relax.call @grow(%g, %x)
// CHECK-LABEL: relax.func @growing(
// CHECK: relax.call @grow(%f, %x)
relax.func private @grow(%f: !fn, %x: !int) -> !int {
  %g = relax.lambda (%a: !int) -> !int {
    %b = relax.invoke %f(%a) : !fn
    %c = relax.invoke %f(%b) : !fn
    relax.yield %c : !int
  }
  %y = relax.invoke %f(%x) : !fn
  %p = relax.cast %y : !int to !relax.tensor<[], i1>
  %z = relax.if %p -> !int {
    relax.yield %y : !int
  } else {
    %r = relax.call @grow(%g, %x) : (!fn, !int) -> !int
    relax.yield %r : !int
  }
  relax.return %z : !int
}
relax.func private @square(%x: !int) -> !int {
  %y = relax.multiply %x, %x : !int
  relax.return %y : !int
}
relax.func @growing(%x: !int) -> !int {
  %f = relax.closure @square() : () -> !fn
  %y = relax.call @grow(%f, %x) : (!fn, !int) -> !int
  relax.return %y : !int
}

// The function came from elsewhere.
// CHECK-LABEL: relax.func @unknown(
// CHECK: relax.call @grow(%f, %x)
relax.func private @pick(%p: !relax.tensor<[], i1>) -> !fn {
  %f = relax.closure @square() : () -> !fn
  relax.return %f : !fn
}
relax.func @unknown(%p: !relax.tensor<[], i1>, %x: !int) -> !int {
  %f = relax.call @pick(%p) : (!relax.tensor<[], i1>) -> !fn
  %y = relax.call @grow(%f, %x) : (!fn, !int) -> !int
  relax.return %y : !int
}

// What the function keeps has the extent 2 * m, and nothing says m.
// CHECK-LABEL: relax.func @composite(
// CHECK: relax.call @apply(%f, %a)
relax.func private @keep(%v: !relax.tensor<[p], f32>, %x: !relax.tensor<[], f32>) -> !relax.tensor<[], f32> {
  relax.return %x : !relax.tensor<[], f32>
}
relax.func private @apply(%f: !relax.fn<(!relax.tensor<[], f32>) -> !relax.tensor<[], f32>>, %a: !relax.tensor<[], f32>) -> !relax.tensor<[], f32> {
  %y = relax.invoke %f(%a) : !relax.fn<(!relax.tensor<[], f32>) -> !relax.tensor<[], f32>>
  relax.return %y : !relax.tensor<[], f32>
}
relax.func @composite(%v: !relax.tensor<[2 * m], f32>, %w: !relax.tensor<[m], f32>, %a: !relax.tensor<[], f32>) -> !relax.tensor<[], f32> {
  %f = relax.closure @keep(%v) : (!relax.tensor<[2 * m], f32>) -> !relax.fn<(!relax.tensor<[], f32>) -> !relax.tensor<[], f32>>
  %y = relax.call @apply(%f, %a) : (!relax.fn<(!relax.tensor<[], f32>) -> !relax.tensor<[], f32>>, !relax.tensor<[], f32>) -> !relax.tensor<[], f32>
  relax.return %y : !relax.tensor<[], f32>
}

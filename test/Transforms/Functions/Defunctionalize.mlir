// Functions that are values become data, and what invokes them calls a function that looks which it is.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-lambda-lift,relax-defunctionalize)' | FileCheck %s --implicit-check-not='relax.invoke %f'
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-lambda-lift,relax-defunctionalize)' --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-lambda-lift,relax-defunctionalize)' -o %t.mlir
// RUN: relax-run %t.mlir --entry=main --input=p=i1=true --input=k=i64=3 --input=x=i64=5 --expect=i64=11 --compare=reference,compiled
// RUN: relax-run %t.mlir --entry=main --input=p=i1=false --input=k=i64=3 --input=x=i64=5 --expect=i64=45 --compare=reference,compiled
// RUN: relax-run %t.mlir --entry=extents --dims=n=0 --seed=1 --compare=reference,compiled
// RUN: relax-run %t.mlir --entry=kept --dims=n=2 --seed=1 --compare=reference,compiled
// COUNT: {{^ *}}3 relax-defunctionalize.types-made
// COUNT: {{^ *}}5 relax-defunctionalize.closures-replaced
// COUNT: {{^ *}}5 relax-defunctionalize.invocations-replaced
// COUNT: {{^ *}}1 relax-defunctionalize.types-kept

!int = !relax.tensor<[], i64>
!fn = !relax.fn<(!int) -> !int>
!vec = !relax.tensor<[n], f32>
relax.adt @Maybe { @None, @Some(!fn) }

// A constructor for each function, fields for what it keeps, functions among it.
// CHECK: relax.adt @Function { @twice_g(!relax.adt<@Function>), @main_add(!relax.tensor<[], i64>), @square }
// CHECK: relax.func private @apply(%function: !relax.adt<@Function>, %[[X:.*]]: !relax.tensor<[], i64>) -> !relax.tensor<[], i64> {
// CHECK: case @main_add(%k: !relax.tensor<[], i64>) {
// CHECK-NEXT: relax.call @main_add(%k, %[[X]])
// CHECK: relax.adt @Maybe { @None, @Some(!relax.adt<@Function>) }
relax.func private @square(%x: !int) -> !int {
  %y = relax.multiply %x, %x : !int
  relax.return %y : !int
}
// CHECK: relax.func private @twice(%f: !relax.adt<@Function>) -> !relax.adt<@Function> {
// CHECK-NEXT: relax.construct @twice_g(%f)
relax.func private @twice(%f: !fn) -> !fn {
  %g = relax.lambda (%x: !int) -> !int {
    %y = relax.invoke %f(%x) : !fn
    %z = relax.invoke %f(%y) : !fn
    relax.yield %z : !int
  }
  relax.return %g : !fn
}
relax.func @main(%p: !relax.tensor<[], i1>, %k: !int, %x: !int) -> !int {
  %add = relax.lambda (%a: !int) -> !int {
    %y = relax.add %a, %k : !int
    relax.yield %y : !int
  }
  %square = relax.closure @square() : () -> !fn
  %m = relax.if %p -> !relax.adt<@Maybe> {
    %twice = relax.call @twice(%add) : (!fn) -> !fn
    %some = relax.construct @Some(%twice) : (!fn) -> !relax.adt<@Maybe>
    relax.yield %some : !relax.adt<@Maybe>
  } else {
    %none = relax.construct @None() : () -> !relax.adt<@Maybe>
    relax.yield %none : !relax.adt<@Maybe>
  }
  %y = relax.match %m : !relax.adt<@Maybe> -> !int {
    case @Some(%f: !fn) {
      %z = relax.invoke %f(%x) : !fn
      relax.yield %z : !int
    }
    case @None {
      %twice = relax.call @twice(%square) : (!fn) -> !fn
      %five = relax.constant dense<5> : tensor<i64>
      %nine = relax.constant dense<9> : tensor<i64>
      %z = relax.multiply %five, %nine : !int
      relax.yield %z : !int
    }
  }
  relax.return %y : !int
}

// What the function keeps has an extent: the field's own, bound by the case; the result is looked at.
// CHECK-LABEL: relax.func @extents(
// CHECK: %z = relax.call @apply{{.*}}(%{{.*}}, %y) : ({{.*}}) -> !relax.tensor<[?], f32>
// CHECK: relax.match_cast %z : !relax.tensor<[?], f32> to !relax.tensor<[n + 4], f32> given
relax.func private @join(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[k], f32>) -> !relax.tensor<[k + n], f32> {
  %c = relax.concat %x, %y axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[k + n], f32>
  relax.return %c : !relax.tensor<[k + n], f32>
}
relax.func @extents(%x: !vec, %y: !relax.tensor<[4], f32>) -> !relax.tensor<[n + 4], f32> {
  %g = relax.closure @join(%x) : (!vec) -> !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[k + n], f32>>
  %z = relax.invoke %g(%y) : !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[k + n], f32>>, (!relax.tensor<[4], f32>) -> !relax.tensor<[n + 4], f32>
  relax.return %z : !relax.tensor<[n + 4], f32>
}

// Functions with effects, and without arguments.
// CHECK-LABEL: relax.func @effects(
// CHECK: relax.call @apply{{.*}} -> ()
relax.func private @tell(%x: !int) {
  relax.emit %x as "told" : !int
  relax.return
}
relax.func @effects(%x: !int) {
  %g = relax.closure @tell(%x) : (!int) -> !relax.fn<() -> (), effects>
  relax.invoke %g() : !relax.fn<() -> (), effects>
  relax.return
}

// Of a list no check can show the extents: these stay functions.
// CHECK-LABEL: relax.func @kept(
// CHECK: relax.closure @first(%x) : (!relax.tensor<[n], f32>) -> !relax.fn<(!relax.adt<@List<!relax.tensor<[n], f32>>>) -> !relax.tensor<[n], f32>>
// CHECK: relax.invoke %g(
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.func private @first(%v: !vec, %l: !relax.adt<@List<!vec>>) -> !vec {
  %y = relax.match partial %l : !relax.adt<@List<!vec>> -> !vec {
    case @Cons(%x: !vec, _) {
      relax.yield %x : !vec
    }
  }
  relax.return %y : !vec
}
relax.func @kept(%x: !vec) -> !vec {
  %g = relax.closure @first(%x) : (!vec) -> !relax.fn<(!relax.adt<@List<!vec>>) -> !vec>
  %nil = relax.construct @Nil() given (%x : !vec) : () -> !relax.adt<@List<!vec>>
  %l = relax.construct @Cons(%x, %nil) : (!vec, !relax.adt<@List<!vec>>) -> !relax.adt<@List<!vec>>
  %y = relax.invoke %g(%l) : !relax.fn<(!relax.adt<@List<!vec>>) -> !vec>
  relax.return %y : !vec
}

// Functions that are given functions get copies that know them.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-lambda-lift,relax-specialize-callees,relax-known-callees,relax-remove-dead)' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-lambda-lift,relax-specialize-callees)' --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// RUN: relax-run %s --entry=lists --input=k=i64=3 --input='l=@Cons(i64=2, @Cons(i64=5, @Nil))' --compare=reference,compiled
// RUN: relax-run %s --entry=extents --dims=m=2 --seed=1 --compare=reference,compiled
// COUNT: {{^ *}}6 relax-specialize-callees.copies-made
// COUNT: {{^ *}}11 relax-specialize-callees.calls-specialized
// COUNT: {{^ *}}0 relax-specialize-callees.calls-kept

// CHECK-LABEL: relax.func private @map_lists_add
// CHECK-SAME: (%k: !relax.tensor<[], i64>, %l: !relax.adt<@List<!relax.tensor<[], i64>>>)
// CHECK: %h = relax.call @lists_add(%k, %x)
// CHECK: %t = relax.call @map_lists_add(%k, %rest)
// CHECK-LABEL: relax.func private @map_square
// CHECK-SAME: (%l: !relax.adt<@List<!relax.tensor<[], i64>>>)
// CHECK: %h = relax.call @square(%x)
// CHECK: %t = relax.call @map_square(%rest)
// CHECK-LABEL: relax.func @lists(
// CHECK-NEXT: %a = relax.call @map_square(%l)
// CHECK-NEXT: %b = relax.call @map_square(%a)
// CHECK-NEXT: %c = relax.call @map_lists_add(%k, %b)
// CHECK-LABEL: relax.func private @shift_extents_g
// CHECK-SAME: (%c: !relax.tensor<[7], f32>, %l: !relax.adt<@List<!relax.tensor<[7], f32>>>)
// CHECK-LABEL: relax.func private @shift_extents_f
// CHECK-SAME: (%v: !relax.tensor<[n], f32>, %l: !relax.adt<@List<!relax.tensor<[n], f32>>>)
// CHECK-SAME: where (2 <= n) {
// CHECK: %h = relax.call @extents_f(%v, %x) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
// CHECK: %t = relax.call @shift_extents_f(%v, %rest)
// CHECK-LABEL: relax.func private @compose_square_square() ->
// CHECK-NEXT: %h = relax.closure @compose_h_square_square()
// CHECK-LABEL: relax.func private @compose_h_square_square(
// CHECK-NEXT: %u = relax.call @square(%x)
// CHECK-NEXT: %v = relax.call @square(%u)

!int = !relax.tensor<[], i64>
!fn = !relax.fn<(!int) -> !int>
!vec = !relax.tensor<[n], f32>
!ints = !relax.adt<@List<!int>>
!vecs = !relax.adt<@List<!vec>>
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }

relax.func private @map(%f: !fn, %l: !ints) -> !ints {
  %y = relax.match %l : !ints -> !ints {
    case @Nil {
      %e = relax.construct @Nil() : () -> !ints
      relax.yield %e : !ints
    }
    case @Cons(%x: !int, %rest: !ints) {
      %h = relax.invoke %f(%x) : !fn
      %t = relax.call @map(%f, %rest) : (!fn, !ints) -> !ints
      %u = relax.construct @Cons(%h, %t) : (!int, !ints) -> !ints
      relax.yield %u : !ints
    }
  }
  relax.return %y : !ints
}
relax.func private @square(%x: !int) -> !int {
  %y = relax.multiply %x, %x : !int
  relax.return %y : !int
}

// Two calls with one function share a copy, which calls itself; what a function keeps is an argument.
relax.func @lists(%k: !int, %l: !ints) -> (!ints, !ints, !ints) {
  %f = relax.closure @square() : () -> !fn
  %add = relax.lambda (%x: !int) -> !int {
    %y = relax.add %k, %x : !int
    relax.yield %y : !int
  }
  %a = relax.call @map(%f, %l) : (!fn, !ints) -> !ints
  %b = relax.call @map(%f, %a) : (!fn, !ints) -> !ints
  %c = relax.call @map(%add, %b) : (!fn, !ints) -> !ints
  relax.return %a, %b, %c : !ints, !ints, !ints
}

// Extents: `n` of the list is that of what the function keeps, `k` is its own.
relax.func private @shift(%f: !relax.fn<(!vec) -> !vec>, %l: !vecs) -> !vecs any (n) {
  %y = relax.match %l : !vecs -> !vecs {
    case @Nil {
      relax.yield %l : !vecs
    }
    case @Cons(%x: !vec, %rest: !vecs) {
      %h = relax.invoke %f(%x) : !relax.fn<(!vec) -> !vec>
      %t = relax.call @shift(%f, %rest) : (!relax.fn<(!vec) -> !vec>, !vecs) -> !vecs
      %u = relax.construct @Cons(%h, %t) : (!vec, !vecs) -> !vecs
      relax.yield %u : !vecs
    }
  }
  relax.return %y : !vecs
}
relax.func @extents(%v: !relax.tensor<[m], f32>, %w: !relax.tensor<[m + 1], f32>, %c: !relax.tensor<[7], f32>) -> !relax.tensor<[?], f32> where (2 <= m) {
  %f = relax.lambda (%x: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> given (%v : !relax.tensor<[m], f32>) {
    %y = relax.add %x, %v : !relax.tensor<[m], f32>
    relax.yield %y : !relax.tensor<[m], f32>
  }
  %g = relax.lambda (%x: !relax.tensor<[7], f32>) -> !relax.tensor<[7], f32> {
    %y = relax.add %x, %c : !relax.tensor<[7], f32>
    relax.yield %y : !relax.tensor<[7], f32>
  }
  %l0 = relax.construct @Nil() given (%v : !relax.tensor<[m], f32>) : () -> !relax.adt<@List<!relax.tensor<[m], f32>>>
  %l = relax.construct @Cons(%v, %l0) : (!relax.tensor<[m], f32>, !relax.adt<@List<!relax.tensor<[m], f32>>>) -> !relax.adt<@List<!relax.tensor<[m], f32>>>
  %r = relax.call @shift(%f, %l) : (!relax.fn<(!relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>>, !relax.adt<@List<!relax.tensor<[m], f32>>>) -> !relax.adt<@List<!relax.tensor<[m], f32>>>
  %s0 = relax.construct @Nil() : () -> !relax.adt<@List<!relax.tensor<[7], f32>>>
  %s = relax.call @shift(%g, %s0) : (!relax.fn<(!relax.tensor<[7], f32>) -> !relax.tensor<[7], f32>>, !relax.adt<@List<!relax.tensor<[7], f32>>>) -> !relax.adt<@List<!relax.tensor<[7], f32>>>
  %y = relax.match partial %r : !relax.adt<@List<!relax.tensor<[m], f32>>> -> !relax.tensor<[?], f32> {
    case @Cons(%x: !relax.tensor<[m], f32>, _) {
      relax.yield %x : !relax.tensor<[m], f32>
    }
  }
  relax.return %y : !relax.tensor<[?], f32>
}

// A function made of functions: its own copy knows them.
relax.func private @compose(%f: !fn, %g: !fn) -> !fn {
  %h = relax.lambda (%x: !int) -> !int {
    %u = relax.invoke %g(%x) : !fn
    %v = relax.invoke %f(%u) : !fn
    relax.yield %v : !int
  }
  relax.return %h : !fn
}
relax.func @composed(%x: !int) -> !int {
  %f = relax.closure @square() : () -> !fn
  %h = relax.call @compose(%f, %f) : (!fn, !fn) -> !fn
  %y = relax.invoke %h(%x) : !fn
  relax.return %y : !int
}

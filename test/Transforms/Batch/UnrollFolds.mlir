// What the first elements of a list add to sums stands in an arm for each number of them.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-cpu{to=graph},relax-unroll-folds)' -o %t && FileCheck %s < %t
// RUN: printf '@Nil\n"@Cons(2xf32=1 2, @Nil)"\n"@Cons(2xf32=1 2, @Cons(2xf32=0.5 -1, @Nil))"\n"@Cons(2xf32=1 2, @Cons(2xf32=0.5 -1, @Cons(2xf32=3 1, @Cons(2xf32=4 0, @Nil))))"\n"@Cons(2xf32=1 2, @Cons(2xf32=0.5 -1, @Cons(2xf32=3 1, @Cons(2xf32=4 0, @Cons(2xf32=1 1, @Cons(2xf32=0.25 5, @Nil))))))"\n' > %t.lists
// RUN: relax-run %s --calls=@%t.lists > %t.alone && relax-run %t --calls=@%t.lists | diff %t.alone -
// RUN: relax-run %t --calls=@%t.lists --batch --counters --compare=reference,compiled | FileCheck %s --check-prefix=LAUNCHES
// Lists of 1, 2, 4 and 6 elements are 5 pieces, for the last two of 6 are one more, in 3 launches; 13 elements of a chain are 6 launches.
// LAUNCHES-COUNT-5: agree: 3 results (reference)
// LAUNCHES: counters batching: deferred=18 batches=9 launches=9 lower_bound=9
// Once is enough.
// RUN: relax-opt %t --relax-unroll-folds | diff %t -

!h = !relax.tensor<[2], f32>
!one = !relax.tensor<[], f32>
!list = !relax.adt<@List<!h>>
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }

// CHECK-LABEL: relax.func private @total(
// CHECK: relax.is_constructor %l @Nil
// CHECK: relax.is_constructor %{{.*}} @Nil
// CHECK-NEXT: relax.if
// CHECK-COUNT-1: relax.tanh
// CHECK: relax.yield
// CHECK: relax.is_constructor
// CHECK-NEXT: relax.if
// CHECK-COUNT-2: relax.tanh
// CHECK: relax.yield
// CHECK: relax.is_constructor
// CHECK-NEXT: relax.if
// CHECK-COUNT-3: relax.tanh
// CHECK: relax.yield
// CHECK-COUNT-4: relax.tanh
// CHECK-NOT: relax.tanh
// CHECK: relax.call @total(
relax.func private @step(%x: !h, %w: !h) -> !h {
  %a = relax.tanh %x : !h
  %b = relax.multiply %a, %w : !h
  relax.return %b : !h
}
relax.func private @total(%l: !list, %w: !h, %sum: !h) -> !h {
  %y = relax.match %l : !list -> !h {
    case @Nil { relax.yield %sum : !h }
    case @Cons(%x: !h, %rest: !list) {
      %g = relax.call @step(%x, %w) : (!h, !h) -> !h
      %s = relax.add %sum, %g : !h
      %z = relax.call @total(%rest, %w, %s) : (!list, !h, !h) -> !h
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}
// What is added depends on the sum: it stays.
// CHECK-LABEL: relax.func private @chain(
// CHECK-COUNT-1: relax.is_constructor
// CHECK-NOT: relax.is_constructor
// CHECK: relax.func @main(
relax.func private @chain(%l: !list, %sum: !h) -> !h {
  %y = relax.match %l : !list -> !h {
    case @Nil { relax.yield %sum : !h }
    case @Cons(%x: !h, %rest: !list) {
      %g = relax.tanh %sum : !h
      %a = relax.add %g, %x : !h
      %s = relax.add %sum, %a : !h
      %z = relax.call @chain(%rest, %s) : (!list, !h) -> !h
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}
relax.func @main(%l: !list) -> (!h, !h, !h) {
  %w = relax.constant dense<[0.5, 2.0]> : tensor<2xf32>
  %zero = relax.constant dense<0.0> : tensor<2xf32>
  %y = relax.call @total(%l, %w, %zero) : (!list, !h, !h) -> !h
  %v = relax.call @chain(%l, %w) : (!list, !h) -> !h
  relax.return %y, %v, %w : !h, !h, !h
}

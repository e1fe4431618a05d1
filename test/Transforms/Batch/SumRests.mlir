// A fold from the end: what its elements give is collected behind what an empty list gives, and added up by who asks for it, in
// the order of the additions.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-cpu{to=graph},relax-sum-folds)' -o %t && FileCheck %s < %t
// RUN: printf '@Nil\n"@Cons(2xf32=1 2, @Nil)"\n"@Cons(2xf32=1 2, @Cons(2xf32=0.5 -1, @Nil))"\n"@Cons(2xf32=1 2, @Cons(2xf32=0.5 -1, @Cons(2xf32=3 1, @Cons(2xf32=4 0, @Nil))))"\n"@Cons(2xf32=1 2, @Cons(2xf32=0.5 -1, @Cons(2xf32=3 1, @Cons(2xf32=4 0, @Cons(2xf32=1 1, @Cons(2xf32=0.25 5, @Nil))))))"\n' > %t.lists
// RUN: relax-run %s --calls=@%t.lists > %t.alone && relax-run %t --calls=@%t.lists | diff %t.alone -
// RUN: relax-run %s --calls=@%t.lists --batch | diff %t.alone -
// 13 elements in one launch and 5 sums in another; states from the end one by one, 6, and a sum of what they add, which is made of them.
// RUN: relax-run %s --calls=@%t.lists --batch --counters --compare=reference,compiled | FileCheck %s --check-prefix=LAUNCHES
// LAUNCHES-COUNT-5: agree: 4 results (reference)
// LAUNCHES: counters batching: deferred={{[0-9]+}} batches=[[N:[0-9]+]] launches=[[N]] lower_bound=[[N]]
// RUN: relax-run %s --entry=one --calls=@%t.lists --batch --counters | FileCheck %s --check-prefix=ONE
// ONE: counters batching: deferred=18 batches=2 launches=2 lower_bound=2
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-cpu{batch=line})' -o %t.vm && relax-run %t.vm --mode=reference --calls=@%t.lists > /dev/null
// Once is enough.
// RUN: relax-opt %t --relax-sum-folds | diff %t -

!h = !relax.tensor<[2], f32>
!list = !relax.adt<@List<!h>>
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }

// CHECK-LABEL: relax.func private @total_terms(
// CHECK-SAME: %end: !relax.tensor<[2], f32>) -> !relax.sequence<!relax.tensor<[2], f32>>
// CHECK: relax.sequence %end
// CHECK: %[[rest:.*]] = relax.call @total_terms(
// CHECK: relax.sequence_insert %[[rest]], %
relax.func private @total(%l: !list, %end: !h) -> !h {
  %y = relax.match %l : !list -> !h {
    case @Nil { relax.yield %end : !h }
    case @Cons(%x: !h, %rest: !list) {
      %z = relax.call @total(%rest, %end) : (!list, !h) -> !h
      %g = relax.tanh %x : !h
      %s = relax.add %g, %z : !h
      relax.yield %s : !h
    }
  }
  relax.return %y : !h
}
// A state from the end goes on beside the sum.
// CHECK-LABEL: relax.func private @states_terms(
// CHECK-SAME: -> (!relax.tensor<[2], f32>, !relax.sequence<!relax.tensor<[2], f32>>)
relax.func private @states(%l: !list, %h: !h) -> (!h, !h) {
  %a, %b = relax.match %l : !list -> (!h, !h) {
    case @Nil {
      %zero = relax.constant dense<0.0> : tensor<2xf32>
      relax.yield %h, %zero : !h, !h
    }
    case @Cons(%x: !h, %rest: !list) {
      %k, %below = relax.call @states(%rest, %h) : (!list, !h) -> (!h, !h)
      %g = relax.multiply %x, %k : !h
      %n = relax.tanh %g : !h
      %s = relax.add %below, %n : !h
      relax.yield %n, %s : !h, !h
    }
  }
  relax.return %a, %b : !h, !h
}
// What is added depends on what the rest gives: it stays.
// CHECK-LABEL: relax.func private @chain(
// CHECK-NOT: sequence
// CHECK-LABEL: relax.func @one(
relax.func private @chain(%l: !list) -> !h {
  %y = relax.match %l : !list -> !h {
    case @Nil {
      %zero = relax.constant dense<0.0> : tensor<2xf32>
      relax.yield %zero : !h
    }
    case @Cons(%x: !h, %rest: !list) {
      %z = relax.call @chain(%rest) : (!list) -> !h
      %g = relax.multiply %x, %z : !h
      %s = relax.add %g, %z : !h
      relax.yield %s : !h
    }
  }
  relax.return %y : !h
}
relax.func @one(%l: !list) -> !h {
  %w = relax.constant dense<[0.5, 2.0]> : tensor<2xf32>
  %y = relax.call @total(%l, %w) : (!list, !h) -> !h
  %z = relax.tanh %y : !h
  relax.return %z : !h
}
// CHECK-LABEL: relax.func @main(
// CHECK: %[[terms:.*]] = relax.call @total_terms(%l, %w)
// CHECK: %[[stack:.*]] = relax.concat_from_sequence %[[terms]] axis 0 stack :
// CHECK: %[[rows:.*]] = relax.match_cast %[[stack]] : !relax.tensor<[?, 2], f32> to !relax.tensor<[n, 2], f32> binds (n)
// CHECK: relax.sum %[[rows]] over [0]
// CHECK: relax.call @chain(
relax.func @main(%l: !list) -> (!h, !h, !h, !h) {
  %w = relax.constant dense<[0.5, 2.0]> : tensor<2xf32>
  %y = relax.call @total(%l, %w) : (!list, !h) -> !h
  %v = relax.call @chain(%l) : (!list) -> !h
  %s, %t = relax.call @states(%l, %w) : (!list, !h) -> (!h, !h)
  relax.return %y, %v, %s, %t : !h, !h, !h, !h
}

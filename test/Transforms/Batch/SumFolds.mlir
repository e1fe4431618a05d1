// What the elements of a list add to sums is collected, and added up by who asks for it: one reduction.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-cpu{to=graph},relax-sum-folds)' -o %t && FileCheck %s < %t
// RUN: printf '@Nil\n"@Cons(2xf32=1 2, @Nil)"\n"@Cons(2xf32=1 2, @Cons(2xf32=0.5 -1, @Nil))"\n"@Cons(2xf32=1 2, @Cons(2xf32=0.5 -1, @Cons(2xf32=3 1, @Cons(2xf32=4 0, @Nil))))"\n"@Cons(2xf32=1 2, @Cons(2xf32=0.5 -1, @Cons(2xf32=3 1, @Cons(2xf32=4 0, @Cons(2xf32=1 1, @Cons(2xf32=0.25 5, @Nil))))))"\n' > %t.lists
// RUN: relax-run %s --calls=@%t.lists > %t.alone && relax-run %t --calls=@%t.lists | diff %t.alone -
// RUN: relax-run %s --calls=@%t.lists --batch --counters --compare=reference,compiled | FileCheck %s --check-prefix=LAUNCHES
// RUN: relax-run %s --calls=@%t.lists --batch | diff %t.alone -
// 13 elements in one launch, 5 sums of 0 to 6 of them in another; a chain of 6, two each; states, 6 and a sum of them.
// LAUNCHES-COUNT-5: agree: 5 results (reference)
// LAUNCHES: counters batching: deferred={{[0-9]+}} batches=20 launches=20 lower_bound=20
// In reference mode the rows are there at once.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-cpu{batch=line to=fused})' -o %t.fused && relax-run %t.fused --mode=reference --calls=@%t.lists > /dev/null
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-cpu{batch=line})' -o %t.vm && relax-run %t.vm --mode=reference --calls=@%t.lists > /dev/null
// Once is enough.
// RUN: relax-opt %t --relax-sum-folds | diff %t -
// A sum over a tree's children, each a sum itself: leaves, then a launch for each height.
// RUN: printf '"@Rose(2xf32=1 2, @None)"\n"@Rose(2xf32=1 2, @Some(@Rose(2xf32=3 4, @None), @Some(@Rose(2xf32=5 6, @Some(@Rose(2xf32=7 8, @None), @None)), @None)))"\n' > %t.trees
// RUN: relax-run %s --entry=tree --calls=@%t.trees > %t.one && relax-run %s --entry=tree --calls=@%t.trees --batch | diff %t.one -
// RUN: relax-run %s --entry=tree --calls=@%t.trees --batch --counters --compare=reference,compiled | FileCheck %s --check-prefix=TREE
// TREE-COUNT-2: agree: 1 result (reference)
// TREE: counters batching: deferred=7 batches=4 launches=4 lower_bound=4

!h = !relax.tensor<[2], f32>
!list = !relax.adt<@List<!h>>
!rose = !relax.adt<@Tree>
!roses = !relax.adt<@Trees>
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.adt @Tree { @Rose(!relax.tensor<[2], f32>, !relax.adt<@Trees>) }
relax.adt @Trees { @None, @Some(!relax.adt<@Tree>, !relax.adt<@Trees>) }

// CHECK-LABEL: relax.func private @total_terms(
// CHECK-SAME: %sum: !relax.sequence<!relax.tensor<[2], f32>>) -> !relax.sequence<!relax.tensor<[2], f32>>
// CHECK: relax.tanh
// CHECK: %[[more:.*]] = relax.sequence_insert %sum, %
// CHECK: relax.call @total_terms(%{{.*}}, %w, %[[more]])
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
// What is added depends on the sum: it stays, with its calls.
// CHECK-LABEL: relax.func private @chain(
// CHECK: relax.call @step(
// CHECK-NOT: sequence
// CHECK-LABEL: relax.func private @states_terms(
// CHECK-SAME: -> (!relax.sequence<!relax.tensor<[2], f32>>, !relax.tensor<[2], f32>)
relax.func private @chain(%l: !list, %w: !h, %sum: !h) -> !h {
  %y = relax.match %l : !list -> !h {
    case @Nil { relax.yield %sum : !h }
    case @Cons(%x: !h, %rest: !list) {
      %g = relax.call @step(%sum, %w) : (!h, !h) -> !h
      %a = relax.add %g, %x : !h
      %s = relax.add %sum, %a : !h
      %z = relax.call @chain(%rest, %w, %s) : (!list, !h, !h) -> !h
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}
// States go on beside the sum of them; the last one is read at the end.
relax.func private @states(%l: !list, %h: !h, %sum: !h) -> (!h, !h) {
  %a, %b = relax.match %l : !list -> (!h, !h) {
    case @Nil {
      %double = relax.add %h, %h : !h
      relax.yield %sum, %double : !h, !h
    }
    case @Cons(%x: !h, %rest: !list) {
      %g = relax.multiply %x, %h : !h
      %n = relax.tanh %g : !h
      %s = relax.add %n, %sum : !h
      %y, %z = relax.call @states(%rest, %n, %s) : (!list, !h, !h) -> (!h, !h)
      relax.yield %y, %z : !h, !h
    }
  }
  relax.return %a, %b : !h, !h
}
// CHECK-LABEL: relax.func @main(
// CHECK: %[[first:.*]] = relax.sequence %zero :
// CHECK: %[[terms:.*]] = relax.call @total_terms(%l, %w, %[[first]])
// CHECK: %[[stack:.*]] = relax.concat_from_sequence %[[terms]] axis 0 stack :
// CHECK: %[[rows:.*]] = relax.match_cast %[[stack]] : !relax.tensor<[?, 2], f32> to !relax.tensor<[n, 2], f32> binds (n)
// CHECK: relax.sum %[[rows]] over [0]
// CHECK: relax.call @chain(
// CHECK: %{{.*}}, %[[last:.*]] = relax.call @states_terms(
// CHECK: binds (n_0)
// CHECK: relax.add %[[last]], %[[last]]
relax.func @main(%l: !list) -> (!h, !h, !h, !h, !h) {
  %w = relax.constant dense<[0.5, 2.0]> : tensor<2xf32>
  %zero = relax.constant dense<0.0> : tensor<2xf32>
  %y = relax.call @total(%l, %w, %zero) : (!list, !h, !h) -> !h
  %v = relax.call @chain(%l, %w, %w) : (!list, !h, !h) -> !h
  %s, %t = relax.call @states(%l, %w, %zero) : (!list, !h, !h) -> (!h, !h)
  relax.return %y, %v, %w, %s, %t : !h, !h, !h, !h, !h
}

relax.func private @children(%l: !roses, %sum: !h) -> !h {
  %y = relax.match %l : !roses -> !h {
    case @None { relax.yield %sum : !h }
    case @Some(%t: !rose, %rest: !roses) {
      %g = relax.call @node(%t) : (!rose) -> !h
      %s = relax.add %sum, %g : !h
      %z = relax.call @children(%rest, %s) : (!roses, !h) -> !h
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}
relax.func private @node(%t: !rose) -> !h {
  %y = relax.match %t : !rose -> !h {
    case @Rose(%x: !h, %l: !roses) {
      %below = relax.call @children(%l, %x) : (!roses, !h) -> !h
      %z = relax.tanh %below : !h
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}
relax.func @tree(%t: !rose) -> !h {
  %zero = relax.constant dense<0.0> : tensor<2xf32>
  %y = relax.call @node(%t) : (!rose) -> !h
  %z = relax.add %y, %zero : !h
  relax.return %z : !h
}

// Lists, optional values and trees, with the functions of Relay's prelude (Roesch et al., 2019; apache/tvm 0.18,
// relay/std/prelude.rly). A program declares what it needs of it, data types and functions, and is linked:
//
//   relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
//   relax.func private @map<a, b>(%f: !relax.fn<(!relax.var<a>) -> !relax.var<b>>, %l: !relax.adt<@List<!relax.var<a>>>)
//       -> !relax.adt<@List<!relax.var<b>>>
//
//   relax-opt mine.mlir --link=share/relax/prelude.mlir
//
// Where Relay has tuples stand values of @Pair.

!int = !relax.tensor<[], i64>
!flag = !relax.tensor<[], i1>
!a = !relax.var<a>
!b = !relax.var<b>
!c = !relax.var<c>
!list_a = !relax.adt<@List<!a>>
!list_b = !relax.adt<@List<!b>>
!tree_a = !relax.adt<@Tree<!a>>
!tree_b = !relax.adt<@Tree<!b>>
!trees_a = !relax.adt<@List<!tree_a>>
!trees_b = !relax.adt<@List<!tree_b>>
!pair = !relax.adt<@Pair<!a, !b>>
!pairs = !relax.adt<@List<!pair>>
!state_list = !relax.adt<@Pair<!c, !list_b>>
!maybe = !relax.adt<@Option<!pair>>
!f_ab = !relax.fn<(!a) -> !b>
!f_aa = !relax.fn<(!a) -> !a>
!f_step = !relax.fn<(!b, !a) -> !b>
!f_step_right = !relax.fn<(!a, !b) -> !b>
!f_both = !relax.fn<(!a, !a) -> !a>
!f_keep = !relax.fn<(!a) -> !flag>
!f_accumulate = !relax.fn<(!c, !a) -> !relax.adt<@Pair<!c, !b>>>
!f_unfold = !relax.fn<(!a) -> !maybe>

relax.adt @List<a> { @Nil, @Cons(!a, !list_a) }
relax.adt @Option<a> { @None, @Some(!a) }
relax.adt @Tree<a> { @Rose(!a, !trees_a) }
relax.adt @Pair<a, b> { @Pair(!a, !b) }

// The value itself.
relax.func private @id<a>(%x: !a) -> !a {
  relax.return %x : !a
}

// `f` of `g`.
relax.func private @compose<a, b, c>(%f: !relax.fn<(!b) -> !c>, %g: !f_ab) -> !relax.fn<(!a) -> !c> {
  %h = relax.lambda (%x: !a) -> !c {
    %u = relax.invoke %g(%x) : !f_ab
    %v = relax.invoke %f(%u) : !relax.fn<(!b) -> !c>
    relax.yield %v : !c
  }
  relax.return %h : !relax.fn<(!a) -> !c>
}

// The same function of its arguments in the other order.
relax.func private @flip<a, b, c>(%f: !relax.fn<(!a, !b) -> !c>) -> !relax.fn<(!b, !a) -> !c> {
  %g = relax.lambda (%x: !b, %z: !a) -> !c {
    %v = relax.invoke %f(%z, %x) : !relax.fn<(!a, !b) -> !c>
    relax.yield %v : !c
  }
  relax.return %g : !relax.fn<(!b, !a) -> !c>
}

// The first element; a list without one is an error of the call.
relax.func private @hd<a>(%l: !list_a) -> !a {
  %y = relax.match partial %l : !list_a -> !a {
    case @Cons(%x: !a, _) {
      relax.yield %x : !a
    }
  }
  relax.return %y : !a
}

// All elements but the first; a list without one is an error of the call.
relax.func private @tl<a>(%l: !list_a) -> !list_a {
  %y = relax.match partial %l : !list_a -> !list_a {
    case @Cons(_, %rest: !list_a) {
      relax.yield %rest : !list_a
    }
  }
  relax.return %y : !list_a
}

// Element `n`, counted from 0.
relax.func private @nth<a>(%l: !list_a, %n: !int) -> !a {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %first = relax.equal %n, %zero : (!int, !int) -> !flag
  %y = relax.if %first -> !a {
    %x = relax.call @hd(%l) : (!list_a) -> !a
    relax.yield %x : !a
  } else {
    %rest = relax.call @tl(%l) : (!list_a) -> !list_a
    %m = relax.subtract %n, %one : !int
    %x = relax.call @nth(%rest, %m) : (!list_a, !int) -> !a
    relax.yield %x : !a
  }
  relax.return %y : !a
}

// How many elements there are.
relax.func private @length<a>(%l: !list_a) -> !int {
  %y = relax.match %l : !list_a -> !int {
    case @Nil {
      %zero = relax.constant dense<0> : tensor<i64>
      relax.yield %zero : !int
    }
    case @Cons(_, %rest: !list_a) {
      %one = relax.constant dense<1> : tensor<i64>
      %m = relax.call @length(%rest) : (!list_a) -> !int
      %n = relax.add %m, %one : !int
      relax.yield %n : !int
    }
  }
  relax.return %y : !int
}

// The list with `x` in the place of element `n`.
relax.func private @update<a>(%l: !list_a, %n: !int, %x: !a) -> !list_a {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %rest = relax.call @tl(%l) : (!list_a) -> !list_a
  %first = relax.equal %n, %zero : (!int, !int) -> !flag
  %y = relax.if %first -> !list_a {
    %u = relax.construct @Cons(%x, %rest) : (!a, !list_a) -> !list_a
    relax.yield %u : !list_a
  } else {
    %h = relax.call @hd(%l) : (!list_a) -> !a
    %m = relax.subtract %n, %one : !int
    %t = relax.call @update(%rest, %m, %x) : (!list_a, !int, !a) -> !list_a
    %u = relax.construct @Cons(%h, %t) : (!a, !list_a) -> !list_a
    relax.yield %u : !list_a
  }
  relax.return %y : !list_a
}

// `f` of every element.
relax.func private @map<a, b>(%f: !f_ab, %l: !list_a) -> !list_b {
  %y = relax.match %l : !list_a -> !list_b {
    case @Nil {
      %n = relax.construct @Nil() : () -> !list_b
      relax.yield %n : !list_b
    }
    case @Cons(%x: !a, %rest: !list_a) {
      %h = relax.invoke %f(%x) : !f_ab
      %t = relax.call @map(%f, %rest) : (!f_ab, !list_a) -> !list_b
      %u = relax.construct @Cons(%h, %t) : (!b, !list_b) -> !list_b
      relax.yield %u : !list_b
    }
  }
  relax.return %y : !list_b
}

// `f(f(f(s, x0), x1), x2)`.
relax.func private @foldl<a, b>(%f: !f_step, %s: !b, %l: !list_a) -> !b {
  %y = relax.match %l : !list_a -> !b {
    case @Nil {
      relax.yield %s : !b
    }
    case @Cons(%x: !a, %rest: !list_a) {
      %t = relax.invoke %f(%s, %x) : !f_step
      %u = relax.call @foldl(%f, %t, %rest) : (!f_step, !b, !list_a) -> !b
      relax.yield %u : !b
    }
  }
  relax.return %y : !b
}

// `f(x0, f(x1, f(x2, s)))`.
relax.func private @foldr<a, b>(%f: !f_step_right, %s: !b, %l: !list_a) -> !b {
  %y = relax.match %l : !list_a -> !b {
    case @Nil {
      relax.yield %s : !b
    }
    case @Cons(%x: !a, %rest: !list_a) {
      %t = relax.call @foldr(%f, %s, %rest) : (!f_step_right, !b, !list_a) -> !b
      %u = relax.invoke %f(%x, %t) : !f_step_right
      relax.yield %u : !b
    }
  }
  relax.return %y : !b
}

// `f(x0, f(x1, x2))`; a list without an element is an error of the call.
relax.func private @foldr1<a>(%f: !f_both, %l: !list_a) -> !a {
  %y = relax.match partial %l : !list_a -> !a {
    case @Cons(%x: !a, @Nil) {
      relax.yield %x : !a
    }
    case @Cons(%x: !a, %rest: !list_a) {
      %t = relax.call @foldr1(%f, %rest) : (!f_both, !list_a) -> !a
      %u = relax.invoke %f(%x, %t) : !f_both
      relax.yield %u : !a
    }
  }
  relax.return %y : !a
}

// The sum of integers.
relax.func private @sum(%l: !relax.adt<@List<!int>>) -> !int {
  %zero = relax.constant dense<0> : tensor<i64>
  %add = relax.lambda (%x: !int, %z: !int) -> !int {
    %u = relax.add %x, %z : !int
    relax.yield %u : !int
  }
  %y = relax.call @foldl(%add, %zero, %l) : (!relax.fn<(!int, !int) -> !int>, !int, !relax.adt<@List<!int>>) -> !int
  relax.return %y : !int
}

// The elements of the first list, then those of the second.
relax.func private @concat<a>(%l: !list_a, %m: !list_a) -> !list_a {
  %y = relax.match %l : !list_a -> !list_a {
    case @Nil {
      relax.yield %m : !list_a
    }
    case @Cons(%x: !a, %rest: !list_a) {
      %t = relax.call @concat(%rest, %m) : (!list_a, !list_a) -> !list_a
      %u = relax.construct @Cons(%x, %t) : (!a, !list_a) -> !list_a
      relax.yield %u : !list_a
    }
  }
  relax.return %y : !list_a
}

// The elements of which `f` is true.
relax.func private @filter<a>(%f: !f_keep, %l: !list_a) -> !list_a {
  %y = relax.match %l : !list_a -> !list_a {
    case @Nil {
      relax.yield %l : !list_a
    }
    case @Cons(%x: !a, %rest: !list_a) {
      %t = relax.call @filter(%f, %rest) : (!f_keep, !list_a) -> !list_a
      %keep = relax.invoke %f(%x) : !f_keep
      %u = relax.if %keep -> !list_a {
      %v = relax.construct @Cons(%x, %t) : (!a, !list_a) -> !list_a
      relax.yield %v : !list_a
      } else {
      relax.yield %t : !list_a
      }
      relax.yield %u : !list_a
    }
  }
  relax.return %y : !list_a
}

// The pairs of elements at the same place, as many as the shorter list has.
relax.func private @zip<a, b>(%l: !list_a, %m: !list_b) -> !pairs {
  %y = relax.match %l : !list_a -> !pairs {
    case @Cons(%x: !a, %rest: !list_a) {
      %z = relax.match %m : !list_b -> !pairs {
        case @Cons(%v: !b, %others: !list_b) {
          %p = relax.construct @Pair(%x, %v) : (!a, !b) -> !pair
          %t = relax.call @zip(%rest, %others) : (!list_a, !list_b) -> !pairs
          %u = relax.construct @Cons(%p, %t) : (!pair, !pairs) -> !pairs
          relax.yield %u : !pairs
        }
        case @Nil {
          %n = relax.construct @Nil() : () -> !pairs
          relax.yield %n : !pairs
        }
      }
      relax.yield %z : !pairs
    }
    case @Nil {
      %n = relax.construct @Nil() : () -> !pairs
      relax.yield %n : !pairs
    }
  }
  relax.return %y : !pairs
}

// The elements in the other order.
relax.func private @rev<a>(%l: !list_a) -> !list_a {
  %empty = relax.construct @Nil() : () -> !list_a
  %push = relax.lambda (%s: !list_a, %x: !a) -> !list_a {
    %u = relax.construct @Cons(%x, %s) : (!a, !list_a) -> !list_a
    relax.yield %u : !list_a
  }
  %y = relax.call @foldl(%push, %empty, %l) : (!relax.fn<(!list_a, !a) -> !list_a>, !list_a, !list_a) -> !list_a
  relax.return %y : !list_a
}

// Maps from the left with a state that goes from element to element; the last state and the list.
relax.func private @map_accuml<a, b, c>(%f: !f_accumulate, %s: !c, %l: !list_a) -> !state_list {
  %y = relax.match %l : !list_a -> !state_list {
    case @Nil {
      %n = relax.construct @Nil() : () -> !list_b
      %r = relax.construct @Pair(%s, %n) : (!c, !list_b) -> !state_list
      relax.yield %r : !state_list
    }
    case @Cons(%x: !a, %rest: !list_a) {
      %p = relax.invoke %f(%s, %x) : !f_accumulate
      %u = relax.match %p : !relax.adt<@Pair<!c, !b>> -> !state_list {
      case @Pair(%next: !c, %v: !b) {
      %q = relax.call @map_accuml(%f, %next, %rest) : (!f_accumulate, !c, !list_a) -> !state_list
      %w = relax.match %q : !state_list -> !state_list {
      case @Pair(%last: !c, %t: !list_b) {
      %all = relax.construct @Cons(%v, %t) : (!b, !list_b) -> !list_b
      %r = relax.construct @Pair(%last, %all) : (!c, !list_b) -> !state_list
      relax.yield %r : !state_list
      }
      }
      relax.yield %w : !state_list
      }
      }
      relax.yield %u : !state_list
    }
  }
  relax.return %y : !state_list
}

// The same from the right.
relax.func private @map_accumr<a, b, c>(%f: !f_accumulate, %s: !c, %l: !list_a) -> !state_list {
  %y = relax.match %l : !list_a -> !state_list {
    case @Nil {
      %n = relax.construct @Nil() : () -> !list_b
      %r = relax.construct @Pair(%s, %n) : (!c, !list_b) -> !state_list
      relax.yield %r : !state_list
    }
    case @Cons(%x: !a, %rest: !list_a) {
      %q = relax.call @map_accumr(%f, %s, %rest) : (!f_accumulate, !c, !list_a) -> !state_list
      %u = relax.match %q : !state_list -> !state_list {
      case @Pair(%next: !c, %t: !list_b) {
      %p = relax.invoke %f(%next, %x) : !f_accumulate
      %w = relax.match %p : !relax.adt<@Pair<!c, !b>> -> !state_list {
      case @Pair(%last: !c, %v: !b) {
      %all = relax.construct @Cons(%v, %t) : (!b, !list_b) -> !list_b
      %r = relax.construct @Pair(%last, %all) : (!c, !list_b) -> !state_list
      relax.yield %r : !state_list
      }
      }
      relax.yield %w : !state_list
      }
      }
      relax.yield %u : !state_list
    }
  }
  relax.return %y : !state_list
}

// From a state: `f` gives the next state and an element, in order, until it gives nothing.
relax.func private @unfoldr<a, b>(%f: !f_unfold, %s: !a) -> !list_b {
  %r = relax.invoke %f(%s) : !f_unfold
  %y = relax.match %r : !maybe -> !list_b {
    case @Some(@Pair(%next: !a, %x: !b)) {
      %t = relax.call @unfoldr(%f, %next) : (!f_unfold, !a) -> !list_b
      %u = relax.construct @Cons(%x, %t) : (!b, !list_b) -> !list_b
      relax.yield %u : !list_b
    }
    case @None {
      %n = relax.construct @Nil() : () -> !list_b
      relax.yield %n : !list_b
    }
  }
  relax.return %y : !list_b
}

// The same, the last element in front.
relax.func private @unfoldl<a, b>(%f: !f_unfold, %s: !a) -> !list_b {
  %l = relax.call @unfoldr(%f, %s) : (!f_unfold, !a) -> !list_b
  %y = relax.call @rev(%l) : (!list_b) -> !list_b
  relax.return %y : !list_b
}

// `f` of every value of a tree.
relax.func private @tmap<a, b>(%f: !f_ab, %t: !tree_a) -> !tree_b {
  %y = relax.match %t : !tree_a -> !tree_b {
    case @Rose(%x: !a, %children: !trees_a) {
      %v = relax.invoke %f(%x) : !f_ab
      %each = relax.lambda (%child: !tree_a) -> !tree_b {
        %u = relax.call @tmap(%f, %child) : (!f_ab, !tree_a) -> !tree_b
        relax.yield %u : !tree_b
      }
      %all = relax.call @map(%each, %children) : (!relax.fn<(!tree_a) -> !tree_b>, !trees_a) -> !trees_b
      %r = relax.construct @Rose(%v, %all) : (!b, !trees_b) -> !tree_b
      relax.yield %r : !tree_b
    }
  }
  relax.return %y : !tree_b
}

// How many values a tree has.
relax.func private @size<a>(%t: !tree_a) -> !int {
  %one = relax.constant dense<1> : tensor<i64>
  %y = relax.match %t : !tree_a -> !int {
    case @Rose(_, %children: !trees_a) {
      %add = relax.lambda (%n: !int, %child: !tree_a) -> !int {
        %m = relax.call @size(%child) : (!tree_a) -> !int
        %u = relax.add %n, %m : !int
        relax.yield %u : !int
      }
      %all = relax.call @foldl(%add, %one, %children) : (!relax.fn<(!int, !tree_a) -> !int>, !int, !trees_a) -> !int
      relax.yield %all : !int
    }
  }
  relax.return %y : !int
}

// `f` of `f` of ... of the argument, `n` times.
relax.func private @iterate<a>(%f: !f_aa, %n: !int) -> !f_aa {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %none = relax.equal %n, %zero : (!int, !int) -> !flag
  %y = relax.if %none -> !f_aa {
    %g = relax.closure @id() : () -> !f_aa
    relax.yield %g : !f_aa
  } else {
    %m = relax.subtract %n, %one : !int
    %rest = relax.call @iterate(%f, %m) : (!f_aa, !int) -> !f_aa
    %g = relax.call @compose(%f, %rest) : (!f_aa, !f_aa) -> !f_aa
    relax.yield %g : !f_aa
  }
  relax.return %y : !f_aa
}

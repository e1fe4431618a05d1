// Matches, questions, fields and branches whose outcome is in sight.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-known-cases),relax-remove-dead)' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-lower-match,relax-known-cases,cse),relax-remove-dead)' | FileCheck %s --check-prefix=LOWERED
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-known-cases))' --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-known-cases))' | relax-run - --entry=extents --dims=n=3 --seed=1 --compare=reference,compiled
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-known-cases))' | not relax-run - --entry=extents --dims=n=1001 --seed=1 2>&1 | FileCheck %s --check-prefix=FACT
// COUNT: {{^ *}}5 relax-known-cases.cases-known
// COUNT: {{^ *}}4 relax-known-cases.fields-known
// COUNT: {{^ *}}1 relax-known-cases.constructors-known
// COUNT: {{^ *}}2 relax-known-cases.branches-known
// FACT: expected n <= 1000, got n = 1001

!int = !relax.tensor<[], i64>
!ints = !relax.adt<@List<!int>>
!vec = !relax.tensor<[n], f32>
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.adt @Pair { @Pair(!relax.tensor<[k], f32>, !relax.tensor<[k], f32>) }
relax.adt @Three { @A, @B, @C }

// A nested pattern: the second case is out, because the rest is empty.
// CHECK-LABEL: relax.func @made(
// CHECK-NEXT: %s = relax.add %k, %k
// CHECK-NEXT: relax.return %s
// LOWERED-LABEL: relax.func @made(
// LOWERED-NEXT: %s = relax.add %k, %k
// LOWERED-NEXT: relax.return %s
relax.func @made(%k: !int) -> !int {
  %nil = relax.construct @Nil() : () -> !ints
  %one = relax.construct @Cons(%k, %nil) : (!int, !ints) -> !ints
  %z = relax.match %one : !ints -> !int {
    case @Nil {
      relax.yield %k : !int
    }
    case @Cons(%a: !int, @Cons(%b: !int, _)) {
      relax.yield %b : !int
    }
    case @Cons(%a: !int, _) {
      %s = relax.add %a, %a : !int
      relax.yield %s : !int
    }
  }
  relax.return %z : !int
}

// A tuple; what lies behind the first part that is not known stays a question.
// CHECK-LABEL: relax.func @tuples(
// CHECK: %y = relax.match %{{.*}} : tuple<
// CHECK: relax.return %y, %k
relax.func @tuples(%l: !ints, %k: !int) -> (!int, !int) {
  %nil = relax.construct @Nil() : () -> !ints
  %t = relax.tuple %nil, %l : (!ints, !ints) -> tuple<!ints, !ints>
  %y = relax.match %t : tuple<!ints, !ints> -> !int {
    case (@Nil, @Cons(%a: !int, _)) {
      relax.yield %a : !int
    }
    case _ {
      relax.yield %k : !int
    }
  }
  %z = relax.match %t : tuple<!ints, !ints> -> !int {
    case (@Cons(%a: !int, _), _) {
      relax.yield %a : !int
    }
    case (@Nil, %r: !ints) {
      relax.yield %k : !int
    }
  }
  relax.return %y, %z : !int, !int
}

// Names keep their types and their symbols, `where` becomes a check.
// CHECK-LABEL: relax.func @extents(
// CHECK: %a = relax.match_cast %{{.*}} to !relax.tensor<[k], f32> binds (k)
// CHECK: %b = relax.match_cast %{{.*}} to !relax.tensor<[k], f32> given (%a : !relax.tensor<[k], f32>)
// CHECK: %s = relax.add %a, %b
// CHECK: relax.check(e <= 1000) of "relax.match"
relax.func @extents(%x: !vec, %y: !vec) -> !vec {
  %p = relax.construct @Pair(%x, %y) : (!vec, !vec) -> !relax.adt<@Pair>
  %z = relax.match %p : !relax.adt<@Pair> -> !relax.tensor<[e], f32> binds (e) where (e <= 1000) {
    case @Pair(%a: !relax.tensor<[k], f32>, %b: !relax.tensor<[k], f32>) {
      %s = relax.add %a, %b : !relax.tensor<[k], f32>
      relax.yield %s : !relax.tensor<[k], f32>
    }
  }
  %w = relax.match_cast %z : !relax.tensor<[e], f32> to !vec given (%x : !vec)
  relax.return %w : !vec
}

// A case around has asked; of three constructors the last one is left.
// CHECK-LABEL: relax.func @asked(
// CHECK: case @Cons(%a: !relax.tensor<[], i64>, _) {
// CHECK-NEXT: %b = relax.get_field %l @Cons at 0
// CHECK-NEXT: relax.add %a, %b
// LOWERED-LABEL: relax.func @asked(
// LOWERED-COUNT-1: relax.is_constructor %l @Nil
// LOWERED-NOT: relax.is_constructor %l
// LOWERED: relax.is_constructor %t @A
// LOWERED: relax.is_constructor %t @B
// LOWERED-NOT: relax.is_constructor
relax.func @asked(%l: !ints, %t: !relax.adt<@Three>, %d: !int) -> (!int, !int) {
  %z = relax.match %l : !ints -> !int {
    case @Nil {
      relax.yield %d : !int
    }
    case @Cons(%a: !int, _) {
      %q = relax.match %l : !ints -> !int {
        case @Nil {
          relax.yield %d : !int
        }
        case @Cons(%b: !int, _) {
          %c = relax.add %a, %b : !int
          relax.yield %c : !int
        }
      }
      relax.yield %q : !int
    }
  }
  %y = relax.match %t : !relax.adt<@Three> -> !int {
    case @A {
      relax.yield %d : !int
    }
    case @B {
      relax.yield %z : !int
    }
    case @C {
      %q = relax.match %t : !relax.adt<@Three> -> !int {
        case @C {
          relax.yield %z : !int
        }
        case _ {
          relax.yield %d : !int
        }
      }
      relax.yield %q : !int
    }
  }
  relax.return %z, %y : !int, !int
}

// A partial match whose cases are all out is an error of the call, and stays.
// CHECK-LABEL: relax.func @none(
// CHECK: relax.match partial
relax.func @none(%k: !int) -> !int {
  %nil = relax.construct @Nil() : () -> !ints
  %z = relax.match partial %nil : !ints -> !int {
    case @Cons(%a: !int, _) {
      relax.yield %a : !int
    }
  }
  relax.return %z : !int
}

// Fields and branches that a person wrote; a field of another constructor stays the error that it is.
// CHECK-LABEL: relax.func @written(
// CHECK-NEXT: [[NIL:%.*]] = relax.construct @Nil()
// CHECK-NEXT: %bad = relax.get_field [[NIL]] @Cons at 0
// CHECK-NEXT: relax.return %x, %k, %bad
relax.func @written(%k: !int, %x: !int) -> (!int, !int, !int) {
  %nil = relax.construct @Nil() : () -> !ints
  %one = relax.construct @Cons(%k, %nil) : (!int, !ints) -> !ints
  %is = relax.is_constructor %one @Nil : !ints
  %y = relax.if %is -> !int {
    relax.yield %k : !int
  } else {
    relax.yield %x : !int
  }
  %h = relax.get_field %one @Cons at 0 : (!ints) -> !int
  %true = relax.constant dense<true> : tensor<i1>
  %z = relax.if %true -> !int {
    relax.yield %h : !int
  } else {
    relax.yield %x : !int
  }
  %bad = relax.get_field %nil @Cons at 0 : (!ints) -> !int
  relax.return %y, %z, %bad : !int, !int, !int
}

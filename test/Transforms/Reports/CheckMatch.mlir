// What a match leaves out, and what it never reaches.
// RUN: relax-opt %s --relax-check-match -verify-diagnostics
// RUN: relax-opt %s --relax-check-match --counters 2>&1 >/dev/null | FileCheck %s
// CHECK: {{^ *}}4 relax-check-match.matches
// CHECK: {{^ *}}2 relax-check-match.unreachable-cases
// CHECK: {{^ *}}1 relax-check-match.partial-matches

!int = !relax.tensor<[], i64>
!ints = !relax.adt<@List<!int>>
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.func private @matches(%l: !ints, %k: !int) -> !int {
  // expected-remark @+1 {{'relax.match' has no case for @Cons(_, @Nil)}}
  %a = relax.match partial %l : !ints -> !int {
    case @Nil {
      relax.yield %k : !int
    }
    case @Cons(_, @Cons(%x: !int, _)) {
      relax.yield %x : !int
    }
  }
  // expected-warning @+1 {{'relax.match' says 'partial', but has a case for every value}}
  %b = relax.match partial %l : !ints -> !int {
    case @Nil {
      relax.yield %k : !int
    }
    case @Cons(_, _) {
      relax.yield %a : !int
    }
  }
  // expected-warning @+2 {{'relax.match' case 1 never runs}}
  // expected-warning @+1 {{'relax.match' case 3 never runs}}
  %c = relax.match %l : !ints -> !int {
    case @Cons(%x: !int, _) {
      relax.yield %x : !int
    }
    case @Cons(_, @Nil) {
      relax.yield %k : !int
    }
    case @Nil {
      relax.yield %b : !int
    }
    case _ {
      relax.yield %a : !int
    }
  }
  %d = relax.match %l : !ints -> !int {
    case _ {
      relax.yield %c : !int
    }
  }
  relax.return %d : !int
}

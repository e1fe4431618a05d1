// Data types and matches that are refused.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'relax.adt' op expected at least one constructor}}
relax.adt @Empty { }

// -----

// expected-error @below {{'relax.adt' op constructor 'A' is declared twice}}
relax.adt @Twice { @A, @B, @A }

// -----

// expected-error @below {{'relax.adt' op parameter 'a' is declared twice}}
relax.adt @Twice<a, a> { @A(!relax.var<a>) }

// -----

// expected-error @below {{'relax.adt' op field 1 of constructor 'Cons': 'b' is no type parameter here}}
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.var<b>) }

// -----

// expected-error @below {{'relax.adt' op field 0 of constructor 'Cons': '@Lst' is no relax.adt of the module}}
relax.adt @List<a> { @Cons(!relax.adt<@Lst<!relax.var<a>>>) }

// -----

// expected-error @below {{'relax.adt' op field 0 of constructor 'Cons': '@List' has 1 parameters, got 0 types for them}}
relax.adt @List<a> { @Cons(!relax.adt<@List>) }

// -----

// expected-error @below {{'relax.adt' op has 2 constructors, but 1 lists of types}}
"relax.adt"() <{constructors = ["A", "B"], fields = [[]], params = [], sym_name = "L"}> : () -> ()

// -----

// expected-error @below {{'relax.adt' op expected a list of types for a constructor}}
"relax.adt"() <{constructors = ["A"], fields = [1 : i64], params = [], sym_name = "L"}> : () -> ()

// -----

// expected-error @below {{'relax.adt' op constructor 'B': 'n' in 'where' is no bare dimension of its fields}}
relax.adt @L { @A(!relax.tensor<[n], f32>), @B(!relax.tensor<[2 * n, k], f32>) where (1 <= k, k <= n) }

// -----

// expected-error @below {{'relax.adt' op has 1 constructors, but 2 lists of facts}}
"relax.adt"() <{constructors = ["A"], fields = [[]], params = [], sym_name = "L", where = [[], []]}> : () -> ()

// -----

// expected-error @below {{'relax.adt' op expected a list of facts for a constructor}}
"relax.adt"() <{constructors = ["A"], fields = [[]], params = [], sym_name = "L", where = [[1]]}> : () -> ()

// -----

// expected-error @below {{'relax.adt' op expected a list of facts for a constructor}}
"relax.adt"() <{constructors = ["A"], fields = [[]], params = [], sym_name = "L", where = [1]}> : () -> ()

// -----

relax.adt @L { @A, @B(!relax.tensor<[4], f32>) }
relax.func private @f() {
  // expected-error @below {{'relax.construct' op '@L' has no constructor '@C'; it has @A, @B}}
  %x = relax.construct @C() : () -> !relax.adt<@L>
  relax.return
}

// -----

relax.func private @f() {
  // expected-error @below {{'relax.construct' op data type: '@L' is no relax.adt of the module}}
  %x = relax.construct @A() : () -> !relax.adt<@L>
  relax.return
}

// -----

relax.adt @L { @A, @B(!relax.tensor<[4], f32>) }
relax.func private @f() {
  // expected-error @below {{'relax.construct' op '@B' has 1 fields, got 0 values}}
  %x = relax.construct @B() : () -> !relax.adt<@L>
  relax.return
}

// -----

relax.adt @L { @B(!relax.tensor<[k], f32>, !relax.tensor<[k], f32>) }
// expected-note @below {{symbol 'n' is bound here}}
relax.func private @f(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) {
  // expected-error @below {{'relax.construct' op field 1: expected !relax.tensor<[n], f32>, got !relax.tensor<[m], f32>; if they are equal, say so with 'relax.match_cast'}}
  %z = relax.construct @B(%x, %y) : (!relax.tensor<[n], f32>, !relax.tensor<[m], f32>) -> !relax.adt<@L>
  relax.return
}

// -----

relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
// expected-note @below {{bound here}}
relax.func private @f(%x: !relax.tensor<[n], f32>) {
  // expected-error @below {{symbol 'n' in a result type comes from no operand}}
  %z = relax.construct @Nil() : () -> !relax.adt<@List<!relax.tensor<[n], f32>>>
  relax.return
}

// -----

relax.adt @L { @A, @B(!relax.tensor<[4], f32>) }
relax.func private @f(%l: !relax.adt<@L>) {
  // expected-error @below {{'relax.get_field' op index 1: '@B' has 1 fields}}
  %x = relax.get_field %l @B at 1 : (!relax.adt<@L>) -> !relax.tensor<[4], f32>
  relax.return
}

// -----

relax.adt @L { @A, @B(!relax.tensor<[?], f32>) }
relax.func private @f(%l: !relax.adt<@L>) {
  // expected-error @below {{'relax.get_field' op result 0: expected !relax.tensor<[?], f32>, got !relax.tensor<[4], f32>; what is known of one value says 'relax.match_cast'}}
  %x = relax.get_field %l @B at 0 : (!relax.adt<@L>) -> !relax.tensor<[4], f32>
  relax.return
}

// -----

relax.adt @Tree { @Leaf, @Node(!relax.adt<@Tree>, !relax.adt<@Tree>) }
relax.func private @f(%t: !relax.adt<@Tree>) {
  // expected-error @below {{'relax.match' op no case for '@Node(@Node(_, _), @Leaf)'; add it, or write 'relax.match partial' where it cannot come}}
  relax.match %t : !relax.adt<@Tree> {
    case @Leaf { relax.yield }
    case @Node(@Leaf, _) { relax.yield }
    case @Node(_, @Node(_, _)) { relax.yield }
  }
  relax.return
}

// -----

relax.adt @Tree { @Leaf, @Node(!relax.adt<@Tree>, !relax.adt<@Tree>) }
relax.func private @f(%t: tuple<!relax.adt<@Tree>, !relax.adt<@Tree>>) {
  // expected-error @below {{'relax.match' op no case for '(@Node(_, _), @Node(_, _))'}}
  relax.match %t : tuple<!relax.adt<@Tree>, !relax.adt<@Tree>> {
    case (@Leaf, _) { relax.yield }
    case (_, @Leaf) { relax.yield }
  }
  relax.return
}

// -----

relax.adt @L { @A, @B(!relax.tensor<[4], f32>) }
relax.func private @f(%l: !relax.adt<@L>) {
  // expected-error @below {{'relax.match' op case 0: '@B' has 1 fields, got 2 patterns}}
  relax.match %l : !relax.adt<@L> {
    case @B(_, _) { relax.yield }
    case _ { relax.yield }
  }
  relax.return
}

// -----

relax.adt @L { @A, @B(!relax.tensor<[4], f32>) }
relax.func private @f(%l: !relax.adt<@L>) {
  // expected-error @below {{'relax.match' op case 0, name 0: expected !relax.tensor<[4], f32>, got !relax.tensor<[5], f32>}}
  relax.match %l : !relax.adt<@L> {
    case @B(%x: !relax.tensor<[5], f32>) { relax.yield }
    case _ { relax.yield }
  }
  relax.return
}

// -----

relax.adt @L { @A, @B(!relax.tensor<[4], f32>) }
relax.func private @f(%l: !relax.adt<@L>) {
  // expected-error @below {{'relax.match' op case 0: a constructor does not fit !relax.tensor<[4], f32>}}
  relax.match %l : !relax.adt<@L> {
    case @B(@A) { relax.yield }
    case _ { relax.yield }
  }
  relax.return
}

// -----

relax.adt @L { @A }
relax.func private @f(%l: !relax.adt<@L>) {
  // expected-error @below {{'relax.match' op case 0: a tuple of that length does not fit !relax.adt<@L>}}
  relax.match %l : !relax.adt<@L> {
    case (_, _) { relax.yield }
  }
  relax.return
}

// -----

relax.adt @L { @A }
relax.func private @f(%l: !relax.adt<@L>) {
  // expected-error @below {{'relax.match' op expected at least one case}}
  relax.match %l : !relax.adt<@L> { }
  relax.return
}

// -----

relax.adt @L { @A }
relax.func private @f(%l: !relax.adt<@L>) {
  // expected-error @below {{'relax.match' op has 2 patterns, but 1 cases}}
  "relax.match"(%l) <{patterns = ["_", "_"]}> ({
    "relax.yield"() : () -> ()
  }) : (!relax.adt<@L>) -> ()
  relax.return
}

// -----

relax.adt @L { @A }
relax.func private @f(%l: !relax.adt<@L>) {
  // expected-error @below {{'relax.match' op case 0: expected a pattern}}
  "relax.match"(%l) <{patterns = ["x"]}> ({
    "relax.yield"() : () -> ()
  }) : (!relax.adt<@L>) -> ()
  relax.return
}

// -----

relax.adt @L { @A }
relax.func private @f(%l: !relax.adt<@L>) {
  // expected-error @below {{'relax.match' op case 0: the pattern has 1 names, but the region 0 arguments}}
  "relax.match"(%l) <{patterns = [unit]}> ({
    "relax.yield"() : () -> ()
  }) : (!relax.adt<@L>) -> ()
  relax.return
}

// -----

relax.adt @L { @A }
// expected-note @below {{symbol 'n' is bound here}}
relax.func private @f(%l: !relax.adt<@L>, %x: !relax.tensor<[n], f32>) {
  %y = relax.match %l : !relax.adt<@L> -> !relax.tensor<[], f32> {
    case @A {
      // expected-error @below {{'relax.yield' op value 0: expected !relax.tensor<[], f32>, got !relax.tensor<[n], f32>}}
      relax.yield %x : !relax.tensor<[n], f32>
    }
  }
  relax.return
}

// -----

// expected-error @below {{'relax.func' op argument 1: '@L' is no relax.adt of the module}}
relax.func private @f(%i: i64, %l: !relax.adt<@L>)

// -----

relax.adt @L { @A }
// expected-error @below {{'relax.func' op result 0: '@L' has 0 parameters, got 1 types for them}}
relax.func private @f() -> tuple<i64, !relax.adt<@L<i64>>>

// -----

// expected-error @below {{'relax.func' op argument 0: 'a' is no type parameter here}}
relax.func private @f(%l: !relax.var<a>)

// -----

// expected-error @below {{expected '>'}}
relax.func private @f(%l: !relax.adt<@L 4>)

// -----

// expected-error @below {{expected the name of a type parameter}}
relax.func private @f(%l: !relax.var<4>)

// -----

relax.func private @f(%l: !relax.adt<@L>) {
  relax.match %l : !relax.adt<@L> {
    // expected-error @below {{expected 'case' or '}'}}
    @A { relax.yield }
  }
  relax.return
}

// -----

relax.func private @f(%l: !relax.adt<@L>) {
  relax.match %l : !relax.adt<@L> {
    // expected-error @below {{expected '(' of a pattern}}
    case 4 { relax.yield }
  }
  relax.return
}

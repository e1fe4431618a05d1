// Type parameters that are refused.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-monomorphize

// expected-error @below {{'relax.func' op type parameter 'a' is declared twice}}
relax.func private @f<a, a>(%x: !relax.var<a>)

// -----

// expected-error @below {{'relax.func' op has type parameters, and nobody outside could say what they stand for: declare it 'private'}}
relax.func @f<a>(%x: !relax.var<a>) {
  relax.return
}

// -----

// expected-error @below {{'relax.func' op argument 0: 'b' is no type parameter here}}
relax.func private @f<a>(%x: !relax.var<b>)

// -----

relax.func private @f<a, b>(%x: !relax.var<a>)
relax.func private @g(%x: i64) {
  // expected-error @below {{'relax.call' op nothing says what type parameter 'b' of '@f' stands for: no operand and no result has it in its type}}
  relax.call @f(%x) : (i64) -> ()
  relax.return
}

// -----

relax.func private @f<a>(%x: !relax.var<a>, %y: !relax.var<a>)
relax.func private @g(%x: i64, %y: i32) {
  // expected-error @below {{'relax.call' op operand 1: expected i64, got i32}}
  relax.call @f(%x, %y) : (i64, i32) -> ()
  relax.return
}

// -----

// The general form is checked where it stands.
relax.func private @f<a, b>(%x: !relax.var<a>) -> !relax.var<b> {
  // expected-error @below {{'relax.return' op value 0: expected !relax.var<b>, got !relax.var<a>}}
  relax.return %x : !relax.var<a>
}

// -----

relax.func private @nest<a>(%x: !relax.var<a>) {
  %t = relax.tuple %x, %x : (!relax.var<a>, !relax.var<a>) -> tuple<!relax.var<a>, !relax.var<a>>
  // expected-error @below {{'relax.call' op makes more than 16 instances, one out of the other: @nest<i64>, which calls @nest<tuple<i64, i64>>, which calls @nest<tuple<tuple<i64, i64>, tuple<i64, i64>>>, and so on}}
  relax.call @nest(%t) : (tuple<!relax.var<a>, !relax.var<a>>) -> ()
  relax.return
}
relax.func private @g(%x: i64) {
  relax.call @nest(%x) : (i64) -> ()
  relax.return
}

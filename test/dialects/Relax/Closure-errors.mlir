// Functions as values that are refused.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func private @f(%x: i64) {
  // expected-error @below {{'relax.closure' op '@g' is no relax.func of the module}}
  %f = relax.closure @g() : () -> !relax.fn<(i64) -> ()>
  relax.return
}

// -----

relax.func private @add(%k: i64, %x: i64) -> i64
relax.func private @f(%x: i64) {
  // expected-error @below {{'relax.closure' op has 3 operands and 1 results, but '@add' has 2 and 1}}
  %f = relax.closure @add(%x) : (i64) -> !relax.fn<(i64, i64) -> i64>
  relax.return
}

// -----

relax.func private @add(%k: i64, %x: i64) -> i64
relax.func private @f(%x: i32) {
  // expected-error @below {{'relax.closure' op operand 0: expected i64, got i32}}
  %f = relax.closure @add(%x) : (i32) -> !relax.fn<(i64) -> i64>
  relax.return
}

// -----

// The extent of the other argument is that of the captured one, whatever it is called.
relax.func private @add(%k: !relax.tensor<[n], f32>, %x: !relax.tensor<[n], f32>)
// expected-note @below {{symbol 'k' is bound here}}
relax.func private @f(%x: !relax.tensor<[k], f32>) {
  // expected-error @below {{'relax.closure' op operand 1: expected !relax.tensor<[k], f32>, got !relax.tensor<[fn.k, 2], f32>; if they are equal, say so with 'relax.match_cast'}}
  %f = relax.closure @add(%x) : (!relax.tensor<[k], f32>) -> !relax.fn<[k] (!relax.tensor<[k, 2], f32>) -> ()>
  relax.return
}

// -----

relax.func private @id(%x: i64) -> i64
relax.func private @f() {
  // expected-error @below {{'relax.closure' op result 0: expected i64, got i32}}
  %f = relax.closure @id() : () -> !relax.fn<(i64) -> i32>
  relax.return
}

// -----

relax.func private @id(%x: i64) -> i64
relax.func private @f() {
  // expected-error @below {{'relax.closure' op expected a type that says the function's arguments and results}}
  %f = relax.closure @id() : () -> !relax.fn<*>
  relax.return
}

// -----

relax.func private @take(%x: !relax.tensor<[n], f32> donated) -> !relax.tensor<[n], f32>
relax.func private @f() {
  // expected-error @below {{'relax.closure' op argument 0 of the function is 'donated': who invokes it could not know that its storage is taken}}
  %f = relax.closure @take() : () -> !relax.fn<[n] (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>>
  relax.return
}

// -----

relax.func private @outer(%x: !relax.tensor<[], i64>) {
  relax.call @tell(%x) : (!relax.tensor<[], i64>) -> ()
  relax.return
}
relax.func private @tell(%x: !relax.tensor<[], i64>) {
  relax.emit %x as "x" : !relax.tensor<[], i64>
  relax.return
}
relax.func private @f() {
  // expected-error @below {{'relax.closure' op is of a function that has effects ('relax.emit'): expected a type that says 'effects'}}
  %f = relax.closure @outer() : () -> !relax.fn<(!relax.tensor<[], i64>) -> ()>
  relax.return
}

// -----

relax.func private @f(%g: !relax.fn<() -> (), effects>) {
  // expected-error @below {{'relax.lambda' op is of a function that has effects ('relax.invoke'): expected a type that says 'effects'}}
  %f = relax.lambda () {
    relax.invoke %g() : !relax.fn<() -> (), effects>
    relax.yield
  }
  relax.return
}

// -----

relax.func private @f(%x: !relax.tensor<[n], f32>) {
  // expected-error @below {{'relax.lambda' op symbol 'n' in the type of an argument is one of the function around: name a value that has it in 'given (...)', or take another name}}
  %f = relax.lambda (%a: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
    %b = relax.add %a, %x : !relax.tensor<[n], f32>
    relax.yield %b : !relax.tensor<[n], f32>
  }
  relax.return
}

// -----

relax.func private @f(%g: !relax.fn<[m, k] (!relax.tensor<[m], f32>, !relax.tensor<[k], f32>) -> ()>) -> !relax.fn<[m, k] (!relax.tensor<[m], f32>, !relax.tensor<[m], f32>) -> ()> {
  // expected-error @below {{'relax.return' op value 0: expected !relax.fn<[m, k] (!relax.tensor<[m], f32>, !relax.tensor<[m], f32>) -> ()>, got !relax.fn<[m, k] (!relax.tensor<[m], f32>, !relax.tensor<[k], f32>) -> ()>}}
  relax.return %g : !relax.fn<[m, k] (!relax.tensor<[m], f32>, !relax.tensor<[k], f32>) -> ()>
}

// -----

relax.func private @f(%x: i64) {
  %f = relax.lambda () -> i64 {
    // expected-error @below {{'relax.yield' op expected 1 values, got 0}}
    relax.yield
  }
  relax.return
}

// -----

relax.func private @f(%x: i64) {
  %f = relax.lambda () -> i32 {
    // expected-error @below {{'relax.yield' op value 0: expected i32, got i64}}
    relax.yield %x : i64
  }
  relax.return
}

// -----

relax.func private @f() {
  // expected-error @below {{'relax.lambda' op expected 'relax.yield' at the end}}
  %f = "relax.lambda"() ({
    "relax.return"() : () -> ()
  }) : () -> !relax.fn<() -> ()>
  relax.return
}

// -----

relax.func private @f() {
  // expected-error @below {{'relax.lambda' op result type: expected !relax.fn<() -> ()>, got !relax.fn<(i64) -> ()>}}
  %f = "relax.lambda"() ({
    "relax.yield"() : () -> ()
  }) : () -> !relax.fn<(i64) -> ()>
  relax.return
}

// -----

relax.func private @f(%f: !relax.fn<(i64) -> i64>, %x: i32) {
  // expected-error @below {{'relax.invoke' op operand 0: expected i64, got i32}}
  %y = relax.invoke %f(%x) : !relax.fn<(i64) -> i64>, (i32) -> i64
  relax.return
}

// -----

relax.func private @f(%f: !relax.fn<(i64) -> i64>, %x: i64) {
  // expected-error @below {{'relax.invoke' op has 2 operands and 1 results, but 'the function' has 1 and 1}}
  %y = relax.invoke %f(%x, %x) : !relax.fn<(i64) -> i64>, (i64, i64) -> i64
  relax.return
}

// -----

// Nothing but a check shows that the extents agree: the text says so, or the type says less.
relax.func private @f(%f: !relax.fn<(!relax.tensor<[4], f32>) -> ()>, %x: !relax.tensor<[?], f32>) {
  // expected-error @below {{'relax.invoke' op operand 0: expected !relax.tensor<[4], f32>, got !relax.tensor<[?], f32>; if they are equal, say so with 'relax.match_cast'}}
  relax.invoke %f(%x) : !relax.fn<(!relax.tensor<[4], f32>) -> ()>, (!relax.tensor<[?], f32>) -> ()
  relax.return
}

// -----

relax.func private @f(%f: !relax.fn<*>, %x: i64) {
  // expected-error @below {{'relax.invoke' op expected a type that says the function's arguments and results}}
  relax.invoke %f(%x) : !relax.fn<*>, (i64) -> ()
  relax.return
}

// -----

relax.func private @f(%f: !relax.fn<*>, %x: i64) {
  // expected-error @below {{expected types behind a comma, as in ', (i64) -> i64': the function's say nothing}}
  relax.invoke %f(%x) : !relax.fn<*>
  relax.return
}

// -----

// expected-error @below {{expected 'effects' behind the signature}}
relax.func private @f(%f: !relax.fn<(i64) -> (), pure>)

// -----

// expected-error @below {{'relax.func' op argument 0: a public function neither takes nor gives functions; declare it 'private'}}
relax.func @f(%f: tuple<i64, !relax.fn<(i64) -> i64>>) {
  relax.return
}

// -----

relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
// expected-error @below {{'relax.func' op result 0: a public function neither takes nor gives functions; declare it 'private'}}
relax.func @f() -> !relax.adt<@List<!relax.fn<(i64) -> i64>>> {
  %l = relax.construct @Nil() : () -> !relax.adt<@List<!relax.fn<(i64) -> i64>>>
  relax.return %l : !relax.adt<@List<!relax.fn<(i64) -> i64>>>
}

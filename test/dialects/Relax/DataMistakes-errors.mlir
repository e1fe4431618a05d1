// Twenty mistakes in programs with data and functions as values: all that is said of each.
// RUN: not relax-opt %s -split-input-file --relax-pipeline=cpu 2>&1 >/dev/null | grep -E ': (error|note|warning): ' | grep -v 'see current operation' | FileCheck %s --match-full-lines --implicit-check-not=error: --implicit-check-not=warning:

// A value that no case is for.
// CHECK: {{.*}}:8: error: 'relax.match' op no case for '@Cons(_, @Cons(_, _))'; add it, or write 'relax.match partial' where it cannot come
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.func @missing(%l: !relax.adt<@List<i64>>, %x: i64) -> i64 {
  %y = relax.match %l : !relax.adt<@List<i64>> -> i64 {
    case @Cons(%h: i64, @Nil) { relax.yield %h : i64 }
    case @Nil { relax.yield %x : i64 }
  }
  relax.return %y : i64
}

// -----

// A pattern with too few fields.
// CHECK: {{.*}}:8: error: 'relax.match' op case 0: '@Cons' has 2 fields, got 1 patterns
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.func @fields(%l: !relax.adt<@List<i64>>, %x: i64) -> i64 {
  %y = relax.match %l : !relax.adt<@List<i64>> -> i64 {
    case @Cons(%h: i64) { relax.yield %h : i64 }
    case @Nil { relax.yield %x : i64 }
  }
  relax.return %y : i64
}

// -----

// A constructor of another name.
// CHECK: {{.*}}:8: error: 'relax.construct' op '@List' has no constructor '@Empty'; it has @Nil, @Cons
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.func @misspelt(%x: i64) -> !relax.adt<@List<i64>> {
  %n = relax.construct @Empty() : () -> !relax.adt<@List<i64>>
  relax.return %n : !relax.adt<@List<i64>>
}

// -----

// An element of another type.
// CHECK: {{.*}}:8: error: 'relax.construct' op field 0: expected i64, got !relax.tensor<[], f32>
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.func @element(%x: !relax.tensor<[], f32>, %l: !relax.adt<@List<i64>>) -> !relax.adt<@List<i64>> {
  %n = relax.construct @Cons(%x, %l) : (!relax.tensor<[], f32>, !relax.adt<@List<i64>>) -> !relax.adt<@List<i64>>
  relax.return %n : !relax.adt<@List<i64>>
}

// -----

// An element of another length, where the list says that all are equal.
// CHECK: {{.*}}:8: error: 'relax.construct' op field 0: expected !relax.tensor<[n], f32>, got !relax.tensor<[m], f32>; if they are equal, say so with 'relax.match_cast'
// CHECK-NEXT: {{.*}}:98: note: symbol 'n' is bound here
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.func @lengths(%x: !relax.tensor<[m], f32>, %l: !relax.adt<@List<!relax.tensor<[n], f32>>>, %y: !relax.tensor<[n], f32>) -> !relax.adt<@List<!relax.tensor<[n], f32>>> {
  %c = relax.construct @Cons(%x, %l) : (!relax.tensor<[m], f32>, !relax.adt<@List<!relax.tensor<[n], f32>>>) -> !relax.adt<@List<!relax.tensor<[n], f32>>>
  relax.return %c : !relax.adt<@List<!relax.tensor<[n], f32>>>
}

// -----

// A data type that the module does not have.
// CHECK: {{.*}}:1: error: 'relax.func' op argument 0: '@Tree' is no relax.adt of the module
relax.func @undeclared(%t: !relax.adt<@Tree>) {
  relax.return
}

// -----

// A type without its arguments.
// CHECK: {{.*}}:1: error: 'relax.func' op argument 0: '@List' has 1 parameters, got 0 types for them
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.func @arguments(%l: !relax.adt<@List>) {
  relax.return
}

// -----

// A result that is not of the operand's type.
// CHECK: {{.*}}:8: error: 'relax.call' op result 0: expected i64, got !relax.tensor<[], f32>
relax.func private @id<a>(%x: !relax.var<a>) -> !relax.var<a> {
  relax.return %x : !relax.var<a>
}
relax.func @two(%x: i64) -> !relax.tensor<[], f32> {
  %y = relax.call @id(%x) : (i64) -> !relax.tensor<[], f32>
  relax.return %y : !relax.tensor<[], f32>
}

// -----

// A type parameter that nothing determines.
// CHECK: {{.*}}:8: error: 'relax.call' op nothing says what type parameter 'a' of '@none' stands for: no operand and no result has it in its type
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.func private @length<a>(%l: !relax.adt<@List<!relax.var<a>>>) -> i64
relax.func private @none<a>() -> i64
relax.func @open() -> i64 {
  %n = relax.call @none() : () -> i64
  relax.return %n : i64
}

// -----

// A type parameter that the function does not have.
// CHECK: {{.*}}:1: error: 'relax.func' op argument 0: 'a' is no type parameter here
relax.func private @parameter(%x: !relax.var<a>) {
  relax.return
}

// -----

// A function that comes from outside.
// CHECK: {{.*}}:1: error: 'relax.func' op argument 0: a public function neither takes nor gives functions; declare it 'private'
relax.func @border(%f: !relax.fn<(i64) -> i64>) {
  relax.return
}

// -----

// A constructor where no data is.
// CHECK: {{.*}}:8: error: 'relax.match' op case 0: a constructor does not fit !relax.tensor<[n], f32>
// CHECK-NEXT: {{.*}}:21: note: symbol 'n' is bound here
relax.func @no_data(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.match %x : !relax.tensor<[n], f32> -> !relax.tensor<[n], f32> {
    case @Leaf(%z: !relax.tensor<[n], f32>) { relax.yield %z : !relax.tensor<[n], f32> }
    case _ { relax.yield %x : !relax.tensor<[n], f32> }
  }
  relax.return %y : !relax.tensor<[n], f32>
}

// -----

// A function with more arguments than its type says.
// CHECK: {{.*}}:8: error: 'relax.closure' op has 1 operands and 1 results, but '@add' has 2 and 1
relax.func private @add(%k: !relax.tensor<[], i64>, %x: !relax.tensor<[], i64>) -> !relax.tensor<[], i64> {
  %y = relax.add %k, %x : !relax.tensor<[], i64>
  relax.return %y : !relax.tensor<[], i64>
}
relax.func @few(%x: !relax.tensor<[], i64>) -> !relax.tensor<[], i64> {
  %f = relax.closure @add() : () -> !relax.fn<(!relax.tensor<[], i64>) -> !relax.tensor<[], i64>>
  %y = relax.invoke %f(%x) : !relax.fn<(!relax.tensor<[], i64>) -> !relax.tensor<[], i64>>
  relax.return %y : !relax.tensor<[], i64>
}

// -----

// An argument of another type.
// CHECK: {{.*}}:8: error: 'relax.invoke' op operand 0: expected !relax.tensor<[], i64>, got !relax.tensor<[], f32>
relax.func private @apply(%f: !relax.fn<(!relax.tensor<[], i64>) -> !relax.tensor<[], i64>>, %x: !relax.tensor<[], f32>) -> !relax.tensor<[], i64> {
  %y = relax.invoke %f(%x) : !relax.fn<(!relax.tensor<[], i64>) -> !relax.tensor<[], i64>>, (!relax.tensor<[], f32>) -> !relax.tensor<[], i64>
  relax.return %y : !relax.tensor<[], i64>
}

// -----

// A function that does more than compute.
// CHECK: {{.*}}:8: error: 'relax.lambda' op is of a function that has effects ('relax.emit'): expected a type that says 'effects'
relax.func private @tell(%x: !relax.tensor<[], i64>) {
  %f = relax.lambda () {
    relax.emit %x as "x" : !relax.tensor<[], i64>
    relax.yield
  }
  relax.return
}

// -----

// A length of the function around, which is not said to be that one.
// CHECK: {{.*}}:8: error: 'relax.lambda' op symbol 'n' in the type of an argument is one of the function around: name a value that has it in 'given (...)', or take another name
relax.func private @kept(%x: !relax.tensor<[n], f32>) {
  %f = relax.lambda (%a: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
    %s = relax.add %a, %x : !relax.tensor<[n], f32>
    relax.yield %s : !relax.tensor<[n], f32>
  }
  relax.return
}

// -----

// Another type into a place.
// CHECK: {{.*}}:19: error: use of value '%x' expects different type than prior uses: '!relax.tensor<[], i64>' vs '!relax.tensor<[], f32>'
// CHECK-NEXT: {{.*}}:67: note: prior use here
relax.func private @place(%r: !relax.ref<!relax.tensor<[], i64>>, %x: !relax.tensor<[], f32>) {
  relax.ref_write %x to %r : !relax.ref<!relax.tensor<[], i64>>
  relax.return
}

// -----

// A place that comes from outside.
// CHECK: {{.*}}:1: error: 'relax.func' op argument 0: a public function neither takes nor gives references; declare it 'private'
relax.func @public_place(%r: !relax.ref<!relax.tensor<[], i64>>) {
  relax.return
}

// -----

// Fields of a constructor whose lengths are one.
// CHECK: {{.*}}:8: error: 'relax.construct' op field 1: expected !relax.tensor<[m], f32>, got !relax.tensor<[n], f32>; if they are equal, say so with 'relax.match_cast'
// CHECK-NEXT: {{.*}}:25: note: symbol 'm' is bound here
relax.adt @Pair { @Pair(!relax.tensor<[k], f32>, !relax.tensor<[k], f32>) }
relax.func private @own(%x: !relax.tensor<[m], f32>, %y: !relax.tensor<[n], f32>) -> !relax.adt<@Pair> {
  %p = relax.construct @Pair(%x, %y) : (!relax.tensor<[m], f32>, !relax.tensor<[n], f32>) -> !relax.adt<@Pair>
  relax.return %p : !relax.adt<@Pair>
}

// -----

// A function that calls itself at ever other types.
// CHECK: {{.*}}:3: error: 'relax.call' op makes more than 16 instances, one out of the other: @nest<i64>, which calls @nest<!relax.adt<@List<i64>>>, which calls @nest<!relax.adt<@List<!relax.adt<@List<i64>>>>>, and so on
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.func private @nest<a>(%x: !relax.var<a>, %n: i64) {
  %e = relax.construct @Nil() : () -> !relax.adt<@List<!relax.var<a>>>
  %l = relax.construct @Cons(%x, %e) : (!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) -> !relax.adt<@List<!relax.var<a>>>
  relax.call @nest(%l, %n) : (!relax.adt<@List<!relax.var<a>>>, i64) -> ()
  relax.return
}
relax.func @polymorphic(%n: i64) {
  relax.call @nest(%n, %n) : (i64, i64) -> ()
  relax.return
}

// A recursive function is copied for the constants that it is given and hands on to itself, not for what a call makes.
// RUN: relax-opt %s --relax-duplicate-callees | FileCheck %s
// RUN: relax-opt %s --relax-duplicate-callees --relax-duplicate-callees | FileCheck %s --check-prefix=AGAIN
// AGAIN-COUNT-3: relax.func private @run
// AGAIN-NOT: relax.func private

!word = !relax.tensor<[3], f32>
!state = !relax.tensor<[3], f32>
!W = !relax.tensor<[3, 3], f32>
relax.adt @Words { @Nil, @Cons(!word, !relax.adt<@Words>) }
// CHECK: relax.func private @run(
// CHECK: relax.matmul %W, %x
// CHECK: relax.func private @[[ONE:run_given[_0-9]*]](
// CHECK: relax.func private @[[OTHER:run_given[_0-9]*]](
relax.func private @run(%l: !relax.adt<@Words>, %h: !state, %W: !W, %U: !W) -> !state {
  %end = relax.is_constructor %l @Nil : !relax.adt<@Words>
  %y = relax.if %end -> !state {
    relax.yield %h : !state
  } else {
    %x = relax.get_field %l @Cons at 0 : (!relax.adt<@Words>) -> !word
    %rest = relax.get_field %l @Cons at 1 : (!relax.adt<@Words>) -> !relax.adt<@Words>
    %wx = relax.matmul %W, %x : (!W, !word) -> !state
    %uh = relax.matmul %U, %h : (!W, !state) -> !state
    %s = relax.add %wx, %uh : !state
    %z = relax.call @run(%rest, %s, %W, %U) : (!relax.adt<@Words>, !state, !W, !W) -> !state
    relax.yield %z : !state
  }
  relax.return %y : !state
}
// CHECK: relax.func @main
relax.func @main(%l: !relax.adt<@Words>, %own: !W) -> (!state, !state) {
  %A = relax.constant dense<0.5> : tensor<3x3xf32>
  %B = relax.constant dense<0.25> : tensor<3x3xf32>
  %zero = relax.constant dense<0.0> : tensor<3xf32>
  // CHECK: relax.call @run_given{{[_0-9]*}}(%l, %zero, %A, %B)
  // CHECK: relax.call @run_given{{[_0-9]*}}(%l, %zero, %A, %own)
  %f = relax.call @run(%l, %zero, %A, %B) : (!relax.adt<@Words>, !state, !W, !W) -> !state
  %g = relax.call @run(%l, %zero, %A, %own) : (!relax.adt<@Words>, !state, !W, !W) -> !state
  relax.return %f, %g : !state, !state
}

// The product of a word with a weight depends on no step before; what depends on the state stays.
// RUN: relax-opt %s --relax-hoist-inputs | FileCheck %s

!word = !relax.tensor<[3], f32>
!state = !relax.tensor<[3], f32>
!W = !relax.tensor<[3, 3], f32>
relax.adt @Words { @Nil, @Cons(!word, !relax.adt<@Words>) }
relax.func private @run(%l: !relax.adt<@Words>, %h: !state, %W: !W, %U: !W) -> !state {
  %end = relax.is_constructor %l @Nil : !relax.adt<@Words>
  %y = relax.if %end -> !state {
    relax.yield %h : !state
  } else {
    %x = relax.get_field %l @Cons at 0 : (!relax.adt<@Words>) -> !word
    %rest = relax.get_field %l @Cons at 1 : (!relax.adt<@Words>) -> !relax.adt<@Words>
    // CHECK: %wx = relax.call @[[HOISTED:run_hoisted]](%W, %x)
    %wx = relax.matmul %W, %x : (!W, !word) -> !state
    // CHECK-NEXT: relax.matmul %U, %h
    %uh = relax.matmul %U, %h : (!W, !state) -> !state
    %s = relax.add %wx, %uh : !state
    %z = relax.call @run(%rest, %s, %W, %U) : (!relax.adt<@Words>, !state, !W, !W) -> !state
    relax.yield %z : !state
  }
  relax.return %y : !state
}
// CHECK: relax.func private @[[HOISTED]](%W: {{.*}}, %x: {{.*}})
// CHECK-NEXT: relax.matmul %W, %x
// CHECK-NEXT: relax.return
relax.func @main(%l: !relax.adt<@Words>, %own: !W) -> (!state, !state) {
  %A = relax.constant dense<0.5> : tensor<3x3xf32>
  %B = relax.constant dense<0.25> : tensor<3x3xf32>
  %zero = relax.constant dense<0.0> : tensor<3xf32>
  %f = relax.call @run(%l, %zero, %A, %B) : (!relax.adt<@Words>, !state, !W, !W) -> !state
  %g = relax.call @run(%l, %zero, %A, %own) : (!relax.adt<@Words>, !state, !W, !W) -> !state
  relax.return %f, %g : !state, !state
}

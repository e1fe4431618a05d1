// What a function captures becomes its first arguments; checks are those of a call.
// RUN: relax-opt %s --relax-lambda-lift | FileCheck %s
// RUN: relax-opt %s --relax-lambda-lift --relax-deduce-shapes | FileCheck %s --check-prefix=CHECKED
// RUN: relax-opt %s --relax-lambda-lift --relax-deduce-shapes --relax-check-well-formed
// RUN: relax-opt %s --relax-lambda-lift --relax-deduce-shapes | relax-opt --relax-lambda-lift --relax-deduce-shapes > %t.twice
// RUN: relax-opt %s --relax-lambda-lift --relax-deduce-shapes | diff - %t.twice

!int = !relax.tensor<[], i64>
!fn = !relax.fn<(!int) -> !int>

// CHECK-LABEL: relax.func private @nested
// CHECK: %f = relax.closure @nested_f(%x) : (!relax.tensor<[], i64>) -> !relax.fn<() -> !relax.fn<
// CHECK-LABEL: relax.func private @nested_f(%x: !relax.tensor<[], i64>)
// CHECK: %g = relax.closure @nested_g(%x)
// CHECK-LABEL: relax.func private @nested_g(%x: !relax.tensor<[], i64>, %a: !relax.tensor<[], i64>)
// CHECK: %b = relax.add %a, %x
// CHECK-NEXT: relax.return %b
relax.func private @nested(%x: !int) -> !relax.fn<() -> !fn> {
  %f = relax.lambda () -> !fn {
    %g = relax.lambda (%a: !int) -> !int {
      %b = relax.add %a, %x : !int
      relax.yield %b : !int
    }
    relax.yield %g : !fn
  }
  relax.return %f : !relax.fn<() -> !fn>
}

// No value that it uses has `n` as a bare extent, so the one that binds it comes along, and what is known of it.
// CHECK-LABEL: relax.func private @carried(
// CHECK: relax.closure @carried_f(%y, %x) : (!relax.tensor<[2 * n], f32>, !relax.tensor<[n], f32>)
// CHECK-LABEL: relax.func private @carried_f
// CHECK-SAME: (%y: !relax.tensor<[2 * n], f32>, %x: !relax.tensor<[n], f32>, %a: !relax.tensor<[k], f32>)
// CHECK-SAME: where (n <= 8)
relax.func private @carried(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[2 * n], f32>)
    -> !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[k + 2 * n], f32>> where (n <= 8) {
  %f = relax.lambda (%a: !relax.tensor<[k], f32>) -> !relax.tensor<[k + 2 * n], f32> {
    %c = relax.concat %a, %y axis 0 : (!relax.tensor<[k], f32>, !relax.tensor<[2 * n], f32>) -> !relax.tensor<[k + 2 * n], f32>
    relax.yield %c : !relax.tensor<[k + 2 * n], f32>
  }
  relax.return %f : !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[k + 2 * n], f32>>
}

// The function asks for the extent that it has captured and for a fact; the type says neither.
// CHECK-LABEL: relax.func private @says_less
// CHECK: relax.closure @says_less_f(%x)
// CHECK-LABEL: relax.func private @says_less_f(%x: !relax.tensor<[n], f32>, %b: !relax.tensor<[?], f32>)
// CHECK: relax.call @sum(%x, %b) : (!relax.tensor<[n], f32>, !relax.tensor<[?], f32>)
// CHECKED-LABEL: relax.func private @says_less_f(
// CHECKED: relax.match_cast %b : !relax.tensor<[?], f32> to !relax.tensor<[n], f32>
// CHECKED: relax.check(n <= 4) of "@sum"
relax.func private @says_less(%x: !relax.tensor<[n], f32>) -> !relax.fn<(!relax.tensor<[?], f32>) -> !relax.tensor<[n], f32>> {
  %f = relax.closure @sum(%x) : (!relax.tensor<[n], f32>) -> !relax.fn<(!relax.tensor<[?], f32>) -> !relax.tensor<[n], f32>>
  relax.return %f : !relax.fn<(!relax.tensor<[?], f32>) -> !relax.tensor<[n], f32>>
}
relax.func private @sum(%a: !relax.tensor<[n], f32>, %b: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> where (n <= 4) {
  %c = relax.add %a, %b : !relax.tensor<[n], f32>
  relax.return %c : !relax.tensor<[n], f32>
}

// Known already: nothing is checked.
// CHECK-LABEL: relax.func private @says_all
// CHECK: relax.closure @sum(%x)
relax.func private @says_all(%x: !relax.tensor<[m], f32>) -> !relax.fn<(!relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>> where (m <= 3) {
  %f = relax.closure @sum(%x) : (!relax.tensor<[m], f32>) -> !relax.fn<(!relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>>
  relax.return %f : !relax.fn<(!relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>>
}

// A value that only gives a symbol, which the function has in its arguments alone, is kept for it.
// CHECK-LABEL: relax.func private @gives
// CHECK: relax.closure @gives_f(%x) : (!relax.tensor<[n], f32>) -> !relax.fn<(!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>>
// CHECK-LABEL: relax.func private @gives_f(%x: !relax.tensor<[n], f32>, %a: !relax.tensor<[n], f32>)
relax.func private @gives(%x: !relax.tensor<[n], f32>) -> !relax.fn<(!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>> {
  %f = relax.lambda (%a: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> given (%x : !relax.tensor<[n], f32>) {
    relax.yield %a : !relax.tensor<[n], f32>
  }
  relax.return %f : !relax.fn<(!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>>
}

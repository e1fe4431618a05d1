// Who invokes a function that was made in sight calls it.
// RUN: relax-opt %s --relax-known-callees | FileCheck %s
// RUN: relax-opt %s --relax-known-callees --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// RUN: relax-run %s --entry=known --dims=n=3,m=0 --seed=1 --compare=reference,compiled
// COUNT: {{^ *}}3 relax-known-callees.calls-made
// COUNT: {{^ *}}2 relax-known-callees.invocations-kept

!int = !relax.tensor<[], i64>
!fn = !relax.fn<(!int) -> !int>
relax.func private @join(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[k], f32>) -> !relax.tensor<[k + n], f32> {
  %z = relax.concat %x, %y axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[k + n], f32>
  relax.return %z : !relax.tensor<[k + n], f32>
}

// What it keeps comes first; own symbols are those of the call.
// CHECK-LABEL: relax.func @known(
// CHECK: %a = relax.call @join(%x, %y) : (!relax.tensor<[n], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[m + n], f32>
// CHECK: %b = relax.call @join(%x, %a) : (!relax.tensor<[n], f32>, !relax.tensor<[m + n], f32>) -> !relax.tensor<[m + 2 * n], f32>
relax.func @known(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[m + 2 * n], f32> {
  %f = relax.closure @join(%x) : (!relax.tensor<[n], f32>) -> !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[k + n], f32>>
  %a = relax.invoke %f(%y) : !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[k + n], f32>>, (!relax.tensor<[m], f32>) -> !relax.tensor<[m + n], f32>
  %b = relax.invoke %f(%a) : !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[k + n], f32>>, (!relax.tensor<[m + n], f32>) -> !relax.tensor<[m + 2 * n], f32>
  relax.return %b : !relax.tensor<[m + 2 * n], f32>
}

// Inside of branches, and with effects, which keep their place.
// CHECK-LABEL: relax.func @effects(
// CHECK: relax.if %p
// CHECK-NEXT: relax.call @tell(%x) : (!relax.tensor<[], i64>) -> ()
// CHECK-NEXT: relax.emit %x as "after"
relax.func private @tell(%x: !int) {
  relax.emit %x as "told" : !int
  relax.return
}
relax.func @effects(%p: !relax.tensor<[], i1>, %x: !int) {
  %f = relax.closure @tell() : () -> !relax.fn<(!int) -> (), effects>
  relax.if %p {
    relax.invoke %f(%x) : !relax.fn<(!int) -> (), effects>
    relax.emit %x as "after" : !int
    relax.yield
  } else {
    relax.yield
  }
  relax.return
}

// A type that says less: the check is that of relax-lambda-lift.
// CHECK-LABEL: relax.func @less(
// CHECK: relax.invoke %f(%y)
relax.func private @three(%x: !relax.tensor<[3], f32>) -> !relax.tensor<[3], f32> {
  relax.return %x : !relax.tensor<[3], f32>
}
relax.func @less(%y: !relax.tensor<[m], f32>) -> !relax.tensor<[3], f32> {
  %f = relax.closure @three() : () -> !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[3], f32>>
  %z = relax.invoke %f(%y) : !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[3], f32>>, (!relax.tensor<[m], f32>) -> !relax.tensor<[3], f32>
  relax.return %z : !relax.tensor<[3], f32>
}

// The function's type does not know the extent of the result, which the invocation names.
// CHECK-LABEL: relax.func @named(
// CHECK: relax.invoke %f(%y)
relax.func private @some(%x: !relax.tensor<[k], f32>) -> !relax.tensor<[?], f32> {
  %z = relax.match_cast %x : !relax.tensor<[k], f32> to !relax.tensor<[?], f32>
  relax.return %z : !relax.tensor<[?], f32>
}
relax.func @named(%y: !relax.tensor<[m], f32>) -> !relax.tensor<[?], f32> {
  %f = relax.closure @some() : () -> !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[?], f32>>
  %z = relax.invoke %f(%y) : !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[?], f32>>, (!relax.tensor<[m], f32>) -> !relax.tensor<[e], f32> binds (e)
  %w = relax.relu %z : !relax.tensor<[e], f32>
  relax.return %w : !relax.tensor<[e], f32>
}

// Not in sight.
// CHECK-LABEL: relax.func private @unknown(
// CHECK: relax.invoke %f(%x)
relax.func private @unknown(%f: !fn, %x: !int) -> !int {
  %y = relax.invoke %f(%x) : !fn
  relax.return %y : !int
}

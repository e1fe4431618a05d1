// Functions as values: all text forms.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

!int = !relax.tensor<[], i64>
!fn = !relax.fn<(!int) -> !int>

relax.func private @add(%k: !int, %x: !int) -> !int {
  %y = relax.add %k, %x : !int
  relax.return %y : !int
}
relax.func private @tell(%x: !int) {
  relax.emit %x as "told" : !int
  relax.return
}

// CHECK-LABEL: relax.func private @named
relax.func private @named(%k: !int) -> (!fn, !relax.fn<(!int, !int) -> !int>, !relax.fn<(!int) -> (), effects>) {
  // CHECK: %f = relax.closure @add(%k) : (!relax.tensor<[], i64>) -> !relax.fn<(!relax.tensor<[], i64>) -> !relax.tensor<[], i64>>
  %f = relax.closure @add(%k) : (!int) -> !fn
  // CHECK: %g = relax.closure @add() : () -> !relax.fn<(!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i64>>
  %g = relax.closure @add() : () -> !relax.fn<(!int, !int) -> !int>
  // CHECK: %t = relax.closure @tell() : () -> !relax.fn<(!relax.tensor<[], i64>) -> (), effects>
  %t = relax.closure @tell() : () -> !relax.fn<(!int) -> (), effects>
  relax.return %f, %g, %t : !fn, !relax.fn<(!int, !int) -> !int>, !relax.fn<(!int) -> (), effects>
}

// What a function binds itself is its own, what it keeps is named by a value.
// CHECK-LABEL: relax.func private @extents
relax.func private @extents(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>, %s: !relax.shape<[e]>) {
  // CHECK: %f = relax.lambda (%a: !relax.tensor<[k], f32>) -> !relax.tensor<[k + n], f32> {
  %f = relax.lambda (%a: !relax.tensor<[k], f32>) -> !relax.tensor<[k + n], f32> {
    %c = relax.concat %a, %x axis 0 : (!relax.tensor<[k], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[k + n], f32>
    relax.yield %c : !relax.tensor<[k + n], f32>
  }
  // CHECK: relax.invoke %f(%y) : !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[k + n], f32>>, (!relax.tensor<[m], f32>) -> !relax.tensor<[m + n], f32>
  %r = relax.invoke %f(%y) : !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[k + n], f32>>, (!relax.tensor<[m], f32>) -> !relax.tensor<[m + n], f32>
  // CHECK: %g = relax.lambda (%b: !relax.tensor<[n], f32>, %c: !relax.tensor<[e], f32>) effects given (%x, %s : !relax.tensor<[n], f32>, !relax.shape<[e]>) {
  %g = relax.lambda (%b: !relax.tensor<[n], f32>, %c: !relax.tensor<[e], f32>) effects given (%x, %s : !relax.tensor<[n], f32>, !relax.shape<[e]>) {
    relax.emit %b as "b" : !relax.tensor<[n], f32>
    relax.yield
  }
  // CHECK: %h = relax.lambda () -> !relax.tensor<[?], f32> {
  %h = relax.lambda () -> !relax.tensor<[?], f32> {
    relax.yield %x : !relax.tensor<[n], f32>
  }
  // CHECK: relax.invoke %h() : !relax.fn<() -> !relax.tensor<[?], f32>>, () -> !relax.tensor<[q], f32> binds (q) where (q <= 8)
  %v = relax.invoke %h() : !relax.fn<() -> !relax.tensor<[?], f32>>, () -> !relax.tensor<[q], f32> binds (q) where (q <= 8)
  relax.return
}

// CHECK-LABEL: relax.func private @short
// CHECK: relax.invoke %f(%x) : !relax.fn<(!relax.tensor<[], i64>) -> !relax.tensor<[], i64>>{{$}}
relax.func private @short(%f: !fn, %x: !int) -> !int {
  %y = relax.invoke %f(%x) : !fn
  relax.return %y : !int
}

// Types of functions are equal whatever their own symbols are called.
// CHECK-LABEL: relax.func private @names(
relax.func private @names(%g: !relax.fn<[m] (!relax.tensor<[m], f32>) -> !relax.fn<[q] (!relax.tensor<[q, m], f32>) -> ()>>, %p: !relax.tensor<[], i1>) -> !relax.fn<[j] (!relax.tensor<[j], f32>) -> !relax.fn<[i] (!relax.tensor<[i, j], f32>) -> ()>> {
  // CHECK: %f = relax.if %p -> !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.fn<[q] (!relax.tensor<[q, k], f32>) -> ()>> {
  %f = relax.if %p -> !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.fn<[q] (!relax.tensor<[q, k], f32>) -> ()>> {
    relax.yield %g : !relax.fn<[m] (!relax.tensor<[m], f32>) -> !relax.fn<[q] (!relax.tensor<[q, m], f32>) -> ()>>
  } else {
    %h = relax.call @names(%g, %p) : (!relax.fn<[m] (!relax.tensor<[m], f32>) -> !relax.fn<[q] (!relax.tensor<[q, m], f32>) -> ()>>, !relax.tensor<[], i1>) -> !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.fn<[k2] (!relax.tensor<[k2, k], f32>) -> ()>>
    relax.yield %h : !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.fn<[k2] (!relax.tensor<[k2, k], f32>) -> ()>>
  }
  // CHECK: relax.return %f : !relax.fn<[k]
  relax.return %f : !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.fn<[q] (!relax.tensor<[q, k], f32>) -> ()>>
}

// Passes may leave other names for own symbols in the type than in the region: then the text says the type.
// CHECK-LABEL: relax.func private @renamed(
// CHECK: relax.lambda (%x: !relax.tensor<[k], f32>) -> !relax.tensor<[k], f32> : !relax.fn<[j] (!relax.tensor<[j], f32>) -> !relax.tensor<[j], f32>> {
// CHECK: relax.lambda (%x: !relax.tensor<[j], f32>) -> !relax.tensor<[j], f32> {
relax.func private @renamed() {
  %f = relax.lambda (%x: !relax.tensor<[k], f32>) -> !relax.tensor<[k], f32> : !relax.fn<[j] (!relax.tensor<[j], f32>) -> !relax.tensor<[j], f32>> {
    relax.yield %x : !relax.tensor<[k], f32>
  }
  %g = relax.lambda (%x: !relax.tensor<[j], f32>) -> !relax.tensor<[j], f32> : !relax.fn<[j] (!relax.tensor<[j], f32>) -> !relax.tensor<[j], f32>> {
    relax.yield %x : !relax.tensor<[j], f32>
  }
  relax.return
}

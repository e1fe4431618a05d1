// Data types and matches: all text forms.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

!bit = !relax.adt<@Bit>
!rows = !relax.adt<@List<!relax.tensor<[n, 4], f32>>>
!words = !relax.adt<@List<!relax.tensor<[?], i64>>>
!both = !relax.adt<@Both<!relax.adt<@Bit>, !relax.tensor<[], i64>>>

// CHECK: relax.adt @Bit { @Zero, @One }
relax.adt @Bit { @Zero, @One }
// CHECK: relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
// CHECK: relax.adt @Both<a, b> { @Both(!relax.var<a>, !relax.var<b>) } attributes {note = "one constructor"}
relax.adt @Both<a, b> { @Both(!relax.var<a>, !relax.var<b>) } attributes {note = "one constructor"}
// Symbols in a field are the constructor's own; types may hold each other.
// CHECK: relax.adt @Even { @End(!relax.tensor<[k, ?], f32>, !relax.tensor<[2 * k], f32>), @Odd(!relax.adt<@Odd>) }
relax.adt @Even { @End(!relax.tensor<[k, ?], f32>, !relax.tensor<[2 * k], f32>), @Odd(!relax.adt<@Odd>) }
relax.adt @Odd { @Even(!relax.adt<@Even>) }

// What holds of a constructor's symbols.
// CHECK: relax.adt @Spans { @Any(!relax.tensor<[k], f32>), @Span(!relax.tensor<[k, h], f32>, !relax.tensor<[j], f32>) where (1 <= k <= j, h in {2, 4}) }
relax.adt @Spans { @Any(!relax.tensor<[k], f32>), @Span(!relax.tensor<[k, h], f32>, !relax.tensor<[j], f32>) where (1 <= k, k <= j, h in {2, 4}) }

// CHECK-LABEL: relax.func private @construct(
relax.func private @construct(%x: !relax.tensor<[n, 4], f32>, %w: !relax.tensor<[m], i64>, %i: !relax.tensor<[], i64>, %d: !relax.tensor<[2 * m], f32>, %e: !relax.tensor<[m, 3], f32>) -> !rows {
  // CHECK-NEXT: %z = relax.construct @Zero() : () -> !relax.adt<@Bit>
  %z = relax.construct @Zero() : () -> !bit
  // CHECK-NEXT: %b = relax.construct @Both(%z, %i) : (!relax.adt<@Bit>, !relax.tensor<[], i64>) -> !relax.adt<@Both<!relax.adt<@Bit>, !relax.tensor<[], i64>>>
  %b = relax.construct @Both(%z, %i) : (!bit, !relax.tensor<[], i64>) -> !both
  // One extent for all elements, which a list without any has from somewhere else.
  // CHECK-NEXT: %nil = relax.construct @Nil() given (%x : !relax.tensor<[n, 4], f32>) : () -> !relax.adt<@List<!relax.tensor<[n, 4], f32>>>
  %nil = relax.construct @Nil() given (%x : !relax.tensor<[n, 4], f32>) : () -> !rows
  %rows = relax.construct @Cons(%x, %nil) : (!relax.tensor<[n, 4], f32>, !rows) -> !rows
  // An extent of each element's own.
  // CHECK: relax.construct @Cons(%w, %none) : (!relax.tensor<[m], i64>, !relax.adt<@List<!relax.tensor<[?], i64>>>) -> !relax.adt<@List<!relax.tensor<[?], i64>>>
  %none = relax.construct @Nil() : () -> !words
  %words = relax.construct @Cons(%w, %none) : (!relax.tensor<[m], i64>, !words) -> !words
  %end = relax.construct @End(%e, %d) : (!relax.tensor<[m, 3], f32>, !relax.tensor<[2 * m], f32>) -> !relax.adt<@Even>
  relax.return %rows : !rows
}

// CHECK-LABEL: relax.func private @match(
relax.func private @match(%w: !words, %b: !both, %t: tuple<!relax.adt<@Bit>, !relax.adt<@Bit>>, %e: !relax.adt<@Even>) -> !relax.tensor<[?], i64> {
  %no = relax.constant dense<0> : tensor<1xi64>
  // CHECK: %y = relax.match %w : !relax.adt<@List<!relax.tensor<[?], i64>>> -> !relax.tensor<[r], i64> binds (r) where (1 <= r) {
  %y = relax.match %w : !words -> !relax.tensor<[r], i64> binds (r) where (1 <= r) {
    // CHECK-NEXT: case @Cons(%x: !relax.tensor<[k], i64>, @Cons(_, @Nil)) {
    case @Cons(%x: !relax.tensor<[k], i64>, @Cons(_, @Nil)) {
      relax.yield %x : !relax.tensor<[k], i64>
    }
    // CHECK: case _ {
    case _ {
      relax.yield %no : !relax.tensor<[1], i64>
    }
  }
  // CHECK: relax.match %t : tuple<!relax.adt<@Bit>, !relax.adt<@Bit>> {
  relax.match %t : tuple<!bit, !bit> {
    // CHECK-NEXT: case (@One, %second: !relax.adt<@Bit>) {
    case (@One, %second: !bit) {
      relax.emit %no as "one" : !relax.tensor<[1], i64>
      relax.yield
    }
    // CHECK: case %other: tuple<!relax.adt<@Bit>, !relax.adt<@Bit>> {
    case %other: tuple<!bit, !bit> {
      relax.yield
    }
  }
  // CHECK: relax.match partial %b : !relax.adt<@Both<{{.*}} -> !relax.tensor<[], i64> {
  %i = relax.match partial %b : !both -> !relax.tensor<[], i64> {
    case @Both(@One, %v: !relax.tensor<[], i64>) {
      relax.yield %v : !relax.tensor<[], i64>
    }
  }
  // The constructor's own symbol has one name for all of its fields.
  %n = relax.match %e : !relax.adt<@Even> -> !relax.tensor<[], f32> {
    case @End(%a: !relax.tensor<[p, q], f32>, %c: !relax.tensor<[2 * p], f32>) {
      %s = relax.sum %c over [0] : (!relax.tensor<[2 * p], f32>) -> !relax.tensor<[], f32>
      relax.yield %s : !relax.tensor<[], f32>
    }
    case @Odd(@Even(%x: !relax.adt<@Even>)) {
      %z = relax.constant dense<0.0> : tensor<f32>
      relax.yield %z : !relax.tensor<[], f32>
    }
  }
  // CHECK: %is = relax.is_constructor %w @Nil : !relax.adt<@List<!relax.tensor<[?], i64>>>
  %is = relax.is_constructor %w @Nil : !words
  // CHECK: relax.get_field %w @Cons at 0 : (!relax.adt<@List<!relax.tensor<[?], i64>>>) -> !relax.tensor<[?], i64>
  %f = relax.get_field %w @Cons at 0 : (!words) -> !relax.tensor<[?], i64>
  relax.return %y : !relax.tensor<[r], i64>
}

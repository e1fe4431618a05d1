// Nimble's sub-shaping at calls: who says more passes where less is asked for; the other way the compiler writes a check.
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes > %t.1 && relax-opt %t.1 --relax-deduce-shapes > %t.2 && diff %t.1 %t.2
// RUN: relax-run %s --entry=later --compare=reference,compiled --input="x=3xf32=1 2 3" --input="y=3xf32=1 2 4" | FileCheck %s --check-prefix=LATER
// RUN: relax-run %s --entry=later --compare=reference,compiled --input="x=0xf32=" --input="y=0xf32=" | FileCheck %s --check-prefix=EMPTY
// RUN: not relax-run %s --entry=later --mode=reference --input="x=2xf32=1 2" --input="y=3xf32=1 2 3" 2>&1 | FileCheck %s --check-prefix=REFERENCE
// RUN: not relax-run %s --entry=later --mode=compiled --input="x=2xf32=1 2" --input="y=3xf32=1 2 3" 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: relax-run %s --entry=composite --compare=reference,compiled --input="x=1x2xf32=5 6" --input="y=1x2xf32=1 2" | FileCheck %s --check-prefix=COMPOSITE
// RUN: not relax-run %s --entry=composite --mode=compiled --input="x=2x2xf32=1 2 3 4" --input="y=1x2xf32=1 2" 2>&1 | FileCheck %s --check-prefix=WRONG
// LATER: result0 = dense<[2.0, 4.0, 7.0]>
// EMPTY: result0 = dense<> : tensor<0xf32>
// REFERENCE: 'relax.call' %z: argument 'b' of '@sum', dimension 0: expected n = 2 (from argument 'a' of '@sum', dimension 0), got 3
// COMPILED: error: {{.*}}dimension 0: expected k = 3 (from input 'y', dimension 0), got 2
// COMPOSITE: result0 = dense<{{\[\[}}5.0, 6.0]]>
// WRONG: error: {{.*}}dimension 1: expected 2 * n = 4 (n = 2 from {{.*}}), got 2

relax.func private @sum(%a: !relax.tensor<[n], f32>, %b: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %c = relax.add %a, %b : !relax.tensor<[n], f32>
  relax.return %c : !relax.tensor<[n], f32>
}
relax.func private @pair(%a: !relax.tensor<[n, 2 * n], f32>) -> !relax.tensor<[n, 2 * n], f32> {
  relax.return %a : !relax.tensor<[n, 2 * n], f32>
}
relax.func private @rows(%a: !relax.tensor<[?, 4], f32>, %b: !relax.tensor<*, f32>) {
  relax.return
}

// A static shape passes as it is.
// CHECK-LABEL: relax.func @passes(
// CHECK-NEXT: relax.call @rows(%x, %y)
// CHECK-NEXT: relax.return
relax.func @passes(%x: !relax.tensor<[3, 4], f32>, %y: !relax.tensor<[n], f32>) {
  relax.call @rows(%x, %y) : (!relax.tensor<[3, 4], f32>, !relax.tensor<[n], f32>) -> ()
  relax.return
}

// What another operand says of the symbol is asked of the first one.
// CHECK-LABEL: relax.func @later(
// CHECK-SAME: -> !relax.tensor<[k], f32>
// CHECK-NEXT: [[S:%.*]] = relax.shape_of %y
// CHECK-NEXT: [[C:%.*]] = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> given ([[S]] : !relax.shape<[k]>)
// CHECK-NEXT: %z = relax.call @sum([[C]], %y) : (!relax.tensor<[k], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[k], f32>
relax.func @later(%x: !relax.tensor<[?], f32>, %y: !relax.tensor<[k], f32>) -> !relax.tensor<[?], f32> {
  %z = relax.call @sum(%x, %y) : (!relax.tensor<[?], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[?], f32>
  relax.return %z : !relax.tensor<[?], f32>
}

// Where nobody says it the first check names it.
// CHECK-LABEL: relax.func @nobody(
// CHECK-NEXT: [[A:%.*]] = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[n], f32> binds (n)
// CHECK-NEXT: [[S:%.*]] = relax.shape_of [[A]]
// CHECK-NEXT: [[B:%.*]] = relax.match_cast %y : !relax.tensor<[?], f32> to !relax.tensor<[n], f32> given ([[S]]
// CHECK-NEXT: relax.call @sum([[A]], [[B]])
relax.func @nobody(%x: !relax.tensor<[?], f32>, %y: !relax.tensor<[?], f32>) {
  %z = relax.call @sum(%x, %y) : (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>) -> !relax.tensor<[?], f32>
  relax.return
}

// Two names for one extent.
// CHECK-LABEL: relax.func @names(
// CHECK: relax.match_cast %y : !relax.tensor<[b], f32> to !relax.tensor<[a], f32> given (
relax.func @names(%x: !relax.tensor<[a], f32>, %y: !relax.tensor<[b], f32>) {
  %z = relax.call @sum(%x, %y) : (!relax.tensor<[a], f32>, !relax.tensor<[b], f32>) -> !relax.tensor<[?], f32>
  relax.return
}

// One check gives all that is asked of an operand, its rank too.
// CHECK-LABEL: relax.func @composite(
// CHECK-NEXT: relax.match_cast %x : !relax.tensor<[?, ?], f32> to !relax.tensor<[n, 2 * n], f32> binds (n)
// CHECK-NEXT: relax.call @pair
// CHECK-NEXT: relax.match_cast %y : !relax.tensor<*, f32> to !relax.tensor<[n_0, 2 * n_0], f32> binds (n_0)
// CHECK-NEXT: relax.call @pair
relax.func @composite(%x: !relax.tensor<[?, ?], f32>, %y: !relax.tensor<*, f32>) -> !relax.tensor<[?, ?], f32> {
  %z = relax.call @pair(%x) : (!relax.tensor<[?, ?], f32>) -> !relax.tensor<[?, ?], f32>
  %u = relax.call @pair(%y) : (!relax.tensor<*, f32>) -> !relax.tensor<[?, ?], f32>
  relax.return %z : !relax.tensor<[?, ?], f32>
}

// What the operand says beyond what is asked for stays.
// CHECK-LABEL: relax.func @keeps(
// CHECK-NEXT: [[C:%.*]] = relax.match_cast %x : !relax.tensor<[n, ?], f32> to !relax.tensor<[n, 4], f32>
// CHECK-NEXT: relax.call @rows([[C]], %x) : (!relax.tensor<[n, 4], f32>, !relax.tensor<[n, ?], f32>) -> ()
relax.func @keeps(%x: !relax.tensor<[n, ?], f32>) {
  relax.call @rows(%x, %x) : (!relax.tensor<[n, ?], f32>, !relax.tensor<[n, ?], f32>) -> ()
  relax.return
}

// A symbol that a later operand's check binds is there before it is used.
relax.func private @before(%a: !relax.tensor<[2 * n], f32>, %b: !relax.tensor<[n], f32>) {
  relax.return
}
// CHECK-LABEL: relax.func @order(
// CHECK-NEXT: [[B:%.*]] = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[n], f32> binds (n)
// CHECK-NEXT: [[S:%.*]] = relax.shape_of [[B]]
// CHECK-NEXT: [[A:%.*]] = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[2 * n], f32> given ([[S]]
// CHECK-NEXT: relax.call @before([[A]], [[B]])
relax.func @order(%x: !relax.tensor<[?], f32>) {
  relax.call @before(%x, %x) : (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>) -> ()
  relax.return
}

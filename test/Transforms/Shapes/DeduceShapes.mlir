// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// RUN: relax-opt %s --relax-deduce-shapes | relax-opt --relax-deduce-shapes --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=AGAIN

// COUNT-DAG: {{^ +}}1  relax-deduce-shapes.checks-added
// COUNT-DAG: {{^ +}}0  relax-deduce-shapes.facts-assumed
// COUNT-DAG: {{^ +}}0  relax-deduce-shapes.targets-resolved

// A second run has nothing to do.
// AGAIN-DAG: {{^ +}}0  relax-deduce-shapes.types-refined
// AGAIN-DAG: {{^ +}}0  relax-deduce-shapes.checks-added

// `?` becomes an extent, and so does a missing rank; the signature follows.
// CHECK-LABEL: relax.func @refines(
// CHECK-SAME:      -> (!relax.tensor<[n, 4], f32>, !relax.tensor<[n, 4], i32>)
relax.func @refines(%x: !relax.tensor<[n, 4], f32>, %row: !relax.tensor<[1, 4], f32>) -> (!relax.tensor<[?, ?], f32>, !relax.tensor<*, i32>) {
  // CHECK: %a = relax.relu %x : !relax.tensor<[n, 4], f32>
  %a = relax.relu %x : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[?, 4], f32>
  // CHECK: %b = relax.add %a, %row : (!relax.tensor<[n, 4], f32>, !relax.tensor<[1, 4], f32>) -> !relax.tensor<[n, 4], f32>
  %b = relax.add %a, %row : (!relax.tensor<[?, 4], f32>, !relax.tensor<[1, 4], f32>) -> !relax.tensor<*, f32>
  // CHECK: %c = relax.cast %b : !relax.tensor<[n, 4], f32> to !relax.tensor<[n, 4], i32>
  %c = relax.cast %b : !relax.tensor<*, f32> to !relax.tensor<*, i32>
  // CHECK: relax.return %a, %c : !relax.tensor<[n, 4], f32>, !relax.tensor<[n, 4], i32>
  relax.return %a, %c : !relax.tensor<[?, 4], f32>, !relax.tensor<*, i32>
}

// What is known stays where the rule knows less, and nothing is invented.
// CHECK-LABEL: relax.func @keeps(
// CHECK-SAME:      -> (!relax.tensor<[3, ?], f32>, !relax.tensor<*, f32>)
relax.func @keeps(%x: !relax.tensor<[?, ?], f32>, %y: !relax.tensor<*, f32>) -> (!relax.tensor<[?, ?], f32>, !relax.tensor<*, f32>) {
  // CHECK: %a = relax.relu %x : (!relax.tensor<[?, ?], f32>) -> !relax.tensor<[3, ?], f32>
  %a = relax.relu %x : (!relax.tensor<[?, ?], f32>) -> !relax.tensor<[3, ?], f32>
  // CHECK: %b = relax.exp %y : !relax.tensor<*, f32>
  %b = relax.exp %y : !relax.tensor<*, f32>
  relax.return %a, %b : !relax.tensor<[3, ?], f32>, !relax.tensor<*, f32>
}

// Extents 0 and 1 are extents like others.
// CHECK-LABEL: relax.func @zero_and_one(
// CHECK-SAME:      -> !relax.tensor<[0, 1], f32>
relax.func @zero_and_one(%x: !relax.tensor<[0, 1], f32>) -> !relax.tensor<[?, ?], f32> {
  %a = relax.negative %x : (!relax.tensor<[0, 1], f32>) -> !relax.tensor<[?, ?], f32>
  %b = relax.sum %a over [1] keep_dims : (!relax.tensor<[?, ?], f32>) -> !relax.tensor<[?, 1], f32>
  // CHECK: relax.return %b : !relax.tensor<[0, 1], f32>
  relax.return %b : !relax.tensor<[?, 1], f32>
}

// A declared extent that is neither confirmed nor refuted is checked.
// CHECK-LABEL: relax.func @claim(
relax.func @claim(%x: !relax.tensor<[n], f32>, %three: !relax.tensor<[3], f32>) -> !relax.tensor<[3], f32> {
  // CHECK: %a = relax.relu %x : !relax.tensor<[n], f32>
  %a = relax.relu %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  // CHECK: %b = relax.exp %a : !relax.tensor<[n], f32>
  // CHECK-NEXT: %[[B:b_.*]] = relax.match_cast %b : !relax.tensor<[n], f32> to !relax.tensor<[3], f32>
  %b = relax.exp %a : (!relax.tensor<[?], f32>) -> !relax.tensor<[3], f32>
  // CHECK: %c = relax.add %[[B]], %three : !relax.tensor<[3], f32>
  %c = relax.add %b, %three : !relax.tensor<[3], f32>
  relax.return %c : !relax.tensor<[3], f32>
}

// What only followed from a claim is deduced anew.
// CHECK-LABEL: relax.func @follows(
relax.func @follows(%x: !relax.tensor<[n, 2], f32>) -> !relax.tensor<[n, ?], f32> {
  // CHECK: %a = relax.exp %x : !relax.tensor<[n, 2], f32>
  %a = relax.exp %x : (!relax.tensor<[n, 2], f32>) -> !relax.tensor<[?, 2], f32>
  // CHECK: %b = relax.strided_slice %a axes [0] begins [0] ends [5] steps [1] : (!relax.tensor<[n, 2], f32>) -> !relax.tensor<[min(n, 5), 2], f32>
  %b = relax.strided_slice %a axes [0] begins [0] ends [5] steps [1] : !relax.tensor<[?, 2], f32>
  // CHECK: %c = relax.exp %b : !relax.tensor<[min(n, 5), 2], f32>
  %c = relax.exp %b : !relax.tensor<[?, 2], f32>
  relax.return %x : !relax.tensor<[n, 2], f32>
}

// A check gives its own symbols; the rest of its `?` come from its operand.
// CHECK-LABEL: relax.func @binder(
// CHECK-SAME:      -> !relax.tensor<[?, 8], f32>
relax.func @binder(%x: !relax.tensor<[?, 8], f32>) -> !relax.tensor<[?, ?], f32> {
  // CHECK: %a = relax.match_cast %x : !relax.tensor<[?, 8], f32> to !relax.tensor<[k, 8], f32> binds (k)
  %a = relax.match_cast %x : !relax.tensor<[?, 8], f32> to !relax.tensor<[k, ?], f32> binds (k) where (k <= 64)
  // CHECK: %b = relax.relu %a : !relax.tensor<[k, 8], f32>
  %b = relax.relu %a : (!relax.tensor<[k, ?], f32>) -> !relax.tensor<[?, ?], f32>
  relax.return %b : !relax.tensor<[?, ?], f32>
}

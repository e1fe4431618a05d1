// Sequences and optionals: all text forms, and what follows from the operands.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// CHECK-LABEL: relax.func @sequences(
relax.func @sequences(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[m, 4], f32>, %i: !relax.tensor<[1], i32>) -> !relax.tensor<[?], f32> {
  // Where two elements differ, each has its own extent; where the ranks do, its own rank.
  // CHECK-NEXT: %s = relax.sequence %x, %y : (!relax.tensor<[n, 4], f32>, !relax.tensor<[m, 4], f32>) -> !relax.sequence<!relax.tensor<[?, 4], f32>>
  %s = relax.sequence %x, %y : (!relax.tensor<[n, 4], f32>, !relax.tensor<[m, 4], f32>) -> !relax.sequence<!relax.tensor<[?, 4], f32>>
  // CHECK-NEXT: %one = relax.sequence %x : (!relax.tensor<[n, 4], f32>) -> !relax.sequence<!relax.tensor<[n, 4], f32>>
  %one = relax.sequence %x : (!relax.tensor<[n, 4], f32>) -> !relax.sequence<!relax.tensor<[n, 4], f32>>
  // CHECK-NEXT: %two = relax.sequence_insert %one, %y at %i : (!relax.sequence<!relax.tensor<[n, 4], f32>>, !relax.tensor<[m, 4], f32>, !relax.tensor<[1], i32>) -> !relax.sequence<!relax.tensor<[?, 4], f32>>
  %two = relax.sequence_insert %one, %y at %i : (!relax.sequence<!relax.tensor<[n, 4], f32>>, !relax.tensor<[m, 4], f32>, !relax.tensor<[1], i32>) -> !relax.sequence<!relax.tensor<[?, 4], f32>>
  // CHECK-NEXT: %less = relax.sequence_erase %two : (!relax.sequence<!relax.tensor<[?, 4], f32>>) -> !relax.sequence<!relax.tensor<[?, 4], f32>>
  %less = relax.sequence_erase %two : (!relax.sequence<!relax.tensor<[?, 4], f32>>) -> !relax.sequence<!relax.tensor<[?, 4], f32>>
  // CHECK-NEXT: %empty = relax.sequence_empty : !relax.sequence<!relax.tensor<*, f32>>
  %empty = relax.sequence_empty : !relax.sequence<!relax.tensor<*, f32>>
  // CHECK-NEXT: %first = relax.sequence_insert %empty, %x : (!relax.sequence<!relax.tensor<*, f32>>, !relax.tensor<[n, 4], f32>) -> !relax.sequence<!relax.tensor<[n, 4], f32>>
  %first = relax.sequence_insert %empty, %x : (!relax.sequence<!relax.tensor<*, f32>>, !relax.tensor<[n, 4], f32>) -> !relax.sequence<!relax.tensor<[n, 4], f32>>
  // CHECK-NEXT: %a = relax.sequence_at %first at %i : (!relax.sequence<!relax.tensor<[n, 4], f32>>, !relax.tensor<[1], i32>) -> !relax.tensor<[n, 4], f32>
  %a = relax.sequence_at %first at %i : (!relax.sequence<!relax.tensor<[n, 4], f32>>, !relax.tensor<[1], i32>) -> !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: %length = relax.sequence_length %s : (!relax.sequence<!relax.tensor<[?, 4], f32>>) -> !relax.tensor<[], i64>
  %length = relax.sequence_length %s : (!relax.sequence<!relax.tensor<[?, 4], f32>>) -> !relax.tensor<[], i64>
  // CHECK-NEXT: %rows = relax.split_to_sequence %x axis 0 squeeze : (!relax.tensor<[n, 4], f32>) -> !relax.sequence<!relax.tensor<[4], f32>>
  %rows = relax.split_to_sequence %x axis 0 squeeze : (!relax.tensor<[n, 4], f32>) -> !relax.sequence<!relax.tensor<[4], f32>>
  // CHECK-NEXT: %columns = relax.split_to_sequence %x axis 1 : (!relax.tensor<[n, 4], f32>) -> !relax.sequence<!relax.tensor<[n, 1], f32>>
  %columns = relax.split_to_sequence %x axis 1 : (!relax.tensor<[n, 4], f32>) -> !relax.sequence<!relax.tensor<[n, 1], f32>>
  // CHECK-NEXT: %parts = relax.split_to_sequence %x axis 1 sizes %length : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], i64>) -> !relax.sequence<!relax.tensor<[n, ?], f32>>
  %parts = relax.split_to_sequence %x axis 1 sizes %length : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], i64>) -> !relax.sequence<!relax.tensor<[n, ?], f32>>
  // CHECK-NEXT: relax.concat_from_sequence %parts axis 0 : (!relax.sequence<!relax.tensor<[n, ?], f32>>) -> !relax.tensor<[?, ?], f32>
  %c = relax.concat_from_sequence %parts axis 0 : (!relax.sequence<!relax.tensor<[n, ?], f32>>) -> !relax.tensor<[?, ?], f32>
  // CHECK-NEXT: relax.concat_from_sequence %columns axis 2 stack : (!relax.sequence<!relax.tensor<[n, 1], f32>>) -> !relax.tensor<[n, 1, ?], f32>
  %d = relax.concat_from_sequence %columns axis 2 stack : (!relax.sequence<!relax.tensor<[n, 1], f32>>) -> !relax.tensor<[n, 1, ?], f32>
  %e = relax.concat_from_sequence %rows axis 0 : (!relax.sequence<!relax.tensor<[4], f32>>) -> !relax.tensor<[?], f32>
  relax.return %e : !relax.tensor<[?], f32>
}

// CHECK-LABEL: relax.func @optionals(
relax.func @optionals(%x: !relax.tensor<[n], f32>, %s: !relax.sequence<!relax.tensor<[n], f32>>) -> (!relax.tensor<[n], f32>, !relax.tensor<[], i1>) {
  // CHECK-NEXT: %o = relax.optional %x : (!relax.tensor<[n], f32>) -> !relax.optional<!relax.tensor<[n], f32>>
  %o = relax.optional %x : (!relax.tensor<[n], f32>) -> !relax.optional<!relax.tensor<[n], f32>>
  // CHECK-NEXT: %p = relax.optional %s : (!relax.sequence<!relax.tensor<[n], f32>>) -> !relax.optional<!relax.sequence<!relax.tensor<[n], f32>>>
  %p = relax.optional %s : (!relax.sequence<!relax.tensor<[n], f32>>) -> !relax.optional<!relax.sequence<!relax.tensor<[n], f32>>>
  // CHECK-NEXT: %none = relax.optional_none : !relax.optional<!relax.tensor<[?], i64>>
  %none = relax.optional_none : !relax.optional<!relax.tensor<[?], i64>>
  // CHECK-NEXT: %v = relax.optional_get %o : (!relax.optional<!relax.tensor<[n], f32>>) -> !relax.tensor<[n], f32>
  %v = relax.optional_get %o : (!relax.optional<!relax.tensor<[n], f32>>) -> !relax.tensor<[n], f32>
  // CHECK-NEXT: %h = relax.optional_has %none : (!relax.optional<!relax.tensor<[?], i64>>) -> !relax.tensor<[], i1>
  %h = relax.optional_has %none : (!relax.optional<!relax.tensor<[?], i64>>) -> !relax.tensor<[], i1>
  relax.return %v, %h : !relax.tensor<[n], f32>, !relax.tensor<[], i1>
}

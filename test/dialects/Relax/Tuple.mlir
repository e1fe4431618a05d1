// Tuples: symbols live in them as in any type.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s
// RUN: relax-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// A bare dimension in an argument's tuple binds, too, and a call matches field by field.
// CHECK-LABEL: relax.func private @swap(%t: tuple<!relax.tensor<[n], f32>, !relax.tensor<[n, 0], i8>>) -> tuple<!relax.tensor<[n, 0], i8>, !relax.tensor<[n], f32>>
relax.func private @swap(%t: tuple<!relax.tensor<[n], f32>, !relax.tensor<[n, 0], i8>>) -> tuple<!relax.tensor<[n, 0], i8>, !relax.tensor<[n], f32>> {
  // CHECK-NEXT: %a = relax.tuple_get %t at 0 : (tuple<!relax.tensor<[n], f32>, !relax.tensor<[n, 0], i8>>) -> !relax.tensor<[n], f32>
  %a = relax.tuple_get %t at 0 : (tuple<!relax.tensor<[n], f32>, !relax.tensor<[n, 0], i8>>) -> !relax.tensor<[n], f32>
  %b = relax.tuple_get %t at 1 : (tuple<!relax.tensor<[n], f32>, !relax.tensor<[n, 0], i8>>) -> !relax.tensor<[n, 0], i8>
  // CHECK: relax.tuple %b, %a : (!relax.tensor<[n, 0], i8>, !relax.tensor<[n], f32>) -> tuple<!relax.tensor<[n, 0], i8>, !relax.tensor<[n], f32>>
  %c = relax.tuple %b, %a : (!relax.tensor<[n, 0], i8>, !relax.tensor<[n], f32>) -> tuple<!relax.tensor<[n, 0], i8>, !relax.tensor<[n], f32>>
  relax.return %c : tuple<!relax.tensor<[n, 0], i8>, !relax.tensor<[n], f32>>
}
// CHECK-LABEL: relax.func @calls(
relax.func @calls(%x: !relax.tensor<[m + 1], f32>, %y: !relax.tensor<[m + 1, 0], i8>, %z: !relax.tensor<[m], f32>) {
  %t = relax.tuple %x, %y : (!relax.tensor<[m + 1], f32>, !relax.tensor<[m + 1, 0], i8>) -> tuple<!relax.tensor<[m + 1], f32>, !relax.tensor<[m + 1, 0], i8>>
  // CHECK: -> tuple<!relax.tensor<[m + 1, 0], i8>, !relax.tensor<[?], f32>>
  %s = relax.call @swap(%t) : (tuple<!relax.tensor<[m + 1], f32>, !relax.tensor<[m + 1, 0], i8>>) -> tuple<!relax.tensor<[m + 1, 0], i8>, !relax.tensor<[?], f32>>
  // CHECK: %empty = relax.tuple : () -> tuple<>
  %empty = relax.tuple : () -> tuple<>
  relax.return
}

// What goes into a tuple comes out.
// FOLD-LABEL: relax.func @fold(
// FOLD-NEXT: relax.return %y
relax.func @fold(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> {
  %t = relax.tuple %x, %y : (!relax.tensor<[n], f32>, !relax.tensor<[m], f32>) -> tuple<!relax.tensor<[n], f32>, !relax.tensor<[m], f32>>
  %b = relax.tuple_get %t at 1 : (tuple<!relax.tensor<[n], f32>, !relax.tensor<[m], f32>>) -> !relax.tensor<[m], f32>
  relax.return %b : !relax.tensor<[m], f32>
}

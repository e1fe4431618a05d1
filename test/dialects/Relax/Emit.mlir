// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(cse),canonicalize,relax-remove-dead)' | FileCheck %s --check-prefixes=CHECK,EFFECTS
// RUN: relax-opt %s --relax-legalize | FileCheck %s --check-prefix=CALL

// What is emitted twice is emitted twice, nothing is moved, and what it needs is there.
// CHECK-LABEL: relax.func @main(
// CALL-LABEL: relax.func @main(
relax.func @main(%x: !relax.tensor<[n, ?], f32>, %s: !relax.tensor<*, !relax.string>) {
  // EFFECTS-NEXT: %y = relax.relu %x
  %y = relax.relu %x : !relax.tensor<[n, ?], f32>
  // CHECK: relax.emit %y as "rows" : !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: relax.emit %y as "rows" : !relax.tensor<[n, ?], f32>
  // CALL: relax.call_library "relax.emit"(%y) with {name = "rows"} : (!relax.tensor<[n, ?], f32>) -> ()
  // CALL-NEXT: relax.call_library "relax.emit"(%y) with {name = "rows"} : (!relax.tensor<[n, ?], f32>) -> ()
  relax.emit %y as "rows" : !relax.tensor<[n, ?], f32>
  relax.emit %y as "rows" : !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: relax.emit %s as "a name" {mine} : !relax.tensor<*, !relax.string>
  relax.emit %s as "a name" {mine} : !relax.tensor<*, !relax.string>
  relax.return
}

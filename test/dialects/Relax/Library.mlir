// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(cse),relax-remove-dead)' | FileCheck %s --check-prefix=EFFECTS

// CHECK-LABEL: relax.func @forms(
relax.func @forms(%x: !relax.tensor<[n, 4], f32>, %s: !relax.shape<[n]>) -> !relax.tensor<[?], f32> {
  // CHECK-NEXT: %a = relax.call_library "relax.sort"(%x) pure : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
  %a = relax.call_library "relax.sort"(%x) pure : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: %b:2 = relax.call_library "mine.unique"(%a, %s) : (!relax.tensor<[n, 4], f32>, !relax.shape<[n]>) -> (!relax.tensor<[k], f32>, !relax.tensor<[k], i64>) binds (k) where (k <= 4 * n)
  %b:2 = relax.call_library "mine.unique"(%a, %s) : (!relax.tensor<[n, 4], f32>, !relax.shape<[n]>) -> (!relax.tensor<[k], f32>, !relax.tensor<[k], i64>) binds (k) where (k <= 4 * n)
  // CHECK-NEXT: relax.call_library "mine.print"() {level = 3 : i64} : () -> ()
  relax.call_library "mine.print"() {level = 3 : i64} : () -> ()
  // CHECK-NEXT: %c = relax.call_library "mine.pick"(%x) pure with {axis = 1 : i64, count = #sym.expr<n + 1>, smallest} : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n + 1], f32>
  %c = relax.call_library "mine.pick"(%x) pure with {axis = 1, count = #sym.expr<n + 1>, smallest} : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n + 1], f32>
  // CHECK-NEXT: %arena = relax.arena bytes 16 * n
  %arena = relax.arena bytes 16 * n
  // CHECK-NEXT: %d:2 = relax.call_library "mine.pick"(%x) pure in %arena at [0, ?] bytes [16 * n, ?] : (!relax.tensor<[n, 4], f32>) -> (!relax.tensor<[j], f32>, !relax.tensor<[j], i64>) binds (j) where (j <= 4 * n)
  %d:2 = relax.call_library "mine.pick"(%x) pure in %arena at [0, ?] bytes [16 * n, ?] : (!relax.tensor<[n, 4], f32>) -> (!relax.tensor<[j], f32>, !relax.tensor<[j], i64>) binds (j) where (j <= 4 * n)
  relax.return %b#0 : !relax.tensor<[k], f32>
}

// A planned call writes the arena: it is not merged.
// EFFECTS-LABEL: relax.func @planned(
relax.func @planned(%x: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %arena = relax.arena bytes 8 * n
  // EFFECTS: %a = relax.call_library "relax.sort"
  // EFFECTS-NEXT: %b = relax.call_library "relax.sort"
  %a = relax.call_library "relax.sort"(%x) pure in %arena at [0] bytes [4 * n] : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %b = relax.call_library "relax.sort"(%x) pure in %arena at [0] bytes [4 * n] : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %a, %b : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}

// Pure calls are merged and removed; others are neither, whether or not somebody uses their results.
// EFFECTS-LABEL: relax.func @effects(
relax.func @effects(%x: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  // EFFECTS-NEXT: %a = relax.call_library "relax.sort"(%x) pure
  // EFFECTS-NEXT: %c = relax.call_library "mine.random"(%x) :
  // EFFECTS-NEXT: %d = relax.call_library "mine.random"(%x) :
  // EFFECTS-NEXT: %f = relax.call_library "mine.random"(%x) :
  // EFFECTS-NEXT: relax.return %a, %a, %c, %d
  %a = relax.call_library "relax.sort"(%x) pure : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %b = relax.call_library "relax.sort"(%x) pure : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %c = relax.call_library "mine.random"(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %d = relax.call_library "mine.random"(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %e = relax.call_library "relax.other"(%x) pure : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %f = relax.call_library "mine.random"(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %a, %b, %c, %d : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}

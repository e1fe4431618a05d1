// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(cse),canonicalize,relax-remove-dead)' | FileCheck %s
// RUN: relax-opt %s --relax-legalize | FileCheck %s --check-prefix=CALL

// Two decisions are two, and one that nobody uses is one.
// CHECK-LABEL: relax.func @main(
// CALL-LABEL: relax.func @main(
relax.func @main(%i: !relax.tensor<[k], i64>, %p: !relax.tensor<[], i1>, %s: !relax.shape<[m]>) -> !relax.tensor<[k], i64> {
  // CHECK: relax.decide %p : (!relax.tensor<[], i1>) -> !relax.tensor<[], i1>
  %0 = relax.decide %p : (!relax.tensor<[], i1>) -> !relax.tensor<[], i1>
  // CHECK-NEXT: %1 = relax.decide %i below %s : (!relax.tensor<[k], i64>, !relax.shape<[m]>) -> !relax.tensor<[k], i64>
  // CHECK-NEXT: %2 = relax.decide %i below %s : (!relax.tensor<[k], i64>, !relax.shape<[m]>) -> !relax.tensor<[k], i64>
  // CALL: %[[S:.*]] = relax.shape_to_tensor %s
  // CALL-NEXT: relax.call_library "relax.decide"(%i, %[[S]]) : (!relax.tensor<[k], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[k], i64>
  %1 = relax.decide %i below %s : (!relax.tensor<[k], i64>, !relax.shape<[m]>) -> !relax.tensor<[k], i64>
  %2 = relax.decide %i below %s : (!relax.tensor<[k], i64>, !relax.shape<[m]>) -> !relax.tensor<[k], i64>
  %3 = relax.add %1, %2 : !relax.tensor<[k], i64>
  relax.return %3 : !relax.tensor<[k], i64>
}

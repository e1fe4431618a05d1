// Nothing is refused: functions without symbols or facts say nothing.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-print-shape-facts))' --verify-diagnostics | FileCheck %s
// RUN: not relax-opt %s --pass-pipeline='builtin.module(tir.func(relax-print-shape-facts))' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// ANCHOR: error: 'relax-print-shape-facts' runs on 'relax.func', not on

// CHECK: relax.func @static(%x: !relax.tensor<[4, ?], f32>, %o: !relax.object)
relax.func @static(%x: !relax.tensor<[4, ?], f32>, %o: !relax.object) {
  relax.return
}

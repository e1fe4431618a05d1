// The pass is a flag like all others, and takes options in a pipeline.
// RUN: relax-opt %s --example-count-ops --counters 2>&1 | FileCheck %s
// RUN: relax-opt %s --example-count-ops=limit=2 | FileCheck %s --check-prefix=TEXT
// RUN: not relax-opt %s --pass-pipeline='builtin.module(relax.func(example-count-ops{limit=1}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MANY
// RUN: relax-opt --list-passes | FileCheck %s --check-prefix=LIST

// CHECK: 2  example-count-ops.ops-seen
// TEXT: relax.func @f(%x: !relax.tensor<[n], f32>)
// MANY: CountOps.mlir:[[#@LINE+2]]:1: error: 'relax.func' op '@f' has more operations than the limit: expected at most 1, got 2
// LIST: example-count-ops{{ *}} - {{ *}}refuse functions with many operations
relax.func @f(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.exp %x : !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}

// RUN: split-file %s %t
// RUN: relax-opt %t/main.mlir --relax-annotate=%t/dnn.mlir --relax-merge-regions | FileCheck %s --check-prefix=MARKS
// RUN: relax-opt %t/main.mlir --relax-annotate=%t/dnn.mlir --relax-merge-regions --relax-partition --counters 2>&1 | FileCheck %s
// RUN: relax-opt %t/main.mlir --relax-annotate=%t/dnn.mlir "--relax-annotate=file=%t/all.mlir target=second" --relax-merge-regions --relax-partition | FileCheck %s --check-prefix=TWO
// RUN: relax-opt %t/main.mlir --relax-annotate=%t/dnn.mlir --relax-merge-regions --relax-partition -o %t/after.mlir
// RUN: relax-run %t/after.mlir --entry=diamond --mode=reference --against=%t/main.mlir --cases=4 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: relax-run %t/after.mlir --entry=effects --mode=reference --against=%t/main.mlir --dims=n=2 | FileCheck %s --check-prefix=SAME
// RUN: not relax-opt %t/main.mlir --relax-annotate=%t/main.mlir 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: relax-opt %t/main.mlir "--relax-annotate=file=%t/dnn.mlir trace=all" -o %t/after.mlir 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: not relax-opt %t/main.mlir "--relax-annotate=file=%t/dnn.mlir trace=nothing" 2>&1 | FileCheck %s --check-prefix=NO-TRACE
// TRACE: remark: '@{{.*}}' was found {{[2-9]}} times
// NO-TRACE: error: 'builtin.module' op pass 'relax-annotate': 'trace': the file has no pattern 'nothing'
// SAME: agree
// BAD: expected 'relax.pattern' or 'relax.rewrite' in a file of patterns

// MARKS: %a = relax.matmul %x, %w {relax.offload = "dnn", relax.region = 0 : i64}
// MARKS: %b = relax.relu %a {relax.offload = "dnn", relax.region = 0 : i64}
// MARKS: %c = relax.exp %b :
// MARKS: %d = relax.matmul %c, %w {relax.offload = "dnn", relax.region = 1 : i64}
// MARKS: relax.add %b, %d {relax.offload = "dnn", relax.region = 1 : i64}

// The exponential stands between: one region for all would need it, and be needed by it.
// CHECK-LABEL: relax.func @diamond(
// CHECK-NEXT: %[[B:.*]] = relax.call @diamond_dnn_0(%x, %w)
// CHECK-NEXT: %[[C:.*]] = relax.exp %[[B]]
// CHECK-NEXT: relax.call @diamond_dnn_1(
// CHECK: relax.func private @diamond_dnn_{{[01]}}({{.*}} where (1 <= n <= 4) target @dnn {
// CHECK: relax.func @effects(
// CHECK-NEXT: relax.call @effects_dnn_0
// CHECK-NEXT: relax.emit
// CHECK-NEXT: relax.call @effects_dnn_1
// CHECK-DAG: {{^ +}}5  relax-partition.functions-made
// CHECK-DAG: {{^ +}}7  relax-partition.ops-offloaded

// Targets in order of preference.
// TWO-LABEL: relax.func @diamond(
// TWO-NEXT: relax.call @diamond_dnn_0
// TWO-NEXT: relax.call @diamond_second_1
// TWO-NEXT: relax.call @diamond_dnn_2
// TWO-NEXT: relax.return
// TWO: target @second

//--- dnn.mlir
relax.pattern @product(%x: !relax.tensor<[n, k], ?>, %w: !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?> {
  %y = relax.matmul %x, %w : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}
relax.pattern @relu(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %y = relax.relu %x : !relax.tensor<*, ?>
  relax.pattern_return %y : !relax.tensor<*, ?>
}
relax.pattern @add(%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %z = relax.add %x, %y : !relax.tensor<*, ?>
  relax.pattern_return %z : !relax.tensor<*, ?>
}
//--- all.mlir
relax.pattern @exp(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %y = relax.exp %x : !relax.tensor<*, ?>
  relax.pattern_return %y : !relax.tensor<*, ?>
}
//--- main.mlir
relax.func @diamond(%x: !relax.tensor<[n, 4], f32>, %w: !relax.tensor<[4, 4], f32>) -> !relax.tensor<[n, 4], f32> where (1 <= n <= 4) {
  %a = relax.matmul %x, %w : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 4], f32>) -> !relax.tensor<[n, 4], f32>
  %b = relax.relu %a : !relax.tensor<[n, 4], f32>
  %c = relax.exp %b : !relax.tensor<[n, 4], f32>
  %d = relax.matmul %c, %w : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 4], f32>) -> !relax.tensor<[n, 4], f32>
  %e = relax.add %b, %d : !relax.tensor<[n, 4], f32>
  relax.return %e : !relax.tensor<[n, 4], f32>
}
// Nothing moves across an effect that needs it.
relax.func @effects(%x: !relax.tensor<[n, 0], f32>) -> !relax.tensor<[n, 0], f32> {
  %a = relax.relu %x : !relax.tensor<[n, 0], f32>
  relax.emit %a as "a" : !relax.tensor<[n, 0], f32>
  %b = relax.relu %a : !relax.tensor<[n, 0], f32>
  relax.return %b : !relax.tensor<[n, 0], f32>
}
// In a branch.
relax.func @branch(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.if %p -> !relax.tensor<[n], f32> {
    %a = relax.relu %x : !relax.tensor<[n], f32>
    relax.yield %a : !relax.tensor<[n], f32>
  } else {
    relax.yield %x : !relax.tensor<[n], f32>
  }
  relax.return %y : !relax.tensor<[n], f32>
}

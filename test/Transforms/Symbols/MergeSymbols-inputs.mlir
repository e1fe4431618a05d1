// With keep-inputs whoever calls a public function still sees the symbols that it was written with; the body has fewer.
// RUN: relax-opt %s --relax-merge-symbols=keep-inputs=true | FileCheck %s
// RUN: relax-opt %s --relax-merge-symbols=keep-inputs=true --relax-merge-symbols=keep-inputs=true --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// So does the pipeline: --dims= has all symbols, and the boundary speaks of them.
// RUN: relax-opt %s --relax-pipeline=cpu --to=graph > %t
// RUN: FileCheck %s --check-prefix=GRAPH --input-file=%t
// RUN: relax-run %t --entry=cache --dims=n=3,t=3 --compare=reference,compiled | FileCheck %s --check-prefix=VALUES
// RUN: not relax-run %t --entry=cache --dims=n=3,t=4 2>&1 | FileCheck %s --check-prefix=DIMS
// RUN: not relax-run %t --entry=divided --input=x=9x4xf32=0 --input=y=2x8xf32=0 2>&1 | FileCheck %s --check-prefix=BOUNDARY
// RUN: not relax-run %t --entry=divided --input=x=9x4xf32=0 --input=y=2x8xf32=0 --mode=reference 2>&1 | FileCheck %s --check-prefix=BOUNDARY

// The second run finds nothing to do.
// COUNT-DAG: {{^ +}}8  relax-merge-symbols.symbols-merged
// COUNT-DAG: {{^ +}}6  relax-merge-symbols.checks-added
// VALUES: tensor<3xf32>
// DIMS: relax-run: error: cache: expected n == t, got n = 3 (from input 'm', dimension 0), t = 4 (from input 'kv', dimension 0)
// BOUNDARY: relax-run: error: divided: expected n == 4 * k, got n = 9 (from input 'x', dimension 0), k = 2 (from input 'y', dimension 0)

// An expression, and what follows from two equalities; results say what is known.
// CHECK-LABEL: relax.func @divided(
// CHECK-SAME:      %x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[k, m], f32>)
// CHECK-SAME:      -> (!relax.tensor<[4 * k, 4], f32>, !relax.tensor<[4 * k * k], f32>) where (n == 4 * k, m == n, n <= 100) {
// CHECK-NEXT:    %[[S:.*]] = relax.shape_of %y : !relax.tensor<[k, m], f32> -> !relax.shape<[k, m]>
// CHECK-NEXT:    %[[X:.*]] = relax.match_cast %x : !relax.tensor<[n, 4], f32> to !relax.tensor<[4 * k, 4], f32> given (%[[S]] : !relax.shape<[k, m]>)
// CHECK-NEXT:    %[[Y:.*]] = relax.match_cast %y : !relax.tensor<[k, m], f32> to !relax.tensor<[k, 4 * k], f32>
// CHECK-NEXT:    %a = relax.relu %[[X]] : !relax.tensor<[4 * k, 4], f32>
// CHECK-NEXT:    %t = relax.permute_dims %[[Y]] axes [1, 0] : (!relax.tensor<[k, 4 * k], f32>) -> !relax.tensor<[4 * k, k], f32>
relax.func @divided(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[k, m], f32>) -> (!relax.tensor<[n, 4], f32>, !relax.tensor<[m * k], f32>)
    where (n == 4 * k, m == n, n <= 100) {
  %a = relax.relu %x : !relax.tensor<[n, 4], f32>
  %t = relax.permute_dims %y axes [1, 0] : (!relax.tensor<[k, m], f32>) -> !relax.tensor<[m, k], f32>
  %r = relax.reshape %t : (!relax.tensor<[m, k], f32>) -> !relax.tensor<[m * k], f32>
  relax.return %a, %r : !relax.tensor<[n, 4], f32>, !relax.tensor<[m * k], f32>
}

// State stays where it is, and a check that was needed in the body is not any more: both operations become one kernel.
// CHECK-LABEL: relax.func @cache(
// GRAPH-LABEL: relax.func @cache(
// GRAPH-SAME:      %kv: !relax.tensor<[t, 64], f32> donated, {{.*}}) -> (!relax.tensor<[n + 1, 64], f32> in %kv, !relax.tensor<[n], f32>) where (n == t) {
// GRAPH:         relax.match_cast
// GRAPH-NOT:     relax.match_cast
// GRAPH:         relax.return
relax.func @cache(%m: !relax.tensor<[n], f32>, %kv: !relax.tensor<[t, 64], f32> donated, %row: !relax.tensor<[1, 64], f32>)
    -> (!relax.tensor<[t + 1, 64], f32> in %kv, !relax.tensor<[n], f32>) where (n == t) {
  %s = relax.sum %kv over [1] : (!relax.tensor<[t, 64], f32>) -> !relax.tensor<[t], f32>
  %c = relax.match_cast %s : !relax.tensor<[t], f32> to !relax.tensor<[n], f32> given (%m : !relax.tensor<[n], f32>)
  %d = relax.add %c, %m : !relax.tensor<[n], f32>
  %b = relax.append %kv, %row at 0 : (!relax.tensor<[t, 64], f32>, !relax.tensor<[1, 64], f32>) -> !relax.tensor<[t + 1, 64], f32>
  relax.return %b, %d : !relax.tensor<[t + 1, 64], f32>, !relax.tensor<[n], f32>
}

// A symbol that stands in the type of a sequence stays, because nothing can check that; others go. An unused argument needs no check.
// CHECK-LABEL: relax.func @sequence(
// CHECK-SAME:      %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>, %z: !relax.tensor<[k], f32>, %s: !relax.sequence<!relax.tensor<[m], f32>>)
// CHECK-NEXT:    relax.exp %y : !relax.tensor<[m], f32>
// CHECK:         relax.sequence_at %s at %zero
relax.func @sequence(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>, %z: !relax.tensor<[k], f32>, %s: !relax.sequence<!relax.tensor<[m], f32>>)
    -> (!relax.tensor<[m], f32>, !relax.tensor<[m], f32>) where (n == m, k == n) {
  %e = relax.exp %y : !relax.tensor<[m], f32>
  %zero = relax.constant dense<0> : tensor<i64>
  %a = relax.sequence_at %s at %zero : (!relax.sequence<!relax.tensor<[m], f32>>, !relax.tensor<[], i64>) -> !relax.tensor<[m], f32>
  relax.return %e, %a : !relax.tensor<[m], f32>, !relax.tensor<[m], f32>
}

// Extents 0 and 1 are extents, and what a region sees is the same value.
// CHECK-LABEL: relax.func @literals(
// CHECK-SAME:      %x: !relax.tensor<[n, m], f32>, %p: !relax.tensor<[], i1>) -> !relax.tensor<[0, 1], f32> where (n == 0, m == n + 1) {
// CHECK-NEXT:    %[[X:.*]] = relax.match_cast %x : !relax.tensor<[n, m], f32> to !relax.tensor<[0, 1], f32>
// CHECK:           relax.exp %[[X]] : !relax.tensor<[0, 1], f32>
relax.func @literals(%x: !relax.tensor<[n, m], f32>, %p: !relax.tensor<[], i1>) -> !relax.tensor<[n, m], f32> where (n == 0, m == n + 1) {
  %y = relax.if %p -> !relax.tensor<[n, m], f32> {
    %e = relax.exp %x : !relax.tensor<[n, m], f32>
    relax.yield %e : !relax.tensor<[n, m], f32>
  } else {
    relax.yield %x : !relax.tensor<[n, m], f32>
  }
  relax.return %y : !relax.tensor<[n, m], f32>
}

// That only operands have the symbol is enough: what broadcast to the same shape is gone.
// CHECK-LABEL: relax.func @operand(
// GRAPH-LABEL: relax.func @operand(
// GRAPH:         relax.match_cast %y : !relax.tensor<[m, 4], f32> to !relax.tensor<[n, 4], f32>
// GRAPH-NOT:     relax.broadcast
// GRAPH:         relax.add
relax.func @operand(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[m, 4], f32>) -> !relax.tensor<[?, 4], f32> where (n == m) {
  %s = relax.broadcast_shape %x, %y : (!relax.tensor<[n, 4], f32>, !relax.tensor<[m, 4], f32>) -> !relax.shape<[?, 4]>
  %a = relax.broadcast_to %x to %s : (!relax.tensor<[n, 4], f32>, !relax.shape<[?, 4]>) -> !relax.tensor<[?, 4], f32>
  %b = relax.broadcast_to %y to %s : (!relax.tensor<[m, 4], f32>, !relax.shape<[?, 4]>) -> !relax.tensor<[?, 4], f32>
  %c = relax.add %a, %b : !relax.tensor<[?, 4], f32>
  relax.return %c : !relax.tensor<[?, 4], f32>
}

// Shapes are checked like tensors; a symbol that no argument brings cannot stand for another.
// CHECK-LABEL: relax.func @shapes(
// CHECK-NEXT:    relax.match_cast %s : !relax.shape<[n, m]> to !relax.shape<[n, n]>
// CHECK-NEXT:    relax.broadcast_to %x to %{{.*}} -> !relax.tensor<[n, n], f32>
relax.func @shapes(%s: !relax.shape<[n, m]>, %x: !relax.tensor<[1, 1], f32>) -> !relax.tensor<[n, m], f32> where (n == m) {
  %t = relax.broadcast_to %x to %s : (!relax.tensor<[1, 1], f32>, !relax.shape<[n, m]>) -> !relax.tensor<[n, m], f32>
  relax.return %t : !relax.tensor<[n, m], f32>
}
// CHECK-LABEL: relax.func @clause(
// CHECK-NEXT:    relax.exp %x : !relax.tensor<[n], f32>
relax.func @clause(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> symbols (k) where (n == 2 * k) {
  %e = relax.exp %x : !relax.tensor<[n], f32>
  relax.return %e : !relax.tensor<[n], f32>
}

// Private functions have nobody outside: their arguments say it.
// CHECK-LABEL: relax.func private @private(
// CHECK-SAME:      %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
relax.func private @private(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> where (n == m) {
  %e = relax.exp %y : !relax.tensor<[m], f32>
  relax.return %e : !relax.tensor<[m], f32>
}

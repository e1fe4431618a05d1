// Products at the head of loop programs become operations; the rest takes what they give.
// RUN: split-file %s %t
// RUN: relax-opt %t/graph.mlir --relax-pipeline=cpu --to=fused -o %t/fused.mlir
// RUN: relax-opt %t/fused.mlir --relax-split-programs --counters -o %t/split.mlir 2>&1 | FileCheck %t/graph.mlir --check-prefix=COUNTS
// RUN: FileCheck %t/graph.mlir < %t/split.mlir
// DEFINE: %{same} = relax-run %t/split.mlir --against=%t/graph.mlir
// RUN: %{same} --entry=main --dims=n=3 --then --entry=main --dims=n=0 --then --entry=heads --dims=n=3,b=2,h=1,m=5 --then --entry=heads --dims=n=0,b=1,h=1,m=1 | FileCheck %t/graph.mlir --check-prefix=SAME
//
// The patterns of a library find them.
// RUN: relax-opt %t/split.mlir "--relax-annotate=file=%root/share/relax/backends/onednn.mlir target=dnn" --relax-merge-regions --relax-partition -o %t/regions.mlir
// RUN: relax-run %t/regions.mlir --load-backend=%build/lib/relax-backend-graph.so --regions=always --against=%t/graph.mlir --entry=main --dims=n=3 --counters | FileCheck %t/graph.mlir --check-prefix=RUN-BY
//
// What is written by hand, and what is not split.
// RUN: relax-opt %t/programs.mlir --relax-split-programs -o %t/hand.mlir && FileCheck %t/programs.mlir < %t/hand.mlir
// RUN: relax-run %t/hand.mlir --mode=reference --against=%t/programs.mlir --entry=turned --dims=n=3 --then --entry=twice --dims=n=2 --then --entry=before --dims=n=2 | FileCheck %t/programs.mlir --check-prefix=AGREES

//--- graph.mlir
// COUNTS-DAG: 1 relax-split-programs.programs-split
// COUNTS-DAG: 2 relax-split-programs.programs-replaced
// COUNTS-DAG: 3 relax-split-programs.calls-rewritten
// SAME-COUNT-4: agree: 1 result
// RUN-BY: agree: 1 result
// RUN-BY: regions_run=1 regions_left=0
relax.target @dnn backend "onednn"
// CHECK-LABEL: relax.func @main(
// CHECK-NEXT: %[[P:.*]] = relax.matmul %x, %w :
// CHECK-NEXT: relax.call_tir @fused_matmul_add_gelu_rest(%x, %w, %b, %[[P]])
relax.func @main(%x: !relax.tensor<[n, 8], f32>, %w: !relax.tensor<[8, 6], f32>, %b: !relax.tensor<[6], f32>) -> !relax.tensor<[n, 6], f32> {
  %a = relax.matmul %x, %w : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 6], f32>) -> !relax.tensor<[n, 6], f32>
  %s = relax.add %a, %b : (!relax.tensor<[n, 6], f32>, !relax.tensor<[6], f32>) -> !relax.tensor<[n, 6], f32>
  %c = relax.gelu %s : !relax.tensor<[n, 6], f32>
  relax.return %c : !relax.tensor<[n, 6], f32>
}
// The program that reads keys by columns.
// CHECK-LABEL: relax.func @heads(
// CHECK-NEXT: %[[T:.*]] = relax.permute_dims %k axes [0, 1, 3, 2]
// CHECK-NEXT: %[[S:.*]] = relax.matmul %q, %[[T]] :
// CHECK-NEXT: relax.matmul %[[S]], %v :
relax.func @heads(%q: !relax.tensor<[b, h, n, 16], f32>, %k: !relax.tensor<[b, h, m, 16], f32>, %v: !relax.tensor<[b, h, m, 16], f32>) -> !relax.tensor<[b, h, n, 16], f32> {
  %t = relax.permute_dims %k axes [0, 1, 3, 2] : (!relax.tensor<[b, h, m, 16], f32>) -> !relax.tensor<[b, h, 16, m], f32>
  %s = relax.matmul %q, %t : (!relax.tensor<[b, h, n, 16], f32>, !relax.tensor<[b, h, 16, m], f32>) -> !relax.tensor<[b, h, n, m], f32>
  %y = relax.matmul %s, %v : (!relax.tensor<[b, h, n, m], f32>, !relax.tensor<[b, h, m, 16], f32>) -> !relax.tensor<[b, h, n, 16], f32>
  relax.return %y : !relax.tensor<[b, h, n, 16], f32>
}
//--- programs.mlir
// AGREES-COUNT-3: agree: 1 result
tir.monoid @add_f32 (f32) identity (0.000000e+00) {
^bb0(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
// Local memory goes with the product; loads in the other order.
// CHECK: tir.func private @turned_p_rest(%X: !tir.buffer<[n, 4], f32>, %W: !tir.buffer<[3, 4], f32>, %[[P:.*]]: !tir.buffer<[n, 3], f32>, %Y:
// CHECK-NOT: tir.alloc
// CHECK: tir.load %[[P]][%i, 0]
// CHECK: tir.load %[[P]][%i, %j]
tir.func private @turned_p(%X: !tir.buffer<[n, 4], f32>, %W: !tir.buffer<[3, 4], f32>, %Y: !tir.buffer<[n, 3], f32>) {
  %T = tir.alloc "T" workspace : !tir.buffer<[n, 3], f32>
  tir.compute "p" (%i, %j, reduce %k) in [n, 3, 4] {
    %w = tir.load %W[%j, %k] : !tir.buffer<[3, 4], f32>
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, 4], f32>
    %p = arith.mulf %w, %x : f32
    tir.reduce @add_f32(%p) into (%T[%i, %j]) : !tir.buffer<[n, 3], f32>
  }
  tir.compute "y" (%i, %j) in [n, 3] {
    %a = tir.load %T[%i, 0] : !tir.buffer<[n, 3], f32>
    %b = tir.load %T[%i, %j] : !tir.buffer<[n, 3], f32>
    %c = arith.subf %b, %a : f32
    tir.store %c, %Y[%i, %j] : !tir.buffer<[n, 3], f32>
  }
  tir.return
}
// The product is a result that something else reads at other places while it is written: not split.
// CHECK: tir.func private @other_places(
tir.func private @other_places(%X: !tir.buffer<[n, 4], f32>, %W: !tir.buffer<[4, 4], f32>, %Y: !tir.buffer<[n, 4], f32>) {
  tir.compute "p" (%i, %j, reduce %k) in [n, 4, 4] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, 4], f32>
    %w = tir.load %W[%k, %j] : !tir.buffer<[4, 4], f32>
    %p = arith.mulf %x, %w : f32
    tir.reduce @add_f32(%p) into (%Y[%i, %j]) : !tir.buffer<[n, 4], f32>
  }
  tir.compute "y" (%i, %j) in [n, 4] {
    %a = tir.load %Y[%i, 3 - %j] : !tir.buffer<[n, 4], f32>
    tir.store %a, %Y[%i, %j] : !tir.buffer<[n, 4], f32>
  }
  tir.return
}
// The result of another product: of local memory, which no call can give.
// CHECK: tir.func private @of_local_rest(
// CHECK: tir.compute "q"
tir.func private @of_local(%X: !tir.buffer<[n, 4], f32>, %W: !tir.buffer<[4, 4], f32>, %Y: !tir.buffer<[n, 4], f32>) {
  %T = tir.alloc "T" workspace : !tir.buffer<[n, 4], f32>
  tir.compute "p" (%i, %j, reduce %k) in [n, 4, 4] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, 4], f32>
    %w = tir.load %W[%k, %j] : !tir.buffer<[4, 4], f32>
    %p = arith.mulf %x, %w : f32
    tir.reduce @add_f32(%p) into (%T[%i, %j]) : !tir.buffer<[n, 4], f32>
  }
  tir.compute "q" (%i, %j, reduce %k) in [n, 4, 4] {
    %x = tir.load %T[%i, %k] : !tir.buffer<[n, 4], f32>
    %w = tir.load %W[%k, %j] : !tir.buffer<[4, 4], f32>
    %p = arith.mulf %x, %w : f32
    tir.reduce @add_f32(%p) into (%Y[%i, %j]) : !tir.buffer<[n, 4], f32>
  }
  tir.return
}
// Half of the rows, a square, a sum: none is a product of matrices.
// CHECK: tir.func private @no_products(
// CHECK-COUNT-3: tir.reduce
tir.func private @no_products(%X: !tir.buffer<[4, 4], f32>, %W: !tir.buffer<[4, 4], f32>, %A: !tir.buffer<[4, 4], f32>, %B: !tir.buffer<[4, 4], f32>, %C: !tir.buffer<[4, 4], f32>) {
  tir.compute "half" (%i, %j, reduce %k) in [4, 4, 2] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[4, 4], f32>
    %w = tir.load %W[%k, %j] : !tir.buffer<[4, 4], f32>
    %p = arith.mulf %x, %w : f32
    tir.reduce @add_f32(%p) into (%A[%i, %j]) : !tir.buffer<[4, 4], f32>
  }
  tir.compute "square" (%i, %j, reduce %k) in [4, 4, 4] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[4, 4], f32>
    %w = tir.load %W[%k, %j] : !tir.buffer<[4, 4], f32>
    %p = arith.mulf %x, %x : f32
    tir.reduce @add_f32(%p) into (%B[%i, %j]) : !tir.buffer<[4, 4], f32>
  }
  tir.compute "sum" (%i, %j, reduce %k) in [4, 4, 4] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[4, 4], f32>
    %w = tir.load %W[%k, %j] : !tir.buffer<[4, 4], f32>
    %p = arith.addf %x, %w : f32
    tir.reduce @add_f32(%p) into (%C[%i, %j]) : !tir.buffer<[4, 4], f32>
  }
  tir.return
}
// CHECK-LABEL: relax.func @turned(
// CHECK-NEXT: %[[T:.*]] = relax.permute_dims %w axes [1, 0]
// CHECK-NEXT: %[[P:.*]] = relax.matmul %x, %[[T]]
// CHECK-NEXT: relax.call_tir @turned_p_rest(%x, %w, %[[P]])
relax.func @turned(%x: !relax.tensor<[n, 4], f32>, %w: !relax.tensor<[3, 4], f32>) -> !relax.tensor<[n, 3], f32> {
  %y = relax.call_tir @turned_p(%x, %w) : (!relax.tensor<[n, 4], f32>, !relax.tensor<[3, 4], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return %y : !relax.tensor<[n, 3], f32>
}
// CHECK-LABEL: relax.func @twice(
// CHECK: relax.matmul %x, %w
// CHECK-NEXT: relax.call_tir @of_local_rest
relax.func @twice(%x: !relax.tensor<[n, 4], f32>, %w: !relax.tensor<[4, 4], f32>) -> !relax.tensor<[n, 4], f32> {
  %y = relax.call_tir @of_local(%x, %w) : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}
// CHECK-LABEL: relax.func @before(
// CHECK-NEXT: relax.call_tir @other_places
relax.func @before(%x: !relax.tensor<[n, 4], f32>, %w: !relax.tensor<[4, 4], f32>) -> !relax.tensor<[n, 4], f32> {
  %y = relax.call_tir @other_places(%x, %w) : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}
relax.func @none(%x: !relax.tensor<[4, 4], f32>, %w: !relax.tensor<[4, 4], f32>) -> !relax.tensor<[4, 4], f32> {
  %y:3 = relax.call_tir @no_products(%x, %w) : (!relax.tensor<[4, 4], f32>, !relax.tensor<[4, 4], f32>) -> (!relax.tensor<[4, 4], f32>, !relax.tensor<[4, 4], f32>, !relax.tensor<[4, 4], f32>)
  relax.return %y#0 : !relax.tensor<[4, 4], f32>
}

// Whole panels and the rest as two loops; loops that follow each other as one: the same values after every step, and threads for both.
// RUN: sed 's/ schedule @parts//; /^tir.schedule/,/^}/d' %s > %t.plain.mlir
// RUN: relax-opt %s --relax-apply-schedule=stop-after=3 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --cases=8 --mode=compiled --poison | FileCheck %s --check-prefix=CASES
// RUN: relax-opt %s --relax-apply-schedule=stop-after=4 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --cases=8 --mode=compiled --poison | FileCheck %s --check-prefix=CASES
// RUN: relax-opt %s --relax-apply-schedule=stop-after=5 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --cases=8 --mode=compiled --poison | FileCheck %s --check-prefix=CASES
// RUN: relax-opt %s --relax-apply-schedule=stop-after=6 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --cases=8 --mode=compiled --poison | FileCheck %s --check-prefix=CASES
// RUN: relax-opt %s --relax-apply-schedule=stop-after=7 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --cases=8 --mode=compiled --poison | FileCheck %s --check-prefix=CASES
// CASES: agree: 8 calls
// RUN: relax-opt %s --relax-apply-schedule -o %t.mlir
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --dims=n=0 | FileCheck %s
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --dims=n=1 | FileCheck %s
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --dims=n=8 | FileCheck %s
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --dims=n=9 | FileCheck %s
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --dims=n=31 | FileCheck %s
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=reference --dims=n=21 | FileCheck %s
// CHECK: agree: 1 result
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-apply-schedule,tir.func(tir-check-bounds{bounds=require}))' | FileCheck %s --check-prefix=LOOP
// LOOP: tir.for "j_both" (%j) in [2 * n] parallel {
// LOOP: tir.for "j.turn" (%{{.*}}) in [min(max(-%j + n, 0), 1)] {
// LOOP: tir.for "k" (%k) in [8 * (n floordiv 8)] vector 8 {
// LOOP: tir.for "k.rest" (%k) in [8 * (n floordiv 8) to n] {
tir.func private @two(%X: !tir.buffer<[n, n], f32>, %Y: !tir.buffer<[n, n], f32>, %Z: !tir.buffer<[n, n], f32>) schedule @parts {
  tir.compute "body" (%j, %k) in [n, n] {
    %x = tir.load %X[%j, %k] : !tir.buffer<[n, n], f32>
    %y = arith.addf %x, %x : f32
    tir.store %y, %Y[%j, %k] : !tir.buffer<[n, n], f32>
  }
  tir.compute "other" (%i, %k) in [n, n] {
    %x = tir.load %X[%k, %i] : !tir.buffer<[n, n], f32>
    tir.store %x, %Z[%i, %k] : !tir.buffer<[n, n], f32>
  }
  tir.return
}
tir.schedule @parts {
  %body, %other = tir.find "body", "other"
  %j, %k = tir.loops %body
  %i = tir.loops %other
  %main, %rest = tir.cut %k by 8
  tir.vectorize %main 8
  %both = tir.hfuse %j, %i
  tir.parallel %both
}
relax.func @main(%x: !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32> {
  %y, %z = relax.call_tir @two(%x) : (!relax.tensor<[n, n], f32>) -> (!relax.tensor<[n, n], f32>, !relax.tensor<[n, n], f32>)
  %s = relax.subtract %y, %z : !relax.tensor<[n, n], f32>
  relax.return %s : !relax.tensor<[n, n], f32>
}

// Primitives on loops whose extents are read off a table: the same values after every step, panels of instances side by side, nothing
// checked while it runs, and no loop or search for a place: begins are loaded.
// RUN: sed 's/ schedule @ragged//; /^tir.schedule/,/^}/d' %s > %t.plain.mlir
// RUN: relax-opt %s --relax-apply-schedule=stop-after=1 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule=stop-after=2 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule=stop-after=3 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule=stop-after=4 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule=stop-after=5 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule=stop-after=6 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule=stop-after=7 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule=stop-after=8 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule=stop-after=9 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 | FileCheck %s
// CHECK: agree: 1 result
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-apply-schedule,tir.func(tir-check-bounds{bounds=require}))' | FileCheck %s --check-prefix=APART
// APART: tir.for "io" (%io) in [b ceildiv 2] parallel {
// Where no check asks for the rows, or it does not stop, rounds may meet.
// RUN: sed 's/check %ok stops/check %ok/' %s | not relax-opt - --relax-apply-schedule 2>&1 | FileCheck %s --check-prefix=MEET
// MEET: 'tir.parallel' op rounds of loop 'io' write the same elements of 'Y'
// Lanes of a loop whose rounds lie apart.
// RUN: sed 's/tir.vectorize %k 8/tir.vectorize %ji 8/' %s | not relax-opt - --relax-apply-schedule 2>&1 | FileCheck %s --check-prefix=LANES
// LANES: 'tir.vectorize' op
// A loop does not leave the one that says how long it is.
// RUN: sed 's/tir.reorder %jo, %k, %ji/tir.reorder %jo, %i, %k/' %s | not relax-opt - --relax-apply-schedule 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: 'tir.reorder' op

tir.func private @prefix(%L: !tir.buffer<[b], i64>, %A: !tir.buffer<[b + 1], i64>) {
  %zero = arith.constant 0 : i64
  tir.store %zero, %A[0] : !tir.buffer<[b + 1], i64>
  tir.for "i" (scan %i) in [b] {
    %l = tir.load %L[%i] : !tir.buffer<[b], i64>
    %a = tir.load %A[%i] : !tir.buffer<[b + 1], i64>
    %n = arith.addi %a, %l : i64
    tir.store %n, %A[%i + 1] : !tir.buffer<[b + 1], i64>
  }
  tir.return
}
tir.func private @twice(%L: !tir.buffer<[b], i64>, %A: !tir.buffer<[b + 1], i64>, %X: !tir.buffer<[t, 8], f32>, %Y: !tir.buffer<[t, 8], f32>) schedule @ragged {
  %ok = tir.ascends %A by (%L) : !tir.buffer<[b + 1], i64> by !tir.buffer<[b], i64>
  tir.check %ok stops else "index out of bounds"
  tir.for "i" (%i) in [b] {
    %l = tir.load %L[%i] : !tir.buffer<[b], i64>
    %n = arith.index_cast %l : i64 to index
    %a = tir.load %A[%i] : !tir.buffer<[b + 1], i64>
    %p = arith.index_cast %a : i64 to index
    %left = tir.extent (t - %p - %n) : index
    %nil = arith.constant 0 : index
    %fits = arith.cmpi sge, %left, %nil : index
    tir.check %fits stops else "index out of bounds"
    tir.compute "row" (%j, %k) in [%n, 8] {
      %x = tir.load %X[%p + %j, %k] : !tir.buffer<[t, 8], f32>
      %y = arith.addf %x, %x : f32
      tir.store %y, %Y[%p + %j, %k] : !tir.buffer<[t, 8], f32>
    }
  }
  tir.return
}
tir.schedule @ragged {
  %i, %row = tir.find "i", "row"
  %j, %k = tir.loops %row
  %jo, %ji = tir.split %j by 4
  tir.reorder %jo, %k, %ji
  tir.reorder %jo, %ji, %k
  tir.vectorize %k 8
  tir.variants %ji 1 to 4
  %io, %ii = tir.split %i by 2
  tir.parallel %io
}
relax.func @main(%len: !relax.tensor<[b], i64>, %x: !relax.tensor<[t, 8], f32>) -> !relax.tensor<[t, 8], f32> {
  %a = relax.call_tir @prefix(%len) : (!relax.tensor<[b], i64>) -> !relax.tensor<[b + 1], i64>
  %y = relax.call_tir @twice(%len, %a, %x) : (!relax.tensor<[b], i64>, !relax.tensor<[b + 1], i64>, !relax.tensor<[t, 8], f32>) -> !relax.tensor<[t, 8], f32>
  relax.return %y : !relax.tensor<[t, 8], f32>
}

// A loop over instances and the rows of each as one over all rows: callers make and pass the table of owners, what was ragged is dense,
// panels of rows run side by side, and values are the same after every step. Two kernels with the same tables share it, and so do two
// loops of a kernel.
// RUN: sed 's/ schedule @rows//; /^tir.schedule/,/^}/d' %s > %t.plain.mlir
// RUN: relax-opt %s --relax-apply-schedule=stop-after=2 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule=stop-after=3 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 | FileCheck %s
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=reference --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 | FileCheck %s
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=0xi64= --dims=t=0 | FileCheck %s
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=2xi64=0,0 --dims=t=0 | FileCheck %s
// More memory than rows: what lies behind them stays.
// RUN: relax-run %t.mlir --mode=compiled --input=len=2xi64=1,1 --input=x=3x8xf32=1 | FileCheck %s --check-prefix=BEHIND
// BEHIND: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]>
// Less memory than rows.
// RUN: not relax-run %t.mlir --mode=compiled --input=len=2xi64=1,2 --input=x=2x8xf32=1 2>&1 | FileCheck %s --check-prefix=ROOM
// ROOM: index out of bounds
// CHECK: agree: 1 result
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-apply-schedule,tir.func(tir-check-bounds))' | FileCheck %s --check-prefix=LOOP
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-apply-schedule,tir.func(tir-check-bounds{bounds=report}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROVED
// PROVED-NOT: parallel rounds
// LOOP: tir.func private @places({{.*}}%A: !tir.buffer<[b + 1], i64>, %owner: !tir.buffer<[t], i64>, %X
// LOOP: tir.for "i_rowso" (%{{.*}}) in [%all{{[_0-9]*}} ceildiv 4] parallel {
// The address is the round.
// LOOP: tir.load %X[{{(4 \* %i_rowso \+ %i_rowsi|%i_rowsi \+ 4 \* %i_rowso)}}, %k]
// LOOP: tir.func private @owners(
// LOOP: relax.func @main
// LOOP-COUNT-1: relax.call_tir @owners(%a)
// LOOP-NOT: @owners
// LOOP: return
// The prelude: 7 and 33 words, once.
// RUN: env RELAX_CACHE_DIR= relax-run %t.mlir --mode=compiled --counters --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 | FileCheck %s --check-prefix=WORDS
// WORDS: kernels_run=4
// WORDS: aux_bytes=320 prelude_kernels=2{{$}}
// RUN: env RELAX_CACHE_DIR= relax-run %t.mlir --mode=compiled --profile --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 2>&1 | FileCheck %s --check-prefix=TIMES
// TIMES-DAG: owners (prelude)
// TIMES-DAG: prefix (prelude)
// TIMES-DAG: places{{$}}

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
// The row's place in its instance is added: it is no dense program by itself.
tir.func private @places(%L: !tir.buffer<[b], i64>, %A: !tir.buffer<[b + 1], i64>, %X: !tir.buffer<[t, 8], f32>, %Y: !tir.buffer<[t, 8], f32>) schedule @rows {
  %ok = tir.ascends %A by (%L) : !tir.buffer<[b + 1], i64> by !tir.buffer<[b], i64>
  tir.check %ok stops else "index out of bounds"
  tir.compute "clear" (%r, %k) in [t, 8] {
    %zero = arith.constant 0.0 : f32
    tir.store %zero, %Y[%r, %k] : !tir.buffer<[t, 8], f32>
  }
  tir.for "i" (%i) in [b] {
    %l = tir.load %L[%i] : !tir.buffer<[b], i64>
    %n = arith.index_cast %l : i64 to index
    %a = tir.load %A[%i] : !tir.buffer<[b + 1], i64>
    %p = arith.index_cast %a : i64 to index
    tir.compute "row" (%j, %k) in [%n, 8] {
      %x = tir.load %X[%p + %j, %k] : !tir.buffer<[t, 8], f32>
      %w = tir.extent (%j + 10 * %i) : index
      %d = arith.index_cast %w : index to i64
      %f = arith.sitofp %d : i64 to f32
      %y = arith.addf %x, %f : f32
      tir.store %y, %Y[%p + %j, %k] : !tir.buffer<[t, 8], f32>
    }
  }
  tir.return
}
tir.schedule @rows {
  %i, %row, %A, %X = tir.find "i", "row", "A", "X"
  %j = tir.loops %row
  %f = tir.fuse %i, %j starts %A rows %X
  %fo, %fi = tir.split %f by 4
  tir.parallel %fo
}
tir.func private @twice(%L: !tir.buffer<[b], i64>, %X: !tir.buffer<[t, 8], f32>, %A: !tir.buffer<[b + 1], i64>, %Y: !tir.buffer<[t, 8], f32>) schedule @both {
  %ok = tir.ascends %A by (%L) : !tir.buffer<[b + 1], i64> by !tir.buffer<[b], i64>
  tir.check %ok stops else "index out of bounds"
  tir.for "i" (%i) in [b] {
    %l = tir.load %L[%i] : !tir.buffer<[b], i64>
    %n = arith.index_cast %l : i64 to index
    %a = tir.load %A[%i] : !tir.buffer<[b + 1], i64>
    %p = arith.index_cast %a : i64 to index
    tir.compute "first" (%j, %k) in [%n, 8] {
      %x = tir.load %X[%p + %j, %k] : !tir.buffer<[t, 8], f32>
      tir.store %x, %Y[%p + %j, %k] : !tir.buffer<[t, 8], f32>
    }
  }
  tir.for "m" (%i) in [b] {
    %l = tir.load %L[%i] : !tir.buffer<[b], i64>
    %n = arith.index_cast %l : i64 to index
    %a = tir.load %A[%i] : !tir.buffer<[b + 1], i64>
    %p = arith.index_cast %a : i64 to index
    tir.compute "second" (%j, %k) in [%n, 8] {
      %y = tir.load %Y[%p + %j, %k] : !tir.buffer<[t, 8], f32>
      %z = arith.addf %y, %y : f32
      tir.store %z, %Y[%p + %j, %k] : !tir.buffer<[t, 8], f32>
    }
  }
  tir.return
}
tir.schedule @both {
  %i, %first, %m, %second, %A, %Y = tir.find "i", "first", "m", "second", "A", "Y"
  %j = tir.loops %first
  %f = tir.fuse %i, %j starts %A rows %Y
  %k = tir.loops %second
  %g = tir.fuse %m, %k starts %A rows %Y
}
relax.func @main(%len: !relax.tensor<[b], i64>, %x: !relax.tensor<[t, 8], f32>) -> !relax.tensor<[t, 8], f32> {
  %a = relax.call_tir @prefix(%len) : (!relax.tensor<[b], i64>) -> !relax.tensor<[b + 1], i64>
  %z = relax.call_tir @twice(%len, %x, %a) : (!relax.tensor<[b], i64>, !relax.tensor<[t, 8], f32>, !relax.tensor<[b + 1], i64>) -> !relax.tensor<[t, 8], f32>
  %y = relax.call_tir @places(%len, %a, %z) : (!relax.tensor<[b], i64>, !relax.tensor<[b + 1], i64>, !relax.tensor<[t, 8], f32>) -> !relax.tensor<[t, 8], f32>
  relax.return %y : !relax.tensor<[t, 8], f32>
}

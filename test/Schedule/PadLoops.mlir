// Storage and rounds of tiles up to multiples: the same values, and vectors without a rest.
// RUN: sed 's/ schedule @pads//; /^tir.schedule/,/^}/d' %s > %t.plain.mlir
// RUN: relax-opt %s --relax-apply-schedule=stop-after=2 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=5xi64=3,0,17,64,16 --dims=t=100 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule=stop-after=3 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=5xi64=3,0,17,64,16 --dims=t=100 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule=stop-after=4 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=5xi64=3,0,17,64,16 --dims=t=100 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=5xi64=3,0,17,64,16 --dims=t=100 | FileCheck %s
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=1xi64=1 --dims=t=1 | FileCheck %s
// CHECK: agree: 1 result
// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s --check-prefix=LOOP
// LOOP: tir.alloc "T" local : !tir.buffer<[64], f32>
// LOOP: tir.for "s" (%s) in [16 * (min(%n - 60 * %u, 60) ceildiv 16)] vector 16 {
// The multiply-adds of what is padded are counted.
// RUN: relax-opt %s --relax-apply-schedule=stop-after=3 | env RELAX_CACHE_DIR= relax-run - --mode=compiled --counters --input=len=1xi64=17 --dims=t=17 | FileCheck %s --check-prefix=WORK
// WORK: multiply_adds=50
// RUN: env RELAX_CACHE_DIR= relax-run %t.plain.mlir --mode=compiled --counters --input=len=1xi64=17 --dims=t=17 | FileCheck %s --check-prefix=EXACT
// EXACT: multiply_adds=35
tir.func private @tiles(%L: !tir.buffer<[b], i64>, %A: !tir.buffer<[b + 1], i64>, %X: !tir.buffer<[t], f32>, %Y: !tir.buffer<[t], f32>) schedule @pads {
  %ok = tir.ascends %A by (%L) : !tir.buffer<[b + 1], i64> by !tir.buffer<[b], i64>
  tir.check %ok stops else "index out of bounds"
  tir.for "i" (%i) in [b] {
    %l = tir.load %L[%i] : !tir.buffer<[b], i64>
    %n = arith.index_cast %l : i64 to index
    %a = tir.load %A[%i] : !tir.buffer<[b + 1], i64>
    %p = arith.index_cast %a : i64 to index
    tir.for "u" (%u) in [%n ceildiv 60] {
      %T = tir.alloc "T" local : !tir.buffer<[60], f32>
      tir.for "c" (%c) in [min(60, %n - 60 * %u)] {
        %x = tir.load %X[%p + 60 * %u + %c] : !tir.buffer<[t], f32>
        tir.store %x, %T[%c] : !tir.buffer<[60], f32>
      }
      tir.for "s" (%s) in [min(60, %n - 60 * %u)] {
        %x = tir.load %T[%s] : !tir.buffer<[60], f32>
        %y = arith.mulf %x, %x : f32
        tir.store %y, %T[%s] : !tir.buffer<[60], f32>
      }
      tir.for "d" (%d) in [min(60, %n - 60 * %u)] {
        %x = tir.load %T[%d] : !tir.buffer<[60], f32>
        %y = arith.addf %x, %x : f32
        tir.store %y, %Y[%p + 60 * %u + %d] : !tir.buffer<[t], f32>
      }
    }
  }
  tir.return
}
tir.schedule @pads {
  %s, %T = tir.find "s", "T"
  tir.pad_dimension %T 0 to 16
  tir.pad_loop %s to 16
  tir.vectorize %s 16
}
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
relax.func @main(%len: !relax.tensor<[b], i64>, %x: !relax.tensor<[t], f32>) -> !relax.tensor<[t], f32> {
  %a = relax.call_tir @prefix(%len) : (!relax.tensor<[b], i64>) -> !relax.tensor<[b + 1], i64>
  %y = relax.call_tir @tiles(%len, %a, %x) : (!relax.tensor<[b], i64>, !relax.tensor<[b + 1], i64>, !relax.tensor<[t], f32>) -> !relax.tensor<[t], f32>
  relax.return %y : !relax.tensor<[t], f32>
}

// A program that asks for rows one behind the other, interpreted and compiled: it runs for tables that are such, and fails
// before it writes anything for others.
// RUN: relax-run %s --mode=reference --input=len=3xi64=2,0,3 --input=at=4xi64=0,2,2,6 | FileCheck %s --check-prefix=RUNS
// RUN: relax-run %s --mode=compiled --input=len=3xi64=2,0,3 --input=at=4xi64=0,2,2,6 | FileCheck %s --check-prefix=RUNS
// RUNS: dense<[0.0, 0.0, 2.0, 2.0, 2.0, 2.0]>
// RUN: not relax-run %s --mode=reference --input=len=3xi64=2,0,3 --input=at=4xi64=0,1,2,6 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not relax-run %s --mode=compiled --input=len=3xi64=2,0,3 --input=at=4xi64=0,1,2,6 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not relax-run %s --mode=reference --input=len=3xi64=2,-1,3 --input=at=4xi64=0,2,2,6 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not relax-run %s --mode=compiled --input=len=3xi64=2,-1,3 --input=at=4xi64=0,2,2,6 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not relax-run %s --mode=reference --input=len=3xi64=2,0,3 --input=at=4xi64=-1,2,2,6 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not relax-run %s --mode=compiled --input=len=3xi64=2,0,3 --input=at=4xi64=-1,2,2,6 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not relax-run %s --entry=squares --mode=reference --input=len=2xi64=1,3037000500 --input=at=3xi64=0,1,9223372036854775807 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not relax-run %s --entry=squares --mode=compiled --input=len=2xi64=1,3037000500 --input=at=3xi64=0,1,9223372036854775807 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: relax-run %s --entry=squares --mode=compiled --input=len=2xi64=0,3 --input=at=3xi64=0,5,14 | FileCheck %s --check-prefix=SQUARES
// RUN: relax-run %s --entry=squares --mode=reference --input=len=2xi64=0,3 --input=at=3xi64=0,5,14 | FileCheck %s --check-prefix=SQUARES
// SQUARES: dense<[0.0, 5.0]>
// STOPS: index out of bounds

tir.func private @begins(%L: !tir.buffer<[b], i64>, %A: !tir.buffer<[b + 1], i64>, %Y: !tir.buffer<[2 * b], f32>) {
  %ok = tir.ascends %A by (%L) : !tir.buffer<[b + 1], i64> by !tir.buffer<[b], i64>
  tir.check %ok stops else "index out of bounds"
  tir.compute "begins" (%i, %j) in [b, 2] {
    %a = tir.load %A[%i] : !tir.buffer<[b + 1], i64>
    %f = arith.sitofp %a : i64 to f32
    tir.store %f, %Y[2 * %i + %j] : !tir.buffer<[2 * b], f32>
  }
  tir.return
}
tir.func private @begin_squares(%L: !tir.buffer<[b], i64>, %A: !tir.buffer<[b + 1], i64>, %Y: !tir.buffer<[b], f32>) {
  %ok = tir.ascends %A by (%L, %L) : !tir.buffer<[b + 1], i64> by !tir.buffer<[b], i64>, !tir.buffer<[b], i64>
  tir.check %ok stops else "index out of bounds"
  tir.compute "begins" (%i) in [b] {
    %a = tir.load %A[%i] : !tir.buffer<[b + 1], i64>
    %f = arith.sitofp %a : i64 to f32
    tir.store %f, %Y[%i] : !tir.buffer<[b], f32>
  }
  tir.return
}
relax.func @main(%len: !relax.tensor<[b], i64>, %at: !relax.tensor<[b + 1], i64>) -> !relax.tensor<[2 * b], f32> {
  %y = relax.call_tir @begins(%len, %at) : (!relax.tensor<[b], i64>, !relax.tensor<[b + 1], i64>) -> !relax.tensor<[2 * b], f32>
  relax.return %y : !relax.tensor<[2 * b], f32>
}
relax.func @squares(%len: !relax.tensor<[b], i64>, %at: !relax.tensor<[b + 1], i64>) -> !relax.tensor<[b], f32> {
  %y = relax.call_tir @begin_squares(%len, %at) : (!relax.tensor<[b], i64>, !relax.tensor<[b + 1], i64>) -> !relax.tensor<[b], f32>
  relax.return %y : !relax.tensor<[b], f32>
}

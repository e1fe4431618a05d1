// Loads of tables go out of the loops that do not change them: the same values after every step, one load for all that have one place.
// RUN: sed 's/ schedule @rows//; /^tir.schedule/,/^}/d' %s > %t.plain.mlir
// RUN: relax-opt %s --relax-apply-schedule=stop-after=2 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=5xi64=3,0,9,1,4 --dims=t=17 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule=stop-after=3 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=5xi64=3,0,9,1,4 --dims=t=17 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=5xi64=3,0,9,1,4 --dims=t=17 | FileCheck %s
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=0xi64= --dims=t=0 | FileCheck %s
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --input=len=2xi64=0,0 --dims=t=0 | FileCheck %s
// CHECK: agree: 1 result
// RUN: FileCheck %s --check-prefix=BODY < %t.mlir
// BODY: tir.for "i" (%i)
// BODY-COUNT-1: tir.load %A[%i]
// BODY: arith.index_cast
// BODY-COUNT-1: tir.load %S[%i]
// BODY: tir.for "r"
// BODY-NOT: tir.load %A
// BODY-NOT: tir.load %S
// BODY: tir.return
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
tir.func private @scaled(%L: !tir.buffer<[b], i64>, %A: !tir.buffer<[b + 1], i64>, %S: !tir.buffer<[b], f32>, %X: !tir.buffer<[t, 16], f32>, %Y: !tir.buffer<[t, 16], f32>) schedule @rows {
  %ok = tir.ascends %A by (%L) : !tir.buffer<[b + 1], i64> by !tir.buffer<[b], i64>
  tir.check %ok stops else "index out of bounds"
  tir.for "i" (%i) in [b] {
    %l = tir.load %L[%i] : !tir.buffer<[b], i64>
    %n = arith.index_cast %l : i64 to index
    tir.for "r" (%j) in [%n] {
      tir.compute "row" (%k) in [16] {
        %a = tir.load %A[%i] : !tir.buffer<[b + 1], i64>
        %p = arith.index_cast %a : i64 to index
        %s = tir.load %S[%i] : !tir.buffer<[b], f32>
        %x = tir.load %X[%p + %j, %k] : !tir.buffer<[t, 16], f32>
        %again = tir.load %A[%i] : !tir.buffer<[b + 1], i64>
        %q = arith.index_cast %again : i64 to index
        %y = arith.mulf %x, %s : f32
        tir.store %y, %Y[%q + %j, %k] : !tir.buffer<[t, 16], f32>
      }
    }
  }
  tir.return
}
tir.schedule @rows {
  %i, %A, %S = tir.find "i", "A", "S"
  tir.hoist %S at %i
  tir.hoist %A at %i
}
relax.func @main(%len: !relax.tensor<[b], i64>, %s: !relax.tensor<[b], f32>, %x: !relax.tensor<[t, 16], f32>) -> !relax.tensor<[t, 16], f32> {
  %a = relax.call_tir @prefix(%len) : (!relax.tensor<[b], i64>) -> !relax.tensor<[b + 1], i64>
  %y = relax.call_tir @scaled(%len, %a, %s, %x) : (!relax.tensor<[b], i64>, !relax.tensor<[b + 1], i64>, !relax.tensor<[b], f32>, !relax.tensor<[t, 16], f32>) -> !relax.tensor<[t, 16], f32>
  relax.return %y : !relax.tensor<[t, 16], f32>
}

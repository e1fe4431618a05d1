// Threads take the longest instance that is left: values are the same after every step, on any number of threads, with rows between
// that nothing writes; the order itself is in test/unit/RuntimeParallelOrder.c.
// RUN: sed 's/ schedule @rows//; /^tir.schedule/,/^}/d' %s > %t.plain.mlir
// RUN: relax-opt %s --relax-apply-schedule=stop-after=2 -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --threads=3 --input=len=6xi64=3,0,1,900,4,8 --dims=t=916 | FileCheck %s
// RUN: relax-opt %s --relax-apply-schedule -o %t.mlir && relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --threads=3 --input=len=6xi64=3,0,1,900,4,8 --dims=t=916 | FileCheck %s
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --threads=2 --input=len=7xi64=500,400,300,20,10,5,1 --dims=t=1236 | FileCheck %s
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=reference --input=len=6xi64=3,0,1,17,4,8 --dims=t=33 | FileCheck %s
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --threads=1 --input=len=0xi64= --dims=t=0 | FileCheck %s
// RUN: relax-run %t.mlir --against=%t.plain.mlir --mode=compiled --poison --threads=4 --input=len=2xi64=0,0 --dims=t=0 | FileCheck %s
// CHECK: agree: 1 result
// The table comes first, and the call has it.
// RUN: FileCheck %s --check-prefix=LOOP < %t.mlir
// LOOP: tir.for "i" (%i) in [b] parallel attributes {tir.longest_first} {
// LOOP-NEXT: tir.load %L[%i]
// RUN: relax-opt %t.mlir --pass-pipeline='builtin.module(tir.func(tir-check-bounds{bounds=report}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROVED --allow-empty
// PROVED-NOT: parallel rounds
// RUN: relax-opt %t.mlir --relax-pipeline=cpu | relax-translate --emit-llvm | FileCheck %s --check-prefix=CALL
// CALL: call void @relax_longest_first(ptr {{.*}}.task, ptr {{.*}}, i64 0, i64 %{{.*}}, ptr %{{.*}})

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
tir.func private @double(%L: !tir.buffer<[b], i64>, %A: !tir.buffer<[b + 1], i64>, %X: !tir.buffer<[t, 64], f32>, %Y: !tir.buffer<[t, 64], f32>) schedule @rows {
  %ok = tir.ascends %A by (%L) : !tir.buffer<[b + 1], i64> by !tir.buffer<[b], i64>
  tir.check %ok stops else "index out of bounds"
  tir.for "i" (%i) in [b] {
    %a = tir.load %A[%i] : !tir.buffer<[b + 1], i64>
    %p = arith.index_cast %a : i64 to index
    %l = tir.load %L[%i] : !tir.buffer<[b], i64>
    %n = arith.index_cast %l : i64 to index
    tir.compute "row" (%j, %k) in [%n, 64] {
      %x = tir.load %X[%p + %j, %k] : !tir.buffer<[t, 64], f32>
      %y = arith.addf %x, %x : f32
      tir.store %y, %Y[%p + %j, %k] : !tir.buffer<[t, 64], f32>
    }
  }
  tir.return
}
tir.schedule @rows {
  %i, %L = tir.find "i", "L"
  tir.parallel %i
  tir.remap %i by %L
}
relax.func @main(%len: !relax.tensor<[b], i64>, %x: !relax.tensor<[t, 64], f32>) -> !relax.tensor<[t, 64], f32> {
  %a = relax.call_tir @prefix(%len) : (!relax.tensor<[b], i64>) -> !relax.tensor<[b + 1], i64>
  %y = relax.call_tir @double(%len, %a, %x) : (!relax.tensor<[b], i64>, !relax.tensor<[b + 1], i64>, !relax.tensor<[t, 64], f32>) -> !relax.tensor<[t, 64], f32>
  relax.return %y : !relax.tensor<[t, 64], f32>
}

// A reduction with several components moves with all of its buffers: an online softmax in one loop over rows, its states in lanes.
// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s
// RUN: sed 's/ schedule @rows//; /^tir.schedule @rows/,/^}/d' %s > %t.mlir
// RUN: relax-run %s --against=%t.mlir --cases=8 | FileCheck %s --check-prefix=AGREE
// AGREE: agree: 8 calls of 1 function

tir.monoid @online (f32, f32) identity (-inf, 0.0) {
^combine(%m: f32, %s: f32, %n: f32, %t: f32):
  %zero = arith.constant 0.0 : f32
  %max = arith.maximumf %m, %n : f32
  %low = arith.minimumf %m, %n : f32
  %same = arith.cmpf oeq, %low, %max : f32
  %diff = arith.subf %low, %max : f32
  %by = arith.select %same, %zero, %diff : f32
  %scale = math.exp %by : f32
  %first = arith.cmpf oge, %m, %n : f32
  %large = arith.select %first, %s, %t : f32
  %small = arith.select %first, %t, %s : f32
  %scaled = arith.mulf %small, %scale : f32
  %sum = arith.addf %large, %scaled : f32
  tir.yield %max, %sum : f32, f32
}
tir.func private @softmax(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n, m], f32>) schedule @rows {
  %ML = tir.alloc "ML" workspace : !tir.buffer<[n, 16], f32>
  %SL = tir.alloc "SL" workspace : !tir.buffer<[n, 16], f32>
  %M = tir.alloc "M" workspace : !tir.buffer<[n], f32>
  %S = tir.alloc "S" workspace : !tir.buffer<[n], f32>
  tir.compute "lanes" (%i, %r, reduce %k) in [n, 16, m ceildiv 16] {
    %one = arith.constant 1.0 : f32
    %none = arith.constant 0xFF800000 : f32
    %x = tir.load %X[%i, 16 * %k + %r] pad %none : !tir.buffer<[n, m], f32>
    tir.reduce @online(%x, %one) into (%ML[%i, %r], %SL[%i, %r]) : !tir.buffer<[n, 16], f32>, !tir.buffer<[n, 16], f32>
  }
  tir.compute "stat" (%i, reduce %r) in [n, 16] {
    %x = tir.load %ML[%i, %r] : !tir.buffer<[n, 16], f32>
    %y = tir.load %SL[%i, %r] : !tir.buffer<[n, 16], f32>
    tir.reduce @online(%x, %y) into (%M[%i], %S[%i]) : !tir.buffer<[n], f32>, !tir.buffer<[n], f32>
  }
  tir.compute "div" (%i, %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
    %t = tir.load %M[%i] : !tir.buffer<[n], f32>
    %s = tir.load %S[%i] : !tir.buffer<[n], f32>
    %d = arith.subf %x, %t : f32
    %e = math.exp %d : f32
    %y = arith.divf %e, %s : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}
tir.schedule @rows {
  %lanes, %stat, %div = tir.find "lanes", "stat", "div"
  %ML, %SL, %M, %S = tir.find "ML", "SL", "M", "S"
  %i, %j = tir.loops %div
  tir.compute_at %stat, %i
  tir.compute_at %lanes, %i
  tir.place %M local
  tir.place %S local
  tir.place %ML local
  tir.place %SL local
  tir.parallel %i
  tir.vectorize %j 16
  %i2, %r, %k = tir.loops %lanes
  tir.reorder %k, %r
  tir.vectorize %r 16
}
relax.func @main(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32> {
  %y = relax.call_tir @softmax(%x) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
  relax.return %y : !relax.tensor<[n, m], f32>
}

// CHECK-LABEL: tir.func private @softmax(
// CHECK-NEXT: tir.for "i" (%i) in [n] parallel {
// CHECK-DAG: %SL_stage = tir.alloc "SL" local : !tir.buffer<[1, 16], f32>
// CHECK-DAG: %ML_stage = tir.alloc "ML" local : !tir.buffer<[1, 16], f32>
// CHECK: tir.for "k" (reduce %k) in [m ceildiv 16] {
// CHECK-NEXT: tir.for "r" (%r) in [16] vector 16 {
// CHECK: tir.reduce @online(%x, %one) into (%ML_stage[0, %r], %SL_stage[0, %r])
// CHECK: tir.compute "stat" (%i_0, reduce %r) in [1, 16] {
// CHECK: tir.reduce @online(%x, %y) into (%M_stage[%i_0], %S_stage[%i_0])
// CHECK: tir.for "j" (%j) in [m] vector 16 {

// The position of the largest element: nobody reads the element itself.
tir.monoid @arg_max (f32, i64) identity (-inf, -1) {
^combine(%a: f32, %i: i64, %b: f32, %j: i64):
  %less = arith.cmpf olt, %a, %b : f32
  %c = arith.select %less, %b, %a : f32
  %k = arith.select %less, %j, %i : i64
  tir.yield %c, %k : f32, i64
}
tir.func @place(%X: !tir.buffer<[n, m], f32>, %P: !tir.buffer<[n], i64>) where (n <= 9) schedule @places {
  %V = tir.alloc "V" workspace : !tir.buffer<[n], f32>
  %I = tir.alloc "I" workspace : !tir.buffer<[n], i64>
  tir.compute "largest" (%i, reduce %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
    %j64 = arith.index_cast %j : index to i64
    tir.reduce @arg_max(%x, %j64) into (%V[%i], %I[%i]) : !tir.buffer<[n], f32>, !tir.buffer<[n], i64>
  }
  tir.compute "double" (%i) in [n] {
    %p = tir.load %I[%i] : !tir.buffer<[n], i64>
    %q = arith.addi %p, %p : i64
    tir.store %q, %P[%i] : !tir.buffer<[n], i64>
  }
  tir.return
}
tir.schedule @places {
  %largest, %double = tir.find "largest", "double"
  %i = tir.loops %double
  tir.compute_at %largest, %i
}
// CHECK-LABEL: tir.func @place(
// CHECK-NEXT: tir.for "i" (%i) in [n] {
// CHECK-DAG: %V_stage = tir.alloc "V" workspace : !tir.buffer<[1], f32>
// CHECK-DAG: %I_stage = tir.alloc "I" workspace : !tir.buffer<[1], i64>
// CHECK: tir.compute "largest" (%i_0, reduce %j) in [1, m] {
// CHECK: into (%V_stage[%i_0], %I_stage[%i_0])

// In a parallel loop workspaces stay as they are; each round has its own part.
tir.func @threads(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @threads_cpu {
  %T = tir.alloc "T" workspace : !tir.buffer<[n, 8], f32>
  tir.compute "make" (%i, %j) in [n, 8] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
    tir.store %x, %T[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.compute "use" (%i, %j) in [n, 8] {
    %t = tir.load %T[%i, %j] : !tir.buffer<[n, 8], f32>
    tir.store %t, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @threads_cpu {
  %make, %use = tir.find "make", "use"
  %i, %j = tir.loops %use
  tir.parallel %i
  tir.compute_at %make, %i
}
// CHECK-LABEL: tir.func @threads(
// CHECK-NEXT: %T = tir.alloc "T" workspace : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: tir.for "i" (%i) in [n] parallel {
// CHECK-NEXT: tir.compute "make" (%i_0, %j) in [1, 8] {
// CHECK: tir.store %x, %T[%i + %i_0, %j]

// RUN: relax-opt %s --lower-tir --canonicalize --cse | FileCheck %s
// A second run changes nothing.
// RUN: relax-opt %s --lower-tir -o %t.mlir
// RUN: relax-opt %t.mlir --lower-tir | diff %t.mlir -

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.monoid @count (i32) identity (0) {
^combine(%a: i32, %b: i32):
  %c = arith.addi %a, %b : i32
  tir.yield %c : i32
}
tir.monoid @argmax (f32, i64) identity (-inf, -1) {
^combine(%v: f32, %i: i64, %w: f32, %j: i64):
  %c = arith.cmpf ogt, %w, %v : f32
  %m = arith.select %c, %w, %v : f32
  %k = arith.select %c, %j, %i : i64
  tir.yield %m, %k : f32, i64
}

// The state is carried by the reduce loop and stored once, also if it has no
// iterations.
// CHECK-LABEL: tir.func @rms
tir.func @rms(%X: !tir.buffer<[n, 768], f32>, %S: !tir.buffer<[n], f32>) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK-DAG: %[[X:.*]] = tir.as_memref %X : !tir.buffer<[n, 768], f32> to memref<?x768xf32>
  // CHECK-DAG: %[[S:.*]] = tir.as_memref %S : !tir.buffer<[n], f32> to memref<?xf32>
  // CHECK-DAG: %[[N:.*]] = tir.extent (n) : index
  // CHECK: scf.for %[[I:.*]] = %c0 to %[[N]] step %c1
  // CHECK-NEXT: %[[SUM:.*]] = scf.for %[[K:.*]] = %c0 to %c768 step %c1 iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32)
  // CHECK-NEXT: %[[V:.*]] = memref.load %[[X]][%[[I]], %[[K]]]
  // CHECK-NEXT: %[[Q:.*]] = arith.mulf %[[V]], %[[V]]
  // CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[ACC]], %[[Q]]
  // CHECK-NEXT: scf.yield %[[NEW]]
  // CHECK: memref.store %[[SUM]], %[[S]][%[[I]]]
  tir.compute "sq" (%i, reduce %k) in [n, 768] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, 768], f32>
    %q = arith.mulf %x, %x : f32
    tir.reduce @add (%q) into (%S[%i]) : !tir.buffer<[n], f32>
  }
  tir.return
}

// Long sums of floats have subtotals, of blocks and of inner loops, whose order is free.
// CHECK-LABEL: tir.func @subtotals
tir.func @subtotals(%X: !tir.buffer<[n, 7], f32>, %S: !tir.buffer<[], f32>) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[ALL:.*]] = scf.for %[[B:.*]] = %c0 to %[[N:.*]] step %c1024 iter_args(%[[A:.*]] = %[[ZERO]]) -> (f32)
  // CHECK-NEXT: %[[E:.*]] = arith.addi %[[B]], %c1024
  // CHECK-NEXT: %[[END:.*]] = arith.minsi %[[E]], %[[N]]
  // CHECK-NEXT: %[[BLOCK:.*]] = scf.for %[[I:.*]] = %[[B]] to %[[END]] step %c1 iter_args(%[[C:.*]] = %[[ZERO]]) -> (f32)
  // CHECK-NEXT: %[[ROW:.*]] = scf.for {{.*}} to %c7 step %c1 iter_args(%[[D:.*]] = %[[ZERO]]) -> (f32)
  // CHECK: arith.addf %[[D]], %{{.*}} fastmath<reassoc,contract> : f32
  // CHECK: %[[ROWS:.*]] = arith.addf %[[C]], %[[ROW]] : f32
  // CHECK-NEXT: scf.yield %[[ROWS]]
  // CHECK: %[[SUM:.*]] = arith.addf %[[A]], %[[BLOCK]] : f32
  // CHECK-NEXT: scf.yield %[[SUM]]
  // CHECK: memref.store %[[ALL]]
  tir.compute "s" (reduce %j, reduce %k) in [n, 7] {
    %x = tir.load %X[%j, %k] : !tir.buffer<[n, 7], f32>
    tir.reduce @add (%x) into (%S[]) : !tir.buffer<[], f32>
  }
  tir.return
}

// `update` starts from what the target holds; two reduce loops pass the state on.
// CHECK-LABEL: tir.func @update
tir.func @update(%X: !tir.buffer<[n, m, k], i32>, %S: !tir.buffer<[n], i32>) {
  // CHECK: scf.for %[[I:.*]] =
  // CHECK-NEXT: %[[OLD:.*]] = memref.load %{{.*}}[%[[I]]] : memref<?xi32>
  // CHECK-NEXT: %[[OUTER:.*]] = scf.for {{.*}} iter_args(%[[A:.*]] = %[[OLD]])
  // CHECK-NEXT: %[[INNER:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[A]])
  // CHECK: scf.yield %[[INNER]]
  // CHECK: memref.store %[[OUTER]]
  tir.compute "s" (%i, reduce %j, reduce %k) in [n, m, k] update {
    %x = tir.load %X[%i, %j, %k] : !tir.buffer<[n, m, k], i32>
    tir.reduce @count (%x) into (%S[%i]) : !tir.buffer<[n], i32>
  }
  tir.return
}

// A state of two components.
// CHECK-LABEL: tir.func @argmax_rows
tir.func @argmax_rows(%X: !tir.buffer<[n, m], f32>, %V: !tir.buffer<[n], f32>, %I: !tir.buffer<[n], i64>) {
  // CHECK-DAG: %[[LOW:.*]] = arith.constant 0xFF800000 : f32
  // CHECK-DAG: %[[NONE:.*]] = arith.constant -1 : i64
  // CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[LOW]], %{{.*}} = %[[NONE]]) -> (f32, i64)
  // CHECK: memref.store %[[R]]#0
  // CHECK: memref.store %[[R]]#1
  tir.compute "a" (%i, reduce %k) in [n, m] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, m], f32>
    %at = arith.index_cast %k : index to i64
    tir.reduce @argmax (%x, %at) into (%V[%i], %I[%i]) : !tir.buffer<[n], f32>, !tir.buffer<[n], i64>
  }
  tir.return
}

// The body reads its target: the state stays in memory, initialised per point.
// CHECK-LABEL: tir.func @running
tir.func @running(%X: !tir.buffer<[n, m], f32>, %S: !tir.buffer<[n], f32>, %R: !tir.buffer<[n, m], f32>) {
  // CHECK: scf.for %[[I:.*]] =
  // CHECK-NEXT: memref.store %cst, %[[S:.*]][%[[I]]]
  // CHECK-NEXT: scf.for
  // CHECK: %[[OLD:.*]] = memref.load %[[S]][%[[I]]]
  // CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[OLD]]
  // CHECK-NEXT: memref.store %[[NEW]], %[[S]][%[[I]]]
  // CHECK-NEXT: memref.load %[[S]][%[[I]]]
  tir.compute "r" (%i, reduce %k) in [n, m] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, m], f32>
    tir.reduce @add (%x) into (%S[%i]) : !tir.buffer<[n], f32>
    %r = tir.load %S[%i] : !tir.buffer<[n], f32>
    tir.store %r, %R[%i, %k] : !tir.buffer<[n, m], f32>
  }
  tir.return
}

// Spatial and scan iterators keep their order, reduce iterators go inside.
// CHECK-LABEL: tir.func @order
tir.func @order(%X: !tir.buffer<[n, m, k], f32>, %Y: !tir.buffer<[m, k], f32>) {
  // CHECK-DAG: %[[N:.*]] = tir.extent (n)
  // CHECK-DAG: %[[M:.*]] = tir.extent (m)
  // CHECK-DAG: %[[K:.*]] = tir.extent (k)
  // CHECK: scf.for %{{.*}} = %{{.*}} to %[[M]]
  // CHECK: scf.for %{{.*}} = %{{.*}} to %[[K]]
  // CHECK: scf.for %{{.*}} = %{{.*}} to %[[N]]
  tir.compute "o" (reduce %i, scan %j, %l) in [n, m, k] {
    %x = tir.load %X[%i, %j, %l] : !tir.buffer<[n, m, k], f32>
    tir.reduce @add (%x) into (%Y[%j, %l]) : !tir.buffer<[m, k], f32>
  }
  tir.return
}

// Index arithmetic; no test for what cannot be negative.
// CHECK-LABEL: tir.func @pad
tir.func @pad(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n], f32>) {
  // CHECK: scf.for %[[I:.*]] =
  // CHECK: %[[ROW:.*]] = arith.addi %[[I]], %c-1
  // CHECK: %[[COL:.*]] = arith.divui %[[I]], %c2
  // CHECK: %[[GE:.*]] = arith.cmpi sge, %[[ROW]], %c0
  // CHECK-NEXT: %[[LT:.*]] = arith.cmpi slt, %[[ROW]]
  // CHECK-NEXT: %[[AND:.*]] = arith.andi %[[GE]], %[[LT]]
  // CHECK-NEXT: %[[LT2:.*]] = arith.cmpi slt, %[[COL]], %c8
  // CHECK-NEXT: %[[IN:.*]] = arith.andi %[[AND]], %[[LT2]]
  // CHECK-NEXT: %[[V:.*]] = scf.if %[[IN]] -> (f32)
  // CHECK-NEXT: memref.load %{{.*}}[%[[ROW]], %[[COL]]]
  // CHECK: } else {
  // CHECK-NEXT: scf.yield %cst
  tir.compute "p" (%i) in [n] {
    %zero = arith.constant 0.0 : f32
    %x = tir.load %X[%i - 1, %i floordiv 2] pad %zero : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}

// CHECK-LABEL: tir.func @arithmetic
tir.func @arithmetic(%Y: !tir.buffer<[n], i64>) symbols (m) where (m >= 1) {
  tir.compute "a" (%i) in [n] {
    // CHECK: scf.for %[[I:.*]] =
    // CHECK-NEXT: %[[CEIL:.*]] = arith.ceildivui %[[I]], %[[M:.*]] :
    // CHECK-NEXT: %[[MOD:.*]] = arith.remui %[[I]], %[[M]]
    // CHECK-NEXT: %[[DIFF:.*]] = arith.subi %[[MOD]], %[[CEIL]]
    // CHECK-NEXT: %[[MAX:.*]] = arith.maxsi
    // CHECK-NEXT: %[[MIN:.*]] = arith.minsi %[[I]], %[[MAX]]
    // CHECK-NEXT: %[[MUL:.*]] = arith.muli %[[MIN]], %c3
    // CHECK-NEXT: %[[E:.*]] = arith.addi %[[DIFF]], %[[MUL]]
    %e = tir.extent (%i mod m + 3 * min(%i, max(n, m)) - %i ceildiv m) : index
    // The operands may be negative here.
    // CHECK-NEXT: arith.floordivsi %[[E]], %[[M]]
    // CHECK: arith.ceildivsi %[[E]], %[[M]]
    // CHECK: %[[REM:.*]] = arith.remsi %[[E]], %[[M]]
    // CHECK-NEXT: %[[UP:.*]] = arith.addi %[[REM]], %[[M]]
    // CHECK-NEXT: %[[NEG:.*]] = arith.cmpi slt, %[[REM]], %c0
    // CHECK-NEXT: arith.select %[[NEG]], %[[UP]], %[[REM]]
    %f = tir.extent (%e mod m + 2 * (%e floordiv m) + 4 * (%e ceildiv m)) : index
    %w = arith.index_cast %f : index to i64
    tir.store %w, %Y[%i] : !tir.buffer<[n], i64>
  }
  tir.return
}

// Parallel loops are parallel, inside of others as well, and local memory is in
// the innermost around it (one of two dimensions, after canonicalization); a loop
// to unroll is marked for LLVM.
// CHECK-LABEL: tir.func @loops
tir.func @loops(%Y: !tir.buffer<[n, m, 2], f32>) where (m <= 16) {
  // CHECK: %[[P:.*]] = memref.alloca() {alignment = 64 : i64} : memref<4xf32>
  // CHECK: scf.parallel (%{{.*}}, %[[J:.*]]) =
  // CHECK-NEXT: %[[T:.*]] = memref.alloca() {alignment = 64 : i64} : memref<16x2xf32>
  // CHECK-NEXT: scf.for %[[K:.*]] = %c0 to %c2 step %c1 {
  // CHECK: memref.store %{{.*}}, %[[T]][%[[J]], %[[K]]]
  // CHECK: } {tir.unroll}
  // CHECK: scf.reduce
  %P = tir.alloc "P" register : !tir.buffer<[4], f32>
  %zero = arith.constant 0.0 : f32
  tir.store %zero, %P[0] : !tir.buffer<[4], f32>
  tir.for "i" (%i) in [n] parallel {
    tir.for "j" (%j) in [m] parallel {
      %T = tir.alloc "T" local : !tir.buffer<[m, 2], f32>
      tir.for "k" (%k) in [2] unroll {
        %x = tir.load %P[%k] : !tir.buffer<[4], f32>
        tir.store %x, %T[%j, %k] : !tir.buffer<[m, 2], f32>
        %y = tir.load %T[%j, %k] : !tir.buffer<[m, 2], f32>
        tir.store %y, %Y[%i, %j, %k] : !tir.buffer<[n, m, 2], f32>
      }
    }
  }
  tir.return
}

// CHECK-LABEL: tir.func @workspace
tir.func @workspace(%X: !tir.buffer<[n], f32>) {
  // CHECK: %[[E:.*]] = arith.muli
  // CHECK: %[[W:.*]] = memref.alloc(%[[E]]) {alignment = 64 : i64} : memref<?x3xf32>
  // CHECK-NEXT: %[[V:.*]] = memref.load %[[W]][%c0, %c0]
  // CHECK: memref.dealloc %[[W]]
  // CHECK-NEXT: tir.return
  %W = tir.alloc "W" workspace : !tir.buffer<[2 * n, 3], f32>
  %w = tir.load %W[0, 0] : !tir.buffer<[2 * n, 3], f32>
  tir.store %w, %X[0] : !tir.buffer<[n], f32>
  tir.return
}

// Names of iterators survive; a target's index that is computed in the body is
// computed in front of the reduce loop.
// CHECK-LABEL: tir.func @indirect
tir.func @indirect(%P: !tir.buffer<[n], index>, %X: !tir.buffer<[n, 12], f32>, %Y: !tir.buffer<[n], f32>) {
  // CHECK: scf.for %row =
  // CHECK-NEXT: %[[AT:.*]] = memref.load %{{.*}}[%row] : memref<?xindex>
  // CHECK-NEXT: %[[SUM:.*]] = scf.for %column =
  // CHECK: memref.store %[[SUM]], %{{.*}}[%[[AT]]]
  tir.compute "s" (%row, reduce %column) in [n, 12] {
    %p = tir.load %P[%row] : !tir.buffer<[n], index>
    %x = tir.load %X[%row, %column] : !tir.buffer<[n, 12], f32>
    tir.reduce @add (%x) into (%Y[%p]) : !tir.buffer<[n], f32>
  }
  tir.return
}

// Lanes of a constant extent: whole vectors, then a shorter one, without the
// lanes for which there is no memory; what stands for registers has it. A value
// that all lanes share is broadcast. Products and sums may be fused.
// CHECK-LABEL: tir.func @lanes
tir.func @lanes(%A: !tir.buffer<[k], f32>, %B: !tir.buffer<[k, 23], f32>) {
  // CHECK: %[[T:.*]] = memref.alloca() {alignment = 64 : i64} : memref<24xf32>
  // CHECK: scf.for %[[K:.*]] =
  // CHECK: %[[OLD:.*]] = vector.load %[[T]][%c0] : memref<24xf32>, vector<16xf32>
  // CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[OLD]], %{{.*}} fastmath<contract> : vector<16xf32>
  // CHECK-NEXT: vector.store %[[NEW]], %[[T]][%c0] : memref<24xf32>, vector<16xf32>
  // CHECK: %[[MASK:.*]] = vector.constant_mask [7] : vector<8xi1>
  // CHECK: vector.maskedload %{{.*}}[%[[K]], %c16], %[[MASK]], %{{.*}} : memref<?x23xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  // CHECK: vector.store %{{.*}}, %[[T]][%c16] : memref<24xf32>, vector<8xf32>
  %T = tir.alloc "T" register : !tir.buffer<[23], f32>
  tir.for "k" (reduce %k) in [k] {
    tir.for "j" (%j) in [23] vector 16 {
      %a = tir.load %A[%k] : !tir.buffer<[k], f32>
      %b = tir.load %B[%k, %j] : !tir.buffer<[k, 23], f32>
      %p = arith.mulf %a, %b : f32
      tir.reduce @add (%p) into (%T[%j]) : !tir.buffer<[23], f32>
    }
  }
  tir.return
}

// Memory that is long enough is loaded without a mask, and keeps what stands
// behind the last round; one lane is a round, and what could trap is not
// computed for nothing.
// CHECK-LABEL: tir.func @rests
tir.func @rests(%A: !tir.buffer<[16], f32>, %B: !tir.buffer<[17], i32>, %C: !tir.buffer<[7], i32>) {
  // CHECK: vector.load %{{.*}}[%c8] : memref<16xf32>, vector<8xf32>
  // CHECK: vector.constant_mask [5] : vector<8xi1>
  // CHECK: vector.maskedstore %{{.*}}[%c8], %{{.*}} : memref<16xf32>, vector<8xi1>, vector<8xf32>
  tir.for "i" (%i) in [13] vector 8 {
    %a = tir.load %A[%i] : !tir.buffer<[16], f32>
    %s = math.sqrt %a : f32
    tir.store %s, %A[%i] : !tir.buffer<[16], f32>
  }
  // CHECK: vector.store %{{.*}}[%c8] : memref<17xi32>, vector<8xi32>
  // CHECK: memref.store %{{.*}}[%c16] : memref<17xi32>
  tir.for "j" (%j) in [17] vector 8 {
    %b = tir.load %B[%j] : !tir.buffer<[17], i32>
    %d = arith.addi %b, %b : i32
    tir.store %d, %B[%j] : !tir.buffer<[17], i32>
  }
  // CHECK: arith.divsi %{{.*}} : vector<4xi32>
  // CHECK: arith.divsi %{{.*}} : vector<2xi32>
  // CHECK: arith.divsi %{{.*}} : i32
  tir.for "k" (%k) in [7] vector 8 {
    %c = tir.load %C[%k] : !tir.buffer<[7], i32>
    %q = arith.divsi %c, %c : i32
    tir.store %q, %C[%k] : !tir.buffer<[7], i32>
  }
  tir.return
}

// CHECK-LABEL: tir.func @lanes_dynamic
tir.func @lanes_dynamic(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  // CHECK: scf.for %[[I:.*]] = %c0 to %{{.*}} step %c8
  // CHECK-NEXT: %[[X:.*]] = vector.load %{{.*}}[%[[I]]] : memref<?xf32>, vector<8xf32>
  // CHECK-NEXT: %[[Y:.*]] = math.sqrt %[[X]] : vector<8xf32>
  // CHECK-NEXT: vector.store %[[Y]]
  // CHECK: scf.for
  // CHECK-NEXT: memref.load
  // CHECK-NEXT: math.sqrt %{{.*}} : f32
  tir.for "i" (%i) in [n] vector 8 {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    %y = math.sqrt %x : f32
    tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}

// Elements that do not lie side by side: round by round.
// CHECK-LABEL: tir.func @strided
tir.func @strided(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n, 2], f32>) {
  // CHECK-NOT: vector.
  // CHECK: scf.for
  // CHECK-NOT: vector.
  // CHECK: tir.return
  tir.for "i" (%i) in [n] vector 8 {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    tir.store %x, %Y[%i, 1] : !tir.buffer<[n, 2], f32>
  }
  tir.return
}

// A copy per value, in which the bound is a constant and the local buffer is
// the copy's own; a last branch for all others is the body as written.
// CHECK-LABEL: tir.func @sizes
tir.func @sizes(%Y: !tir.buffer<[n], f32>) {
  // CHECK-COUNT-3: memref.alloca() {alignment = 64 : i64} : memref<4xf32>
  // CHECK: %[[SIZE:.*]] = arith.minsi
  // CHECK: %[[IS2:.*]] = arith.cmpi eq, %[[SIZE]], %c2
  // CHECK: scf.if %[[IS2]] {
  // CHECK: scf.for %{{.*}} = %c0 to %c2 step %c1
  // CHECK: %[[NOT2:.*]] = arith.cmpi ne, %[[SIZE]], %c2
  // CHECK: %[[IS4:.*]] = arith.cmpi eq, %[[SIZE]], %c4
  // CHECK: scf.if %[[IS4]] {
  // CHECK: scf.for %{{.*}} = %c0 to %c4 step %c1
  // CHECK: %[[NOT4:.*]] = arith.cmpi ne, %[[SIZE]], %c4
  // CHECK: %[[OTHERS:.*]] = arith.andi %[[NOT2]], %[[NOT4]]
  // CHECK: scf.if %[[OTHERS]] {
  // CHECK: scf.for %{{.*}} = %c0 to %[[SIZE]]
  tir.for "o" (%o) in [n ceildiv 4] {
    %T = tir.alloc "T" register : !tir.buffer<[4], f32>
    tir.specialize (min(4, n - 4 * %o)) in {2, 4} {
      tir.for "i" (%i) in [min(4, n - 4 * %o)] unroll {
        %x = tir.load %Y[4 * %o + %i] : !tir.buffer<[n], f32>
        tir.store %x, %T[%i] : !tir.buffer<[4], f32>
        %t = tir.load %T[3 - %i] : !tir.buffer<[4], f32>
        tir.store %t, %Y[4 * %o + %i] : !tir.buffer<[n], f32>
      }
    }
  }
  tir.return
}

// Lanes are checked together; what is left of them one by one.
// CHECK-LABEL: tir.func @checked(
tir.func @checked(%X: !tir.buffer<[17], i32>, %Y: !tir.buffer<[17], i32>) {
  // CHECK: %[[LANES:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : vector<16xi32>
  // CHECK-NEXT: %[[ALL:.*]] = vector.reduction <and>, %[[LANES]] : vector<16xi1> into i1
  // CHECK-NEXT: tir.check %[[ALL]] else "division by zero"
  // CHECK: %[[ONE:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : i32
  // CHECK-NEXT: tir.check %[[ONE]] else "division by zero"
  tir.for "i" (%i) in [17] vector 16 {
    %zero = arith.constant 0 : i32
    %x = tir.load %X[%i] : !tir.buffer<[17], i32>
    %ok = arith.cmpi ne, %x, %zero : i32
    tir.check %ok else "division by zero"
    tir.store %x, %Y[%i] : !tir.buffer<[17], i32>
  }
  tir.return
}

// With no other values there is no branch for them; a single one, or a constant,
// needs none at all.
// CHECK-LABEL: tir.func @only
tir.func @only(%Y: !tir.buffer<[n], f32>) where (n == 2) {
  // CHECK: scf.if
  // CHECK-NOT: scf.for
  // CHECK: scf.if
  // CHECK: scf.for %{{.*}} = %c0 to %c2 step %c1
  // CHECK-NOT: scf.if
  // CHECK: tir.return
  tir.specialize (n) in 1 to 2 only {
    tir.for "i" (%i) in [n] unroll {
      %x = tir.load %Y[%i] : !tir.buffer<[n], f32>
      tir.store %x, %Y[%i] : !tir.buffer<[n], f32>
    }
  }
  tir.specialize (n) in {2} only {
    tir.for "j" (%j) in [n] unroll {
      %x = tir.load %Y[%j] : !tir.buffer<[n], f32>
      tir.store %x, %Y[%j] : !tir.buffer<[n], f32>
    }
  }
  tir.specialize (2) in {1, 3} {
    tir.for "k" (%k) in [2] unroll {
      %x = tir.load %Y[%k] : !tir.buffer<[n], f32>
      tir.store %x, %Y[%k] : !tir.buffer<[n], f32>
    }
  }
  tir.return
}

// The index of a fetch is a constant where the value is known, as those of loads are.
// CHECK-LABEL: tir.func @specialized_fetch
tir.func @specialized_fetch(%Y: !tir.buffer<[n], f32>) {
  // CHECK: scf.if
  // CHECK-NOT: arith
  // CHECK: memref.prefetch %{{.*}}[%c3]
  // CHECK: scf.if
  // CHECK-NOT: memref.prefetch %{{.*}}[%c3]
  // CHECK: tir.return
  tir.specialize (n) in {4} {
    tir.fetch %Y[n - 1] : !tir.buffer<[n], f32>
  }
  tir.return
}

// Memory that is taken behind a check goes back behind it, too; what is taken in front goes back in any case.
// CHECK-LABEL: tir.func @taken(
// CHECK: %[[A:.*]] = memref.alloc() : memref<1xf32>
// CHECK: scf.if
// CHECK: %[[B:.*]] = memref.alloc() : memref<2xf32>
// CHECK: memref.dealloc %[[B]]
// CHECK: }
// CHECK: memref.dealloc %[[A]]
// CHECK-NEXT: tir.return
tir.func @taken(%X: !tir.buffer<[n], f32>) {
  %n = tir.extent (n) : index
  %c3 = arith.constant 3 : index
  %ok = arith.cmpi sge, %n, %c3 : index
  %A = memref.alloc() : memref<1xf32>
  tir.check %ok stops else "shapes do not fit"
  %B = memref.alloc() : memref<2xf32>
  %c0 = arith.constant 0 : index
  %x = tir.load %X[0] : !tir.buffer<[n], f32>
  memref.store %x, %A[%c0] : memref<1xf32>
  memref.store %x, %B[%c0] : memref<2xf32>
  %a = memref.load %A[%c0] : memref<1xf32>
  %b = memref.load %B[%c0] : memref<2xf32>
  %y = arith.addf %a, %b : f32
  tir.store %y, %X[0] : !tir.buffer<[n], f32>
  memref.dealloc %A : memref<1xf32>
  memref.dealloc %B : memref<2xf32>
  tir.return
}

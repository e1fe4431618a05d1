// Rows that lie one behind the other, as a table says: the rounds of a loop over them use different elements, if the table is
// gone through before. Programs of the test write what does not follow from it.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(tir-check-bounds))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(tir-check-bounds,lower-tir))' | FileCheck %s --check-prefix=LOWERED

!L = !tir.buffer<[b], i64>
!A = !tir.buffer<[b + 1], i64>
!Y = !tir.buffer<[e], f32>
// CHECK-LABEL: @rows
// CHECK: tir.for "i" {{.*}} parallel
// No loop is inside of the one over rows but that over a row: begins are read, not looked for.
// LOWERED-LABEL: @rows
// LOWERED: scf.for
// LOWERED: scf.parallel
// LOWERED: scf.for
// LOWERED-NOT: scf.for
// LOWERED: tir.return
tir.func @rows(%L: !L, %A: !A, %Y: !Y) {
  %ok = tir.ascends %A by (%L) : !A by !L
  tir.check %ok stops else "index out of bounds"
  tir.for "i" (%i) in [b] parallel {
    %l = tir.load %L[%i] : !L
    %n = arith.index_cast %l : i64 to index
    %a = tir.load %A[%i] : !A
    %p = arith.index_cast %a : i64 to index
    %left = tir.extent (e - %p - %n) : index
    %nil = arith.constant 0 : index
    %fits = arith.cmpi sge, %left, %nil : index
    tir.check %fits stops else "index out of bounds"
    tir.compute "set" (%j) in [%n] {
      %one = arith.constant 1.0 : f32
      tir.store %one, %Y[%p + %j] : !Y
    }
  }
  tir.return
}

// Squares of lengths, by panels of rows.
// CHECK-LABEL: @panels
// CHECK: tir.for "io" {{.*}} parallel
tir.func @panels(%L: !L, %A: !A, %Y: !Y) {
  %ok = tir.ascends %A by (%L, %L) : !A by !L, !L
  tir.check %ok stops else "index out of bounds"
  tir.for "io" (%io) in [b ceildiv 4] parallel {
    tir.for "ii" (%ii) in [min(4, b - 4 * %io)] {
      %l = tir.load %L[4 * %io + %ii] : !L
      %n = arith.index_cast %l : i64 to index
      %a = tir.load %A[4 * %io + %ii] : !A
      %p = arith.index_cast %a : i64 to index
      %left = tir.extent (e - %p - %n * %n) : index
      %nil = arith.constant 0 : index
      %fits = arith.cmpi sge, %left, %nil : index
      tir.check %fits stops else "index out of bounds"
      tir.compute "set" (%j, %k) in [%n, %n] {
        %one = arith.constant 1.0 : f32
        tir.store %one, %Y[%p + %j * %n + %k] : !Y
      }
    }
  }
  tir.return
}

// A row more than the table has.
// CHECK-LABEL: @longer
// CHECK: tir.for "i" {{.*}} in [b] {
tir.func @longer(%L: !L, %A: !A, %Y: !Y) {
  %ok = tir.ascends %A by (%L) : !A by !L
  tir.check %ok stops else "index out of bounds"
  tir.for "i" (%i) in [b] parallel {
    %l = tir.load %L[%i] : !L
    %n = arith.index_cast %l : i64 to index
    %a = tir.load %A[%i] : !A
    %p = arith.index_cast %a : i64 to index
    tir.compute "set" (%j) in [%n + 1] {
      %one = arith.constant 1.0 : f32
      tir.store %one, %Y[%p + %j] : !Y
    }
  }
  tir.return
}

// Nobody stops where it does not hold.
// CHECK-LABEL: @unasked
// CHECK: tir.for "i" {{.*}} in [b] {
tir.func @unasked(%L: !L, %A: !A, %Y: !Y) {
  %ok = tir.ascends %A by (%L) : !A by !L
  tir.check %ok else "index out of bounds"
  tir.for "i" (%i) in [b] parallel {
    %a = tir.load %A[%i] : !A
    %l = tir.load %L[%i] : !L
    %n = arith.index_cast %l : i64 to index
    %p = arith.index_cast %a : i64 to index
    tir.compute "set" (%j) in [%n] {
      %one = arith.constant 1.0 : f32
      tir.store %one, %Y[%p + %j] : !Y
    }
  }
  tir.return
}

// The program writes the table itself.
// CHECK-LABEL: @written
// CHECK: tir.for "i" {{.*}} in [b] {
tir.func @written(%L: !L, %A: !A, %Y: !Y) {
  %ok = tir.ascends %A by (%L) : !A by !L
  tir.check %ok stops else "index out of bounds"
  %zero = arith.constant 0 : i64
  tir.store %zero, %A[b] : !A
  tir.for "i" (%i) in [b] parallel {
    %l = tir.load %L[%i] : !L
    %n = arith.index_cast %l : i64 to index
    %a = tir.load %A[%i] : !A
    %p = arith.index_cast %a : i64 to index
    tir.compute "set" (%j) in [%n] {
      %one = arith.constant 1.0 : f32
      tir.store %one, %Y[%p + %j] : !Y
    }
  }
  tir.return
}

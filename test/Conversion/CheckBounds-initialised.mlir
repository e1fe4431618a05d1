// RUN: relax-opt %s --tir-check-bounds | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(tir-check-bounds{bounds=report}))' 2>&1 | FileCheck %s --check-prefix=REMARK

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}

// Written by another loop, of the same extents or more; by a reduction, also without anything to combine.
// CHECK-LABEL: tir.func @written
tir.func @written(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n], f32>) {
  // CHECK-NOT: fill
  tir.for "i" (%i) in [n] {
    %T = tir.alloc "T" local : !tir.buffer<[4, 8], f32>
    %S = tir.alloc "S" local : !tir.buffer<[8], f32>
    tir.for "a" (%a) in [4] {
      tir.for "b" (%b) in [8] {
        %x = tir.load %X[%i, %b] : !tir.buffer<[n, 8], f32>
        tir.store %x, %T[%a, 7 - 7 + %b] : !tir.buffer<[4, 8], f32>
      }
    }
    tir.compute "sums" (%j, reduce %k) in [8, n] {
      %t = tir.load %T[3, %j] : !tir.buffer<[4, 8], f32>
      tir.reduce @add (%t) into (%S[%j]) : !tir.buffer<[8], f32>
    }
    %s = tir.load %S[5] : !tir.buffer<[8], f32>
    tir.store %s, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}

// Pieces one behind the other, in any order, one of which may be empty.
// CHECK-LABEL: tir.func @pieces
tir.func @pieces(%X: !tir.buffer<[n], f32>, %Z: !tir.buffer<[m], f32>, %Y: !tir.buffer<[n + m + 5], f32>) where (n <= 100, m <= 100) {
  // CHECK-NOT: fill
  %T = tir.alloc "T" local : !tir.buffer<[205], f32>
  %one = arith.constant 1.0 : f32
  tir.compute "a" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    tir.store %x, %T[%i] : !tir.buffer<[205], f32>
  }
  tir.compute "b" (%i) in [5] {
    tir.store %one, %T[n + m + %i] : !tir.buffer<[205], f32>
  }
  tir.compute "c" (%i) in [m] {
    %z = tir.load %Z[%i] : !tir.buffer<[m], f32>
    tir.store %z, %T[n + %i] : !tir.buffer<[205], f32>
  }
  tir.compute "d" (%i) in [n + m + 5] {
    %t = tir.load %T[%i] : !tir.buffer<[205], f32>
    tir.store %t, %Y[%i] : !tir.buffer<[n + m + 5], f32>
  }
  tir.return
}

// An element more is read; nothing is written; something else is; afterwards.
// CHECK-LABEL: tir.func @unwritten
tir.func @unwritten(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[8], f32>) {
  // CHECK: %A = tir.alloc "A"
  // CHECK-NEXT: tir.compute "A.fill" (%{{.*}}) in [8] {
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK-NEXT: tir.store %[[ZERO]], %A[%{{.*}}] : !tir.buffer<[8], f32>
  %A = tir.alloc "A" local : !tir.buffer<[8], f32>
  // CHECK: tir.compute "B.fill" (%[[I:.*]], %[[J:.*]]) in [2, 8] {
  // CHECK: tir.store %{{.*}}, %B[%[[I]], %[[J]]]
  %B = tir.alloc "B" local : !tir.buffer<[2, 8], i32>
  // CHECK: tir.compute "C.fill" () in [] {
  %C = tir.alloc "C" local : !tir.buffer<[], f32>
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2 : i32
  tir.for "i" (%i) in [7] {
    tir.store %one, %A[%i] : !tir.buffer<[8], f32>
    tir.store %two, %B[0, %i] : !tir.buffer<[2, 8], i32>
  }
  tir.for "j" (%j) in [8] {
    // REMARK: [[@LINE+1]]:10: remark: element of 'A' is not known to be written before it is read
    %a = tir.load %A[%j] : !tir.buffer<[8], f32>
    // REMARK: [[@LINE+1]]:10: remark: element of 'B' is not known to be written before it is read
    %b = tir.load %B[1, 2] : !tir.buffer<[2, 8], i32>
    // REMARK: [[@LINE+1]]:10: remark: element of 'C' is not known to be written before it is read
    %c = tir.load %C[] : !tir.buffer<[], f32>
    %s = arith.addf %a, %c : f32
    tir.store %s, %C[] : !tir.buffer<[], f32>
    tir.store %s, %Y[%j] : !tir.buffer<[8], f32>
  }
  tir.return
}

// The last element is in no piece.
// CHECK-LABEL: tir.func @gap
tir.func @gap(%X: !tir.buffer<[n], f32>, %Z: !tir.buffer<[m], f32>, %Y: !tir.buffer<[n + m + 5], f32>) where (n <= 100, m <= 100) {
  // CHECK: tir.compute "T.fill"
  %T = tir.alloc "T" local : !tir.buffer<[205], f32>
  %one = arith.constant 1.0 : f32
  tir.compute "a" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    tir.store %x, %T[%i] : !tir.buffer<[205], f32>
  }
  tir.compute "b" (%i) in [4] {
    tir.store %one, %T[n + m + %i] : !tir.buffer<[205], f32>
  }
  tir.compute "c" (%i) in [m] {
    %z = tir.load %Z[%i] : !tir.buffer<[m], f32>
    tir.store %z, %T[n + %i] : !tir.buffer<[205], f32>
  }
  tir.compute "d" (%i) in [n + m + 5] {
    // REMARK: [[@LINE+1]]:10: remark: element of 'T' is not known to be written before it is read
    %t = tir.load %T[%i] : !tir.buffer<[205], f32>
    tir.store %t, %Y[%i] : !tir.buffer<[n + m + 5], f32>
  }
  tir.return
}

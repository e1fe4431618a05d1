// RUN: relax-opt %s --tir-check-bounds | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(tir-check-bounds{bounds=report}))' 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(tir-check-bounds{bounds=require}))' | FileCheck %s

// What a program writes of its result: all of it, or it is filled first.

// Rounds of a factor with a rest, and of two factors inside each other.
// CHECK-LABEL: tir.func @split
// CHECK-NOT: fill
tir.func @split(%Y: !tir.buffer<[n, 64], f32>) {
  %one = arith.constant 1.0 : f32
  tir.for "io" (%io) in [n ceildiv 8] {
    tir.for "ii" (%ii) in [min(n - 8 * %io, 8)] {
      tir.for "a" (%a) in [4] {
        tir.for "b" (%b) in [2] {
          tir.for "c" (%c) in [8] {
            tir.store %one, %Y[8 * %io + %ii, 16 * %a + 8 * %b + %c] : !tir.buffer<[n, 64], f32>
          }
        }
      }
    }
  }
  tir.return
}

// Panels of a balanced split, of 50 rounds in 9 and of n in n ceildiv 8.
// CHECK-LABEL: tir.func @panels
// CHECK-NOT: fill
tir.func @panels(%Y: !tir.buffer<[50, n], f32>) {
  %one = arith.constant 1.0 : f32
  tir.for "io" (%io) in [9] {
    tir.for "ii" (%ii) in [-%io + (8 * %io + 4) floordiv 9 + 6] {
      tir.for "jo" (%jo) in [n ceildiv 8] {
        tir.for "ji" (%ji) in [(n - %jo) ceildiv (n ceildiv 8)] {
          tir.store %one, %Y[5 * %io + %ii + min(%io, 5), %jo * (n floordiv (n ceildiv 8)) + %ji + min(%jo, n mod (n ceildiv 8))] : !tir.buffer<[50, n], f32>
        }
      }
    }
  }
  tir.return
}

// Places one after the other, and one that the round before has written.
// CHECK-LABEL: tir.func @places
// CHECK-NOT: fill
tir.func @places(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[3], f32>, %Z: !tir.buffer<[n], f32>, %W: !tir.buffer<[n], f32>) {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  tir.store %one, %Y[1] : !tir.buffer<[3], f32>
  tir.store %one, %Y[0] : !tir.buffer<[3], f32>
  tir.store %one, %Y[2] : !tir.buffer<[3], f32>
  tir.compute "sums" (scan %i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    %before = tir.load %Z[%i - 1] pad %zero : !tir.buffer<[n], f32>
    %sum = arith.addf %before, %x : f32
    tir.store %sum, %Z[%i] : !tir.buffer<[n], f32>
  }
  tir.for "i" (%i) in [n] {
    %before = tir.load %W[%i - 1] pad %zero : !tir.buffer<[n], f32>
    tir.store %before, %W[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}

// One too few; steps too far apart; a panel too short; a place left out.
// CHECK-LABEL: tir.func @few
// CHECK: tir.compute "D.fill" (%{{.*}}, %{{.*}}) in [2, 2]
// CHECK: tir.compute "C.fill" (%{{.*}}) in [50]
// CHECK: tir.compute "B.fill" (%{{.*}}) in [n]
// CHECK: tir.compute "A.fill" (%[[I:.*]]) in [n]
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: tir.store %[[ZERO]], %A[%[[I]]] : !tir.buffer<[n], f32>
// REMARK: remark: element of 'A' is not known to be written{{$}}
tir.func @few(%A: !tir.buffer<[n], f32>, %B: !tir.buffer<[n], f32>, %C: !tir.buffer<[50], f32>, %D: !tir.buffer<[2, 2], f32>) {
  %one = arith.constant 1.0 : f32
  tir.for "i" (%i) in [max(n - 1, 0)] {
    tir.store %one, %A[%i] : !tir.buffer<[n], f32>
  }
  tir.for "io" (%io) in [n ceildiv 8] {
    tir.for "ii" (%ii) in [min(n - 8 * %io, 7)] {
      tir.store %one, %B[8 * %io + %ii] : !tir.buffer<[n], f32>
    }
  }
  tir.for "io" (%io) in [9] {
    tir.for "ii" (%ii) in [-%io + (8 * %io + 4) floordiv 9 + 5] {
      tir.store %one, %C[5 * %io + %ii + min(%io, 5)] : !tir.buffer<[50], f32>
    }
  }
  tir.for "i" (%i) in [2] {
    tir.store %one, %D[%i, %i] : !tir.buffer<[2, 2], f32>
  }
  tir.return
}

// Only where a condition holds; a round behind; a lane beside, which is not a round before.
// CHECK-LABEL: tir.func private @late
// CHECK: tir.compute "C.fill"
// CHECK: tir.compute "B.fill"
// CHECK: tir.compute "A.fill"
// REMARK: remark: element of 'B' is not known to be written before it is read
tir.func private @late(%A: !tir.buffer<[n], f32>, %B: !tir.buffer<[n], f32>, %C: !tir.buffer<[n], f32>) {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : index
  tir.for "i" (%i) in [n] {
    %is = arith.cmpi slt, %i, %two : index
    scf.if %is {
      tir.store %one, %A[%i] : !tir.buffer<[n], f32>
    }
    %next = tir.load %B[%i + 1] pad %zero : !tir.buffer<[n], f32>
    tir.store %next, %B[%i] : !tir.buffer<[n], f32>
  }
  tir.for "i" (%i) in [n] vector 8 {
    %before = tir.load %C[%i - 1] pad %zero : !tir.buffer<[n], f32>
    tir.store %before, %C[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}

// A caller outside of the module may pass something that the function goes on from.
// CHECK-LABEL: tir.func @goes_on
// CHECK-NOT: fill
// CHECK: tir.return
tir.func @goes_on(%A: !tir.buffer<[n], f32>) {
  tir.for "i" (%i) in [n] {
    %a = tir.load %A[%i] : !tir.buffer<[n], f32>
    %b = arith.addf %a, %a : f32
    tir.store %b, %A[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}

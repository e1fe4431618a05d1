// RUN: relax-opt %s --tir-check-bounds --counters 2> %t.counts | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNTS --input-file=%t.counts
// What is checked, and why.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(tir-check-bounds{bounds=report}))' 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// COUNTS-DAG: 34 {{.*}}accesses-proved
// COUNTS-DAG: 3 {{.*}}accesses-checked

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}

// All proved: the text stays as it is.
// CHECK-LABEL: tir.func @proved
// REMARK: [[@LINE+1]]:1: remark: 4 accesses proved, 0 checked
tir.func @proved(%X: !tir.buffer<[n, 768], f32>, %S: !tir.buffer<[n], f32>, %Y: !tir.buffer<[768, n], f32>) {
  // CHECK-NOT: tir.check
  tir.compute "sum" (%i, reduce %k) in [n, 768] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, 768], f32>
    tir.reduce @add (%x) into (%S[%i]) : !tir.buffer<[n], f32>
  }
  tir.for "io" (%io) in [n ceildiv 8] parallel {
    tir.for "ii" (%ii) in [min(8, n - 8 * %io)] {
      %x = tir.load %X[8 * %io + %ii, 0] : !tir.buffer<[n, 768], f32>
      tir.store %x, %Y[767, 8 * %io + %ii] : !tir.buffer<[768, n], f32>
    }
  }
  tir.return
}

// The panels of a balanced split, whose number is no literal.
// CHECK-LABEL: tir.func @balanced
tir.func @balanced(%X: !tir.buffer<[n, 4], f32>, %Y: !tir.buffer<[n, 4], f32>) {
  // CHECK-NOT: tir.check
  tir.for "io" (%io) in [n ceildiv 6] {
    %T = tir.alloc "T" register : !tir.buffer<[6], f32>
    tir.for "ii" (%ii) in [(n - %io) ceildiv (n ceildiv 6)] {
      %x = tir.load %X[%io * (n floordiv (n ceildiv 6)) + %ii + min(%io, n mod (n ceildiv 6)), 3] : !tir.buffer<[n, 4], f32>
      tir.store %x, %T[%ii] : !tir.buffer<[6], f32>
    }
  }
  tir.return
}

// What extents behind four strided windows are made of has nothing to do with their panels.
// CHECK-LABEL: tir.func @deep
// CHECK-NOT: tir.check
// CHECK: tir.for "io" (%io) in [{{.*}}] parallel
// CHECK-NOT: tir.check
tir.func @deep(%X: !tir.buffer<[a, max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0), max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0), 8], f32>) symbols (h, w) {
  %Y = tir.view %X as !tir.buffer<[a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0), 8], f32> : !tir.buffer<[a, max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0), max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0), 8], f32>
  tir.for "io" (%io) in [(a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0)) ceildiv 6] parallel {
    tir.specialize ((a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) - %io) ceildiv ((a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0)) ceildiv 6)) in 1 to 6 only {
      tir.for "ii" (%ii) in [(a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) - %io) ceildiv ((a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0)) ceildiv 6)] {
        tir.for "j" (%j) in [8] {
          %x = tir.load %Y[%io * ((a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0)) floordiv ((a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0)) ceildiv 6)) + %ii + min(%io, (a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0)) mod ((a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0)) ceildiv 6)), %j] : !tir.buffer<[a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0), 8], f32>
          tir.store %x, %Y[%io * ((a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0)) floordiv ((a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0)) ceildiv 6)) + %ii + min(%io, (a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0)) mod ((a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0)) ceildiv 6)), %j] : !tir.buffer<[a * max(max(max(max(h ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) * max(max(max(max(w ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0) ceildiv 2 - 1, 0), 8], f32>
        }
      }
    }
  }
  tir.return
}

// Bounds from a place, a pad, a condition and a check that stops.
// CHECK-LABEL: tir.func @conditions
tir.func @conditions(%X: !tir.buffer<[n], f32>, %I: !tir.buffer<[m], i64>, %Y: !tir.buffer<[m], f32>) where (n >= 1) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : index
  %n = tir.extent (n) : index
  %last = tir.extent (n - 1) : index
  tir.for "i" (%i) in [m] {
    %given = tir.load %I[%i] : !tir.buffer<[m], i64>
    %at = arith.index_cast %given : i64 to index
    %low = arith.minsi %at, %last : index
    %place = arith.maxsi %low, %none : index
    // CHECK-NOT: tir.check
    %a = tir.load %X[%place] : !tir.buffer<[n], f32>
    %b = tir.load %X[%at] pad %zero : !tir.buffer<[n], f32>
    %inside = arith.cmpi ult, %at, %n : index
    scf.if %inside {
      %c = tir.load %X[%at] : !tir.buffer<[n], f32>
      tir.store %c, %Y[%i] : !tir.buffer<[m], f32>
    }
    // CHECK: tir.check %inside stops else "index out of bounds"
    tir.check %inside stops else "index out of bounds"
    // CHECK-NOT: tir.check
    %d = tir.load %X[%at] : !tir.buffer<[n], f32>
    tir.store %d, %Y[%i] : !tir.buffer<[m], f32>
  }
  tir.return
}

// Out of all loops: the last round is asked for, if there is one.
// CHECK-LABEL: tir.func @hoisted
// REMARK: remark: checked: index 0 of 'X': expected at most 'n - 1', got '2 * %i + 2' (2 to ?)
// REMARK: [[@LINE+1]]:1: remark: 1 accesses proved, 1 checked
tir.func @hoisted(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[m], f32>) {
  // CHECK: %[[AT:.*]] = tir.extent (2 * m) : index
  // CHECK: %[[LAST:.*]] = tir.extent (n - 1) : index
  // CHECK: %[[INSIDE:.*]] = arith.cmpi sge, %[[LAST]], %[[AT]] : index
  // CHECK: %[[LOW:.*]] = tir.extent (0) : index
  // CHECK: %[[HIGH:.*]] = tir.extent (m) : index
  // CHECK: %[[NONE:.*]] = arith.cmpi sge, %[[LOW]], %[[HIGH]] : index
  // CHECK: %[[GOOD:.*]] = arith.ori %[[NONE]], %[[INSIDE]] : i1
  // CHECK: tir.check %[[GOOD]] stops else "index out of bounds" of 0 axis 0
  // CHECK-NEXT: tir.for "i"
  tir.for "i" (%i) in [m] parallel {
    tir.for "j" (%j) in [4] {
      %x = tir.load %X[2 * %i + 2] : !tir.buffer<[n], f32>
      tir.store %x, %Y[%i] : !tir.buffer<[m], f32>
    }
  }
  tir.return
}

// It depends on data: where it is used.
// CHECK-LABEL: tir.func @data
tir.func @data(%X: !tir.buffer<[n], f32>, %I: !tir.buffer<[m], i32>, %Y: !tir.buffer<[m, n], f32>) {
  // CHECK: tir.for "i"
  tir.for "i" (%i) in [m] {
    %given = tir.load %I[%i] : !tir.buffer<[m], i32>
    // CHECK: %at = arith.index_cast
    %at = arith.index_cast %given : i32 to index
    // CHECK: tir.check %{{.*}} stops else "index out of bounds"
    // CHECK: tir.check %{{.*}} stops else "index out of bounds"
    // CHECK: tir.for "j"
    // CHECK-NOT: tir.check
    // REMARK: [[@LINE+3]]:12: remark: checked: index 0 of 'X': expected at least '0', got '%at' (-2147483648 to 2147483647)
    // REMARK: [[@LINE+2]]:12: remark: checked: index 0 of 'X': expected at most 'n - 1', got '%at' (0 to 2147483647)
    tir.for "j" (%j) in [n] vector 16 {
      %x = tir.load %X[%at] : !tir.buffer<[n], f32>
      tir.store %x, %Y[%i, %j] : !tir.buffer<[m, n], f32>
    }
  }
  tir.return
}

// A reduction writes its target also if there is nothing to combine.
// CHECK-LABEL: tir.func @nothing
tir.func @nothing(%X: !tir.buffer<[n], f32>, %S: !tir.buffer<[n], f32>) {
  // CHECK: %[[LAST:.*]] = tir.extent (n - 1) : index
  // CHECK: %[[GOOD:.*]] = arith.cmpi sge, %[[LAST]], %{{.*}} : index
  // CHECK-NEXT: tir.check %[[GOOD]] stops
  // CHECK-NEXT: tir.compute "sum"
  // REMARK: remark: checked: index 0 of 'S': expected at most 'n - 1', got '0' (0 to 0)
  tir.compute "sum" (reduce %k) in [n] {
    %x = tir.load %X[%k] : !tir.buffer<[n], f32>
    tir.reduce @add (%x) into (%S[0]) : !tir.buffer<[n], f32>
  }
  tir.return
}

// Divisors, and values that are said to be the only ones.
// CHECK-LABEL: tir.func @divisors
tir.func @divisors(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) symbols (k) {
  // CHECK: tir.check %{{.*}} stops else "division by zero"
  // REMARK: remark: checked: divisor: expected at least '1', got 'k' (0 to ?)
  tir.for "i" (%i) in [n floordiv k] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    tir.store %x, %Y[n mod k] : !tir.buffer<[n], f32>
  }
  // REMARK: remark: checked: expression: expected at least '5', got 'n' (0 to ?)
  // REMARK: remark: checked: expression: expected at most '5', got 'n' (5 to ?)
  tir.specialize (n) in 5 to 5 only {
    tir.for "j" (%j) in [n] {
      %x = tir.load %X[%j] : !tir.buffer<[n], f32>
      tir.store %x, %Y[%j] : !tir.buffer<[n], f32>
    }
  }
  tir.return
}

// Rounds of their own: rows, panels of both kinds, the rest of a row.
// CHECK-LABEL: tir.func @apart
tir.func @apart(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>, %Z: !tir.buffer<[n, 8], f32>) {
  // CHECK: tir.for "i" (%i) in [n] parallel {
  tir.for "i" (%i) in [n] parallel {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    tir.for "j" (%j) in [8] {
      tir.store %x, %Z[%i, %j] : !tir.buffer<[n, 8], f32>
    }
  }
  // CHECK: tir.for "io" (%io) in [n ceildiv 6] parallel {
  tir.for "io" (%io) in [n ceildiv 6] parallel {
    tir.for "ii" (%ii) in [(n - %io) ceildiv (n ceildiv 6)] {
      %y = tir.load %Y[%io * (n floordiv (n ceildiv 6)) + %ii + min(%io, n mod (n ceildiv 6))] : !tir.buffer<[n], f32>
      tir.store %y, %Y[%io * (n floordiv (n ceildiv 6)) + %ii + min(%io, n mod (n ceildiv 6))] : !tir.buffer<[n], f32>
    }
  }
  // CHECK: tir.for "jo" (%jo) in [n ceildiv 8] parallel {
  tir.for "jo" (%jo) in [n ceildiv 8] parallel {
    tir.for "ji" (%ji) in [min(8, n - 8 * %jo)] {
      %x = tir.load %X[8 * %jo + %ji] : !tir.buffer<[n], f32>
      tir.store %x, %Y[8 * %jo + %ji] : !tir.buffer<[n], f32>
    }
  }
  tir.return
}

// Rounds that use what another one writes run one after the other.
// CHECK-LABEL: tir.func @together
tir.func @together(%X: !tir.buffer<[n], f32>, %S: !tir.buffer<[], f32>, %Y: !tir.buffer<[n], f32>) {
  // REMARK: [[@LINE+2]]:3: remark: parallel rounds are not known to use different elements of 'S', which they write
  // CHECK: tir.for "i" (%i) in [n] {
  tir.for "i" (%i) in [n] parallel {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    tir.store %x, %S[] : !tir.buffer<[], f32>
  }
  // REMARK: [[@LINE+2]]:3: remark: parallel rounds are not known to use different elements of 'Y', which they write
  // CHECK: tir.for "j" (%j) in [1 to n] {
  tir.for "j" (%j) in [1 to n] parallel {
    %y = tir.load %Y[%j - 1] : !tir.buffer<[n], f32>
    tir.store %y, %Y[%j] : !tir.buffer<[n], f32>
  }
  tir.return
}

// A loop of scf ends if its step is above 0; of one that data are, that is checked in front.
// CHECK-LABEL: tir.func @steps
tir.func @steps(%S: !tir.buffer<[], index>, %Y: !tir.buffer<[n], f32>) {
  %from = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = tir.extent (n) : index
  // CHECK: scf.for %{{.*}} = %from to %n step %one {
  // CHECK-NOT: "index out of bounds"
  // CHECK: %step = tir.load
  scf.for %i = %from to %n step %one {
  }
  %step = tir.load %S[] : !tir.buffer<[], index>
  // REMARK: [[@LINE+3]]:3: remark: checked: step of a loop: expected at least '1', got '%step' (? to ?)
  // CHECK: tir.check %{{.*}} stops else "index out of bounds"
  // CHECK-NEXT: scf.for
  scf.for %i = %from to %n step %step {
  }
  tir.return
}

// So it is in what has no operation of tir any more.
// CHECK-LABEL: tir.func @lowered
tir.func @lowered(%X: !tir.buffer<[n], f32>) {
  %zero = arith.constant 0 : index
  %back = arith.constant -1 : index
  %four = arith.constant 4 : index
  %x = tir.as_memref %X : !tir.buffer<[n], f32> to memref<?xf32>
  // REMARK: [[@LINE+3]]:3: remark: checked: step of a loop: expected at least '1', got '%back' (-1 to -1)
  // CHECK: tir.check %{{.*}} stops else "index out of bounds"
  // CHECK-NEXT: scf.for
  scf.for %i = %zero to %four step %back {
    %v = memref.load %x[%i] : memref<?xf32>
  }
  tir.return
}

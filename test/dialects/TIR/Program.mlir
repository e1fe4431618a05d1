// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// Monoids: one and several components, infinities, integers, what is no literal of MLIR.
// CHECK: tir.monoid @add (f32) identity (0.000000e+00) {
// CHECK-NEXT: ^bb0(%a: f32, %b: f32):
// CHECK-NEXT: %c = arith.addf %a, %b : f32
// CHECK-NEXT: tir.yield %c : f32
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
// CHECK: tir.monoid @max (f32) identity (-inf) {
tir.monoid @max (f32) identity (-inf) {
^combine(%a: f32, %b: f32):
  %c = arith.maximumf %a, %b : f32
  tir.yield %c : f32
}
// CHECK: tir.monoid @min (f64) identity (inf) {
tir.monoid @min (f64) identity (inf) {
^combine(%a: f64, %b: f64):
  %c = arith.minimumf %a, %b : f64
  tir.yield %c : f64
}
// CHECK: tir.monoid @imax (i64) identity (-9223372036854775808) {
tir.monoid @imax (i64) identity (-9223372036854775808) {
^combine(%a: i64, %b: i64):
  %c = arith.maxsi %a, %b : i64
  tir.yield %c : i64
}
// CHECK: tir.monoid @all (i1) identity (true) {
tir.monoid @all (i1) identity (true) {
^combine(%a: i1, %b: i1):
  %c = arith.andi %a, %b : i1
  tir.yield %c : i1
}
// CHECK: tir.monoid @negative (f32) identity (-1.500000e+00) {
tir.monoid @negative (f32) identity (-1.5) {
^combine(%a: f32, %b: f32):
  tir.yield %a : f32
}
// Arg max: the value, then its index.
// CHECK: tir.monoid @argmax (f32, i64) identity (-inf, 0) {
// CHECK-NEXT: ^bb0(%v: f32, %at: i64, %w: f32, %in: i64):
tir.monoid @argmax (f32, i64) identity (-inf, 0) {
^combine(%v: f32, %at: i64, %w: f32, %in: i64):
  %better = arith.cmpf ogt, %w, %v : f32
  %value = arith.select %better, %w, %v : f32
  %index = arith.select %better, %in, %at : i64
  // CHECK: tir.yield %value, %index : f32, i64
  tir.yield %value, %index : f32, i64
}

// CHECK-LABEL: tir.func @empty() {
// CHECK-NEXT: tir.return
tir.func @empty() {
  tir.return
}

// Symbols of buffers and of the clause, facts, a schedule.
// CHECK: tir.func private @clauses(%X: !tir.buffer<[n, 2 * m], f32>, %Y: !tir.buffer<[], i1>) symbols (m) where (1 <= n, m mod 8 == 0) schedule @fast {
tir.func private @clauses(%X: !tir.buffer<[n, m + m], f32>, %Y: !tir.buffer<[], i1>) symbols (m) where (1 <= n, m mod 8 == 0) schedule @fast {
  tir.return
}
tir.schedule @fast {
}

// CHECK-LABEL: tir.func @rms(
tir.func @rms(%X: !tir.buffer<[n, 768], f32>, %S: !tir.buffer<[n], f32>) {
  // CHECK-NEXT: tir.compute "sq" (%i, reduce %k) in [n, 768] {
  tir.compute "sq" (%i, reduce %k) in [n, 768] {
    // CHECK-NEXT: %x = tir.load %X[%i, %k] : !tir.buffer<[n, 768], f32>
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, 768], f32>
    %q = arith.mulf %x, %x : f32
    // CHECK: tir.reduce @add(%q) into (%S[%i]) : !tir.buffer<[n], f32>
    tir.reduce @add (%q) into (%S[%i]) : !tir.buffer<[n], f32>
  }
  tir.return
}

// Two targets share the values that index them.
// CHECK-LABEL: tir.func @two_targets(
tir.func @two_targets(%X: !tir.buffer<[n, m], f32>, %V: !tir.buffer<[n], f32>, %I: !tir.buffer<[n, 1], i64>) {
  // CHECK-NEXT: tir.compute "best" (%i, reduce %k) in [n, m] {
  tir.compute "best" (%i, reduce %k) in [n, m] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, m], f32>
    %at = arith.index_cast %k : index to i64
    // CHECK: tir.reduce @argmax(%x, %at) into (%V[%i], %I[%i, 0]) : !tir.buffer<[n], f32>, !tir.buffer<[n, 1], i64>
    tir.reduce @argmax (%x, %at) into (%V[%i], %I[%i, 0]) : !tir.buffer<[n], f32>, !tir.buffer<[n, 1], i64>
  }
  tir.return
}

// Domains: ranges, iterators of the loops around, no iterator at all.
// CHECK-LABEL: tir.func @domains(
tir.func @domains(%X: !tir.buffer<[n, n], f32>, %s: !tir.buffer<[], f32>) {
  // CHECK-NEXT: tir.for "o" (%o) in [n ceildiv 8] parallel {
  tir.for "o" (%o) in [n ceildiv 8] parallel {
    // CHECK-NEXT: tir.for "i" (%i) in [8 * %o to min(8 * %o + 8, n)] {
    tir.for "i" (%i) in [8 * %o to min(n, 8 * %o + 8)] {
      // CHECK-NEXT: tir.compute "causal" (%j, scan %t, reduce %k) in [%i + 1, 1 to n, %i to n] update {
      tir.compute "causal" (%j, scan %t, reduce %k) in [%i + 1, 1 to n, %i to n] update {
        // CHECK-NEXT: %x = tir.load %X[%i, 2 * %j - 1] : !tir.buffer<[n, n], f32>
        %x = tir.load %X[%i, %j - 1 + %j] : !tir.buffer<[n, n], f32>
        // CHECK-NEXT: tir.store %x, %X[%j, (%k + %t) mod n] : !tir.buffer<[n, n], f32>
        tir.store %x, %X[%j, (%k + %t) mod n] : !tir.buffer<[n, n], f32>
      }
    }
  }
  // CHECK: tir.compute "scalar" () in [] {
  tir.compute "scalar" () in [] {
    // CHECK-NEXT: %y = tir.load %s[] : !tir.buffer<[], f32>
    %y = tir.load %s[] : !tir.buffer<[], f32>
    // CHECK-NEXT: tir.store %y, %s[] : !tir.buffer<[], f32>
    tir.store %y, %s[] : !tir.buffer<[], f32>
  }
  tir.return
}

// CHECK-LABEL: tir.func @loops(
tir.func @loops(%X: !tir.buffer<[n], f32>) {
  // CHECK-NEXT: tir.for "a" (%a) in [n] {
  tir.for "a" (%a) in [n] {
    // CHECK-NEXT: tir.for "b" (%b) in [%a] vector {
    tir.for "b" (%b) in [%a] vector {
      // CHECK-NEXT: tir.for "c" (reduce %c) in [4] vector 16 {
      tir.for "c" (reduce %c) in [4] vector 16 {
        // CHECK-NEXT: tir.for "d" (scan %d) in [2 to 2] unroll {
        tir.for "d" (scan %d) in [2 to 2] unroll {
          // CHECK-NEXT: tir.for "e" (%e) in [1] parallel attributes {note = "kept"} {
          tir.for "e" (%e) in [1] parallel attributes {note = "kept"} {
          }
        }
      }
    }
  }
  tir.return
}

// What an index outside of the buffer yields.
// CHECK-LABEL: tir.func @pads(
tir.func @pads(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n + 2], f32>) {
  tir.compute "pad" (%i) in [n + 2] {
    // CHECK: %zero = arith.constant 0.000000e+00 : f32
    %zero = arith.constant 0.0 : f32
    // CHECK-NEXT: %x = tir.load %X[%i - 1] pad %zero : !tir.buffer<[n], f32>
    %x = tir.load %X[%i - 1] pad %zero : !tir.buffer<[n], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[n + 2], f32>
  }
  tir.return
}

// CHECK-LABEL: tir.func @memory(
tir.func @memory(%X: !tir.buffer<[n, 768], f32>) symbols (m) {
  // CHECK-NEXT: %T = tir.alloc "T" register : !tir.buffer<[14, 32], f32>
  %T = tir.alloc "T" register : !tir.buffer<[14, 32], f32>
  // CHECK-NEXT: %L = tir.alloc "L" local : !tir.buffer<[m], i8>
  %L = tir.alloc "L" local : !tir.buffer<[m], i8>
  // CHECK-NEXT: %W = tir.alloc "W" workspace : !tir.buffer<[m * n], bf16>
  %W = tir.alloc "W" workspace : !tir.buffer<[m * n], bf16>
  // CHECK-NEXT: %M = tir.as_memref %X : !tir.buffer<[n, 768], f32> to memref<?x768xf32>
  %M = tir.as_memref %X : !tir.buffer<[n, 768], f32> to memref<?x768xf32>
  // CHECK-NEXT: %e = tir.extent (m + n floordiv 2 - 1) : index
  %e = tir.extent (m + n floordiv 2 - 1) : index
  // CHECK-NEXT: %f = tir.extent (max(%e, 1)) : index
  %f = tir.extent (max(1, %e)) : index
  // A body that runs as it stands, or with a known value.
  // CHECK-NEXT: tir.specialize (min(-6 * %e + n, 6)) in 1 to 6 {
  tir.specialize (min(6, n - 6 * %e)) in 1 to 6 {
  }
  tir.return
}

// CHECK-LABEL: tir.func @quotients(
tir.func @quotients(%X: !tir.buffer<[n], i32>, %Y: !tir.buffer<[n], i32>) {
  tir.compute "quotients" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], i32>
    %zero = arith.constant 0 : i32
    %ok = arith.cmpi ne, %x, %zero : i32
    // CHECK: tir.check %ok else "division by zero"
    tir.check %ok else "division by zero"
    // CHECK: tir.check %ok else "index out of bounds"
    tir.check %ok else "index out of bounds"
    // CHECK: tir.check %ok stops else "index out of bounds" of 1 axis 0
    tir.check %ok stops else "index out of bounds" of 1 axis 0
    // CHECK-NEXT: tir.check %ok else "shapes do not fit"
    tir.check %ok else "shapes do not fit"
    tir.store %x, %Y[%i] : !tir.buffer<[n], i32>
  }
  tir.return
}

// CHECK-LABEL: tir.func @view(
tir.func @view(%X: !tir.buffer<[2, n, 1, n + 1], f32>) {
  // CHECK-NEXT: %x = tir.view %X as !tir.buffer<[2, n * n + n], f32> : !tir.buffer<[2, n, 1, n + 1], f32>
  %x = tir.view %X as !tir.buffer<[2, n * (n + 1)], f32> : !tir.buffer<[2, n, 1, n + 1], f32>
  tir.return
}

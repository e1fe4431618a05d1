// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(lower-tir,canonicalize,cse,form-tiles,cse))' | FileCheck %s
// RUN: relax-run %s --poison --compare=reference,compiled --entry=main --dims=n=0 --then --compare=reference,compiled --entry=main --dims=n=1 --then --compare=reference,compiled --entry=main --dims=n=17 --then --compare=reference,compiled --entry=few --dims=n=17

relax.func @main(%x: !relax.tensor<[n, 8], f32>, %w: !relax.tensor<[8, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  %y = relax.matmul %x, %w : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %y : !relax.tensor<[n, 16], f32>
}

relax.func @few(%x: !relax.tensor<[n, 8], f32>, %w: !relax.tensor<[8, 5], f32>) -> !relax.tensor<[n, 5], f32> {
  %y = relax.matmul %x, %w : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 5], f32>) -> !relax.tensor<[n, 5], f32>
  relax.return %y : !relax.tensor<[n, 5], f32>
}

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}

// A tile of two rows: the sums are carried, from the zeros that filled the buffer; a loaded vector serves both rows; what
// the rows have in common of a place is outside of the loop.
// CHECK-LABEL: tir.func @tile(
// CHECK: %[[STAGE:.*]] = memref.alloca() {{.*}} : memref<2x16xf32>
// CHECK-NOT: vector.store
// CHECK: %[[BASE:.*]] = arith.muli %p, %c2 : index
// CHECK-NEXT: %[[FIRST:.*]] = arith.addi %[[BASE]], %c0
// CHECK-NEXT: %[[SECOND:.*]] = arith.addi %[[BASE]], %c1
// CHECK-NOT: vector.store
// CHECK: %[[SUMS:.*]]:2 = scf.for %k = %c0 to %c8 step %c1 iter_args(%[[A:.*]] = %cst, %[[B:.*]] = %cst) -> (vector<16xf32>, vector<16xf32>) {
// CHECK-NEXT: %[[W:.*]] = vector.load %{{.*}}[%k, %c0]
// CHECK-NEXT: memref.load %{{.*}}[%[[FIRST]], %k]
// CHECK-NOT: vector.load
// CHECK: arith.addf %[[A]],
// CHECK: memref.load %{{.*}}[%[[SECOND]], %k]
// CHECK-NOT: vector.load
// CHECK: arith.addf %[[B]],
// CHECK-NEXT: scf.yield
// CHECK: }
// CHECK-NEXT: vector.store %[[SUMS]]#0, %[[STAGE]][%c0, %c0]
// CHECK-NEXT: vector.store %[[SUMS]]#1, %[[STAGE]][%c1, %c0]
tir.func @tile(%X: !tir.buffer<[2 * m, 8], f32>, %W: !tir.buffer<[8, 16], f32>, %Y: !tir.buffer<[2 * m, 16], f32>) symbols (m) {
  tir.for "p" (%p) in [m] {
    %S = tir.alloc "S" register : !tir.buffer<[2, 16], f32>
    tir.for "zi" (%i) in [2] {
      tir.for "zj" (%j) in [16] vector 16 {
        %z = arith.constant 0.0 : f32
        tir.store %z, %S[%i, %j] : !tir.buffer<[2, 16], f32>
      }
    }
    tir.for "k" (reduce %k) in [8] {
      tir.for "i" (%i) in [2] unroll {
        tir.for "j" (%j) in [16] vector 16 {
          %x = tir.load %X[2 * %p + %i, %k] : !tir.buffer<[2 * m, 8], f32>
          %w = tir.load %W[%k, %j] : !tir.buffer<[8, 16], f32>
          %q = arith.mulf %x, %w : f32
          tir.reduce @add(%q) into (%S[%i, %j]) : !tir.buffer<[2, 16], f32>
        }
      }
    }
    tir.for "wi" (%i) in [2] {
      tir.for "wj" (%j) in [16] vector 16 {
        %s = tir.load %S[%i, %j] : !tir.buffer<[2, 16], f32>
        tir.store %s, %Y[2 * %p + %i, %j] : !tir.buffer<[2 * m, 16], f32>
      }
    }
  }
  tir.return
}

// Few columns: the sums are whole vectors, of which the last lanes are dropped where they are stored.
// CHECK-LABEL: tir.func @few_columns(
// CHECK: memref.alloca() {{.*}} : memref<2x8xf32>
// CHECK: scf.for %k = %c0 to %c8 step %c1 iter_args(%{{.*}} = %cst, %{{.*}} = %cst) -> (vector<8xf32>, vector<8xf32>) {
// CHECK-NOT: store
// CHECK: scf.yield
// CHECK: vector.maskedstore {{.*}} : memref<?x5xf32>
tir.func @few_columns(%X: !tir.buffer<[2 * m, 8], f32>, %W: !tir.buffer<[8, 8], f32>, %Y: !tir.buffer<[2 * m, 5], f32>) symbols (m) {
  tir.for "p" (%p) in [m] {
    %S = tir.alloc "S" register : !tir.buffer<[2, 5], f32>
    tir.for "zi" (%i) in [2] {
      tir.for "zj" (%j) in [5] vector 16 {
        %z = arith.constant 0.0 : f32
        tir.store %z, %S[%i, %j] : !tir.buffer<[2, 5], f32>
      }
    }
    tir.for "k" (reduce %k) in [8] {
      tir.for "i" (%i) in [2] unroll {
        tir.for "j" (%j) in [5] vector 16 {
          %x = tir.load %X[2 * %p + %i, %k] : !tir.buffer<[2 * m, 8], f32>
          %w = tir.load %W[%k, %j] : !tir.buffer<[8, 8], f32>
          %q = arith.mulf %x, %w : f32
          tir.reduce @add(%q) into (%S[%i, %j]) : !tir.buffer<[2, 5], f32>
        }
      }
    }
    tir.for "wi" (%i) in [2] {
      tir.for "wj" (%j) in [5] vector 16 {
        %s = tir.load %S[%i, %j] : !tir.buffer<[2, 5], f32>
        tir.store %s, %Y[2 * %p + %i, %j] : !tir.buffer<[2 * m, 5], f32>
      }
    }
  }
  tir.return
}

// Two products of a round go to two sums, which do not wait for each other. The scale, which is the same in all rounds, is
// multiplied with what they come to.
// CHECK-LABEL: tir.func @scaled(
// CHECK: scf.for %b = {{.*}} iter_args(%[[BEFORE:.*]] = %{{.*}})
// CHECK: %[[SCALE:.*]] = vector.broadcast
// CHECK: %[[TWO:.*]]:2 = scf.for %k = {{.*}} iter_args(%[[A:.*]] = %[[NONE:.*]], %[[B:.*]] = %[[NONE]])
// CHECK: %[[Q:.*]] = arith.sitofp
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %[[Q]]
// CHECK-NEXT: %[[A1:.*]] = arith.addf %[[A]], %[[P]] fastmath<contract>
// CHECK: %[[R:.*]] = arith.mulf %{{.*}}, %{{.*}} fastmath<contract>
// CHECK-NEXT: %[[B1:.*]] = arith.addf %[[B]], %[[R]] fastmath<contract>
// CHECK-NEXT: scf.yield %[[A1]], %[[B1]]
// CHECK: %[[BOTH:.*]] = arith.addf %[[TWO]]#0, %[[TWO]]#1
// CHECK: %[[SCALED:.*]] = arith.mulf %[[SCALE]], %[[BOTH]] fastmath<contract>
// CHECK: arith.addf %[[BEFORE]], %[[SCALED]] fastmath<contract>
tir.func @scaled(%X: !tir.buffer<[64], f32>, %W: !tir.buffer<[64, 8], i8>, %S: !tir.buffer<[2], f32>, %Y: !tir.buffer<[8], f32>) {
  %T = tir.alloc "T" register : !tir.buffer<[8], f32>
  tir.for "z" (%j) in [8] vector 8 {
    %z = arith.constant 0.0 : f32
    tir.store %z, %T[%j] : !tir.buffer<[8], f32>
  }
  tir.for "b" (reduce %b) in [2] {
    tir.for "k" (reduce %k) in [16] {
      tir.for "u" (reduce %u) in [2] unroll {
        tir.for "j" (%j) in [8] vector 8 {
          %x = tir.load %X[32 * %b + 2 * %k + %u] : !tir.buffer<[64], f32>
          %w = tir.load %W[32 * %b + 2 * %k + %u, %j] : !tir.buffer<[64, 8], i8>
          %i = arith.extsi %w : i8 to i32
          %q = arith.sitofp %i : i32 to f32
          %s = tir.load %S[%b] : !tir.buffer<[2], f32>
          %d = arith.mulf %s, %q : f32
          %p = arith.mulf %x, %d : f32
          tir.reduce @add(%p) into (%T[%j]) : !tir.buffer<[8], f32>
        }
      }
    }
  }
  tir.for "w" (%j) in [8] vector 8 {
    %t = tir.load %T[%j] : !tir.buffer<[8], f32>
    tir.store %t, %Y[%j] : !tir.buffer<[8], f32>
  }
  tir.return
}

// A scale that is no factor of an integer stays where it is.
// CHECK-LABEL: tir.func @scaled_float(
// CHECK: scf.for %k = {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK: %[[D:.*]] = arith.mulf
// CHECK: arith.mulf %{{.*}}, %[[D]] fastmath<contract>
// CHECK: scf.yield
tir.func @scaled_float(%X: !tir.buffer<[32], f32>, %W: !tir.buffer<[32, 8], f32>, %S: !tir.buffer<[2], f32>, %Y: !tir.buffer<[8], f32>) {
  %T = tir.alloc "T" register : !tir.buffer<[8], f32>
  tir.for "z" (%j) in [8] vector 8 {
    %z = arith.constant 0.0 : f32
    tir.store %z, %T[%j] : !tir.buffer<[8], f32>
  }
  tir.for "k" (reduce %k) in [16] {
    tir.for "u" (reduce %u) in [2] unroll {
      tir.for "j" (%j) in [8] vector 8 {
        %x = tir.load %X[2 * %k + %u] : !tir.buffer<[32], f32>
        %w = tir.load %W[2 * %k + %u, %j] : !tir.buffer<[32, 8], f32>
        %s = tir.load %S[0] : !tir.buffer<[2], f32>
        %d = arith.mulf %s, %w : f32
        %p = arith.mulf %x, %d : f32
        tir.reduce @add(%p) into (%T[%j]) : !tir.buffer<[8], f32>
      }
    }
  }
  tir.for "w" (%j) in [8] vector 8 {
    %t = tir.load %T[%j] : !tir.buffer<[8], f32>
    tir.store %t, %Y[%j] : !tir.buffer<[8], f32>
  }
  tir.return
}

// A division leaves the loops in which its divisor, an extent, is the same, but not the one that does not run where it is 0.
// CHECK-LABEL: tir.func @division(
// CHECK: %[[PANELS:.*]] = arith.ceildivui
// CHECK-NOT: arith.divui
// CHECK: scf.for %b =
// CHECK-NOT: arith.divui
// CHECK: scf.for %lo = %c0 to %[[PANELS]]
// CHECK: arith.divui %{{.*}}, %[[PANELS]]
// CHECK: scf.for %k =
// CHECK-NOT: arith.divui
// CHECK: tir.return
tir.func @division(%X: !tir.buffer<[b, n], f32>, %Y: !tir.buffer<[b, n], f32>) {
  tir.for "b" (%b) in [b] {
    tir.for "lo" (%lo) in [n ceildiv 12] {
      tir.for "k" (%k) in [n] {
        tir.for "u" (%u) in [2] unroll {
          %x = tir.load %X[%b, %lo * (n floordiv (n ceildiv 12)) + %u + 0 * %k] : !tir.buffer<[b, n], f32>
          tir.store %x, %Y[%b, %lo * (n floordiv (n ceildiv 12)) + %u] : !tir.buffer<[b, n], f32>
        }
      }
    }
  }
  tir.return
}

// Memory that a copy reads where another one writes, or at places that only the run knows, stays memory; so does that of
// others, which may be the same.
// CHECK-LABEL: tir.func @memory(
// CHECK: scf.for %k =
// CHECK-NOT: iter_args
// CHECK: vector.store
// CHECK: memref.store
// CHECK: vector.store
// CHECK: memref.store
// CHECK: tir.return
tir.func @memory(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[2], f32>) {
  %S = tir.alloc "S" local : !tir.buffer<[4, 16], f32>
  tir.for "k" (%k) in [4] {
    tir.for "i" (%i) in [2] unroll {
      tir.for "j" (%j) in [8] vector 8 {
        %x = tir.load %X[%k, %j] : !tir.buffer<[n, 8], f32>
        tir.store %x, %S[%k, %j + 4 * %i] : !tir.buffer<[4, 16], f32>
      }
      %y = tir.load %Y[1 - %i] : !tir.buffer<[2], f32>
      tir.store %y, %Y[%i] : !tir.buffer<[2], f32>
    }
  }
  tir.return
}

// 256 times 256 copies are no code that anybody waits for: the inner rounds are copied, the outer ones stay a loop. What LLVM
// copies of a small loop inside counts as well.
// CHECK-LABEL: tir.func @copies(
// CHECK: scf.for %i =
// CHECK-NOT: scf.for
// CHECK: scf.for %k =
// CHECK-NOT: scf.for %l =
// CHECK-COUNT-33: scf.for %a =
// CHECK-NOT: scf.for %a =
// CHECK: tir.return
tir.func @copies(%X: !tir.buffer<[256, 256], f32>, %Y: !tir.buffer<[18, 3, 6], f32>) {
  %zero = arith.constant 0.0 : f32
  tir.for "i" (%i) in [256] unroll {
    tir.for "j" (%j) in [256] unroll {
      tir.store %zero, %X[%i, %j] : !tir.buffer<[256, 256], f32>
    }
  }
  tir.for "k" (%k) in [18] unroll {
    tir.for "l" (%l) in [33] unroll {
      tir.for "a" (%a) in [3] {
        tir.for "b" (%b) in [6] {
          %y = tir.load %Y[%k, %a, %b] : !tir.buffer<[18, 3, 6], f32>
          %z = arith.addf %y, %y : f32
          %u = arith.mulf %z, %y : f32
          tir.store %u, %Y[%k, %a, %b] : !tir.buffer<[18, 3, 6], f32>
        }
      }
    }
  }
  tir.return
}

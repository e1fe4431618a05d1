// A tile of 1 to 4 rows, as many as there are: one row has an arm of its own, more of them share one, in which what a row
// does stands behind the question whether it is there.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(lower-tir,canonicalize,cse))' | FileCheck %s --check-prefix=ARMS
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(lower-tir,canonicalize,cse,form-tiles,cse))' | FileCheck %s
// RUN: relax-run %s --poison --compare=reference,compiled --entry=main --dims=n=0 --then --compare=reference,compiled --entry=main --dims=n=1 --then --compare=reference,compiled --entry=main --dims=n=2 --then --compare=reference,compiled --entry=main --dims=n=3 --then --compare=reference,compiled --entry=main --dims=n=4 --then --compare=reference,compiled --entry=main --dims=n=11

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}

// The buffer is filled for all rows. Whether there is a third row is asked in front of the sums.
// ARMS-LABEL: tir.func @tile(
// ARMS: %[[ROWS:.*]] = arith.ceildivsi
// ARMS: arith.cmpi eq, %[[ROWS]], %c1
// ARMS: arith.cmpi sge, %[[ROWS]], %c2
// ARMS: arith.cmpi sle, %[[ROWS]], %c4
// ARMS: scf.for %{{.*}} = %c0 to %c4 step %c1 {
// ARMS-NEXT: vector.store %{{.*}} : memref<4x24xf32>, vector<16xf32>
// ARMS-NEXT: vector.store %{{.*}} : memref<4x24xf32>, vector<8xf32>
// ARMS: scf.for %i = %c0 to %[[ROWS]] step %c1 {
// ARMS: } {tir.unroll = array<i64: 2, 4>}
// ARMS: scf.for %{{.*}} = %c0 to %[[ROWS]] step %c1 {
// ARMS: } {tir.unroll = array<i64: 2, 4>}

// CHECK-LABEL: tir.func @tile(
// CHECK-DAG: %[[THIRD:.*]] = arith.cmpi slt, %c2, %[[ROWS:.*]] : index
// CHECK-DAG: %[[FOURTH:.*]] = arith.cmpi slt, %c3, %[[ROWS]] : index
// CHECK: %[[SUMS:.*]]:8 = scf.for %k = {{.*}} iter_args(%[[A:[a-z0-9]+]] = {{.*}}) -> (vector<16xf32>, vector<8xf32>, vector<16xf32>, vector<8xf32>, vector<16xf32>, vector<8xf32>, vector<16xf32>, vector<8xf32>) {
// CHECK: %[[GUARDED:.*]]:4 = scf.execute_region -> (vector<16xf32>, vector<8xf32>, vector<16xf32>, vector<8xf32>) {
// CHECK-NEXT: cf.cond_br %[[THIRD]], ^bb1, ^bb3(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : vector<16xf32>, vector<8xf32>, vector<16xf32>, vector<8xf32>)
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: memref.load
// CHECK: cf.cond_br %[[FOURTH]], ^bb2, ^bb3(
// CHECK-NEXT: ^bb2:
// CHECK: cf.br ^bb3(
// CHECK-NEXT: ^bb3(
// CHECK-NEXT: scf.yield
// CHECK-NOT: vector.store
// CHECK: arith.addf %[[A]],
// CHECK: scf.yield {{.*}}, %[[GUARDED]]#0, %[[GUARDED]]#1, %[[GUARDED]]#2, %[[GUARDED]]#3
tir.func @tile(%X: !tir.buffer<[n, 8], f32>, %W: !tir.buffer<[8, 24], f32>, %Y: !tir.buffer<[n, 24], f32>) {
  tir.for "p" (%p) in [n ceildiv 4] {
    tir.specialize ((n - %p) ceildiv (n ceildiv 4)) in 1 to 4 only {
      %S = tir.alloc "S" register : !tir.buffer<[4, 24], f32>
      tir.for "zi" (%i) in [(n - %p) ceildiv (n ceildiv 4)] {
        tir.for "zj" (%j) in [24] vector 16 {
          %z = arith.constant 0.0 : f32
          tir.store %z, %S[%i, %j] : !tir.buffer<[4, 24], f32>
        }
      }
      tir.for "k" (reduce %k) in [8] {
        tir.for "i" (%i) in [(n - %p) ceildiv (n ceildiv 4)] unroll {
          tir.for "j" (%j) in [24] vector 16 {
            %x = tir.load %X[%p * (n floordiv (n ceildiv 4)) + min(%p, n mod (n ceildiv 4)) + %i, %k] : !tir.buffer<[n, 8], f32>
            %w = tir.load %W[%k, %j] : !tir.buffer<[8, 24], f32>
            %q = arith.mulf %x, %w : f32
            tir.reduce @add(%q) into (%S[%i, %j]) : !tir.buffer<[4, 24], f32>
          }
        }
      }
      tir.for "wi" (%i) in [(n - %p) ceildiv (n ceildiv 4)] {
        tir.for "wj" (%j) in [24] vector 16 {
          %s = tir.load %S[%i, %j] : !tir.buffer<[4, 24], f32>
          tir.store %s, %Y[%p * (n floordiv (n ceildiv 4)) + min(%p, n mod (n ceildiv 4)) + %i, %j] : !tir.buffer<[n, 24], f32>
        }
      }
    }
  }
  tir.return
}

// Integers that are made floats keep an arm for each number of rows.
// ARMS-LABEL: tir.func @decoded(
// ARMS-COUNT-2: arith.cmpi eq
// ARMS-NOT: array<i64
// ARMS: tir.return
tir.func @decoded(%W: !tir.buffer<[8, 16], i8>, %Y: !tir.buffer<[n, 16], f32>) where (n >= 2, n <= 4) {
  tir.specialize (n) in 2 to 4 only {
    %S = tir.alloc "S" register : !tir.buffer<[4, 16], f32>
    tir.for "zi" (%i) in [n] {
      tir.for "zj" (%j) in [16] vector 16 {
        %z = arith.constant 0.0 : f32
        tir.store %z, %S[%i, %j] : !tir.buffer<[4, 16], f32>
      }
    }
    tir.for "k" (reduce %k) in [8] {
      tir.for "i" (%i) in [n] unroll {
        tir.for "j" (%j) in [16] vector 16 {
          %w = tir.load %W[%k, %j] : !tir.buffer<[8, 16], i8>
          %e = arith.extsi %w : i8 to i32
          %q = arith.sitofp %e : i32 to f32
          tir.reduce @add(%q) into (%S[%i, %j]) : !tir.buffer<[4, 16], f32>
        }
      }
    }
    tir.for "wi" (%i) in [n] {
      tir.for "wj" (%j) in [16] vector 16 {
        %s = tir.load %S[%i, %j] : !tir.buffer<[4, 16], f32>
        tir.store %s, %Y[%i, %j] : !tir.buffer<[n, 16], f32>
      }
    }
  }
  tir.return
}

relax.func @main(%x: !relax.tensor<[n, 8], f32>, %w: !relax.tensor<[8, 24], f32>) -> !relax.tensor<[n, 24], f32> {
  %y = relax.call_tir @tile(%x, %w) : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 24], f32>) -> !relax.tensor<[n, 24], f32>
  relax.return %y : !relax.tensor<[n, 24], f32>
}

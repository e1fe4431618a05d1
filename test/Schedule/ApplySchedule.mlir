// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-apply-schedule | FileCheck %s
// RUN: %python %S/steps.py %s m=0,1,7,33 | FileCheck %s --check-prefix=VALUES
// RUN: sed 's/balanced 6/by 5/;s/by 32/by 24/;/tir.vectorize %c/d;/tir.layout/d;/tir.prefetch/d;s/1 to 6/2 to 3/;s/pad 4//' %s > %t.mlir
// RUN: relax-opt %t.mlir --relax-set-target=target=x86-64-v4 --relax-apply-schedule | FileCheck %s --check-prefix=EDITED
// RUN: %python %S/steps.py %t.mlir m=7 | FileCheck %s --check-prefix=EDITED-VALUES

// The schedule of a dense layer, as a person would write it. After every one of its primitives the program runs and
// computes the same. VALUES: {{^}}27 programs, 0 differ
//
// Edited (other panels, the weight as it is, no lanes in the product, fewer variants) it gives other loops and the same values.
// EDITED: tir.for "io" (%io) in [m ceildiv 5] parallel
// EDITED: tir.specialize (min(-5 * %io + m, 5)) in 2 to 3
// EDITED: tir.for "jo" (%jo) in [3]
// EDITED: tir.alloc "C.stage" register : !tir.buffer<[5, 24], f32>
// EDITED: tir.for "j" (%j) in [min(-24 * %jo + 70, 24)] {
// EDITED: %w = tir.load %W[%k, 24 * %jo + %j] : !tir.buffer<[20, 70], f32>
// EDITED-VALUES: {{^}}24 programs, 0 differ

relax.weight @w : !relax.tensor<[20, 70], f32> prepared by @make
relax.func private @make() -> (!relax.tensor<[20, 70], f32> {relax.prepares = @w}) {
  %w = relax.call_tir @values() : () -> !relax.tensor<[20, 70], f32>
  relax.return %w : !relax.tensor<[20, 70], f32>
}
tir.func private @values(%W: !tir.buffer<[20, 70], f32>) {
  tir.compute "values" (%i, %j) in [20, 70] {
    %at = tir.extent (70 * %i + %j) : index
    %n = arith.index_cast %at : index to i64
    %f = arith.sitofp %n : i64 to f32
    %scale = arith.constant 0.0001 : f32
    %w = arith.mulf %f, %scale : f32
    tir.store %w, %W[%i, %j] : !tir.buffer<[20, 70], f32>
  }
  tir.return
}
relax.func @main(%x: !relax.tensor<[m, 20], f32>, %b: !relax.tensor<[70], f32>) -> !relax.tensor<[m, 70], f32> {
  %w = relax.get_weight @w : !relax.tensor<[20, 70], f32>
  %y = relax.call_tir @ffn(%x, %w, %b) : (!relax.tensor<[m, 20], f32>, !relax.tensor<[20, 70], f32>, !relax.tensor<[70], f32>) -> !relax.tensor<[m, 70], f32>
  relax.return %y : !relax.tensor<[m, 70], f32>
}

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}

tir.func private @ffn(%A: !tir.buffer<[m, 20], f32>, %W: !tir.buffer<[20, 70], f32>, %b: !tir.buffer<[70], f32>,
                      %C: !tir.buffer<[m, 70], f32>) schedule @ffn_cpu {
  tir.compute "mm" (%i, %j, reduce %k) in [m, 70, 20] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[m, 20], f32>
    %w = tir.load %W[%k, %j] : !tir.buffer<[20, 70], f32>
    %p = arith.mulf %a, %w : f32
    tir.reduce @add(%p) into (%C[%i, %j]) : !tir.buffer<[m, 70], f32>
  }
  tir.compute "act" (%i, %j) in [m, 70] {
    %c = tir.load %C[%i, %j] : !tir.buffer<[m, 70], f32>
    %d = tir.load %b[%j] : !tir.buffer<[70], f32>
    %s = arith.addf %c, %d : f32
    %t = math.tanh %s : f32
    tir.store %t, %C[%i, %j] : !tir.buffer<[m, 70], f32>
  }
  tir.return
}

tir.schedule @ffn_cpu {
  // Bias and tanh carry the loops: panels of at most 6 rows, 32 columns.
  %act, %mm, %C, %A, %W = tir.find "act", "mm", "C", "A", "W"
  %i, %j = tir.loops %act
  %io, %ii = tir.split %i balanced 6
  %jo, %ji = tir.split %j by 32
  tir.reorder %io, %jo, %ii, %ji
  // The product of a panel is computed where it is used, in local memory.
  tir.compute_at %mm, %jo
  tir.stage %C at %jo
  tir.stage %A at %io pad 4
  %r, %c, %k = tir.loops %mm
  tir.reorder %k, %r, %c
  // Blocks of the weight as the tile uses them, packed once at load.
  tir.layout %W [j floordiv 32, k, j mod 32] prepared
  tir.prefetch %W at %k ahead 8
  %init, %store, %T = tir.find "mm.init", "C.store", "C.stage"
  %zr, %zc = tir.loops %init
  %wr, %wc = tir.loops %store
  tir.place %T register
  // Lanes along the columns; one body for every number of rows.
  tir.vectorize %c 16
  tir.vectorize %ji 16
  tir.vectorize %zc 16
  tir.vectorize %wc 16
  tir.variants %ii 1 to 6
  tir.variants %ji 32 to 32
  tir.unroll %r
  tir.unroll %ii
  tir.unroll %zr
  tir.unroll %wr
  tir.parallel %io
}

// CHECK-LABEL: tir.func private @ffn(
// CHECK-NEXT:     tir.for "io" (%io) in [m ceildiv 6] parallel {
// CHECK-NEXT:       %A_stage = tir.alloc "A.stage" local : !tir.buffer<[6, 24], f32>
// CHECK-NEXT:       tir.specialize ((-%io + m) ceildiv (m ceildiv 6)) in 1 to 6 only {
// CHECK-NEXT:         tir.compute "A.load" (%i, %j) in [(-%io + m) ceildiv (m ceildiv 6), 20] {
// CHECK-NEXT:           %element = tir.load %A[%io * (m floordiv (m ceildiv 6)) + %i + min(%io, m mod (m ceildiv 6)), %j] : !tir.buffer<[m, 20], f32>
// CHECK-NEXT:           tir.store %element, %A_stage[%i, %j] : !tir.buffer<[6, 24], f32>
// CHECK-NEXT:         }
// CHECK-NEXT:         tir.for "jo" (%jo) in [3] {
// CHECK-NEXT:           %C_stage = tir.alloc "C.stage" register : !tir.buffer<[6, 32], f32>
// CHECK-NEXT:           tir.specialize (min(-32 * %jo + 70, 32)) in 32 to 32 {
// CHECK-NEXT:             tir.for "i_0" (%i) in [(-%io + m) ceildiv (m ceildiv 6)] unroll {
// CHECK-NEXT:               tir.for "j_0" (%j) in [min(-32 * %jo + 70, 32)] vector 16 {
// CHECK-NEXT:                 %identity = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:                 tir.store %identity, %C_stage[%i, %j] : !tir.buffer<[6, 32], f32>
// CHECK-NEXT:               }
// CHECK-NEXT:             }
// CHECK-NEXT:             tir.for "k" (reduce %k) in [20] {
// CHECK-NEXT:               tir.fetch %W[%jo, %k + 8, 0] : !tir.buffer<[3, 20, 32], f32>
// CHECK-NEXT:               tir.fetch %W[%jo, %k + 8, 16] : !tir.buffer<[3, 20, 32], f32>
// CHECK-NEXT:               tir.for "i" (%i) in [(-%io + m) ceildiv (m ceildiv 6)] unroll {
// CHECK-NEXT:                 tir.for "j" (%j) in [min(-32 * %jo + 70, 32)] vector 16 {
// CHECK-NEXT:                   %a = tir.load %A_stage[%i, %k] : !tir.buffer<[6, 24], f32>
// CHECK-NEXT:                   %w = tir.load %W[%jo, %k, %j] : !tir.buffer<[3, 20, 32], f32>
// CHECK-NEXT:                   %p = arith.mulf %a, %w : f32
// CHECK-NEXT:                   tir.reduce @add(%p) into (%C_stage[%i, %j]) : !tir.buffer<[6, 32], f32>
// CHECK-NEXT:                 }
// CHECK-NEXT:               }
// CHECK-NEXT:             }
// CHECK-NEXT:             tir.for "ii" (%ii) in [(-%io + m) ceildiv (m ceildiv 6)] unroll {
// CHECK-NEXT:               tir.for "ji" (%ji) in [min(-32 * %jo + 70, 32)] vector 16 {
// CHECK-NEXT:                 %c = tir.load %C_stage[%ii, %ji] : !tir.buffer<[6, 32], f32>
// CHECK-NEXT:                 %d = tir.load %b[32 * %jo + %ji] : !tir.buffer<[70], f32>
// CHECK-NEXT:                 %s = arith.addf %c, %d : f32
// CHECK-NEXT:                 %t = math.tanh %s : f32
// CHECK-NEXT:                 tir.store %t, %C_stage[%ii, %ji] : !tir.buffer<[6, 32], f32>
// CHECK-NEXT:               }
// CHECK-NEXT:             }
// CHECK-NEXT:             tir.for "i_1" (%i) in [(-%io + m) ceildiv (m ceildiv 6)] unroll {
// CHECK-NEXT:               tir.for "j_1" (%j) in [min(-32 * %jo + 70, 32)] vector 16 {
// CHECK-NEXT:                 %element = tir.load %C_stage[%i, %j] : !tir.buffer<[6, 32], f32>
// CHECK-NEXT:                 tir.store %element, %C[%io * (m floordiv (m ceildiv 6)) + %i + min(%io, m mod (m ceildiv 6)), 32 * %jo + %j] : !tir.buffer<[m, 70], f32>
// CHECK-NEXT:               }
// CHECK-NEXT:             }
// CHECK-NEXT:           }
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     tir.return
// CHECK-NEXT:   }
// The schedule is used up.
// CHECK-NOT: tir.schedule

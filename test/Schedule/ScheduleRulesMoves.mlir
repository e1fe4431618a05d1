// Copies in another order, interleaved rows, windows without weights.
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-schedule-rules | FileCheck %s -D'$LANES'=16 -D'$MASKED'=" masked" --check-prefixes=CHECK,MASKS
// RUN: relax-opt %s --relax-set-target=target=x86-64-v3 --relax-schedule-rules | FileCheck %s -D'$LANES'=8 -D'$MASKED'=" masked" --check-prefixes=CHECK,MASKS,SLOW
// RUN: relax-opt %s --relax-set-target=target=aarch64 --relax-schedule-rules | FileCheck %s -D'$LANES'=4 -D'$MASKED'= --check-prefixes=CHECK,NONE
// RUN: relax-run %s --entry=turn --compare=reference,compiled --dims=n=1,m=1 --then --entry=turn --compare=reference,compiled --dims=n=2,m=33 --then --entry=turn --compare=reference,compiled --dims=n=3,m=0
// RUN: relax-run %s --entry=few --poison --compare=reference,compiled --dims=n=0 --then --entry=few --dims=n=1 --then --entry=few --dims=n=2 --then --entry=few --dims=n=3 --then --entry=few --dims=n=7 --then --entry=few --dims=n=8 --then --entry=few --dims=n=9 --then --entry=few --dims=n=15 --then --entry=few --dims=n=16 --then --entry=few --dims=n=17 --then --entry=few --dims=n=33 --then --entry=few --dims=n=1000
// RUN: relax-run %s --entry=weave --compare=reference,compiled --dims=n=1,m=1 --then --entry=weave --compare=reference,compiled --dims=n=2,m=37
// RUN: relax-run %s --entry=pool --compare=reference,compiled --dims=n=1,m=5 --then --entry=pool --compare=reference,compiled --dims=n=9,m=39 --then --entry=pool --compare=reference,compiled --dims=n=7,m=20

// Squares of lanes, turned in registers; masked where the target does so in one instruction.
// CHECK-LABEL: tir.schedule @turned_cpu {
// CHECK: %i, %j, %k = tir.loops
// CHECK-NEXT: %jo, %ji = tir.split %j by [[$LANES]]
// CHECK-NEXT: %ko, %ki = tir.split %k by [[$LANES]]
// CHECK-NEXT: tir.reorder {{.*}}, %ko, %ki, %ji
// CHECK-NEXT: tir.turn %ki, %ji [[$LANES]][[$MASKED]]{{$}}
tir.func @turned(%X: !tir.buffer<[n, m, 40], f32>, %Y: !tir.buffer<[n, 40, m], f32>) {
  tir.compute "copy" (%i, %j, %k) in [n, 40, m] {
    %x = tir.load %X[%i, %k, %j] : !tir.buffer<[n, m, 40], f32>
    tir.store %x, %Y[%i, %j, %k] : !tir.buffer<[n, 40, m], f32>
  }
  tir.return
}
// A bias goes along with what is read.
// CHECK-LABEL: tir.schedule @biased_cpu {
// CHECK: tir.turn %ki, %ji [[$LANES]]
// MASKS-NEXT: tir.parallel %i
// MASKS-NEXT: tir.parallel %jo
tir.func @biased(%X: !tir.buffer<[n, m, 40], f32>, %B: !tir.buffer<[40, 1], f32>, %Y: !tir.buffer<[n, 40, m], f32>) {
  tir.compute "copy" (%i, %j, %k) in [n, 40, m] {
    %x = tir.load %X[%i, %k, %j] : !tir.buffer<[n, m, 40], f32>
    %b = tir.load %B[%j, 0] : !tir.buffer<[40, 1], f32>
    %y = arith.addf %x, %b : f32
    tir.store %y, %Y[%i, %j, %k] : !tir.buffer<[n, 40, m], f32>
  }
  tir.return
}
// Three of so many lanes are hardly any: squares of a line's elements.
// CHECK-LABEL: tir.schedule @colours_cpu {
// CHECK: tir.split %j by 16
// CHECK-NEXT: tir.split %k by 16
// CHECK-NOT: tir.turn
tir.func @colours(%X: !tir.buffer<[n, m, 3], f32>, %Y: !tir.buffer<[n, 3, m], f32>) {
  tir.compute "copy" (%i, %j, %k) in [n, 3, m] {
    %x = tir.load %X[%i, %k, %j] : !tir.buffer<[n, m, 3], f32>
    tir.store %x, %Y[%i, %j, %k] : !tir.buffer<[n, 3, m], f32>
  }
  tir.return
}
// A side of less than a square: the other one is for the threads. Slow masks take longer than no lanes.
// CHECK-LABEL: tir.schedule @short_cpu {
// MASKS: tir.reorder %jo, %io,
// SLOW-NOT: tir.turn
// CHECK: tir.parallel
tir.func @short(%X: !tir.buffer<[n, 7], f32>, %Y: !tir.buffer<[7, n], f32>) {
  tir.compute "copy" (%i, %j) in [7, n] {
    %x = tir.load %X[%j, %i] : !tir.buffer<[n, 7], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[7, n], f32>
  }
  tir.return
}
relax.func @few(%x: !relax.tensor<[n, 7], f32>) -> !relax.tensor<[7, n], f32> {
  %y = relax.call_tir @short(%x) : (!relax.tensor<[n, 7], f32>) -> !relax.tensor<[7, n], f32>
  relax.return %y : !relax.tensor<[7, n], f32>
}
relax.func @turn(%x: !relax.tensor<[n, m, 40], f32>) -> !relax.tensor<[n, 40, m], f32> {
  %y = relax.permute_dims %x axes [0, 2, 1] : (!relax.tensor<[n, m, 40], f32>) -> !relax.tensor<[n, 40, m], f32>
  relax.return %y : !relax.tensor<[n, 40, m], f32>
}

// Even and odd columns are a body each.
// CHECK-LABEL: tir.schedule @woven_cpu {
// CHECK: %[[OUTER:.*]], %[[INNER:.*]] = tir.split %j by 2
// CHECK-NEXT: tir.unroll %[[INNER]]
tir.func @woven(%X: !tir.buffer<[n, 2, m], f32>, %Y: !tir.buffer<[n, 2 * m], f32>) {
  tir.compute "copy" (%i, %j) in [n, 2 * m] {
    %x = tir.load %X[%i, %j mod 2, %j floordiv 2] : !tir.buffer<[n, 2, m], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 2 * m], f32>
  }
  tir.return
}
// An odd extent would leave one of a pair over.
// CHECK-LABEL: tir.schedule @left_cpu {
// CHECK-NOT: tir.split
tir.func @left(%X: !tir.buffer<[n, 2, m], f32>, %Y: !tir.buffer<[n, 2 * m + 1], f32>) {
  tir.compute "copy" (%i, %j) in [n, 2 * m + 1] {
    %zero = arith.constant 0.0 : f32
    %x = tir.load %X[%i, %j mod 2, %j floordiv 2] pad %zero : !tir.buffer<[n, 2, m], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 2 * m + 1], f32>
  }
  tir.return
}
relax.func @weave(%x: !relax.tensor<[n, 2, m], f32>) -> !relax.tensor<[n, 2 * m], f32> {
  %t = relax.permute_dims %x axes [0, 2, 1] : (!relax.tensor<[n, 2, m], f32>) -> !relax.tensor<[n, m, 2], f32>
  %y = relax.reshape %t : (!relax.tensor<[n, m, 2], f32>) -> !relax.tensor<[n, 2 * m], f32>
  relax.return %y : !relax.tensor<[n, 2 * m], f32>
}

// Rows of a pooling use nothing again, but their maxima need not wait for each other, and rows of windows overlap: the
// steps of the window along them stand inside of a row, as copies. One masked vector needs no other body for the last columns, unless
// its stores are slow: then whole vectors have one.
// CHECK-LABEL: tir.schedule @pooled_cpu {
// MASKS: tir.split %j by [[$LANES]]
// MASKS-NEXT: tir.split %i balanced 6
// NONE: tir.split %j by 8
// NONE-NEXT: tir.split %i balanced 4
// CHECK-NEXT: tir.reorder {{.*}}, %v, %ii, %u, %ji reassociate
// MASKS: tir.variants %ii 1 to 6
// SLOW-NEXT: tir.variants %ji 8 to 8
// NONE: tir.variants %ii 1 to 4
// NONE-NEXT: tir.variants %ji 8 to 8
// CHECK-NEXT: tir.unroll %ii
// CHECK-NEXT: tir.vectorize %ji [[$LANES]][[$MASKED]]{{$}}
// CHECK-NEXT: tir.unroll %u
tir.monoid @max_f32 (f32) identity (0xFF800000) {
^bb0(%a: f32, %b: f32):
  %c = arith.maximumf %a, %b : f32
  tir.yield %c : f32
}
tir.func @pooled(%X: !tir.buffer<[n + 2, m + 2], f32>, %Y: !tir.buffer<[n, m], f32>) {
  tir.compute "pool" (%i, %j, reduce %u, reduce %v) in [n, m, 3, 3] {
    %x = tir.load %X[%i + %u, %j + %v] : !tir.buffer<[n + 2, m + 2], f32>
    tir.reduce @max_f32 (%x) into (%Y[%i, %j]) : !tir.buffer<[n, m], f32>
  }
  tir.return
}
// A maximum along one dimension has no rows of others beside it.
// CHECK-LABEL: tir.schedule @row_cpu {
// CHECK-NOT: balanced
tir.func @row(%X: !tir.buffer<[n, 9, m], f32>, %Y: !tir.buffer<[n, m], f32>) {
  tir.compute "row" (%i, %j, reduce %u) in [n, m, 9] {
    %x = tir.load %X[%i, %u, %j] : !tir.buffer<[n, 9, m], f32>
    tir.reduce @max_f32 (%x) into (%Y[%i, %j]) : !tir.buffer<[n, m], f32>
  }
  tir.return
}
relax.func @pool(%x: !relax.tensor<[1, 2, n, m], f32>) -> !relax.tensor<[1, 2, max(n - 4, 0), max(m - 4, 0)], f32> {
  %y = relax.max_pool %x window [5, 5] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (!relax.tensor<[1, 2, n, m], f32>) -> !relax.tensor<[1, 2, max(n - 4, 0), max(m - 4, 0)], f32>
  relax.return %y : !relax.tensor<[1, 2, max(n - 4, 0), max(m - 4, 0)], f32>
}

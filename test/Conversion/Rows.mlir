// A row of what nobody writes to is a view: a layer's weights among those of all layers, a row of an argument.
// RUN: relax-opt %s --relax-legalize | FileCheck %s --check-prefix=LEGAL
// RUN: relax-opt %s --relax-pipeline=cpu | FileCheck %s --check-prefix=VM
//
// Both modes; the last row, counted from the end; rows of no elements.
// RUN: relax-run %s --entry=rows --dims=n=5,m=3 --input=i=i64=4 --input=j=1xi32=-5 --compare=reference,compiled --poison > %t
// RUN: relax-run %s --entry=rows --dims=n=1,m=0 --input=i=i64=-1 --input=j=1xi32=0 --compare=reference,compiled --poison > %t
// RUN: relax-run %s --entry=copies --dims=n=4 --input=i=i64=1 --compare=reference,compiled --poison > %t
//
// No program runs for the rows, and no memory is asked for: three products, three sums and four conditions are all.
// RUN: relax-run %s --entry=layers --dims= --counters | FileCheck %s --check-prefix=LAYERS
// LAYERS: counters @layers: kernels_compiled=0 kernels_run=10 arena_bytes=0 allocations=0 result_bytes=124 bytes_copied=0
// RUN: relax-run %s --entry=layers --dims= --compare=reference,compiled > %t
//
// RUN: not relax-run %s --entry=rows --dims=n=5,m=3 --input=i=i64=5 --input=j=1xi32=0 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: 'relax.take' %a: index 5 is outside of an extent of 5
// RUN: not relax-run %s --entry=rows --dims=n=0,m=3 --input=i=i64=0 --input=j=1xi32=0 --mode=reference 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not relax-run %s --entry=rows --dims=n=0,m=3 --input=i=i64=0 --input=j=1xi32=0 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: index 0 is outside of an extent of 0

// LEGAL-LABEL: relax.func @rows(
// LEGAL: %a = relax.take %x, %i axis 0
// LEGAL: %b = relax.take %flat, %j axis 0
// LEGAL: %d = relax.take %c, %i axis 0
// VM-LABEL: vm.func @rows(
// VM: %a = vm.row %x at %i, "'relax.take' %a" : (!relax.tensor<[n, m, 2], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[m, 2], f32>
// VM: %[[ROW:.*]] = vm.row %flat at %j, "'relax.take' %b" : (!relax.tensor<[n, 2 * m], f32>, !relax.tensor<[1], i32>) -> !relax.tensor<[2 * m], f32>
// VM-NEXT: vm.reshape %[[ROW]] dims [1, 2 * %m] : !relax.tensor<[2 * m], f32> -> !relax.tensor<[1, 2 * m], f32>
relax.func @rows(%x: !relax.tensor<[n, m, 2], f32>, %i: !relax.tensor<[], i64>, %j: !relax.tensor<[1], i32>)
    -> (!relax.tensor<[m, 2], f32>, !relax.tensor<[1, 2 * m], f32>, !relax.tensor<[2], f32>) {
  %a = relax.take %x, %i axis 0 : (!relax.tensor<[n, m, 2], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[m, 2], f32>
  %flat = relax.reshape %x : (!relax.tensor<[n, m, 2], f32>) -> !relax.tensor<[n, 2 * m], f32>
  %b = relax.take %flat, %j axis 0 : (!relax.tensor<[n, 2 * m], f32>, !relax.tensor<[1], i32>) -> !relax.tensor<[1, 2 * m], f32>
  %c = relax.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0], [9.0, 10.0]]> : tensor<5x2xf32>
  %d = relax.take %c, %i axis 0 : (!relax.tensor<[5, 2], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[2], f32>
  relax.return %a, %b, %d : !relax.tensor<[m, 2], f32>, !relax.tensor<[1, 2 * m], f32>, !relax.tensor<[2], f32>
}

// Everything else has a program: of what was computed or may be written to, along another dimension, by several indices.
// LEGAL-LABEL: relax.func @copies(
// LEGAL-NOT: relax.take
// LEGAL: relax.return
relax.func @copies(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[n, 4], f32> donated, %i: !relax.tensor<[], i64>)
    -> (!relax.tensor<[4], f32>, !relax.tensor<[4], f32>, !relax.tensor<[n], f32>, !relax.tensor<[2, 4], f32>, !relax.tensor<[4], f32>) {
  %two = relax.constant dense<[0, -1]> : tensor<2xi64>
  %n = relax.negative %x : !relax.tensor<[n, 4], f32>
  %a = relax.take %n, %i axis 0 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[4], f32>
  %b = relax.take %y, %i axis 0 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[4], f32>
  %c = relax.take %x, %i axis 1 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n], f32>
  %d = relax.take %x, %two axis 0 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[2, 4], f32>
  %e, %last = relax.while (%s: !relax.tensor<[4], f32> = %a, %t: !relax.tensor<[n, 4], f32> = %n)
      : (!relax.tensor<[4], f32>, !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[4], f32>, !relax.tensor<[n, 4], f32>) {
    %zero = relax.constant dense<0.0> : tensor<f32>
    %most = relax.max %s over [0] : (!relax.tensor<[4], f32>) -> !relax.tensor<[], f32>
    %p = relax.less %most, %zero : (!relax.tensor<[], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[], i1>
    relax.condition %p
  } do {
    %r = relax.take %t, %i axis 0 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[4], f32>
    %q = relax.abs %r : !relax.tensor<[4], f32>
    relax.yield %q, %t : !relax.tensor<[4], f32>, !relax.tensor<[n, 4], f32>
  }
  relax.return %a, %b, %c, %d, %e : !relax.tensor<[4], f32>, !relax.tensor<[4], f32>, !relax.tensor<[n], f32>, !relax.tensor<[2, 4], f32>, !relax.tensor<[4], f32>
}

// A product with each of three matrices.
relax.func @layers(%x: !relax.tensor<[8], f32>, %ws: !relax.tensor<[3, 8, 8], f32>) -> !relax.tensor<[8], f32> {
  %y = relax.scan over 3 (%s: !relax.tensor<[8], f32> = %x, %w: !relax.tensor<[8, 8], f32> in %ws) {
    %p = relax.matmul %w, %s : (!relax.tensor<[8, 8], f32>, !relax.tensor<[8], f32>) -> !relax.tensor<[8], f32>
    relax.yield %p : !relax.tensor<[8], f32>
  }
  relax.return %y : !relax.tensor<[8], f32>
}

// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-schedule-rules --relax-schedule-rules | FileCheck %s
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-schedule-rules --relax-apply-schedule | FileCheck %s --check-prefix=APPLIED

// Rows with rows: the lanes lie along the sum. One row goes through the other matrix line by line, more make tiles.
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @rows(%A: !tir.buffer<[n, 256], f32>, %B: !tir.buffer<[512, 256], f16>, %Y: !tir.buffer<[n, 512], f32>) {
  tir.compute "mm" (%i, %j, reduce %k) in [n, 512, 256] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 256], f32>
    %b = tir.load %B[%j, %k] : !tir.buffer<[512, 256], f16>
    %w = arith.extf %b : f16 to f32
    %p = arith.mulf %a, %w : f32
    tir.reduce @add(%p) into (%Y[%i, %j]) : !tir.buffer<[n, 512], f32>
  }
  tir.return
}
// CHECK-LABEL: tir.schedule @rows_cpu {
// CHECK: tir.fork %mm iterator 0 to 1
// CHECK: tir.rfactor %mm_few by 64
// CHECK: tir.compute_at %mm_few_parts, %[[J:.*]]{{$}}
// CHECK: tir.vectorize %{{.*}} 64
// CHECK: tir.parallel %[[J]]
// CHECK: tir.rfactor %mm by 16
// CHECK: %[[JO:.*]], %[[JI:.*]] = tir.split %{{.*}} by 4
// CHECK: tir.split %{{.*}} by 48
// CHECK: tir.split %{{.*}} balanced 6
// CHECK: tir.prefetch %B at %{{.*}} ahead 4
// CHECK: tir.variants %{{.*}} 1 to 6
// CHECK: tir.vectorize %{{.*}} 16
// CHECK: tir.parallel %[[JO]]
// APPLIED-LABEL: tir.func @rows(
// APPLIED: tir.load %B[%{{.*}}, %r + 64 * %k] : !tir.buffer<[512, 256], f16>
// APPLIED: tir.fetch %B[4 * %{{.*}} + %{{.*}} + 4, 16 * %k] : !tir.buffer<[512, 256], f16>
// APPLIED: tir.load %B[4 * %{{.*}} + %{{.*}}, %r + 16 * %k] : !tir.buffer<[512, 256], f16>

// A vector with the rows of a matrix: one form. 70 is no multiple of 16: what is left follows.
tir.func @vector(%A: !tir.buffer<[70], f32>, %B: !tir.buffer<[512, 70], f32>, %Y: !tir.buffer<[512], f32>) {
  tir.compute "mv" (%j, reduce %k) in [512, 70] {
    %a = tir.load %A[%k] : !tir.buffer<[70], f32>
    %b = tir.load %B[%j, %k] : !tir.buffer<[512, 70], f32>
    %p = arith.mulf %a, %b : f32
    tir.reduce @add(%p) into (%Y[%j]) : !tir.buffer<[512], f32>
  }
  tir.return
}
// CHECK-LABEL: tir.schedule @vector_cpu {
// CHECK-NOT: tir.fork
// CHECK: tir.rfactor %mv by 16
// CHECK: tir.find "mv.rest"

// 24 is three times 8: fewer lanes, and nothing is left to do one by one.
tir.func @eights(%A: !tir.buffer<[24], f32>, %B: !tir.buffer<[512, 24], f32>, %Y: !tir.buffer<[512], f32>) {
  tir.compute "mv" (%j, reduce %k) in [512, 24] {
    %a = tir.load %A[%k] : !tir.buffer<[24], f32>
    %b = tir.load %B[%j, %k] : !tir.buffer<[512, 24], f32>
    %p = arith.mulf %a, %b : f32
    tir.reduce @add(%p) into (%Y[%j]) : !tir.buffer<[512], f32>
  }
  tir.return
}
// CHECK-LABEL: tir.schedule @eights_cpu {
// CHECK: tir.rfactor %mv by 8
// CHECK-NOT: "mv.rest"
// CHECK: }

// Sums of squares and what is no product keep their order; so does a sum that is shorter than four lanes.
tir.func @squares(%A: !tir.buffer<[n, 256], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.compute "sq" (%i, reduce %k) in [n, 256] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 256], f32>
    %p = arith.mulf %a, %a : f32
    tir.reduce @add(%p) into (%Y[%i]) : !tir.buffer<[n], f32>
  }
  tir.return
}
// CHECK-LABEL: tir.schedule @squares_cpu {
// CHECK-NOT: tir.rfactor
tir.func @short(%A: !tir.buffer<[n, 3], f32>, %B: !tir.buffer<[n, 3], f32>, %Y: !tir.buffer<[n, n], f32>) {
  tir.compute "mm" (%i, %j, reduce %k) in [n, n, 3] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 3], f32>
    %b = tir.load %B[%j, %k] : !tir.buffer<[n, 3], f32>
    %p = arith.mulf %a, %b : f32
    tir.reduce @add(%p) into (%Y[%i, %j]) : !tir.buffer<[n, n], f32>
  }
  tir.return
}
// CHECK-LABEL: tir.schedule @short_cpu {
// CHECK-NOT: tir.rfactor

// RUN: not relax-opt %s --relax-set-target=target=x86-64-v4 --relax-schedule-rules=lanes=1 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: not relax-opt %s --relax-set-target=target=x86-64-v4 --relax-schedule-rules=rows=40 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-schedule-rules --counters 2>&1 | FileCheck %s

// LANES: error: expected 2 to 64 lanes and 1 to 32 rows (or 0: by the target), got 1 and 0
// ROWS: error: expected 2 to 64 lanes and 1 to 32 rows (or 0: by the target), got 0 and 40

// What rules have nothing to say about stays as it is: loops that are there already, a scan, declarations.
// CHECK-NOT: schedule @
// CHECK: 2 {{.*}}not-scheduled
tir.func @loops(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.for "i" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}

tir.func @scan(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.compute "prefix" (scan %i) in [n - 1] {
    %y = tir.load %Y[%i] : !tir.buffer<[n], f32>
    %x = tir.load %X[%i + 1] : !tir.buffer<[n], f32>
    %s = arith.addf %x, %y : f32
    tir.store %s, %Y[%i + 1] : !tir.buffer<[n], f32>
  }
  tir.return
}

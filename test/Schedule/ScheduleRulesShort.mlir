// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-schedule-rules | FileCheck %s

// With few of the unknown rounds there is too little to share: one token does not wake the threads.
tir.func @heads(%X: !tir.buffer<[1, n, 32, 64], f32>, %Y: !tir.buffer<[1, 32, n, 64], f32>) {
  tir.compute "turn" (%i, %h, %j, %d) in [1, 32, n, 64] {
    %x = tir.load %X[%i, %j, %h, %d] : !tir.buffer<[1, n, 32, 64], f32>
    tir.store %x, %Y[%i, %h, %j, %d] : !tir.buffer<[1, 32, n, 64], f32>
  }
  tir.return
}
// CHECK-LABEL: tir.schedule @heads_cpu {
// CHECK: tir.parallel %j
// A round that is long enough is shared whatever there is of them.
tir.func @wide(%X: !tir.buffer<[1, n, 32, 4096], f32>, %Y: !tir.buffer<[1, 32, n, 4096], f32>) {
  tir.compute "turn" (%i, %h, %j, %d) in [1, 32, n, 4096] {
    %x = tir.load %X[%i, %j, %h, %d] : !tir.buffer<[1, n, 32, 4096], f32>
    tir.store %x, %Y[%i, %h, %j, %d] : !tir.buffer<[1, 32, n, 4096], f32>
  }
  tir.return
}
// CHECK-LABEL: tir.schedule @wide_cpu {
// CHECK: tir.parallel %h

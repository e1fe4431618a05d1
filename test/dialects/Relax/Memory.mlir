// Explicit storage, after planning.
// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @memory(
relax.func @memory(%x: !relax.tensor<[n, 0], f32>) {
  // CHECK-NEXT: %arena = relax.arena bytes 3072 * n + 64
  %arena = relax.arena bytes 64 + n * 3072
  // CHECK-NEXT: %empty = relax.arena bytes 0
  %empty = relax.arena bytes 0
  // CHECK-NEXT: relax.kill %x : !relax.tensor<[n, 0], f32>
  relax.kill %x : !relax.tensor<[n, 0], f32>
  relax.return
}

tir.func @map(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[b], f32>) { tir.return }

// CHECK-LABEL: relax.func @levels(
relax.func @levels(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // CHECK-NEXT: relax.memory_limit bytes 4 * n + 1024
  relax.memory_limit bytes 1024 + n * 4
  // CHECK-NEXT: %level = relax.memory_level of [8 * n, 4 * n + 64] : !relax.shape<[level]> binds (level)
  %level = relax.memory_level of [n * 8, 64 + n * 4] : !relax.shape<[level]> binds (level)
  // CHECK-NEXT: %a = relax.call_tir @map(%x)
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  // CHECK-NEXT: relax.evict %a : !relax.tensor<[n], f32>
  relax.evict %a : !relax.tensor<[n], f32>
  // CHECK-NEXT: %b = relax.restore (%y: !relax.tensor<[n], f32> = %x) -> !relax.tensor<[n], f32> {
  %b = relax.restore (%y: !relax.tensor<[n], f32> = %x) -> !relax.tensor<[n], f32> {
    // CHECK-NEXT: %c = relax.call_tir @map(%y)
    %c = relax.call_tir @map(%y) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
    // CHECK-NEXT: relax.yield %c : !relax.tensor<[n], f32>
    relax.yield %c : !relax.tensor<[n], f32>
  }
  // CHECK: %d = relax.restore () -> !relax.tensor<[2], f32> {
  %d = relax.restore () -> !relax.tensor<[2], f32> {
    %c = relax.constant dense<1.0> : tensor<2xf32>
    relax.yield %c : !relax.tensor<[2], f32>
  }
  relax.return %b : !relax.tensor<[n], f32>
}

// CHECK-LABEL: relax.func @file(
relax.func @file(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // CHECK-NEXT: %level = relax.memory_level of [8 * n, 4 * n] reloads [0, 4 * n] : !relax.shape<[level]> binds (level)
  %level = relax.memory_level of [n * 8, n * 4] reloads [0, n * 4] : !relax.shape<[level]> binds (level)
  // CHECK-NEXT: %file = relax.arena bytes 4 * n in_file
  %file = relax.arena bytes n * 4 in_file
  // CHECK-NEXT: %a = relax.call_tir @map(%x)
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  // CHECK-NEXT: %out = relax.write_out %a : !relax.tensor<[n], f32>
  %out = relax.write_out %a : !relax.tensor<[n], f32>
  // CHECK-NEXT: relax.evict %a regenerate 8 reload 16 : !relax.tensor<[n], f32>
  relax.evict %a regenerate 8 reload 16 : !relax.tensor<[n], f32>
  // CHECK-NEXT: %b = relax.write_out %out in %file at n : !relax.tensor<[n], f32>
  %b = relax.write_out %out in %file at n : !relax.tensor<[n], f32>
  // CHECK-NEXT: %c = relax.read_back %b : !relax.tensor<[n], f32>
  %c = relax.read_back %b : !relax.tensor<[n], f32>
  // CHECK-NEXT: relax.evict %b reload 4 : !relax.tensor<[n], f32>
  relax.evict %b reload 4 : !relax.tensor<[n], f32>
  relax.return %c : !relax.tensor<[n], f32>
}

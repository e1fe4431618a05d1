// In all plans but the first, results of maps take the place of what they are made of where that ends, and tensors of sizes that
// nothing is known of share a block.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-plan-recompute,relax-plan-memory))' | FileCheck %s

tir.func private @product(%X: !tir.buffer<[n, 64], f32>, %Y: !tir.buffer<[n, n], f32>) { tir.return }
tir.func private @sum(%X: !tir.buffer<[n, n], f32>, %Y: !tir.buffer<[n, 64], f32>) { tir.return }
tir.func private @exp(%X: !tir.buffer<[n, n], f32>, %Y: !tir.buffer<[n, n], f32>) {
  tir.for "i" (%i) in [n] parallel {
    tir.for "j" (%j) in [n] vector 16 masked {
      %x = tir.load %X[%i, %j] : !tir.buffer<[n, n], f32>
      %y = math.exp %x : f32
      tir.store %y, %Y[%i, %j] : !tir.buffer<[n, n], f32>
    }
  }
  tir.return
}
// Reads what others wrote already.
tir.func private @turn(%X: !tir.buffer<[n, n], f32>, %Y: !tir.buffer<[n, n], f32>) {
  tir.for "i" (%i) in [n] parallel {
    tir.for "j" (%j) in [n] {
      %x = tir.load %X[%j, %i] : !tir.buffer<[n, n], f32>
      tir.store %x, %Y[%i, %j] : !tir.buffer<[n, n], f32>
    }
  }
  tir.return
}

// CHECK-LABEL: relax.func @map(
// CHECK-NEXT: %level = relax.memory_level of [8 * n * n + 256 * n, 4 * n * n + 256 * n]
// CHECK: when (level == 0)
// CHECK-NEXT: relax.arena bytes 8 * n * n
// CHECK: else
// CHECK-NEXT: %[[ARENA:.*]] = relax.arena bytes 4 * n * n
// CHECK-NEXT: %a = relax.call_tir @product(%{{.*}}) in %[[ARENA]] at [0]
// CHECK-NEXT: %b = relax.call_tir @exp(%a) in %[[ARENA]] at [0]
// CHECK-NEXT: %c = relax.call_tir @sum(%b) :
// CHECK-NEXT: relax.kill %b
relax.func @map(%x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> where (n mod 4 == 0) {
  %a = relax.call_tir @product(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, n], f32>
  %b = relax.call_tir @exp(%a) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %c = relax.call_tir @sum(%b) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %c : !relax.tensor<[n, 64], f32>
}

// CHECK-LABEL: relax.func @transposed(
// CHECK-NEXT: %level = relax.memory_level of [8 * n * n + 256 * n] :
relax.func @transposed(%x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> where (n mod 4 == 0) {
  %a = relax.call_tir @product(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, n], f32>
  %b = relax.call_tir @turn(%a) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %c = relax.call_tir @sum(%b) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %c : !relax.tensor<[n, 64], f32>
}

// %a is read again behind the map.
// CHECK-LABEL: relax.func @kept(
// CHECK-NEXT: %level = relax.memory_level of [8 * n * n + 512 * n] :
relax.func @kept(%x: !relax.tensor<[n, 64], f32>) -> (!relax.tensor<[n, 64], f32>, !relax.tensor<[n, 64], f32>) where (n mod 4 == 0) {
  %a = relax.call_tir @product(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, n], f32>
  %b = relax.call_tir @exp(%a) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %c = relax.call_tir @sum(%b) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, 64], f32>
  %d = relax.call_tir @sum(%a) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %c, %d : !relax.tensor<[n, 64], f32>, !relax.tensor<[n, 64], f32>
}

// CHECK-LABEL: relax.func @shared(
// CHECK-NEXT: %level = relax.memory_level of [4 * n * n + 768 * n, 512 * n + max(4 * n * n, 256 * n)] :
relax.func @shared(%x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> where (n mod 4 == 0) {
  %a = relax.call_tir @product(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, n], f32>
  %b = relax.call_tir @sum(%a) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, 64], f32>
  %c = relax.call_tir @sum2(%b) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %d = relax.call_tir @sum2(%c) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %d : !relax.tensor<[n, 64], f32>
}
tir.func private @sum2(%X: !tir.buffer<[n, 64], f32>, %Y: !tir.buffer<[n, 64], f32>) { tir.return }

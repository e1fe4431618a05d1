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
// CHECK-NEXT: %level = relax.memory_level of [4 * n * n + 1024 * n, 512 * n + max(4 * n * n, 256 * n)] :
relax.func @shared(%x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> where (n mod 4 == 0) {
  %p = relax.call_tir @sum2(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %a = relax.call_tir @product(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, n], f32>
  %b = relax.call_tir @sum(%a) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, 64], f32>
  %c = relax.call_tir @sum2(%b) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %d = relax.call_tir @both(%c, %p) : (!relax.tensor<[n, 64], f32>, !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %d : !relax.tensor<[n, 64], f32>
}
tir.func private @both(%X: !tir.buffer<[n, 64], f32>, %Z: !tir.buffer<[n, 64], f32>, %Y: !tir.buffer<[n, 64], f32>) { tir.return }
tir.func private @sum2(%X: !tir.buffer<[n, 64], f32>, %Y: !tir.buffer<[n, 64], f32>) { tir.return }

tir.monoid @max_f32 (f32) identity (0xFF800000) {
^bb0(%a: f32, %b: f32):
  %m = arith.maximumf %a, %b : f32
  tir.yield %m : f32
}

// A panel of rows: the largest element of each is taken from it.
tir.func private @rows(%X: !tir.buffer<[n, n], f32>, %Y: !tir.buffer<[n, n], f32>) {
  tir.for "ko" (%k) in [n ceildiv 8] parallel {
    %M = tir.alloc "M" local : !tir.buffer<[8], f32>
    tir.compute "max" (%i, reduce %j) in [min(-8 * %k + n, 8), n] {
      %x = tir.load %X[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
      tir.reduce @max_f32(%x) into (%M[%i]) : !tir.buffer<[8], f32>
    }
    tir.for "i" (%i) in [min(-8 * %k + n, 8)] {
      tir.for "i_j" (%j) in [n] vector 16 masked {
        %x = tir.load %X[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
        %m = tir.load %M[%i] : !tir.buffer<[8], f32>
        %y = arith.subf %x, %m : f32
        tir.store %y, %Y[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
      }
    }
  }
  tir.return
}
// CHECK-LABEL: relax.func @rows_call(
// CHECK-NEXT: %level = relax.memory_level of [8 * n * n + 256 * n, 4 * n * n + 256 * n]
relax.func @rows_call(%x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> where (n mod 4 == 0) {
  %a = relax.call_tir @product(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, n], f32>
  %b = relax.call_tir @rows(%a) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %c = relax.call_tir @sum(%b) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %c : !relax.tensor<[n, 64], f32>
}

// The second time it reads what it has written.
tir.func private @rows_behind(%X: !tir.buffer<[n, n], f32>, %Y: !tir.buffer<[n, n], f32>) {
  tir.for "ko" (%k) in [n ceildiv 8] parallel {
    %M = tir.alloc "M" local : !tir.buffer<[8], f32>
    tir.compute "max" (%i, reduce %j) in [min(-8 * %k + n, 8), n] {
      %x = tir.load %X[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
      tir.reduce @max_f32(%x) into (%M[%i]) : !tir.buffer<[8], f32>
    }
    tir.for "i" (%i) in [min(-8 * %k + n, 8)] {
      tir.for "i_j" (%j) in [n] vector 16 masked {
        %x = tir.load %X[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
        %m = tir.load %M[%i] : !tir.buffer<[8], f32>
        %y = arith.subf %x, %m : f32
        tir.store %y, %Y[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
      }
    }
    tir.for "again" (%i) in [min(-8 * %k + n, 8)] {
      tir.for "again_j" (%j) in [n] vector 16 masked {
        %x = tir.load %X[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
        %m = tir.load %M[%i] : !tir.buffer<[8], f32>
        %y = arith.subf %x, %m : f32
        tir.store %y, %Y[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
      }
    }
  }
  tir.return
}
// CHECK-LABEL: relax.func @rows_behind_call(
// CHECK-NEXT: %level = relax.memory_level of [8 * n * n + 256 * n] :
relax.func @rows_behind_call(%x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> where (n mod 4 == 0) {
  %a = relax.call_tir @product(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, n], f32>
  %b = relax.call_tir @rows_behind(%a) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %c = relax.call_tir @sum(%b) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %c : !relax.tensor<[n, 64], f32>
}

// Reads the element at the other end, which it has written already.
tir.func private @rows_other(%X: !tir.buffer<[n, n], f32>, %Y: !tir.buffer<[n, n], f32>) {
  tir.for "ko" (%k) in [n ceildiv 8] parallel {
    %M = tir.alloc "M" local : !tir.buffer<[8], f32>
    tir.compute "max" (%i, reduce %j) in [min(-8 * %k + n, 8), n] {
      %x = tir.load %X[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
      tir.reduce @max_f32(%x) into (%M[%i]) : !tir.buffer<[8], f32>
    }
    tir.for "i" (%i) in [min(-8 * %k + n, 8)] {
      tir.for "i_j" (%j) in [n] vector 16 masked {
        %x = tir.load %X[8 * %k + %i, n - 1 - %j] : !tir.buffer<[n, n], f32>
        %m = tir.load %M[%i] : !tir.buffer<[8], f32>
        %y = arith.subf %x, %m : f32
        tir.store %y, %Y[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
      }
    }
  }
  tir.return
}
// CHECK-LABEL: relax.func @rows_other_call(
// CHECK-NEXT: %level = relax.memory_level of [8 * n * n + 256 * n] :
relax.func @rows_other_call(%x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> where (n mod 4 == 0) {
  %a = relax.call_tir @product(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, n], f32>
  %b = relax.call_tir @rows_other(%a) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %c = relax.call_tir @sum(%b) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %c : !relax.tensor<[n, 64], f32>
}

// A row of the next panel, which may be written by then.
tir.func private @rows_more(%X: !tir.buffer<[n, n], f32>, %Y: !tir.buffer<[n, n], f32>) {
  tir.for "ko" (%k) in [n ceildiv 8] parallel {
    %M = tir.alloc "M" local : !tir.buffer<[8], f32>
    tir.compute "max" (%i, reduce %j) in [min(-8 * %k + n, 9), n] {
      %x = tir.load %X[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
      tir.reduce @max_f32(%x) into (%M[%i]) : !tir.buffer<[8], f32>
    }
    tir.for "i" (%i) in [min(-8 * %k + n, 8)] {
      tir.for "i_j" (%j) in [n] vector 16 masked {
        %x = tir.load %X[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
        %m = tir.load %M[%i] : !tir.buffer<[8], f32>
        %y = arith.subf %x, %m : f32
        tir.store %y, %Y[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
      }
    }
  }
  tir.return
}
// CHECK-LABEL: relax.func @rows_more_call(
// CHECK-NEXT: %level = relax.memory_level of [8 * n * n + 256 * n] :
relax.func @rows_more_call(%x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> where (n mod 4 == 0) {
  %a = relax.call_tir @product(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, n], f32>
  %b = relax.call_tir @rows_more(%a) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %c = relax.call_tir @sum(%b) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %c : !relax.tensor<[n, 64], f32>
}

// What is written does not depend on the first reader, so that nothing keeps the two in order.
tir.func private @rows_free(%X: !tir.buffer<[n, n], f32>, %Y: !tir.buffer<[n, n], f32>) {
  tir.for "ko" (%k) in [n ceildiv 8] parallel {
    %M = tir.alloc "M" local : !tir.buffer<[8], f32>
    tir.compute "max" (%i, reduce %j) in [min(-8 * %k + n, 8), n] {
      %x = tir.load %X[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
      tir.reduce @max_f32(%x) into (%M[%i]) : !tir.buffer<[8], f32>
    }
    tir.for "i" (%i) in [min(-8 * %k + n, 8)] {
      tir.for "i_j" (%j) in [n] vector 16 masked {
        %x = tir.load %X[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
        %y = arith.addf %x, %x : f32
        tir.store %y, %Y[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
      }
    }
  }
  tir.return
}
// CHECK-LABEL: relax.func @rows_free_call(
// CHECK-NEXT: %level = relax.memory_level of [8 * n * n + 256 * n] :
relax.func @rows_free_call(%x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> where (n mod 4 == 0) {
  %a = relax.call_tir @product(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, n], f32>
  %b = relax.call_tir @rows_free(%a) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %c = relax.call_tir @sum(%b) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %c : !relax.tensor<[n, 64], f32>
}

// Two loops, and both have rounds.
tir.func private @rows_twice(%X: !tir.buffer<[n, n], f32>, %Y: !tir.buffer<[n, n], f32>) {
  tir.for "ko" (%k) in [n ceildiv 8] parallel {
    %M = tir.alloc "M" local : !tir.buffer<[8], f32>
    tir.compute "max" (%i, reduce %j) in [min(-8 * %k + n, 8), n] {
      %x = tir.load %X[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
      tir.reduce @max_f32(%x) into (%M[%i]) : !tir.buffer<[8], f32>
    }
    tir.for "i" (%i) in [min(-8 * %k + n, 8)] {
      tir.for "i_j" (%j) in [n] vector 16 masked {
        %x = tir.load %X[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
        %m = tir.load %M[%i] : !tir.buffer<[8], f32>
        %y = arith.subf %x, %m : f32
        tir.store %y, %Y[8 * %k + %i, %j] : !tir.buffer<[n, n], f32>
      }
    }
  }
  tir.for "i2" (%i) in [n] {
    tir.for "j2" (%j) in [n] {
      %x = tir.load %X[%i, %j] : !tir.buffer<[n, n], f32>
      tir.store %x, %Y[%i, %j] : !tir.buffer<[n, n], f32>
    }
  }
  tir.return
}
// CHECK-LABEL: relax.func @rows_twice_call(
// CHECK-NEXT: %level = relax.memory_level of [8 * n * n + 256 * n] :
relax.func @rows_twice_call(%x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> where (n mod 4 == 0) {
  %a = relax.call_tir @product(%x) : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, n], f32>
  %b = relax.call_tir @rows_twice(%a) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %c = relax.call_tir @sum(%b) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, 64], f32>
  relax.return %c : !relax.tensor<[n, 64], f32>
}

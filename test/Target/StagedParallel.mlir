// Functions of parallel loops read local memory through a pointer, which is the same in all rounds of the loops around their
// call: what the rounds store at constant places stays in memory.
// RUN: relax-run %s --threads=1 --dims=n=0 --compare=reference,compiled --then --dims=n=1 --compare=reference,compiled --then --dims=n=7 --compare=reference,compiled | FileCheck %s
// RUN: relax-run %s --threads=3 --dims=n=7 --compare=reference,compiled | FileCheck %s --check-prefix=ONE
// CHECK-COUNT-3: agree: 2 results
// ONE: agree: 2 results

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}

// A stage that is filled in straight code.
tir.func @stage(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
  tir.for "i" (%i) in [n] {
    %S = tir.alloc "S" local : !tir.buffer<[8], f32>
    tir.for "k" (%k) in [8] unroll {
      %x = tir.load %X[%i, %k] : !tir.buffer<[n, 8], f32>
      tir.store %x, %S[%k] : !tir.buffer<[8], f32>
    }
    tir.for "j" (%j) in [8] parallel {
      %x = tir.load %S[7 - %j] : !tir.buffer<[8], f32>
      tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
    }
  }
  tir.return
}

// One that two parallel loops read, the second between what fills it anew and a loop that carries it: the pointer is made
// once, in front of the first.
tir.func @sums(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>, %Z: !tir.buffer<[n, 2], f32>) {
  tir.for "i" (%i) in [n] {
    %S = tir.alloc "S" local : !tir.buffer<[2], f32>
    tir.for "k" (%k) in [2] unroll {
      %x = tir.load %X[%i, %k] : !tir.buffer<[n, 8], f32>
      tir.store %x, %S[%k] : !tir.buffer<[2], f32>
    }
    tir.for "j" (%j) in [4] parallel {
      %x = tir.load %S[%j mod 2] : !tir.buffer<[2], f32>
      tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
    }
    tir.for "k" (%k) in [2] unroll {
      %x = tir.load %X[%i, %k + 2] : !tir.buffer<[n, 8], f32>
      tir.store %x, %S[%k] : !tir.buffer<[2], f32>
    }
    tir.for "j" (%j) in [4] parallel {
      %x = tir.load %S[%j mod 2] : !tir.buffer<[2], f32>
      tir.store %x, %Y[%i, %j + 4] : !tir.buffer<[n, 8], f32>
    }
    tir.for "r" (reduce %r) in [8] {
      tir.for "k" (%k) in [2] unroll {
        %x = tir.load %X[%i, %r] : !tir.buffer<[n, 8], f32>
        tir.reduce @add(%x) into (%S[%k]) : !tir.buffer<[2], f32>
      }
    }
    tir.for "k" (%k) in [2] {
      %x = tir.load %S[%k] : !tir.buffer<[2], f32>
      tir.store %x, %Z[%i, %k] : !tir.buffer<[n, 2], f32>
    }
  }
  tir.return
}

relax.func @main(%x: !relax.tensor<[n, 8], f32>) -> (!relax.tensor<[n, 8], f32>, !relax.tensor<[n, 2], f32>) {
  %y = relax.call_tir @stage(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
  %z, %s = relax.call_tir @sums(%y) : (!relax.tensor<[n, 8], f32>) -> (!relax.tensor<[n, 8], f32>, !relax.tensor<[n, 2], f32>)
  %t = relax.add %y, %z : (!relax.tensor<[n, 8], f32>, !relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
  relax.return %t, %s : !relax.tensor<[n, 8], f32>, !relax.tensor<[n, 2], f32>
}

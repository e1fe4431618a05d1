// Lanes behind the end of a loop store nothing that somebody sees: what stands there stays.
// RUN: relax-run %s --entry=low --dims=n=3 --seed=1 --compare=reference,compiled --then --entry=ends --dims=n=3 --compare=reference,compiled --then --entry=registers --dims=n=3 --compare=reference,compiled | FileCheck %s
// RUN: relax-run %s --entry=panel --dims=n=3,m=3 --seed=1 --compare=reference,compiled --then --entry=panel --dims=n=3,m=0 --compare=reference,compiled --then --entry=panel --dims=n=3,m=9 --compare=reference,compiled | FileCheck %s
// CHECK-COUNT-3: agree: 1 result

// Three of eight elements, behind all of them.
tir.func private @low_kernel(%A: !tir.buffer<[n, 3], f32>, %Y: !tir.buffer<[n, 8], f32>) {
  tir.compute "fill" (%i, %j) in [n, 8] {
    %v = arith.constant 7.0 : f32
    tir.store %v, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.compute "lo" (%i, %j) in [n, 3] {
    %v = tir.load %A[%i, %j] : !tir.buffer<[n, 3], f32>
    %w = math.exp %v : f32
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
relax.func @low(%a: !relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 8], f32> {
  %y = relax.call_tir @low_kernel(%a) : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 8], f32>
  relax.return %y : !relax.tensor<[n, 8], f32>
}

// The second part before the first one.
tir.func private @ends_kernel(%A: !tir.buffer<[n, 3], f32>, %B: !tir.buffer<[n, 5], f32>, %Y: !tir.buffer<[n, 8], f32>) {
  tir.compute "hi" (%i, %j) in [n, 5] {
    %v = tir.load %B[%i, %j] : !tir.buffer<[n, 5], f32>
    tir.store %v, %Y[%i, %j + 3] : !tir.buffer<[n, 8], f32>
  }
  tir.compute "lo" (%i, %j) in [n, 3] {
    %v = tir.load %A[%i, %j] : !tir.buffer<[n, 3], f32>
    tir.store %v, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
relax.func @ends(%a: !relax.tensor<[n, 3], f32>, %b: !relax.tensor<[n, 5], f32>) -> !relax.tensor<[n, 8], f32> {
  %y = relax.call_tir @ends_kernel(%a, %b) : (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 5], f32>) -> !relax.tensor<[n, 8], f32>
  relax.return %y : !relax.tensor<[n, 8], f32>
}

// Registers whose loops end in other places.
tir.func private @registers_kernel(%X: !tir.buffer<[n, 5], f32>, %Y: !tir.buffer<[n, 5], f32>) {
  %R = tir.alloc "R" register : !tir.buffer<[5], f32>
  tir.for "a" (%i) in [n] {
    tir.for "b" (%j) in [5] {
      %v = tir.load %X[%i, %j] : !tir.buffer<[n, 5], f32>
      tir.store %v, %R[%j] : !tir.buffer<[5], f32>
    }
    tir.for "d" (%q) in [3] vector 8 masked {
      %v = tir.load %X[%i, %q] : !tir.buffer<[n, 5], f32>
      %w = arith.addf %v, %v : f32
      tir.store %w, %R[%q] : !tir.buffer<[5], f32>
    }
    tir.for "c" (%l) in [5] {
      %v = tir.load %R[%l] : !tir.buffer<[5], f32>
      tir.store %v, %Y[%i, %l] : !tir.buffer<[n, 5], f32>
    }
  }
  tir.return
}
relax.func @registers(%x: !relax.tensor<[n, 5], f32>) -> !relax.tensor<[n, 5], f32> {
  %y = relax.call_tir @registers_kernel(%x) : (!relax.tensor<[n, 5], f32>) -> !relax.tensor<[n, 5], f32>
  relax.return %y : !relax.tensor<[n, 5], f32>
}

// A panel of as many as the run says, in a row of eight.
tir.func private @panel_kernel(%S: !tir.buffer<[m], f32>, %X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) {
  %R = tir.alloc "R" register : !tir.buffer<[8], f32>
  tir.for "a" (%i) in [n] {
    tir.for "b" (%j) in [8] {
      %v = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
      tir.store %v, %R[%j] : !tir.buffer<[8], f32>
    }
    tir.for "d" (%q) in [min(8, m)] vector 8 masked {
      %v = tir.load %X[%i, %q] : !tir.buffer<[n, 8], f32>
      %w = arith.addf %v, %v : f32
      tir.store %w, %R[%q] : !tir.buffer<[8], f32>
    }
    tir.for "c" (%l) in [8] {
      %v = tir.load %R[%l] : !tir.buffer<[8], f32>
      tir.store %v, %Y[%i, %l] : !tir.buffer<[n, 8], f32>
    }
  }
  tir.return
}
relax.func @panel(%s: !relax.tensor<[m], f32>, %x: !relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32> {
  %y = relax.call_tir @panel_kernel(%s, %x) : (!relax.tensor<[m], f32>, !relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
  relax.return %y : !relax.tensor<[n, 8], f32>
}

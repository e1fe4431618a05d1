// Versions by hand: any facts as guards, tried in order; symbols of a version are its own.
// RUN: relax-opt %s --relax-check-well-formed | FileCheck %s
// RUN: relax-run %s --dims=n=16 --counters --compare=reference,compiled --then --dims=n=3 --counters --compare=reference,compiled --then --dims=n=9 --counters --compare=reference,compiled --then --dims=n=0 --counters --compare=reference,compiled | FileCheck %s --check-prefix=TAKEN
// RUN: relax-run %s --versions=1 --dims=n=16 --counters --compare=reference,compiled --then --dims=n=2 --counters --compare=reference,compiled | FileCheck %s --check-prefix=SECOND
// RUN: not relax-opt --relax-to-vm='versions=9' %s 2>&1 | FileCheck %s --check-prefix=NINE
// NINE: 'versions'

// CHECK: versions (@blocks when (n mod 8 == 0), @few when (n <= 4)) {
tir.func private @negate(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) symbols (k) versions (@blocks when (n mod 8 == 0), @few when (n <= 4)) {
  tir.compute "negate" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    %y = arith.negf %x : f32
    tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.func private @blocks(%X: !tir.buffer<[m], f32>, %Y: !tir.buffer<[m], f32>) symbols (j) where (m mod 8 == 0) {
  tir.compute "blocks" (%i) in [m] {
    %x = tir.load %X[%i] : !tir.buffer<[m], f32>
    %y = arith.negf %x : f32
    tir.store %y, %Y[%i] : !tir.buffer<[m], f32>
  }
  tir.return
}
tir.func private @few(%X: !tir.buffer<[k], f32>, %Y: !tir.buffer<[k], f32>) symbols (n) {
  tir.compute "few" (%i) in [k] {
    %x = tir.load %X[%i] : !tir.buffer<[k], f32>
    %y = arith.negf %x : f32
    tir.store %y, %Y[%i] : !tir.buffer<[k], f32>
  }
  tir.return
}
// TAKEN: arm 'main: relax.call_tir %y version 0': 1
// TAKEN: arm 'main: relax.call_tir %y version 1': 1
// TAKEN: arm 'main: relax.call_tir %y without version': 1
// Zero is a multiple of eight.
// TAKEN: arm 'main: relax.call_tir %y version 0': 1
// SECOND: without version': 1
// SECOND: version 1': 1
relax.func @main(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.call_tir @negate(%x) symbols (k = 2 * n) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}

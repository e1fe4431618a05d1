// RUN: relax-opt %s --tir-check-bounds --split-input-file --verify-diagnostics

// The target is initialised in front of the rounds, where no check of a round can stand.
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @bent(%X: !tir.buffer<[n], f32>, %S: !tir.buffer<[m], f32>) {
  tir.compute "sum" (%i, reduce %k) in [n, n] {
    %x = tir.load %X[%k] : !tir.buffer<[n], f32>
    // expected-error @+1 {{'tir.reduce' op index is not known to be inside of the buffer, and there is no place for a check: expected loops around that initialise it apart}}
    tir.reduce @add (%x) into (%S[min(%i, 7)]) : !tir.buffer<[m], f32>
  }
  tir.return
}

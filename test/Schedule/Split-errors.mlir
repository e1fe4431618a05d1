// RUN: relax-opt %s --relax-apply-schedule --split-input-file --verify-diagnostics

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @f(%A: !tir.buffer<[n, 7], f32>, %B: !tir.buffer<[7, 70], f32>, %C: !tir.buffer<[n, 70], f32>) schedule @s {
  tir.compute "mm" (%i, %j, reduce %k) in [n, 70, 7] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 7], f32>
    %b = tir.load %B[%k, %j] : !tir.buffer<[7, 70], f32>
    %p = arith.mulf %a, %b : f32
    tir.reduce @add(%p) into (%C[%i, %j]) : !tir.buffer<[n, 70], f32>
  }
  tir.compute "act" (%i, %j) in [n, 70] {
    %c = tir.load %C[%i, %j] : !tir.buffer<[n, 70], f32>
    %t = math.tanh %c : f32
    tir.store %t, %C[%i, %j] : !tir.buffer<[n, 70], f32>
  }
  tir.return
}
tir.schedule @s {
  %act = tir.find "act"
  %i, %j = tir.loops %act
  tir.parallel %i
  // expected-error @+1 {{'tir.split' op loop 'i' has a kind already: split it first}}
  %io, %ii = tir.split %i by 4
}

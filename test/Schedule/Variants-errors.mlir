// RUN: relax-opt %s --relax-apply-schedule --split-input-file --verify-diagnostics

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "copy" (%i, %j) in [n, 8] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %c = tir.find "copy"
  %i, %j = tir.loops %c
  // expected-error @+1 {{'tir.variants' op extent 8 of loop 'j' is a constant, and none of the values}}
  tir.variants %j 1 to 7
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "part" (%i) in [1 to n] {
    %x = tir.load %X[%i, 0] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%i, 0] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %c = tir.find "part"
  %i = tir.loops %c
  // expected-error @+1 {{'tir.variants' op loop 'i' starts at '1', expected 0}}
  tir.variants %i 1 to 8
}

// RUN: relax-opt %s --relax-apply-schedule --split-input-file --verify-diagnostics

// What is wrong with a schedule before it meets a program.

tir.schedule @s {
  // expected-error @+1 {{'tir.find' op has 2 names for 1 handles}}
  %0 = "tir.find"() <{names = ["a", "b"]}> : () -> !tir.handle
}

// -----

tir.schedule @s {
  %i = tir.find "i"
  // expected-error @+1 {{'tir.split' op factor: expected at least 1, got 0}}
  %io, %ii = tir.split %i by 0
}

// -----

tir.schedule @s {
  %i = tir.find "i"
  // expected-error @+1 {{'tir.vectorize' op lanes: expected 2 to 256, got 1}}
  tir.vectorize %i 1
}

// -----

tir.schedule @s {
  %i, %A = tir.find "i", "A"
  // expected-error @+1 {{'tir.prefetch' op rounds ahead: expected at least 1, got 0}}
  tir.prefetch %A at %i ahead 0
}

// -----

tir.schedule @s {
  %i = tir.find "i"
  // expected-error @+1 {{'tir.variants' op values: expected 1 to 64, from 0 on, got 5 to 2}}
  tir.variants %i 5 to 2
}

// -----

tir.func @f(%X: !tir.buffer<[n], f32>) {
  // expected-error @+1 {{'tir.specialize' op values: expected 1 to 64, got 0}}
  tir.specialize (n) in 3 to 2 {
  }
  tir.return
}

// -----

tir.func @f(%X: !tir.buffer<[n], f32>) {
  // expected-error @+1 {{'tir.specialize' op values: expected 1 to 64, got 65}}
  tir.specialize (n) in 1 to 1000000000000 {
  }
  tir.return
}

// -----

tir.func @f(%X: !tir.buffer<[n], f32>) {
  // expected-error @+1 {{'tir.specialize' op values: expected them in order from 0 on, got 2 behind 3}}
  tir.specialize (n) in {3, 2} {
  }
  tir.return
}

// -----

tir.func @f(%X: !tir.buffer<[n], f32>) schedule @s {
  tir.compute "f" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    tir.store %x, %X[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %f = tir.find "f"
  %i = tir.loops %f
  // expected-error @+1 {{'tir.variants' op values: expected at most 127}}
  tir.variants %i 120 to 130
}

// -----

// expected-error @+1 {{'tir.func' op '@nothing' is no tir.schedule of the module}}
tir.func @f(%X: !tir.buffer<[n], f32>) schedule @nothing {
  tir.return
}

// -----

tir.func @f(%X: !tir.buffer<[n], f32>) {
  // expected-error @+1 {{'tir.for' op lanes: expected at least 2, got 1}}
  tir.for "i" (%i) in [n] vector 1 {
  }
  tir.return
}

// -----

tir.func @f(%X: !tir.buffer<[n], f32>) schedule @s {
  tir.return
}
tir.schedule @s {
  // expected-error @+1 {{'arith.constant' op is no primitive of schedules}}
  %c = arith.constant 1 : index
}

// -----

tir.func @f(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[8], f32>) schedule @s {
  tir.compute "far" (%i) in [8] {
    %x = tir.load %X[4611686018427387904 * %i] : !tir.buffer<[n], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[8], f32>
  }
  tir.return
}
tir.schedule @s {
  %far = tir.find "far"
  %i = tir.loops %far
  // expected-error @+1 {{'tir.split' op index expression: value exceeds 64 bits}}
  %io, %ii = tir.split %i by 4
}

// -----

tir.func @f(%X: !tir.buffer<[n], f32>) {
  // expected-error @+1 {{'tir.fetch' op has 2 indices for a buffer of rank 1}}
  tir.fetch %X[n, 4] : !tir.buffer<[n], f32>
  tir.return
}

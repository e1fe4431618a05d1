// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(tir-check-bounds{bounds=require}))' --split-input-file --verify-diagnostics

tir.func @below(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.for "i" (%i) in [n] {
    // expected-error @+1 {{'tir.load' op index 0 of 'X': expected at least '0', got '%i - 1' (-1 to ?)}}
    %x = tir.load %X[%i - 1] : !tir.buffer<[n], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}

// -----

tir.func @beyond(%X: !tir.buffer<[2, 8], f32>, %Y: !tir.buffer<[4], f32>) {
  tir.for "i" (%i) in [4] {
    %x = arith.constant 1.0 : f32
    // expected-error @+1 {{'tir.store' op index 1 of 'X': expected at most '7', got '3 * %i' (0 to 9)}}
    tir.store %x, %X[0, 3 * %i] : !tir.buffer<[2, 8], f32>
  }
  tir.return
}

// -----

tir.func @local(%X: !tir.buffer<[8], f32>) {
  %T = tir.alloc "T" local : !tir.buffer<[4], f32>
  tir.for "i" (%i) in [8] {
    // expected-error @+1 {{'tir.load' op index 0 of 'T': expected at most '3', got '%i' (0 to 7)}}
    %x = tir.load %T[%i] : !tir.buffer<[4], f32>
    tir.store %x, %X[%i] : !tir.buffer<[8], f32>
  }
  tir.return
}

// -----

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @reduced(%X: !tir.buffer<[n], f32>, %S: !tir.buffer<[n], f32>) {
  tir.compute "sum" (reduce %k) in [n] {
    %x = tir.load %X[%k] : !tir.buffer<[n], f32>
    // expected-error @+1 {{'tir.reduce' op index 0 of 'S': expected at most 'n - 1', got '0' (0 to 0)}}
    tir.reduce @add (%x) into (%S[0]) : !tir.buffer<[n], f32>
  }
  tir.return
}

// -----

tir.func @divisor(%X: !tir.buffer<[n], f32>) symbols (k) {
  // expected-error @+1 {{'tir.for' op divisor: expected at least '1', got 'k' (0 to ?)}}
  tir.for "i" (%i) in [n floordiv k] { }
  tir.return
}

// -----

tir.func @together(%S: !tir.buffer<[n], f32>) {
  %x = arith.constant 1.0 : f32
  // expected-error @+1 {{'tir.for' op parallel rounds are not known to use different elements of 'S', which they write}}
  tir.for "i" (%i) in [2 * n] parallel {
    tir.store %x, %S[%i floordiv 2] : !tir.buffer<[n], f32>
  }
  tir.return
}

// -----

tir.func @unwritten(%X: !tir.buffer<[8], f32>) {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.for "i" (%i) in [8] {
    // expected-error @+1 {{'tir.load' op element of 'T' is not known to be written before it is read}}
    %x = tir.load %T[%i] : !tir.buffer<[8], f32>
    tir.store %x, %X[%i] : !tir.buffer<[8], f32>
  }
  tir.return
}

// -----

// Behind a check that fails a round does nothing, and the loop asks its own values whether it goes on.
tir.func @goes_on(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 50 : index
  %r = scf.while (%i = %zero) : (index) -> index {
    %more = arith.cmpi slt, %i, %end : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%j: index):
    %inside = arith.cmpi slt, %j, %one : index
    // expected-error@+1 {{'tir.check' op in 'scf.while' expected no check: one that fails would not end the loop}}
    tir.check %inside stops else "index out of bounds"
    %k = arith.addi %j, %one : index
    scf.yield %k : index
  }
  tir.return
}

// -----

// Extents of local memory are computed; one of so many factors is not checked in front.
tir.func @wraps(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{'tir.alloc' op extent 'n * n * n * n * n * n * n * n * n * n * n * n * n * n * n * n * n + 1' of 'T' may leave 64 bits}}
  %T = tir.alloc "T" workspace : !tir.buffer<[n * n * n * n * n * n * n * n * n * n * n * n * n * n * n * n * n + 1], f32>
  tir.for "i" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}

// RUN: relax-opt %s --lower-tir --split-input-file --verify-diagnostics

tir.func @unbounded(%X: !tir.buffer<[n], f32>) {
  // expected-error @+1 {{'tir.alloc' op 'T': extent 'n + 1' has no upper bound: expected constant extents or facts that bound them, or space 'workspace'}}
  %T = tir.alloc "T" local : !tir.buffer<[2, n + 1], f32>
  tir.return
}

// -----

tir.func @stack(%X: !tir.buffer<[n], f32>) where (n <= 1000000) {
  // expected-error @+1 {{'tir.alloc' op 'T': exceeds 262144 bytes of stack: expected space 'workspace'}}
  %T = tir.alloc "T" register : !tir.buffer<[n], f32>
  tir.return
}

// -----

tir.func @thread(%X: !tir.buffer<[n], f32>) {
  tir.for "i" (%i) in [n] parallel {
    // expected-error @+1 {{'tir.alloc' op 'W': a workspace inside of a parallel loop would be shared by its threads: expected 'local' memory (tir.place)}}
    %T = tir.alloc "W" workspace : !tir.buffer<[n], f32>
  }
  tir.return
}

// -----

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @histogram(%I: !tir.buffer<[n], index>, %H: !tir.buffer<[m], f32>) {
  tir.compute "h" (reduce %k) in [n] {
    %one = arith.constant 1.0 : f32
    %i = tir.load %I[%k] : !tir.buffer<[n], index>
    // expected-error @+1 {{'tir.reduce' op target depends on a reduce iterator: expected 'update' on the compute, and a compute before it that initialises the buffer}}
    tir.reduce @add (%one) into (%H[%i]) : !tir.buffer<[m], f32>
  }
  tir.return
}

// -----

tir.func @unknown(%X: !tir.buffer<[?], f32>, %Y: !tir.buffer<[], f32>) {
  %zero = arith.constant 0.0 : f32
  // expected-error @+1 {{extent '?' has no value in a 'tir.func'}}
  %x = tir.load %X[3] pad %zero : !tir.buffer<[?], f32>
  tir.store %x, %Y[] : !tir.buffer<[], f32>
  tir.return
}

// -----

// expected-error @+1 {{'tir.func' op has an argument of too many elements}}
tir.func @line(%X: !tir.buffer<[n, 4611686018427387904, 4], f32> {tir.rows = 2 : i64}, %Y: !tir.buffer<[], f32>, %R: !tir.buffer<[n], i64>) {
  %x = tir.load %X[0, 0, 0] : !tir.buffer<[n, 4611686018427387904, 4], f32>
  tir.store %x, %Y[] : !tir.buffer<[], f32>
  tir.return
}

// -----

// 64 copies of what is copied 64 times.
tir.func @copies(%X: !tir.buffer<[a, b], f32>) {
  %zero = arith.constant 0.0 : f32
  tir.specialize (a) in 1 to 64 {
    // expected-error @+1 {{'tir.specialize' op variants inside each other make more than 65536 operations of this function: expected fewer}}
    tir.specialize (b) in 1 to 64 {
      tir.compute "x" (%i, %j) in [a, b] {
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
        tir.store %zero, %X[%i, %j] : !tir.buffer<[a, b], f32>
      }
    }
  }
  tir.return
}

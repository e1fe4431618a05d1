// RUN: relax-opt %s --relax-apply-schedule --split-input-file --verify-diagnostics

tir.func @f(%X: !tir.buffer<[m, n], f32>, %Y: !tir.buffer<[n, m], f32>) schedule @s {
  tir.compute "copy" (%i, %j) in [n, m] {
    %x = tir.load %X[%j, %i] : !tir.buffer<[m, n], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}
tir.schedule @s {
  %copy = tir.find "copy"
  %i, %j = tir.loops %copy
  tir.reorder %j, %i
  // expected-error @+1 {{'tir.turn' op lanes: expected a power of two from 2 to 64, got 12}}
  tir.turn %j, %i 12
}

// -----

tir.func @f(%X: !tir.buffer<[m, n], f32>, %Y: !tir.buffer<[n, m], f32>) schedule @s {
  tir.compute "copy" (%i, %j) in [n, m] {
    %x = tir.load %X[%j, %i] : !tir.buffer<[m, n], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}
tir.schedule @s {
  %copy = tir.find "copy"
  %i, %j = tir.loops %copy
  // expected-error @+1 {{'tir.turn' op loop 'i' is not all that is in loop 'j'}}
  tir.turn %j, %i 4
}

// -----

tir.func @f(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n, m], f32>) schedule @s {
  tir.compute "copy" (%i, %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}
tir.schedule @s {
  %copy = tir.find "copy"
  %i, %j = tir.loops %copy
  // expected-error @+1 {{'tir.turn' op store of 'Y' has no unit stride along the outer loop}}
  tir.turn %i, %j 4
}

// -----

tir.func @f(%X: !tir.buffer<[m, n], f32>, %Y: !tir.buffer<[n, m], f32>) schedule @s {
  tir.compute "copy" (%i, %j) in [n, m] {
    %x = tir.load %X[%j, %i] : !tir.buffer<[m, n], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}
tir.schedule @s {
  %copy = tir.find "copy"
  %i, %j = tir.loops %copy
  tir.reorder %j, %i
  tir.parallel %j
  // expected-error @+1 {{'tir.turn' op loop 'j' has a kind already}}
  tir.turn %j, %i 4
}

// -----

tir.func @f(%X: !tir.buffer<[m, n, 2], f32>, %Y: !tir.buffer<[n, m], f32>) schedule @s {
  tir.compute "copy" (%i, %j) in [n, m] {
    %x = tir.load %X[%j, %i, 0] : !tir.buffer<[m, n, 2], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}
tir.schedule @s {
  %copy = tir.find "copy"
  %i, %j = tir.loops %copy
  tir.reorder %j, %i
  // expected-error @+1 {{'tir.turn' op load of 'X' has no unit stride along the inner loop}}
  tir.turn %j, %i 4
}

// -----

tir.func @f(%X: !tir.buffer<[m, n], f32>, %Y: !tir.buffer<[n, m], f32>, %Z: !tir.buffer<[n, m], f32>) schedule @s {
  tir.compute "copy" (%i, %j) in [n, m] {
    %x = tir.load %X[%j, %i] : !tir.buffer<[m, n], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, m], f32>
    tir.store %x, %Z[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}
tir.schedule @s {
  %copy = tir.find "copy"
  %i, %j = tir.loops %copy
  tir.reorder %j, %i
  // expected-error @+1 {{'tir.turn' op loop 'j' has 2 stores: expected one}}
  tir.turn %j, %i 4
}

// -----

tir.func @f(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) schedule @s {
  tir.compute "copy" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %copy = tir.find "copy"
  %i = tir.loops %copy
  %io, %ii = tir.split %i by 4
  // expected-error @+1 {{'tir.turn' op the bounds of loop 'ii' depend on loop 'io'}}
  tir.turn %io, %ii 4
}

// -----

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @f(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n], f32>) schedule @s {
  tir.compute "sum" (%i, reduce %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
    tir.reduce @add(%x) into (%Y[%i]) : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %sum = tir.find "sum"
  %i, %j = tir.loops %sum
  // expected-error @+1 {{'tir.turn' op loop 'j' carries a reduction or a scan}}
  tir.turn %i, %j 4
}

// -----

tir.func @f(%X: !tir.buffer<[m, n], f32>, %Y: !tir.buffer<[n, m], i64>) schedule @s {
  tir.compute "copy" (%i, %j) in [n, m] {
    %x = arith.index_cast %j : index to i64
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, m], i64>
  }
  tir.return
}
tir.schedule @s {
  %copy = tir.find "copy"
  %i, %j = tir.loops %copy
  tir.reorder %j, %i
  // expected-error @+1 {{'tir.turn' op 'arith.index_cast' in loop 'i' is not done in lanes}}
  tir.turn %j, %i 4
}

// Kinds come from index expressions alone: the names below say nothing, or the wrong thing.
// RUN: relax-opt %s --tir-print-pattern-kinds --verify-diagnostics -o /dev/null

tir.monoid @plus (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}

// expected-remark@+1 {{@matmul: elementwise}}
tir.func @matmul(%X: !tir.buffer<[n, 2 * m], f32>, %Y: !tir.buffer<[n, m + m], f32>) symbols (m) {
  tir.compute "sq" (%i, %j) in [n, 2 * m] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 2 * m], f32>
    %y = arith.mulf %x, %x : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[n, 2 * m], f32>
  }
  tir.return
}

// One operand at the index that is written is enough.
// expected-remark@+1 {{@bias: elementwise}}
tir.func @bias(%X: !tir.buffer<[n, m], f32>, %B: !tir.buffer<[m], f32>, %Y: !tir.buffer<[n, m], f32>) {
  tir.compute "c" (%i, %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
    %b = tir.load %B[%j] : !tir.buffer<[m], f32>
    %y = arith.addf %x, %b : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}

// Dimensions of extent 1 do not matter.
// expected-remark@+1 {{@unit: elementwise}}
tir.func @unit(%X: !tir.buffer<[n, 1, m], f32>, %Y: !tir.buffer<[n, m, 1], f32>) {
  tir.compute "c" (%i, %j, %k) in [n, m, 1] {
    %x = tir.load %X[%i, 0, %j] : !tir.buffer<[n, 1, m], f32>
    tir.store %x, %Y[%i, %j, %k] : !tir.buffer<[n, m, 1], f32>
  }
  tir.return
}

// expected-remark@+1 {{@nothing_read: elementwise}}
tir.func @nothing_read(%Y: !tir.buffer<[n], f32>) {
  tir.compute "c" (%i) in [n] {
    %x = arith.constant 1.0 : f32
    tir.store %x, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}

// expected-remark@+1 {{@rows: broadcast}}
tir.func @rows(%X: !tir.buffer<[n], f32>, %S: !tir.buffer<[], f32>, %Y: !tir.buffer<[n, m], f32>) {
  tir.compute "c" (%i, %j) in [n, m] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    %s = tir.load %S[] : !tir.buffer<[], f32>
    %y = arith.addf %x, %s : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}

// expected-remark@+1 {{@transpose: injective}}
tir.func @transpose(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[m, n], f32>) {
  tir.compute "c" (%i, %j) in [m, n] {
    %x = tir.load %X[%j, %i] : !tir.buffer<[n, m], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[m, n], f32>
  }
  tir.return
}

// The index is that of the store, but the extents differ.
// expected-remark@+1 {{@front: injective}}
tir.func @front(%X: !tir.buffer<[n + 1], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.compute "c" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n + 1], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}

// expected-remark@+1 {{@reshape: injective}}
tir.func @reshape(%X: !tir.buffer<[n, 4], f32>, %Y: !tir.buffer<[4 * n], f32>) {
  tir.compute "c" (%i) in [4 * n] {
    %x = tir.load %X[%i floordiv 4, %i mod 4] : !tir.buffer<[n, 4], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[4 * n], f32>
  }
  tir.return
}

// expected-remark@+1 {{@padded: injective}}
tir.func @padded(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.compute "c" (%i) in [n] {
    %zero = arith.constant 0.0 : f32
    %x = tir.load %X[%i] pad %zero : !tir.buffer<[n], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}

// expected-remark@+1 {{@sum: reduction}}
tir.func @sum(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.compute "c" (%i, reduce %k) in [n, m] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, m], f32>
    %y = arith.mulf %x, %x : f32
    tir.reduce @plus (%y) into (%Y[%i]) : !tir.buffer<[n], f32>
  }
  tir.return
}

// Both factors are read once only.
// expected-remark@+1 {{@dot: reduction}}
tir.func @dot(%A: !tir.buffer<[m], f32>, %B: !tir.buffer<[m], f32>, %Y: !tir.buffer<[], f32>) {
  tir.compute "c" (reduce %k) in [m] {
    %a = tir.load %A[%k] : !tir.buffer<[m], f32>
    %b = tir.load %B[%k] : !tir.buffer<[m], f32>
    %p = arith.mulf %a, %b : f32
    tir.reduce @plus (%p) into (%Y[]) : !tir.buffer<[], f32>
  }
  tir.return
}

// expected-remark@+1 {{@exp: output-elementwise-fusible}}
tir.func @exp(%A: !tir.buffer<[n, m], f16>, %B: !tir.buffer<[m, k], f32>, %Y: !tir.buffer<[n, k], f32>) {
  tir.compute "c" (%i, %j, reduce %r) in [n, k, m] {
    %a = tir.load %A[%i, %r] : !tir.buffer<[n, m], f16>
    %w = arith.extf %a : f16 to f32
    %b = tir.load %B[%r, %j] : !tir.buffer<[m, k], f32>
    %p = arith.mulf %w, %b : f32
    tir.reduce @plus (%p) into (%Y[%i, %j]) : !tir.buffer<[n, k], f32>
  }
  tir.return
}

// expected-remark@+1 {{@pool: output-elementwise-fusible}}
tir.func @pool(%X: !tir.buffer<[2 * n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.compute "c" (%i, reduce %u) in [n, 2] {
    %x = tir.load %X[2 * %i + %u] : !tir.buffer<[2 * n], f32>
    tir.reduce @plus (%x) into (%Y[%i]) : !tir.buffer<[n], f32>
  }
  tir.return
}

// Several computes have the largest kind ...
// expected-remark@+1 {{@two_maps: broadcast}}
tir.func @two_maps(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n, m], f32>) {
  %T = tir.alloc "T" workspace : !tir.buffer<[n], f32>
  tir.compute "c" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    %y = arith.mulf %x, %x : f32
    tir.store %y, %T[%i] : !tir.buffer<[n], f32>
  }
  tir.compute "d" (%i, %j) in [n, m] {
    %t = tir.load %T[%i] : !tir.buffer<[n], f32>
    tir.store %t, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}

// ... and a map behind a reduction is its epilogue.
// expected-remark@+1 {{@normalise: output-elementwise-fusible}}
tir.func @normalise(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n, m], f32>) {
  %T = tir.alloc "T" workspace : !tir.buffer<[n], f32>
  tir.compute "c" (%i, reduce %k) in [n, m] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, m], f32>
    tir.reduce @plus (%x) into (%T[%i]) : !tir.buffer<[n], f32>
  }
  tir.compute "d" (%i, %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
    %t = tir.load %T[%i] : !tir.buffer<[n], f32>
    %y = arith.divf %x, %t : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}

// Two points write the same element.
// expected-remark@+1 {{@collides: opaque}}
tir.func @collides(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.compute "c" (%i, %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}

// expected-remark@+1 {{@loops: opaque}}
tir.func @loops(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n, m], f32>) {
  tir.for "i" (%i) in [n] {
    tir.compute "c" (%j) in [m] {
      %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
      tir.store %x, %Y[%i, %j] : !tir.buffer<[n, m], f32>
    }
  }
  tir.return
}

// expected-remark@+1 {{@empty: opaque}}
tir.func @empty(%Y: !tir.buffer<[n], f32>) {
  tir.return
}

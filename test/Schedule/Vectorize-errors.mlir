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
  // expected-error @+1 {{'tir.vectorize' op loop 'i' has loops inside: expected an innermost one}}
  tir.vectorize %i 16
}

// -----

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
  tir.unroll %j
  // expected-error @+1 {{'tir.vectorize' op loop 'j' has a kind already}}
  tir.vectorize %j 16
}

// -----

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
  %mm = tir.find "mm"
  %i, %j, %k = tir.loops %mm
  // expected-error @+1 {{'tir.vectorize' op load of 'B' has no unit stride in loop 'k'}}
  tir.vectorize %k 16
}

// -----

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
  tir.reorder %j, %i
  // expected-error @+1 {{'tir.vectorize' op load of 'C' has no unit stride in loop 'i'}}
  tir.vectorize %i 16
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "same" (%i, %j) in [n, 8] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%i, 0] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %c = tir.find "same"
  %i, %j = tir.loops %c
  // expected-error @+1 {{'tir.vectorize' op store of 'Y' has no unit stride in loop 'j'}}
  tir.vectorize %j 4
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], i1>, %Y: !tir.buffer<[n, 8], i1>) schedule @s {
  tir.compute "copy" (%i, %j) in [n, 8] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], i1>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], i1>
  }
  tir.return
}
tir.schedule @s {
  %c = tir.find "copy"
  %i, %j = tir.loops %c
  // expected-error @+1 {{'tir.vectorize' op elements of 'X' are smaller than a byte}}
  tir.vectorize %j 4
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "count" (%i, %j) in [n, 8] {
    %e = tir.extent (%j floordiv 2) : index
    %w = arith.index_cast %e : index to i32
    %x = arith.sitofp %w : i32 to f32
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %c = tir.find "count"
  %i, %j = tir.loops %c
  // expected-error @+1 {{'tir.vectorize' op 'tir.extent' in loop 'j' is not done in lanes}}
  tir.vectorize %j 4
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "shift" (%i, %j) in [n, 7] {
    %x = tir.load %Y[%i, %j + 1] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %c = tir.find "shift"
  %i, %j = tir.loops %c
  // expected-error @+1 {{'tir.vectorize' op buffer 'Y' is written and loaded in the loops: their rounds may depend on each other}}
  tir.vectorize %j 4
}

// -----

tir.monoid @least_first (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %less = arith.cmpf olt, %b, %a : f32
  %c = arith.select %less, %b, %a : f32
  tir.yield %c : f32
}
tir.func @f(%A: !tir.buffer<[n, 70], f32>, %Y: !tir.buffer<[n], f32>) schedule @s {
  tir.compute "sum" (%i, reduce %k) in [n, 70] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 70], f32>
    tir.reduce @least_first(%a) into (%Y[%i]) : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %sum = tir.find "sum"
  %i, %k = tir.loops %sum
  // expected-error @+1 {{'tir.vectorize' op loop 'k' carries a reduction into 'Y': expected one element and a monoid of one commutative operation}}
  tir.vectorize %k 16
}

// -----

tir.func @f(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) schedule @s {
  tir.compute "sums" (scan %i) in [n] {
    %zero = arith.constant 0.0 : f32
    %y = tir.load %Y[%i - 1] pad %zero : !tir.buffer<[n], f32>
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    %s = arith.addf %y, %x : f32
    tir.store %s, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %sums = tir.find "sums"
  %i = tir.loops %sums
  // expected-error @+1 {{'tir.vectorize' op loop 'i' carries a scan}}
  tir.vectorize %i 16
}

// RUN: relax-opt %s --relax-apply-schedule --split-input-file --verify-diagnostics

// Computes that cannot become loops.

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
  // expected-error @+1 {{'tir.loops' op compute has 3 iterators, got 4 names}}
  %a, %b, %c, %d = tir.loops %mm
}

// -----

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "red" (reduce %k, %i) in [8, n] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, 8], f32>
    tir.reduce @add(%x) into (%Y[%i, 0]) : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %red = tir.find "red"
  // expected-error @+1 {{'tir.loops' op iterator 0 is not spatial: expected names for all 2 iterators, or for spatial ones in front}}
  %k = tir.loops %red
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "neg" (%i) in [-1 to n] {
    %x = tir.load %X[%i + 1, 0] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%i + 1, 0] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %neg = tir.find "neg"
  // expected-error @+1 {{'tir.loops' op iterator 0 starts at '-1', which may be negative: expected at least 0}}
  %i = tir.loops %neg
}

// -----

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "scatter" (%i, reduce %k) in [n, 8] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, 8], f32>
    tir.reduce @add(%x) into (%Y[%i, %k]) : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %c = tir.find "scatter"
  // expected-error @+1 {{'tir.loops' op target of the reduction depends on more than the spatial iterators: its initialisation cannot be split off}}
  %i, %k = tir.loops %c
}

// -----

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "twice" (%i, reduce %k) in [n, 8] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, 8], f32>
    %y = tir.load %Y[%i, 1] : !tir.buffer<[n, 8], f32>
    %s = arith.addf %x, %y : f32
    tir.reduce @add(%s) into (%Y[%i, 0]) : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %c = tir.find "twice"
  // expected-error @+1 {{'tir.loops' op target of the reduction is also used elsewhere in the compute}}
  %i, %k = tir.loops %c
}

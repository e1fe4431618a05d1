// RUN: relax-opt %s --relax-apply-schedule --split-input-file --verify-diagnostics

// Handles that stand for nothing, or for something else.

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
  // expected-error @+1 {{'tir.find' op no compute, loop or buffer is named 'nothing'}}
  %x = tir.find "nothing"
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "copy" (%i, %j) in [n, 8] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.compute "copy" (%i, %j) in [n, 8] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  // expected-error @+1 {{'tir.find' op 2 things are named 'copy', expected one}}
  %x = tir.find "copy"
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
  %C = tir.find "C"
  // expected-error @+1 {{'tir.loops' op 'C': expected a compute, got a buffer}}
  %i, %j = tir.loops %C
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
  // expected-error @+1 {{'tir.parallel' op 'mm': expected a loop, got a compute}}
  tir.parallel %mm
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
  // expected-error @+1 {{'tir.place' op 'i': expected a buffer, got a loop}}
  tir.place %i register
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
  // expected-error @+1 {{'tir.loops' op 'mm' stands for nothing any more: an earlier primitive replaced it}}
  %a, %b, %c = tir.loops %mm
}

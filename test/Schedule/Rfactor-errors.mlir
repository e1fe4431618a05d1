// RUN: relax-opt %s --relax-apply-schedule --split-input-file --verify-diagnostics

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @f(%A: !tir.buffer<[n, 70], f32>, %Y: !tir.buffer<[n], f32>) schedule @s {
  tir.compute "sum" (%i, reduce %k) in [n, 70] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 70], f32>
    tir.reduce @add(%a) into (%Y[%i]) : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %sum = tir.find "sum"
  // expected-error @+1 {{'tir.rfactor' op factor: expected at least 2, got 1}}
  tir.rfactor %sum by 1
}

// -----

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @f(%A: !tir.buffer<[n, 70], f32>, %Y: !tir.buffer<[n], f32>) schedule @s {
  tir.compute "sum" (reduce %k, %i) in [70, n] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 70], f32>
    tir.reduce @add(%a) into (%Y[%i]) : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %sum = tir.find "sum"
  // expected-error @+1 {{'tir.rfactor' op last iterator of 'sum': expected a reduction from 0 on}}
  tir.rfactor %sum by 16
}

// -----

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @f(%A: !tir.buffer<[n, 70], f32>, %Y: !tir.buffer<[n], f32>) schedule @s {
  tir.compute "sum" (%i, reduce %k) in [n, 3 to 70] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 70], f32>
    tir.reduce @add(%a) into (%Y[%i]) : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %sum = tir.find "sum"
  // expected-error @+1 {{'tir.rfactor' op last iterator of 'sum': expected a reduction from 0 on}}
  tir.rfactor %sum by 16
}

// -----

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @f(%A: !tir.buffer<[n, 70], f32>, %Y: !tir.buffer<[n], f32>) schedule @s {
  tir.compute "sum" (%i, reduce %k) in [n, 70] update {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 70], f32>
    tir.reduce @add(%a) into (%Y[%i]) : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %sum = tir.find "sum"
  // expected-error @+1 {{'tir.rfactor' op 'sum' is an update: expected a compute that initialises its target}}
  tir.rfactor %sum by 16
}

// -----

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @f(%A: !tir.buffer<[n, 70], f32>, %Y: !tir.buffer<[n], f32>, %Z: !tir.buffer<[n, 70], f32>) schedule @s {
  tir.compute "sum" (%i, reduce %k) in [n, 70] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 70], f32>
    tir.reduce @add(%a) into (%Y[%i]) : !tir.buffer<[n], f32>
    tir.store %a, %Z[%i, %k] : !tir.buffer<[n, 70], f32>
  }
  tir.return
}
tir.schedule @s {
  %sum = tir.find "sum"
  // expected-error @+1 {{'tir.rfactor' op 'sum' writes 2 times: expected one reduction into one buffer}}
  tir.rfactor %sum by 16
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
  // expected-error @+1 {{'tir.rfactor' op monoid '@least_first' is not one commutative operation: its elements keep their order}}
  tir.rfactor %sum by 16
}

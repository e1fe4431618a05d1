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
  // expected-error @+1 {{'tir.fork' op iterator 1 of 'sum', which has 2: expected a spatial one from 0 on}}
  tir.fork %sum iterator 1 to 1
}

// -----

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
  // expected-error @+1 {{'tir.fork' op iterator 7 of 'sum', which has 2: expected a spatial one from 0 on}}
  tir.fork %sum iterator 7 to 1
}

// -----

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @f(%A: !tir.buffer<[n, 70], f32>, %Y: !tir.buffer<[n], f32>) schedule @s {
  tir.compute "sum" (%i, reduce %k) in [1 to n, 70] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 70], f32>
    tir.reduce @add(%a) into (%Y[%i]) : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %sum = tir.find "sum"
  // expected-error @+1 {{'tir.fork' op iterator 0 of 'sum', which has 2: expected a spatial one from 0 on}}
  tir.fork %sum iterator 0 to 1
}

// -----

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
  // expected-error @+1 {{'tir.fork' op iterator: expected at least 0, got -1}}
  tir.fork %sum iterator -1 to 1
}

// -----

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
  // expected-error @+1 {{'tir.fork' op rounds: expected at least 1, got 0}}
  tir.fork %sum iterator 0 to 0
}

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
  tir.reorder %j, %i
  tir.unroll %j
  // expected-error @+1 {{'tir.parallel' op loop 'i' is inside of loop 'j', which is neither serial nor parallel}}
  tir.parallel %i
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
  tir.parallel %i
  // expected-error @+1 {{'tir.parallel' op loop 'i' is of kind 'parallel' already}}
  tir.parallel %i
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
  tir.reorder %k, %i, %j
  // expected-error @+1 {{'tir.parallel' op loop 'k' carries a reduction: its rounds depend on each other}}
  tir.parallel %k
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "last" (%i) in [n] {
    %x = tir.load %X[%i, 0] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[0, 0] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %c = tir.find "last"
  %i = tir.loops %c
  // expected-error @+1 {{'tir.parallel' op rounds of loop 'i' write the same elements of 'Y'}}
  tir.parallel %i
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
  // expected-error @+1 {{'tir.parallel' op buffer 'Y' is written and loaded in the loops: their rounds may depend on each other}}
  tir.parallel %i
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" workspace : !tir.buffer<[n, 8], f32>
  tir.compute "make" (%i, %j) in [n, 8] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
    tir.store %x, %T[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.compute "use" (%i, %j) in [n, 8] {
    %t = tir.load %T[%i, %j] : !tir.buffer<[n, 8], f32>
    tir.store %t, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %make, %use = tir.find "make", "use"
  %i, %j = tir.loops %use
  tir.compute_at %make, %i
  // expected-error @+1 {{'tir.parallel' op 'T', a workspace inside of loop 'i', would be shared by its threads: make it local first ('tir.place %T local')}}
  tir.parallel %i
}

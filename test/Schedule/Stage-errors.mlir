// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-apply-schedule --split-input-file --verify-diagnostics

// Regions without a shape; primitives that are not built yet.

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
  %act, %A = tir.find "act", "A"
  %i, %j = tir.loops %act
  // expected-error @+1 {{'tir.stage' op loop 'i' does not use 'A'}}
  tir.stage %A at %i
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
  %act, %C = tir.find "act", "C"
  %i, %j = tir.loops %act
  %k, %l = tir.split %i by 4
  // expected-error @+1 {{'tir.stage' op pad: expected at least 0, got -1}}
  tir.stage %C at %k pad -1
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
  %mm, %B = tir.find "mm", "B"
  %i, %j, %k = tir.loops %mm
  tir.reorder %j, %i, %k
  %C = tir.find "C"
  // expected-error @+1 {{'tir.stage' op extent 'n' of the region of 'C' (dimension 0) has no constant bound}}
  tir.stage %C at %j
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
  %act, %C = tir.find "act", "C"
  %i, %j = tir.loops %act
  tir.stage %C at %i
  %S = tir.find "C.stage"
  // expected-error @+1 {{'tir.stage' op 'C.stage' is local to loop 'i' already}}
  tir.stage %S at %i
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "padded" (%i, %j) in [n, 8] {
    %zero = arith.constant 0.0 : f32
    %x = tir.load %X[%i, %j + 1] pad %zero : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %c, %X = tir.find "padded", "X"
  %i, %j = tir.loops %c
  // expected-error @+1 {{'tir.stage' op load with padding has no region}}
  tir.stage %X at %i
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
  // expected-error @+1 {{'tir.place' op 'C' is memory of the caller: expected a tir.alloc}}
  tir.place %C register
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "make" (%i) in [8] {
    %x = tir.load %X[0, %i] : !tir.buffer<[n, 8], f32>
    tir.store %x, %T[%i] : !tir.buffer<[8], f32>
  }
  tir.compute "use" (%i, %j) in [n, 8] {
    %t = tir.load %T[%j] : !tir.buffer<[8], f32>
    tir.store %t, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %T = tir.find "T"
  // expected-error @+1 {{'tir.place' op space: expected local, register or workspace, got 'attic'}}
  tir.place %T attic
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
  %mm, %B = tir.find "mm", "B"
  %i, %j, %k = tir.loops %mm
  // expected-error @+1 {{'tir.prefetch' op a round loads '7' elements of 'B' in dimension 0: expected at most 8 lines of memory}}
  tir.prefetch %B at %j ahead 4
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "copy" (%i, %j) in [n, 8] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %copy, %X = tir.find "copy", "X"
  %i, %j = tir.loops %copy
  tir.stage %X at %i
  %S = tir.find "X.stage"
  // expected-error @+1 {{'tir.prefetch' op 'X.stage' is local to loop 'i': no round before has it}}
  tir.prefetch %S at %i ahead 1
}

// -----

tir.func @f(%X: !tir.buffer<[32], f32>, %Y: !tir.buffer<[32], f32>) schedule @s {
  tir.compute "copy" (%i) in [32] {
    %x = tir.load %X[%i] : !tir.buffer<[32], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[32], f32>
  }
  tir.return
}
tir.schedule @s {
  %copy, %Y = tir.find "copy", "Y"
  %i = tir.loops %copy
  %io, %ii = tir.split %i by 4
  tir.reorder %ii, %io
  // expected-error @+1 {{'tir.stage' op 'Y' is written with gaps in loop 'ii': others may write there}}
  tir.stage %Y at %ii
}

// -----

tir.func @f(%X: !tir.buffer<[32], f32>, %Y: !tir.buffer<[32], f32>) schedule @s {
  tir.for "i" (%i) in [32] {
    tir.compute "none" (%j) in [0] {
      %x = tir.load %X[%i + %j] : !tir.buffer<[32], f32>
      tir.store %x, %Y[%i + %j] : !tir.buffer<[32], f32>
    }
  }
  tir.return
}
tir.schedule @s {
  %i, %X = tir.find "i", "X"
  // expected-error @+1 {{'tir.stage' op loop 'i' does not use 'X'}}
  tir.stage %X at %i
}

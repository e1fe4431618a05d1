// RUN: relax-opt %s --relax-apply-schedule --split-input-file --verify-diagnostics

// Producers that cannot move.

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
  %mm, %act = tir.find "mm", "act"
  %i, %j, %k = tir.loops %mm
  // expected-error @+1 {{'tir.compute_at' op 'act' comes after loop 'i'}}
  tir.compute_at %act, %i
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
  %mm, %act = tir.find "mm", "act"
  %i, %j = tir.loops %act
  tir.compute_at %mm, %i
  %k, %l, %m = tir.loops %mm
  %init = tir.find "mm.init"
  %a, %b = tir.loops %init
  // expected-error @+1 {{'tir.compute_at' op 'init' stands for nothing any more}}
  tir.compute_at %init, %i
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "make" (%i) in [8] {
    %x = tir.load %X[0, %i] : !tir.buffer<[n, 8], f32>
    tir.store %x, %T[%i] : !tir.buffer<[8], f32>
  }
  tir.compute "use" (%i, %j) in [n, 8] {
    %t = tir.load %T[3] : !tir.buffer<[8], f32>
    tir.store %t, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %make, %use = tir.find "make", "use"
  %i, %j = tir.loops %use
  // expected-error @+1 {{'tir.compute_at' op the loops use 1 elements from 3 on of dimension 0, but 'make' computes 0 to 8}}
  tir.compute_at %make, %i
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "make" (%i) in [8] {
    %x = tir.load %X[0, %i] : !tir.buffer<[n, 8], f32>
    tir.store %x, %T[%i] : !tir.buffer<[8], f32>
  }
  tir.compute "use" (%i, %j) in [n, 8] {
    %t = tir.load %T[%j * %j] : !tir.buffer<[8], f32>
    tir.store %t, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %make, %use = tir.find "make", "use"
  %i, %j = tir.loops %use
  // expected-error @+1 {{'tir.compute_at' op index '%j * %j' of 'T' (dimension 0) has no region in loop 'i' that starts and ends at an expression}}
  tir.compute_at %make, %i
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
  tir.compute "again" (%i) in [8] {
    %t = tir.load %T[%i] : !tir.buffer<[8], f32>
    tir.store %t, %Y[0, %i] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %make, %use = tir.find "make", "use"
  %i, %j = tir.loops %use
  // expected-error @+1 {{'tir.compute_at' op 'T' is also used outside of loop 'i'}}
  tir.compute_at %make, %i
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "make" (%i) in [8] {
    %x = tir.load %X[0, %i] : !tir.buffer<[n, 8], f32>
    tir.store %x, %T[%i] : !tir.buffer<[8], f32>
  }
  tir.compute "change" (%i) in [n] {
    %zero = arith.constant 0.0 : f32
    tir.store %zero, %X[%i, 0] : !tir.buffer<[n, 8], f32>
  }
  tir.compute "use" (%i, %j) in [n, 8] {
    %t = tir.load %T[%j] : !tir.buffer<[8], f32>
    tir.store %t, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %make, %use = tir.find "make", "use"
  %i, %j = tir.loops %use
  // expected-error @+1 {{'tir.compute_at' op 'X', which 'make' reads, is written later}}
  tir.compute_at %make, %i
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "make" (%i) in [4] {
    %x = tir.load %X[0, %i] : !tir.buffer<[n, 8], f32>
    tir.store %x, %T[2 * %i] : !tir.buffer<[8], f32>
  }
  tir.compute "use" (%i, %j) in [n, 8] {
    %t = tir.load %T[%j] : !tir.buffer<[8], f32>
    tir.store %t, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %make, %use = tir.find "make", "use"
  %i, %j = tir.loops %use
  // expected-error @+1 {{'tir.compute_at' op 'make' writes at '2 * %i': expected an iterator of its own in each dimension}}
  tir.compute_at %make, %i
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "make" (%i) in [7] {
    %x = tir.load %X[0, %i] : !tir.buffer<[n, 8], f32>
    tir.store %x, %T[%i + 1] : !tir.buffer<[8], f32>
  }
  tir.compute "use" (%i, %j) in [n, 8] {
    %t = tir.load %T[%j] : !tir.buffer<[8], f32>
    tir.store %t, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %make, %use = tir.find "make", "use"
  %i, %j = tir.loops %use
  // expected-error @+1 {{'tir.compute_at' op the loops use 8 elements from 0 on of dimension 0, but 'make' computes 1 to 8}}
  tir.compute_at %make, %i
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "make" (%i) in [8] {
    %x = tir.load %X[0, %i] : !tir.buffer<[n, 8], f32>
    %y = tir.load %T[%i] : !tir.buffer<[8], f32>
    tir.store %y, %T[%i] : !tir.buffer<[8], f32>
  }
  tir.compute "use" (%i, %j) in [n, 8] {
    %t = tir.load %T[%j] : !tir.buffer<[8], f32>
    tir.store %t, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %make, %use = tir.find "make", "use"
  %i, %j = tir.loops %use
  // expected-error @+1 {{'tir.compute_at' op 'make' loads what it writes}}
  tir.compute_at %make, %i
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "make" (%i) in [8] {
    %x = tir.load %X[0, %i] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[0, %i] : !tir.buffer<[n, 8], f32>
    tir.store %x, %T[%i] : !tir.buffer<[8], f32>
  }
  tir.compute "use" (%i, %j) in [n, 8] {
    %t = tir.load %T[%j] : !tir.buffer<[8], f32>
    tir.store %t, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %make, %use = tir.find "make", "use"
  %i, %j = tir.loops %use
  // expected-error @+1 {{'tir.compute_at' op 'make' writes different elements of 'Y' and 'T': expected the same}}
  tir.compute_at %make, %i
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "make" (%i) in [8] {
    %x = tir.load %X[0, %i] : !tir.buffer<[n, 8], f32>
  }
  tir.compute "use" (%i, %j) in [n, 8] {
    %t = tir.load %T[%j] : !tir.buffer<[8], f32>
    tir.store %t, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %make, %use = tir.find "make", "use"
  %i, %j = tir.loops %use
  // expected-error @+1 {{'tir.compute_at' op 'make' writes nothing}}
  tir.compute_at %make, %i
}

// -----

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "sum" (%i, reduce %k) in [n, 8] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[n, 8], f32>
    tir.reduce @add(%x) into (%Y[%i, 0]) : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %sum = tir.find "sum"
  %i, %k = tir.loops %sum
  tir.reorder %k, %i
  %init = tir.find "sum.init"
  // expected-error @+1 {{'tir.compute_at' op loop 'k' carries a reduction into 'Y': expected spatial loops around}}
  tir.compute_at %init, %i
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "make" (%i, %j) in [n, 8] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.compute "use" (%i, %j) in [n, 4] {
    %a = tir.load %Y[%i, %j] : !tir.buffer<[n, 8], f32>
    tir.store %a, %Y[%i, 2 * %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %make, %use = tir.find "make", "use"
  %i, %j = tir.loops %use
  // expected-error @+1 {{'tir.compute_at' op 'Y' is written in the loop, and used at other elements there}}
  tir.compute_at %make, %i
}

// -----

tir.func @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.for "row" (%r) in [n] {
    tir.compute "inner" (%i) in [8] {
      %x = tir.load %X[%r, %i] : !tir.buffer<[n, 8], f32>
      tir.store %x, %Y[%r, %i] : !tir.buffer<[n, 8], f32>
    }
  }
  tir.compute "first" (%i) in [n] {
    %x = tir.load %Y[%i, 0] : !tir.buffer<[n, 8], f32>
    tir.store %x, %X[%i, 0] : !tir.buffer<[n, 8], f32>
  }
  tir.compute "second" (%i, %j) in [n, 8] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %first, %second = tir.find "first", "second"
  %a = tir.loops %first
  %i, %j = tir.loops %second
  %inner = tir.find "inner"
  // expected-error @+1 {{'tir.compute_at' op 'inner' is not beside the loops around 'i_0'}}
  tir.compute_at %inner, %i
}

// -----

// A buffer of the caller, that a loop without rounds would leave as it was.
tir.func @f(%X: !tir.buffer<[n], f32>, %Z: !tir.buffer<[m], f32>, %T: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n, m], f32>) schedule @s {
  tir.compute "make" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    tir.store %x, %T[%i] : !tir.buffer<[n], f32>
  }
  tir.compute "use" (%i, %j) in [n, m] {
    %t = tir.load %T[%i] : !tir.buffer<[n], f32>
    tir.store %t, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}
tir.schedule @s {
  %make, %use = tir.find "make", "use"
  %i, %j = tir.loops %use
  // expected-error @+1 {{'tir.compute_at' op loop 'j' may have no rounds: 'T' would not be written}}
  tir.compute_at %make, %j
}

// -----

// Threads that would write the same elements.
tir.func @f(%X: !tir.buffer<[m], f32>, %Y: !tir.buffer<[n, m], f32>) schedule @s {
  %T = tir.alloc "T" workspace : !tir.buffer<[m], f32>
  tir.compute "make" (%j) in [m] {
    %x = tir.load %X[%j] : !tir.buffer<[m], f32>
    tir.store %x, %T[%j] : !tir.buffer<[m], f32>
  }
  tir.compute "use" (%i, %j) in [n, m] {
    %t = tir.load %T[%j] : !tir.buffer<[m], f32>
    tir.store %t, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}
tir.schedule @s {
  %make, %use = tir.find "make", "use"
  %i, %j = tir.loops %use
  tir.parallel %i
  // expected-error @+1 {{'tir.compute_at' op rounds of loop 'i' write the same elements of 'T'}}
  tir.compute_at %make, %i
}

// -----

// Two buffers of which a round uses different parts.
tir.func @f(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) schedule @s {
  %S = tir.alloc "S" workspace : !tir.buffer<[n], f32>
  %T = tir.alloc "T" workspace : !tir.buffer<[n], f32>
  tir.compute "make" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    tir.store %x, %S[%i] : !tir.buffer<[n], f32>
    tir.store %x, %T[%i] : !tir.buffer<[n], f32>
  }
  tir.compute "use" (%i) in [n] {
    %s = tir.load %S[%i] : !tir.buffer<[n], f32>
    %t = tir.load %T[n - 1 - %i] : !tir.buffer<[n], f32>
    %y = arith.addf %s, %t : f32
    tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %make, %use = tir.find "make", "use"
  %i = tir.loops %use
  // expected-error @+1 {{'tir.compute_at' op a round of loop 'i' uses different elements of 'S' and 'T': expected the same}}
  tir.compute_at %make, %i
}

// -----

// A round uses every sixth element: between them lie those that other rounds have added to. What is not proved is refused.
tir.monoid @add (f32) identity (0.0) {
^c(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @between(%X: !tir.buffer<[16, 36], f32>, %Y: !tir.buffer<[36], f32>) schedule @between_s {
  tir.compute "c" (%j, reduce %i) in [36, 16] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[16, 36], f32>
    tir.reduce @add (%x) into (%Y[%j]) : !tir.buffer<[36], f32>
  }
  tir.return
}
tir.schedule @between_s {
  %c = tir.find "c"
  %j, %i = tir.loops %c
  %jo, %ji = tir.split %j by 6
  tir.reorder %ji, %jo
  %init = tir.find "c.init"
  // expected-error@+1 {{'tir.compute_at' op rounds of loop 'ji' are not known to use parts of 'Y' of their own, which they write}}
  tir.compute_at %init, %ji
}

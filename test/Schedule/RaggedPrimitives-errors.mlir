// What the primitives of ragged loops refuse, at their place.
// RUN: not relax-opt %s --split-input-file --relax-apply-schedule 2>&1 | FileCheck %s

tir.func private @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "c" (%i, %j) in [n, 8] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %c = tir.find "c"
  %i, %j = tir.loops %c
  tir.parallel %i
  // CHECK: [[@LINE+1]]:18: error: 'tir.cut' op loop 'i' has a kind already: expected a serial one
  %main, %rest = tir.cut %i by 4
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.compute "c" (%i) in [n] {
    %x = tir.load %X[%i, 0] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%i, 0] : !tir.buffer<[n, 8], f32>
  }
  tir.compute "d" (%k) in [n] {
    %x = tir.load %X[%k, 1] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%k, 1] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %c, %d = tir.find "c", "d"
  %i = tir.loops %c
  %k = tir.loops %d
  // CHECK: [[@LINE+1]]:11: error: 'tir.hfuse' op loop 'i' does not follow loop 'k'
  %both = tir.hfuse %k, %i
}

// -----

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @f(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[1], f32>, %Z: !tir.buffer<[n], f32>) schedule @s {
  tir.compute "c" (reduce %i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    tir.reduce @add(%x) into (%Y[0]) : !tir.buffer<[1], f32>
  }
  tir.compute "d" (%k) in [n] {
    %x = tir.load %X[%k] : !tir.buffer<[n], f32>
    tir.store %x, %Z[%k] : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %c, %d = tir.find "c", "d"
  %i = tir.loops %c
  %k = tir.loops %d
  // CHECK: [[@LINE+1]]:11: error: 'tir.hfuse' op loop 'i' carries a reduce: expected one whose rounds are independent
  %both = tir.hfuse %i, %k
}

// -----

!l = !tir.buffer<[b], i64>
!a = !tir.buffer<[b + 1], i64>
!x = !tir.buffer<[t], f32>
tir.func private @f(%L: !l, %M: !l, %A: !a, %X: !x, %Y: !x) schedule @s {
  %ok = tir.ascends %A by (%M) : !a by !l
  tir.check %ok stops else "index out of bounds"
  tir.for "i" (%i) in [b] {
    %l = tir.load %L[%i] : !l
    %n = arith.index_cast %l : i64 to index
    %q = tir.load %A[%i] : !a
    %p = arith.index_cast %q : i64 to index
    tir.for "j" (%j) in [%n] {
      %x = tir.load %X[%p + %j] : !x
      tir.store %x, %Y[%p + %j] : !x
    }
  }
  tir.return
}
tir.schedule @s {
  %i, %j, %A, %X = tir.find "i", "j", "A", "X"
  // Another table's entries: rows would be left out.
  // CHECK: [[@LINE+1]]:8: error: 'tir.fuse' op loop 'j' has %n rounds: expected an entry of a table by which 'A' ascends ('tir.ascends', and a 'tir.check' that stops)
  %f = tir.fuse %i, %j starts %A rows %X
}

// -----

!l = !tir.buffer<[b], i64>
!a = !tir.buffer<[b + 1], i64>
!x = !tir.buffer<[t], f32>
tir.func private @f(%L: !l, %A: !a, %X: !x, %Y: !x) schedule @s {
  tir.for "i" (%i) in [b] {
    %l = tir.load %L[%i] : !l
    %n = arith.index_cast %l : i64 to index
    tir.for "j" (%j) in [%n] {
      %x = tir.load %X[%j] : !x
      tir.store %x, %Y[%j] : !x
    }
  }
  tir.return
}
tir.schedule @s {
  %i, %j, %A, %X = tir.find "i", "j", "A", "X"
  // CHECK: [[@LINE+1]]:8: error: 'tir.fuse' op loop 'i' does not load where its instance begins ('A' at its iterator, as an index)
  %f = tir.fuse %i, %j starts %A rows %X
}

// -----

!l = !tir.buffer<[b], i64>
!x = !tir.buffer<[t], f32>
tir.func private @f(%A: !l, %X: !x, %Y: !x) schedule @s {
  tir.for "i" (%i) in [b] {
    tir.for "j" (%j) in [t] {
      %x = tir.load %X[%j] : !x
      tir.store %x, %Y[%j] : !x
    }
    tir.for "k" (%k) in [t] {
      %x = tir.load %X[%k] : !x
      tir.store %x, %Y[%k] : !x
    }
  }
  tir.return
}
tir.schedule @s {
  %i, %j, %A, %X = tir.find "i", "j", "A", "X"
  // CHECK: [[@LINE+1]]:8: error: 'tir.fuse' op loop 'i' has more than loads, checks and loop 'j' at its end
  %f = tir.fuse %i, %j starts %A rows %X
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.for "i" (scan %i) in [n] {
    tir.for "j" (%j) in [8] {
      %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
      tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
    }
  }
  tir.return
}
tir.schedule @s {
  %i, %j, %X = tir.find "i", "j", "X"
  // CHECK: [[@LINE+1]]:8: error: 'tir.fuse' op loop 'i': expected a serial one from 0 on whose rounds are independent
  %f = tir.fuse %i, %j starts %X rows %X
}

// -----

// Callers make the table of owners, from what they pass.
!l = !tir.buffer<[b], i64>
!a = !tir.buffer<[b + 1], i64>
!x = !tir.buffer<[t], f32>
tir.func private @f(%L: !l, %X: !x, %Y: !x) schedule @s {
  %A = tir.alloc "A" workspace : !a
  %ok = tir.ascends %A by (%L) : !a by !l
  tir.check %ok stops else "index out of bounds"
  tir.for "i" (%i) in [b] {
    %l = tir.load %L[%i] : !l
    %n = arith.index_cast %l : i64 to index
    %q = tir.load %A[%i] : !a
    %p = arith.index_cast %q : i64 to index
    tir.for "j" (%j) in [%n] {
      %x = tir.load %X[%p + %j] : !x
      tir.store %x, %Y[%p + %j] : !x
    }
  }
  tir.return
}
tir.schedule @s {
  %i, %j, %A, %X = tir.find "i", "j", "A", "Y"
  // CHECK: [[@LINE+1]]:8: error: 'tir.fuse' op 'A': expected an input of the program, by which callers make the table of owners
  %f = tir.fuse %i, %j starts %A rows %X
}

// -----

!l = !tir.buffer<[b], i64>
!a = !tir.buffer<[b + 1], i64>
!x = !tir.buffer<[t], f32>
tir.func private @f(%L: !l, %A: !a, %X: !x) schedule @s {
  %T = tir.alloc "T" workspace : !x
  %ok = tir.ascends %A by (%L) : !a by !l
  tir.check %ok stops else "index out of bounds"
  tir.for "i" (%i) in [b] {
    %l = tir.load %L[%i] : !l
    %n = arith.index_cast %l : i64 to index
    %q = tir.load %A[%i] : !a
    %p = arith.index_cast %q : i64 to index
    tir.for "j" (%j) in [%n] {
      %x = tir.load %X[%p + %j] : !x
      tir.store %x, %T[%p + %j] : !x
    }
  }
  tir.return
}
tir.schedule @s {
  %i, %j, %A, %X = tir.find "i", "j", "A", "T"
  // CHECK: [[@LINE+1]]:8: error: 'tir.fuse' op 'T': expected an argument of the program, by which callers make the table of owners
  %f = tir.fuse %i, %j starts %A rows %X
}

// -----

!l = !tir.buffer<[b], i64>
!a = !tir.buffer<[b + 1], i64>
!x = !tir.buffer<[t], f32>
tir.func private @f(%L: !l, %X: !x, %A: !a, %Y: !x) schedule @s {
  %ok = tir.ascends %A by (%L) : !a by !l
  tir.check %ok stops else "index out of bounds"
  tir.for "i" (%i) in [b] {
    %l = tir.load %L[%i] : !l
    %n = arith.index_cast %l : i64 to index
    %q = tir.load %A[%i] : !a
    %p = arith.index_cast %q : i64 to index
    tir.for "j" (%j) in [%n] {
      %x = tir.load %X[%p + %j] : !x
      tir.store %x, %Y[%p + %j] : !x
    }
  }
  tir.return
}
tir.schedule @s {
  %i, %j, %A, %X = tir.find "i", "j", "A", "Y"
  // CHECK: [[@LINE+1]]:8: error: 'tir.fuse' op 'A': expected an input of the program, by which callers make the table of owners
  %f = tir.fuse %i, %j starts %A rows %X
}
relax.func @main(%l: !relax.tensor<[b], i64>, %x: !relax.tensor<[t], f32>) -> (!relax.tensor<[b + 1], i64>, !relax.tensor<[t], f32>) {
  %a, %y = relax.call_tir @f(%l, %x) : (!relax.tensor<[b], i64>, !relax.tensor<[t], f32>) -> (!relax.tensor<[b + 1], i64>, !relax.tensor<[t], f32>)
  relax.return %a, %y : !relax.tensor<[b + 1], i64>, !relax.tensor<[t], f32>
}

// -----

!l = !tir.buffer<[b], i64>
!a = !tir.buffer<[b + 1], i64>
!x = !tir.buffer<[t], f32>
tir.func private @f(%L: !l, %A: !a, %X: !x, %Y: !x) schedule @s {
  %ok = tir.ascends %A by (%L) : !a by !l
  tir.check %ok stops else "index out of bounds"
  tir.for "i" (%i) in [b] {
    %l = tir.load %L[%i] : !l
    %n = arith.index_cast %l : i64 to index
    %q = tir.load %A[%i] : !a
    %p = arith.index_cast %q : i64 to index
    tir.for "j" (%j) in [%n] {
      %x = tir.load %X[%p + %j] : !x
      tir.store %x, %Y[%p + %j] : !x
    }
  }
  tir.return
}
tir.schedule @s {
  %i, %j, %A, %X = tir.find "i", "j", "A", "Y"
  // CHECK: [[@LINE+1]]:8: error: 'tir.fuse' op '@f' is used by 'relax.call_tir' with planned memory: expected 'relax.call_tir' as it is before memory is planned
  %f = tir.fuse %i, %j starts %A rows %X
}
relax.func @main(%l: !relax.tensor<[b], i64>, %a: !relax.tensor<[b + 1], i64>, %x: !relax.tensor<[t], f32>) -> !relax.tensor<[t], f32> {
  %m = relax.arena bytes 64
  %y = relax.call_tir @f(%l, %a, %x) in %m at [0] : (!relax.tensor<[b], i64>, !relax.tensor<[b + 1], i64>, !relax.tensor<[t], f32>) -> !relax.tensor<[t], f32>
  relax.return %y : !relax.tensor<[t], f32>
}

// -----

!l = !tir.buffer<[b], i64>
!a = !tir.buffer<[b + 1], i64>
!x = !tir.buffer<[t], f32>
tir.func private @f(%L: !l, %A: !a, %X: !x, %Y: !x) schedule @s {
  %ok = tir.ascends %A by (%L) : !a by !l
  tir.check %ok stops else "index out of bounds"
  tir.for "i" (%i) in [b] {
    %l = tir.load %L[%i] : !l
    %n = arith.index_cast %l : i64 to index
    %q = tir.load %A[%i] : !a
    %p = arith.index_cast %q : i64 to index
    tir.for "j" (%j) in [%n] {
      %x = tir.load %X[%p + %j] : !x
      tir.store %x, %Y[%p + %j] : !x
    }
  }
  tir.return
}
tir.schedule @s {
  %i, %j, %A, %X = tir.find "i", "j", "A", "X"
  // CHECK: [[@LINE+1]]:8: error: 'tir.fuse' op 'X' has '?' rows at a caller: expected an expression ('relax-bind-extents')
  %f = tir.fuse %i, %j starts %A rows %X
}
relax.func @main(%l: !relax.tensor<[b], i64>, %a: !relax.tensor<[b + 1], i64>, %x: !relax.tensor<[?], f32>) -> !relax.tensor<[?], f32> {
  %y = relax.call_tir @f(%l, %a, %x) : (!relax.tensor<[b], i64>, !relax.tensor<[b + 1], i64>, !relax.tensor<[?], f32>) -> !relax.tensor<[?], f32>
  relax.return %y : !relax.tensor<[?], f32>
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.return
}
tir.schedule @s {
  %X = tir.find "X"
  // CHECK: [[@LINE+1]]:3: error: 'tir.pad_dimension' op 'X' is no memory of the program: what its callers pass has the extents that they gave it
  tir.pad_dimension %X 0 to 8
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" workspace : !tir.buffer<[n, 8], f32>
  tir.return
}
tir.schedule @s {
  %T = tir.find "T"
  // CHECK: [[@LINE+1]]:3: error: 'tir.pad_dimension' op 'T' has 2 dimensions, no number 2
  tir.pad_dimension %T 2 to 8
}

// -----

// CoRa's rule: storage first.
tir.func private @f(%X: !tir.buffer<[64], f32>, %Y: !tir.buffer<[n], f32>) schedule @s {
  %T = tir.alloc "T" workspace : !tir.buffer<[n], f32>
  tir.for "i" (%i) in [n] {
    %x = tir.load %X[0] : !tir.buffer<[64], f32>
    tir.store %x, %T[%i] : !tir.buffer<[n], f32>
  }
  tir.for "k" (%k) in [n] {
    %x = tir.load %T[%k] : !tir.buffer<[n], f32>
    tir.store %x, %Y[%k] : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %i, %k, %T = tir.find "i", "k", "T"
  // CHECK: [[@LINE+1]]:3: error: 'tir.pad_loop' op 'T' has room for n in dimension 0, and loop 'i' would go to 8 * (n ceildiv 8): pad the dimension first ('tir.pad_dimension')
  tir.pad_loop %i to 8
}

// -----

tir.func private @f(%X: !tir.buffer<[64], f32>, %Y: !tir.buffer<[8 * (n ceildiv 8)], f32>, %N: !tir.buffer<[n], f32>) schedule @s {
  tir.for "k" (%k) in [n] {
    %x = tir.load %X[0] : !tir.buffer<[64], f32>
    tir.store %x, %Y[%k] : !tir.buffer<[8 * (n ceildiv 8)], f32>
  }
  tir.return
}
tir.schedule @s {
  %k = tir.find "k"
  // CHECK: [[@LINE+1]]:3: error: 'tir.pad_loop' op loop 'k' writes 'Y', where rounds beyond its extent would be seen: expected memory of the program or a result of all calls, at its iterator
  tir.pad_loop %k to 8
}

// -----

tir.func private @f(%X: !tir.buffer<[64], f32>, %Y: !tir.buffer<[n], f32>) schedule @s {
  %T = tir.alloc "T" workspace : !tir.buffer<[n + 64], f32>
  tir.for "i" (%i) in [n] {
    %x = tir.load %X[0] : !tir.buffer<[64], f32>
    tir.store %x, %T[%i] : !tir.buffer<[n + 64], f32>
  }
  tir.for "k" (%k) in [n] {
    %x = tir.load %T[%k + 1] : !tir.buffer<[n + 64], f32>
    tir.store %x, %Y[%k] : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %i = tir.find "i"
  // CHECK: [[@LINE+1]]:3: error: 'tir.pad_loop' op 'T' is used at %k + 1 elsewhere, which is not known to be below n
  tir.pad_loop %i to 8
}

// -----

tir.func private @f(%P: !tir.buffer<[n], i64>, %X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) schedule @s {
  %T = tir.alloc "T" workspace : !tir.buffer<[n + 8], f32>
  tir.for "i" (%i) in [n] {
    %l = tir.load %P[%i] : !tir.buffer<[n], i64>
    %p = arith.index_cast %l : i64 to index
    %x = tir.load %X[%p] : !tir.buffer<[n], f32>
    tir.store %x, %T[%i] : !tir.buffer<[n + 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %i = tir.find "i"
  // CHECK: [[@LINE+1]]:3: error: 'tir.pad_loop' op loop 'i' has a reduction, a check, a division of integers or a place that it loads: rounds beyond its extent would not stay without effect
  tir.pad_loop %i to 8
}

// -----

tir.func private @f(%X: !tir.buffer<[n], f32>) schedule @s {
  tir.return
}
tir.schedule @s {
  %X = tir.find "X"
  // CHECK: [[@LINE+1]]:3: error: 'tir.pad_dimension' op dimension: expected at least 0, got -1
  tir.pad_dimension %X -1 to 8
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  tir.for "i" (scan %i) in [n] {
    %x = tir.load %X[%i, 0] : !tir.buffer<[n, 8], f32>
    tir.store %x, %Y[%i, 0] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %i = tir.find "i"
  // CHECK: [[@LINE+1]]:3: error: 'tir.pad_loop' op loop 'i': expected a serial one from 0 on whose rounds are independent
  tir.pad_loop %i to 8
}

// -----

tir.func private @f(%L: !tir.buffer<[n], i64>, %Y: !tir.buffer<[n], i64>) schedule @s {
  tir.for "i" (%i) in [n] {
    %l = tir.load %L[%i] : !tir.buffer<[n], i64>
    tir.store %l, %Y[%i] : !tir.buffer<[n], i64>
  }
  tir.return
}
tir.schedule @s {
  %i, %L = tir.find "i", "L"
  // CHECK: [[@LINE+1]]:3: error: 'tir.remap' op loop 'i': expected a parallel one ('tir.parallel' before)
  tir.remap %i by %L
}

// -----

tir.func private @f(%L: !tir.buffer<[n], i64>, %Y: !tir.buffer<[n], i64>) schedule @s {
  tir.for "i" (%i) in [n] {
    %l = tir.load %L[n - 1 - %i] : !tir.buffer<[n], i64>
    tir.store %l, %Y[%i] : !tir.buffer<[n], i64>
  }
  tir.return
}
tir.schedule @s {
  %i, %L = tir.find "i", "L"
  tir.parallel %i
  // CHECK: [[@LINE+1]]:3: error: 'tir.remap' op the body of loop 'i' does not load 'L' at its iterator as an i64 that nothing writes
  tir.remap %i by %L
}

// -----

tir.func private @f(%Y: !tir.buffer<[n], i64>) schedule @s {
  tir.for "i" (%i) in [n] {
    %l = tir.load %Y[%i] : !tir.buffer<[n], i64>
    %m = arith.addi %l, %l : i64
    tir.store %m, %Y[%i] : !tir.buffer<[n], i64>
  }
  tir.return
}
tir.schedule @s {
  %i, %Y = tir.find "i", "Y"
  tir.parallel %i
  // CHECK: [[@LINE+1]]:3: error: 'tir.remap' op the body of loop 'i' does not load 'Y' at its iterator as an i64 that nothing writes
  tir.remap %i by %Y
}

// -----

tir.func private @f(%L: !tir.buffer<[m], f32>, %Y: !tir.buffer<[n, k], f32>) schedule @s {
  tir.for "i" (%i) in [n] {
    tir.for "j" (%j) in [k] {
      %l = tir.load %L[%j] : !tir.buffer<[m], f32>
      tir.store %l, %Y[%i, %j] : !tir.buffer<[n, k], f32>
    }
  }
  tir.return
}
tir.schedule @s {
  %i, %L = tir.find "i", "L"
  // CHECK: [[@LINE+1]]:3: error: 'tir.hoist' op no loop inside of 'i' loads 'L' at places that it does not change
  tir.hoist %L at %i
}

// -----

tir.func private @f(%L: !tir.buffer<[m], f32>, %Y: !tir.buffer<[n, k], f32>) schedule @s {
  tir.for "i" (%i) in [n] {
    tir.for "j" (%j) in [k] {
      %l = tir.load %L[%i] : !tir.buffer<[m], f32>
      tir.store %l, %Y[%i, %j] : !tir.buffer<[n, k], f32>
    }
  }
  tir.return
}
tir.schedule @s {
  %i, %L = tir.find "i", "L"
  // CHECK: [[@LINE+1]]:3: error: 'tir.hoist' op 'L' is loaded at %i, which is not known to lie in it where a round of loop 'i' has no rounds inside
  tir.hoist %L at %i
}

// -----

tir.func private @f(%L: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n, k], f32>) schedule @s {
  tir.for "i" (%i) in [n] {
    tir.for "j" (%j) in [k] {
      %l = tir.load %L[%i] : !tir.buffer<[n], f32>
      tir.store %l, %L[%i] : !tir.buffer<[n], f32>
      tir.store %l, %Y[%i, %j] : !tir.buffer<[n, k], f32>
    }
  }
  tir.return
}
tir.schedule @s {
  %i, %L = tir.find "i", "L"
  // CHECK: [[@LINE+1]]:3: error: 'tir.hoist' op loop 'i' writes 'L'
  tir.hoist %L at %i
}

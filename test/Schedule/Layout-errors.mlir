// RUN: relax-opt %s --relax-apply-schedule --split-input-file --verify-diagnostics

// What is written stays where it is.
tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "Y"
  // expected-error @+1 {{'tir.layout' op 'Y' is written: expected a buffer that is only loaded}}
  tir.layout %b [j, i] prepared
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "T"
  // expected-error @+1 {{'tir.layout' op 'T' is local to the program: expected an argument, which callers prepare}}
  tir.layout %b [d0 mod 4, d0 floordiv 4] prepared
}

// -----

// One layout for each weight.
tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  tir.layout %b [d0 floordiv 2, j, d0 mod 2] prepared
  // expected-error @+1 {{'tir.layout' op 'W' has another layout already}}
  tir.layout %b [d0 floordiv 4, j, d0 mod 4] prepared
}

// -----

// Digits: of one dimension, each element in one place.
tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  // expected-error @+1 {{'tir.layout' op 'd0 + j' is no digit of a dimension: expected one such as 'j', 'j floordiv 32' or 'j mod 32'}}
  tir.layout %b [d0 + j, j] prepared
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  // expected-error @+1 {{'tir.layout' op '2 * d0' is no digit of a dimension: expected one such as 'j', 'j floordiv 32' or 'j mod 32'}}
  tir.layout %b [2 * d0, j] prepared
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  // expected-error @+1 {{'tir.layout' op '0' is no digit of a dimension: expected one such as 'j', 'j floordiv 32' or 'j mod 32'}}
  tir.layout %b [0, d0, j] prepared
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  // expected-error @+1 {{'tir.layout' op '(d0 mod 8) mod 3' is no digit of a dimension: expected one such as 'j', 'j floordiv 32' or 'j mod 32'}}
  tir.layout %b [d0 mod 8 mod 3, j] prepared
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  // expected-error @+1 {{'tir.layout' op '(d0 mod 8) floordiv 3' is no digit of a dimension: expected one such as 'j', 'j floordiv 32' or 'j mod 32'}}
  tir.layout %b [d0 mod 8 floordiv 3, j] prepared
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  // expected-error @+1 {{'tir.layout' op 'k' names no dimension of 'W': expected one of 'd0, j'}}
  tir.layout %b [d0, k] prepared
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  // expected-error @+1 {{'tir.layout' op elements along 'j' (dimension 1 of 'W') have no place of their own: expected 'j', or all of its digits, such as 'j floordiv 32' and 'j mod 32'}}
  tir.layout %b [d0] prepared
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  // expected-error @+1 {{'tir.layout' op elements along 'j' (dimension 1 of 'W') have no place of their own: expected 'j', or all of its digits, such as 'j floordiv 32' and 'j mod 32'}}
  tir.layout %b [d0, j floordiv 4] prepared
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  // expected-error @+1 {{'tir.layout' op elements along 'j' (dimension 1 of 'W') have no place of their own: expected 'j', or all of its digits, such as 'j floordiv 32' and 'j mod 32'}}
  tir.layout %b [d0, j mod 4] prepared
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  // expected-error @+1 {{'tir.layout' op elements along 'j' (dimension 1 of 'W') have no place of their own: expected 'j', or all of its digits, such as 'j floordiv 32' and 'j mod 32'}}
  tir.layout %b [d0, j floordiv 4, j mod 2] prepared
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  // expected-error @+1 {{'tir.layout' op elements along 'd0' (dimension 0 of 'W') have no place of their own: expected 'd0', or all of its digits, such as 'd0 floordiv 32' and 'd0 mod 32'}}
  tir.layout %b [d0, d0, j] prepared
}

// -----

tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  // expected-error @+1 {{'tir.layout' op elements along 'd0' (dimension 0 of 'W') have no place of their own: expected 'd0', or all of its digits, such as 'd0 floordiv 32' and 'd0 mod 32'}}
  tir.layout %b [d0 floordiv 4, d0 mod 4, d0 floordiv 4, j] prepared
}

// -----

// Padding to blocks.
tir.func private @f(%X: !tir.buffer<[n, 40], f32>, %W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s {
  %T = tir.alloc "T" local : !tir.buffer<[8], f32>
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  // expected-error @+1 {{'tir.layout' op padding makes 2400 elements of 'W' out of 320: expected at most 4 times as many}}
  tir.layout %b [d0 floordiv 300, j, d0 mod 300] prepared
}

// -----

// Both dimensions are called alike.
tir.func private @f(%W: !tir.buffer<[8, 8], f32>, %Y: !tir.buffer<[8], f32>) schedule @s {
  tir.compute "f" (%i) in [8] {
    %w = tir.load %W[%i, %i] : !tir.buffer<[8, 8], f32>
    tir.store %w, %Y[%i] : !tir.buffer<[8], f32>
  }
  tir.return
}
tir.schedule @s {
  %W = tir.find "W"
  // expected-error @+1 {{'tir.layout' op 'i' names dimensions 0 and 1 of 'W'}}
  tir.layout %W [i floordiv 4, i mod 4] prepared
}

// -----

// Beyond the end lies padding, not what the load says.
tir.func private @f(%W: !tir.buffer<[8], f32>, %Y: !tir.buffer<[9], f32>) schedule @s {
  tir.compute "f" (%i) in [9] {
    %one = arith.constant 1.0 : f32
    %w = tir.load %W[%i] pad %one : !tir.buffer<[8], f32>
    tir.store %w, %Y[%i] : !tir.buffer<[9], f32>
  }
  tir.return
}
tir.schedule @s {
  %W = tir.find "W"
  // expected-error @+1 {{'tir.layout' op load of 'W' is padded: expected indices inside of the buffer}}
  tir.layout %W [i floordiv 3, i mod 3] prepared
}

// -----

tir.func private @f(%W: !tir.buffer<[8], complex<f32>>, %Y: !tir.buffer<[8], complex<f32>>) schedule @s {
  tir.compute "f" (%i) in [8] {
    %w = tir.load %W[%i] : !tir.buffer<[8], complex<f32>>
    tir.store %w, %Y[%i] : !tir.buffer<[8], complex<f32>>
  }
  tir.return
}
tir.schedule @s {
  %W = tir.find "W"
  // expected-error @+1 {{'tir.layout' op elements of 'W': expected integers or floats, got 'complex<f32>'}}
  tir.layout %W [i floordiv 3, i mod 3] prepared
}

// -----

// The only place where the symbol is a dimension.
tir.func private @f(%W: !tir.buffer<[m], f32>, %Y: !tir.buffer<[8], f32>) schedule @s {
  tir.compute "f" (%i) in [8] {
    %w = tir.load %W[%i] : !tir.buffer<[m], f32>
    tir.store %w, %Y[%i] : !tir.buffer<[8], f32>
  }
  tir.return
}
tir.schedule @s {
  %W = tir.find "W"
  // expected-error @+1 {{'tir.layout' op 'W' alone binds 'm': expected the symbol as a dimension of another argument}}
  tir.layout %W [i floordiv 4, i mod 4] prepared
}

// -----

// Callers have to pass weights, all of them.
relax.weight @w : !relax.tensor<[8], f32> from "w.bin" at 0
relax.func @good() -> !relax.tensor<[8], f32> {
  %w = relax.get_weight @w : !relax.tensor<[8], f32>
  %y = relax.call_tir @f(%w) : (!relax.tensor<[8], f32>) -> !relax.tensor<[8], f32>
  relax.return %y : !relax.tensor<[8], f32>
}
relax.func @bad(%x: !relax.tensor<[8], f32>) -> !relax.tensor<[8], f32> {
  %y = relax.call_tir @f(%x) : (!relax.tensor<[8], f32>) -> !relax.tensor<[8], f32>
  relax.return %y : !relax.tensor<[8], f32>
}
tir.func private @f(%W: !tir.buffer<[8], f32>, %Y: !tir.buffer<[8], f32>) schedule @s {
  tir.compute "f" (%i) in [8] {
    %w = tir.load %W[%i] : !tir.buffer<[8], f32>
    tir.store %w, %Y[%i] : !tir.buffer<[8], f32>
  }
  tir.return
}
tir.schedule @s {
  %W = tir.find "W"
  // expected-error @+1 {{'tir.layout' op 'W' is not a weight for every caller: expected 'relax.get_weight', got an argument}}
  tir.layout %W [i floordiv 4, i mod 4] prepared
}

// -----

relax.func @bad(%x: !relax.tensor<[8], f32>) -> !relax.tensor<[8], f32> {
  %n = relax.negative %x : !relax.tensor<[8], f32>
  %y = relax.call_tir @f(%n) : (!relax.tensor<[8], f32>) -> !relax.tensor<[8], f32>
  relax.return %y : !relax.tensor<[8], f32>
}
tir.func private @f(%W: !tir.buffer<[8], f32>, %Y: !tir.buffer<[8], f32>) schedule @s {
  tir.compute "f" (%i) in [8] {
    %w = tir.load %W[%i] : !tir.buffer<[8], f32>
    tir.store %w, %Y[%i] : !tir.buffer<[8], f32>
  }
  tir.return
}
tir.schedule @s {
  %W = tir.find "W"
  // expected-error @+1 {{'tir.layout' op 'W' is not a weight for every caller: expected 'relax.get_weight', got 'relax.negative'}}
  tir.layout %W [i floordiv 4, i mod 4] prepared
}

// -----

// Memory is planned already: there is no place for one more result.
relax.weight @w : !relax.tensor<[8], f32> from "w.bin" at 0
relax.func @late() -> !relax.tensor<[8], f32> {
  %arena = relax.arena bytes 32
  %w = relax.get_weight @w : !relax.tensor<[8], f32>
  %y = relax.call_tir @f(%w) in %arena at [?] : (!relax.tensor<[8], f32>) -> !relax.tensor<[8], f32>
  relax.return %y : !relax.tensor<[8], f32>
}
tir.func private @f(%W: !tir.buffer<[8], f32>, %Y: !tir.buffer<[8], f32>) schedule @s {
  tir.compute "f" (%i) in [8] {
    %w = tir.load %W[%i] : !tir.buffer<[8], f32>
    tir.store %w, %Y[%i] : !tir.buffer<[8], f32>
  }
  tir.return
}
tir.schedule @s {
  %W = tir.find "W"
  // expected-error @+1 {{'tir.layout' op '@f' is used by 'relax.call_tir' with planned memory: expected 'relax.call_tir' as it is before memory is planned}}
  tir.layout %W [i floordiv 4, i mod 4] prepared
}

// -----

// A result that the program does not touch is no weight either.
relax.weight @w : !relax.tensor<[8], f32> from "w.bin" at 0
relax.func @result() -> !relax.tensor<[8], f32> {
  %w = relax.get_weight @w : !relax.tensor<[8], f32>
  %y = relax.call_tir @f(%w) : (!relax.tensor<[8], f32>) -> !relax.tensor<[8], f32>
  relax.return %y : !relax.tensor<[8], f32>
}
tir.func private @f(%W: !tir.buffer<[8], f32>, %Y: !tir.buffer<[8], f32>) schedule @s {
  tir.return
}
tir.schedule @s {
  %Y = tir.find "Y"
  // expected-error @+1 {{'tir.layout' op 'Y' is a result of callers, no weight}}
  tir.layout %Y [d0 floordiv 4, d0 mod 4] prepared
}

// -----

// A program and its versions take the same buffers.
tir.func private @f(%W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) schedule @s versions (@g when (n == 1)) {
  tir.compute "f" (%i, %j) in [n, 8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[%i, %j] : !tir.buffer<[n, 8], f32>
  }
  tir.return
}
tir.func private @g(%W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[1, 8], f32>) {
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  // expected-error @+1 {{'tir.layout' op versions take the buffers as they are}}
  tir.layout %b [j, i] prepared
}

// -----

tir.func private @f(%W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[n, 8], f32>) versions (@g when (n == 1)) {
  tir.return
}
tir.func private @g(%W: !tir.buffer<[40, 8], f32>, %Y: !tir.buffer<[1, 8], f32>) schedule @s {
  tir.compute "f" (%j) in [8] {
    %w = tir.load %W[39, %j] : !tir.buffer<[40, 8], f32>
    tir.store %w, %Y[0, %j] : !tir.buffer<[1, 8], f32>
  }
  tir.return
}
tir.schedule @s {
  %b = tir.find "W"
  // expected-error @+1 {{'tir.layout' op '@g' is used by 'tir.func': expected 'relax.call_tir' as it is before memory is planned}}
  tir.layout %b [j, i] prepared
}

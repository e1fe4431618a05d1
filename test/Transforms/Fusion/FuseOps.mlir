// RUN: relax-opt %s --relax-fuse-ops --split-input-file -o %t
// RUN: FileCheck %s --input-file=%t
// A second run changes nothing.
// RUN: relax-opt %t --relax-fuse-ops --split-input-file | diff %t -

// `2 * n` and `n + n` are one extent. Values and buffers are named as in the
// graph; programs that nothing calls any more are gone, public ones stay.
// CHECK-LABEL: relax.func @same_extent
// CHECK-NEXT: %z = relax.call_tir @fused_relu_add(%x, %y) symbols (n = n) :
// CHECK-NEXT: relax.return %z
// CHECK: tir.func @kept
// CHECK-NOT: tir.func
// CHECK: tir.func private @fused_relu_add(%X: !tir.buffer<[2 * n], f32>, %Y: !tir.buffer<[2 * n], f32>, %Z: !tir.buffer<[2 * n], f32>) symbols (n) {
// CHECK-NEXT: tir.compute "add" (%i) in [2 * n] {
// CHECK-NEXT: %x = tir.load %X[%i]
// CHECK-NEXT: %zero = arith.constant 0.0
// CHECK-NEXT: %a = arith.maximumf %x, %zero
// CHECK-NEXT: %y = tir.load %Y[%i]
// CHECK-NEXT: %z = arith.addf %a, %y
// CHECK-NEXT: tir.store %z, %Z[%i]
relax.func @same_extent(%x: !relax.tensor<[2 * n], f32>, %y: !relax.tensor<[n + n], f32>, %n: !relax.tensor<[n], f32>) -> !relax.tensor<[2 * n], f32> {
  %a = relax.call_tir @relu(%x) : (!relax.tensor<[2 * n], f32>) -> !relax.tensor<[2 * n], f32>
  %z = relax.call_tir @add(%a, %y) : (!relax.tensor<[2 * n], f32>, !relax.tensor<[n + n], f32>) -> !relax.tensor<[n + n], f32>
  relax.return %z : !relax.tensor<[2 * n], f32>
}
tir.func private @relu(%X: !tir.buffer<[m], f32>, %Y: !tir.buffer<[m], f32>) {
  tir.compute "relu" (%i) in [m] {
    %x = tir.load %X[%i] : !tir.buffer<[m], f32>
    %zero = arith.constant 0.0 : f32
    %y = arith.maximumf %x, %zero : f32
    tir.store %y, %Y[%i] : !tir.buffer<[m], f32>
  }
  tir.return
}
tir.func private @add(%A: !tir.buffer<[m], f32>, %B: !tir.buffer<[m], f32>, %Y: !tir.buffer<[m], f32>) {
  tir.compute "add" (%i) in [m] {
    %a = tir.load %A[%i] : !tir.buffer<[m], f32>
    %b = tir.load %B[%i] : !tir.buffer<[m], f32>
    %y = arith.addf %a, %b : f32
    tir.store %y, %Y[%i] : !tir.buffer<[m], f32>
  }
  tir.return
}
tir.func @kept(%X: !tir.buffer<[m], f32>) { tir.return }

// -----

// Extents that nothing shows to be equal are not fused; a fact shows it. `?`
// is equal to nothing.
// CHECK-LABEL: relax.func @other_extent
// CHECK-NEXT: relax.call_tir @relu(%x)
// CHECK-NEXT: relax.call_tir @add(
// CHECK-LABEL: relax.func @by_a_fact
// CHECK-NEXT: relax.call_tir @fused_relu_add(%x, %y)
// CHECK-NEXT: relax.return
// CHECK-LABEL: relax.func @unknown
// CHECK-NEXT: relax.call_tir @relu(%x)
// CHECK-NEXT: relax.call_tir @relu(
relax.func @other_extent(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[k], f32>) -> !relax.tensor<[k], f32> {
  %a = relax.call_tir @relu(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %z = relax.call_tir @add(%a, %y) : (!relax.tensor<[n], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[k], f32>
  relax.return %z : !relax.tensor<[k], f32>
}
relax.func @by_a_fact(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[k], f32>) -> !relax.tensor<[k], f32> where (n <= k, k < n + 1) {
  %a = relax.call_tir @relu(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %z = relax.call_tir @add(%a, %y) : (!relax.tensor<[n], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[k], f32>
  relax.return %z : !relax.tensor<[k], f32>
}
relax.func @unknown(%x: !relax.tensor<[?], f32>) -> !relax.tensor<[?], f32> {
  %a = relax.call_tir @relu(%x) : (!relax.tensor<[?], f32>) -> !relax.tensor<[?], f32>
  %z = relax.call_tir @relu(%a) : (!relax.tensor<[?], f32>) -> !relax.tensor<[?], f32>
  relax.return %z : !relax.tensor<[?], f32>
}
tir.func private @relu(%X: !tir.buffer<[m], f32>, %Y: !tir.buffer<[m], f32>) {
  tir.compute "relu" (%i) in [m] {
    %x = tir.load %X[%i] : !tir.buffer<[m], f32>
    %zero = arith.constant 0.0 : f32
    %y = arith.maximumf %x, %zero : f32
    tir.store %y, %Y[%i] : !tir.buffer<[m], f32>
  }
  tir.return
}
tir.func private @add(%A: !tir.buffer<[j], f32>, %B: !tir.buffer<[m], f32>, %Y: !tir.buffer<[m], f32>) {
  tir.compute "add" (%i) in [m] {
    %a = tir.load %A[%i] : !tir.buffer<[j], f32>
    %b = tir.load %B[%i] : !tir.buffer<[m], f32>
    %y = arith.addf %a, %b : f32
    tir.store %y, %Y[%i] : !tir.buffer<[m], f32>
  }
  tir.return
}

// -----

// A padded load of a member's result has no body to stand in its place; one of
// an input keeps its padding.
// CHECK-LABEL: relax.func @pad_behind
// CHECK-NEXT: relax.call_tir @exp(%x)
// CHECK-NEXT: relax.call_tir @pad(
// CHECK-LABEL: relax.func @pad_before
// CHECK-NEXT: relax.call_tir @fused_pad_exp(%x)
// CHECK-NEXT: relax.return
// CHECK-LABEL: tir.func private @fused_pad_exp
// CHECK-NEXT: tir.compute "exp" (%i) in [n + 2] {
// CHECK-NEXT: %zero = arith.constant 0.0
// CHECK-NEXT: %x = tir.load %X[%i - 1] pad %zero :
// CHECK-NEXT: %z = math.exp %x
// CHECK-NEXT: tir.store %z, %Z[%i]
relax.func @pad_behind(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n + 2], f32> {
  %a = relax.call_tir @exp(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %z = relax.call_tir @pad(%a) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n + 2], f32>
  relax.return %z : !relax.tensor<[n + 2], f32>
}
relax.func @pad_before(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n + 2], f32> {
  %a = relax.call_tir @pad(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n + 2], f32>
  %z = relax.call_tir @exp2(%a) symbols (m = n) : (!relax.tensor<[n + 2], f32>) -> !relax.tensor<[n + 2], f32>
  relax.return %z : !relax.tensor<[n + 2], f32>
}
tir.func private @exp(%X: !tir.buffer<[m], f32>, %Y: !tir.buffer<[m], f32>) {
  tir.compute "exp" (%i) in [m] {
    %x = tir.load %X[%i] : !tir.buffer<[m], f32>
    %y = math.exp %x : f32
    tir.store %y, %Y[%i] : !tir.buffer<[m], f32>
  }
  tir.return
}
tir.func private @exp2(%X: !tir.buffer<[m + 2], f32>, %Y: !tir.buffer<[m + 2], f32>) symbols (m) {
  tir.compute "exp" (%i) in [m + 2] {
    %x = tir.load %X[%i] : !tir.buffer<[m + 2], f32>
    %y = math.exp %x : f32
    tir.store %y, %Y[%i] : !tir.buffer<[m + 2], f32>
  }
  tir.return
}
tir.func private @pad(%X: !tir.buffer<[m], f32>, %Y: !tir.buffer<[m + 2], f32>) {
  tir.compute "pad" (%i) in [m + 2] {
    %zero = arith.constant 0.0 : f32
    %x = tir.load %X[%i - 1] pad %zero : !tir.buffer<[m], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[m + 2], f32>
  }
  tir.return
}

// -----

// A value with several readers is computed once if they meet at one index, also
// when it is expensive; at two indices only what is cheap is repeated. What
// somebody else reads stays.
// CHECK-LABEL: relax.func @meet
// CHECK-NEXT: relax.call_tir @fused_exp_mul_add(%x)
// CHECK-NEXT: relax.return
// CHECK-LABEL: relax.func @two_indices
// CHECK-NEXT: %a = relax.call_tir @exp(%x)
// CHECK-NEXT: relax.call_tir @fused_transpose_add(%a)
// CHECK-LABEL: relax.func @cheap
// CHECK-NEXT: relax.call_tir @fused_mul_transpose_add(%x)
// CHECK-NEXT: relax.return
// CHECK-LABEL: relax.func @escapes
// CHECK-NEXT: %a = relax.call_tir @mul(%x, %x)
// CHECK-NEXT: %b = relax.call_tir @exp(%a)
// CHECK-NEXT: relax.return %a, %b
// CHECK-LABEL: tir.func private @fused_exp_mul_add
// CHECK: math.exp
// CHECK-NOT: math.exp
// CHECK-LABEL: tir.func private @fused_transpose_add
// CHECK: tir.load %A[%j, %i]
// CHECK: tir.load %A[%i, %j]
// CHECK-LABEL: tir.func private @fused_mul_transpose_add
// CHECK: arith.mulf
// CHECK: arith.mulf
// CHECK: arith.addf
relax.func @meet(%x: !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32> {
  %a = relax.call_tir @exp(%x) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %b = relax.call_tir @mul(%a, %x) : (!relax.tensor<[n, n], f32>, !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %c = relax.call_tir @add(%b, %a) : (!relax.tensor<[n, n], f32>, !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  relax.return %c : !relax.tensor<[n, n], f32>
}
relax.func @two_indices(%x: !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32> {
  %a = relax.call_tir @exp(%x) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %b = relax.call_tir @transpose(%a) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %c = relax.call_tir @add(%b, %a) : (!relax.tensor<[n, n], f32>, !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  relax.return %c : !relax.tensor<[n, n], f32>
}
relax.func @cheap(%x: !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32> {
  %a = relax.call_tir @mul(%x, %x) : (!relax.tensor<[n, n], f32>, !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %b = relax.call_tir @transpose(%a) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %c = relax.call_tir @add(%b, %a) : (!relax.tensor<[n, n], f32>, !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  relax.return %c : !relax.tensor<[n, n], f32>
}
relax.func @escapes(%x: !relax.tensor<[n, n], f32>) -> (!relax.tensor<[n, n], f32>, !relax.tensor<[n, n], f32>) {
  %a = relax.call_tir @mul(%x, %x) : (!relax.tensor<[n, n], f32>, !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  %b = relax.call_tir @exp(%a) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  relax.return %a, %b : !relax.tensor<[n, n], f32>, !relax.tensor<[n, n], f32>
}
tir.func private @exp(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[a, b], f32>) {
  tir.compute "exp" (%i, %j) in [a, b] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[a, b], f32>
    %y = math.exp %x : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[a, b], f32>
  }
  tir.return
}
tir.func private @transpose(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[b, a], f32>) {
  tir.compute "transpose" (%i, %j) in [b, a] {
    %x = tir.load %X[%j, %i] : !tir.buffer<[a, b], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[b, a], f32>
  }
  tir.return
}
tir.func private @mul(%A: !tir.buffer<[a, b], f32>, %B: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[a, b], f32>) {
  tir.compute "mul" (%i, %j) in [a, b] {
    %x = tir.load %A[%i, %j] : !tir.buffer<[a, b], f32>
    %z = tir.load %B[%i, %j] : !tir.buffer<[a, b], f32>
    %y = arith.mulf %x, %z : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[a, b], f32>
  }
  tir.return
}
tir.func private @add(%A: !tir.buffer<[a, b], f32>, %B: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[a, b], f32>) {
  tir.compute "add" (%i, %j) in [a, b] {
    %x = tir.load %A[%i, %j] : !tir.buffer<[a, b], f32>
    %z = tir.load %B[%i, %j] : !tir.buffer<[a, b], f32>
    %y = arith.addf %x, %z : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[a, b], f32>
  }
  tir.return
}

// -----

// A constant with one value is part of the program, also in a group of one. It
// stays a buffer where its load has two values.
// CHECK-LABEL: relax.func @literals
// CHECK-NEXT: %k = relax.constant dense<3.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %y = relax.call_tir @scale(%x)
// CHECK-NEXT: %z = relax.call_tir @pad(%k)
// CHECK-NEXT: relax.return %y, %z
// CHECK: tir.func private @scale(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>)
// CHECK-NEXT: tir.compute "scale" (%i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i]
// CHECK-NEXT: %c = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: %y = arith.mulf %x, %c
relax.func @literals(%x: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[6], f32>) {
  %c = relax.constant dense<0.5> : tensor<f32>
  %k = relax.constant dense<3.0> : tensor<4xf32>
  %y = relax.call_tir @scale(%x, %c) : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  %z = relax.call_tir @pad(%k) : (!relax.tensor<[4], f32>) -> !relax.tensor<[6], f32>
  relax.return %y, %z : !relax.tensor<[n], f32>, !relax.tensor<[6], f32>
}
tir.func private @scale(%X: !tir.buffer<[m], f32>, %S: !tir.buffer<[], f32>, %Y: !tir.buffer<[m], f32>) {
  tir.compute "scale" (%i) in [m] {
    %x = tir.load %X[%i] : !tir.buffer<[m], f32>
    %s = tir.load %S[] : !tir.buffer<[], f32>
    %y = arith.mulf %x, %s : f32
    tir.store %y, %Y[%i] : !tir.buffer<[m], f32>
  }
  tir.return
}
tir.func private @pad(%X: !tir.buffer<[4], f32>, %Y: !tir.buffer<[6], f32>) {
  tir.compute "pad" (%i) in [6] {
    %zero = arith.constant 0.0 : f32
    %x = tir.load %X[%i - 1] pad %zero : !tir.buffer<[4], f32>
    tir.store %x, %Y[%i] : !tir.buffer<[6], f32>
  }
  tir.return
}

// -----

// Two groups with the same program share it. Bodies may use iterators and
// extents as values; their indices move along. Planned calls stay.
// CHECK-LABEL: relax.func @shared
// CHECK-NEXT: %b = relax.call_tir @fused_iota_flip(%x)
// CHECK-NEXT: %d = relax.call_tir @fused_iota_flip(%y)
// CHECK-NEXT: relax.return %b, %d
// CHECK-LABEL: relax.func @planned
// CHECK: relax.call_tir @iota(%x) in
// CHECK: relax.call_tir @flip(
// CHECK: tir.func private @fused_iota_flip
// CHECK-NEXT: tir.compute "flip" (%i) in [n] {
// CHECK-NEXT: %x = tir.load %X[-%i + n - 1]
// CHECK-NEXT: %e = tir.extent (2 * n) : index
// CHECK-NEXT: %[[AT:.*]] = tir.extent (-%i + n - 1) : index
// CHECK-NEXT: %s = arith.addi %e, %[[AT]] : index
relax.func @shared(%x: !relax.tensor<[n], i64>, %y: !relax.tensor<[n], i64>) -> (!relax.tensor<[n], i64>, !relax.tensor<[n], i64>) {
  %a = relax.call_tir @iota(%x) : (!relax.tensor<[n], i64>) -> !relax.tensor<[n], i64>
  %b = relax.call_tir @flip(%a) : (!relax.tensor<[n], i64>) -> !relax.tensor<[n], i64>
  %c = relax.call_tir @iota(%y) : (!relax.tensor<[n], i64>) -> !relax.tensor<[n], i64>
  %d = relax.call_tir @flip(%c) : (!relax.tensor<[n], i64>) -> !relax.tensor<[n], i64>
  relax.return %b, %d : !relax.tensor<[n], i64>, !relax.tensor<[n], i64>
}
relax.func @planned(%x: !relax.tensor<[n], i64>) -> !relax.tensor<[n], i64> {
  %arena = relax.arena bytes 8 * n
  %a = relax.call_tir @iota(%x) in %arena at [0] : (!relax.tensor<[n], i64>) -> !relax.tensor<[n], i64>
  %b = relax.call_tir @flip(%a) : (!relax.tensor<[n], i64>) -> !relax.tensor<[n], i64>
  relax.return %b : !relax.tensor<[n], i64>
}
tir.func private @iota(%X: !tir.buffer<[m], i64>, %Y: !tir.buffer<[m], i64>) {
  tir.compute "iota" (%i) in [m] {
    %x = tir.load %X[%i] : !tir.buffer<[m], i64>
    %e = tir.extent(2 * m) : index
    %s = arith.addi %e, %i : index
    %v = arith.index_cast %s : index to i64
    %y = arith.addi %x, %v : i64
    tir.store %y, %Y[%i] : !tir.buffer<[m], i64>
  }
  tir.return
}
tir.func private @flip(%X: !tir.buffer<[m], i64>, %Y: !tir.buffer<[m], i64>) {
  tir.compute "flip" (%i) in [m] {
    %x = tir.load %X[m - 1 - %i] : !tir.buffer<[m], i64>
    tir.store %x, %Y[%i] : !tir.buffer<[m], i64>
  }
  tir.return
}

// -----

// Programs are shared by functions that call their symbols otherwise: each call says what the program's symbols are.
// CHECK-LABEL: relax.func @first
// CHECK: relax.call_tir @fused_exp_exp(%x) symbols (n = n, t = t) :
// CHECK-LABEL: relax.func @second
// CHECK: relax.call_tir @fused_exp_exp(%x) symbols (n = z, t = a) :
// CHECK: tir.func private @fused_exp_exp(%X: !tir.buffer<[n + 2 * t], f32>, %Z: !tir.buffer<[n + 2 * t], f32>) symbols (n, t) {
// CHECK-NOT: tir.func
relax.func @first(%s: !relax.shape<[n, t]>, %x: !relax.tensor<[n + 2 * t], f32>) -> !relax.tensor<[n + 2 * t], f32> {
  %y = relax.call_tir @exp(%x) symbols (n = n, t = t) : (!relax.tensor<[n + 2 * t], f32>) -> !relax.tensor<[n + 2 * t], f32>
  %z = relax.call_tir @exp(%y) symbols (n = n, t = t) : (!relax.tensor<[n + 2 * t], f32>) -> !relax.tensor<[n + 2 * t], f32>
  relax.return %z : !relax.tensor<[n + 2 * t], f32>
}
relax.func @second(%s: !relax.shape<[z, a]>, %x: !relax.tensor<[z + 2 * a], f32>) -> !relax.tensor<[z + 2 * a], f32> {
  %y = relax.call_tir @exp(%x) symbols (n = z, t = a) : (!relax.tensor<[z + 2 * a], f32>) -> !relax.tensor<[z + 2 * a], f32>
  %z = relax.call_tir @exp(%y) symbols (n = z, t = a) : (!relax.tensor<[z + 2 * a], f32>) -> !relax.tensor<[z + 2 * a], f32>
  relax.return %z : !relax.tensor<[z + 2 * a], f32>
}
tir.func private @exp(%X: !tir.buffer<[n + 2 * t], f32>, %Y: !tir.buffer<[n + 2 * t], f32>) symbols (n, t) {
  tir.compute "exp" (%i) in [n + 2 * t] {
    %x = tir.load %X[%i] : !tir.buffer<[n + 2 * t], f32>
    %y = math.exp %x : f32
    tir.store %y, %Y[%i] : !tir.buffer<[n + 2 * t], f32>
  }
  tir.return
}

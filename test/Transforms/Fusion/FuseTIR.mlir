// Reductions and what stands around them.
// RUN: relax-opt %s --relax-fuse-ops -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: relax-opt %t --relax-fuse-ops | diff %t -

// A product keeps its operands in memory; what follows it works in place, once
// per element, although %p and %s have two readers.
// CHECK-LABEL: relax.func @dense
// CHECK-NEXT: %a = relax.call_tir @relu(%x)
// CHECK-NEXT: %y = relax.call_tir @fused_matmul_bias_relu_etc(%a, %w, %b)
// CHECK-NEXT: relax.return %y
relax.func @dense(%x: !relax.tensor<[n, 8], f32>, %w: !relax.tensor<[8, 8], f32>, %b: !relax.tensor<[8], f32>) -> !relax.tensor<[n, 8], f32> {
  %a = relax.call_tir @relu(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
  %p = relax.call_tir @matmul(%a, %w) : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 8], f32>) -> !relax.tensor<[n, 8], f32>
  %s = relax.call_tir @bias(%p, %b) : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8], f32>) -> !relax.tensor<[n, 8], f32>
  %r = relax.call_tir @relu(%s) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
  %t = relax.call_tir @mul(%r, %p) : (!relax.tensor<[n, 8], f32>, !relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
  %y = relax.call_tir @mul(%t, %s) : (!relax.tensor<[n, 8], f32>, !relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 8], f32>
  relax.return %y : !relax.tensor<[n, 8], f32>
}

// A sum takes the only producer of its input and what follows it; dimensions of
// extent 1 may come and go.
// CHECK-LABEL: relax.func @mean
// CHECK-NEXT: %y = relax.call_tir @fused_mul_sum_keep_etc(%x)
// CHECK-NEXT: relax.return %y
relax.func @mean(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, 1], f32> {
  %a = relax.call_tir @mul(%x, %x) : (!relax.tensor<[n, m], f32>, !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
  %s = relax.call_tir @sum(%a) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32>
  %k = relax.call_tir @keep(%s) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n, 1], f32>
  %y = relax.call_tir @exp(%k) : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return %y : !relax.tensor<[n, 1], f32>
}

// An epilogue that would only copy is left out.
// CHECK-LABEL: relax.func @reshaped
// CHECK-NEXT: relax.call_tir @fused_sum_keep(%x)
relax.func @reshaped(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, 1], f32> {
  %s = relax.call_tir @sum(%x) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32>
  %k = relax.call_tir @keep(%s) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return %k : !relax.tensor<[n, 1], f32>
}

// Not in place: another shape, another element type, another reduction. What is
// expensive at [n, 1] is not computed again at [n, m].
// CHECK-LABEL: relax.func @softmax
// CHECK-NEXT: %e = relax.call_tir @exp(%x)
// CHECK-NEXT: %r = relax.call_tir @fused_sum_keep_reciprocal(%e)
// CHECK-NEXT: %y = relax.call_tir @scale(%e, %r)
// CHECK-NEXT: relax.return %y
relax.func @softmax(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32> {
  %e = relax.call_tir @exp(%x) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
  %s = relax.call_tir @sum(%e) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32>
  %k = relax.call_tir @keep(%s) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n, 1], f32>
  %r = relax.call_tir @reciprocal(%k) : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 1], f32>
  %y = relax.call_tir @scale(%e, %r) : (!relax.tensor<[n, m], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, m], f32>
  relax.return %y : !relax.tensor<[n, m], f32>
}
// CHECK-LABEL: relax.func @narrow
// CHECK-NEXT: relax.call_tir @sum(%x)
// CHECK-NEXT: relax.call_tir @to_f16(
relax.func @narrow(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f16> {
  %s = relax.call_tir @sum(%x) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32>
  %y = relax.call_tir @to_f16(%s) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f16>
  relax.return %y : !relax.tensor<[n], f16>
}
// CHECK-LABEL: relax.func @both
// CHECK-NEXT: relax.call_tir @sum(%x)
// CHECK-NEXT: relax.call_tir @total(
relax.func @both(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[], f32> {
  %s = relax.call_tir @sum(%x) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32>
  %t = relax.call_tir @total(%s) : (!relax.tensor<[n], f32>) -> !relax.tensor<[], f32>
  relax.return %t : !relax.tensor<[], f32>
}

// The epilogue's own extent may be another expression if facts say that it is
// the same; else its points would not be those of the sum.
// CHECK-LABEL: relax.func @square
// CHECK-NEXT: relax.call_tir @fused_sum_add(%x, %z)
// CHECK-LABEL: relax.func @not_square
// CHECK-NEXT: relax.call_tir @sum(%x)
// CHECK-NEXT: relax.call_tir @add(
relax.func @square(%x: !relax.tensor<[n, m], f32>, %z: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> where (n == m) {
  %s = relax.call_tir @sum(%x) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32>
  %y = relax.call_tir @add(%z, %s) : (!relax.tensor<[m], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[m], f32>
  relax.return %y : !relax.tensor<[m], f32>
}
relax.func @not_square(%x: !relax.tensor<[n, m], f32>, %z: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> where (n <= m) {
  %s = relax.call_tir @sum(%x) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32>
  %y = relax.call_tir @add(%z, %s) : (!relax.tensor<[m], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[m], f32>
  relax.return %y : !relax.tensor<[m], f32>
}

// CHECK-LABEL: tir.func private @fused_matmul_bias_relu_etc
// CHECK-SAME: (%A: !tir.buffer<[n, 8], f32>, %W: !tir.buffer<[8, 8], f32>, %B: !tir.buffer<[8], f32>, %Y: !tir.buffer<[n, 8], f32>)
// CHECK-NEXT: tir.compute "matmul" (%i, %j, reduce %k) in [n, 8, 8] {
// CHECK: tir.reduce @plus(%q) into (%Y[%i, %j])
// CHECK: tir.compute "mul" (%i, %j) in [n, 8] {
// CHECK-NEXT: %p = tir.load %Y[%i, %j]
// CHECK-NEXT: %b = tir.load %B[%j]
// CHECK-NEXT: %s = arith.addf %p, %b
// CHECK-NEXT: %zero = arith.constant
// CHECK-NEXT: %r = arith.maximumf %s, %zero
// CHECK-NEXT: %t = arith.mulf %r, %p
// CHECK-NEXT: %y = arith.mulf %t, %s
// CHECK-NEXT: tir.store %y, %Y[%i, %j]

// CHECK-LABEL: tir.func private @fused_mul_sum_keep_etc
// CHECK-NEXT: tir.compute "sum" (%i, reduce %k) in [n, m] {
// CHECK-NEXT: %x = tir.load %X[%i, %k]
// CHECK-NEXT: %a = arith.mulf %x, %x
// CHECK-NEXT: tir.reduce @plus(%a) into (%Y[%i, 0])
// CHECK: tir.compute "exp" (%i, %j) in [n, 1] {
// CHECK-NEXT: %s = tir.load %Y[%i, %j]
// CHECK-NEXT: %y = math.exp %s
// CHECK-NEXT: tir.store %y, %Y[%i, %j]

// CHECK-LABEL: tir.func private @fused_sum_keep(
// CHECK: tir.reduce @plus(%x) into (%K[%i, 0])
// CHECK-NOT: tir.compute
// CHECK: tir.return

tir.monoid @plus (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @relu(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[a, b], f32>) {
  tir.compute "relu" (%i, %j) in [a, b] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[a, b], f32>
    %zero = arith.constant 0.0 : f32
    %y = arith.maximumf %x, %zero : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[a, b], f32>
  }
  tir.return
}
tir.func private @exp(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[a, b], f32>) {
  tir.compute "exp" (%i, %j) in [a, b] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[a, b], f32>
    %y = math.exp %x : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[a, b], f32>
  }
  tir.return
}
tir.func private @reciprocal(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[a, b], f32>) {
  tir.compute "reciprocal" (%i, %j) in [a, b] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[a, b], f32>
    %one = arith.constant 1.0 : f32
    %y = arith.divf %one, %x : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[a, b], f32>
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
tir.func private @scale(%A: !tir.buffer<[a, b], f32>, %B: !tir.buffer<[a, 1], f32>, %Y: !tir.buffer<[a, b], f32>) {
  tir.compute "scale" (%i, %j) in [a, b] {
    %x = tir.load %A[%i, %j] : !tir.buffer<[a, b], f32>
    %z = tir.load %B[%i, 0] : !tir.buffer<[a, 1], f32>
    %y = arith.mulf %x, %z : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[a, b], f32>
  }
  tir.return
}
tir.func private @bias(%A: !tir.buffer<[a, b], f32>, %B: !tir.buffer<[b], f32>, %Y: !tir.buffer<[a, b], f32>) {
  tir.compute "bias" (%i, %j) in [a, b] {
    %x = tir.load %A[%i, %j] : !tir.buffer<[a, b], f32>
    %z = tir.load %B[%j] : !tir.buffer<[b], f32>
    %y = arith.addf %x, %z : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[a, b], f32>
  }
  tir.return
}
tir.func private @add(%A: !tir.buffer<[a], f32>, %B: !tir.buffer<[b], f32>, %Y: !tir.buffer<[a], f32>) {
  tir.compute "add" (%i) in [a] {
    %x = tir.load %A[%i] : !tir.buffer<[a], f32>
    %z = tir.load %B[%i] : !tir.buffer<[b], f32>
    %y = arith.addf %x, %z : f32
    tir.store %y, %Y[%i] : !tir.buffer<[a], f32>
  }
  tir.return
}
tir.func private @keep(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[a, 1], f32>) {
  tir.compute "keep" (%i, %j) in [a, 1] {
    %x = tir.load %X[%i] : !tir.buffer<[a], f32>
    tir.store %x, %Y[%i, %j] : !tir.buffer<[a, 1], f32>
  }
  tir.return
}
tir.func private @to_f16(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[a], f16>) {
  tir.compute "to_f16" (%i) in [a] {
    %x = tir.load %X[%i] : !tir.buffer<[a], f32>
    %y = arith.truncf %x : f32 to f16
    tir.store %y, %Y[%i] : !tir.buffer<[a], f16>
  }
  tir.return
}
tir.func private @sum(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[a], f32>) {
  tir.compute "sum" (%i, reduce %k) in [a, b] {
    %x = tir.load %X[%i, %k] : !tir.buffer<[a, b], f32>
    tir.reduce @plus(%x) into (%Y[%i]) : !tir.buffer<[a], f32>
  }
  tir.return
}
tir.func private @total(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[], f32>) {
  tir.compute "total" (reduce %k) in [a] {
    %x = tir.load %X[%k] : !tir.buffer<[a], f32>
    tir.reduce @plus(%x) into (%Y[]) : !tir.buffer<[], f32>
  }
  tir.return
}
tir.func private @matmul(%A: !tir.buffer<[a, c], f32>, %B: !tir.buffer<[c, b], f32>, %Y: !tir.buffer<[a, b], f32>) {
  tir.compute "matmul" (%i, %j, reduce %k) in [a, b, c] {
    %x = tir.load %A[%i, %k] : !tir.buffer<[a, c], f32>
    %z = tir.load %B[%k, %j] : !tir.buffer<[c, b], f32>
    %q = arith.mulf %x, %z : f32
    tir.reduce @plus(%q) into (%Y[%i, %j]) : !tir.buffer<[a, b], f32>
  }
  tir.return
}

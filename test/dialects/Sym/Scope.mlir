// Who defines a symbol, and where it holds (docs/language/symbols.md, rules 1 and 2).
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// The first bare dim defines; all others, and composite ones, are uses, in any order.
// CHECK-LABEL: relax.func @arguments(%x: !relax.tensor<[2 * n, m], f32>, %y: !relax.tensor<[n, n, m + n], f32>)
relax.func @arguments(%x: !relax.tensor<[2 * n, m], f32>, %y: !relax.tensor<[n, n, m + n], f32>) {
  relax.return
}

// A shape argument defines as a tensor does.
// CHECK-LABEL: relax.func @shape(%s: !relax.shape<[k, 4]>) -> !relax.shape<[k, 4]>
relax.func @shape(%s: !relax.shape<[k, 4]>) -> !relax.shape<[k, 4]> {
  relax.return %s : !relax.shape<[k, 4]>
}

// CHECK-LABEL: relax.func @clause(%x: !relax.tensor<[2 * k + 1], f32>) symbols (k) where (1 <= k) {
relax.func @clause(%x: !relax.tensor<[2 * k + 1], f32>) symbols (k) where (1 <= k) {
  relax.return
}

// Names are local: both functions have an n of their own.
// CHECK-LABEL: relax.func private @local(%x: !relax.tensor<[n], i8>) -> !relax.tensor<[k, 2 * k], i8> binds (k) where (k <= n) {
relax.func private @local(%x: !relax.tensor<[n], i8>) -> !relax.tensor<[k, 2 * k], i8> binds (k) where (k <= n) {
  %0 = relax.reshape %x : (!relax.tensor<[n], i8>) -> !relax.tensor<[?, ?], i8>
  %1 = relax.match_cast %0 : !relax.tensor<[?, ?], i8> to !relax.tensor<[j, 2 * j], i8> binds (j)
  relax.return %1 : !relax.tensor<[j, 2 * j], i8>
}
// A call binds under a name of the caller; a second call needs another one.
// CHECK-LABEL: relax.func @calls(
relax.func @calls(%x: !relax.tensor<[n], i8>) {
  // CHECK: binds (q)
  %a = relax.call @local(%x) : (!relax.tensor<[n], i8>) -> !relax.tensor<[q, 2 * q], i8> binds (q)
  // CHECK: binds (r) where (r <= n)
  %b = relax.call @local(%x) : (!relax.tensor<[n], i8>) -> !relax.tensor<[r, 2 * r], i8> binds (r) where (r <= n)
  // Or it does not care.
  // CHECK: -> !relax.tensor<[?, ?], i8>
  %c = relax.call @local(%x) : (!relax.tensor<[n], i8>) -> !relax.tensor<[?, ?], i8>
  // What a symbol's operand brings along flows on.
  // CHECK: relax.add %a, %a : !relax.tensor<[q, 2 * q], i8>
  %d = relax.add %a, %a : !relax.tensor<[q, 2 * q], i8>
  relax.return
}

// `given` supplies what the data does not; repeated and composite dims are checks.
// CHECK-LABEL: relax.func @casts(
relax.func @casts(%z: !relax.tensor<[?, ?, ?, 3], f32>, %s: !relax.shape<[n]>, %y: !relax.tensor<[m], f32>) {
  // CHECK-NEXT: %a = relax.match_cast %z : !relax.tensor<[?, ?, ?, 3], f32> to !relax.tensor<[k, n, k + n, 3], f32> binds (k) where (k <= n) given (%s : !relax.shape<[n]>)
  %a = relax.match_cast %z : !relax.tensor<[?, ?, ?, 3], f32> to !relax.tensor<[k, n, k + n, 3], f32> binds (k) where (k <= n) given (%s : !relax.shape<[n]>)
  // CHECK-NEXT: %b = relax.match_cast %z : !relax.tensor<[?, ?, ?, 3], f32> to !relax.tensor<[m, n, ?, 3], f32> given (%y, %s : !relax.tensor<[m], f32>, !relax.shape<[n]>)
  %b = relax.match_cast %z : !relax.tensor<[?, ?, ?, 3], f32> to !relax.tensor<[m, n, ?, 3], f32> given (%y, %s : !relax.tensor<[m], f32>, !relax.shape<[n]>)
  // Several names; extent 0 and 1 are extents.
  // CHECK-NEXT: %c = relax.match_cast %z : !relax.tensor<[?, ?, ?, 3], f32> to !relax.tensor<[i, j, 0, 3], f32> binds (i, j)
  %c = relax.match_cast %z : !relax.tensor<[?, ?, ?, 3], f32> to !relax.tensor<[i, j, 0, 3], f32> binds (i, j)
  relax.return
}

// Inside of a loop-level program its symbols hold everywhere.
// CHECK-LABEL: tir.func @program(
tir.func @program(%X: !tir.buffer<[n], f32>) symbols (m) {
  %T = tir.alloc "T" local : !tir.buffer<[m, 2 * n], f32>
  tir.compute "c" (%i) in [n - m] {
    %e = tir.extent (%i + m) : index
  }
  tir.return
}

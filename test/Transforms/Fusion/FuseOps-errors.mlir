// RUN: relax-opt %s --relax-fuse-ops -o %t && FileCheck %s < %t
// RUN: not relax-run %t --input=1xi32=1 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not relax-opt %s --pass-pipeline='builtin.module(relax-fuse-ops{limit=3})' 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-fuse-ops))' 2>&1 | FileCheck %s --check-prefix=ANCHOR

// Fusing itself cannot fail, and the check of a program that was
// fused into another still reports.
// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @fused_negative_divide(
// ZERO: error: kernel 'fused_negative_divide': integer division by zero
relax.func @main(%x: !relax.tensor<[n], i32>) -> !relax.tensor<[n], i32> {
  %y = relax.call_tir @negative(%x) : (!relax.tensor<[n], i32>) -> !relax.tensor<[n], i32>
  %q = relax.call_tir @divide(%y) : (!relax.tensor<[n], i32>) -> !relax.tensor<[n], i32>
  relax.return %q : !relax.tensor<[n], i32>
}
tir.func private @negative(%X: !tir.buffer<[n], i32>, %Y: !tir.buffer<[n], i32>) {
  tir.compute "negative" (%i) in [n] {
    %zero = arith.constant 0 : i32
    %x = tir.load %X[%i] : !tir.buffer<[n], i32>
    %y = arith.subi %zero, %x : i32
    tir.store %y, %Y[%i] : !tir.buffer<[n], i32>
  }
  tir.return
}
tir.func private @divide(%X: !tir.buffer<[n], i32>, %Y: !tir.buffer<[n], i32>) {
  tir.compute "divide" (%i) in [n] {
    %zero = arith.constant 0 : i32
    %x = tir.load %X[%i] : !tir.buffer<[n], i32>
    %other = arith.cmpi ne, %zero, %zero : i32
    tir.check %other else "division by zero"
    tir.store %x, %Y[%i] : !tir.buffer<[n], i32>
  }
  tir.return
}

// OPTION: error: 'relax-fuse-ops' has no option 'limit'
// ANCHOR: error: 'relax-fuse-ops' runs on 'builtin.module', not on 'relax.func'

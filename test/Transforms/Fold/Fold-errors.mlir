// RUN: relax-opt %s --relax-fold -o %t && FileCheck %s < %t
// RUN: not relax-run %t --input=1xi32=1 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-fold{depth=3}))' 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not relax-opt %s --pass-pipeline='builtin.module(tir.func(relax-fold))' 2>&1 | FileCheck %s --check-prefix=ANCHOR

// Folding itself cannot fail: what is an error when it runs stays in the program and is reported there.
// CHECK: relax.divide
// ZERO: error: preparing the weights: kernel 'divide': integer division by zero
relax.func @main(%x: !relax.tensor<[n], i32>) -> !relax.tensor<[], i32> {
  %one = relax.constant dense<1> : tensor<i32>
  %zero = relax.constant dense<0> : tensor<i32>
  %q = relax.divide %one, %zero : !relax.tensor<[], i32>
  relax.return %q : !relax.tensor<[], i32>
}

// OPTION: error: 'relax-fold' has no option 'depth'
// ANCHOR: error: 'relax-fold' runs on 'relax.func', not on 'tir.func'

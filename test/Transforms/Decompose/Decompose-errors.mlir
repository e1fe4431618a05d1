// RUN: not relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{ops=layer_norm,softmax}))' 2>&1 | FileCheck %s
// RUN: not relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose{except=relax.lrn}))' 2>&1 | FileCheck %s --check-prefix=EXCEPT

// CHECK: error: 'relax.func' op option 'ops': expected operations that have a decomposition, such as layer_norm, got 'softmax'
// EXCEPT: error: 'relax.func' op option 'except': expected operations that have a decomposition, such as layer_norm, got 'relax.lrn'
relax.func @f() {
  relax.return
}

// A product of extents is checked when the kernel is entered, also by a second look at a kernel that is lowered: memory that
// the first lowering took at the top stays in front.
// RUN: relax-run %s --dims=n=0,m=0 --compare=reference,compiled --then --dims=n=0,m=3 --compare=reference,compiled --then --dims=n=3,m=3 --compare=reference,compiled --then --dims=n=5,m=3 --compare=reference,compiled | FileCheck %s
// CHECK-COUNT-4: agree: 1 result
// RUN: relax-opt %s --relax-pipeline=cpu | relax-translate --emit-llvm | FileCheck %s --check-prefix=LLVM
// LLVM-COUNT-1: call ptr @relax_workspace_take(
// LLVM: call void @relax_workspace_give(
// RUN: not relax-run %s --dims=n=3,m=5 2>&1 | FileCheck %s --check-prefix=BOUNDS
// BOUNDS: index out of bounds: index 0 of 'T': expected at most 'n * n * n * n - 1'
// RUN: not relax-run %s --dims=n=65536,m=1 2>&1 | FileCheck %s --check-prefix=PRODUCT
// PRODUCT: shapes do not fit: expression: expected at most '72057594037927936', got 'n * n * n * n'

tir.func private @f(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n, m], f32>) {
  %T = tir.alloc "T" workspace : !tir.buffer<[n * n * n * n], f32>
  %t = tir.extent (m * n * n * n - n * min(m, 2)) : index
  tir.compute "a" (%i) in [m * n * n * n - n * min(m, 2)] {
    %o = arith.constant 1.0 : f32
    tir.store %o, %T[%i] : !tir.buffer<[n * n * n * n], f32>
  }
  %U = tir.alloc "U" workspace : !tir.buffer<[n, m], f32>
  tir.compute "b" (%i, %j) in [n, m] {
    %v = tir.load %T[%i] : !tir.buffer<[n * n * n * n], f32>
    tir.store %v, %U[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.compute "b" (%i, %j) in [n, m] {
    %v = tir.load %U[%i, %j] : !tir.buffer<[n, m], f32>
    tir.store %v, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}
relax.func @main(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32> {
  %y = relax.call_tir @f(%x) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
  relax.return %y : !relax.tensor<[n, m], f32>
}

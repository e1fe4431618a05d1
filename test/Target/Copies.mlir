// A loop to unroll is copied where what is inside has a fixed extent: else its copies would be code and nothing else.
// RUN: relax-opt --lower-tir %s | relax-translate --emit-llvm - | FileCheck %s

// CHECK-LABEL: define internal i32 @relax_kernel_fixed.body(
// CHECK-COUNT-6: call double @log1p(
// CHECK-NOT: call double @log1p(
// CHECK-LABEL: define internal i32 @relax_kernel_open.body(
// CHECK-COUNT-1: call double @log1p(
// CHECK-NOT: call double @log1p(
// CHECK-LABEL: define
tir.func @fixed(%X: !tir.buffer<[3, 2], f64>) {
  tir.for "i" (%i) in [3] unroll {
    tir.for "j" (%j) in [2] unroll {
      %x = tir.load %X[%i, %j] : !tir.buffer<[3, 2], f64>
      %y = math.log1p %x : f64
      tir.store %y, %X[%i, %j] : !tir.buffer<[3, 2], f64>
    }
  }
  tir.return
}
tir.func @open(%X: !tir.buffer<[200, n], f64>) {
  tir.for "i" (%i) in [200] unroll {
    tir.for "j" (%j) in [n] {
      %x = tir.load %X[%i, %j] : !tir.buffer<[200, n], f64>
      %y = math.log1p %x : f64
      tir.store %y, %X[%i, %j] : !tir.buffer<[200, n], f64>
    }
  }
  tir.return
}

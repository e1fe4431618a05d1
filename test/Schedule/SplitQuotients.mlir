// RUN: relax-opt %s --relax-apply-schedule | FileCheck %s
// RUN: %python %S/steps.py %s n=0,1,7 | FileCheck %s --check-prefix=VALUES

// Quotients and remainders of what is split in steps: 8 divides 32, and the rest of 8 is below it. 8 does not divide 36.
// VALUES: {{^}}3 programs, 0 differ

// CHECK-LABEL: tir.func @f(
// CHECK: %g = tir.load %X[%i, %jo floordiv 4] : !tir.buffer<[n, 4], f32>
// CHECK-NEXT: %r = tir.load %R[%ji + 8 * (%jo mod 4)] : !tir.buffer<[32], f32>
// CHECK-NEXT: %o = tir.load %X[%i, (8 * %jo + %ji) floordiv 36] : !tir.buffer<[n, 4], f32>
relax.func @main(%x: !relax.tensor<[n, 4], f32>, %r: !relax.tensor<[32], f32>) -> !relax.tensor<[n, 128], f32> {
  %y = relax.call_tir @f(%x, %r) : (!relax.tensor<[n, 4], f32>, !relax.tensor<[32], f32>) -> !relax.tensor<[n, 128], f32>
  relax.return %y : !relax.tensor<[n, 128], f32>
}

tir.func @f(%X: !tir.buffer<[n, 4], f32>, %R: !tir.buffer<[32], f32>, %Y: !tir.buffer<[n, 128], f32>) schedule @s {
  tir.compute "groups" (%i, %j) in [n, 128] {
    %g = tir.load %X[%i, %j floordiv 32] : !tir.buffer<[n, 4], f32>
    %r = tir.load %R[%j mod 32] : !tir.buffer<[32], f32>
    %o = tir.load %X[%i, %j floordiv 36] : !tir.buffer<[n, 4], f32>
    %a = arith.addf %g, %r : f32
    %b = arith.addf %a, %o : f32
    tir.store %b, %Y[%i, %j] : !tir.buffer<[n, 128], f32>
  }
  tir.return
}

tir.schedule @s {
  %groups = tir.find "groups"
  %i, %j = tir.loops %groups
  %jo, %ji = tir.split %j by 8
}

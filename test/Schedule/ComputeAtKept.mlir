// A producer of what is used behind the loops as well goes into them where each of the loops goes along its target: then nothing is left
// out, and the memory stays as long as it was. So it is in a loop of one round. Where another loop around does not, it may have no
// rounds: refused.
// RUN: split-file %s %t
// RUN: relax-opt %t/kept.mlir --relax-apply-schedule | FileCheck %t/kept.mlir
// RUN: relax-run %t/kept.mlir --dims=n=0 --compare=reference,compiled --then --dims=n=1 --compare=reference,compiled \
// RUN:   --then --dims=n=9 --compare=reference,compiled | FileCheck %s --check-prefix=SAME
// RUN: relax-opt %t/round.mlir --relax-apply-schedule | FileCheck %t/round.mlir
// RUN: relax-run %t/round.mlir --seed=1 --compare=reference,compiled | FileCheck %s --check-prefix=ROUND
// ROUND: agree
// RUN: relax-opt %t/turned.mlir --relax-apply-schedule --verify-diagnostics
// SAME-COUNT-3: agree

//--- kept.mlir
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
// CHECK-LABEL: tir.func private @f(
// CHECK: %T = tir.alloc "T" workspace : !tir.buffer<[n], f32>
// CHECK-NEXT: tir.for "io" (%io) in [n ceildiv 4] {
// CHECK-NEXT: tir.compute "sum.init" (%i) in [min(-4 * %io + n, 4)] {
// CHECK: tir.store %identity, %T[4 * %io + %i] : !tir.buffer<[n], f32>
// CHECK: tir.compute "behind"
tir.func private @f(%X: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[n], f32>) schedule @s {
  %T = tir.alloc "T" workspace : !tir.buffer<[n], f32>
  tir.compute "sum" (%i, reduce %j) in [n, 8] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, 8], f32>
    tir.reduce @add(%x) into (%T[%i]) : !tir.buffer<[n], f32>
  }
  tir.compute "behind" (%i) in [n] {
    %t = tir.load %T[%i] : !tir.buffer<[n], f32>
    %u = tir.load %T[n - 1 - %i] : !tir.buffer<[n], f32>
    %s = arith.subf %t, %u : f32
    tir.store %s, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %sum = tir.find "sum"
  %i, %j = tir.loops %sum
  %io, %ii = tir.split %i by 4
  %init = tir.find "sum.init"
  tir.compute_at %init, %io
}
relax.func @main(%x: !relax.tensor<[n, 8], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.call_tir @f(%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}

//--- round.mlir
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
// CHECK-LABEL: tir.func private @f(
// CHECK: tir.for "io" (%io) in [1] {
// CHECK-NEXT: tir.compute "sum.init" (%i) in [3] {
// CHECK: tir.store %identity, %T[%i] : !tir.buffer<[3], f32>
tir.func private @f(%X: !tir.buffer<[3, 8], f32>, %Y: !tir.buffer<[3], f32>) schedule @s {
  %T = tir.alloc "T" workspace : !tir.buffer<[3], f32>
  tir.compute "sum" (%i, reduce %j) in [3, 8] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[3, 8], f32>
    tir.reduce @add(%x) into (%T[%i]) : !tir.buffer<[3], f32>
  }
  tir.compute "behind" (%i) in [3] {
    %t = tir.load %T[%i] : !tir.buffer<[3], f32>
    %u = tir.load %T[2 - %i] : !tir.buffer<[3], f32>
    %s = arith.subf %t, %u : f32
    tir.store %s, %Y[%i] : !tir.buffer<[3], f32>
  }
  tir.return
}
tir.schedule @s {
  %sum = tir.find "sum"
  %i, %j = tir.loops %sum
  %io, %ii = tir.split %i by 4
  %init = tir.find "sum.init"
  tir.compute_at %init, %io
}
relax.func @main(%x: !relax.tensor<[3, 8], f32>) -> !relax.tensor<[3], f32> {
  %y = relax.call_tir @f(%x) : (!relax.tensor<[3, 8], f32>) -> !relax.tensor<[3], f32>
  relax.return %y : !relax.tensor<[3], f32>
}

//--- turned.mlir
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @f(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n], f32>) schedule @s {
  %T = tir.alloc "T" workspace : !tir.buffer<[n], f32>
  tir.compute "sum" (%i, reduce %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
    tir.reduce @add(%x) into (%T[%i]) : !tir.buffer<[n], f32>
  }
  tir.compute "behind" (%i) in [n] {
    %t = tir.load %T[%i] : !tir.buffer<[n], f32>
    tir.store %t, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.schedule @s {
  %sum = tir.find "sum"
  %i, %j = tir.loops %sum
  tir.reorder %j, %i
  %init = tir.find "sum.init"
  // expected-error @+1 {{'tir.compute_at' op 'T' is also used outside of loop 'i'}}
  tir.compute_at %init, %i
}

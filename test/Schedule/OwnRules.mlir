// A schedule by hand that says `rules`: what it leaves as computes is scheduled behind it, in a schedule of the program's own.
// RUN: relax-opt %s --relax-pipeline=cpu --to=rules --target=x86-64-v3 | FileCheck %s
// RUN: relax-run %s --dims=n=3,m=13 --compare=reference,compiled --target=x86-64-v2 | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %s --dims=n=1,m=0 --compare=reference,compiled --target=x86-64-v2 | FileCheck %s --check-prefix=AGREE
// AGREE: agree: 4 results (reference)

// Where a primitive is refused there is nothing to go on from, and the refusal is said.
// RUN: sed 's/tir.compute_at %%max, %%i/tir.unroll %%i/' %s | not relax-opt --relax-pipeline=cpu --to=scheduled --target=x86-64-v2 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: error: 'tir.unroll' op extent 'n' of loop 'i' is no constant

tir.monoid @max (f32) identity (-inf) {
^combine(%a: f32, %b: f32):
  %c = arith.maximumf %a, %b : f32
  tir.yield %c : f32
}
!x = !tir.buffer<[n, m], f32>
!t = !relax.tensor<[n, m], f32>
// Computes in a parallel loop get lanes, but no threads.
tir.func private @rest(%X: !x, %Y: !x) schedule @rows {
  %M = tir.alloc "M" workspace : !tir.buffer<[n], f32>
  tir.compute "max" (%i, reduce %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !x
    tir.reduce @max(%x) into (%M[%i]) : !tir.buffer<[n], f32>
  }
  tir.compute "less" (%i, %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !x
    %t = tir.load %M[%i] : !tir.buffer<[n], f32>
    %d = arith.subf %x, %t : f32
    tir.store %d, %Y[%i, %j] : !x
  }
  tir.return
}
tir.schedule @rows rules {
  %max, %less, %M = tir.find "max", "less", "M"
  %i = tir.loops %less
  tir.compute_at %max, %i
  tir.place %M local
  tir.parallel %i
}
// CHECK-LABEL: tir.func private @rest({{.*}} schedule @rest_cpu {
// CHECK-LABEL: tir.schedule @rest_cpu {
// CHECK-NEXT: %max, %less, %M = tir.find "max", "less", "M"
// CHECK-NEXT: %i = tir.loops %less
// CHECK-NEXT: tir.compute_at %max, %i
// CHECK-NEXT: tir.place %M local
// CHECK-NEXT: tir.parallel %i
// CHECK-NOT: tir.parallel
// CHECK: [[J:%[a-z_0-9]+]] = tir.loops %less_{{[0-9]+}}
// CHECK-NEXT: tir.vectorize [[J]] 8 masked
// CHECK-NEXT: }
// CHECK-NOT: tir.schedule @rows

// A schedule of two programs: one has something left, which is large enough for threads.
tir.func private @both(%X: !x, %Y: !x, %Z: !x) schedule @first {
  tir.compute "first" (%i, %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !x
    %y = arith.negf %x : f32
    tir.store %y, %Y[%i, %j] : !x
  }
  tir.compute "second" (%i, %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !x
    %y = arith.addf %x, %x : f32
    tir.store %y, %Z[%i, %j] : !x
  }
  tir.return
}
tir.func private @one(%X: !x, %Y: !x) schedule @first {
  tir.compute "first" (%i, %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !x
    %y = arith.negf %x : f32
    tir.store %y, %Y[%i, %j] : !x
  }
  tir.return
}
tir.schedule @first rules {
  %first = tir.find "first"
  %i, %j = tir.loops %first
  tir.vectorize %j 4
}
// CHECK-LABEL: tir.func private @both({{.*}} schedule @both_cpu {
// CHECK-LABEL: tir.schedule @both_cpu {
// CHECK-NEXT: %first = tir.find "first"
// CHECK-NEXT: %i, %j = tir.loops %first
// CHECK-NEXT: tir.vectorize %j 4
// CHECK-NEXT: %second = tir.find "second"
// CHECK: tir.parallel
// CHECK-LABEL: tir.func private @one({{.*}} schedule @first {
// CHECK-LABEL: tir.schedule @first rules {

relax.func @main(%x: !t) -> (!t, !t, !t, !t) {
  %r = relax.call_tir @rest(%x) : (!t) -> !t
  %y, %z = relax.call_tir @both(%x) : (!t) -> (!t, !t)
  %o = relax.call_tir @one(%x) : (!t) -> !t
  relax.return %r, %y, %z, %o : !t, !t, !t, !t
}

// Programs for the extents that somebody expects: from the facts to the machine.
// RUN: relax-opt %s --relax-specialize --counters 2>%t.counters | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT < %t.counters
// RUN: relax-opt %s --relax-specialize='arms=1' | FileCheck %s --check-prefix=ONE
// RUN: relax-opt %s --relax-specialize='code=6' | FileCheck %s --check-prefix=ONE
// RUN: relax-opt %s --relax-specialize='gain=90' | FileCheck %s --check-prefix=NONE
// RUN: relax-opt %s --relax-specialize='small=2' | FileCheck %s --check-prefix=SMALL
// RUN: relax-opt %s --relax-specialize --relax-specialize | FileCheck %s
// The host program tests the guards in the order of the text, and counts.
// RUN: relax-opt %s --relax-pipeline=cpu --to=planned | relax-opt --relax-to-vm | FileCheck %s --check-prefix=VM
// RUN: env RELAX_CACHE_DIR= relax-run %s --entry=rows --dims=n=3,m=5 --compare=reference,compiled --counters | FileCheck %s --check-prefix=FIVE
// RUN: env RELAX_CACHE_DIR= relax-run %s --entry=rows --dims=n=0,m=7 --compare=reference,compiled --counters | FileCheck %s --check-prefix=SEVEN
// RUN: env RELAX_CACHE_DIR= relax-run %s --entry=rows --dims=n=9,m=6 --compare=reference,compiled --counters | FileCheck %s --check-prefix=OTHER
// What is forced is taken where its guard holds; new extents compile nothing.
// RUN: env RELAX_CACHE_DIR= relax-run %s --entry=rows --versions=none --dims=n=3,m=7 --compare=reference,compiled --counters | FileCheck %s --check-prefix=FORCED --implicit-check-not=arm
// RUN: env RELAX_CACHE_DIR= relax-run %s --entry=rows --versions=1 --dims=n=3,m=7 --compare=reference,compiled --counters --then --entry=rows --dims=n=3,m=5 --compare=reference,compiled --counters --then --entry=rows --dims=n=2,m=11 --compare=reference,compiled --counters | FileCheck %s --check-prefix=LAST
// RUN: relax-run %s --entry=wide --against=%s --cases=8

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}

// CHECK-LABEL: tir.func private @sum(
// CHECK-SAME: where (1 <= m, likely m in {5, 7})
// CHECK-SAME: versions (@sum_for_5 when (m == 5), @sum_for_7 when (m == 7))
// CHECK-LABEL: tir.func private @sum_for_5(
// CHECK-SAME: %X: !tir.buffer<[n, 5], f32>, %Y: !tir.buffer<[n], f32>) {
// CHECK-NEXT: in [n, 5]
// CHECK-LABEL: tir.func private @sum_for_7(
// ONE: @sum({{.*}} versions (@sum_for_5 when (m == 5)) {
// NONE-NOT: versions
// SMALL: @sum({{.*}} versions (@sum_for_5 when (m == 5), @sum_for_7 when (m == 7))
tir.func private @sum(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n], f32>) where (1 <= m, likely m in {5, 7}) {
  tir.compute "sum" (%i, reduce %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
    tir.reduce @add(%x) into (%Y[%i]) : !tir.buffer<[n], f32>
  }
  tir.return
}
// VM: vm.branch (%m == 5) arm "rows: relax.call_tir %y version 0" {
// VM-NEXT: vm.kernel @sum_for_5(%x, %y) symbols [%n]
// VM: } else {
// VM-NEXT: vm.branch (%m == 7) arm "rows: relax.call_tir %y version 1" {
// VM: } else arm "rows: relax.call_tir %y without version" {
// VM-NEXT: vm.kernel @sum(%x, %y) symbols [%n, %m]
// FIVE: version 0': 1
// FIVE: version 1': 0
// SEVEN: version 1': 1
// OTHER: without version': 1
// FORCED: agree
// LAST: load: kernels_compiled=[[ALL:[0-9]+]]
// LAST: @rows: kernels_compiled=0
// LAST-NEXT: version 1': 1
// LAST: @rows: kernels_compiled=0
// LAST-NEXT: version 1': 0
// LAST-NEXT: without version': 1
// LAST: @rows: kernels_compiled=0
// LAST-NEXT: version 1': 0
relax.func @rows(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32> where (1 <= m) {
  %y = relax.call_tir @sum(%x) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}

// An extent of an outer loop gains nothing, an extent that the facts rule out
// is impossible: neither gets code.
// CHECK-LABEL: tir.func private @outer(
// CHECK-NOT: versions
// CHECK: tir.compute
// COUNT: 3 relax-specialize.versions{{$}}
// COUNT: 0 relax-specialize.versions-dropped
// COUNT: 2 relax-specialize.versions-impossible
tir.func private @outer(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n], f32>) where (m mod 8 == 0, likely n == 128, likely m in {5, 12}) {
  tir.compute "sum" (%i, reduce %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
    tir.reduce @add(%x) into (%Y[%i]) : !tir.buffer<[n], f32>
  }
  tir.return
}
relax.func @wide(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32> where (m mod 8 == 0) {
  %y = relax.call_tir @outer(%x) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}

// Rows that several computes share: the loop without rounds goes, and local
// memory is as wide as what lies in it.
// CHECK-LABEL: tir.func private @shared_for_6(
// CHECK-NOT: tir.for "long"
// CHECK: tir.alloc "L" local : !tir.buffer<[8, 6], f32>
tir.func private @shared(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n, m], f32>) where (likely m == 6) {
  tir.for "short" (%once) in [max(min(-m + 65, 1), 0)] {
    tir.for "io" (%i) in [n ceildiv 8] {
      %L = tir.alloc "L" local : !tir.buffer<[8, 64], f32>
      tir.compute "twice" (%k, %j) in [min(-8 * %i + n, 8), m] {
        %x = tir.load %X[8 * %i + %k, %j] : !tir.buffer<[n, m], f32>
        %y = arith.addf %x, %x : f32
        tir.store %y, %L[%k, %j] : !tir.buffer<[8, 64], f32>
      }
      tir.compute "copy" (%k, %j) in [min(-8 * %i + n, 8), m] {
        %x = tir.load %L[%k, %j] : !tir.buffer<[8, 64], f32>
        tir.store %x, %Y[8 * %i + %k, %j] : !tir.buffer<[n, m], f32>
      }
    }
  }
  tir.for "long" (%once) in [max(min(m - 64, 1), 0)] {
    tir.compute "long" (%i, %j) in [n, m] {
      %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
      %y = arith.addf %x, %x : f32
      tir.store %y, %Y[%i, %j] : !tir.buffer<[n, m], f32>
    }
  }
  tir.return
}
// RUN: env RELAX_CACHE_DIR= relax-run %s --entry=double --dims=n=17,m=6 --compare=reference,compiled --counters --then --entry=double --dims=n=3,m=70 --compare=reference,compiled --counters | FileCheck %s --check-prefix=SHARED
// SHARED: version 0': 1
// SHARED: without version': 1
relax.func @double(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32> {
  %y = relax.call_tir @shared(%x) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
  relax.return %y : !relax.tensor<[n, m], f32>
}

// Without a hint small extents count as likely, if they are asked for.
// CHECK-LABEL: tir.func private @quiet(
// CHECK-NOT: versions
// SMALL: @quiet({{.*}} versions (@quiet_for_1 when (m == 1), @quiet_for_2 when (m == 2))
tir.func private @quiet(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n, m], f32>) {
  tir.compute "copy" (%i, %j) in [n, m] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
    %y = arith.negf %x : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[n, m], f32>
  }
  tir.return
}
relax.func @loud(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32> {
  %y = relax.call_tir @quiet(%x) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
  relax.return %y : !relax.tensor<[n, m], f32>
}

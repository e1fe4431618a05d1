// RUN: relax-opt %s --relax-weigh-programs -o %t && FileCheck %s < %t
// RUN: relax-opt %t --relax-weigh-programs | diff %t -
// RUN: relax-run %t --input=2xf32='1 2' --input=i1=0 --compare=reference,compiled
// It stays in the text up to the machine.
// RUN: relax-opt %t --relax-pipeline=cpu | FileCheck %s --check-prefix=STAYS
// STAYS: tir.func private @once({{.*}} attributes {tir.weight = 1 : i64}
// Or how often each ran, as a run has counted; at load alone is 1, a name that it did not see has 0, and keeps its plain loops.
// RUN: relax-run %t --input=2xf32='1 2' --input=i1=0 --profile=%t.json > /dev/null 2>&1
// RUN: relax-opt %s --relax-weigh-programs=profile=%t.json | FileCheck %s --check-prefix=RUNS
// RUNS: tir.func private @once({{.*}} attributes {tir.weight = 1 : i64}
// RUN: printf '{"kernels": [{"name": "once", "phase": "call", "calls": 7}, {"name": "outer", "phase": "load", "calls": 9}]}' > %t.json
// RUN: relax-opt %s --relax-weigh-programs=profile=%t.json | FileCheck %s --check-prefix=GIVEN
// GIVEN: tir.func private @once({{.*}} attributes {tir.weight = 7 : i64}
// GIVEN: tir.func private @outer({{.*}} attributes {tir.weight = 1 : i64}
// GIVEN: tir.func private @unused({{.*}} attributes {tir.weight = 0 : i64}
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-set-target{target=x86-64-v3},relax-weigh-programs{profile=%t.json},relax-schedule-rules)' -o %t.rules && FileCheck %s --check-prefix=RULES < %t.rules
// RULES: tir.func private @once({{.*}} schedule @once_cpu attributes {tir.weight = 7 : i64}
// RULES: tir.func private @outer({{.*}} schedule @outer_cpu
// RULES: tir.func private @inner({{.*}}) attributes {tir.weight = 0 : i64}
// RULES-NOT: tir.schedule
// RULES: relax.func
// RUN: relax-run %t.rules --input=2xf32='1 2' --input=i1=0 --compare=reference,compiled
// RUN: printf '{"kernels": [{"name": "other", "phase": "call", "calls": 7}]}' > %t.json && not relax-opt %s --relax-weigh-programs=profile=%t.json 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: 'builtin.module' op '{{.*}}': no program that ran there is one of this module
// RUN: printf '{"kernels": 1}' > %t.json && not relax-opt %s --relax-weigh-programs=profile=%t.json 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: '{{.*}}' is no profile of 'relax-run --profile'
// RUN: not relax-opt %s --relax-weigh-programs=profile=%t.none 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: cannot open

!x = !relax.tensor<[n], f32>
!p = !relax.tensor<[], i1>
// The recursion of one function, at the first level, enters that of two others, at the second.
// CHECK: tir.func private @once({{.*}} attributes {tir.weight = 1 : i64}
// CHECK: tir.func private @outer({{.*}} attributes {tir.weight = 6 : i64}
// CHECK: tir.func private @inner({{.*}} attributes {tir.weight = 11 : i64}
// CHECK: tir.func private @both({{.*}} attributes {tir.weight = 16 : i64}
// CHECK: tir.func private @unused({{.*}} attributes {tir.weight = 1 : i64}
tir.func private @once(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.compute "y" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    %y = arith.addf %x, %x : f32
    tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.func private @outer(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.compute "y" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    %y = arith.addf %x, %x : f32
    tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.func private @inner(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.compute "y" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    %y = arith.addf %x, %x : f32
    tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.func private @both(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.compute "y" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    %y = arith.addf %x, %x : f32
    tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
tir.func private @unused(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.compute "y" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    %y = arith.addf %x, %x : f32
    tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}
relax.func private @a(%x: !x, %p: !p) -> !x {
  %y = relax.if %p -> !x {
    %c0 = relax.call @a(%x, %p) : (!x, !p) -> !x
    %c1 = relax.call @b(%c0, %p) : (!x, !p) -> !x
    relax.yield %c1 : !x
  } else {
    relax.yield %x : !x
  }
  %k0 = relax.call_tir @outer(%y) : (!x) -> !x
  %k1 = relax.call_tir @both(%k0) : (!x) -> !x
  relax.return %k1 : !x
}
relax.func private @b(%x: !x, %p: !p) -> !x {
  %y = relax.if %p -> !x {
    %c0 = relax.call @c(%x, %p) : (!x, !p) -> !x
    relax.yield %c0 : !x
  } else {
    relax.yield %x : !x
  }
  %k0 = relax.call_tir @inner(%y) : (!x) -> !x
  %k1 = relax.call_tir @both(%k0) : (!x) -> !x
  relax.return %k1 : !x
}
relax.func private @c(%x: !x, %p: !p) -> !x {
  %y = relax.if %p -> !x {
    %c0 = relax.call @b(%x, %p) : (!x, !p) -> !x
    relax.yield %c0 : !x
  } else {
    relax.yield %x : !x
  }
  relax.return %y : !x
}
relax.func @main(%x: !x, %p: !p) -> !x {
  %a = relax.call @a(%x, %p) : (!x, !p) -> !x
  %k = relax.call_tir @once(%a) : (!x) -> !x
  relax.return %k : !x
}

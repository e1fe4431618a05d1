// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-plan-recompute))' --split-input-file --verify-diagnostics
// RUN: not relax-opt %s --split-input-file --pass-pipeline='builtin.module(relax.func(relax-plan-recompute{levels=7}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTION
// OPTION: error: 'relax.func' op option 'levels': expected 1 to 6, got 7

// One plan says nothing of what a branch, a library or another function will take: no remark, no level.
tir.func @map(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[c], f32>) { tir.return }
relax.func private @callee(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.call_tir @map(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}
relax.func @branches(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.if %p -> !relax.tensor<[n], f32> {
    relax.yield %x : !relax.tensor<[n], f32>
  } else {
    %z = relax.call @callee(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
    %s = relax.call_library "relax.sort"(%z) pure : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
    relax.yield %s : !relax.tensor<[n], f32>
  }
  relax.return %y : !relax.tensor<[n], f32>
}

// -----

relax.func @stateInside(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>) -> !relax.tensor<[2 * n], f32> {
  // expected-remark @+1 {{function 'stateInside' has one plan of memory: it has state that changes}}
  %y = relax.if %p -> !relax.tensor<[2 * n], f32> {
    %z = relax.append %x, %x at 0 : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[2 * n], f32>
    relax.yield %z : !relax.tensor<[2 * n], f32>
  } else {
    %z = relax.append %x, %x at 0 : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[2 * n], f32>
    relax.yield %z : !relax.tensor<[2 * n], f32>
  }
  relax.return %y : !relax.tensor<[2 * n], f32>
}

// -----

relax.func @extents(%x: !relax.tensor<[?], f32>) {
  // expected-remark @+1 {{function 'extents' has one plan of memory: an extent is known only when it runs}}
  %y = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k)
  relax.return
}

// -----

// expected-remark @+1 {{function 'donated' has one plan of memory: it may write into an argument}}
relax.func @donated(%x: !relax.tensor<[n], f32> donated) -> !relax.tensor<[n], f32> in %x {
  relax.return %x : !relax.tensor<[n], f32>
}

// -----

relax.func @state(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f32>) -> !relax.tensor<[2 * n], f32> {
  // expected-remark @+1 {{function 'state' has one plan of memory: it has state that changes, or is not legalised}}
  %z = relax.append %x, %y at 0 : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[2 * n], f32>
  relax.return %z : !relax.tensor<[2 * n], f32>
}

// -----

tir.func @map(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[c], f32>) { tir.return }
relax.func @evicts(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  // expected-remark @+1 {{function 'evicts' has one plan of memory: it says itself what is evicted}}
  relax.evict %a : !relax.tensor<[n], f32>
  relax.return %x : !relax.tensor<[n], f32>
}

// -----

tir.func @map(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[?], f32>) { tir.return }
// expected-remark @+1 {{function 'unknown' has one plan of memory: not all sizes are known when it begins}}
relax.func @unknown(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  relax.return %x : !relax.tensor<[n], f32>
}

// -----

// Each fits into 64 bits, the sum does not.
tir.func @map(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[c, d], f32>) { tir.return }
// expected-remark @+1 {{function 'absurd' has one plan of memory: not all sizes are known when it begins}}
relax.func @absurd(%x: !relax.tensor<[4], f32>)
    -> (!relax.tensor<[4, 288230376151711744], f32>, !relax.tensor<[4, 288230376151711744], f32>) {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[4], f32>) -> !relax.tensor<[4, 288230376151711744], f32>
  %b = relax.call_tir @map(%x) : (!relax.tensor<[4], f32>) -> !relax.tensor<[4, 288230376151711744], f32>
  relax.return %a, %b : !relax.tensor<[4, 288230376151711744], f32>, !relax.tensor<[4, 288230376151711744], f32>
}

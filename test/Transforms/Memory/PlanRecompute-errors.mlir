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

// -----

tir.func @map(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[c], f32>) { tir.return }
// expected-remark @+1 {{function 'line' has one plan of memory: where it takes most, nothing large is kept for later}}
relax.func @line(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %b : !relax.tensor<[n], f32>
}

// -----

tir.func @map(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[c], f32>) { tir.return }
tir.func @zip(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[c], f32>, %Z: !tir.buffer<[e], f32>) { tir.return }
// expected-remark @+1 {{function 'long' has one plan of memory: what is kept for later where it takes most cannot be computed again in few steps}}
relax.func @long(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %a0 = relax.call_tir @map(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %a1 = relax.call_tir @map(%a0) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %a2 = relax.call_tir @map(%a1) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %a3 = relax.call_tir @map(%a2) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %a4 = relax.call_tir @map(%a3) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %a5 = relax.call_tir @map(%a4) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %a6 = relax.call_tir @map(%a5) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %a7 = relax.call_tir @map(%a6) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %a8 = relax.call_tir @map(%a7) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %a9 = relax.call_tir @map(%a8) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %a10 = relax.call_tir @map(%a9) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %a11 = relax.call_tir @map(%a10) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %b = relax.call_tir @map(%a11) : (!relax.tensor<[n], f32>) -> !relax.tensor<[4 * n], f32>
  %c = relax.call_tir @map(%b) : (!relax.tensor<[4 * n], f32>) -> !relax.tensor<[4 * n], f32>
  %d = relax.call_tir @map(%c) : (!relax.tensor<[4 * n], f32>) -> !relax.tensor<[n], f32>
  %e = relax.call_tir @zip(%d, %a11) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %e : !relax.tensor<[n], f32>
}

// -----

// Computing %a again would read %w, four times as large, which is at hand nowhere else.
tir.func @map(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[c], f32>) { tir.return }
tir.func @zip(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[c], f32>, %Z: !tir.buffer<[e], f32>) { tir.return }
// expected-remark @+1 {{function 'wide' has one plan of memory: computing again what is kept for later takes as much elsewhere}}
relax.func @wide(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %w = relax.call_tir @map(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[4 * n], f32>
  %a = relax.call_tir @map(%w) : (!relax.tensor<[4 * n], f32>) -> !relax.tensor<[n], f32>
  %b = relax.call_tir @map(%a) : (!relax.tensor<[n], f32>) -> !relax.tensor<[4 * n], f32>
  %c = relax.call_tir @map(%b) : (!relax.tensor<[4 * n], f32>) -> !relax.tensor<[n], f32>
  %d = relax.call_tir @map(%c) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %e = relax.call_tir @zip(%d, %a) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %e : !relax.tensor<[n], f32>
}

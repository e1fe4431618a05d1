// RUN: relax-opt %s --relax-plan-memory --split-input-file --verify-diagnostics

tir.func @map(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[c], i128>) { tir.return }
tir.func @use(%X: !tir.buffer<[a], i128>, %Y: !tir.buffer<[c], f32>) { tir.return }
relax.func @bits(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error @+1 {{'relax.call_tir' op result 0: elements of type 'i128' have no size in bytes}}
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], i128>
  %b = relax.call_tir @use(%a) : (!relax.tensor<[n], i128>) -> !relax.tensor<[n], f32>
  relax.return %b : !relax.tensor<[n], f32>
}

// -----

tir.func @two(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[c, d], f32>, %Z: !tir.buffer<[e, f], f32>) { tir.return }
tir.func @use(%X: !tir.buffer<[c, d], f32>, %Y: !tir.buffer<[e, f], f32>, %Z: !tir.buffer<[a], f32>) { tir.return }
relax.func @absurd(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error @+1 {{'relax.call_tir' op result 1: its size in bytes exceeds 64 bits}}
  %a:2 = relax.call_tir @two(%x) : (!relax.tensor<[n], f32>) -> (!relax.tensor<[n, 8], f32>, !relax.tensor<[n, 4611686018427387904], f32>)
  %b = relax.call_tir @use(%a#0, %a#1) : (!relax.tensor<[n, 8], f32>, !relax.tensor<[n, 4611686018427387904], f32>) -> !relax.tensor<[n], f32>
  relax.return %b : !relax.tensor<[n], f32>
}

// -----

// Each fits, the sum does not.
tir.func @two(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[c, d], f32>, %Z: !tir.buffer<[e, f], f32>) { tir.return }
tir.func @use(%X: !tir.buffer<[c, d], f32>, %Y: !tir.buffer<[e, f], f32>, %Z: !tir.buffer<[a], f32>) { tir.return }
// expected-error @+1 {{'relax.func' op size of the arena: }}
relax.func @sum(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %a:2 = relax.call_tir @two(%x) : (!relax.tensor<[n], f32>) -> (!relax.tensor<[n, 1152921504606846976], f32>, !relax.tensor<[n, 1152921504606846976], f32>)
  %b = relax.call_tir @use(%a#0, %a#1) : (!relax.tensor<[n, 1152921504606846976], f32>, !relax.tensor<[n, 1152921504606846976], f32>) -> !relax.tensor<[n], f32>
  relax.return %b : !relax.tensor<[n], f32>
}

// -----

// A view of it counts.
tir.func @map(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[c, d], f32>) { tir.return }
relax.func @evicted_view(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[2 * n, 2], f32> {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
  %v = relax.reshape %a : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[2 * n, 2], f32>
  // expected-error @+1 {{'relax.evict' op 'relax.call_tir' behind it uses a view of the tensor: expected a use of what 'relax.restore' gives}}
  relax.evict %a : !relax.tensor<[n, 4], f32>
  %b = relax.call_tir @map(%v) : (!relax.tensor<[2 * n, 2], f32>) -> !relax.tensor<[2 * n, 2], f32>
  relax.return %b : !relax.tensor<[2 * n, 2], f32>
}

// -----

// A plan by hand takes what it says, or less.
tir.func @map(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[c], f32>) { tir.return }
// expected-note @+1 {{symbol 'n' is bound here}}
relax.func @level(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> where (n mod 16 == 0) {
  // expected-error @+1 {{'relax.memory_level' op level 1: expected at least 8 * n bytes, got 8 * n - 1}}
  %l = relax.memory_level of [8 * n, 8 * n - 1] : !relax.shape<[l]> binds (l)
  %y = relax.dispatch (%x, %l) : (!relax.tensor<[n], f32>, !relax.shape<[l]>) -> !relax.tensor<[n], f32> {
    when (l == 0) (%z: !relax.tensor<[n], f32>, %m: !relax.shape<[l]>) {
      %a = relax.call_tir @map(%z) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
      %b = relax.call_tir @map(%a) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
      relax.yield %b : !relax.tensor<[n], f32>
    }
    else (%z: !relax.tensor<[n], f32>, %m: !relax.shape<[l]>) {
      %a = relax.call_tir @map(%z) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
      %b = relax.call_tir @map(%a) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
      relax.yield %b : !relax.tensor<[n], f32>
    }
  }
  relax.return %y : !relax.tensor<[n], f32>
}

// -----

tir.func @map(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[?], f32>) { tir.return }
relax.func @open(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error @+1 {{'relax.memory_level' op level 0: what its arm takes is not known when it begins}}
  %l = relax.memory_level of [8 * n] : !relax.shape<[l]> binds (l)
  %y = relax.dispatch (%x, %l) : (!relax.tensor<[n], f32>, !relax.shape<[l]>) -> !relax.tensor<[n], f32> {
    else (%z: !relax.tensor<[n], f32>, %m: !relax.shape<[l]>) {
      %a = relax.call_tir @map(%z) : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
      relax.yield %z : !relax.tensor<[n], f32>
    }
  }
  relax.return %y : !relax.tensor<[n], f32>
}

// -----

tir.func @map(%X: !tir.buffer<[a], f32>, %Y: !tir.buffer<[?], f32>) { tir.return }
relax.func @open_file(%x: !relax.tensor<[n], f32>) {
  %a = relax.call_tir @map(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  // expected-error @+1 {{'relax.write_out' op cannot be written out: its size is not known when the block begins}}
  %b = relax.write_out %a : !relax.tensor<[?], f32>
  relax.return
}

// -----

relax.func @file_that_leaves(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error @+1 {{'relax.write_out' op cannot be written out: it leaves the block}}
  %a = relax.write_out %x : !relax.tensor<[n], f32>
  relax.return %a : !relax.tensor<[n], f32>
}

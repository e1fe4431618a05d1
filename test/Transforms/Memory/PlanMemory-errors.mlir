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

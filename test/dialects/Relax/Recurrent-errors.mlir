// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @direction(%x: !relax.tensor<[s, b, 3], f32>, %w: !relax.tensor<[1, 2, 3], f32>, %r: !relax.tensor<[1, 2, 2], f32>) {
  // expected-error @+1 {{'relax.rnn' op direction: expected forward, reverse or bidirectional, got 'back'}}
  %y, %h = relax.rnn %x, %w, %r direction "back" : (!relax.tensor<[s, b, 3], f32>, !relax.tensor<[1, 2, 3], f32>, !relax.tensor<[1, 2, 2], f32>) -> (!relax.tensor<[s, 1, b, 2], f32>, !relax.tensor<[1, b, 2], f32>)
  relax.return
}

// -----

relax.func @count(%x: !relax.tensor<[s, b, 3], f32>, %w: !relax.tensor<[1, 2, 3], f32>, %r: !relax.tensor<[1, 2, 2], f32>) {
  // expected-error @+1 {{'relax.rnn' op activations: expected 1, got 2}}
  %y, %h = relax.rnn %x, %w, %r direction "forward" activations ["tanh", "tanh"] : (!relax.tensor<[s, b, 3], f32>, !relax.tensor<[1, 2, 3], f32>, !relax.tensor<[1, 2, 2], f32>) -> (!relax.tensor<[s, 1, b, 2], f32>, !relax.tensor<[1, b, 2], f32>)
  relax.return
}

// -----

relax.func @function(%x: !relax.tensor<[s, b, 3], f32>, %w: !relax.tensor<[1, 2, 3], f32>, %r: !relax.tensor<[1, 2, 2], f32>) {
  // expected-error @+1 {{'relax.rnn' op activations: unknown function 'tan'}}
  %y, %h = relax.rnn %x, %w, %r direction "forward" activations ["tan"] : (!relax.tensor<[s, b, 3], f32>, !relax.tensor<[1, 2, 3], f32>, !relax.tensor<[1, 2, 2], f32>) -> (!relax.tensor<[s, 1, b, 2], f32>, !relax.tensor<[1, b, 2], f32>)
  relax.return
}

// -----

relax.func @alpha(%x: !relax.tensor<[s, b, 3], f32>, %w: !relax.tensor<[1, 2, 3], f32>, %r: !relax.tensor<[1, 2, 2], f32>) {
  // expected-error @+1 {{'relax.rnn' op alpha: expected 1 numbers, got 2}}
  %y, %h = relax.rnn %x, %w, %r direction "forward" alpha [1.0, 2.0] : (!relax.tensor<[s, b, 3], f32>, !relax.tensor<[1, 2, 3], f32>, !relax.tensor<[1, 2, 2], f32>) -> (!relax.tensor<[s, 1, b, 2], f32>, !relax.tensor<[1, b, 2], f32>)
  relax.return
}

// -----

relax.func @clip(%x: !relax.tensor<[s, b, 3], f32>, %w: !relax.tensor<[1, 2, 3], f32>, %r: !relax.tensor<[1, 2, 2], f32>) {
  // expected-error @+1 {{'relax.rnn' op clip: expected a number above 0, got -1}}
  %y, %h = relax.rnn %x, %w, %r direction "forward" clip -1.0 : (!relax.tensor<[s, b, 3], f32>, !relax.tensor<[1, 2, 3], f32>, !relax.tensor<[1, 2, 2], f32>) -> (!relax.tensor<[s, 1, b, 2], f32>, !relax.tensor<[1, b, 2], f32>)
  relax.return
}

// -----

relax.func @weights(%x: !relax.tensor<[s, b, 3], f32>, %w: !relax.tensor<[1, 3, 3], f32>, %r: !relax.tensor<[1, 2, 2], f32>) {
  // expected-error @+1 {{'relax.rnn' op weights: expected [1, 2, 3], got [1, 3, 3]}}
  %y, %h = relax.rnn %x, %w, %r direction "forward" : (!relax.tensor<[s, b, 3], f32>, !relax.tensor<[1, 3, 3], f32>, !relax.tensor<[1, 2, 2], f32>) -> (!relax.tensor<[s, 1, b, 2], f32>, !relax.tensor<[1, b, 2], f32>)
  relax.return
}

// -----

relax.func @directions(%x: !relax.tensor<[s, b, 3], f32>, %w: !relax.tensor<[1, 2, 3], f32>, %r: !relax.tensor<[1, 2, 2], f32>) {
  // expected-error @+1 {{'relax.rnn' op weights: expected [2, 2, 3], got [1, 2, 3]}}
  %y, %h = relax.rnn %x, %w, %r direction "bidirectional" : (!relax.tensor<[s, b, 3], f32>, !relax.tensor<[1, 2, 3], f32>, !relax.tensor<[1, 2, 2], f32>) -> (!relax.tensor<[s, 1, b, 2], f32>, !relax.tensor<[1, b, 2], f32>)
  relax.return
}

// -----

relax.func @integers(%x: !relax.tensor<[s, b, 3], i32>, %w: !relax.tensor<[1, 2, 3], f32>, %r: !relax.tensor<[1, 2, 2], f32>) {
  // expected-error @+1 {{'relax.rnn' op input: expected float elements, got 'i32'}}
  %y, %h = relax.rnn %x, %w, %r direction "forward" : (!relax.tensor<[s, b, 3], i32>, !relax.tensor<[1, 2, 3], f32>, !relax.tensor<[1, 2, 2], f32>) -> (!relax.tensor<[s, 1, b, 2], f32>, !relax.tensor<[1, b, 2], f32>)
  relax.return
}

// -----

relax.func @elements(%x: !relax.tensor<[s, b, 3], f32>, %w: !relax.tensor<[1, 2, 3], f16>, %r: !relax.tensor<[1, 2, 2], f32>) {
  // expected-error @+1 {{'relax.rnn' op weights: expected 'f32' elements, got 'f16'}}
  %y, %h = relax.rnn %x, %w, %r direction "forward" : (!relax.tensor<[s, b, 3], f32>, !relax.tensor<[1, 2, 3], f16>, !relax.tensor<[1, 2, 2], f32>) -> (!relax.tensor<[s, 1, b, 2], f32>, !relax.tensor<[1, b, 2], f32>)
  relax.return
}

// -----

relax.func @bias(%x: !relax.tensor<[s, b, 3], f32>, %w: !relax.tensor<[1, 2, 3], f32>, %r: !relax.tensor<[1, 2, 2], f32>, %e: !relax.tensor<[1, 3], f32>) {
  // expected-error @+1 {{'relax.rnn' op bias: expected [1, 4], got [1, 3]}}
  %y, %h = relax.rnn %x, %w, %r bias %e direction "forward" : (!relax.tensor<[s, b, 3], f32>, !relax.tensor<[1, 2, 3], f32>, !relax.tensor<[1, 2, 2], f32>, !relax.tensor<[1, 3], f32>) -> (!relax.tensor<[s, 1, b, 2], f32>, !relax.tensor<[1, b, 2], f32>)
  relax.return
}

// -----

relax.func @lengths(%x: !relax.tensor<[s, b, 3], f32>, %w: !relax.tensor<[1, 2, 3], f32>, %r: !relax.tensor<[1, 2, 2], f32>, %e: !relax.tensor<[b], i8>) {
  // expected-error @+1 {{'relax.rnn' op lengths: expected i32 or i64, got 'i8'}}
  %y, %h = relax.rnn %x, %w, %r lengths %e direction "forward" : (!relax.tensor<[s, b, 3], f32>, !relax.tensor<[1, 2, 3], f32>, !relax.tensor<[1, 2, 2], f32>, !relax.tensor<[b], i8>) -> (!relax.tensor<[s, 1, b, 2], f32>, !relax.tensor<[1, b, 2], f32>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 's' is bound here}}
relax.func @rank(%x: !relax.tensor<[s, b], f32>, %w: !relax.tensor<[1, 2, 3], f32>, %r: !relax.tensor<[1, 2, 2], f32>) {
  // expected-error @+1 {{'relax.rnn' op input: expected [s, b, ?], got [s, b]}}
  %y, %h = relax.rnn %x, %w, %r direction "forward" : (!relax.tensor<[s, b], f32>, !relax.tensor<[1, 2, 3], f32>, !relax.tensor<[1, 2, 2], f32>) -> (!relax.tensor<[s, 1, b, 2], f32>, !relax.tensor<[1, b, 2], f32>)
  relax.return
}

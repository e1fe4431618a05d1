// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @exp(%x: !relax.tensor<[n], f32, device = @gpu0>) {
  // expected-error@+1 {{'relax.exp' op result type: expected !relax.tensor<[n], f32, device = @gpu0>, got !relax.tensor<[n], f32, device = @gpu1>}}
  %y = relax.exp %x : (!relax.tensor<[n], f32, device = @gpu0>) -> !relax.tensor<[n], f32, device = @gpu1>
  relax.return
}

// -----

// Nothing looks where a tensor lies when the program runs.
relax.func @check(%x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.match_cast' op cannot check on which device a tensor lies: declare it where the tensor is made}}
  %y = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[4], f32, device = @gpu0>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @result(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32, device = @gpu0> {
  // expected-error@+1 {{'relax.return' op value 0: expected !relax.tensor<[n], f32, device = @gpu0>, got !relax.tensor<[n], f32>}}
  relax.return %x : !relax.tensor<[n], f32>
}

// -----

relax.func private @f(%x: !relax.tensor<[4], f32, device = @gpu0>) {
  relax.return
}
relax.func @call(%x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.call' op operand 0: expected !relax.tensor<[4], f32, device = @gpu0>, got !relax.tensor<[?], f32>}}
  relax.call @f(%x) : (!relax.tensor<[?], f32>) -> ()
  relax.return
}

// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{unknown block format 'q9_0': expected one of q4_0, q4_1, q5_0, q5_1, q8_0, q2_k, q3_k, q4_k, q5_k, q6_k}}
relax.func private @f(%a: !relax.tensor<[32], !relax.quant<q9_0>>)

// -----

// expected-error@+1 {{expected a block format, one of q4_0,}}
relax.func private @f(%a: !relax.tensor<[32], !relax.quant<8>>)

// -----

// expected-error@+1 {{a tensor of q8_0 has whole blocks of 32 elements: expected a last extent such as '32 * k', got [n, 48]}}
relax.func private @f(%a: !relax.tensor<[n, 48], !relax.quant<q8_0>>)

// -----

// expected-error@+1 {{a tensor of q6_k has whole blocks of 256 elements: expected a last extent such as '256 * k', got [256, n]}}
relax.func private @f(%a: !relax.tensor<[256, n], !relax.quant<q6_k>>)

// -----

// expected-error@+1 {{a tensor of q4_0 has whole blocks of 32 elements: expected a last extent such as '32 * k', got []}}
relax.func private @f(%a: !relax.tensor<[], !relax.quant<q4_0>>)

// -----

relax.func private @product(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], !relax.quant<q8_0>>) {
  // expected-error@+1 {{'relax.matmul' op operand 1: expected elements that are no blocks, got !relax.tensor<[64, 64], !relax.quant<q8_0>>; use 'relax.cast' to f32 first}}
  %y = relax.matmul %x, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], !relax.quant<q8_0>>) -> !relax.tensor<[n, 64], f32>
  relax.return
}

// -----

relax.func private @turned(%w: !relax.tensor<[64, 64], !relax.quant<q8_0>>) {
  // expected-error@+1 {{'relax.permute_dims' op operand 0: expected elements that are no blocks}}
  %y = relax.permute_dims %w axes [1, 0] : (!relax.tensor<[64, 64], !relax.quant<q8_0>>) -> !relax.tensor<[64, 64], !relax.quant<q8_0>>
  relax.return
}

// -----

relax.func private @made(%s: !relax.tensor<[], i64>) {
  // expected-error@+1 {{'relax.arange' op result 0: expected elements that are no blocks}}
  %y = relax.arange %s, %s, %s : (!relax.tensor<[], i64>, !relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[?], !relax.quant<q8_0>>
  relax.return
}

// -----

relax.func private @halves(%w: !relax.tensor<[64], !relax.quant<q8_0>>) {
  // expected-error@+1 {{'relax.cast' op blocks are decoded to f32 alone, got f16; use a second 'relax.cast'}}
  %y = relax.cast %w : !relax.tensor<[64], !relax.quant<q8_0>> to !relax.tensor<[64], f16>
  relax.return
}

// -----

relax.func private @coded(%w: !relax.tensor<[64], f32>) {
  // expected-error@+1 {{'relax.cast' op result: cannot make blocks of numbers, got !relax.quant<q8_0> (weights in a file have such elements)}}
  %y = relax.cast %w : !relax.tensor<[64], f32> to !relax.tensor<[64], !relax.quant<q8_0>>
  relax.return
}

// -----

relax.func private @along_blocks(%w: !relax.tensor<[4, 64], !relax.quant<q8_0>>, %i: !relax.tensor<[32], i64>) {
  // expected-error@+1 {{'relax.take' op axis 1 is cut in blocks of q8_0: expected one before the last; use 'relax.cast' to f32 first}}
  %y = relax.take %w, %i axis 1 : (!relax.tensor<[4, 64], !relax.quant<q8_0>>, !relax.tensor<[32], i64>) -> !relax.tensor<[4, 32], !relax.quant<q8_0>>
  relax.return
}

// -----

// expected-error@+1 {{'relax.func' op argument 0: a public function has no block-quantised values, got !relax.tensor<[64], !relax.quant<q8_0>>; read it with 'relax.get_weight', or declare the function 'private'}}
relax.func @border(%w: !relax.tensor<[64], !relax.quant<q8_0>>) {
  relax.return
}

// -----

// expected-error@+1 {{'relax.func' op result 1: a public function has no block-quantised values, got}}
relax.func @border(%x: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, tuple<!relax.sequence<!relax.tensor<[64], !relax.quant<q8_0>>>>) {
  relax.return
}

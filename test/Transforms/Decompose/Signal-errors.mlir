// What is not written with other operators has no way to be compiled.
// RUN: not relax-opt %s --split-input-file --pass-pipeline='builtin.module(relax.func(relax-decompose{except=einsum,stft,cosine_window,mel_weight_matrix,bernoulli,dropout,multinomial,tree_ensemble}),relax-legalize,relax-to-vm)' 2>&1 | FileCheck %s

// CHECK: 'relax.einsum' op cannot be lowered to 'vm': run 'relax-decompose' and 'relax-legalize' before 'relax-to-vm', or use 'relax-run --mode=reference'
relax.func @sum(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[m], f32> {
  %y = relax.einsum %x equation "ij->j" : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[m], f32>
  relax.return %y : !relax.tensor<[m], f32>
}

// -----

// CHECK: 'relax.stft' op cannot be lowered to 'vm'
relax.func @frames(%x: !relax.tensor<[b, n, 1], f32>, %s: !relax.tensor<[k], i64>) -> !relax.tensor<[b, k, n, 2], f32> {
  %y = relax.stft %x at %s : (!relax.tensor<[b, n, 1], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<[b, k, n, 2], f32>
  relax.return %y : !relax.tensor<[b, k, n, 2], f32>
}

// -----

// CHECK: 'relax.cosine_window' op cannot be lowered to 'vm'
relax.func @window(%x: !relax.tensor<[n], i64>) -> !relax.tensor<[n], f32> {
  %y = relax.cosine_window like %x coefficients [0.5, 0.5] as f32 : (!relax.tensor<[n], i64>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}

// -----

// CHECK: 'relax.mel_weight_matrix' op cannot be lowered to 'vm'
relax.func @mel(%x: !relax.tensor<[n], i64>, %r: !relax.tensor<[], f32>) -> !relax.tensor<[n floordiv 2 + 1, n], f32> {
  %y = relax.mel_weight_matrix %x, %x rate %r from %r to %r as f32 : (!relax.tensor<[n], i64>, !relax.tensor<[n], i64>, !relax.tensor<[], f32>, !relax.tensor<[], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n floordiv 2 + 1, n], f32>
  relax.return %y : !relax.tensor<[n floordiv 2 + 1, n], f32>
}

// -----

// CHECK: 'relax.bernoulli' op cannot be lowered to 'vm'
relax.func @coins(%k: !relax.tensor<[], ui64>, %x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], i1> {
  %y, %next = relax.bernoulli %k, %x as i1 : (!relax.tensor<[], ui64>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], i1>, !relax.tensor<[], ui64>)
  relax.return %y : !relax.tensor<[n], i1>
}

// -----

// CHECK: 'relax.dropout' op cannot be lowered to 'vm'
relax.func @drop(%k: !relax.tensor<[], ui64>, %x: !relax.tensor<[n], f32>, %r: !relax.tensor<[], f32>, %t: !relax.tensor<[], i1>) -> !relax.tensor<[n], f32> {
  %y, %m, %next = relax.dropout %k, %x ratio %r training %t : (!relax.tensor<[], ui64>, !relax.tensor<[n], f32>, !relax.tensor<[], f32>, !relax.tensor<[], i1>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], i1>, !relax.tensor<[], ui64>)
  relax.return %y : !relax.tensor<[n], f32>
}

// -----

// CHECK: 'relax.multinomial' op cannot be lowered to 'vm'
relax.func @classes(%k: !relax.tensor<[], ui64>, %x: !relax.tensor<[n, c], f32>) -> !relax.tensor<[n, 3], i32> {
  %y, %next = relax.multinomial %k, %x samples 3 as i32 : (!relax.tensor<[], ui64>, !relax.tensor<[n, c], f32>) -> (!relax.tensor<[n, 3], i32>, !relax.tensor<[], ui64>)
  relax.return %y : !relax.tensor<[n, 3], i32>
}

// -----

// CHECK: 'relax.tree_ensemble' op cannot be lowered to 'vm'
relax.func @trees(%x: !relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32> {
  %y = relax.tree_ensemble %x roots [0] features [0] modes [0] splits dense<0.5> : tensor<1xf64> on_false [1] on_true [2] weights dense<[1.0, 2.0]> : tensor<2xf64> targets [0, 0] of 1 aggregate "sum" : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return %y : !relax.tensor<[n, 1], f32>
}

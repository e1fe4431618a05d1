// RUN: split-file %s %t
// RUN: relax-opt %t/rules.mlir --split-input-file --verify-diagnostics
// RUN: not relax-run %t/open.mlir --entry=dropout --mode=reference --input=ui64=1 --input="1xf32=1" --input=i1=1 2>&1 | FileCheck %s --check-prefix=SCALARS
// SCALARS: expected scalars behind the input
// RUN: not relax-run %t/open.mlir --entry=multinomial --mode=reference --input=ui64=1 --input="1xf32=1" 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: expected an input of rank 2

//--- rules.mlir
relax.func @key(%key: !relax.tensor<[], i64>, %x: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.random_uniform' op key: expected ui64, got i64}}
  %y, %next = relax.random_uniform %key like %x low 0.0 high 1.0 as f32 : (!relax.tensor<[], i64>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[], ui64>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @keys(%key: !relax.tensor<[n], ui64>, %x: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.random_normal' op shape of the key: expected [], got [n]}}
  %y, %next = relax.random_normal %key like %x mean 0.0 deviation 1.0 as f32 : (!relax.tensor<[n], ui64>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[], ui64>)
  relax.return
}

// -----

relax.func @integers(%key: !relax.tensor<[], ui64>, %x: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.random_uniform' op result: expected a float type of 16 bits or more, got i32}}
  %y, %next = relax.random_uniform %key like %x low 0.0 high 1.0 as i32 : (!relax.tensor<[], ui64>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], i32>, !relax.tensor<[], ui64>)
  relax.return
}

// -----

relax.func @probabilities(%key: !relax.tensor<[], ui64>, %x: !relax.tensor<[n], i8>) {
  // expected-error @+1 {{'relax.bernoulli' op input: expected a float type of 16 bits or more, got i8}}
  %y, %next = relax.bernoulli %key, %x as i32 : (!relax.tensor<[], ui64>, !relax.tensor<[n], i8>) -> (!relax.tensor<[n], i32>, !relax.tensor<[], ui64>)
  relax.return
}

// -----

relax.func @texts(%key: !relax.tensor<[], ui64>, %x: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.bernoulli' op result: expected integers or floats, got !relax.string}}
  %y, %next = relax.bernoulli %key, %x as !relax.string : (!relax.tensor<[], ui64>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], !relax.string>, !relax.tensor<[], ui64>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @ratio(%key: !relax.tensor<[], ui64>, %x: !relax.tensor<[n], f32>, %t: !relax.tensor<[], i1>) {
  // expected-error @+1 {{'relax.dropout' op shape of the ratio: expected [], got [n]}}
  %y, %m, %next = relax.dropout %key, %x ratio %x training %t : (!relax.tensor<[], ui64>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[], i1>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], i1>, !relax.tensor<[], ui64>)
  relax.return
}

// -----

relax.func @training(%key: !relax.tensor<[], ui64>, %x: !relax.tensor<[n], f32>, %t: !relax.tensor<[], f32>) {
  // expected-error @+1 {{'relax.dropout' op training: expected i1, got f32}}
  %y, %m, %next = relax.dropout %key, %x ratio %t training %t : (!relax.tensor<[], ui64>, !relax.tensor<[n], f32>, !relax.tensor<[], f32>, !relax.tensor<[], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], i1>, !relax.tensor<[], ui64>)
  relax.return
}

// -----

relax.func @samples(%key: !relax.tensor<[], ui64>, %x: !relax.tensor<[n, k], f32>) {
  // expected-error @+1 {{'relax.multinomial' op samples: expected at least 0, got less}}
  %y, %next = relax.multinomial %key, %x samples -1 as i32 : (!relax.tensor<[], ui64>, !relax.tensor<[n, k], f32>) -> (!relax.tensor<[n, 0], i32>, !relax.tensor<[], ui64>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @classes(%key: !relax.tensor<[], ui64>, %x: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.multinomial' op shape of the input: expected rank 2, got [n]}}
  %y, %next = relax.multinomial %key, %x samples 1 as i32 : (!relax.tensor<[], ui64>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n, 1], i32>, !relax.tensor<[], ui64>)
  relax.return
}

// -----

relax.func @whole(%key: !relax.tensor<[], ui64>, %x: !relax.tensor<[n, k], f32>) {
  // expected-error @+1 {{'relax.multinomial' op result: expected i32 or i64, got i8}}
  %y, %next = relax.multinomial %key, %x samples 1 as i8 : (!relax.tensor<[], ui64>, !relax.tensor<[n, k], f32>) -> (!relax.tensor<[n, 1], i8>, !relax.tensor<[], ui64>)
  relax.return
}

//--- open.mlir
relax.func @dropout(%k: !relax.tensor<[], ui64>, %x: !relax.tensor<*, f32>, %t: !relax.tensor<*, i1>) -> !relax.tensor<*, f32> {
  %y, %m, %next = relax.dropout %k, %x ratio %x training %t : (!relax.tensor<[], ui64>, !relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, i1>) -> (!relax.tensor<*, f32>, !relax.tensor<*, i1>, !relax.tensor<[], ui64>)
  relax.return %y : !relax.tensor<*, f32>
}
relax.func @multinomial(%k: !relax.tensor<[], ui64>, %x: !relax.tensor<*, f32>) -> !relax.tensor<*, i32> {
  %y, %next = relax.multinomial %k, %x samples 1 as i32 : (!relax.tensor<[], ui64>, !relax.tensor<*, f32>) -> (!relax.tensor<[?, 1], i32>, !relax.tensor<[], ui64>)
  relax.return %y : !relax.tensor<[?, 1], i32>
}

// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @indices(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[k], i8>) {
  // expected-error@+1 {{'relax.take' op indices: expected elements i32 or i64, got 'i8'}}
  %0 = relax.take %x, %i axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[k], i8>) -> !relax.tensor<[k], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @axis(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[k], i64>) {
  // expected-error@+1 {{'relax.take' op axis 1 is out of range for [n]}}
  %0 = relax.take %x, %i axis 1 : (!relax.tensor<[n], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @shape(%x: !relax.tensor<[n, 4], f32>, %i: !relax.tensor<[k], i64>) {
  // expected-error@+1 {{'relax.take' op result type: expected !relax.tensor<[k, 4], f32>, got !relax.tensor<[n, k], f32>}}
  %0 = relax.take %x, %i axis 0 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<[n, k], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @twice(%x: !relax.tensor<[n, 4], f32>, %l: !relax.tensor<[2], i64>) {
  // expected-error@+1 {{'relax.dynamic_slice' op axes: expected different axes of [n, 4], got [1, 1]}}
  %0 = relax.dynamic_slice %x, %l, %l, %l axes [1, 1] : (!relax.tensor<[n, 4], f32>, !relax.tensor<[2], i64>, !relax.tensor<[2], i64>, !relax.tensor<[2], i64>) -> !relax.tensor<[n, ?], f32>
  relax.return
}

// -----

relax.func @lists(%x: !relax.tensor<[n, 4], f32>, %l: !relax.tensor<[1], i64>, %m: !relax.tensor<[2], i64>) {
  // expected-error@+1 {{'relax.dynamic_slice' op operand 2: expected !relax.tensor<[1], i64>, got !relax.tensor<[2], i64>}}
  %0 = relax.dynamic_slice %x, %l, %m, %l axes [1] : (!relax.tensor<[n, 4], f32>, !relax.tensor<[1], i64>, !relax.tensor<[2], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[n, ?], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @untouched(%x: !relax.tensor<[n, 4], f32>, %l: !relax.tensor<[1], i64>) {
  // expected-error@+1 {{'relax.dynamic_slice' op result type: expected !relax.tensor<[n, ?], f32>, got !relax.tensor<[4, ?], f32>}}
  %0 = relax.dynamic_slice %x, %l, %l, %l axes [1] : (!relax.tensor<[n, 4], f32>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[4, ?], f32>
  relax.return
}

// -----

relax.func @begins(%x: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.slice' op expected one begin and step per axis, got 1 axes, 2 begins and 1 steps}}
  %0 = relax.slice %x axes [1] begins [1, 2] steps [1] : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return
}

// -----

relax.func @open(%x: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.slice' op begin 0: expected an expression, got '?'}}
  %0 = relax.slice %x axes [1] begins [?] steps [1] : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return
}

// -----

relax.func @flow(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[p], f32>) { // expected-note {{bound here}}
  // expected-error@+1 {{'relax.slice' op symbol 'p' in an attribute comes from no operand and is not in 'binds (...)'}}
  %0 = relax.slice %x axes [0] begins [p] steps [1] : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[1, 4], f32>
  relax.return
}

// -----

relax.func @no_parts(%x: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.split' op expected at least one result}}
  "relax.split"(%x) <{axis = 0 : i64}> : (!relax.tensor<[n, 4], f32>) -> ()
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @split_axis(%x: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.split' op axis 2 is out of range for [n, 4]}}
  %a, %b = relax.split %x axis 2 : (!relax.tensor<[n, 4], f32>) -> (!relax.tensor<*, f32>, !relax.tensor<*, f32>)
  relax.return
}

// -----

relax.func @multiple(%x: !relax.tensor<[n, 5], f32>) {
  // expected-error@+1 {{'relax.split' op axis 1: expected a multiple of 2, the number of results, got 5}}
  %a, %b = relax.split %x axis 1 : (!relax.tensor<[n, 5], f32>) -> (!relax.tensor<[n, 2], f32>, !relax.tensor<[n, 2], f32>)
  relax.return
}

// -----

relax.func @sizes(%x: !relax.tensor<[n, 5], f32>) {
  // expected-error@+1 {{'relax.split' op sizes: expected one per result, got 3 for 2}}
  %a, %b = relax.split %x axis 1 sizes [2, 2, 1] : (!relax.tensor<[n, 5], f32>) -> (!relax.tensor<[n, 2], f32>, !relax.tensor<[n, 2], f32>)
  relax.return
}

// -----

relax.func @negative(%x: !relax.tensor<[n, 5], f32>) {
  // expected-error@+1 {{'relax.split' op sizes: -1 is no extent}}
  %a, %b = relax.split %x axis 1 sizes [6, -1] : (!relax.tensor<[n, 5], f32>) -> (!relax.tensor<[n, 6], f32>, !relax.tensor<*, f32>)
  relax.return
}

// -----

relax.func @sum(%x: !relax.tensor<[n, 5], f32>) {
  // expected-error@+1 {{'relax.split' op sizes: expected a sum of 5, got 4}}
  %a, %b = relax.split %x axis 1 sizes [2, 2] : (!relax.tensor<[n, 5], f32>) -> (!relax.tensor<[n, 2], f32>, !relax.tensor<[n, 2], f32>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @part(%x: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.split' op result type: expected !relax.tensor<[n floordiv 2, 4], f32>, got !relax.tensor<[n, 4], f32>}}
  %a, %b = relax.split %x axis 0 : (!relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n floordiv 2, 4], f32>, !relax.tensor<[n, 4], f32>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @along(%x: !relax.tensor<[n, 4], f32>, %l: !relax.tensor<[m], i64>, %k: !relax.tensor<[1], i64>) {
  // expected-error@+1 {{'relax.dynamic_slice' op operand 4: expected !relax.tensor<[m], i64>, got !relax.tensor<[1], i64>}}
  %0 = relax.dynamic_slice %x, %l, %l, %l along %k axes [0, 1] : (!relax.tensor<[n, 4], f32>, !relax.tensor<[m], i64>, !relax.tensor<[m], i64>, !relax.tensor<[m], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return
}

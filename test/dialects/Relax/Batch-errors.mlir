// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func private @alone(%x: !relax.tensor<[4], f32>) -> !relax.tensor<[4], f32> {
  relax.return %x : !relax.tensor<[4], f32>
}
relax.func @main(%x: !relax.tensor<[], f32>) {
  // expected-error @below {{'relax.defer' op '@alone' is for one call: expected the number of calls, a symbol, as the first dimension of all arguments and results}}
  %y = relax.defer @alone(%x) batched : (!relax.tensor<[], f32>) -> !relax.tensor<[], f32>
  relax.return
}

// -----

relax.func private @two(%x: !relax.tensor<[k], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[k], f32> {
  relax.return %x : !relax.tensor<[k], f32>
}
relax.func @main(%x: !relax.tensor<[], f32>) {
  // expected-error @below {{'@two' is for one call}}
  %a = relax.defer @two(%x, %x) batched : (!relax.tensor<[], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[], f32>
  relax.return
}

// -----

relax.func private @square(%x: !relax.tensor<[k, k], f32>) -> !relax.tensor<[k, k], f32> {
  relax.return %x : !relax.tensor<[k, k], f32>
}
relax.func @main(%y: !relax.tensor<[4], f32>) {
  // expected-error @below {{'@square' is for one call}}
  %b = relax.defer @square(%y) batched : (!relax.tensor<[4], f32>) -> !relax.tensor<[4], f32>
  relax.return
}

// Without the dimension in front types are those of a call.
// -----

relax.func private @rows(%x: !relax.tensor<[k, 4], f32>) -> !relax.tensor<[k, 4], f32> {
  relax.return %x : !relax.tensor<[k, 4], f32>
}
relax.func @main(%x: !relax.tensor<[3], f32>) {
  // expected-error @below {{'relax.defer' op operand 0: expected !relax.tensor<[4], f32>, got !relax.tensor<[3], f32>}}
  %a = relax.defer @rows(%x) batched : (!relax.tensor<[3], f32>) -> !relax.tensor<[4], f32>
  relax.return
}

// -----

relax.func private @rows(%x: !relax.tensor<[k, 4], f32>) -> !relax.tensor<[k, 4], f32> {
  relax.return %x : !relax.tensor<[k, 4], f32>
}
relax.func @main(%y: !relax.tensor<[4], f32>) {
  // expected-error @below {{'relax.defer' op result 0: expected !relax.tensor<[4], f32>, got !relax.tensor<[3], f32>}}
  %b = relax.defer @rows(%y) batched : (!relax.tensor<[4], f32>) -> !relax.tensor<[3], f32>
  relax.return
}

// -----

relax.func private @rows(%x: !relax.tensor<[k, 4], f32>) -> !relax.tensor<[k, 4], f32> {
  relax.return %x : !relax.tensor<[k, 4], f32>
}
relax.func @main(%y: !relax.tensor<[4], f32>) {
  // expected-error @below {{'relax.defer' op has 2 operands and 1 results, but '@rows' has 1 and 1}}
  %c = relax.defer @rows(%y, %y) batched : (!relax.tensor<[4], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[4], f32>
  relax.return
}

// -----

relax.func @main(%y: !relax.tensor<[4], f32>) {
  // expected-error @below {{'@none' is no relax.func of the module}}
  %d = relax.defer @none(%y) : (!relax.tensor<[4], f32>) -> !relax.tensor<[4], f32>
  relax.return
}

// -----

relax.func private @ghost(%x: !relax.tensor<[k, 4], f32>) -> !relax.tensor<[k, 4], f32> {
  relax.return %x : !relax.tensor<[k, 4], f32>
}
relax.func @main(%x: !relax.tensor<[4], f32>) {
  // expected-error @below {{'relax.defer' op 'ghosts': expected 1 to 15, got 16}}
  %a = relax.defer @ghost(%x) batched ghosts 16 : (!relax.tensor<[4], f32>) -> !relax.tensor<[4], f32>
  relax.return
}

// Rows of several calls.
// -----

relax.func private @ghost(%x: !relax.tensor<[k, 4], f32>) -> !relax.tensor<[k, 4], f32> {
  relax.return %x : !relax.tensor<[k, 4], f32>
}
relax.func @main(%x: !relax.tensor<[4], f32>) {
  // expected-error @below {{'relax.defer' op 'phase': expected 1 to 7, got 8}}
  %a = relax.defer @ghost(%x) batched phase 8 : (!relax.tensor<[4], f32>) -> !relax.tensor<[4], f32>
  relax.return
}

// Rows of several calls.
// -----

relax.func private @rows(%x: !relax.tensor<[k, 4], f32>, %l: !relax.tensor<[b], i64>, %s: !relax.tensor<[b + 1], i64>) -> !relax.tensor<[k, 4], f32> {
  relax.return %x : !relax.tensor<[k, 4], f32>
}
relax.func @main(%x: !relax.tensor<[3, 4], f32>) {
  // expected-error @below {{'relax.defer' op 'ragged': expected 'batched', too}}
  %a = relax.defer @rows(%x) ragged [3] : (!relax.tensor<[3, 4], f32>) -> !relax.tensor<[3, 4], f32>
  relax.return
}

// -----

relax.func private @plain(%x: !relax.tensor<[4], f32>) -> !relax.tensor<[4], f32> {
  relax.return %x : !relax.tensor<[4], f32>
}
relax.func @main(%x: !relax.tensor<[4], f32>) {
  // expected-error @below {{'relax.defer' op 'rows': expected 'ragged', too}}
  %a = relax.defer @plain(%x) batched {rows = [#sym.expr<4>]} : (!relax.tensor<[4], f32>) -> !relax.tensor<[4], f32>
  relax.return
}

// -----

relax.func private @rows(%x: !relax.tensor<[k, 4], f32>, %l: !relax.tensor<[b], i64>, %s: !relax.tensor<[b + 1], i64>) -> !relax.tensor<[k, 4], f32> {
  relax.return %x : !relax.tensor<[k, 4], f32>
}
relax.func @main(%x: !relax.tensor<[3, 4], f32>) {
  // expected-error @below {{'relax.defer' op 'ragged': expected expressions, got '?'}}
  %a = relax.defer @rows(%x) batched ragged [?] : (!relax.tensor<[3, 4], f32>) -> !relax.tensor<[3, 4], f32>
  relax.return
}

// -----

relax.func private @rows(%x: !relax.tensor<[k, 4], f32>, %l: !relax.tensor<[b], i64>, %s: !relax.tensor<[b + 1], i64>) -> !relax.tensor<[k, 4], f32> {
  relax.return %x : !relax.tensor<[k, 4], f32>
}
relax.func @main(%x: !relax.tensor<[3, 5], f32>) {
  // Behind the rows.
  // expected-error @below {{'relax.defer' op operand 0: expected !relax.tensor<[4], f32>, got !relax.tensor<[5], f32>}}
  %a = relax.defer @rows(%x) batched ragged [3] : (!relax.tensor<[3, 5], f32>) -> !relax.tensor<[3, 4], f32>
  relax.return
}

// -----

relax.func private @ends(%x: !relax.tensor<[k, 4], f32>, %l: !relax.tensor<[b], i64>, %s: !relax.tensor<[b], i64>) -> !relax.tensor<[k, 4], f32> {
  relax.return %x : !relax.tensor<[k, 4], f32>
}
relax.func @main(%x: !relax.tensor<[3, 4], f32>) {
  // expected-error @below {{'@ends' is not for ragged calls: expected the number of calls or their rows, symbols, as the first dimension everywhere, and at last an argument [lanes] of i64 for each extent, one [lanes + 1] for each of the rows, and the sums of the rows, a shape, or none}}
  %a = relax.defer @ends(%x) batched ragged [3] : (!relax.tensor<[3, 4], f32>) -> !relax.tensor<[3, 4], f32>
  relax.return
}

// -----

relax.func private @lanes(%x: !relax.tensor<[b, 4], f32>, %l: !relax.tensor<[b], i64>, %s: !relax.tensor<[b + 1], i64>) -> !relax.tensor<[b, 4], f32> {
  relax.return %x : !relax.tensor<[b, 4], f32>
}
relax.func @main(%x: !relax.tensor<[4], f32>) {
  // expected-error @below {{'@lanes' is not for ragged calls}}
  %a = relax.defer @lanes(%x) batched ragged [3] : (!relax.tensor<[4], f32>) -> !relax.tensor<[4], f32>
  relax.return
}

// -----

relax.func private @none(%l: !relax.tensor<[b], i64>) {
  relax.return
}
relax.func @main() {
  // expected-error @below {{'@none' is not for ragged calls}}
  relax.defer @none() batched ragged [3] : () -> ()
  relax.return
}

// As many rows as the call says.
// -----

relax.func private @many(%x: !relax.tensor<[rows, 4], f32>, %l: !relax.tensor<[b], i64>, %m: !relax.tensor<[b], i64>, %s: !relax.tensor<[b + 1], i64>) -> !relax.tensor<[rows, 4], f32> {
  relax.return %x : !relax.tensor<[rows, 4], f32>
}
relax.func @main(%x: !relax.tensor<[n, m, 4], f32>) {
  // expected-error @below {{'@many' is not for ragged calls}}
  %a = relax.defer @many(%x) batched ragged [n, m] rows [n] : (!relax.tensor<[n, m, 4], f32>) -> !relax.tensor<[n, m, 4], f32>
  relax.return
}

// Sums of all rows, in the order in which values have them.
// -----

relax.func private @sums(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[3 * m], f32>, %l: !relax.tensor<[b], i64>, %m: !relax.tensor<[b], i64>, %s: !relax.tensor<[b + 1], i64>, %t: !relax.tensor<[b + 1], i64>, %sums: !relax.shape<[m, n]>) -> !relax.tensor<[n], f32> {
  relax.return %x : !relax.tensor<[n], f32>
}
relax.func @main(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[3, m], f32>) {
  // expected-error @below {{'@sums' is not for ragged calls}}
  %a = relax.defer @sums(%x, %y) batched ragged [n, m] : (!relax.tensor<[n], f32>, !relax.tensor<[3, m], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

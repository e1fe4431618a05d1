// RUN: split-file %s %t
// RUN: relax-opt %t/depends.mlir --split-input-file "--relax-generalize-shapes=dims=x[0]=n" --verify-diagnostics
// RUN: relax-opt %t/arguments.mlir --split-input-file "--relax-generalize-shapes=dims=x[0]=n" --verify-diagnostics
// RUN: relax-opt %t/second.mlir --split-input-file "--relax-generalize-shapes=dims=x[0]=n,x[1]=k" --verify-diagnostics
// RUN: not relax-opt %t/option.mlir --relax-generalize-shapes=dims=x 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not relax-opt %t/option.mlir "--relax-generalize-shapes=dims=x[0]=3" 2>&1 | FileCheck %s --check-prefix=LITERAL
// RUN: not relax-opt %t/option.mlir "--relax-generalize-shapes=dims=y[0]=n,x[1]=n" 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: not relax-opt %t/option.mlir "--relax-generalize-shapes=dims=y[0]=2*n" 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not relax-opt %t/option.mlir "--relax-generalize-shapes=dims=y[0]=k" 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not relax-opt %t/option.mlir "--relax-generalize-shapes=function=g dims=y[0]=n" 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: not relax-opt %t/option.mlir "--relax-generalize-shapes=dims=y[0]=n facts=n" 2>&1 | FileCheck %s --check-prefix=FACTS
// RUN: not relax-opt %t/two.mlir "--relax-generalize-shapes=dims=y[0]=n" 2>&1 | FileCheck %s --check-prefix=TWO

// TEXT: error: option 'dims': expected argument[dimension]=extent with a symbol, got 'x'
// LITERAL: error: option 'dims': expected argument[dimension]=extent with a symbol, got 'x[0]=3'
// DIFFER: error: 'relax.func' op option 'dims': 'n' is 2 where it replaces 6
// ALONE: error: 'relax.func' op option 'dims': some symbol of '2 * n' replaces no extent by itself
// TAKEN: error: 'relax.func' op option 'dims': expected a new symbol, but the function has 'k' already
// FUNCTION: error: option 'function': '@g' is no relax.func of the module with a body
// FACTS: error: option 'facts': expected facts, got 'n':
// TWO: error: option 'function': expected a name, because the module has 2 public functions

//--- option.mlir
relax.func @f(%x: !relax.tensor<[4, 6], f32>, %y: !relax.tensor<[2, k], f32>) {
  relax.return
}
//--- two.mlir
relax.func @f(%y: !relax.tensor<[2], f32>) {
  relax.return
}
relax.func @g(%y: !relax.tensor<[2], f32>) {
  relax.return
}
//--- arguments.mlir
// expected-error@+1 {{'relax.func' op option 'dims': no argument is named 'x'}}
relax.func @name(%y: !relax.tensor<[2], f32>) {
  relax.return
}
// -----
// expected-error@+1 {{'relax.func' op option 'dims': 'x' has no static extent at dimension 0}}
relax.func @rank(%x: !relax.tensor<[?, 4], f32>) {
  relax.return
}
//--- depends.mlir
// expected-note@+1 {{dimension 0, which becomes 'n'}}
relax.func @weight(%x: !relax.tensor<[4, 6], f32>) {
  %w = relax.constant dense<1.0> : tensor<4x6xf32>
  // expected-error@+1 {{'relax.add' op depends on the extent 4: operand shapes do not broadcast: [n, 6] and [4, 6] differ in dimension 0 of the result (n and 4); if they are equal, say so with 'relax.match_cast'}}
  %y = relax.add %x, %w : !relax.tensor<[4, 6], f32>
  relax.return
}
// -----
// expected-note@+1 {{dimension 0, which becomes 'n'}}
relax.func @slice(%x: !relax.tensor<[4, 6], f32>) {
  // expected-error@+1 {{'relax.strided_slice' op depends on the extent 4: the slice of dimension 0 ends at 4; if everything is meant, let it end at 9223372036854775807}}
  %y = relax.strided_slice %x axes [0] begins [1] ends [4] steps [1] : (!relax.tensor<[4, 6], f32>) -> !relax.tensor<[3, 6], f32>
  relax.return
}
// -----
// expected-note@+1 {{dimension 0, which becomes 'n'}}
relax.func @ambiguous(%x: !relax.tensor<[1, 12], f32>) {
  // expected-error@+1 {{'relax.reshape' op depends on the extent 1: [n, 12] to [1, 1, 12] may be [1, n, 12] or [n, 1, 12]; say which, in the type of its result}}
  %y = relax.reshape %x : (!relax.tensor<[1, 12], f32>) -> !relax.tensor<[1, 1, 12], f32>
  relax.return
}
// -----
// expected-note@+1 {{dimension 0, which becomes 'n'}}
relax.func @count(%x: !relax.tensor<[4, 5], f32>) {
  // expected-error@+1 {{'relax.reshape' op depends on the extent 4: [n, 5] has not as many elements as [2, 10] in any way}}
  %y = relax.reshape %x : (!relax.tensor<[4, 5], f32>) -> !relax.tensor<[2, 10], f32>
  relax.return
}
// -----
// expected-note@+1 {{dimension 0, which becomes 'n'}}
relax.func @open(%x: !relax.tensor<[4, 6], f32>, %t: !relax.tensor<[2], i64>) {
  // expected-error@+1 {{'relax.reshape' op depends on the extent 4: its result is not known; run 'relax-deduce-shapes' before}}
  %y = relax.reshape %x to %t : (!relax.tensor<[4, 6], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return
}
// -----
// expected-note@+1 {{dimension 0, which becomes 'n'}}
relax.func @check(%x: !relax.tensor<[4, 6], f32>) {
  // expected-error@+1 {{'relax.match_cast' op depends on the extent 4: it checks that its operand has this extent}}
  %y = relax.match_cast %x : !relax.tensor<[4, 6], f32> to !relax.tensor<[4, 6], f32>
  relax.return
}
// -----
// expected-note@+1 {{dimension 0, which becomes 'n'}}
relax.func @broadcast(%x: !relax.tensor<[1], f32>) {
  // expected-error@+1 {{'relax.broadcast_to' op depends on the extent 1: its target says the extents; broadcast by shape_of}}
  %y = relax.broadcast_to %x : (!relax.tensor<[1], f32>) -> !relax.tensor<[3], f32>
  relax.return
}
// -----
relax.func private @four(%x: !relax.tensor<[4], f32>) {
  relax.return
}
// expected-note@+1 {{dimension 0, which becomes 'n'}}
relax.func @call(%x: !relax.tensor<[4], f32>) {
  // expected-error@+1 {{'relax.call' op depends on the extent 4: its callee takes this extent only; generalize the callee before, or put it here with 'relax-inline'}}
  relax.call @four(%x) : (!relax.tensor<[4], f32>) -> ()
  relax.return
}
// -----
tir.func private @kernel(%X: !tir.buffer<[4], f32>, %Y: !tir.buffer<[4], f32>) {
  tir.return
}
// expected-note@+1 {{dimension 0, which becomes 'n'}}
relax.func @program(%x: !relax.tensor<[4], f32>) {
  // expected-error@+1 {{'relax.call_tir' op depends on the extent 4: its loop-level program is of this extent; generalize before 'relax-legalize'}}
  %y = relax.call_tir @kernel(%x) : (!relax.tensor<[4], f32>) -> !relax.tensor<[4], f32>
  relax.return
}
// -----
// expected-note@+1 {{dimension 0, which becomes 'n'}}
relax.func @declared(%x: !relax.tensor<[4], f32>, %y: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.concat' op depends on the extent 4: it would give another shape at this extent}}
  %z = relax.concat %x, %y axis 0 : (!relax.tensor<[4], f32>, !relax.tensor<[?], f32>) -> !relax.tensor<[10], f32>
  relax.return
}
// -----
// expected-note@+1 {{dimension 0, which becomes 'n'}}
relax.func @regions(%x: !relax.tensor<[4], f32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // expected-error@+1 {{'scf.for' op depends on the extent 4: operations with regions are not generalized so far}}
  %y = scf.for %i = %zero to %one step %one iter_args(%a = %x) -> !relax.tensor<[4], f32> {
    scf.yield %a : !relax.tensor<[4], f32>
  }
  relax.return
}
//--- second.mlir
// Of several dimensions the one that the operation cannot take is named.
// expected-note@+1 {{dimension 1, which becomes 'k'}}
relax.func @product(%x: !relax.tensor<[8, 4], f32>, %w: !relax.tensor<[4, 3], f32>) -> !relax.tensor<[8, 3], f32> {
  // expected-error@+1 {{'relax.matmul' op depends on the extent 4: rhs: expected k in dimension 0, which is dimension 1 of lhs, got [4, 3] beside [n, k]}}
  %y = relax.matmul %x, %w : (!relax.tensor<[8, 4], f32>, !relax.tensor<[4, 3], f32>) -> !relax.tensor<[8, 3], f32>
  relax.return %y : !relax.tensor<[8, 3], f32>
}

// -----

// expected-note@+1 {{dimension 0, which becomes 'n'}}
relax.func @sum(%x: !relax.tensor<[8, 4], f32>, %b: !relax.tensor<[8, 1], f32>) -> !relax.tensor<[8, 4], f32> {
  // expected-error@+1 {{'relax.add' op depends on the extent 8: operand shapes do not broadcast}}
  %y = relax.add %x, %b : (!relax.tensor<[8, 4], f32>, !relax.tensor<[8, 1], f32>) -> !relax.tensor<[8, 4], f32>
  relax.return %y : !relax.tensor<[8, 4], f32>
}

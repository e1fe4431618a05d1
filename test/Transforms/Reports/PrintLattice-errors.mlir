// Nothing is refused by the pass; the types that it is about are read here.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expected the name of a symbol}}
relax.func @f(%x: !relax.fn<[min] () -> ()>) { relax.return }
// -----
// expected-error@+1 {{expected a rule that is known: 'first' (the type of the first argument) or 'object'}}
relax.func @f(%x: !relax.fn<* last>) { relax.return }
// -----
// expected-error@+1 {{expected a function type, as in '(i64) -> i64'}}
relax.func @f(%x: !relax.fn<i64>) { relax.return }
// -----
// expected-error@+1 {{symbol 'n' in an argument type is not bound}}
relax.func private @f(%x: !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[n], f32>>) { relax.return }
// -----
// expected-error@+1 {{symbol 'n' in an argument type is not bound}}
relax.func @f(%x: !relax.scalar<n, i64>) { relax.return }
// -----
relax.func private @four(%x: !relax.tensor<[4], f32>) { relax.return }
relax.func @f(%x: !relax.tensor<[8], f32>) {
  // expected-error@+1 {{'relax.call' op operand 0: expected !relax.tensor<[4], f32>, got !relax.tensor<[8], f32>}}
  relax.call @four(%x) : (!relax.tensor<[8], f32>) -> ()
  relax.return
}

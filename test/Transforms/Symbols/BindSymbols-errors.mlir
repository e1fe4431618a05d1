// RUN: split-file %s %t
// RUN: relax-opt %t/fact.mlir "--relax-bind-symbols=symbols=n=12" --verify-diagnostics
// RUN: relax-opt %t/odd.mlir "--relax-bind-symbols=symbols=n=7" --verify-diagnostics
// RUN: relax-opt %t/binder.mlir "--relax-bind-symbols=symbols=k=1" --verify-diagnostics
// RUN: relax-opt %t/overflow.mlir "--relax-bind-symbols=symbols=n=9223372036854775807" --verify-diagnostics
// RUN: not relax-opt %t/fact.mlir "--relax-bind-symbols=symbols=q=1" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not relax-opt %t/fact.mlir "--relax-bind-symbols=symbols=n" 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not relax-opt %t/fact.mlir "--relax-bind-symbols=symbols=n=-1" 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not relax-opt %t/fact.mlir "--relax-bind-symbols=symbols=n=9223372036854775808" 2>&1 | FileCheck %s --check-prefix=LARGE

// UNKNOWN: error: option 'symbols': no public function has a symbol 'q'
// TEXT: error: option 'symbols': expected symbol=extent, where the extent cannot be negative, got 'n'
// NEGATIVE: error: option 'symbols': expected symbol=extent, where the extent cannot be negative, got 'n=-1'
// LARGE: error: option 'symbols': expected symbol=extent, where the extent cannot be negative, got 'n=9223372036854775808': integer value too large
// RUN: not relax-opt %t/overflow.mlir "--relax-bind-symbols=symbols=n=m-1" 2>&1 | FileCheck %s --check-prefix=MINUS
// MINUS: error: option 'symbols': expected symbol=extent, where the extent cannot be negative, got 'n=m-1'
// RUN: relax-opt %t/unbound.mlir "--relax-bind-symbols=symbols=n=4*k" --verify-diagnostics

//--- fact.mlir
// expected-error@+1 {{'relax.func' op does not take these extents: it needs 'n mod 8 == 0'}}
relax.func @main(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> where (1 <= n, n mod 8 == 0) {
  relax.return %x : !relax.tensor<[n], f32>
}
//--- odd.mlir
// expected-note@+2 {{symbol 'k' is bound here}}
// expected-error@+1 {{'relax.func' op does not take these extents: with them '7 == 2 * k' never holds}}
relax.func @main(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[k], f32>) -> !relax.tensor<[n], f32> where (n == 2 * k) {
  relax.return %x : !relax.tensor<[n], f32>
}
//--- binder.mlir
relax.func @main(%x: !relax.tensor<[?], f32>) -> !relax.tensor<[?], f32> {
  // expected-error@+1 {{'relax.match_cast' op binds 'k' when it runs: only symbols of a function's arguments can be given}}
  %a = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k)
  relax.return %a : !relax.tensor<[k], f32>
}
//--- overflow.mlir
// expected-error@+1 {{'relax.func' op does not take these extents: }}
relax.func @main(%x: !relax.tensor<[n, 2 * n], f32>) -> !relax.tensor<[n, 2 * n], f32> {
  relax.return %x : !relax.tensor<[n, 2 * n], f32>
}
//--- unbound.mlir
// expected-error@+1 {{'relax.func' op option 'symbols': the extent of 'n' has the symbol 'k', which no argument has as a bare dimension}}
relax.func @main(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  relax.return %x : !relax.tensor<[n], f32>
}

// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @name(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.call_library' op function: expected 'LIBRARY.FUNCTION', got 'sort'}}
  %y = relax.call_library "sort"(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @parts(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.call_library' op function: expected 'LIBRARY.FUNCTION', got 'relax.'}}
  %y = relax.call_library "relax."(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @symbol(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.call_library' op symbol 'k' in a result type comes from no operand and is not in 'binds (...)'}}
  %y = relax.call_library "mine.unique"(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[k], f32>
  relax.return
}

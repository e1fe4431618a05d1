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

// -----

relax.func @places(%x: !relax.tensor<[n], f32>) {
  %arena = relax.arena bytes 4 * n
  // expected-error@+1 {{'relax.call_library' op places: expected an offset and a number of bytes, or '?' for both, per result}}
  %y = relax.call_library "mine.f"(%x) pure in %arena at [0] bytes [?] : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @places_missing(%x: !relax.tensor<[n], f32>) {
  %arena = relax.arena bytes 4 * n
  // expected-error@+1 {{'relax.call_library' op places: expected an offset and a number of bytes, or '?' for both, per result}}
  %y = relax.call_library "mine.f"(%x) pure in %arena at [] bytes [] : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @argument_symbol(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{symbol 'k' in an attribute is not bound}}
  %y = relax.call_library "mine.f"(%x) pure with {k = #sym.expr<k>} : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

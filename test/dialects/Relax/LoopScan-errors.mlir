// What the loop over rows refuses.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @order(%xs: !relax.tensor<[n], f32>, %a0: !relax.tensor<[], f32>) {
  // expected-error@+1 {{expected 'in' (states come first)}}
  %a = relax.scan (%x: !relax.tensor<[], f32> in %xs, %s: !relax.tensor<[], f32> = %a0) : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[], f32> {
    relax.yield %x : !relax.tensor<[], f32>
  }
  relax.return
}

// -----

relax.func @word(%xs: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{expected 'in' or '='}}
  %a = relax.scan (%x: !relax.tensor<[], f32> of %xs) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
    relax.yield %x : !relax.tensor<[], f32>
  }
  relax.return
}

// -----

relax.func @no_rows(%a0: !relax.tensor<[], f32>) {
  // expected-error@+1 {{'relax.scan' op has no tensor behind 'in' whose rows it runs over; a loop without is 'relax.while'}}
  %a = relax.scan (%s: !relax.tensor<[], f32> = %a0) : (!relax.tensor<[], f32>) -> !relax.tensor<[], f32> {
    relax.yield %s : !relax.tensor<[], f32>
  }
  relax.return
}

// -----

relax.func @arguments(%xs: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.scan' op expected 1 arguments of the region, got 0}}
  "relax.scan"(%xs) <{operandSegmentSizes = array<i32: 0, 1>}> ({ "relax.yield"() : () -> () }) : (!relax.tensor<[n], f32>) -> ()
  relax.return
}

// -----

relax.func @end(%xs: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.scan' op expected 'relax.yield' at the end}}
  %a = relax.scan (%x: !relax.tensor<[], f32> in %xs) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
    %y = relax.relu %x : !relax.tensor<[], f32>
  }
  relax.return
}

// -----

relax.func @results(%xs: !relax.tensor<[n], f32>, %a0: !relax.tensor<[], f32>) {
  // expected-error@+1 {{'relax.scan' op has 1 states, but 0 results}}
  relax.scan (%s: !relax.tensor<[], f32> = %a0, %x: !relax.tensor<[], f32> in %xs) : (!relax.tensor<[], f32>, !relax.tensor<[n], f32>) -> () {
    relax.yield
  }
  relax.return
}

// -----

relax.func @values(%xs: !relax.tensor<[n], f32>) {
  %a = relax.scan (%x: !relax.tensor<[], f32> in %xs) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
    // expected-error@+1 {{'relax.yield' op expected 1 values, the next states and a row of each further result, got 2}}
    relax.yield %x, %x : !relax.tensor<[], f32>, !relax.tensor<[], f32>
  }
  relax.return
}

// -----

relax.func @leading(%xs: !relax.tensor<[?, 4], f32>) {
  // expected-error@+1 {{'relax.scan' op rows 0: expected a known leading extent, got [?, 4]; name it with 'relax.match_cast'}}
  %a = relax.scan (%x: !relax.tensor<[4], f32> in %xs) : (!relax.tensor<[?, 4], f32>) -> !relax.tensor<[?, 4], f32> {
    relax.yield %x : !relax.tensor<[4], f32>
  }
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @lengths(%xs: !relax.tensor<[n], f32>, %ys: !relax.tensor<[m], f32>) {
  // expected-error@+1 {{'relax.scan' op rows 1: expected the leading extent of [n], got [m]; if they are equal, say so with 'relax.match_cast'}}
  %a = relax.scan (%x: !relax.tensor<[], f32> in %xs, %y: !relax.tensor<[], f32> in %ys) : (!relax.tensor<[n], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[n], f32> {
    relax.yield %x : !relax.tensor<[], f32>
  }
  relax.return
}

// -----

relax.func @initial(%xs: !relax.tensor<[n], f32>, %a0: !relax.tensor<[3], f32>) {
  // expected-error@+1 {{'relax.scan' op initial value 0: expected !relax.tensor<[4], f32>, got !relax.tensor<[3], f32>}}
  %a = relax.scan (%s: !relax.tensor<[4], f32> = %a0, %x: !relax.tensor<[], f32> in %xs) : (!relax.tensor<[3], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[4], f32> {
    relax.yield %s : !relax.tensor<[4], f32>
  }
  relax.return
}

// -----

relax.func @row(%xs: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.scan' op argument 0: expected !relax.tensor<[4], f32>, got !relax.tensor<[1, 4], f32>, a row without the leading extent}}
  %a = relax.scan (%x: !relax.tensor<[1, 4], f32> in %xs) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 1, 4], f32> {
    relax.yield %x : !relax.tensor<[1, 4], f32>
  }
  relax.return
}

// -----

relax.func @growing(%xs: !relax.tensor<[n], f32>, %a0: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.scan' op binds 't', but a state has one type in all rounds; a loop whose extents change is 'relax.while'}}
  %a = relax.scan (%s: !relax.tensor<[t], f32> = %a0, %x: !relax.tensor<[], f32> in %xs) : (!relax.tensor<[?], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> {
    relax.yield %s : !relax.tensor<[t], f32>
  }
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @next(%xs: !relax.tensor<[n], f32>, %a0: !relax.tensor<[m], f32>) {
  %a = relax.scan (%s: !relax.tensor<[m], f32> = %a0, %x: !relax.tensor<[], f32> in %xs) : (!relax.tensor<[m], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[m], f32> {
    %t = relax.concat %s, %s axis 0 : (!relax.tensor<[m], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[2 * m], f32>
    // expected-error@+1 {{'relax.yield' op value 0: expected !relax.tensor<[m], f32>, got !relax.tensor<[2 * m], f32>; if they are equal, say so with 'relax.match_cast'}}
    relax.yield %t : !relax.tensor<[2 * m], f32>
  }
  relax.return
}

// -----

relax.func @last(%xs: !relax.tensor<[n], f32>, %a0: !relax.tensor<[4], f32>) {
  // expected-error@+1 {{'relax.scan' op result 0: expected !relax.tensor<[4], f32>, got !relax.tensor<[5], f32>}}
  %a = relax.scan (%s: !relax.tensor<[4], f32> = %a0, %x: !relax.tensor<[], f32> in %xs) : (!relax.tensor<[4], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[5], f32> {
    relax.yield %s : !relax.tensor<[4], f32>
  }
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @collected(%xs: !relax.tensor<[n, 4], f32>) {
  // expected-error@+1 {{'relax.scan' op result 0: expected !relax.tensor<[n, 4], f32>, got !relax.tensor<[4, n], f32>}}
  %a = relax.scan (%x: !relax.tensor<[4], f32> in %xs) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[4, n], f32> {
    relax.yield %x : !relax.tensor<[4], f32>
  }
  relax.return
}

// -----

relax.func @no_row(%xs: !relax.tensor<[n, 4], f32>, %t: !relax.tensor<*, f32>) {
  %a = relax.scan (%x: !relax.tensor<[4], f32> in %xs) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<*, f32> {
    // expected-error@+1 {{'relax.yield' op value 0: expected a tensor of known rank, a row of the result}}
    relax.yield %t : !relax.tensor<*, f32>
  }
  relax.return
}

// -----

relax.func @unranked(%xs: !relax.tensor<*, f32>) {
  // expected-error@+1 {{expected a row of known rank behind 'in', got '!relax.tensor<*, f32>'}}
  %a = relax.scan over 4 (%x: !relax.tensor<*, f32> in %xs) -> !relax.tensor<*, f32> {
    relax.yield %x : !relax.tensor<*, f32>
  }
  relax.return
}

// -----

relax.func @over(%xs: !relax.tensor<[n, 4], f32>) {
  // expected-note@-1 {{prior use here}}
  // expected-error@+1 {{use of value '%xs' expects different type than prior uses: '!relax.tensor<[m, 4], f32>' vs '!relax.tensor<[n, 4], f32>'}}
  %a = relax.scan over m (%x: !relax.tensor<[4], f32> in %xs) -> !relax.tensor<[m, 4], f32> {
    relax.yield %x : !relax.tensor<[4], f32>
  }
  relax.return
}

// -----

relax.func @named(%xs: !relax.tensor<[n], i64>, %t: !relax.tensor<[], !relax.string>) {
  // expected-error@+1 {{'relax.scan' op result 1: expected rows of numbers, got strings; let the loop yield numbers that stand for them, and use 'relax.take' behind it}}
  %a, %b = relax.scan over n (%s: !relax.tensor<[], !relax.string> = %t, %x: !relax.tensor<[], i64> in %xs) -> !relax.tensor<[n], !relax.string> {
    relax.yield %s, %s : !relax.tensor<[], !relax.string>, !relax.tensor<[], !relax.string>
  }
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func private @blocks(%ws: !relax.tensor<[n, 64], !relax.quant<q8_0>>) {
  // expected-error@+1 {{'relax.scan' op result 0: expected rows of numbers, got !relax.tensor<[n, 64], !relax.quant<q8_0>>; use 'relax.cast' to f32 in the loop}}
  %a = relax.scan over n (%w: !relax.tensor<[64], !relax.quant<q8_0>> in %ws) -> !relax.tensor<[n, 64], !relax.quant<q8_0>> {
    relax.yield %w : !relax.tensor<[64], !relax.quant<q8_0>>
  }
  relax.return
}

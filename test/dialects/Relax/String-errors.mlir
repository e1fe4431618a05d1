// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @concat(%a: !relax.tensor<[n], !relax.string>, %x: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.string_concat' op rhs: expected a tensor of strings, got !relax.tensor<[n], i64>}}
  %c = relax.string_concat %a, %x : (!relax.tensor<[n], !relax.string>, !relax.tensor<[n], i64>) -> !relax.tensor<[n], !relax.string>
  relax.return
}

// -----

relax.func @extents(%a: !relax.tensor<[2], !relax.string>, %b: !relax.tensor<[3], !relax.string>) {
  // expected-error@+1 {{'relax.string_concat' op operand shapes do not broadcast: [2] and [3] differ in dimension 0 of the result}}
  %c = relax.string_concat %a, %b : (!relax.tensor<[2], !relax.string>, !relax.tensor<[3], !relax.string>) -> !relax.tensor<[2], !relax.string>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @match(%x: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.regex_full_match' op input: expected a tensor of strings, got !relax.tensor<[n], i64>}}
  %c = relax.regex_full_match %x pattern "a" : (!relax.tensor<[n], i64>) -> !relax.tensor<[n], i1>
  relax.return
}

// -----

relax.func @splits(%a: !relax.tensor<[n], !relax.string>) {
  // expected-error@+1 {{'relax.string_split' op max_splits: expected at least 0, got -1}}
  %p, %c = relax.string_split %a max_splits -1 : (!relax.tensor<[n], !relax.string>) -> (!relax.tensor<[n, ?], !relax.string>, !relax.tensor<[n], i64>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @split_input(%x: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.string_split' op input: expected a tensor of strings, got !relax.tensor<[n], i64>}}
  %p, %c = relax.string_split %x : (!relax.tensor<[n], i64>) -> (!relax.tensor<[n, ?], !relax.string>, !relax.tensor<[n], i64>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @split_parts(%a: !relax.tensor<[n], !relax.string>) {
  // expected-error@+1 {{'relax.string_split' op result 0: expected !relax.tensor<[n, ?], !relax.string>, got !relax.tensor<[n], !relax.string>}}
  %p, %c = relax.string_split %a : (!relax.tensor<[n], !relax.string>) -> (!relax.tensor<[n], !relax.string>, !relax.tensor<[n], i64>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @split_counts(%a: !relax.tensor<[n], !relax.string>) {
  // expected-error@+1 {{'relax.string_split' op result 1: expected !relax.tensor<[n], i64>, got !relax.tensor<[n], i32>}}
  %p, %c = relax.string_split %a : (!relax.tensor<[n], !relax.string>) -> (!relax.tensor<[n, ?], !relax.string>, !relax.tensor<[n], i32>)
  relax.return
}

// -----

relax.func @case(%a: !relax.tensor<[n], !relax.string>) {
  // expected-error@+1 {{'relax.string_normalize' op to: expected "lower", "upper" or "none", got "title"}}
  %p = relax.string_normalize %a to "title" : (!relax.tensor<[n], !relax.string>) -> !relax.tensor<[?], !relax.string>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @line(%a: !relax.tensor<[2, n], !relax.string>) {
  // expected-error@+1 {{'relax.string_normalize' op input: expected [n] or [1, n], got [2, n]}}
  %p = relax.string_normalize %a to "none" : (!relax.tensor<[2, n], !relax.string>) -> !relax.tensor<[1, ?], !relax.string>
  relax.return
}

// -----

relax.func @mode(%x: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.tf_idf' op mode: expected "TF", "IDF" or "TFIDF", got "tf"}}
  %c = relax.tf_idf %x mode "tf" lengths 1 to 1 skip 0 starts [0] columns [0] integers [1] : (!relax.tensor<[n], i64>) -> !relax.tensor<[1], f32>
  relax.return
}

// -----

relax.func @pool(%x: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.tf_idf' op expected 'integers', a pool of the input's elements, and no other}}
  %c = relax.tf_idf %x mode "TF" lengths 1 to 1 skip 0 starts [0] columns [0] texts ["a"] : (!relax.tensor<[n], i64>) -> !relax.tensor<[1], f32>
  relax.return
}

// -----

relax.func @lengths(%x: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.tf_idf' op lengths and skip: expected 1 <= min <= max <= 1, the number of 'starts', and skip >= 0}}
  %c = relax.tf_idf %x mode "TF" lengths 1 to 2 skip 0 starts [0] columns [0] integers [1] : (!relax.tensor<[n], i64>) -> !relax.tensor<[1], f32>
  relax.return
}

// -----

relax.func @starts(%x: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.tf_idf' op starts: expected whole n-grams of each length, and a column for each of them}}
  %c = relax.tf_idf %x mode "TF" lengths 1 to 2 skip 0 starts [0, 1] columns [0, 1] integers [1, 2, 3, 4] : (!relax.tensor<[n], i64>) -> !relax.tensor<[2], f32>
  relax.return
}

// -----

relax.func @columns(%x: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.tf_idf' op columns: expected at least 0, got -1}}
  %c = relax.tf_idf %x mode "TF" lengths 1 to 1 skip 0 starts [0] columns [-1] integers [1] : (!relax.tensor<[n], i64>) -> !relax.tensor<[1], f32>
  relax.return
}

// -----

relax.func @weights(%x: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.tf_idf' op weights: expected 1, one per n-gram, got 2}}
  %c = relax.tf_idf %x mode "TF" lengths 1 to 1 skip 0 starts [0] columns [0] integers [1] weights [1.0, 2.0] : (!relax.tensor<[n], i64>) -> !relax.tensor<[1], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @rank(%x: !relax.tensor<[n, n, n], i64>) {
  // expected-error@+1 {{'relax.tf_idf' op input: expected [n] or [b, n], got [n, n, n]}}
  %c = relax.tf_idf %x mode "TF" lengths 1 to 1 skip 0 starts [0] columns [0] integers [1] : (!relax.tensor<[n, n, n], i64>) -> !relax.tensor<[1], f32>
  relax.return
}

// -----

relax.func @keys(%x: !relax.tensor<[n], i64>, %k: !relax.tensor<[2], i64>, %v: !relax.tensor<[3], f32>, %d: !relax.tensor<[1], f32>) {
  // expected-error@+1 {{'relax.lookup' op keys and values: expected vectors of one extent, got [2] and [3]}}
  %c = relax.lookup %x keys %k values %v default %d : (!relax.tensor<[n], i64>, !relax.tensor<[2], i64>, !relax.tensor<[3], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @key_elements(%x: !relax.tensor<[n], i64>, %k: !relax.tensor<[2], f32>, %v: !relax.tensor<[2], f32>, %d: !relax.tensor<[1], f32>) {
  // expected-error@+1 {{'relax.lookup' op element types differ: 'i64' and 'f32'}}
  %c = relax.lookup %x keys %k values %v default %d : (!relax.tensor<[n], i64>, !relax.tensor<[2], f32>, !relax.tensor<[2], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

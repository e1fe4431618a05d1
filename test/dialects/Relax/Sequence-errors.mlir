// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @none() {
  // expected-error@+1 {{'relax.sequence' op expected at least one operand: use 'relax.sequence_empty'}}
  %s = "relax.sequence"() : () -> !relax.sequence<!relax.tensor<[?], f32>>
  relax.return
}

// -----

relax.func @elements(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.sequence' op element types differ: 'f32' and 'i64'}}
  %s = relax.sequence %x, %y : (!relax.tensor<[n], f32>, !relax.tensor<[n], i64>) -> !relax.sequence<!relax.tensor<[n], f32>>
  relax.return
}

// -----

relax.func @says_more(%t: !relax.sequence<!relax.tensor<[2, 3], f32>>, %z: !relax.tensor<[2, 4], f32>) {
  // expected-error@+1 {{'relax.sequence_insert' op result type: expected !relax.sequence<!relax.tensor<[2, ?], f32>>, got !relax.sequence<!relax.tensor<[3, ?], f32>>}}
  %s = relax.sequence_insert %t, %z : (!relax.sequence<!relax.tensor<[2, 3], f32>>, !relax.tensor<[2, 4], f32>) -> !relax.sequence<!relax.tensor<[3, ?], f32>>
  relax.return
}

// -----

relax.func @insert(%s: !relax.sequence<!relax.tensor<[?], f32>>, %y: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.sequence_insert' op element types differ: 'f32' and 'i64'}}
  %t = relax.sequence_insert %s, %y : (!relax.sequence<!relax.tensor<[?], f32>>, !relax.tensor<[n], i64>) -> !relax.sequence<!relax.tensor<[?], f32>>
  relax.return
}

// -----

relax.func @position(%s: !relax.sequence<!relax.tensor<[?], f32>>, %i: !relax.tensor<[2], i64>) {
  // expected-error@+1 {{'relax.sequence_at' op position: expected one integer, got !relax.tensor<[2], i64>}}
  %t = relax.sequence_at %s at %i : (!relax.sequence<!relax.tensor<[?], f32>>, !relax.tensor<[2], i64>) -> !relax.tensor<[?], f32>
  relax.return
}

// -----

relax.func @float(%s: !relax.sequence<!relax.tensor<[?], f32>>, %i: !relax.tensor<[], f32>) {
  // expected-error@+1 {{'relax.sequence_erase' op position: expected one integer, got !relax.tensor<[], f32>}}
  %t = relax.sequence_erase %s at %i : (!relax.sequence<!relax.tensor<[?], f32>>, !relax.tensor<[], f32>) -> !relax.sequence<!relax.tensor<[?], f32>>
  relax.return
}

// -----

relax.func @axis(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.split_to_sequence' op axis 1 is out of range for rank 1}}
  %s = relax.split_to_sequence %x axis 1 : (!relax.tensor<[n], f32>) -> !relax.sequence<!relax.tensor<[1], f32>>
  relax.return
}

// -----

relax.func @squeeze(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[], i64>) {
  // expected-error@+1 {{'relax.split_to_sequence' op 'sizes' and 'squeeze' exclude each other: only parts of extent 1 can lose the axis}}
  %s = relax.split_to_sequence %x axis 0 sizes %i squeeze : (!relax.tensor<[n], f32>, !relax.tensor<[], i64>) -> !relax.sequence<!relax.tensor<[], f32>>
  relax.return
}

// -----

relax.func @sizes(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[1, 1], i64>) {
  // expected-error@+1 {{'relax.split_to_sequence' op sizes: expected an integer or a vector of them, got !relax.tensor<[1, 1], i64>}}
  %s = relax.split_to_sequence %x axis 0 sizes %i : (!relax.tensor<[n], f32>, !relax.tensor<[1, 1], i64>) -> !relax.sequence<!relax.tensor<[?], f32>>
  relax.return
}

// -----

relax.func @stack(%s: !relax.sequence<!relax.tensor<[?], f32>>) {
  // expected-error@+1 {{'relax.concat_from_sequence' op axis 2 is out of range for rank 2}}
  %t = relax.concat_from_sequence %s axis 2 stack : (!relax.sequence<!relax.tensor<[?], f32>>) -> !relax.tensor<[?, ?], f32>
  relax.return
}

// -----

relax.func @get(%o: !relax.optional<!relax.tensor<[3], f32>>) {
  // expected-error@+1 {{'relax.optional_get' op result type: expected !relax.tensor<[3], f32>, got !relax.tensor<[4], f32>}}
  %t = relax.optional_get %o : (!relax.optional<!relax.tensor<[3], f32>>) -> !relax.tensor<[4], f32>
  relax.return
}

// RUN: relax-opt %s --relax-to-vm --split-input-file --verify-diagnostics

// expected-error@+1 {{'input 's'' cannot be lowered to 'vm': arguments are tensors, sequences, optionals and data; those of a private function shapes, functions and references, too}}
relax.func @argument(%s: !relax.shape<[n]>) {
  relax.return
}

// -----

// expected-error@+1 {{'relax.func' op cannot be lowered to 'vm': symbol 'k' of 'symbols (...)' has no value: no argument has it as a bare dimension}}
relax.func @clause(%x: !relax.tensor<[2 * k], f32>) symbols (k) {
  relax.return
}

// -----

relax.func @graph(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.relu' op cannot be lowered to 'vm': run 'relax-legalize' before 'relax-to-vm', or use 'relax-run --mode=reference'}}
  %0 = relax.relu %x : !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @unknown(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.reshape' op has a result of unknown shape: compiled mode needs every dimension; name it with 'relax.match_cast ... binds (k)'}}
  %0 = relax.reshape %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  relax.return
}

// -----

relax.func @no_rank(%x: !relax.tensor<*, f32>) {
  // expected-error@+1 {{'relax.match_cast' op has a result of unknown shape}}
  %0 = relax.match_cast %x : !relax.tensor<*, f32> to !relax.tensor<*, f32>
  relax.return
}

// -----

tir.func @k(%X: !tir.buffer<[2 * m], f32>, %Y: !tir.buffer<[2 * m], f32>) symbols (m) {
  tir.return
}
relax.func @symbol(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.call_tir' op gives no value to symbol 'm' of its callee: add 'symbols (m = ...)'}}
  %0 = relax.call_tir @k(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.weight @a : !relax.tensor<[4], f32> prepared by @prepare
// expected-error@+1 {{'relax.weight' op no result of '@prepare' is it: expected one with {relax.prepares = @b}}}
relax.weight @b : !relax.tensor<[4], f32> prepared by @prepare
relax.func private @prepare() -> (!relax.tensor<[4], f32> {relax.prepares = @a}) {
  %c = relax.constant dense<1.0> : tensor<4xf32>
  relax.return %c : !relax.tensor<[4], f32>
}

// -----

relax.weight @a : !relax.tensor<[4], f32> prepared by @first
// expected-error@+1 {{'relax.weight' op is prepared by '@second', others by '@first': one function runs at load; run 'relax-prepare-weights', which makes them one}}
relax.weight @b : !relax.tensor<[4], f32> prepared by @second
relax.func private @first() -> (!relax.tensor<[4], f32> {relax.prepares = @a}) {
  %c = relax.constant dense<1.0> : tensor<4xf32>
  relax.return %c : !relax.tensor<[4], f32>
}
relax.func private @second() -> (!relax.tensor<[4], f32> {relax.prepares = @b}) {
  %c = relax.constant dense<1.0> : tensor<4xf32>
  relax.return %c : !relax.tensor<[4], f32>
}

// -----

// Private functions check nothing.
relax.func private @g(%x: !relax.tensor<[n, n], f32>) {
  relax.return
}
relax.func @f(%x: !relax.tensor<[n, m], f32>) {
  // expected-error@+1 {{'relax.call' op operand 0 fits only if a check before the call says so: run 'relax-deduce-shapes', which writes it}}
  relax.call @g(%x) : (!relax.tensor<[n, m], f32>) -> ()
  relax.return
}

// -----

// expected-error@+1 {{'relax.func' op cannot be lowered to 'vm': symbol 'k' of 'symbols (...)' has no value: no argument has it as a bare dimension; run 'relax-pass-symbols'}}
relax.func private @passed(%x: !relax.tensor<[2 * k], f32>) symbols (k) {
  relax.return
}

// -----

relax.func @shape_leaves(%x: !relax.tensor<[n], f32>) -> !relax.shape<[n]> {
  // expected-error@+1 {{'relax.shape_of' op is used by 'relax.return': compiled mode gives shapes to functions only; make a tensor of it by 'relax.shape_to_tensor'}}
  %s = relax.shape_of %x : !relax.tensor<[n], f32> -> !relax.shape<[n]>
  relax.return %s : !relax.shape<[n]>
}

// -----

relax.func @unknown_extents(%x: !relax.tensor<[?], f32>) {
  %s = relax.shape_of %x : !relax.tensor<[?], f32> -> !relax.shape<[?]>
  // expected-error@+1 {{'relax.shape_to_tensor' op has an operand of unknown shape: compiled mode needs every dimension; name it with 'relax.match_cast ... binds (k)'}}
  %t = relax.shape_to_tensor %s : !relax.shape<[?]> -> !relax.tensor<[1], i64>
  relax.return
}

// -----

relax.func @unknown_product(%x: !relax.tensor<[?, 3], f32>) {
  // expected-error@+1 {{'relax.einsum' op cannot be lowered to 'vm': run 'relax-decompose' and 'relax-legalize' before 'relax-to-vm', or use 'relax-run --mode=reference'; extents of an operand are unknown, which these need: name them with 'relax.match_cast ... binds (k)'}}
  %y = relax.einsum %x equation "ij->j" : (!relax.tensor<[?, 3], f32>) -> !relax.tensor<[3], f32>
  relax.return
}

// -----

// expected-error@+1 {{'relax.func' op cannot be lowered to 'vm': something is computed with symbol 'k' of 'any (...)', for which nothing passes a value}}
relax.func private @computes(%x: !relax.sequence<!relax.tensor<[k], f32>>) any (k) {
  %s = relax.shape : !relax.shape<[k]>
  relax.return
}

// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @integers(%x: !relax.tensor<[b, 1, s, 4], i32>) {
  // expected-error @+1 {{'relax.attention' op query: expected float elements, got 'i32'}}
  %y = relax.attention %x, %x, %x : (!relax.tensor<[b, 1, s, 4], i32>, !relax.tensor<[b, 1, s, 4], i32>, !relax.tensor<[b, 1, s, 4], i32>) -> !relax.tensor<[b, 1, s, 4], i32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 's' is bound here}}
relax.func @rank(%x: !relax.tensor<[s, 4], f32>) {
  // expected-error @+1 {{'relax.attention' op query: expected rank 3 or 4, got [s, 4]}}
  %y = relax.attention %x, %x, %x : (!relax.tensor<[s, 4], f32>, !relax.tensor<[s, 4], f32>, !relax.tensor<[s, 4], f32>) -> !relax.tensor<[s, 4], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @packed(%x: !relax.tensor<[b, s, 4], f32>) {
  // expected-error @+1 {{'relax.attention' op query: expected 'heads' of at least 1 with packed heads, got [b, s, 4]}}
  %y = relax.attention %x, %x, %x heads 0, 1 : (!relax.tensor<[b, s, 4], f32>, !relax.tensor<[b, s, 4], f32>, !relax.tensor<[b, s, 4], f32>) -> !relax.tensor<[b, s, 4], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @sizes(%x: !relax.tensor<[b, 1, s, 4], f32>, %k: !relax.tensor<[b, 1, t, 5], f32>) {
  // expected-error @+1 {{'relax.attention' op key: expected [b, 1, t, 4], got [b, 1, t, 5]}}
  %y = relax.attention %x, %k, %k : (!relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, 1, t, 5], f32>, !relax.tensor<[b, 1, t, 5], f32>) -> !relax.tensor<[b, 1, s, 5], f32>
  relax.return
}

// -----

relax.func @lengths(%x: !relax.tensor<[b, 1, s, 4], f32>, %l: !relax.tensor<[b], i64>) {
  // expected-error @+1 {{'relax.attention' op expected past keys with past values, and no lengths beside them}}
  %y = relax.attention %x, %x, %x past %x, %x lengths %l : (!relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b], i64>) -> !relax.tensor<[b, 1, s, 4], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @past(%x: !relax.tensor<[b, 1, s, 4], f32>, %p: !relax.tensor<[b, s, 4], f32>) {
  // expected-error @+1 {{'relax.attention' op past keys: expected rank 4, got [b, s, 4]}}
  %y = relax.attention %x, %x, %x past %p, %p : (!relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, s, 4], f32>, !relax.tensor<[b, s, 4], f32>) -> !relax.tensor<[b, 1, s, 4], f32>
  relax.return
}

// -----

relax.func @mask(%x: !relax.tensor<[b, 1, 3, 4], f32>, %m: !relax.tensor<[2, 3], i1>) {
  // expected-error @+1 {{'relax.attention' op mask: expected a shape that broadcasts to the scores, got [2, 3]}}
  %y = relax.attention %x, %x, %x mask %m : (!relax.tensor<[b, 1, 3, 4], f32>, !relax.tensor<[b, 1, 3, 4], f32>, !relax.tensor<[b, 1, 3, 4], f32>, !relax.tensor<[2, 3], i1>) -> !relax.tensor<[b, 1, 3, 4], f32>
  relax.return
}

// -----

relax.func @results(%x: !relax.tensor<[b, 1, 3, 4], f32>) {
  // expected-error @+1 {{'relax.attention' op expected 1 to 4 results, got 0}}
  "relax.attention"(%x, %x, %x) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0>}> : (!relax.tensor<[b, 1, 3, 4], f32>, !relax.tensor<[b, 1, 3, 4], f32>, !relax.tensor<[b, 1, 3, 4], f32>) -> ()
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @scores(%x: !relax.tensor<[b, s, t], f32>) {
  // expected-error @+1 {{'relax.attention_mask' op input: expected rank 4 and float elements, got [b, s, t]}}
  %y = relax.attention_mask %x offset 0 causal : (!relax.tensor<[b, s, t], f32>) -> !relax.tensor<[b, s, t], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @rotary(%x: !relax.tensor<[b, s], f32>, %c: !relax.tensor<[b, s, 2], f32>) {
  // expected-error @+1 {{'relax.rotary_embedding' op input: expected rank 3 or 4 and float elements, got [b, s]}}
  %y = relax.rotary_embedding %x, %c, %c heads 1 rotated 0 : (!relax.tensor<[b, s], f32>, !relax.tensor<[b, s, 2], f32>, !relax.tensor<[b, s, 2], f32>) -> !relax.tensor<[b, s], f32>
  relax.return
}

// -----

relax.func @odd(%x: !relax.tensor<[b, 1, s, 4], f32>, %c: !relax.tensor<[b, s, 2], f32>) {
  // expected-error @+1 {{'relax.rotary_embedding' op rotated: expected an even number, got 3}}
  %y = relax.rotary_embedding %x, %c, %c heads 0 rotated 3 : (!relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, s, 2], f32>, !relax.tensor<[b, s, 2], f32>) -> !relax.tensor<[b, 1, s, 4], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 's' is bound here}}
relax.func @table(%x: !relax.tensor<[b, 1, s, 4], f32>, %c: !relax.tensor<[s, 2], f32>) {
  // expected-error @+1 {{'relax.rotary_embedding' op cosine: expected rank 3, got [s, 2]}}
  %y = relax.rotary_embedding %x, %c, %c heads 0 rotated 0 : (!relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[s, 2], f32>, !relax.tensor<[s, 2], f32>) -> !relax.tensor<[b, 1, s, 4], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 't' is bound here}}
relax.func @sine(%x: !relax.tensor<[b, 1, s, 4], f32>, %c: !relax.tensor<[t, 2], f32>, %d: !relax.tensor<[t], f32>, %p: !relax.tensor<[b, s], i64>) {
  // expected-error @+1 {{'relax.rotary_embedding' op sine: expected rank 2, got [t]}}
  %y = relax.rotary_embedding %x, %c, %d at %p heads 0 rotated 0 : (!relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[t, 2], f32>, !relax.tensor<[t], f32>, !relax.tensor<[b, s], i64>) -> !relax.tensor<[b, 1, s, 4], f32>
  relax.return
}

// -----

relax.func @elements(%x: !relax.tensor<[b, 1, s, t], f32>, %m: !relax.tensor<[s, t], f64>) {
  // expected-error @+1 {{'relax.attention_mask' op mask: expected i1 elements or those of the scores, got 'f64'}}
  %y = relax.attention_mask %x mask %m offset 0 : (!relax.tensor<[b, 1, s, t], f32>, !relax.tensor<[s, t], f64>) -> !relax.tensor<[b, 1, s, t], f32>
  relax.return
}

// -----

relax.func @offset(%x: !relax.tensor<[b, 1, s, 4], f32>) {
  // expected-error @+1 {{'relax.attention' op expected no 'offset' beside past keys or lengths, which say it}}
  %y:3 = relax.attention %x, %x, %x past %x, %x offset s : (!relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, 1, s, 4], f32>) -> (!relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, 1, 2 * s, 4], f32>, !relax.tensor<[b, 1, 2 * s, 4], f32>)
  relax.return
}

// -----

relax.func @unknown(%x: !relax.tensor<[b, 1, s, 4], f32>) {
  // expected-error @+1 {{'relax.attention' op offset: expected an expression, got '?'}}
  %y = relax.attention %x, %x, %x offset ? causal : (!relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, 1, s, 4], f32>, !relax.tensor<[b, 1, s, 4], f32>) -> !relax.tensor<[b, 1, s, 4], f32>
  relax.return
}

// -----

relax.func @linear_heads(%x: !relax.tensor<[b, t, 8], f32>) {
  // expected-error @+1 {{'relax.linear_attention' op heads: expected at least 1, those of the query a multiple of the others, got 3, 2}}
  %y:2 = relax.linear_attention %x, %x, %x heads 3, 2 : (!relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 8], f32>) -> (!relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, 2, 4, 4], f32>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @linear_elements(%x: !relax.tensor<[b, t, 8], i32>) {
  // expected-error @+1 {{'relax.linear_attention' op query: expected float elements, got [b, t, 8]}}
  %y:2 = relax.linear_attention %x, %x, %x heads 2, 2 : (!relax.tensor<[b, t, 8], i32>, !relax.tensor<[b, t, 8], i32>, !relax.tensor<[b, t, 8], i32>) -> (!relax.tensor<[b, t, 8], i32>, !relax.tensor<[b, 2, 4, 4], i32>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @linear_state_elements(%x: !relax.tensor<[b, t, 8], f32>, %s: !relax.tensor<[b, 2, 4, 4], i32>) {
  // expected-error @+1 {{'relax.linear_attention' op state: expected float elements, got [b, 2, 4, 4]}}
  %y:2 = relax.linear_attention %x, %x, %x state %s heads 2, 2 : (!relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, 2, 4, 4], i32>) -> (!relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, 2, 4, 4], i32>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @linear_query(%x: !relax.tensor<[b, t, 7], f32>) {
  // expected-error @+1 {{'relax.linear_attention' op query: expected [batch, steps, query heads * key size], got [b, t, 7]}}
  %y:2 = relax.linear_attention %x, %x, %x heads 2, 2 : (!relax.tensor<[b, t, 7], f32>, !relax.tensor<[b, t, 7], f32>, !relax.tensor<[b, t, 7], f32>) -> (!relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, 2, 4, 4], f32>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @linear_key(%x: !relax.tensor<[b, t, 8], f32>, %k: !relax.tensor<[b, t, 7], f32>) {
  // expected-error @+1 {{'relax.linear_attention' op key: expected [batch, steps, heads * key size], got [b, t, 7]}}
  %y:2 = relax.linear_attention %x, %k, %x heads 2, 2 : (!relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 7], f32>, !relax.tensor<[b, t, 8], f32>) -> (!relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, 2, 4, 4], f32>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @linear_value(%x: !relax.tensor<[b, t, 8], f32>, %k: !relax.tensor<[b, t, 7], f32>) {
  // expected-error @+1 {{'relax.linear_attention' op value: expected [batch, steps, heads * value size], got [b, t, 7]}}
  %y:2 = relax.linear_attention %x, %x, %k heads 2, 2 : (!relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 7], f32>) -> (!relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, 2, 4, 4], f32>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @linear_state(%x: !relax.tensor<[b, t, 8], f32>, %s: !relax.tensor<[b, 2, 4, 3], f32>) {
  // expected-error @+1 {{'relax.linear_attention' op state: expected [batch, heads, key size, value size], got [b, 2, 4, 3]}}
  %y:2 = relax.linear_attention %x, %x, %x state %s heads 2, 2 : (!relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, 2, 4, 3], f32>) -> (!relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, 2, 4, 4], f32>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @linear_decay(%x: !relax.tensor<[b, t, 8], f32>, %g: !relax.tensor<[b, t, 3], f32>) {
  // expected-error @+1 {{'relax.linear_attention' op decay: expected [batch, steps, heads] or those of the key, got [b, t, 3]}}
  %y:2 = relax.linear_attention %x, %x, %x decay %g heads 2, 2 : (!relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 3], f32>) -> (!relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, 2, 4, 4], f32>)
  relax.return
}

// -----

// expected-note@+1 {{symbol 'b' is bound here}}
relax.func @linear_beta(%x: !relax.tensor<[b, t, 8], f32>, %g: !relax.tensor<[b, t, 3], f32>) {
  // expected-error @+1 {{'relax.linear_attention' op beta: expected [batch, steps, heads] or [batch, steps, 1], got [b, t, 3]}}
  %y:2 = relax.linear_attention %x, %x, %x beta %g heads 2, 2 : (!relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 3], f32>) -> (!relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, 2, 4, 4], f32>)
  relax.return
}

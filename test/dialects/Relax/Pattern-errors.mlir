// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'relax.pattern' op result 0 is an argument: every value would match}}
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  relax.pattern_return %x : !relax.tensor<[n], f32>
}
// -----
// expected-error@+1 {{'relax.pattern' op expected at least one result}}
relax.pattern @p(%x: !relax.tensor<[n], f32>) {
  relax.pattern_return
}
// -----
// expected-error@+1 {{'relax.pattern' op has no body}}
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
// -----
// expected-error@+1 {{'relax.pattern' op has no 'target'}}
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> target @t {
  %y = relax.exp %x : !relax.tensor<[n], f32>
  relax.pattern_return %y : !relax.tensor<[n], f32>
}
// -----
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error@+1 {{'relax.emit' op cannot stand in a pattern: expected a pure operation of 'relax' without regions}}
  relax.emit %x as "x" : !relax.tensor<[n], f32>
  %y = relax.exp %x : !relax.tensor<[n], f32>
  relax.pattern_return %y : !relax.tensor<[n], f32>
}
// -----
// The end is an operation of its own.
// expected-error@+1 {{'relax.pattern' op expected 'relax.pattern_return' at the end}}
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.exp %x : !relax.tensor<[n], f32>
}
// -----
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error@+1 {{'relax.exp' op 'once': expected no value}}
  %y = relax.exp %x {once = 1} : !relax.tensor<[n], f32>
  relax.pattern_return %y : !relax.tensor<[n], f32>
}
// -----
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error@+1 {{'relax.exp' op 'with': expected a dictionary}}
  %y = relax.exp %x {with = 1} : !relax.tensor<[n], f32>
  relax.pattern_return %y : !relax.tensor<[n], f32>
}
// -----
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error@+1 {{'relax.exp' op 'with': the operation has no attribute 'axis'}}
  %y = relax.exp %x {with = {axis = "a"}} : !relax.tensor<[n], f32>
  relax.pattern_return %y : !relax.tensor<[n], f32>
}
// -----
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error@+1 {{'with': 'axes': expected a name (a string), an expression (#sym.expr<a>) or a list of expressions}}
  %y = relax.permute_dims %x axes [0] {with = {axes = 1}} : !relax.tensor<[n], f32>
  relax.pattern_return %y : !relax.tensor<[n], f32>
}
// -----
// Types of both sides are checked, as everywhere.
// expected-note@+1 {{symbol 'k' is bound here}}
relax.pattern @p(%x: !relax.tensor<[n, k], f32>, %w: !relax.tensor<[m, n], f32>) -> !relax.tensor<[n, n], f32> {
  // expected-error@+1 {{'relax.matmul' op rhs: expected k in dimension 0, which is dimension 1 of lhs, got [m, n] beside [n, k]; if they are equal, say so with 'relax.match_cast'}}
  %y = relax.matmul %x, %w : (!relax.tensor<[n, k], f32>, !relax.tensor<[m, n], f32>) -> !relax.tensor<[n, n], f32>
  relax.pattern_return %y : !relax.tensor<[n, n], f32>
}
// -----
// expected-error@+1 {{symbol 'q' in a fact is not bound}}
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> where (q <= 2) {
  %y = relax.exp %x : !relax.tensor<[n], f32>
  relax.pattern_return %y : !relax.tensor<[n], f32>
}
// -----
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.exp %x : !relax.tensor<[n], f32>
  // expected-error@+1 {{'relax.pattern_return' op returns 2 values, expected 1}}
  relax.pattern_return %y, %y : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}
// -----
// expected-note@+1 {{symbol 'n' is bound here}}
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[4], f32> {
  %y = relax.exp %x : !relax.tensor<[n], f32>
  // expected-error@+1 {{'relax.pattern_return' op value 0: expected !relax.tensor<[4], f32> as in the pattern, got !relax.tensor<[n], f32>}}
  relax.pattern_return %y : !relax.tensor<[n], f32>
}
// -----
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.exp %x : !relax.tensor<[n], f32>
  // expected-error@+1 {{'relax.match_any' op expected at least 2 alternatives, got 1}}
  %z = relax.match_any "a"(%y) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.pattern_return %z : !relax.tensor<[n], f32>
}
// -----
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error@+1 {{'relax.match_chain' op most: expected 1 to 64, got 65}}
  %z = relax.match_chain "a" %x through ["relax.exp"] most 65 : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.pattern_return %z : !relax.tensor<[n], f32>
}
// -----
relax.func @f(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error@+1 {{'relax.match_any' op expects parent op to be one of 'relax.pattern, relax.rewrite'}}
  %z = relax.match_any "a"(%x, %x) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %z : !relax.tensor<[n], f32>
}
// -----
relax.pattern @negated(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.negative %x : !relax.tensor<[n], f32>
  relax.pattern_return %y : !relax.tensor<[n], f32>
}
// expected-error@+1 {{'relax.rewrite' op '@negate' is no relax.pattern of the module; did you mean '@negated'?}}
relax.rewrite @r : @negate => (%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  relax.pattern_return %x : !relax.tensor<[n], f32>
}
// -----
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.negative %x : !relax.tensor<[n], f32>
  relax.pattern_return %y : !relax.tensor<[n], f32>
}
// expected-note@+2 {{symbol 'm' is bound here}}
// expected-error@+1 {{'relax.rewrite' op argument 0: expected !relax.tensor<[n], f32> as in the pattern, got !relax.tensor<[m], f32>}}
relax.rewrite @r : @p => (%x: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> {
  relax.pattern_return %x : !relax.tensor<[m], f32>
}
// -----
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.negative %x : !relax.tensor<[n], f32>
  relax.pattern_return %y : !relax.tensor<[n], f32>
}
// expected-error@+1 {{'relax.rewrite' op expected 1 arguments and 1 results as the pattern has, got 0 and 1}}
relax.rewrite @r : @p => () -> !relax.tensor<[], f32> {
  %c = relax.constant dense<1.0> : tensor<f32>
  relax.pattern_return %c : !relax.tensor<[], f32>
}
// -----
relax.pattern @p(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.negative %x : !relax.tensor<[n], f32>
  relax.pattern_return %y : !relax.tensor<[n], f32>
}
// expected-error@+1 {{'relax.rewrite' op symbol 'a' is in no 'symbols (...)' of the pattern}}
relax.rewrite @r : @p => (%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> symbols (a) {
  relax.pattern_return %x : !relax.tensor<[n], f32>
}

// Where state has to be copied, and why.
// RUN: relax-opt %s --relax-plan-state --split-input-file --verify-diagnostics

relax.func @kept(%kv: !relax.tensor<[t], f32>, %r: !relax.tensor<[1], f32>) -> !relax.tensor<[t + 1], f32> {
  // expected-remark@+1 {{copies its state: it is an argument that is not 'donated'}}
  %a = relax.append %kv, %r at 0 : (!relax.tensor<[t], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[t + 1], f32>
  relax.return %a : !relax.tensor<[t + 1], f32>
}

// -----

relax.func @later(%kv: !relax.tensor<[t], f32> donated, %r: !relax.tensor<[1], f32>, %p: !relax.tensor<[], i64>) -> (!relax.tensor<[t], f32>, !relax.tensor<[t], f32>) {
  %v = relax.reshape %kv : (!relax.tensor<[t], f32>) -> !relax.tensor<[1, t], f32>
  // expected-remark@+1 {{copies its state: 'relax.negative' still needs it}}
  %a = relax.update_slice %kv, %r from %p at 0 : (!relax.tensor<[t], f32>, !relax.tensor<[1], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[t], f32>
  %n = relax.negative %v : !relax.tensor<[1, t], f32>
  %y = relax.reshape %n : (!relax.tensor<[1, t], f32>) -> !relax.tensor<[t], f32>
  relax.return %a, %y : !relax.tensor<[t], f32>, !relax.tensor<[t], f32>
}

// -----

relax.func @inner(%kv: !relax.tensor<[2, t], f32> donated, %r: !relax.tensor<[2, 1], f32>) -> !relax.tensor<[2, t + 1], f32> {
  // expected-remark@+1 {{copies its state: the rows of each of its first dimensions have others behind them}}
  %a = relax.append %kv, %r at 1 : (!relax.tensor<[2, t], f32>, !relax.tensor<[2, 1], f32>) -> !relax.tensor<[2, t + 1], f32>
  relax.return %a : !relax.tensor<[2, t + 1], f32>
}

// -----

relax.weight @w : !relax.tensor<[2], f32> from "w.bin" at 0
relax.func @constants(%r: !relax.tensor<[1], f32>) -> (!relax.tensor<[3], f32>, !relax.tensor<[3], f32>, !relax.tensor<[3], f32>) {
  %w = relax.get_weight @w : !relax.tensor<[2], f32>
  %c = relax.constant dense<0.0> : tensor<2xf32>
  %t = relax.tuple %c, %r : (!relax.tensor<[2], f32>, !relax.tensor<[1], f32>) -> tuple<!relax.tensor<[2], f32>, !relax.tensor<[1], f32>>
  %n = relax.tuple_get %t at 0 : (tuple<!relax.tensor<[2], f32>, !relax.tensor<[1], f32>>) -> !relax.tensor<[2], f32>
  // expected-remark@+1 {{copies its state: it is a weight}}
  %x = relax.append %w, %r at 0 : (!relax.tensor<[2], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[3], f32>
  // expected-remark@+1 {{copies its state: it is a constant}}
  %y = relax.append %c, %r at 0 : (!relax.tensor<[2], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[3], f32>
  // expected-remark@+1 {{copies its state: 'relax.tuple_get' takes it out of what others may have}}
  %z = relax.append %n, %r at 0 : (!relax.tensor<[2], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[3], f32>
  relax.return %x, %y, %z : !relax.tensor<[3], f32>, !relax.tensor<[3], f32>, !relax.tensor<[3], f32>
}

// -----

relax.func @loop(%kv: !relax.tensor<[s], f32>, %out: !relax.tensor<[n], f32> donated, %r: !relax.tensor<[1], f32>, %q: !relax.tensor<[], i1>) -> !relax.tensor<[?], f32> {
  // expected-remark@+1 {{copies what its first round changes: it is an argument that is not 'donated'}}
  %w = relax.while (%a: !relax.tensor<[t], f32> = %kv) : (!relax.tensor<[s], f32>) -> !relax.tensor<[e], f32> binds (e) {
    // expected-remark@+1 {{copies its state: the round behind the condition needs it}}
    %b = relax.append %a, %r at 0 : (!relax.tensor<[t], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[t + 1], f32>
    relax.condition %q
  } do {
    %b = relax.append %a, %r at 0 : (!relax.tensor<[t], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[t + 1], f32>
    // expected-remark@+1 {{copies its state: every round of a loop needs it}}
    %c = relax.append %out, %r at 0 : (!relax.tensor<[n], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[n + 1], f32>
    relax.yield %b : !relax.tensor<[t + 1], f32>
  }
  relax.return %w : !relax.tensor<[e], f32>
}

// -----

// Read in one branch, written in the next.
relax.func @branches(%kv: !relax.tensor<[t], f32> donated, %r: !relax.tensor<[1], f32>, %q: !relax.tensor<[], i1>) -> (!relax.tensor<[t + 1], f32>, !relax.tensor<[t], f32>) {
  %x = relax.if %q -> !relax.tensor<[t + 1], f32> {
    // expected-remark@+1 {{copies its state: 'relax.negative' still needs it}}
    %a = relax.append %kv, %r at 0 : (!relax.tensor<[t], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[t + 1], f32>
    relax.yield %a : !relax.tensor<[t + 1], f32>
  } else {
    // expected-remark@+1 {{copies its state: 'relax.negative' still needs it}}
    %a = relax.append %kv, %r at 0 : (!relax.tensor<[t], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[t + 1], f32>
    relax.yield %a : !relax.tensor<[t + 1], f32>
  }
  %y = relax.if %q -> !relax.tensor<[t], f32> {
    %n = relax.negative %kv : !relax.tensor<[t], f32>
    relax.yield %n : !relax.tensor<[t], f32>
  } else {
    %n = relax.negative %kv : !relax.tensor<[t], f32>
    relax.yield %n : !relax.tensor<[t], f32>
  }
  relax.return %x, %y : !relax.tensor<[t + 1], f32>, !relax.tensor<[t], f32>
}

// -----

relax.func private @set(%x: !relax.tensor<[t], f32> donated, %y: !relax.tensor<[t], f32>) -> !relax.tensor<[t], f32> in %x
relax.func @caller(%x: !relax.tensor<[t], f32>, %d: !relax.tensor<[t], f32> donated) -> (!relax.tensor<[t], f32>, !relax.tensor<[t], f32> in %d) {
  // expected-remark@+1 {{argument 0 of '@set' is donated, but only shared here: it is an argument that is not 'donated'}}
  %a = relax.call @set(%x, %d) : (!relax.tensor<[t], f32>, !relax.tensor<[t], f32>) -> !relax.tensor<[t], f32>
  %b = relax.call @set(%d, %a) : (!relax.tensor<[t], f32>, !relax.tensor<[t], f32>) -> !relax.tensor<[t], f32>
  relax.return %a, %b : !relax.tensor<[t], f32>, !relax.tensor<[t], f32>
}

// -----

relax.func @elsewhere(%x: !relax.tensor<[t], f32> donated) -> !relax.tensor<[t], f32> in %x {
  %n = relax.negative %x : !relax.tensor<[t], f32>
  // expected-remark@+1 {{result 0 does not lie in argument 0: nothing here makes it out of that in place}}
  relax.return %n : !relax.tensor<[t], f32>
}

// -----

// A state that begins empty is not copied, whoever has it: there is no remark.
relax.func @empty(%r: !relax.tensor<[1], f32>, %q: !relax.tensor<[], i1>) -> !relax.tensor<[?], f32> {
  %none = relax.constant dense<> : tensor<0xf32>
  %w = relax.while (%a: !relax.tensor<[t], f32> = %none) : (!relax.tensor<[0], f32>) -> !relax.tensor<[e], f32> binds (e) {
    relax.condition %q
  } do {
    %b = relax.append %a, %r at 0 : (!relax.tensor<[t], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[t + 1], f32>
    relax.yield %b : !relax.tensor<[t + 1], f32>
  }
  relax.return %w : !relax.tensor<[e], f32>
}

// -----

relax.func @row(%xs: !relax.tensor<[n, 4], f32>, %i: !relax.tensor<[], i64>, %r: !relax.tensor<[1], f32>) -> !relax.tensor<[5], f32> {
  %x = relax.take %xs, %i axis 0 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[4], f32>
  // expected-remark@+1 {{copies its state: it is a row of something else}}
  %a = relax.append %x, %r at 0 : (!relax.tensor<[4], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[5], f32>
  relax.return %a : !relax.tensor<[5], f32>
}

// -----

// A row that is read later is in the way of writing where it lies.
relax.func @state(%kv: !relax.tensor<[n, 4], f32> donated, %i: !relax.tensor<[], i64>, %r: !relax.tensor<[1, 4], f32>) -> (!relax.tensor<[n, 4], f32>, !relax.tensor<[4], f32>) {
  %x = relax.take %kv, %i axis 0 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[4], f32>
  // expected-remark@+1 {{copies its state: 'relax.negative' still needs it}}
  %a = relax.update_slice %kv, %r from %i at 0 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[1, 4], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 4], f32>
  %y = relax.negative %x : !relax.tensor<[4], f32>
  relax.return %a, %y : !relax.tensor<[n, 4], f32>, !relax.tensor<[4], f32>
}

// -----

// A state that begins with zeros: new memory would have to be filled, too, so nothing is said; of other constants it is.
relax.func @begins(%r: !relax.tensor<[1], f32>, %p: !relax.tensor<[], i1>, %i: !relax.tensor<[], i64>) -> (!relax.tensor<[2], f32>, !relax.tensor<[2], f32>) {
  %zeros = relax.constant dense<0.0> : tensor<2xf32>
  %others = relax.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // expected-remark@+1 {{copies what its first round changes: it is a constant}}
  %a, %b = relax.while (%x: !relax.tensor<[2], f32> = %zeros, %y: !relax.tensor<[2], f32> = %others) {
    relax.condition %p
  } do {
    %u = relax.update_slice %x, %r from %i at 0 : (!relax.tensor<[2], f32>, !relax.tensor<[1], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[2], f32>
    %v = relax.update_slice %y, %r from %i at 0 : (!relax.tensor<[2], f32>, !relax.tensor<[1], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[2], f32>
    relax.yield %u, %v : !relax.tensor<[2], f32>, !relax.tensor<[2], f32>
  }
  relax.return %a, %b : !relax.tensor<[2], f32>, !relax.tensor<[2], f32>
}

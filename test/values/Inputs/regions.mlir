// A loop that grows a cache, versions, a branch, calls with facts: for all passes.
relax.func private @scale(%x: !relax.tensor<[k, 3], f32>, %f: !relax.tensor<[], f32>) -> !relax.tensor<[k, 3], f32> where (k <= 64) {
  %y = relax.multiply %x, %f : (!relax.tensor<[k, 3], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[k, 3], f32>
  %z = relax.relu %y : !relax.tensor<[k, 3], f32>
  relax.return %z : !relax.tensor<[k, 3], f32>
}
relax.func @main(%x: !relax.tensor<[n, 3], f32>, %m: !relax.tensor<[m, 3], f32>) -> (!relax.tensor<[?, 3], f32>, !relax.tensor<[n, 3], f32>) {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %three = relax.constant dense<3> : tensor<i64>
  %half = relax.constant dense<0.5> : tensor<f32>
  %row = relax.constant dense<[[1.0, -2.0, 3.0]]> : tensor<1x3xf32>
  %e = relax.exp %x : !relax.tensor<[n, 3], f32>
  %i, %kv = relax.while (%j: !relax.tensor<[], i64> = %zero, %a: !relax.tensor<[t, 3], f32> = %e)
      : (!relax.tensor<[], i64>, !relax.tensor<[n, 3], f32>) -> (!relax.tensor<[], i64>, !relax.tensor<[s, 3], f32>) binds (s) where (n <= t) ensures (n <= s) {
    %p = relax.less %j, %three : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
    relax.condition %p
  } do {
    %next = relax.add %j, %one : !relax.tensor<[], i64>
    %neg = relax.negative %a : !relax.tensor<[t, 3], f32>
    %half_a = relax.multiply %neg, %half : (!relax.tensor<[t, 3], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[t, 3], f32>
    %b = relax.append %half_a, %row at 0 : (!relax.tensor<[t, 3], f32>, !relax.tensor<[1, 3], f32>) -> !relax.tensor<[t + 1, 3], f32>
    relax.yield %next, %b : !relax.tensor<[], i64>, !relax.tensor<[t + 1, 3], f32>
  }
  %v = relax.dispatch (%e, %half) : (!relax.tensor<[n, 3], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 3], f32> {
    when (n == 1) (%a: !relax.tensor<[1, 3], f32>, %h: !relax.tensor<[], f32>) {
      %y = relax.call @scale(%a, %h) : (!relax.tensor<[1, 3], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[1, 3], f32>
      relax.yield %y : !relax.tensor<[1, 3], f32>
    }
    when (n <= 7, n mod 7 == 0) (%a: !relax.tensor<[n, 3], f32>, %h: !relax.tensor<[], f32>) {
      %s = relax.sum %a over [0] keep_dims : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[1, 3], f32>
      %y = relax.subtract %a, %s : (!relax.tensor<[n, 3], f32>, !relax.tensor<[1, 3], f32>) -> !relax.tensor<[n, 3], f32>
      relax.yield %y : !relax.tensor<[n, 3], f32>
    }
    else (%a: !relax.tensor<[n, 3], f32>, %h: !relax.tensor<[], f32>) {
      %y = relax.call @scale(%a, %h) : (!relax.tensor<[n, 3], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 3], f32>
      relax.yield %y : !relax.tensor<[n, 3], f32>
    }
  }
  %q = relax.less %zero, %i : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
  %w = relax.if %q -> !relax.tensor<[c, 3], f32> binds (c) where (c <= s + m) {
    %c = relax.concat %kv, %m axis 0 : (!relax.tensor<[s, 3], f32>, !relax.tensor<[m, 3], f32>) -> !relax.tensor<[m + s, 3], f32>
    %d = relax.tanh %c : !relax.tensor<[m + s, 3], f32>
    relax.yield %d : !relax.tensor<[m + s, 3], f32>
  } else {
    relax.yield %m : !relax.tensor<[m, 3], f32>
  }
  relax.return %w, %v : !relax.tensor<[c, 3], f32>, !relax.tensor<[n, 3], f32>
}

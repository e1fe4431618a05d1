!X = !relax.tensor<[?, ?, ?, ?], f32>
relax.func @main(%x: !relax.tensor<[n, t, 8], f32>, %m: !relax.tensor<[b, 1, 1, t], f32>, %s: !relax.tensor<[4], i64>) -> !X {
  %v = relax.reshape %x to %s : (!relax.tensor<[n, t, 8], f32>, !relax.tensor<[4], i64>) -> !X
  %q = relax.permute_dims %v axes [0, 2, 1, 3] : !X
  %k = relax.permute_dims %v axes [0, 2, 3, 1] : !X
  %a = relax.matmul %q, %k : !X
  %c = relax.add %a, %m : (!X, !relax.tensor<[b, 1, 1, t], f32>) -> !X
  %p = relax.softmax %c over 3 : !X
  %y = relax.matmul %p, %q : !X
  relax.return %y : !X
}

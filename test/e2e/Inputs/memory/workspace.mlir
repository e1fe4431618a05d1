// Three times the same program, which needs four times its result for itself.
tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func private @rows(%X: !tir.buffer<[k, 256], f32>, %Y: !tir.buffer<[k, 256], f32>) {
  %T = tir.alloc "T" workspace : !tir.buffer<[k, 1024], f32>
  tir.compute "wide" (%i, %j) in [k, 1024] {
    %x = tir.load %X[%i, %j floordiv 4] : !tir.buffer<[k, 256], f32>
    tir.store %x, %T[%i, %j] : !tir.buffer<[k, 1024], f32>
  }
  tir.compute "sum" (%i, %j, reduce %l) in [k, 256, 4] {
    %t = tir.load %T[%i, 4 * %j + %l] : !tir.buffer<[k, 1024], f32>
    tir.reduce @add(%t) into (%Y[%i, %j]) : !tir.buffer<[k, 256], f32>
  }
  tir.return
}
relax.func @main(%x: !relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32> where (1 <= n) {
  %a = relax.call_tir @rows(%x) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %b = relax.call_tir @rows(%a) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %c = relax.call_tir @rows(%b) : (!relax.tensor<[n, 256], f32>) -> !relax.tensor<[n, 256], f32>
  %d = relax.add %c, %a : !relax.tensor<[n, 256], f32>
  relax.return %d : !relax.tensor<[n, 256], f32>
}

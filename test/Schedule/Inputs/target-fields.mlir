tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
tir.func @rows(%A: !tir.buffer<[n, 256], f32>, %B: !tir.buffer<[512, 256], f32>, %Y: !tir.buffer<[n, 512], f32>) {
  tir.compute "mm" (%i, %j, reduce %k) in [n, 512, 256] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 256], f32>
    %b = tir.load %B[%j, %k] : !tir.buffer<[512, 256], f32>
    %p = arith.mulf %a, %b : f32
    tir.reduce @add(%p) into (%Y[%i, %j]) : !tir.buffer<[n, 512], f32>
  }
  tir.return
}
tir.func @columns(%A: !tir.buffer<[n, 256], f32>, %B: !tir.buffer<[256, 512], f32>, %Y: !tir.buffer<[n, 512], f32>) {
  tir.compute "mm" (%i, %j, reduce %k) in [n, 512, 256] {
    %a = tir.load %A[%i, %k] : !tir.buffer<[n, 256], f32>
    %b = tir.load %B[%k, %j] : !tir.buffer<[256, 512], f32>
    %p = arith.mulf %a, %b : f32
    tir.reduce @add(%p) into (%Y[%i, %j]) : !tir.buffer<[n, 512], f32>
  }
  tir.return
}

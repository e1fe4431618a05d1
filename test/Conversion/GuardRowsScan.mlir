// Rounds of a scan that are copied with guards stay in order: the ones that are always there are not put behind the others.
// RUN: relax-run %s --compare=reference,compiled --rtol=0 --atol=0 --dims=n=13 --then --dims=n=17 --then --dims=n=1 --then --dims=n=0 --then --dims=n=8

relax.func @main(%v: !relax.tensor<[n], f64>) -> !relax.tensor<[n], f64> {
  %r = relax.call_tir @f(%v) : (!relax.tensor<[n], f64>) -> !relax.tensor<[n], f64>
  relax.return %r : !relax.tensor<[n], f64>
}
tir.func private @f(%V: !tir.buffer<[n], f64>, %T: !tir.buffer<[n], f64>) schedule @s {
  %fill = arith.constant 0.0 : f64
  tir.compute "c" (scan %i) in [n] {
    %v = tir.load %V[%i] : !tir.buffer<[n], f64>
    %q = tir.load %T[%i - 1] pad %fill : !tir.buffer<[n], f64>
    %t = arith.addf %q, %v : f64
    tir.store %t, %T[%i] : !tir.buffer<[n], f64>
  }
  tir.return
}
tir.schedule @s {
  %h = tir.find "c"
  %i = tir.loops %h
  %o, %p = tir.split %i balanced 8
  tir.variants %p 1 to 8
  %u = tir.find "ii"
  tir.unroll %u
}

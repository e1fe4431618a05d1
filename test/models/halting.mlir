// A mixture that stops by a value: rounds add what they give by their halting weight until the weights are 0.9 and more.
!h = !relax.tensor<[n, 6], f32>
!U = !relax.tensor<[6, 6], f32>
!one = !relax.tensor<[], f32>
relax.weight @E : !relax.tensor<[16, 6], f32> from "structures.npz" entry "E"
relax.weight @A : !U from "structures.npz" entry "A"
relax.weight @B : !U from "structures.npz" entry "B"
relax.func @main(%words: !relax.tensor<[n], i64>) -> (!h, !one) where (n >= 1) {
  %E = relax.get_weight @E : !relax.tensor<[16, 6], f32>
  %A = relax.get_weight @A : !U
  %B = relax.get_weight @B : !U
  %x = relax.take %E, %words axis 0 : (!relax.tensor<[16, 6], f32>, !relax.tensor<[n], i64>) -> !h
  %z = relax.constant dense<0.0> : tensor<f32>
  %acc0 = relax.multiply %x, %z : (!h, !one) -> !h
  %limit = relax.constant dense<0.9> : tensor<f32>
  %o = relax.constant dense<1.0> : tensor<f32>
  %y, %acc, %p = relax.while (%s: !h = %x, %a: !h = %acc0, %w: !one = %z) {
    %q = relax.less %w, %limit : (!one, !one) -> !relax.tensor<[], i1>
    relax.condition %q
  } do {
    %u = relax.matmul %s, %A : (!h, !U) -> !h
    %t = relax.tanh %u : !h
    %g = relax.matmul %t, %B : (!h, !U) -> !h
    %m = relax.mean %g over [0, 1] : (!h) -> !one
    %halt = relax.sigmoid %m : !one
    %left = relax.subtract %o, %w : !one
    %f = relax.multiply %halt, %left : !one
    %part = relax.multiply %t, %f : (!h, !one) -> !h
    %b = relax.add %a, %part : !h
    %v = relax.add %w, %f : !one
    relax.yield %t, %b, %v : !h, !h, !one
  }
  relax.return %acc, %p : !h, !one
}

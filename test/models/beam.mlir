// Beam search, four beams, as many steps as are asked for.
!s = !relax.tensor<[4, 6], f32>
!U = !relax.tensor<[6, 6], f32>
!b = !relax.tensor<[4], f32>
!i = !relax.tensor<[4], i64>
!number = !relax.tensor<[], i64>
!out = !relax.adt<@List<!i>>
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.weight @E : !relax.tensor<[16, 6], f32> from "structures.npz" entry "E"
relax.weight @A : !U from "structures.npz" entry "A"
relax.weight @B : !U from "structures.npz" entry "B"
relax.func private @step(%h: !s, %score: !b, %word: !i, %left: !number) -> (!b, !out) {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %more = relax.less %zero, %left : (!number, !number) -> !relax.tensor<[], i1>
  %y, %l = relax.if %more -> (!b, !out) {
    %E = relax.get_weight @E : !relax.tensor<[16, 6], f32>
    %A = relax.get_weight @A : !U
    %B = relax.get_weight @B : !U
    %x = relax.take %E, %word axis 0 : (!relax.tensor<[16, 6], f32>, !i) -> !s
    %xa = relax.matmul %x, %A : (!s, !U) -> !s
    %hb = relax.matmul %h, %B : (!s, !U) -> !s
    %n0 = relax.add %xa, %hb : !s
    %n = relax.tanh %n0 : !s
    %Et = relax.permute_dims %E axes [1, 0] : (!relax.tensor<[16, 6], f32>) -> !relax.tensor<[6, 16], f32>
    %lg = relax.matmul %n, %Et : (!s, !relax.tensor<[6, 16], f32>) -> !relax.tensor<[4, 16], f32>
    %lp = relax.log_softmax %lg over [1] : !relax.tensor<[4, 16], f32>
    %sc = relax.reshape %score : (!b) -> !relax.tensor<[4, 1], f32>
    %all = relax.add %lp, %sc : (!relax.tensor<[4, 16], f32>, !relax.tensor<[4, 1], f32>) -> !relax.tensor<[4, 16], f32>
    %flat = relax.reshape %all : (!relax.tensor<[4, 16], f32>) -> !relax.tensor<[64], f32>
    %k = relax.constant dense<4> : tensor<1xi64>
    %best, %where = relax.top_k %flat, %k axis 0 : (!relax.tensor<[64], f32>, !relax.tensor<[1], i64>) -> (!b, !i)
    %c16 = relax.constant dense<16> : tensor<i64>
    %from = relax.divide %where, %c16 : (!i, !number) -> !i
    %w = relax.mod %where, %c16 : (!i, !number) -> !i
    %nh = relax.take %n, %from axis 0 : (!s, !i) -> !s
    %rest = relax.subtract %left, %one : !number
    %a, %t = relax.call @step(%nh, %best, %w, %rest) : (!s, !b, !i, !number) -> (!b, !out)
    %c = relax.construct @Cons(%w, %t) : (!i, !out) -> !out
    relax.yield %a, %c : !b, !out
  } else {
    %nil = relax.construct @Nil() : () -> !out
    relax.yield %score, %nil : !b, !out
  }
  relax.return %y, %l : !b, !out
}
relax.func @main(%word: !number, %steps: !number) -> (!b, !out) {
  %h = relax.constant dense<0.0> : tensor<4x6xf32>
  %s0 = relax.constant dense<[0.0, -1.0e9, -1.0e9, -1.0e9]> : tensor<4xf32>
  %z = relax.constant dense<0> : tensor<4xi64>
  %w = relax.add %z, %word : (!i, !number) -> !i
  %a, %b = relax.call @step(%h, %s0, %w, %steps) : (!s, !b, !i, !number) -> (!b, !out)
  relax.return %a, %b : !b, !out
}

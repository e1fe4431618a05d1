// An encoder of layers that share their weights, written for one vector: it ends when a score of the state is above a threshold, after
// twelve layers at last. `test/batching/structures.py` writes weights, inputs and what comes out.

!h = !relax.tensor<[6], f32>
!U = !relax.tensor<[6, 6], f32>
!one = !relax.tensor<[], f32>
!words = !relax.tensor<[16, 6], f32>
!number = !relax.tensor<[], i64>
!bool = !relax.tensor<[], i1>

relax.weight @E : !words from "structures.npz" entry "E"
relax.weight @W : !U from "structures.npz" entry "A"
relax.weight @U : !U from "structures.npz" entry "B"
relax.weight @s : !h from "structures.npz" entry "s"

relax.func private @layer(%h: !h, %left: !number) -> !h {
  %W = relax.get_weight @W : !U
  %U = relax.get_weight @U : !U
  %s = relax.get_weight @s : !h
  %a = relax.matmul %W, %h : (!U, !h) -> !h
  %b = relax.tanh %a : !h
  %c = relax.matmul %U, %b : (!U, !h) -> !h
  %d = relax.add %h, %c : !h
  %new = relax.tanh %d : !h
  %score = relax.matmul %s, %new : (!h, !h) -> !one
  %threshold = relax.constant dense<0.5> : tensor<f32>
  %goes = relax.less %score, %threshold : (!one, !one) -> !bool
  %less = relax.constant dense<1> : tensor<i64>
  %zero = relax.constant dense<0> : tensor<i64>
  %rest = relax.subtract %left, %less : !number
  %more = relax.less %zero, %rest : (!number, !number) -> !bool
  %y = relax.if %more -> !h {
    %z = relax.if %goes -> !h {
      %x = relax.call @layer(%new, %rest) : (!h, !number) -> !h
      relax.yield %x : !h
    } else {
      relax.yield %new : !h
    }
    relax.yield %z : !h
  } else {
    relax.yield %new : !h
  }
  relax.return %y : !h
}
relax.func @main(%word: !number) -> !h {
  %E = relax.get_weight @E : !words
  %x = relax.take %E, %word axis 0 : (!words, !number) -> !h
  %most = relax.constant dense<12> : tensor<i64>
  %y = relax.call @layer(%x, %most) : (!h, !number) -> !h
  relax.return %y : !h
}

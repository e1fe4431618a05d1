// An RNN whose every step is an RNN: over the words of a sentence, then over the sentences of a text, which differ in length; written
// for one text. `test/batching/structures.py` writes weights, texts and what comes out.

!h = !relax.tensor<[6], f32>
!U = !relax.tensor<[6, 6], f32>
!words = !relax.tensor<[16, 6], f32>
!number = !relax.tensor<[], i64>
!sentence = !relax.adt<@List<!number>>
!text = !relax.adt<@List<!sentence>>

relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }

relax.weight @E : !words from "structures.npz" entry "E"
relax.weight @W : !U from "structures.npz" entry "A"
relax.weight @U : !U from "structures.npz" entry "B"
relax.weight @V : !U from "structures.npz" entry "C"
relax.weight @T : !U from "structures.npz" entry "D"

relax.func private @inner(%l: !sentence, %h: !h) -> !h {
  %y = relax.match %l : !sentence -> !h {
    case @Nil { relax.yield %h : !h }
    case @Cons(%word: !number, %rest: !sentence) {
      %E = relax.get_weight @E : !words
      %W = relax.get_weight @W : !U
      %U = relax.get_weight @U : !U
      %x = relax.take %E, %word axis 0 : (!words, !number) -> !h
      %wx = relax.matmul %W, %x : (!U, !h) -> !h
      %uh = relax.matmul %U, %h : (!U, !h) -> !h
      %s = relax.add %wx, %uh : !h
      %new = relax.tanh %s : !h
      %z = relax.call @inner(%rest, %new) : (!sentence, !h) -> !h
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}
relax.func private @outer(%l: !text, %h: !h) -> !h {
  %y = relax.match %l : !text -> !h {
    case @Nil { relax.yield %h : !h }
    case @Cons(%sentence: !sentence, %rest: !text) {
      %V = relax.get_weight @V : !U
      %T = relax.get_weight @T : !U
      %zero = relax.constant dense<0.0> : tensor<6xf32>
      %x = relax.call @inner(%sentence, %zero) : (!sentence, !h) -> !h
      %vx = relax.matmul %V, %x : (!U, !h) -> !h
      %th = relax.matmul %T, %h : (!U, !h) -> !h
      %s = relax.add %vx, %th : !h
      %new = relax.tanh %s : !h
      %z = relax.call @outer(%rest, %new) : (!text, !h) -> !h
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}
relax.func @main(%l: !text) -> !h {
  %zero = relax.constant dense<0.0> : tensor<6xf32>
  %y = relax.call @outer(%l, %zero) : (!text, !h) -> !h
  relax.return %y : !h
}

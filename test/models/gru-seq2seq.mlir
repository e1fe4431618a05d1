// GRU sequence to sequence, written for one sentence: an encoder over its words, a decoder that is given the right word each time
// (teacher forced) over the reversed sentence, first word 0; a loss over all words at every step. Structure as in the peers of
// ../shared/peers/dynamic-structure; `utils/bench/trees.py` writes the model with other widths, which stand in the lines of types alone,
// and the weights. Gates are in the order update, reset, new.

!number = !relax.tensor<[], i64>
!loss = !relax.tensor<[], f32>
!h = !relax.tensor<[12], f32>
!square = !relax.tensor<[12, 12], f32>
!W = !relax.tensor<[36, 12], f32>
!U = !relax.tensor<[24, 12], f32>
!gates = !relax.tensor<[36], f32>
!two = !relax.tensor<[24], f32>
!words = !relax.tensor<[32, 12], f32>
!scores = !relax.tensor<[32], f32>
!sentence = !relax.adt<@Sentence>

// A word and its tag, which nobody looks at here.
relax.adt @Sentence { @End, @Word(!number, !number, !sentence) }

relax.weight @E : !words from "gru.npz" entry "E"
relax.weight @W : !W from "gru.npz" entry "W"
relax.weight @U : !U from "gru.npz" entry "U"
relax.weight @N : !square from "gru.npz" entry "N"
relax.weight @B : !gates from "gru.npz" entry "B"
relax.weight @V : !W from "gru.npz" entry "V"
relax.weight @T : !U from "gru.npz" entry "T"
relax.weight @O : !square from "gru.npz" entry "O"
relax.weight @D : !gates from "gru.npz" entry "D"
relax.weight @h : !h from "gru.npz" entry "h"
relax.weight @C : !words from "gru.npz" entry "C"

// What a cell does with its input, and with its state.
relax.func private @input(%word: !number, %W: !W, %B: !gates) -> !gates {
  %E = relax.get_weight @E : !words
  %x = relax.take %E, %word axis 0 : (!words, !number) -> !h
  %wx = relax.matmul %W, %x : (!W, !h) -> !gates
  %wb = relax.add %wx, %B : !gates
  relax.return %wb : !gates
}
relax.func private @cell(%wx: !gates, %h: !h, %U: !U, %N: !square) -> !h {
  %xz, %xr, %xn = relax.split %wx axis 0 : (!gates) -> (!h, !h, !h)
  %uh = relax.matmul %U, %h : (!U, !h) -> !two
  %hz, %hr = relax.split %uh axis 0 : (!two) -> (!h, !h)
  %sz = relax.add %xz, %hz : !h
  %sr = relax.add %xr, %hr : !h
  %z = relax.sigmoid %sz : !h
  %r = relax.sigmoid %sr : !h
  %rh = relax.multiply %r, %h : !h
  %un = relax.matmul %N, %rh : (!square, !h) -> !h
  %sn = relax.add %xn, %un : !h
  %n = relax.tanh %sn : !h
  %d = relax.subtract %n, %h : !h
  %zd = relax.multiply %z, %d : !h
  %new = relax.add %h, %zd : !h
  relax.return %new : !h
}

relax.func private @encode(%l: !sentence, %h: !h) -> !h {
  %y = relax.match %l : !sentence -> !h {
    case @End { relax.yield %h : !h }
    case @Word(%word: !number, %tag: !number, %rest: !sentence) {
      %W = relax.get_weight @W : !W
      %U = relax.get_weight @U : !U
      %N = relax.get_weight @N : !square
      %B = relax.get_weight @B : !gates
      %wx = relax.call @input(%word, %W, %B) : (!number, !W, !gates) -> !gates
      %new = relax.call @cell(%wx, %h, %U, %N) : (!gates, !h, !U, !square) -> !h
      %z = relax.call @encode(%rest, %new) : (!sentence, !h) -> !h
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}

relax.func private @reverse(%l: !sentence, %onto: !sentence) -> !sentence {
  %y = relax.match %l : !sentence -> !sentence {
    case @End { relax.yield %onto : !sentence }
    case @Word(%x: !number, %tag: !number, %rest: !sentence) {
      %more = relax.construct @Word(%x, %tag, %onto) : (!number, !number, !sentence) -> !sentence
      %z = relax.call @reverse(%rest, %more) : (!sentence, !sentence) -> !sentence
      relax.yield %z : !sentence
    }
  }
  relax.return %y : !sentence
}

// The state says the next word, which the cell is given then.
relax.func private @decode(%l: !sentence, %before: !number, %h: !h) -> !loss {
  %y = relax.match %l : !sentence -> !loss {
    case @End {
      %none = relax.constant dense<0.0> : tensor<f32>
      relax.yield %none : !loss
    }
    case @Word(%word: !number, %tag: !number, %rest: !sentence) {
      %V = relax.get_weight @V : !W
      %T = relax.get_weight @T : !U
      %O = relax.get_weight @O : !square
      %D = relax.get_weight @D : !gates
      %wx = relax.call @input(%before, %V, %D) : (!number, !W, !gates) -> !gates
      %new = relax.call @cell(%wx, %h, %T, %O) : (!gates, !h, !U, !square) -> !h
      %loss = relax.call @head(%new, %word) : (!h, !number) -> !loss
      %others = relax.call @decode(%rest, %word, %new) : (!sentence, !number, !h) -> !loss
      %all = relax.add %loss, %others : !loss
      relax.yield %all : !loss
    }
  }
  relax.return %y : !loss
}
relax.func private @head(%h: !h, %word: !number) -> !loss {
  %C = relax.get_weight @C : !words
  %scores = relax.matmul %C, %h : (!words, !h) -> !scores
  %logs = relax.log_softmax %scores over [0] : !scores
  %log = relax.take %logs, %word axis 0 : (!scores, !number) -> !loss
  %loss = relax.negative %log : !loss
  relax.return %loss : !loss
}

relax.func @loss(%sentence: !sentence) -> !loss {
  %first = relax.constant dense<0> : tensor<i64>
  %start = relax.get_weight @h : !h
  %end = relax.construct @End() : () -> !sentence
  %h = relax.call @encode(%sentence, %start) : (!sentence, !h) -> !h
  %back = relax.call @reverse(%sentence, %end) : (!sentence, !sentence) -> !sentence
  %y = relax.call @decode(%back, %first, %h) : (!sentence, !number, !h) -> !loss
  relax.return %y : !loss
}

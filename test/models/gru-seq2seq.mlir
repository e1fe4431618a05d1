// GRU sequence to sequence, written for one sentence: an encoder over its words, a decoder that is given the right word each time
// (teacher forced) over the reversed sentence; the loss of 32 words at every step. The widths are small.

!number = !relax.tensor<[], i64>
!loss = !relax.tensor<[], f32>
!x = !relax.tensor<[8], f32>
!h = !relax.tensor<[12], f32>
!W = !relax.tensor<[3, 12, 8], f32>
!U = !relax.tensor<[3, 12, 12], f32>
!gates = !relax.tensor<[3, 12], f32>
!words = !relax.adt<@List<!number>>

relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }

relax.weight @E : !relax.tensor<[32, 8], f32> from "gru.npz" entry "E"
relax.weight @W : !W from "gru.npz" entry "W"
relax.weight @U : !U from "gru.npz" entry "U"
relax.weight @V : !W from "gru.npz" entry "V"
relax.weight @T : !U from "gru.npz" entry "T"
relax.weight @C : !relax.tensor<[32, 12], f32> from "gru.npz" entry "C"

// What a cell does with its input, and with its state.
relax.func private @input(%word: !number, %W: !W) -> !gates {
  %E = relax.get_weight @E : !relax.tensor<[32, 8], f32>
  %x = relax.take %E, %word axis 0 : (!relax.tensor<[32, 8], f32>, !number) -> !x
  %wx = relax.matmul %W, %x : (!W, !x) -> !gates
  relax.return %wx : !gates
}
relax.func private @cell(%wx: !gates, %h: !h, %U: !U) -> !h {
  %uh = relax.matmul %U, %h : (!U, !h) -> !gates
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %two = relax.constant dense<2> : tensor<i64>
  %xr = relax.take %wx, %zero axis 0 : (!gates, !number) -> !h
  %hr = relax.take %uh, %zero axis 0 : (!gates, !number) -> !h
  %xz = relax.take %wx, %one axis 0 : (!gates, !number) -> !h
  %hz = relax.take %uh, %one axis 0 : (!gates, !number) -> !h
  %xn = relax.take %wx, %two axis 0 : (!gates, !number) -> !h
  %hn = relax.take %uh, %two axis 0 : (!gates, !number) -> !h
  %sr = relax.add %xr, %hr : !h
  %sz = relax.add %xz, %hz : !h
  %r = relax.sigmoid %sr : !h
  %z = relax.sigmoid %sz : !h
  %rn = relax.multiply %r, %hn : !h
  %sn = relax.add %xn, %rn : !h
  %n = relax.tanh %sn : !h
  %d = relax.subtract %h, %n : !h
  %zd = relax.multiply %z, %d : !h
  %new = relax.add %n, %zd : !h
  relax.return %new : !h
}

relax.func private @encode(%l: !words, %h: !h) -> !h {
  %y = relax.match %l : !words -> !h {
    case @Nil { relax.yield %h : !h }
    case @Cons(%word: !number, %rest: !words) {
      %W = relax.get_weight @W : !W
      %U = relax.get_weight @U : !U
      %wx = relax.call @input(%word, %W) : (!number, !W) -> !gates
      %new = relax.call @cell(%wx, %h, %U) : (!gates, !h, !U) -> !h
      %z = relax.call @encode(%rest, %new) : (!words, !h) -> !h
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}

relax.func private @reverse(%l: !words, %onto: !words) -> !words {
  %y = relax.match %l : !words -> !words {
    case @Nil { relax.yield %onto : !words }
    case @Cons(%x: !number, %rest: !words) {
      %more = relax.construct @Cons(%x, %onto) : (!number, !words) -> !words
      %z = relax.call @reverse(%rest, %more) : (!words, !words) -> !words
      relax.yield %z : !words
    }
  }
  relax.return %y : !words
}

// The state says the next word, which is then what the cell is given.
relax.func private @decode(%l: !words, %h: !h) -> !loss {
  %y = relax.match %l : !words -> !loss {
    case @Nil {
      %none = relax.constant dense<0.0> : tensor<f32>
      relax.yield %none : !loss
    }
    case @Cons(%word: !number, %rest: !words) {
      %V = relax.get_weight @V : !W
      %T = relax.get_weight @T : !U
      %loss = relax.call @head(%h, %word) : (!h, !number) -> !loss
      %wx = relax.call @input(%word, %V) : (!number, !W) -> !gates
      %new = relax.call @cell(%wx, %h, %T) : (!gates, !h, !U) -> !h
      %others = relax.call @decode(%rest, %new) : (!words, !h) -> !loss
      %all = relax.add %loss, %others : !loss
      relax.yield %all : !loss
    }
  }
  relax.return %y : !loss
}
relax.func private @head(%h: !h, %word: !number) -> !loss {
  %C = relax.get_weight @C : !relax.tensor<[32, 12], f32>
  %scores = relax.matmul %C, %h : (!relax.tensor<[32, 12], f32>, !h) -> !relax.tensor<[32], f32>
  %logs = relax.log_softmax %scores over [0] : !relax.tensor<[32], f32>
  %log = relax.take %logs, %word axis 0 : (!relax.tensor<[32], f32>, !number) -> !loss
  %loss = relax.negative %log : !loss
  relax.return %loss : !loss
}

relax.func @loss(%sentence: !words) -> !loss {
  %zero = relax.constant dense<0.0> : tensor<12xf32>
  %nil = relax.construct @Nil() : () -> !words
  %h = relax.call @encode(%sentence, %zero) : (!words, !h) -> !h
  %back = relax.call @reverse(%sentence, %nil) : (!words, !words) -> !words
  %y = relax.call @decode(%back, %h) : (!words, !h) -> !loss
  relax.return %y : !loss
}

// A BiLSTM tagger, written for one sentence: an LSTM each way, a hidden layer over both states of a word, a class of 5; the loss is the
// sum over the words. Structure as in the peers of ../shared/peers/dynamic-structure; the widths are small.

!number = !relax.tensor<[], i64>
!loss = !relax.tensor<[], f32>
!x = !relax.tensor<[8], f32>
!h = !relax.tensor<[12], f32>
!W = !relax.tensor<[12, 8], f32>
!U = !relax.tensor<[12, 12], f32>
!words = !relax.adt<@List<!number>>
!vectors = !relax.adt<@List<!x>>
!states = !relax.adt<@List<!h>>

relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }

relax.weight @E : !relax.tensor<[32, 8], f32> from "tagger.npz" entry "E"
relax.weight @Wf : !relax.tensor<[4, 12, 8], f32> from "tagger.npz" entry "Wf"
relax.weight @Uf : !relax.tensor<[4, 12, 12], f32> from "tagger.npz" entry "Uf"
relax.weight @Bf : !relax.tensor<[4, 12], f32> from "tagger.npz" entry "Bf"
relax.weight @Wb : !relax.tensor<[4, 12, 8], f32> from "tagger.npz" entry "Wb"
relax.weight @Ub : !relax.tensor<[4, 12, 12], f32> from "tagger.npz" entry "Ub"
relax.weight @Bb : !relax.tensor<[4, 12], f32> from "tagger.npz" entry "Bb"
relax.weight @M : !relax.tensor<[10, 24], f32> from "tagger.npz" entry "M"
relax.weight @C : !relax.tensor<[5, 10], f32> from "tagger.npz" entry "C"

!W4 = !relax.tensor<[4, 12, 8], f32>
!U4 = !relax.tensor<[4, 12, 12], f32>
!B4 = !relax.tensor<[4, 12], f32>
!gates = !relax.tensor<[4, 12], f32>

// The states of a sentence, put in front of `onto` as they come: the last word's first.
relax.func private @run(%l: !vectors, %h: !h, %c: !h, %onto: !states, %W: !W4, %U: !U4, %B: !B4) -> !states {
  %y = relax.match %l : !vectors -> !states {
    case @Nil { relax.yield %onto : !states }
    case @Cons(%x: !x, %rest: !vectors) {
      %wx = relax.matmul %W, %x : (!W4, !x) -> !gates
      %wb = relax.add %wx, %B : !gates
      %uh = relax.matmul %U, %h : (!U4, !h) -> !gates
      %g = relax.add %wb, %uh : !gates
      %zero = relax.constant dense<0> : tensor<i64>
      %one = relax.constant dense<1> : tensor<i64>
      %two = relax.constant dense<2> : tensor<i64>
      %three = relax.constant dense<3> : tensor<i64>
      %gi = relax.take %g, %zero axis 0 : (!gates, !number) -> !h
      %gf = relax.take %g, %one axis 0 : (!gates, !number) -> !h
      %go = relax.take %g, %two axis 0 : (!gates, !number) -> !h
      %gu = relax.take %g, %three axis 0 : (!gates, !number) -> !h
      %i = relax.sigmoid %gi : !h
      %f = relax.sigmoid %gf : !h
      %o = relax.sigmoid %go : !h
      %u = relax.tanh %gu : !h
      %new = relax.multiply %i, %u : !h
      %old = relax.multiply %f, %c : !h
      %memory = relax.add %new, %old : !h
      %t = relax.tanh %memory : !h
      %state = relax.multiply %o, %t : !h
      %more = relax.construct @Cons(%state, %onto) : (!h, !states) -> !states
      %z = relax.call @run(%rest, %state, %memory, %more, %W, %U, %B) : (!vectors, !h, !h, !states, !W4, !U4, !B4) -> !states
      relax.yield %z : !states
    }
  }
  relax.return %y : !states
}

relax.func private @embed(%l: !words) -> !vectors {
  %y = relax.match %l : !words -> !vectors {
    case @Nil {
      %nil = relax.construct @Nil() : () -> !vectors
      relax.yield %nil : !vectors
    }
    case @Cons(%word: !number, %rest: !words) {
      %E = relax.get_weight @E : !relax.tensor<[32, 8], f32>
      %x = relax.take %E, %word axis 0 : (!relax.tensor<[32, 8], f32>, !number) -> !x
      %others = relax.call @embed(%rest) : (!words) -> !vectors
      %z = relax.construct @Cons(%x, %others) : (!x, !vectors) -> !vectors
      relax.yield %z : !vectors
    }
  }
  relax.return %y : !vectors
}

relax.func private @reverse<a>(%l: !relax.adt<@List<!relax.var<a>>>, %onto: !relax.adt<@List<!relax.var<a>>>) -> !relax.adt<@List<!relax.var<a>>> {
  %y = relax.match %l : !relax.adt<@List<!relax.var<a>>> -> !relax.adt<@List<!relax.var<a>>> {
    case @Nil { relax.yield %onto : !relax.adt<@List<!relax.var<a>>> }
    case @Cons(%x: !relax.var<a>, %rest: !relax.adt<@List<!relax.var<a>>>) {
      %more = relax.construct @Cons(%x, %onto) : (!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) -> !relax.adt<@List<!relax.var<a>>>
      %z = relax.call @reverse(%rest, %more) : (!relax.adt<@List<!relax.var<a>>>, !relax.adt<@List<!relax.var<a>>>) -> !relax.adt<@List<!relax.var<a>>>
      relax.yield %z : !relax.adt<@List<!relax.var<a>>>
    }
  }
  relax.return %y : !relax.adt<@List<!relax.var<a>>>
}

// The class of each word is its number modulo 5.
relax.func private @losses(%l: !words, %fs: !states, %bs: !states, %sum: !loss) -> !loss {
  %y = relax.match %l : !words -> !loss {
    case @Nil { relax.yield %sum : !loss }
    case @Cons(%word: !number, %rest: !words) {
      %f = relax.get_field %fs @Cons at 0 : (!states) -> !h
      %fmore = relax.get_field %fs @Cons at 1 : (!states) -> !states
      %b = relax.get_field %bs @Cons at 0 : (!states) -> !h
      %bmore = relax.get_field %bs @Cons at 1 : (!states) -> !states
      %loss = relax.call @head(%f, %b, %word) : (!h, !h, !number) -> !loss
      %all = relax.add %sum, %loss : !loss
      %z = relax.call @losses(%rest, %fmore, %bmore, %all) : (!words, !states, !states, !loss) -> !loss
      relax.yield %z : !loss
    }
  }
  relax.return %y : !loss
}

relax.func private @head(%f: !h, %b: !h, %word: !number) -> !loss {
  %M = relax.get_weight @M : !relax.tensor<[10, 24], f32>
  %C = relax.get_weight @C : !relax.tensor<[5, 10], f32>
  %both = relax.concat %f, %b axis 0 : (!h, !h) -> !relax.tensor<[24], f32>
  %m = relax.matmul %M, %both : (!relax.tensor<[10, 24], f32>, !relax.tensor<[24], f32>) -> !relax.tensor<[10], f32>
  %a = relax.tanh %m : !relax.tensor<[10], f32>
  %scores = relax.matmul %C, %a : (!relax.tensor<[5, 10], f32>, !relax.tensor<[10], f32>) -> !relax.tensor<[5], f32>
  %logs = relax.log_softmax %scores over [0] : !relax.tensor<[5], f32>
  %five = relax.constant dense<5> : tensor<i64>
  %class = relax.mod %word, %five : !number
  %log = relax.take %logs, %class axis 0 : (!relax.tensor<[5], f32>, !number) -> !loss
  %loss = relax.negative %log : !loss
  relax.return %loss : !loss
}

relax.func @loss(%sentence: !words) -> !loss {
  %Wf = relax.get_weight @Wf : !W4
  %Uf = relax.get_weight @Uf : !U4
  %Bf = relax.get_weight @Bf : !B4
  %Wb = relax.get_weight @Wb : !W4
  %Ub = relax.get_weight @Ub : !U4
  %Bb = relax.get_weight @Bb : !B4
  %zero = relax.constant dense<0.0> : tensor<12xf32>
  %none = relax.constant dense<0.0> : tensor<f32>
  %empty = relax.construct @Nil() : () -> !vectors
  %nil = relax.construct @Nil() : () -> !states
  %xs = relax.call @embed(%sentence) : (!words) -> !vectors
  %back = relax.call @reverse(%xs, %empty) : (!vectors, !vectors) -> !vectors
  %last = relax.call @run(%xs, %zero, %zero, %nil, %Wf, %Uf, %Bf) : (!vectors, !h, !h, !states, !W4, !U4, !B4) -> !states
  %fs = relax.call @reverse(%last, %nil) : (!states, !states) -> !states
  %bs = relax.call @run(%back, %zero, %zero, %nil, %Wb, %Ub, %Bb) : (!vectors, !h, !h, !states, !W4, !U4, !B4) -> !states
  %y = relax.call @losses(%sentence, %fs, %bs, %none) : (!words, !states, !states, !loss) -> !loss
  relax.return %y : !loss
}

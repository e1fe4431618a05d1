// A BiLSTM tagger, written for one sentence: an LSTM each way, a hidden layer over both states of a word, a tag; the loss is the sum over
// the words. Structure as in the peers of ../shared/peers/dynamic-structure; `utils/bench/trees.py` writes the model with other widths,
// which stand in the lines of types alone, and the weights.

!number = !relax.tensor<[], i64>
!loss = !relax.tensor<[], f32>
!h = !relax.tensor<[12], f32>
!both = !relax.tensor<[24], f32>
!W = !relax.tensor<[48, 12], f32>
!gates = !relax.tensor<[48], f32>
!words = !relax.tensor<[32, 12], f32>
!hidden = !relax.tensor<[12, 24], f32>
!classes = !relax.tensor<[5, 12], f32>
!scores = !relax.tensor<[5], f32>
!sentence = !relax.adt<@Sentence>
!states = !relax.adt<@List<!h>>

relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
// A word and its tag.
relax.adt @Sentence { @End, @Word(!number, !number, !sentence) }

relax.weight @E : !words from "tagger.npz" entry "E"
relax.weight @Wf : !W from "tagger.npz" entry "Wf"
relax.weight @Uf : !W from "tagger.npz" entry "Uf"
relax.weight @Bf : !gates from "tagger.npz" entry "Bf"
relax.weight @Wb : !W from "tagger.npz" entry "Wb"
relax.weight @Ub : !W from "tagger.npz" entry "Ub"
relax.weight @Bb : !gates from "tagger.npz" entry "Bb"
relax.weight @hf : !h from "tagger.npz" entry "hf"
relax.weight @cf : !h from "tagger.npz" entry "cf"
relax.weight @hb : !h from "tagger.npz" entry "hb"
relax.weight @cb : !h from "tagger.npz" entry "cb"
relax.weight @M : !hidden from "tagger.npz" entry "M"
relax.weight @C : !classes from "tagger.npz" entry "C"

// The states of the words, put in front of `onto` as they come: the last word's first.
relax.func private @run(%l: !sentence, %h: !h, %c: !h, %onto: !states, %W: !W, %U: !W, %B: !gates) -> !states {
  %y = relax.match %l : !sentence -> !states {
    case @End { relax.yield %onto : !states }
    case @Word(%word: !number, %tag: !number, %rest: !sentence) {
      %E = relax.get_weight @E : !words
      %x = relax.take %E, %word axis 0 : (!words, !number) -> !h
      %wx = relax.matmul %W, %x : (!W, !h) -> !gates
      %wb = relax.add %wx, %B : !gates
      %uh = relax.matmul %U, %h : (!W, !h) -> !gates
      %g = relax.add %wb, %uh : !gates
      %gi, %gf, %go, %gu = relax.split %g axis 0 : (!gates) -> (!h, !h, !h, !h)
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
      %z = relax.call @run(%rest, %state, %memory, %more, %W, %U, %B) : (!sentence, !h, !h, !states, !W, !W, !gates) -> !states
      relax.yield %z : !states
    }
  }
  relax.return %y : !states
}

relax.func private @turn(%l: !sentence, %onto: !sentence) -> !sentence {
  %y = relax.match %l : !sentence -> !sentence {
    case @End { relax.yield %onto : !sentence }
    case @Word(%word: !number, %tag: !number, %rest: !sentence) {
      %more = relax.construct @Word(%word, %tag, %onto) : (!number, !number, !sentence) -> !sentence
      %z = relax.call @turn(%rest, %more) : (!sentence, !sentence) -> !sentence
      relax.yield %z : !sentence
    }
  }
  relax.return %y : !sentence
}

relax.func private @reverse(%l: !states, %onto: !states) -> !states {
  %y = relax.match %l : !states -> !states {
    case @Nil { relax.yield %onto : !states }
    case @Cons(%x: !h, %rest: !states) {
      %more = relax.construct @Cons(%x, %onto) : (!h, !states) -> !states
      %z = relax.call @reverse(%rest, %more) : (!states, !states) -> !states
      relax.yield %z : !states
    }
  }
  relax.return %y : !states
}

relax.func private @losses(%l: !sentence, %fs: !states, %bs: !states, %sum: !loss) -> !loss {
  %y = relax.match %l : !sentence -> !loss {
    case @End { relax.yield %sum : !loss }
    case @Word(%word: !number, %tag: !number, %rest: !sentence) {
      %f = relax.get_field %fs @Cons at 0 : (!states) -> !h
      %fmore = relax.get_field %fs @Cons at 1 : (!states) -> !states
      %b = relax.get_field %bs @Cons at 0 : (!states) -> !h
      %bmore = relax.get_field %bs @Cons at 1 : (!states) -> !states
      %loss = relax.call @head(%f, %b, %tag) : (!h, !h, !number) -> !loss
      %all = relax.add %sum, %loss : !loss
      %z = relax.call @losses(%rest, %fmore, %bmore, %all) : (!sentence, !states, !states, !loss) -> !loss
      relax.yield %z : !loss
    }
  }
  relax.return %y : !loss
}

relax.func private @head(%f: !h, %b: !h, %tag: !number) -> !loss {
  %M = relax.get_weight @M : !hidden
  %C = relax.get_weight @C : !classes
  %both = relax.concat %f, %b axis 0 : (!h, !h) -> !both
  %m = relax.matmul %M, %both : (!hidden, !both) -> !h
  %a = relax.tanh %m : !h
  %scores = relax.matmul %C, %a : (!classes, !h) -> !scores
  %logs = relax.log_softmax %scores over [0] : !scores
  %log = relax.take %logs, %tag axis 0 : (!scores, !number) -> !loss
  %loss = relax.negative %log : !loss
  relax.return %loss : !loss
}

relax.func @loss(%sentence: !sentence) -> !loss {
  %Wf = relax.get_weight @Wf : !W
  %Uf = relax.get_weight @Uf : !W
  %Bf = relax.get_weight @Bf : !gates
  %Wb = relax.get_weight @Wb : !W
  %Ub = relax.get_weight @Ub : !W
  %Bb = relax.get_weight @Bb : !gates
  %hf = relax.get_weight @hf : !h
  %cf = relax.get_weight @cf : !h
  %hb = relax.get_weight @hb : !h
  %cb = relax.get_weight @cb : !h
  %none = relax.constant dense<0.0> : tensor<f32>
  %nil = relax.construct @Nil() : () -> !states
  %end = relax.construct @End() : () -> !sentence
  %last = relax.call @run(%sentence, %hf, %cf, %nil, %Wf, %Uf, %Bf) : (!sentence, !h, !h, !states, !W, !W, !gates) -> !states
  %fs = relax.call @reverse(%last, %nil) : (!states, !states) -> !states
  %back = relax.call @turn(%sentence, %end) : (!sentence, !sentence) -> !sentence
  %bs = relax.call @run(%back, %hb, %cb, %nil, %Wb, %Ub, %Bb) : (!sentence, !h, !h, !states, !W, !W, !gates) -> !states
  %y = relax.call @losses(%sentence, %fs, %bs, %none) : (!sentence, !states, !states, !loss) -> !loss
  relax.return %y : !loss
}

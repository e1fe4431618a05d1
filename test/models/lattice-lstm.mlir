// A lattice LSTM (Zhang, Yang, "Chinese NER using lattice LSTM", ACL 2018), written for one sentence of characters: words of a dictionary
// that end at a character have cells of their own, from the state at their begin, and share its cell with what the character brings, by
// gates that add up to one. `test/batching/structures.py` writes weights, lattices and what comes out.

!h = !relax.tensor<[6], f32>
!three = !relax.tensor<[18], f32>
!G = !relax.tensor<[18, 6], f32>
!U = !relax.tensor<[6, 6], f32>
!number = !relax.tensor<[], i64>
!bool = !relax.tensor<[], i1>
!state = !relax.adt<@State>
!states = !relax.adt<@List<!state>>
!words = !relax.adt<@List<!relax.adt<@Word>>>
!sentence = !relax.adt<@List<!relax.adt<@Character>>>

relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.adt @State { @State(!h, !h) }
relax.adt @Word { @Word(!number, !number) }
relax.adt @Character { @Character(!number, !words) }

relax.weight @E : !relax.tensor<[16, 6], f32> from "structures.npz" entry "E"
relax.weight @T : !relax.tensor<[24, 6], f32> from "structures.npz" entry "T"
relax.weight @X : !G from "structures.npz" entry "X"
relax.weight @H : !G from "structures.npz" entry "H"
relax.weight @V : !G from "structures.npz" entry "V"
relax.weight @W : !G from "structures.npz" entry "W"
relax.weight @A : !U from "structures.npz" entry "A"
relax.weight @B : !U from "structures.npz" entry "B"

// The state that many characters back.
relax.func private @back(%l: !states, %steps: !number) -> !state {
  %one = relax.constant dense<1> : tensor<i64>
  %here = relax.equal %steps, %one : (!number, !number) -> !bool
  %top = relax.get_field %l @Cons at 0 : (!states) -> !state
  %rest = relax.get_field %l @Cons at 1 : (!states) -> !states
  %y = relax.if %here -> !state {
    relax.yield %top : !state
  } else {
    %less = relax.subtract %steps, %one : !number
    %z = relax.call @back(%rest, %less) : (!states, !number) -> !state
    relax.yield %z : !state
  }
  relax.return %y : !state
}
relax.func private @word(%id: !number, %begin: !state) -> !h {
  %T = relax.get_weight @T : !relax.tensor<[24, 6], f32>
  %V = relax.get_weight @V : !G
  %W = relax.get_weight @W : !G
  %h = relax.get_field %begin @State at 0 : (!state) -> !h
  %c = relax.get_field %begin @State at 1 : (!state) -> !h
  %x = relax.take %T, %id axis 0 : (!relax.tensor<[24, 6], f32>, !number) -> !h
  %vx = relax.matmul %V, %x : (!G, !h) -> !three
  %wh = relax.matmul %W, %h : (!G, !h) -> !three
  %z = relax.add %vx, %wh : !three
  %a, %b, %d = relax.split %z axis 0 : (!three) -> (!h, !h, !h)
  %i = relax.sigmoid %a : !h
  %f = relax.sigmoid %b : !h
  %g = relax.tanh %d : !h
  %kept = relax.multiply %f, %c : !h
  %new = relax.multiply %i, %g : !h
  %y = relax.add %kept, %new : !h
  relax.return %y : !h
}
// Sums over the words: of gates, and of cells by gates.
relax.func private @shares(%l: !words, %past: !states, %x: !h, %gates: !h, %cells: !h) -> (!h, !h) {
  %y:2 = relax.match %l : !words -> (!h, !h) {
    case @Nil { relax.yield %gates, %cells : !h, !h }
    case @Cons(%word: !relax.adt<@Word>, %rest: !words) {
      %A = relax.get_weight @A : !U
      %B = relax.get_weight @B : !U
      %id = relax.get_field %word @Word at 0 : (!relax.adt<@Word>) -> !number
      %length = relax.get_field %word @Word at 1 : (!relax.adt<@Word>) -> !number
      %begin = relax.call @back(%past, %length) : (!states, !number) -> !state
      %c = relax.call @word(%id, %begin) : (!number, !state) -> !h
      %ax = relax.matmul %A, %x : (!U, !h) -> !h
      %bc = relax.matmul %B, %c : (!U, !h) -> !h
      %s = relax.add %ax, %bc : !h
      %gate = relax.sigmoid %s : !h
      %e = relax.exp %gate : !h
      %ec = relax.multiply %e, %c : !h
      %more = relax.add %gates, %e : !h
      %sum = relax.add %cells, %ec : !h
      %z:2 = relax.call @shares(%rest, %past, %x, %more, %sum) : (!words, !states, !h, !h, !h) -> (!h, !h)
      relax.yield %z#0, %z#1 : !h, !h
    }
  }
  relax.return %y#0, %y#1 : !h, !h
}
relax.func private @cell(%id: !number, %words: !words, %past: !states) -> !state {
  %E = relax.get_weight @E : !relax.tensor<[16, 6], f32>
  %X = relax.get_weight @X : !G
  %H = relax.get_weight @H : !G
  %one = relax.constant dense<1> : tensor<i64>
  %before = relax.call @back(%past, %one) : (!states, !number) -> !state
  %h = relax.get_field %before @State at 0 : (!state) -> !h
  %c = relax.get_field %before @State at 1 : (!state) -> !h
  %x = relax.take %E, %id axis 0 : (!relax.tensor<[16, 6], f32>, !number) -> !h
  %xx = relax.matmul %X, %x : (!G, !h) -> !three
  %hh = relax.matmul %H, %h : (!G, !h) -> !three
  %z = relax.add %xx, %hh : !three
  %a, %b, %d = relax.split %z axis 0 : (!three) -> (!h, !h, !h)
  %i = relax.sigmoid %a : !h
  %o = relax.sigmoid %b : !h
  %g = relax.tanh %d : !h
  %none = relax.is_constructor %words @Nil : !words
  %cell = relax.if %none -> !h {
    %unit = relax.constant dense<1.0> : tensor<6xf32>
    %f = relax.subtract %unit, %i : !h
    %kept = relax.multiply %f, %c : !h
    %new = relax.multiply %i, %g : !h
    %y = relax.add %kept, %new : !h
    relax.yield %y : !h
  } else {
    %e = relax.exp %i : !h
    %eg = relax.multiply %e, %g : !h
    %sums:2 = relax.call @shares(%words, %past, %x, %e, %eg) : (!words, !states, !h, !h, !h) -> (!h, !h)
    %y = relax.divide %sums#1, %sums#0 : !h
    relax.yield %y : !h
  }
  %t = relax.tanh %cell : !h
  %out = relax.multiply %o, %t : !h
  %state = relax.construct @State(%out, %cell) : (!h, !h) -> !state
  relax.return %state : !state
}
relax.func private @read(%l: !sentence, %past: !states) -> !h {
  %y = relax.match %l : !sentence -> !h {
    case @Nil {
      %last = relax.get_field %past @Cons at 0 : (!states) -> !state
      %h = relax.get_field %last @State at 0 : (!state) -> !h
      relax.yield %h : !h
    }
    case @Cons(%character: !relax.adt<@Character>, %rest: !sentence) {
      %id = relax.get_field %character @Character at 0 : (!relax.adt<@Character>) -> !number
      %words = relax.get_field %character @Character at 1 : (!relax.adt<@Character>) -> !words
      %state = relax.call @cell(%id, %words, %past) : (!number, !words, !states) -> !state
      %more = relax.construct @Cons(%state, %past) : (!state, !states) -> !states
      %z = relax.call @read(%rest, %more) : (!sentence, !states) -> !h
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}
relax.func @main(%l: !sentence) -> !h {
  %zero = relax.constant dense<0.0> : tensor<6xf32>
  %start = relax.construct @State(%zero, %zero) : (!h, !h) -> !state
  %nil = relax.construct @Nil() : () -> !states
  %past = relax.construct @Cons(%start, %nil) : (!state, !states) -> !states
  %y = relax.call @read(%l, %past) : (!sentence, !states) -> !h
  relax.return %y : !h
}

// A DAG-RNN: nodes in topological order, each with the distances back to those before it.
!h = !relax.tensor<[6], f32>
!U = !relax.tensor<[6, 6], f32>
!words = !relax.tensor<[16, 6], f32>
!number = !relax.tensor<[], i64>
!states = !relax.adt<@List<!h>>
!back = !relax.adt<@List<!number>>
!node = !relax.adt<@Node>
!nodes = !relax.adt<@List<!node>>
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.adt @Node { @Node(!number, !back) }
relax.weight @E : !words from "structures.npz" entry "E"
relax.weight @W : !U from "structures.npz" entry "A"
relax.weight @U : !U from "structures.npz" entry "B"
relax.func private @nth(%s: !states, %n: !number) -> !h {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %none = relax.constant dense<0.0> : tensor<6xf32>
  %y = relax.match %s : !states -> !h {
    case @Nil { relax.yield %none : !h }
    case @Cons(%x: !h, %rest: !states) {
      %p = relax.equal %n, %zero : (!number, !number) -> !relax.tensor<[], i1>
      %z = relax.if %p -> !h { relax.yield %x : !h } else {
        %m = relax.subtract %n, %one : !number
        %v = relax.call @nth(%rest, %m) : (!states, !number) -> !h
        relax.yield %v : !h
      }
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}
relax.func private @sum(%b: !back, %s: !states, %acc: !h) -> !h {
  %y = relax.match %b : !back -> !h {
    case @Nil { relax.yield %acc : !h }
    case @Cons(%n: !number, %rest: !back) {
      %x = relax.call @nth(%s, %n) : (!states, !number) -> !h
      %a = relax.add %acc, %x : !h
      %z = relax.call @sum(%rest, %s, %a) : (!back, !states, !h) -> !h
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}
relax.func private @run(%l: !nodes, %s: !states) -> !h {
  %y = relax.match %l : !nodes -> !h {
    case @Nil {
      %zero = relax.constant dense<0> : tensor<i64>
      %z = relax.call @nth(%s, %zero) : (!states, !number) -> !h
      relax.yield %z : !h
    }
    case @Cons(@Node(%word: !number, %back: !back), %rest: !nodes) {
      %E = relax.get_weight @E : !words
      %W = relax.get_weight @W : !U
      %U = relax.get_weight @U : !U
      %none = relax.constant dense<0.0> : tensor<6xf32>
      %x = relax.take %E, %word axis 0 : (!words, !number) -> !h
      %before = relax.call @sum(%back, %s, %none) : (!back, !states, !h) -> !h
      %a = relax.matmul %W, %x : (!U, !h) -> !h
      %b = relax.matmul %U, %before : (!U, !h) -> !h
      %c = relax.add %a, %b : !h
      %h = relax.tanh %c : !h
      %more = relax.construct @Cons(%h, %s) : (!h, !states) -> !states
      %z = relax.call @run(%rest, %more) : (!nodes, !states) -> !h
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}
relax.func @main(%l: !nodes) -> !h {
  %nil = relax.construct @Nil() : () -> !states
  %y = relax.call @run(%l, %nil) : (!nodes, !states) -> !h
  relax.return %y : !h
}

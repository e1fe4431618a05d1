// A greedy recursive autoencoder: the adjacent pair that is reconstructed best becomes one, until none is good enough.
!h = !relax.tensor<[6], f32>
!two = !relax.tensor<[12], f32>
!U = !relax.tensor<[6, 6], f32>
!one = !relax.tensor<[], f32>
!words = !relax.tensor<[16, 6], f32>
!number = !relax.tensor<[], i64>
!bool = !relax.tensor<[], i1>
!sentence = !relax.adt<@List<!number>>
!states = !relax.adt<@List<!h>>
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.weight @E : !words from "structures.npz" entry "E"
relax.weight @L : !U from "structures.npz" entry "A"
relax.weight @R : !U from "structures.npz" entry "B"
relax.weight @DL : !U from "structures.npz" entry "C"
relax.weight @DR : !U from "structures.npz" entry "D"
relax.func private @embed(%l: !sentence) -> !states {
  %y = relax.match %l : !sentence -> !states {
    case @Nil { %nil = relax.construct @Nil() : () -> !states
      relax.yield %nil : !states }
    case @Cons(%w: !number, %rest: !sentence) {
      %E = relax.get_weight @E : !words
      %x = relax.take %E, %w axis 0 : (!words, !number) -> !h
      %more = relax.call @embed(%rest) : (!sentence) -> !states
      %z = relax.construct @Cons(%x, %more) : (!h, !states) -> !states
      relax.yield %z : !states
    }
  }
  relax.return %y : !states
}
relax.func private @merge(%a: !h, %b: !h) -> !h {
  %L = relax.get_weight @L : !U
  %R = relax.get_weight @R : !U
  %la = relax.matmul %L, %a : (!U, !h) -> !h
  %rb = relax.matmul %R, %b : (!U, !h) -> !h
  %s = relax.add %la, %rb : !h
  %p = relax.tanh %s : !h
  relax.return %p : !h
}
relax.func private @error(%a: !h, %b: !h) -> !one {
  %DL = relax.get_weight @DL : !U
  %DR = relax.get_weight @DR : !U
  %p = relax.call @merge(%a, %b) : (!h, !h) -> !h
  %a2 = relax.matmul %DL, %p : (!U, !h) -> !h
  %b2 = relax.matmul %DR, %p : (!U, !h) -> !h
  %da = relax.subtract %a, %a2 : !h
  %db = relax.subtract %b, %b2 : !h
  %sa = relax.multiply %da, %da : !h
  %sb = relax.multiply %db, %db : !h
  %s = relax.add %sa, %sb : !h
  %e = relax.mean %s over [0] : (!h) -> !one
  relax.return %e : !one
}
// Least error and where.
relax.func private @best(%first: !h, %l: !states, %at: !number, %least: !one, %where: !number) -> (!one, !number) {
  %e, %w = relax.match %l : !states -> (!one, !number) {
    case @Nil { relax.yield %least, %where : !one, !number }
    case @Cons(%second: !h, %rest: !states) {
      %one = relax.constant dense<1> : tensor<i64>
      %err = relax.call @error(%first, %second) : (!h, !h) -> !one
      %p = relax.less %err, %least : (!one, !one) -> !bool
      %m = relax.minimum %err, %least : !one
      %ww = relax.where %p, %at, %where : (!bool, !number, !number) -> !number
      %next = relax.add %at, %one : !number
      %x, %y = relax.call @best(%second, %rest, %next, %m, %ww) : (!h, !states, !number, !one, !number) -> (!one, !number)
      relax.yield %x, %y : !one, !number
    }
  }
  relax.return %e, %w : !one, !number
}
relax.func private @join(%first: !h, %l: !states, %at: !number) -> !states {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %y = relax.match %l : !states -> !states {
    case @Nil { %nil = relax.construct @Nil() : () -> !states
      %r = relax.construct @Cons(%first, %nil) : (!h, !states) -> !states
      relax.yield %r : !states }
    case @Cons(%second: !h, %rest: !states) {
      %p = relax.equal %at, %zero : (!number, !number) -> !bool
      %z = relax.if %p -> !states {
        %m = relax.call @merge(%first, %second) : (!h, !h) -> !h
        %r = relax.construct @Cons(%m, %rest) : (!h, !states) -> !states
        relax.yield %r : !states
      } else {
        %less = relax.subtract %at, %one : !number
        %q = relax.call @join(%second, %rest, %less) : (!h, !states, !number) -> !states
        %r = relax.construct @Cons(%first, %q) : (!h, !states) -> !states
        relax.yield %r : !states
      }
      relax.yield %z : !states
    }
  }
  relax.return %y : !states
}
relax.func private @reduce(%l: !states, %rounds: !number) -> (!h, !number) {
  %a, %b = relax.match %l : !states -> (!h, !number) {
    case @Nil { %none = relax.constant dense<0.0> : tensor<6xf32>
      relax.yield %none, %rounds : !h, !number }
    case @Cons(%first: !h, %rest: !states) {
      %large = relax.constant dense<1.0e6> : tensor<f32>
      %limit = relax.constant dense<2.2> : tensor<f32>
      %zero = relax.constant dense<0> : tensor<i64>
      %one = relax.constant dense<1> : tensor<i64>
      %e, %w = relax.call @best(%first, %rest, %zero, %large, %zero) : (!h, !states, !number, !one, !number) -> (!one, !number)
      %go = relax.less %e, %limit : (!one, !one) -> !bool
      %x, %y = relax.if %go -> (!h, !number) {
        %new = relax.call @join(%first, %rest, %w) : (!h, !states, !number) -> !states
        %more = relax.add %rounds, %one : !number
        %u, %v = relax.call @reduce(%new, %more) : (!states, !number) -> (!h, !number)
        relax.yield %u, %v : !h, !number
      } else {
        relax.yield %first, %rounds : !h, !number
      }
      relax.yield %x, %y : !h, !number
    }
  }
  relax.return %a, %b : !h, !number
}
relax.func @main(%l: !sentence) -> (!h, !number) {
  %zero = relax.constant dense<0> : tensor<i64>
  %s = relax.call @embed(%l) : (!sentence) -> !states
  %a, %b = relax.call @reduce(%s, %zero) : (!states, !number) -> (!h, !number)
  relax.return %a, %b : !h, !number
}

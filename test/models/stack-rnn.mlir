// A stack RNN, written for one sentence: the larger of two scores of the state says whether the next word is put on the stack or the two
// uppermost are made one; what cannot be done is not. A state follows each action. `test/batching/structures.py` writes weights,
// sentences and what comes out.

!h = !relax.tensor<[6], f32>
!U = !relax.tensor<[6, 6], f32>
!scores = !relax.tensor<[2], f32>
!words = !relax.tensor<[16, 6], f32>
!number = !relax.tensor<[], i64>
!bool = !relax.tensor<[], i1>
!sentence = !relax.adt<@List<!number>>
!stack = !relax.adt<@List<!h>>

relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }

relax.weight @E : !words from "structures.npz" entry "E"
relax.weight @W : !U from "structures.npz" entry "A"
relax.weight @U : !U from "structures.npz" entry "B"
relax.weight @L : !U from "structures.npz" entry "C"
relax.weight @R : !U from "structures.npz" entry "D"
relax.weight @S : !relax.tensor<[2, 6], f32> from "structures.npz" entry "S"

relax.func private @follow(%h: !h, %x: !h) -> !h {
  %W = relax.get_weight @W : !U
  %U = relax.get_weight @U : !U
  %wx = relax.matmul %W, %x : (!U, !h) -> !h
  %uh = relax.matmul %U, %h : (!U, !h) -> !h
  %s = relax.add %wx, %uh : !h
  %y = relax.tanh %s : !h
  relax.return %y : !h
}
relax.func private @shift(%l: !sentence, %s: !stack, %h: !h) -> !h {
  %y = relax.match %l : !sentence -> !h {
    case @Nil { relax.yield %h : !h }
    case @Cons(%word: !number, %rest: !sentence) {
      %E = relax.get_weight @E : !words
      %x = relax.take %E, %word axis 0 : (!words, !number) -> !h
      %more = relax.construct @Cons(%x, %s) : (!h, !stack) -> !stack
      %new = relax.call @follow(%h, %x) : (!h, !h) -> !h
      %z = relax.call @parse(%rest, %more, %new) : (!sentence, !stack, !h) -> !h
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}
relax.func private @reduce(%l: !sentence, %a: !h, %b: !h, %under: !stack, %h: !h) -> !h {
  %L = relax.get_weight @L : !U
  %R = relax.get_weight @R : !U
  %la = relax.matmul %L, %a : (!U, !h) -> !h
  %rb = relax.matmul %R, %b : (!U, !h) -> !h
  %s = relax.add %la, %rb : !h
  %x = relax.tanh %s : !h
  %one = relax.construct @Cons(%x, %under) : (!h, !stack) -> !stack
  %new = relax.call @follow(%h, %x) : (!h, !h) -> !h
  %z = relax.call @parse(%l, %one, %new) : (!sentence, !stack, !h) -> !h
  relax.return %z : !h
}
relax.func private @parse(%l: !sentence, %s: !stack, %h: !h) -> !h {
  %S = relax.get_weight @S : !relax.tensor<[2, 6], f32>
  %scores = relax.matmul %S, %h : (!relax.tensor<[2, 6], f32>, !h) -> !scores
  %action = relax.arg_max %scores over 0 : (!scores) -> !number
  %zero = relax.constant dense<0> : tensor<i64>
  %shifts = relax.equal %action, %zero : (!number, !number) -> !bool
  %end = relax.is_constructor %l @Nil : !sentence
  %y = relax.match %s : !stack -> !h {
    case @Nil {
      %z = relax.call @shift(%l, %s, %h) : (!sentence, !stack, !h) -> !h
      relax.yield %z : !h
    }
    case @Cons(%b: !h, %rest: !stack) {
      %z = relax.match %rest : !stack -> !h {
        case @Nil {
          %y = relax.call @shift(%l, %s, %h) : (!sentence, !stack, !h) -> !h
          relax.yield %y : !h
        }
        case @Cons(%a: !h, %under: !stack) {
          %y = relax.if %end -> !h {
            %x = relax.call @reduce(%l, %a, %b, %under, %h) : (!sentence, !h, !h, !stack, !h) -> !h
            relax.yield %x : !h
          } else {
            %w = relax.if %shifts -> !h {
              %x = relax.call @shift(%l, %s, %h) : (!sentence, !stack, !h) -> !h
              relax.yield %x : !h
            } else {
              %x = relax.call @reduce(%l, %a, %b, %under, %h) : (!sentence, !h, !h, !stack, !h) -> !h
              relax.yield %x : !h
            }
            relax.yield %w : !h
          }
          relax.yield %y : !h
        }
      }
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}
relax.func @main(%l: !sentence) -> !h {
  %zero = relax.constant dense<0.0> : tensor<6xf32>
  %nil = relax.construct @Nil() : () -> !stack
  %y = relax.call @parse(%l, %nil, %zero) : (!sentence, !stack, !h) -> !h
  relax.return %y : !h
}

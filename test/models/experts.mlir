// A mixture of experts for each instance: three layers, the gate chooses one of three experts for the state.
!h = !relax.tensor<[6], f32>
!U = !relax.tensor<[6, 6], f32>
!three = !relax.tensor<[3], f32>
!number = !relax.tensor<[], i64>
!bool = !relax.tensor<[], i1>
relax.weight @A : !U from "structures.npz" entry "A"
relax.weight @B : !U from "structures.npz" entry "B"
relax.weight @C : !U from "structures.npz" entry "C"
relax.weight @D : !U from "structures.npz" entry "D"
relax.func private @expert(%x: !h, %W: !U) -> !h {
  %a = relax.matmul %W, %x : (!U, !h) -> !h
  %b = relax.tanh %a : !h
  %y = relax.add %b, %x : !h
  relax.return %y : !h
}
relax.func private @layer(%x: !h, %left: !number) -> !h {
  %A = relax.get_weight @A : !U
  %B = relax.get_weight @B : !U
  %C = relax.get_weight @C : !U
  %D = relax.get_weight @D : !U
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %end = relax.equal %left, %zero : (!number, !number) -> !bool
  %y = relax.if %end -> !h { relax.yield %x : !h } else {
    %all = relax.matmul %D, %x : (!U, !h) -> !h
    %g, %rest = relax.split %all axis 0 : (!h) -> (!three, !three)
    %e = relax.arg_max %g over 0 : (!three) -> !number
    %first = relax.equal %e, %zero : (!number, !number) -> !bool
    %v = relax.if %first -> !h {
      %r = relax.call @expert(%x, %A) : (!h, !U) -> !h
      relax.yield %r : !h
    } else {
      %second = relax.equal %e, %one : (!number, !number) -> !bool
      %w = relax.if %second -> !h {
        %r = relax.call @expert(%x, %B) : (!h, !U) -> !h
        relax.yield %r : !h
      } else {
        %r = relax.call @expert(%x, %C) : (!h, !U) -> !h
        relax.yield %r : !h
      }
      relax.yield %w : !h
    }
    %less = relax.subtract %left, %one : !number
    %z = relax.call @layer(%v, %less) : (!h, !number) -> !h
    relax.yield %z : !h
  }
  relax.return %y : !h
}
relax.func @main(%x: !h) -> !h {
  %three = relax.constant dense<3> : tensor<i64>
  %y = relax.call @layer(%x, %three) : (!h, !number) -> !h
  relax.return %y : !h
}

// A Tree-GRU over binary trees, written for one: what a gate lets through of both children's states is the input of a new state, which
// another gate mixes with their mean. `test/batching/structures.py` writes weights, trees and what comes out.

!h = !relax.tensor<[6], f32>
!U = !relax.tensor<[6, 6], f32>
!words = !relax.tensor<[16, 6], f32>
!number = !relax.tensor<[], i64>
!tree = !relax.adt<@Tree>

relax.adt @Tree { @Leaf(!number), @Node(!tree, !tree) }

relax.weight @E : !words from "structures.npz" entry "E"
relax.weight @Z1 : !U from "structures.npz" entry "A"
relax.weight @Z2 : !U from "structures.npz" entry "B"
relax.weight @R1 : !U from "structures.npz" entry "C"
relax.weight @R2 : !U from "structures.npz" entry "D"
relax.weight @N1 : !U from "structures.npz" entry "F"
relax.weight @N2 : !U from "structures.npz" entry "G"

relax.func private @encode(%t: !tree) -> !h {
  %y = relax.match %t : !tree -> !h {
    case @Leaf(%word: !number) {
      %E = relax.get_weight @E : !words
      %Z1 = relax.get_weight @Z1 : !U
      %x = relax.take %E, %word axis 0 : (!words, !number) -> !h
      %zx = relax.matmul %Z1, %x : (!U, !h) -> !h
      %h = relax.tanh %zx : !h
      relax.yield %h : !h
    }
    case @Node(%left: !tree, %right: !tree) {
      %a = relax.call @encode(%left) : (!tree) -> !h
      %b = relax.call @encode(%right) : (!tree) -> !h
      %Z1 = relax.get_weight @Z1 : !U
      %Z2 = relax.get_weight @Z2 : !U
      %R1 = relax.get_weight @R1 : !U
      %R2 = relax.get_weight @R2 : !U
      %N1 = relax.get_weight @N1 : !U
      %N2 = relax.get_weight @N2 : !U
      %za = relax.matmul %Z1, %a : (!U, !h) -> !h
      %zb = relax.matmul %Z2, %b : (!U, !h) -> !h
      %zs = relax.add %za, %zb : !h
      %z = relax.sigmoid %zs : !h
      %ra = relax.matmul %R1, %a : (!U, !h) -> !h
      %rb = relax.matmul %R2, %b : (!U, !h) -> !h
      %rs = relax.add %ra, %rb : !h
      %r = relax.sigmoid %rs : !h
      %pa = relax.multiply %r, %a : !h
      %pb = relax.multiply %r, %b : !h
      %na = relax.matmul %N1, %pa : (!U, !h) -> !h
      %nb = relax.matmul %N2, %pb : (!U, !h) -> !h
      %ns = relax.add %na, %nb : !h
      %n = relax.tanh %ns : !h
      %half = relax.constant dense<0.5> : tensor<f32>
      %both = relax.add %a, %b : !h
      %mean = relax.multiply %both, %half : (!h, !relax.tensor<[], f32>) -> !h
      %d = relax.subtract %n, %mean : !h
      %zd = relax.multiply %z, %d : !h
      %h = relax.add %mean, %zd : !h
      relax.yield %h : !h
    }
  }
  relax.return %y : !h
}
relax.func @main(%t: !tree) -> !h {
  %y = relax.call @encode(%t) : (!tree) -> !h
  relax.return %y : !h
}

// A pointer network, written for one sentence: as many steps as are asked for, each points at a word by arg max of attention.
!h = !relax.tensor<[6], f32>
!x = !relax.tensor<[n, 6], f32>
!U = !relax.tensor<[6, 6], f32>
!words = !relax.tensor<[16, 6], f32>
!number = !relax.tensor<[], i64>
!bool = !relax.tensor<[], i1>

relax.weight @E : !words from "structures.npz" entry "E"
relax.weight @W : !U from "structures.npz" entry "A"
relax.weight @U : !U from "structures.npz" entry "B"
relax.weight @K : !U from "structures.npz" entry "C"
relax.weight @Q : !U from "structures.npz" entry "D"

relax.func private @cell(%x: !h, %h: !h) -> !h {
  %W = relax.get_weight @W : !U
  %U = relax.get_weight @U : !U
  %wx = relax.matmul %W, %x : (!U, !h) -> !h
  %uh = relax.matmul %U, %h : (!U, !h) -> !h
  %s = relax.add %wx, %uh : !h
  %y = relax.tanh %s : !h
  relax.return %y : !h
}
relax.func @main(%words: !relax.tensor<[n], i64>, %steps: !number) -> (!h, !number) where (1 <= n <= 12) {
  %E = relax.get_weight @E : !words
  %K = relax.get_weight @K : !U
  %Q = relax.get_weight @Q : !U
  %xs = relax.take %E, %words axis 0 : (!words, !relax.tensor<[n], i64>) -> !x
  %h0 = relax.constant dense<0.0> : tensor<6xf32>
  %h = relax.scan over n (%state: !h = %h0, %x: !h in %xs) {
    %next = relax.call @cell(%x, %state) : (!h, !h) -> !h
    relax.yield %next : !h
  }
  %keys = relax.matmul %xs, %K : (!x, !U) -> !x
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %i, %last, %sum = relax.while (%i: !number = %zero, %state: !h = %h, %sum: !number = %zero) {
    %more = relax.less %i, %steps : (!number, !number) -> !bool
    relax.condition %more
  } do {
    %q = relax.matmul %Q, %state : (!U, !h) -> !h
    %scores = relax.matmul %keys, %q : (!x, !h) -> !relax.tensor<[n], f32>
    %p = relax.softmax %scores over 0 : !relax.tensor<[n], f32>
    %best = relax.arg_max %p over 0 : (!relax.tensor<[n], f32>) -> !number
    %x = relax.take %xs, %best axis 0 : (!x, !number) -> !h
    %next = relax.call @cell(%x, %state) : (!h, !h) -> !h
    %j = relax.add %i, %one : !number
    %two = relax.add %sum, %sum : !number
    %all = relax.add %two, %best : !number
    relax.yield %j, %next, %all : !number, !h, !number
  }
  relax.return %last, %sum : !h, !number
}

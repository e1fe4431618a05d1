// Messages along the edges of a graph, written for one graph: nodes take the sum of what their neighbours send, as many rounds as are
// asked for; the result is the mean of all nodes.
!h = !relax.tensor<[6], f32>
!x = !relax.tensor<[n, 6], f32>
!m = !relax.tensor<[e, 6], f32>
!ends = !relax.tensor<[e], i64>
!U = !relax.tensor<[6, 6], f32>
!words = !relax.tensor<[16, 6], f32>
!number = !relax.tensor<[], i64>
!bool = !relax.tensor<[], i1>

relax.weight @E : !words from "structures.npz" entry "E"
relax.weight @W : !U from "structures.npz" entry "A"
relax.weight @U : !U from "structures.npz" entry "B"

relax.func private @rounds(%x: !x, %from: !ends, %to: !relax.tensor<[e, 1], i64>, %left: !number) -> !x {
  %W = relax.get_weight @W : !U
  %U = relax.get_weight @U : !U
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %none = relax.constant dense<0.0> : tensor<f32>
  %more = relax.less %zero, %left : (!number, !number) -> !bool
  %y = relax.if %more -> !x {
    %sent = relax.take %x, %from axis 0 : (!x, !ends) -> !m
    %wm = relax.matmul %sent, %W : (!m, !U) -> !m
    %empty = relax.multiply %x, %none : (!x, !relax.tensor<[], f32>) -> !x
    %sum = relax.scatter_nd %empty, %to, %wm reduce "add" : (!x, !relax.tensor<[e, 1], i64>, !m) -> !x
    %ux = relax.matmul %x, %U : (!x, !U) -> !x
    %s = relax.add %ux, %sum : !x
    %new = relax.tanh %s : !x
    %rest = relax.subtract %left, %one : !number
    %z = relax.call @rounds(%new, %from, %to, %rest) : (!x, !ends, !relax.tensor<[e, 1], i64>, !number) -> !x
    relax.yield %z : !x
  } else {
    relax.yield %x : !x
  }
  relax.return %y : !x
}
relax.func @main(%nodes: !relax.tensor<[n], i64>, %from: !ends, %to: !relax.tensor<[e, 1], i64>, %steps: !number) -> !h where (n >= 1) {
  %E = relax.get_weight @E : !words
  %x = relax.take %E, %nodes axis 0 : (!words, !relax.tensor<[n], i64>) -> !x
  %y = relax.call @rounds(%x, %from, %to, %steps) : (!x, !ends, !relax.tensor<[e, 1], i64>, !number) -> !x
  %mean = relax.mean %y over [0] : (!x) -> !h
  relax.return %mean : !h
}

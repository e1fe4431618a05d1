// Graph attention, written for one graph: adjacency [n, n], and how many rounds.
!x = !relax.tensor<[n, 6], f32>
!U = !relax.tensor<[6, 6], f32>
!adj = !relax.tensor<[n, n], f32>
!number = !relax.tensor<[], i64>
relax.weight @E : !relax.tensor<[16, 6], f32> from "structures.npz" entry "E"
relax.weight @A : !U from "structures.npz" entry "A"
relax.weight @B : !U from "structures.npz" entry "B"
relax.weight @C : !U from "structures.npz" entry "C"
relax.func private @layer(%x: !x, %adj: !adj) -> !x {
  %A = relax.get_weight @A : !U
  %B = relax.get_weight @B : !U
  %C = relax.get_weight @C : !U
  %q = relax.matmul %x, %A : (!x, !U) -> !x
  %k = relax.matmul %x, %B : (!x, !U) -> !x
  %v = relax.matmul %x, %C : (!x, !U) -> !x
  %kt = relax.permute_dims %k axes [1, 0] : (!x) -> !relax.tensor<[6, n], f32>
  %s = relax.matmul %q, %kt : (!x, !relax.tensor<[6, n], f32>) -> !adj
  %m = relax.add %s, %adj : !adj
  %zero = relax.constant dense<0.1> : tensor<f32>
  %l = relax.multiply %m, %zero : (!adj, !relax.tensor<[], f32>) -> !adj
  %r = relax.maximum %m, %l : !adj
  %w = relax.softmax %r over 1 : !adj
  %y = relax.matmul %w, %v : (!adj, !x) -> !x
  %z = relax.add %y, %x : !x
  %t = relax.tanh %z : !x
  relax.return %t : !x
}
relax.func private @rounds(%x: !x, %adj: !adj, %left: !number) -> !x {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %more = relax.less %zero, %left : (!number, !number) -> !relax.tensor<[], i1>
  %y = relax.if %more -> !x {
    %new = relax.call @layer(%x, %adj) : (!x, !adj) -> !x
    %rest = relax.subtract %left, %one : !number
    %z = relax.call @rounds(%new, %adj, %rest) : (!x, !adj, !number) -> !x
    relax.yield %z : !x
  } else { relax.yield %x : !x }
  relax.return %y : !x
}
relax.func @main(%nodes: !relax.tensor<[n], i64>, %adj: !adj, %steps: !number) -> (!x, !relax.tensor<[6], f32>) where (n >= 1) {
  %E = relax.get_weight @E : !relax.tensor<[16, 6], f32>
  %x = relax.take %E, %nodes axis 0 : (!relax.tensor<[16, 6], f32>, !relax.tensor<[n], i64>) -> !x
  %y = relax.call @rounds(%x, %adj, %steps) : (!x, !adj, !number) -> !x
  %mean = relax.mean %y over [0] : (!x) -> !relax.tensor<[6], f32>
  relax.return %y, %mean : !x, !relax.tensor<[6], f32>
}

// The MV-RNN of mvrnn.mlir over words, with a class of 5 at every node: the loss of a tree is the sum over its nodes. Structure and
// weights as in the peers of ../shared/peers/dynamic-structure; `utils/bench/trees.py weights FOLDER mvrnn` writes the file. Every word
// has a vector and a matrix of its own; 256 of each are shared by all words.

!tree = !relax.adt<@Tree>
!number = !relax.tensor<[], i64>
!loss = !relax.tensor<[], f32>
!vector = !relax.tensor<[64], f32>
!matrix = !relax.tensor<[64, 64], f32>
!wide = !relax.tensor<[64, 128], f32>
!matrices = !relax.tensor<[256, 64, 64], f32>
!vectors = !relax.tensor<[256, 64], f32>

relax.adt @Tree { @Leaf(!number, !number), @Node(!number, !tree, !tree) }

relax.weight @EM : !matrices from "mvrnn.npz" entry "EM"
relax.weight @E : !vectors from "mvrnn.npz" entry "E"
relax.weight @W : !wide from "mvrnn.npz" entry "W"
relax.weight @b : !vector from "mvrnn.npz" entry "b"
relax.weight @M : !wide from "mvrnn.npz" entry "M"
relax.weight @C : !relax.tensor<[5, 64], f32> from "mvrnn.npz" entry "C"

// Vector and matrix of a node, and the loss of all below it.
relax.func private @encode(%t: !tree) -> (!vector, !matrix, !loss) {
  %v, %m, %below, %label = relax.match %t : !tree -> (!vector, !matrix, !loss, !number) {
    case @Leaf(%token: !number, %class: !number) {
      %matrices = relax.get_weight @EM : !matrices
      %vectors = relax.get_weight @E : !vectors
      %words = relax.constant dense<256> : tensor<i64>
      %word = relax.mod %token, %words : !number
      %vector = relax.take %vectors, %word axis 0 : (!vectors, !number) -> !vector
      %matrix = relax.take %matrices, %word axis 0 : (!matrices, !number) -> !matrix
      %none = relax.constant dense<0.0> : tensor<f32>
      relax.yield %vector, %matrix, %none, %class : !vector, !matrix, !loss, !number
    }
    case @Node(%class: !number, %left: !tree, %right: !tree) {
      %a, %A, %loss1 = relax.call @encode(%left) : (!tree) -> (!vector, !matrix, !loss)
      %b, %B, %loss2 = relax.call @encode(%right) : (!tree) -> (!vector, !matrix, !loss)
      %W = relax.get_weight @W : !wide
      %bias = relax.get_weight @b : !vector
      %M = relax.get_weight @M : !wide
      %Ab = relax.matmul %A, %b : (!matrix, !vector) -> !vector
      %Ba = relax.matmul %B, %a : (!matrix, !vector) -> !vector
      %changed = relax.concat %Ab, %Ba axis 0 : (!vector, !vector) -> !relax.tensor<[128], f32>
      %sum = relax.matmul %W, %changed : (!wide, !relax.tensor<[128], f32>) -> !vector
      %shifted = relax.add %sum, %bias : !vector
      %vector = relax.tanh %shifted : !vector
      %AB = relax.concat %A, %B axis 0 : (!matrix, !matrix) -> !relax.tensor<[128, 64], f32>
      %matrix = relax.matmul %M, %AB : (!wide, !relax.tensor<[128, 64], f32>) -> !matrix
      %losses = relax.add %loss1, %loss2 : !loss
      relax.yield %vector, %matrix, %losses, %class : !vector, !matrix, !loss, !number
    }
  }
  %C = relax.get_weight @C : !relax.tensor<[5, 64], f32>
  %scores = relax.matmul %C, %v : (!relax.tensor<[5, 64], f32>, !vector) -> !relax.tensor<[5], f32>
  %logs = relax.log_softmax %scores over [0] : !relax.tensor<[5], f32>
  %log = relax.take %logs, %label axis 0 : (!relax.tensor<[5], f32>, !number) -> !loss
  %loss = relax.subtract %below, %log : !loss
  relax.return %v, %m, %loss : !vector, !matrix, !loss
}

relax.func @loss(%tree: !tree) -> !loss {
  %v, %m, %loss = relax.call @encode(%tree) : (!tree) -> (!vector, !matrix, !loss)
  relax.return %loss : !loss
}

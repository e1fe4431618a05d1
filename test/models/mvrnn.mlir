// MV-RNN by hand (Socher, Huval, Manning, Ng, "Semantic Compositionality through Recursive Matrix-Vector Spaces", 2012): every node
// has a vector and a matrix, and each of two neighbours is changed by the matrix of the other before they are put together.

!tree = !relax.adt<@Phrase>
!vector = !relax.tensor<[4], f32>
!matrix = !relax.tensor<[4, 4], f32>
!wide = !relax.tensor<[4, 8], f32>
!meaning = tuple<!vector, !matrix>

relax.adt @Phrase { @Word(!vector, !matrix), @Both(!tree, !tree) }

relax.func private @encode(%t: !tree, %W: !wide, %M: !wide) -> !meaning {
  %meaning = relax.match %t : !tree -> !meaning {
    case @Word(%v: !vector, %m: !matrix) {
      %both = relax.tuple %v, %m : (!vector, !matrix) -> !meaning
      relax.yield %both : !meaning
    }
    case @Both(%left: !tree, %right: !tree) {
      %l = relax.call @encode(%left, %W, %M) : (!tree, !wide, !wide) -> !meaning
      %r = relax.call @encode(%right, %W, %M) : (!tree, !wide, !wide) -> !meaning
      %a = relax.tuple_get %l at 0 : (!meaning) -> !vector
      %A = relax.tuple_get %l at 1 : (!meaning) -> !matrix
      %b = relax.tuple_get %r at 0 : (!meaning) -> !vector
      %B = relax.tuple_get %r at 1 : (!meaning) -> !matrix
      %Ba = relax.matmul %B, %a : (!matrix, !vector) -> !vector
      %Ab = relax.matmul %A, %b : (!matrix, !vector) -> !vector
      %changed = relax.concat %Ba, %Ab axis 0 : (!vector, !vector) -> !relax.tensor<[8], f32>
      %sum = relax.matmul %W, %changed : (!wide, !relax.tensor<[8], f32>) -> !vector
      %v = relax.tanh %sum : !vector
      %AB = relax.concat %A, %B axis 0 : (!matrix, !matrix) -> !relax.tensor<[8, 4], f32>
      %m = relax.matmul %M, %AB : (!wide, !relax.tensor<[8, 4], f32>) -> !matrix
      %both = relax.tuple %v, %m : (!vector, !matrix) -> !meaning
      relax.yield %both : !meaning
    }
  }
  relax.return %meaning : !meaning
}

relax.func @main(%t: !tree, %W: !wide, %M: !wide) -> (!vector, !matrix) {
  %meaning = relax.call @encode(%t, %W, %M) : (!tree, !wide, !wide) -> !meaning
  %v = relax.tuple_get %meaning at 0 : (!meaning) -> !vector
  %m = relax.tuple_get %meaning at 1 : (!meaning) -> !matrix
  relax.return %v, %m : !vector, !matrix
}

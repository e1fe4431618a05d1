// A binary Tree-LSTM by hand (Tai, Socher, Manning, "Improved Semantic Representations From Tree-Structured Long Short-Term Memory
// Networks", 2015), with a class of 5 at every node: the loss of a tree is the sum over its nodes. Structure and weights as in the
// peers of ../shared/peers/dynamic-structure; `utils/bench/trees.py weights` writes the file. Nothing depends on a tree's shape.

!tree = !relax.adt<@Tree>
!number = !relax.tensor<[], i64>
!loss = !relax.tensor<[], f32>
!row = !relax.tensor<[256], f32>
!square = !relax.tensor<[256, 256], f32>
!wide = !relax.tensor<[256, 512], f32>
!both = !relax.tensor<[512], f32>
!words = !relax.tensor<[1024, 256], f32>
!classes = !relax.tensor<[5, 256], f32>
!scores = !relax.tensor<[5], f32>

relax.adt @Tree { @Leaf(!number, !number), @Node(!number, !tree, !tree) }

relax.weight @E : !words from "treelstm.npz" entry "E"
relax.weight @Wi : !square from "treelstm.npz" entry "Wi"
relax.weight @Wo : !square from "treelstm.npz" entry "Wo"
relax.weight @Wu : !square from "treelstm.npz" entry "Wu"
relax.weight @Ui : !wide from "treelstm.npz" entry "Ui"
relax.weight @Uo : !wide from "treelstm.npz" entry "Uo"
relax.weight @Uu : !wide from "treelstm.npz" entry "Uu"
relax.weight @F1 : !square from "treelstm.npz" entry "F1"
relax.weight @F2 : !square from "treelstm.npz" entry "F2"
relax.weight @bi : !row from "treelstm.npz" entry "bi"
relax.weight @bo : !row from "treelstm.npz" entry "bo"
relax.weight @bu : !row from "treelstm.npz" entry "bu"
relax.weight @bf : !row from "treelstm.npz" entry "bf"
relax.weight @C : !classes from "treelstm.npz" entry "C"

// State and memory of a node, and the loss of all below it.
relax.func private @encode(%t: !tree) -> (!row, !row, !loss) {
  %h, %c, %below, %label = relax.match %t : !tree -> (!row, !row, !loss, !number) {
    case @Leaf(%token: !number, %class: !number) {
      %E = relax.get_weight @E : !words
      %Wi = relax.get_weight @Wi : !square
      %Wo = relax.get_weight @Wo : !square
      %Wu = relax.get_weight @Wu : !square
      %bi = relax.get_weight @bi : !row
      %bo = relax.get_weight @bo : !row
      %bu = relax.get_weight @bu : !row
      %x = relax.take %E, %token axis 0 : (!words, !number) -> !row
      %xi = relax.matmul %Wi, %x : (!square, !row) -> !row
      %xo = relax.matmul %Wo, %x : (!square, !row) -> !row
      %xu = relax.matmul %Wu, %x : (!square, !row) -> !row
      %si = relax.add %xi, %bi : !row
      %so = relax.add %xo, %bo : !row
      %su = relax.add %xu, %bu : !row
      %i = relax.sigmoid %si : !row
      %o = relax.sigmoid %so : !row
      %u = relax.tanh %su : !row
      %memory = relax.multiply %i, %u : !row
      %active = relax.tanh %memory : !row
      %state = relax.multiply %o, %active : !row
      %none = relax.constant dense<0.0> : tensor<f32>
      relax.yield %state, %memory, %none, %class : !row, !row, !loss, !number
    }
    case @Node(%class: !number, %left: !tree, %right: !tree) {
      %h1, %c1, %loss1 = relax.call @encode(%left) : (!tree) -> (!row, !row, !loss)
      %h2, %c2, %loss2 = relax.call @encode(%right) : (!tree) -> (!row, !row, !loss)
      %Ui = relax.get_weight @Ui : !wide
      %Uo = relax.get_weight @Uo : !wide
      %Uu = relax.get_weight @Uu : !wide
      %F1 = relax.get_weight @F1 : !square
      %F2 = relax.get_weight @F2 : !square
      %bi = relax.get_weight @bi : !row
      %bo = relax.get_weight @bo : !row
      %bu = relax.get_weight @bu : !row
      %bf = relax.get_weight @bf : !row
      %x = relax.concat %h1, %h2 axis 0 : (!row, !row) -> !both
      %xi = relax.matmul %Ui, %x : (!wide, !both) -> !row
      %xo = relax.matmul %Uo, %x : (!wide, !both) -> !row
      %xu = relax.matmul %Uu, %x : (!wide, !both) -> !row
      %x1 = relax.matmul %F1, %h1 : (!square, !row) -> !row
      %x2 = relax.matmul %F2, %h2 : (!square, !row) -> !row
      %si = relax.add %xi, %bi : !row
      %so = relax.add %xo, %bo : !row
      %su = relax.add %xu, %bu : !row
      %s1 = relax.add %x1, %bf : !row
      %s2 = relax.add %x2, %bf : !row
      %i = relax.sigmoid %si : !row
      %o = relax.sigmoid %so : !row
      %u = relax.tanh %su : !row
      %f1 = relax.sigmoid %s1 : !row
      %f2 = relax.sigmoid %s2 : !row
      %new = relax.multiply %i, %u : !row
      %kept1 = relax.multiply %f1, %c1 : !row
      %kept2 = relax.multiply %f2, %c2 : !row
      %kept = relax.add %kept1, %kept2 : !row
      %memory = relax.add %new, %kept : !row
      %active = relax.tanh %memory : !row
      %state = relax.multiply %o, %active : !row
      %losses = relax.add %loss1, %loss2 : !loss
      relax.yield %state, %memory, %losses, %class : !row, !row, !loss, !number
    }
  }
  %C = relax.get_weight @C : !classes
  %scores = relax.matmul %C, %h : (!classes, !row) -> !scores
  %logs = relax.log_softmax %scores over [0] : !scores
  %log = relax.take %logs, %label axis 0 : (!scores, !number) -> !loss
  %loss = relax.subtract %below, %log : !loss
  relax.return %h, %c, %loss : !row, !row, !loss
}

relax.func @loss(%tree: !tree) -> !loss {
  %h, %c, %loss = relax.call @encode(%tree) : (!tree) -> (!row, !row, !loss)
  relax.return %loss : !loss
}

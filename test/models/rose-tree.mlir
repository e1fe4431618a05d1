// A tree of any number of children, written for one tree: a node looks at its children with attention, the query is its word.
!h = !relax.tensor<[6], f32>
!U = !relax.tensor<[6, 6], f32>
!one = !relax.tensor<[], f32>
!words = !relax.tensor<[16, 6], f32>
!number = !relax.tensor<[], i64>
!tree = !relax.adt<@Rose>
!forest = !relax.adt<@List<!relax.adt<@Rose>>>

relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.adt @Rose { @Node(!number, !forest) }

relax.weight @E : !words from "structures.npz" entry "E"
relax.weight @Q : !U from "structures.npz" entry "A"
relax.weight @W : !U from "structures.npz" entry "B"
relax.weight @V : !U from "structures.npz" entry "C"

relax.func private @children(%l: !forest, %q: !h, %sum: !h, %total: !one) -> (!h, !one) {
  %a, %b = relax.match %l : !forest -> (!h, !one) {
    case @Nil { relax.yield %sum, %total : !h, !one }
    case @Cons(%t: !tree, %rest: !forest) {
      %h = relax.call @encode(%t) : (!tree) -> !h
      %score = relax.matmul %q, %h : (!h, !h) -> !one
      %e = relax.exp %score : !one
      %w = relax.multiply %h, %e : (!h, !one) -> !h
      %more = relax.add %sum, %w : !h
      %all = relax.add %total, %e : !one
      %x, %y = relax.call @children(%rest, %q, %more, %all) : (!forest, !h, !h, !one) -> (!h, !one)
      relax.yield %x, %y : !h, !one
    }
  }
  relax.return %a, %b : !h, !one
}
relax.func private @encode(%t: !tree) -> !h {
  %E = relax.get_weight @E : !words
  %Q = relax.get_weight @Q : !U
  %W = relax.get_weight @W : !U
  %V = relax.get_weight @V : !U
  %word = relax.get_field %t @Node at 0 : (!tree) -> !number
  %l = relax.get_field %t @Node at 1 : (!tree) -> !forest
  %x = relax.take %E, %word axis 0 : (!words, !number) -> !h
  %q = relax.matmul %Q, %x : (!U, !h) -> !h
  %none = relax.constant dense<0.0> : tensor<6xf32>
  %start = relax.constant dense<1.0> : tensor<f32>
  %sum, %total = relax.call @children(%l, %q, %none, %start) : (!forest, !h, !h, !one) -> (!h, !one)
  %mean = relax.divide %sum, %total : (!h, !one) -> !h
  %wx = relax.matmul %W, %x : (!U, !h) -> !h
  %vm = relax.matmul %V, %mean : (!U, !h) -> !h
  %s = relax.add %wx, %vm : !h
  %y = relax.tanh %s : !h
  relax.return %y : !h
}
relax.func @main(%t: !tree) -> !h {
  %y = relax.call @encode(%t) : (!tree) -> !h
  relax.return %y : !h
}

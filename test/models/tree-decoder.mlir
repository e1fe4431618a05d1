// A doubly-recurrent decoder of trees (Alvarez-Melis, Jaakkola, "Tree-structured decoding with doubly-recurrent neural networks", 2017),
// written for one tree: a node's state comes from its parent's and that of the sibling before it, and says whether the node has
// children and whether another sibling follows; six levels and as many siblings at most. The result is the sum of all states.
// `test/batching/structures.py` writes weights, inputs and what comes out.

!h = !relax.tensor<[6], f32>
!U = !relax.tensor<[6, 6], f32>
!two = !relax.tensor<[2], f32>
!one = !relax.tensor<[], f32>
!words = !relax.tensor<[16, 6], f32>
!number = !relax.tensor<[], i64>
!bool = !relax.tensor<[], i1>

relax.weight @E : !words from "structures.npz" entry "E"
relax.weight @P : !U from "structures.npz" entry "A"
relax.weight @B : !U from "structures.npz" entry "B"
relax.weight @S : !relax.tensor<[2, 6], f32> from "structures.npz" entry "S"

relax.func private @node(%parent: !h, %before: !h, %depth: !number, %siblings: !number) -> !h {
  %P = relax.get_weight @P : !U
  %B = relax.get_weight @B : !U
  %S = relax.get_weight @S : !relax.tensor<[2, 6], f32>
  %p = relax.matmul %P, %parent : (!U, !h) -> !h
  %b = relax.matmul %B, %before : (!U, !h) -> !h
  %s = relax.add %p, %b : !h
  %h = relax.tanh %s : !h
  %scores = relax.matmul %S, %h : (!relax.tensor<[2, 6], f32>, !h) -> !two
  %zero = relax.constant dense<0> : tensor<i64>
  %less = relax.constant dense<1> : tensor<i64>
  %none = relax.constant dense<0.0> : tensor<f32>
  %start = relax.constant dense<0.0> : tensor<6xf32>
  %down, %on = relax.split %scores axis 0 : (!two) -> (!relax.tensor<[1], f32>, !relax.tensor<[1], f32>)
  %downs = relax.sum %down over [0] : (!relax.tensor<[1], f32>) -> !one
  %ons = relax.sum %on over [0] : (!relax.tensor<[1], f32>) -> !one
  %has = relax.less %none, %downs : (!one, !one) -> !bool
  %next = relax.less %none, %ons : (!one, !one) -> !bool
  %below = relax.subtract %depth, %less : !number
  %left = relax.subtract %siblings, %less : !number
  %deep = relax.less %zero, %below : (!number, !number) -> !bool
  %wide = relax.less %zero, %left : (!number, !number) -> !bool
  %goes = relax.bitwise_and %has, %deep : (!bool, !bool) -> !bool
  %follows = relax.bitwise_and %next, %wide : (!bool, !bool) -> !bool
  %children = relax.if %goes -> !h {
    %six = relax.constant dense<6> : tensor<i64>
    %y = relax.call @node(%h, %start, %below, %six) : (!h, !h, !number, !number) -> !h
    relax.yield %y : !h
  } else {
    relax.yield %start : !h
  }
  %others = relax.if %follows -> !h {
    %y = relax.call @node(%parent, %h, %depth, %left) : (!h, !h, !number, !number) -> !h
    relax.yield %y : !h
  } else {
    relax.yield %start : !h
  }
  %own = relax.add %h, %children : !h
  %all = relax.add %own, %others : !h
  relax.return %all : !h
}
relax.func @main(%word: !number) -> !h {
  %E = relax.get_weight @E : !words
  %x = relax.take %E, %word axis 0 : (!words, !number) -> !h
  %six = relax.constant dense<6> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %start = relax.constant dense<0.0> : tensor<6xf32>
  %y = relax.call @node(%x, %start, %six, %one) : (!h, !h, !number, !number) -> !h
  relax.return %y : !h
}

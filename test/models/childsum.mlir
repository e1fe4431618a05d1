// A child-sum Tree-LSTM (Tai, Socher, Manning, 2015, section 3.1): a node has any number of children, whose states are added and
// whose memories are each forgotten by a gate of its own. Linked with the prelude (`--link=share/relax/prelude.mlir`).

!input = !relax.tensor<[3], f32>
!state = !relax.tensor<[4], f32>
!gates = !relax.tensor<[12], f32>
!W = !relax.tensor<[16, 3], f32>
!U = !relax.tensor<[12, 4], f32>
!F = !relax.tensor<[4, 4], f32>
!b = !relax.tensor<[16], f32>
!tree = !relax.adt<@Tree<!input>>
!trees = !relax.adt<@List<!tree>>
!both = tuple<!state, !state>
!nodes = !relax.adt<@List<!both>>
!encode = !relax.fn<(!tree) -> !both>
!step = !relax.fn<(!both, !both) -> !both>

relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.adt @Tree<a> { @Rose(!relax.var<a>, !relax.adt<@List<!relax.adt<@Tree<!relax.var<a>>>>>) }
relax.func private @map<a, b>(%f: !relax.fn<(!relax.var<a>) -> !relax.var<b>>, %l: !relax.adt<@List<!relax.var<a>>>) -> !relax.adt<@List<!relax.var<b>>>
relax.func private @foldl<a, b>(%f: !relax.fn<(!relax.var<b>, !relax.var<a>) -> !relax.var<b>>, %s: !relax.var<b>, %l: !relax.adt<@List<!relax.var<a>>>) -> !relax.var<b>

relax.func private @encode(%t: !tree, %W: !W, %U: !U, %F: !F, %b: !b) -> !both {
  %node = relax.match %t : !tree -> !both {
    case @Rose(%x: !input, %children: !trees) {
      %below = relax.lambda (%child: !tree) -> !both {
        %y = relax.call @encode(%child, %W, %U, %F, %b) : (!tree, !W, !U, !F, !b) -> !both
        relax.yield %y : !both
      }
      %nodes = relax.call @map(%below, %children) : (!encode, !trees) -> !nodes
      %Wx = relax.matmul %W, %x : (!W, !input) -> !b
      %sums = relax.add %Wx, %b : !b
      %xi, %xo, %xu, %xf = relax.split %sums axis 0 : (!b) -> (!state, !state, !state, !state)
      // The sum of states, and of what the gates leave of memories.
      %add = relax.lambda (%before: !both, %child: !both) -> !both {
        %hs = relax.tuple_get %before at 0 : (!both) -> !state
        %cs = relax.tuple_get %before at 1 : (!both) -> !state
        %h = relax.tuple_get %child at 0 : (!both) -> !state
        %c = relax.tuple_get %child at 1 : (!both) -> !state
        %Fh = relax.matmul %F, %h : (!F, !state) -> !state
        %sf = relax.add %Fh, %xf : !state
        %f = relax.sigmoid %sf : !state
        %kept = relax.multiply %f, %c : !state
        %h2 = relax.add %hs, %h : !state
        %c2 = relax.add %cs, %kept : !state
        %after = relax.tuple %h2, %c2 : (!state, !state) -> !both
        relax.yield %after : !both
      }
      %zero = relax.constant dense<0.0> : tensor<4xf32>
      %none = relax.tuple %zero, %zero : (!state, !state) -> !both
      %all = relax.call @foldl(%add, %none, %nodes) : (!step, !both, !nodes) -> !both
      %h = relax.tuple_get %all at 0 : (!both) -> !state
      %kept = relax.tuple_get %all at 1 : (!both) -> !state
      %Uh = relax.matmul %U, %h : (!U, !state) -> !gates
      %ui, %uo, %uu = relax.split %Uh axis 0 : (!gates) -> (!state, !state, !state)
      %si = relax.add %xi, %ui : !state
      %so = relax.add %xo, %uo : !state
      %su = relax.add %xu, %uu : !state
      %i = relax.sigmoid %si : !state
      %o = relax.sigmoid %so : !state
      %u = relax.tanh %su : !state
      %new = relax.multiply %i, %u : !state
      %memory = relax.add %new, %kept : !state
      %active = relax.tanh %memory : !state
      %state = relax.multiply %o, %active : !state
      %y = relax.tuple %state, %memory : (!state, !state) -> !both
      relax.yield %y : !both
    }
  }
  relax.return %node : !both
}

relax.func @main(%t: !tree, %W: !W, %U: !U, %F: !F, %b: !b) -> (!state, !state) {
  %y = relax.call @encode(%t, %W, %U, %F, %b) : (!tree, !W, !U, !F, !b) -> !both
  %h = relax.tuple_get %y at 0 : (!both) -> !state
  %c = relax.tuple_get %y at 1 : (!both) -> !state
  relax.return %h, %c : !state, !state
}

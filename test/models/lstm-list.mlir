// An LSTM over a list: the cell is a function that keeps its weights, the list is folded with it. Linked with the prelude
// (`--link=share/relax/prelude.mlir`); any number of steps, of inputs of extent 3 and states of extent 4.

!input = !relax.tensor<[3], f32>
!state = !relax.tensor<[4], f32>
!gates = !relax.tensor<[16], f32>
!both = tuple<!state, !state>
!inputs = !relax.adt<@List<!input>>
!cell = !relax.fn<(!both, !input) -> !both>

relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.func private @foldl<a, b>(%f: !relax.fn<(!relax.var<b>, !relax.var<a>) -> !relax.var<b>>, %s: !relax.var<b>, %l: !relax.adt<@List<!relax.var<a>>>) -> !relax.var<b>

relax.func private @lstm(%W: !relax.tensor<[16, 3], f32>, %U: !relax.tensor<[16, 4], f32>, %b: !gates) -> !cell {
  %cell = relax.lambda (%before: !both, %x: !input) -> !both {
    %h = relax.tuple_get %before at 0 : (!both) -> !state
    %c = relax.tuple_get %before at 1 : (!both) -> !state
    %Wx = relax.matmul %W, %x : (!relax.tensor<[16, 3], f32>, !input) -> !gates
    %Uh = relax.matmul %U, %h : (!relax.tensor<[16, 4], f32>, !state) -> !gates
    %sum = relax.add %Wx, %Uh : !gates
    %all = relax.add %sum, %b : !gates
    %si, %sf, %sg, %so = relax.split %all axis 0 : (!gates) -> (!state, !state, !state, !state)
    %i = relax.sigmoid %si : !state
    %f = relax.sigmoid %sf : !state
    %g = relax.tanh %sg : !state
    %o = relax.sigmoid %so : !state
    %kept = relax.multiply %f, %c : !state
    %new = relax.multiply %i, %g : !state
    %memory = relax.add %kept, %new : !state
    %active = relax.tanh %memory : !state
    %state = relax.multiply %o, %active : !state
    %after = relax.tuple %state, %memory : (!state, !state) -> !both
    relax.yield %after : !both
  }
  relax.return %cell : !cell
}

relax.func @main(%xs: !inputs, %W: !relax.tensor<[16, 3], f32>, %U: !relax.tensor<[16, 4], f32>, %b: !gates) -> (!state, !state) {
  %cell = relax.call @lstm(%W, %U, %b) : (!relax.tensor<[16, 3], f32>, !relax.tensor<[16, 4], f32>, !gates) -> !cell
  %zero = relax.constant dense<0.0> : tensor<4xf32>
  %start = relax.tuple %zero, %zero : (!state, !state) -> !both
  %end = relax.call @foldl(%cell, %start, %xs) : (!cell, !both, !inputs) -> !both
  %h = relax.tuple_get %end at 0 : (!both) -> !state
  %c = relax.tuple_get %end at 1 : (!both) -> !state
  relax.return %h, %c : !state, !state
}

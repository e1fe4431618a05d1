// Tree to sequence: a binary tree is encoded, and decoded with attention over all its nodes until the end of the sequence.
!h = !relax.tensor<[6], f32>
!U = !relax.tensor<[6, 6], f32>
!number = !relax.tensor<[], i64>
!tree = !relax.adt<@Tree>
!seq = !relax.sequence<!h>
!out = !relax.adt<@List<!number>>
!mem = !relax.tensor<[n, 6], f32>
relax.adt @Tree { @Leaf(!number), @Node(!tree, !tree) }
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.weight @E : !relax.tensor<[16, 6], f32> from "structures.npz" entry "E"
relax.weight @A : !U from "structures.npz" entry "A"
relax.weight @B : !U from "structures.npz" entry "B"
relax.weight @C : !U from "structures.npz" entry "C"
relax.weight @D : !U from "structures.npz" entry "D"
relax.func private @encode(%t: !tree, %s: !seq) -> (!h, !seq) {
  %y, %r = relax.match %t : !tree -> (!h, !seq) {
    case @Leaf(%w: !number) {
      %E = relax.get_weight @E : !relax.tensor<[16, 6], f32>
      %x = relax.take %E, %w axis 0 : (!relax.tensor<[16, 6], f32>, !number) -> !h
      %t1 = relax.sequence_insert %s, %x : (!seq, !h) -> !seq
      relax.yield %x, %t1 : !h, !seq
    }
    case @Node(%l: !tree, %q: !tree) {
      %A = relax.get_weight @A : !U
      %B = relax.get_weight @B : !U
      %a, %s1 = relax.call @encode(%l, %s) : (!tree, !seq) -> (!h, !seq)
      %b, %s2 = relax.call @encode(%q, %s1) : (!tree, !seq) -> (!h, !seq)
      %la = relax.matmul %A, %a : (!U, !h) -> !h
      %rb = relax.matmul %B, %b : (!U, !h) -> !h
      %c = relax.add %la, %rb : !h
      %x = relax.tanh %c : !h
      %s3 = relax.sequence_insert %s2, %x : (!seq, !h) -> !seq
      relax.yield %x, %s3 : !h, !seq
    }
  }
  relax.return %y, %r : !h, !seq
}
relax.func private @decode(%h: !h, %m: !mem, %w: !number, %left: !number) -> !out {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %E = relax.get_weight @E : !relax.tensor<[16, 6], f32>
  %C = relax.get_weight @C : !U
  %D = relax.get_weight @D : !U
  %x = relax.take %E, %w axis 0 : (!relax.tensor<[16, 6], f32>, !number) -> !h
  %s = relax.matmul %m, %h : (!mem, !h) -> !relax.tensor<[n], f32>
  %p = relax.softmax %s over 0 : !relax.tensor<[n], f32>
  %c = relax.matmul %p, %m : (!relax.tensor<[n], f32>, !mem) -> !h
  %cx = relax.matmul %C, %x : (!U, !h) -> !h
  %dc = relax.matmul %D, %c : (!U, !h) -> !h
  %a = relax.add %cx, %dc : !h
  %b = relax.add %a, %h : !h
  %n = relax.tanh %b : !h
  %lg = relax.matmul %E, %n : (!relax.tensor<[16, 6], f32>, !h) -> !relax.tensor<[16], f32>
  %k = relax.arg_max %lg over 0 : (!relax.tensor<[16], f32>) -> !number
  %end = relax.equal %k, %zero : (!number, !number) -> !relax.tensor<[], i1>
  %none = relax.equal %left, %zero : (!number, !number) -> !relax.tensor<[], i1>
  %stop = relax.bitwise_or %end, %none : !relax.tensor<[], i1>
  %o = relax.if %stop -> !out {
    %nil = relax.construct @Nil() : () -> !out
    relax.yield %nil : !out
  } else {
    %rest = relax.subtract %left, %one : !number
    %t = relax.call @decode(%n, %m, %k, %rest) : (!h, !mem, !number, !number) -> !out
    %z = relax.construct @Cons(%k, %t) : (!number, !out) -> !out
    relax.yield %z : !out
  }
  relax.return %o : !out
}
relax.func @main(%t: !tree, %most: !number) -> (!h, !out) {
  %one = relax.constant dense<1> : tensor<i64>
  %empty = relax.sequence_empty : !seq
  %h, %s = relax.call @encode(%t, %empty) : (!tree, !seq) -> (!h, !seq)
  %m0 = relax.concat_from_sequence %s axis 0 stack : (!seq) -> !relax.tensor<[?, 6], f32>
  %m = relax.match_cast %m0 : !relax.tensor<[?, 6], f32> to !mem binds (n)
  %o = relax.call @decode(%h, %m, %one, %most) : (!h, !mem, !number, !number) -> !out
  relax.return %h, %o : !h, !out
}

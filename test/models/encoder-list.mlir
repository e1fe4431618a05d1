// An encoder called for each of a list of sentences of different lengths: one layer of attention with a feed-forward part over the
// words of a sentence, and their mean as what the sentence means. Linked with the prelude (`--link=share/relax/prelude.mlir`).
//
// The list says nothing of lengths; the encoder has one, `n`, which it asks of every sentence that it is invoked with.

!words = !relax.tensor<[n], i64>
!sentence = !relax.tensor<[?], i64>
!rows = !relax.tensor<[n, 8], f32>
!square = !relax.tensor<[8, 8], f32>
!table = !relax.tensor<[32, 8], f32>
!meaning = !relax.tensor<[8], f32>
!sentences = !relax.adt<@List<!sentence>>
!meanings = !relax.adt<@List<!meaning>>
!encoder = !relax.fn<(!sentence) -> !meaning>

relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.func private @map<a, b>(%f: !relax.fn<(!relax.var<a>) -> !relax.var<b>>, %l: !relax.adt<@List<!relax.var<a>>>) -> !relax.adt<@List<!relax.var<b>>>

relax.func private @encode(%E: !table, %Q: !square, %K: !square, %V: !square, %F: !square, %words: !words) -> !meaning where (1 <= n) {
  %x = relax.take %E, %words axis 0 : (!table, !words) -> !rows
  %q = relax.matmul %x, %Q : (!rows, !square) -> !rows
  %k = relax.matmul %x, %K : (!rows, !square) -> !rows
  %v = relax.matmul %x, %V : (!rows, !square) -> !rows
  %kt = relax.permute_dims %k axes [1, 0] : (!rows) -> !relax.tensor<[8, n], f32>
  %scores = relax.matmul %q, %kt : (!rows, !relax.tensor<[8, n], f32>) -> !relax.tensor<[n, n], f32>
  %weights = relax.softmax %scores over 1 : !relax.tensor<[n, n], f32>
  %seen = relax.matmul %weights, %v : (!relax.tensor<[n, n], f32>, !rows) -> !rows
  %sum = relax.add %x, %seen : !rows
  %wide = relax.matmul %sum, %F : (!rows, !square) -> !rows
  %active = relax.relu %wide : !rows
  %all = relax.add %sum, %active : !rows
  %meaning = relax.mean %all over [0] : (!rows) -> !meaning
  relax.return %meaning : !meaning
}

relax.func @main(%sentences: !sentences, %E: !table, %Q: !square, %K: !square, %V: !square, %F: !square) -> !meanings {
  %encode = relax.closure @encode(%E, %Q, %K, %V, %F) : (!table, !square, !square, !square, !square) -> !encoder
  %meanings = relax.call @map(%encode, %sentences) : (!encoder, !sentences) -> !meanings
  relax.return %meanings : !meanings
}

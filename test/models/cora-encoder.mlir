// CoRa's encoder layer (hidden 32 in the place of 512, 8 heads, 128 in the place of 2048) of a ragged batch, and the same
// of one sentence; with a causal mask, too. test/values/RaggedEncoder.test compares them sentence by sentence.
!x = !relax.tensor<[i : b, len[i], 32], f32>
!wide = !relax.tensor<[i : b, len[i], 96], f32>
!ff = !relax.tensor<[i : b, len[i], 128], f32>
!v = !relax.tensor<[32], f32>
!w = !relax.tensor<[32, 32], f32>
!wqkv = !relax.tensor<[32, 96], f32>
!bqkv = !relax.tensor<[96], f32>
!w1 = !relax.tensor<[32, 128], f32>
!b1 = !relax.tensor<[128], f32>
!w2 = !relax.tensor<[128, 32], f32>
!x1 = !relax.tensor<[1, n, 32], f32>
!wide1 = !relax.tensor<[1, n, 96], f32>
!ff1 = !relax.tensor<[1, n, 128], f32>

relax.func @layer(%len: !relax.lengths<len, [b]>, %x: !x,
    %wq: !wqkv, %bq: !bqkv,
    %wo: !w, %bo: !v,
    %w1: !w1, %b1: !b1,
    %w2: !w2, %b2: !v,
    %g1: !v, %h1: !v,
    %g2: !v, %h2: !v) -> !x where (len <= 512) {
  %qkv0 = relax.matmul %x, %wq : (!x, !wqkv) -> !wide
  %qkv = relax.add %qkv0, %bq : (!wide, !bqkv) -> !wide
  %q, %k, %v = relax.split %qkv axis 2 : (!wide) -> (!x, !x, !x)
  %a = relax.attention %q, %k, %v heads 8, 8 : (!x, !x, !x) -> !x
  %o0 = relax.matmul %a, %wo : (!x, !w) -> !x
  %o1 = relax.add %o0, %bo : (!x, !v) -> !x
  %r1 = relax.add %x, %o1 : !x
  %n1 = relax.layer_norm %r1, %g1, %h1 from 2 epsilon 1.0e-05 : (!x, !v, !v) -> !x
  %f0 = relax.matmul %n1, %w1 : (!x, !w1) -> !ff
  %f1 = relax.add %f0, %b1 : (!ff, !b1) -> !ff
  %f2 = relax.relu %f1 : !ff
  %f3 = relax.matmul %f2, %w2 : (!ff, !w2) -> !x
  %f4 = relax.add %f3, %b2 : (!x, !v) -> !x
  %r2 = relax.add %n1, %f4 : !x
  %n2 = relax.layer_norm %r2, %g2, %h2 from 2 epsilon 1.0e-05 : (!x, !v, !v) -> !x
  relax.return %n2 : !x
}

relax.func @sentence(%x: !x1,
    %wq: !wqkv, %bq: !bqkv,
    %wo: !w, %bo: !v,
    %w1: !w1, %b1: !b1,
    %w2: !w2, %b2: !v,
    %g1: !v, %h1: !v,
    %g2: !v, %h2: !v) -> !x1 {
  %qkv0 = relax.matmul %x, %wq : (!x1, !wqkv) -> !wide1
  %qkv = relax.add %qkv0, %bq : (!wide1, !bqkv) -> !wide1
  %q, %k, %v = relax.split %qkv axis 2 : (!wide1) -> (!x1, !x1, !x1)
  %a = relax.attention %q, %k, %v heads 8, 8 : (!x1, !x1, !x1) -> !x1
  %o0 = relax.matmul %a, %wo : (!x1, !w) -> !x1
  %o1 = relax.add %o0, %bo : (!x1, !v) -> !x1
  %r1 = relax.add %x, %o1 : !x1
  %n1 = relax.layer_norm %r1, %g1, %h1 from 2 epsilon 1.0e-05 : (!x1, !v, !v) -> !x1
  %f0 = relax.matmul %n1, %w1 : (!x1, !w1) -> !ff1
  %f1 = relax.add %f0, %b1 : (!ff1, !b1) -> !ff1
  %f2 = relax.relu %f1 : !ff1
  %f3 = relax.matmul %f2, %w2 : (!ff1, !w2) -> !x1
  %f4 = relax.add %f3, %b2 : (!x1, !v) -> !x1
  %r2 = relax.add %n1, %f4 : !x1
  %n2 = relax.layer_norm %r2, %g2, %h2 from 2 epsilon 1.0e-05 : (!x1, !v, !v) -> !x1
  relax.return %n2 : !x1
}

relax.func @masked(%len: !relax.lengths<len, [b]>, %x: !x,
    %wq: !wqkv, %bq: !bqkv,
    %wo: !w, %bo: !v,
    %w1: !w1, %b1: !b1,
    %w2: !w2, %b2: !v,
    %g1: !v, %h1: !v,
    %g2: !v, %h2: !v) -> !x where (len <= 512) {
  %qkv0 = relax.matmul %x, %wq : (!x, !wqkv) -> !wide
  %qkv = relax.add %qkv0, %bq : (!wide, !bqkv) -> !wide
  %q, %k, %v = relax.split %qkv axis 2 : (!wide) -> (!x, !x, !x)
  %a = relax.attention %q, %k, %v heads 8, 8 causal : (!x, !x, !x) -> !x
  %o0 = relax.matmul %a, %wo : (!x, !w) -> !x
  %o1 = relax.add %o0, %bo : (!x, !v) -> !x
  %r1 = relax.add %x, %o1 : !x
  %n1 = relax.layer_norm %r1, %g1, %h1 from 2 epsilon 1.0e-05 : (!x, !v, !v) -> !x
  %f0 = relax.matmul %n1, %w1 : (!x, !w1) -> !ff
  %f1 = relax.add %f0, %b1 : (!ff, !b1) -> !ff
  %f2 = relax.relu %f1 : !ff
  %f3 = relax.matmul %f2, %w2 : (!ff, !w2) -> !x
  %f4 = relax.add %f3, %b2 : (!x, !v) -> !x
  %r2 = relax.add %n1, %f4 : !x
  %n2 = relax.layer_norm %r2, %g2, %h2 from 2 epsilon 1.0e-05 : (!x, !v, !v) -> !x
  relax.return %n2 : !x
}

relax.func @masked_sentence(%x: !x1,
    %wq: !wqkv, %bq: !bqkv,
    %wo: !w, %bo: !v,
    %w1: !w1, %b1: !b1,
    %w2: !w2, %b2: !v,
    %g1: !v, %h1: !v,
    %g2: !v, %h2: !v) -> !x1 {
  %qkv0 = relax.matmul %x, %wq : (!x1, !wqkv) -> !wide1
  %qkv = relax.add %qkv0, %bq : (!wide1, !bqkv) -> !wide1
  %q, %k, %v = relax.split %qkv axis 2 : (!wide1) -> (!x1, !x1, !x1)
  %a = relax.attention %q, %k, %v heads 8, 8 causal : (!x1, !x1, !x1) -> !x1
  %o0 = relax.matmul %a, %wo : (!x1, !w) -> !x1
  %o1 = relax.add %o0, %bo : (!x1, !v) -> !x1
  %r1 = relax.add %x, %o1 : !x1
  %n1 = relax.layer_norm %r1, %g1, %h1 from 2 epsilon 1.0e-05 : (!x1, !v, !v) -> !x1
  %f0 = relax.matmul %n1, %w1 : (!x1, !w1) -> !ff1
  %f1 = relax.add %f0, %b1 : (!ff1, !b1) -> !ff1
  %f2 = relax.relu %f1 : !ff1
  %f3 = relax.matmul %f2, %w2 : (!ff1, !w2) -> !x1
  %f4 = relax.add %f3, %b2 : (!x1, !v) -> !x1
  %r2 = relax.add %n1, %f4 : !x1
  %n2 = relax.layer_norm %r2, %g2, %h2 from 2 epsilon 1.0e-05 : (!x1, !v, !v) -> !x1
  relax.return %n2 : !x1
}

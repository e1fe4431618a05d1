// The loop over rows against numbers by hand, in both modes, and compared at several lengths; none, too.
// RUN: relax-run %s --calls=@%s.calls --compare=reference,compiled --poison > /dev/null
// RUN: relax-opt %s --relax-pipeline=cpu --to=planned | relax-run - --calls=@%s.calls > /dev/null
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-deduce-shapes)' | relax-run - --calls=@%s.calls --mode=reference > /dev/null
//
// Rows of results are written where they lie: one row is copied a round for each of the two results.
// RUN: env RELAX_CACHE_DIR= relax-run %s --entry=sums --counters --dims=n=16 --then --entry=sums --dims=n=64 | FileCheck %s --check-prefix=COPIES
// COPIES: counters @sums: kernels_compiled=0 {{.*}} bytes_copied=192 library_calls=0
// COPIES: counters @sums: kernels_compiled=0 {{.*}} bytes_copied=768 library_calls=0

relax.func @sums(%xs: !relax.tensor<[n, 2], f32>, %h0: !relax.tensor<[2], f32>) -> (!relax.tensor<[2], f32>, !relax.tensor<[n, 2], f32>, !relax.tensor<[n], f32>) {
  %h, %hs, %s = relax.scan (%a: !relax.tensor<[2], f32> = %h0, %x: !relax.tensor<[2], f32> in %xs)
      : (!relax.tensor<[2], f32>, !relax.tensor<[n, 2], f32>) -> (!relax.tensor<[2], f32>, !relax.tensor<[n, 2], f32>, !relax.tensor<[n], f32>) {
    %b = relax.add %a, %x : !relax.tensor<[2], f32>
    %t = relax.sum %b over [0] : (!relax.tensor<[2], f32>) -> !relax.tensor<[], f32>
    relax.yield %b, %b, %t : !relax.tensor<[2], f32>, !relax.tensor<[2], f32>, !relax.tensor<[], f32>
  }
  relax.return %h, %hs, %s : !relax.tensor<[2], f32>, !relax.tensor<[n, 2], f32>, !relax.tensor<[n], f32>
}
// From the last row on; rows of two inputs, of other types; no state; one of an extent of its own.
relax.func @back(%xs: !relax.tensor<[n], f32>, %ys: !relax.tensor<[n, k], i64>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n, k], i64>, !relax.tensor<[n, 2 * k], i64>) {
  %one = relax.constant dense<1.0> : tensor<f32>
  %last, %seen, %zs, %ws = relax.scan reverse (%s: !relax.tensor<[], f32> = %one, %x: !relax.tensor<[], f32> in %xs, %y: !relax.tensor<[k], i64> in %ys)
      : (!relax.tensor<[], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n, k], i64>) -> (!relax.tensor<[], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n, k], i64>, !relax.tensor<[n, 2 * k], i64>) {
    %p = relax.multiply %s, %x : !relax.tensor<[], f32>
    %z = relax.negative %y : !relax.tensor<[k], i64>
    %w = relax.concat %z, %y axis 0 : (!relax.tensor<[k], i64>, !relax.tensor<[k], i64>) -> !relax.tensor<[2 * k], i64>
    relax.yield %p, %p, %z, %w : !relax.tensor<[], f32>, !relax.tensor<[], f32>, !relax.tensor<[k], i64>, !relax.tensor<[2 * k], i64>
  }
  relax.return %seen, %zs, %ws : !relax.tensor<[n], f32>, !relax.tensor<[n, k], i64>, !relax.tensor<[n, 2 * k], i64>
}
// A loop in a loop: sums of sums; the inner one sees the outer one's state.
relax.func @nested(%xs: !relax.tensor<[n, m], f32>) -> (!relax.tensor<[], f32>, !relax.tensor<[n, m], f32>) {
  %zero = relax.constant dense<0.0> : tensor<f32>
  %all, %rows = relax.scan (%s: !relax.tensor<[], f32> = %zero, %x: !relax.tensor<[m], f32> in %xs) : (!relax.tensor<[], f32>, !relax.tensor<[n, m], f32>) -> (!relax.tensor<[], f32>, !relax.tensor<[n, m], f32>) {
    %t, %row = relax.scan (%a: !relax.tensor<[], f32> = %s, %v: !relax.tensor<[], f32> in %x) : (!relax.tensor<[], f32>, !relax.tensor<[m], f32>) -> (!relax.tensor<[], f32>, !relax.tensor<[m], f32>) {
      %b = relax.add %a, %v : !relax.tensor<[], f32>
      %c = relax.subtract %b, %s : !relax.tensor<[], f32>
      relax.yield %b, %c : !relax.tensor<[], f32>, !relax.tensor<[], f32>
    }
    relax.yield %t, %row : !relax.tensor<[], f32>, !relax.tensor<[m], f32>
  }
  relax.return %all, %rows : !relax.tensor<[], f32>, !relax.tensor<[n, m], f32>
}
// Rows of texts, and one as the state: which are the word, and the last row.
relax.func @words(%xs: !relax.tensor<[n, 2], !relax.string>, %word: !relax.tensor<[], !relax.string>)
    -> (!relax.tensor<[2], !relax.string> {relax.name = "last"}, !relax.tensor<[n, 2], i1> {relax.name = "same"}) {
  %none = relax.constant dense<""> : tensor<2x!relax.string>
  %last, %same = relax.scan over n (%s: !relax.tensor<[2], !relax.string> = %none, %x: !relax.tensor<[2], !relax.string> in %xs) -> !relax.tensor<[n, 2], i1> {
    %e = relax.equal %x, %word : (!relax.tensor<[2], !relax.string>, !relax.tensor<[], !relax.string>) -> !relax.tensor<[2], i1>
    relax.yield %x, %e : !relax.tensor<[2], !relax.string>, !relax.tensor<[2], i1>
  }
  relax.return %last, %same : !relax.tensor<[2], !relax.string>, !relax.tensor<[n, 2], i1>
}

// Tables over tables: words attend to the words of their sentence, sentences are means of their words, documents sums of sentences.
// RUN: relax-run %s --entry=document --compare=reference,compiled --seed=3 --input=l=3xi64=2,0,3 --input=k=5xi64=3,1,4,0,4 --input=ids=12xi64=0,1,2,3,4,5,6,7,8,9,0,1 | FileCheck %s
// RUN: relax-run %s --entry=document --compare=reference,compiled --seed=3 --input=l=2xi64=0,0 --input=k=0xi64= --input=ids=0xi64= | FileCheck %s
// RUN: relax-run %s --entry=document --compare=reference,compiled --seed=3 --input=l=1xi64=1 --input=k=1xi64=19 --input=ids=19xi64=0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8 | FileCheck %s
// RUN: relax-run %s --entry=along --compare=reference,compiled --seed=4 --input=l=3xi64=1,2,0 --input=k=3xi64=2,0,3 '--input=x=5x2xf32=1 2 3 4 5 6 7 8 9 10' | FileCheck %s --check-prefix=ALONG
// CHECK: agree: 2 results
// Prefix sums are b + 1 words, and one more than there are sentences: the closed form.
// RUN: env RELAX_CACHE_DIR= relax-run %s --entry=along --mode=compiled --counters --input=l=3xi64=1,2,0 --input=k=3xi64=2,0,3 '--input=x=5x2xf32=1 2 3 4 5 6 7 8 9 10' | FileCheck %s --check-prefix=WORDS
// WORDS: aux_bytes=64
!len = !relax.lengths<len, [b]>
!wid = !relax.lengths<wid, [i : b, len[i]]>
!ids = !relax.tensor<[i : b, j : len[i], wid[i, j]], i64>
!words = !relax.tensor<[i : b, j : len[i], wid[i, j], 8], f32>
!turned = !relax.tensor<[i : b, j : len[i], 8, wid[i, j]], f32>
!scores = !relax.tensor<[i : b, j : len[i], wid[i, j], wid[i, j]], f32, padding = [1, 1, 1, 4]>
!sent = !relax.tensor<[i : b, len[i], 8], f32>
!one = !relax.tensor<[i : b, len[i], 1, 8], f32>
!doc = !relax.tensor<[b, 8], f32>
!w = !relax.tensor<[8, 8], f32>
!e = !relax.tensor<[10, 8], f32>
relax.func @document(%l: !len, %k: !wid, %ids: !ids, %e: !e, %w: !w) -> (!doc, !words) {
  %x = relax.take %e, %ids axis 0 : (!e, !ids) -> !words
  %q = relax.matmul %x, %w : (!words, !w) -> !words
  %t = relax.permute_dims %x axes [0, 1, 3, 2] : (!words) -> !turned
  %s = relax.matmul %q, %t : (!words, !turned) -> !scores
  %p = relax.softmax %s over 3 : !scores
  %y = relax.matmul %p, %x : (!scores, !words) -> !words
  %r = relax.add %x, %y : !words
  %m = relax.sum %r over [2] : (!words) -> !sent
  %o = relax.sum %r over [2] keep_dims : (!words) -> !one
  %c = relax.subtract %r, %o : (!words, !one) -> !words
  %n = relax.attention %m, %m, %m heads 2, 2 : (!sent, !sent, !sent) -> !sent
  %d = relax.sum %n over [1] : (!sent) -> !doc
  relax.return %d, %c : !doc, !words
}

!pairs = !relax.tensor<[i : b, j : len[i], wid[i, j], 2], f32>
!twice = !relax.tensor<[i : b, j : len[i], 2 * wid[i, j], 2], f32>
// ALONG: result0 = dense<{{\[\[}}1.0, 2.0], [4.0, 6.0], [5.0, 6.0], [12.0, 14.0], [21.0, 24.0]]>
// ALONG: result2 = dense<{{\[\[}}3.0, 4.0], [{{.*}}], [9.0, 10.0]]>
// ALONG: agree: 3 results
relax.func @along(%l: !len, %k: !wid, %x: !pairs) -> (!pairs, !twice, !relax.tensor<[i : b, len[i], 2], f32>) {
  %c = relax.cumsum %x over 2 : !pairs
  %t = relax.concat %c, %x axis 2 : (!pairs, !pairs) -> !twice
  %m = relax.max %x over [2] : (!pairs) -> !relax.tensor<[i : b, len[i], 2], f32>
  relax.return %c, %t, %m : !pairs, !twice, !relax.tensor<[i : b, len[i], 2], f32>
}

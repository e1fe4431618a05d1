// An encoder of layers that share their weights, written for one sentence: each word looks at all words (attention), and it ends when a
// score of the mean of all words is above a threshold, after twelve layers at last. Sentences differ in length and in layers.
// `test/batching/structures.py` writes weights, inputs and what comes out.

!h = !relax.tensor<[6], f32>
!x = !relax.tensor<[n, 6], f32>
!U = !relax.tensor<[6, 6], f32>
!one = !relax.tensor<[], f32>
!words = !relax.tensor<[16, 6], f32>
!number = !relax.tensor<[], i64>
!bool = !relax.tensor<[], i1>

relax.weight @E : !words from "structures.npz" entry "E"
relax.weight @Q : !U from "structures.npz" entry "A"
relax.weight @K : !U from "structures.npz" entry "B"
relax.weight @O : !U from "structures.npz" entry "C"
relax.weight @s : !h from "structures.npz" entry "s"

relax.func private @layer(%x: !x, %left: !number) -> !h {
  %Q = relax.get_weight @Q : !U
  %K = relax.get_weight @K : !U
  %O = relax.get_weight @O : !U
  %s = relax.get_weight @s : !h
  %q = relax.matmul %x, %Q : (!x, !U) -> !x
  %k = relax.matmul %x, %K : (!x, !U) -> !x
  %kt = relax.permute_dims %k axes [1, 0] : (!x) -> !relax.tensor<[6, n], f32>
  %scores = relax.matmul %q, %kt : (!x, !relax.tensor<[6, n], f32>) -> !relax.tensor<[n, n], f32>
  %p = relax.softmax %scores over 1 : !relax.tensor<[n, n], f32>
  %a = relax.matmul %p, %x : (!relax.tensor<[n, n], f32>, !x) -> !x
  %b = relax.matmul %a, %O : (!x, !U) -> !x
  %c = relax.add %x, %b : !x
  %new = relax.tanh %c : !x
  %mean = relax.mean %new over [0] : (!x) -> !h
  %score = relax.matmul %s, %mean : (!h, !h) -> !one
  %threshold = relax.constant dense<0.5> : tensor<f32>
  %goes = relax.less %score, %threshold : (!one, !one) -> !bool
  %less = relax.constant dense<1> : tensor<i64>
  %zero = relax.constant dense<0> : tensor<i64>
  %rest = relax.subtract %left, %less : !number
  %more = relax.less %zero, %rest : (!number, !number) -> !bool
  %on = relax.bitwise_and %goes, %more : (!bool, !bool) -> !bool
  %y = relax.if %on -> !h {
    %z = relax.call @layer(%new, %rest) : (!x, !number) -> !h
    relax.yield %z : !h
  } else {
    relax.yield %mean : !h
  }
  relax.return %y : !h
}
relax.func @main(%words: !relax.tensor<[n], i64>) -> !h where (1 <= n <= 12) {
  %E = relax.get_weight @E : !words
  %x = relax.take %E, %words axis 0 : (!words, !relax.tensor<[n], i64>) -> !x
  %most = relax.constant dense<12> : tensor<i64>
  %y = relax.call @layer(%x, %most) : (!x, !number) -> !h
  relax.return %y : !h
}

// From the letters of a word to its phonemes: the encoder and decoder of g2p_en (Kyubyong/g2p, Apache-2.0), by hand.
//
// A GRU reads the letters and `</s>`; another one, whose first state is where the first one stopped, says a phoneme a step
// until it says `</s>` or 20 are said. The cell is the library's.
//
//   relax-opt test/models/g2p.mlir --link=share/relax/recurrent.mlir
//     | relax-run - --weights-dir=../shared/data/g2p-gru-seq2seq --input="letters=3xstring=f u n"
!vector = !relax.tensor<[256], f32>
!gates = !relax.tensor<[768], f32>
!matrix = !relax.tensor<[768, 256], f32>
!letters = !relax.tensor<[29, 256], f32>
!phonemes = !relax.tensor<[74, 256], f32>
!number = !relax.tensor<[], i64>

relax.weight @enc_emb : !letters from "checkpoint20.npz" entry "enc_emb"
relax.weight @enc_w_ih : !matrix from "checkpoint20.npz" entry "enc_w_ih"
relax.weight @enc_w_hh : !matrix from "checkpoint20.npz" entry "enc_w_hh"
relax.weight @enc_b_ih : !gates from "checkpoint20.npz" entry "enc_b_ih"
relax.weight @enc_b_hh : !gates from "checkpoint20.npz" entry "enc_b_hh"
relax.weight @dec_emb : !phonemes from "checkpoint20.npz" entry "dec_emb"
relax.weight @dec_w_ih : !matrix from "checkpoint20.npz" entry "dec_w_ih"
relax.weight @dec_w_hh : !matrix from "checkpoint20.npz" entry "dec_w_hh"
relax.weight @dec_b_ih : !gates from "checkpoint20.npz" entry "dec_b_ih"
relax.weight @dec_b_hh : !gates from "checkpoint20.npz" entry "dec_b_hh"
relax.weight @fc_w : !phonemes from "checkpoint20.npz" entry "fc_w"
relax.weight @fc_b : !relax.tensor<[74], f32> from "checkpoint20.npz" entry "fc_b"

relax.func private @gru_cell(%x: !vector, %h: !vector, %w_ih: !matrix, %w_hh: !matrix, %b_ih: !gates, %b_hh: !gates) -> !vector

relax.func private @encode(%letters: !relax.tensor<[n], i64>) -> !vector {
  %table = relax.get_weight @enc_emb : !letters
  %w_ih = relax.get_weight @enc_w_ih : !matrix
  %w_hh = relax.get_weight @enc_w_hh : !matrix
  %b_ih = relax.get_weight @enc_b_ih : !gates
  %b_hh = relax.get_weight @enc_b_hh : !gates
  %xs = relax.take %table, %letters axis 0 : (!letters, !relax.tensor<[n], i64>) -> !relax.tensor<[n, 256], f32>
  %h0 = relax.constant dense<0.0> : tensor<256xf32>
  %h = relax.scan over n (%state: !vector = %h0, %x: !vector in %xs) {
    %next = relax.call @gru_cell(%x, %state, %w_ih, %w_hh, %b_ih, %b_hh) : (!vector, !vector, !matrix, !matrix, !gates, !gates) -> !vector
    relax.yield %next : !vector
  }
  relax.return %h : !vector
}

// The most likely phoneme behind `token`.
relax.func private @say(%token: !number, %h: !vector) -> (!number, !vector) {
  %table = relax.get_weight @dec_emb : !phonemes
  %w_ih = relax.get_weight @dec_w_ih : !matrix
  %w_hh = relax.get_weight @dec_w_hh : !matrix
  %b_ih = relax.get_weight @dec_b_ih : !gates
  %b_hh = relax.get_weight @dec_b_hh : !gates
  %fc_w = relax.get_weight @fc_w : !phonemes
  %fc_b = relax.get_weight @fc_b : !relax.tensor<[74], f32>
  %x = relax.take %table, %token axis 0 : (!phonemes, !number) -> !vector
  %next = relax.call @gru_cell(%x, %h, %w_ih, %w_hh, %b_ih, %b_hh) : (!vector, !vector, !matrix, !matrix, !gates, !gates) -> !vector
  %scores = relax.matmul %fc_w, %next : (!phonemes, !vector) -> !relax.tensor<[74], f32>
  %logits = relax.add %scores, %fc_b : !relax.tensor<[74], f32>
  %best = relax.arg_max %logits over 0 : (!relax.tensor<[74], f32>) -> !number
  relax.return %best, %next : !number, !vector
}

relax.func private @decode(%h0: !vector) -> !relax.tensor<[k], i64> binds (k) {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %start = relax.constant dense<2> : tensor<i64>
  %stop = relax.constant dense<3> : tensor<i64>
  %most = relax.constant dense<20> : tensor<i64>
  %none = relax.constant dense<> : tensor<0xi64>
  %first, %h1 = relax.call @say(%start, %h0) : (!number, !vector) -> (!number, !vector)
  %steps, %last, %h, %said = relax.while (%i: !number = %zero, %token: !number = %first, %state: !vector = %h1, %tokens: !relax.tensor<[t], i64> = %none)
      : (!number, !number, !vector, !relax.tensor<[0], i64>) -> (!number, !number, !vector, !relax.tensor<[e], i64>) binds (e) {
    %goes = relax.not_equal %token, %stop : (!number, !number) -> !relax.tensor<[], i1>
    %room = relax.less %i, %most : (!number, !number) -> !relax.tensor<[], i1>
    %more = relax.bitwise_and %goes, %room : !relax.tensor<[], i1>
    relax.condition %more
  } do {
    %row = relax.reshape %token : (!number) -> !relax.tensor<[1], i64>
    %more = relax.append %tokens, %row at 0 : (!relax.tensor<[t], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[t + 1], i64>
    %next, %following = relax.call @say(%token, %state) : (!number, !vector) -> (!number, !vector)
    %j = relax.add %i, %one : !number
    relax.yield %j, %next, %following, %more : !number, !number, !vector, !relax.tensor<[t + 1], i64>
  }
  relax.return %said : !relax.tensor<[e], i64>
}

relax.func @main(%letters: !relax.tensor<[n], !relax.string>) -> (!relax.tensor<[?], !relax.string> {relax.name = "phonemes"}) {
  %alphabet = relax.constant dense<["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s",
      "t", "u", "v", "w", "x", "y", "z"]> : tensor<26x!relax.string>
  %ids = relax.constant dense<[3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28]> : tensor<26xi64>
  %unknown = relax.constant dense<1> : tensor<i64>
  %end = relax.constant dense<2> : tensor<1xi64>
  %names = relax.constant dense<["<pad>", "<unk>", "<s>", "</s>", "AA0", "AA1", "AA2", "AE0", "AE1", "AE2", "AH0", "AH1", "AH2",
      "AO0", "AO1", "AO2", "AW0", "AW1", "AW2", "AY0", "AY1", "AY2", "B", "CH", "D", "DH", "EH0", "EH1", "EH2", "ER0", "ER1", "ER2",
      "EY0", "EY1", "EY2", "F", "G", "HH", "IH0", "IH1", "IH2", "IY0", "IY1", "IY2", "JH", "K", "L", "M", "N", "NG", "OW0", "OW1",
      "OW2", "OY0", "OY1", "OY2", "P", "R", "S", "SH", "T", "TH", "UH0", "UH1", "UH2", "UW", "UW0", "UW1", "UW2", "V", "W", "Y",
      "Z", "ZH"]> : tensor<74x!relax.string>
  %numbers = relax.lookup %letters keys %alphabet values %ids default %unknown
      : (!relax.tensor<[n], !relax.string>, !relax.tensor<[26], !relax.string>, !relax.tensor<[26], i64>, !number) -> !relax.tensor<[n], i64>
  %word = relax.concat %numbers, %end axis 0 : (!relax.tensor<[n], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[n + 1], i64>
  %h = relax.call @encode(%word) : (!relax.tensor<[n + 1], i64>) -> !vector
  %said = relax.call @decode(%h) : (!vector) -> !relax.tensor<[k], i64> binds (k)
  %phonemes = relax.take %names, %said axis 0 : (!relax.tensor<[74], !relax.string>, !relax.tensor<[k], i64>) -> !relax.tensor<[k], !relax.string>
  relax.return %phonemes : !relax.tensor<[k], !relax.string>
}

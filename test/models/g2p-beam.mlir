// g2p.mlir with a beam: the three most likely ways to say a word so far are a list of hypotheses, the best one first. Each goes on in
// its three most likely ways, all of them compete for the three places; one that has said `</s>` stays as it is.
//
//   relax-opt test/models/g2p-beam.mlir --link=test/models/g2p.mlir --link=share/relax/recurrent.mlir --link=share/relax/prelude.mlir
//     | relax-run - --weights-dir=../shared/data/g2p-gru-seq2seq --entry=beam --input=letters=3xi64="8 23 16"
!vector = !relax.tensor<[256], f32>
!gates = !relax.tensor<[768], f32>
!matrix = !relax.tensor<[768, 256], f32>
!phonemes = !relax.tensor<[74, 256], f32>
!logs = !relax.tensor<[74], f32>
!score = !relax.tensor<[], f32>
!number = !relax.tensor<[], i64>
!flag = !relax.tensor<[], i1>
!numbers = !relax.adt<@List<!number>>
!hypothesis = !relax.adt<@Hypothesis>
!beam = !relax.adt<@List<!hypothesis>>

relax.weight @dec_emb : !phonemes from "checkpoint20.npz" entry "dec_emb"
relax.weight @dec_w_ih : !matrix from "checkpoint20.npz" entry "dec_w_ih"
relax.weight @dec_w_hh : !matrix from "checkpoint20.npz" entry "dec_w_hh"
relax.weight @dec_b_ih : !gates from "checkpoint20.npz" entry "dec_b_ih"
relax.weight @dec_b_hh : !gates from "checkpoint20.npz" entry "dec_b_hh"
relax.weight @fc_w : !phonemes from "checkpoint20.npz" entry "fc_w"
relax.weight @fc_b : !logs from "checkpoint20.npz" entry "fc_b"

relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
// How likely it is, its last phoneme, the state behind that, what it has said, the last one first.
relax.adt @Hypothesis { @Hypothesis(!score, !number, !vector, !numbers) }

relax.func private @gru_cell(%x: !vector, %h: !vector, %w_ih: !matrix, %w_hh: !matrix, %b_ih: !gates, %b_hh: !gates) -> !vector
relax.func private @encode(%letters: !relax.tensor<[n], i64>) -> !vector
relax.func private @foldl<a, b>(%f: !relax.fn<(!relax.var<b>, !relax.var<a>) -> !relax.var<b>>, %s: !relax.var<b>, %l: !relax.adt<@List<!relax.var<a>>>) -> !relax.var<b>

// How likely each phoneme is behind `token`.
relax.func private @weigh(%token: !number, %h: !vector) -> (!logs, !vector) {
  %table = relax.get_weight @dec_emb : !phonemes
  %w_ih = relax.get_weight @dec_w_ih : !matrix
  %w_hh = relax.get_weight @dec_w_hh : !matrix
  %b_ih = relax.get_weight @dec_b_ih : !gates
  %b_hh = relax.get_weight @dec_b_hh : !gates
  %fc_w = relax.get_weight @fc_w : !phonemes
  %fc_b = relax.get_weight @fc_b : !logs
  %x = relax.take %table, %token axis 0 : (!phonemes, !number) -> !vector
  %next = relax.call @gru_cell(%x, %h, %w_ih, %w_hh, %b_ih, %b_hh) : (!vector, !vector, !matrix, !matrix, !gates, !gates) -> !vector
  %scores = relax.matmul %fc_w, %next : (!phonemes, !vector) -> !logs
  %logits = relax.add %scores, %fc_b : !logs
  %logs = relax.log_softmax %logits over [0] : !logs
  relax.return %logs, %next : !logs, !vector
}

// The first `room` hypotheses.
relax.func private @shorten(%beam: !beam, %room: !number) -> !beam {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %full = relax.equal %room, %zero : (!number, !number) -> !flag
  %none = relax.construct @Nil() : () -> !beam
  %y = relax.if %full -> !beam {
    relax.yield %none : !beam
  } else {
    %some = relax.match %beam : !beam -> !beam {
      case @Nil {
        relax.yield %none : !beam
      }
      case @Cons(%first: !hypothesis, %rest: !beam) {
        %less = relax.subtract %room, %one : !number
        %others = relax.call @shorten(%rest, %less) : (!beam, !number) -> !beam
        %all = relax.construct @Cons(%first, %others) : (!hypothesis, !beam) -> !beam
        relax.yield %all : !beam
      }
    }
    relax.yield %some : !beam
  }
  relax.return %y : !beam
}

// A hypothesis at its place among the others: behind those that are as likely, if there is room.
relax.func private @insert(%new: !hypothesis, %score: !score, %beam: !beam, %room: !number) -> !beam {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %full = relax.equal %room, %zero : (!number, !number) -> !flag
  %none = relax.construct @Nil() : () -> !beam
  %y = relax.if %full -> !beam {
    relax.yield %none : !beam
  } else {
    %less = relax.subtract %room, %one : !number
    %some = relax.match %beam : !beam -> !beam {
      case @Nil {
        %only = relax.construct @Cons(%new, %none) : (!hypothesis, !beam) -> !beam
        relax.yield %only : !beam
      }
      case @Cons(@Hypothesis(%other: !score, %token: !number, %state: !vector, %said: !numbers), %rest: !beam) {
        %better = relax.greater %score, %other : (!score, !score) -> !flag
        %all = relax.if %better -> !beam {
          %behind = relax.call @shorten(%beam, %less) : (!beam, !number) -> !beam
          %u = relax.construct @Cons(%new, %behind) : (!hypothesis, !beam) -> !beam
          relax.yield %u : !beam
        } else {
          %first = relax.construct @Hypothesis(%other, %token, %state, %said) : (!score, !number, !vector, !numbers) -> !hypothesis
          %behind = relax.call @insert(%new, %score, %rest, %less) : (!hypothesis, !score, !beam, !number) -> !beam
          %u = relax.construct @Cons(%first, %behind) : (!hypothesis, !beam) -> !beam
          relax.yield %u : !beam
        }
        relax.yield %all : !beam
      }
    }
    relax.yield %some : !beam
  }
  relax.return %y : !beam
}

// What becomes of a hypothesis in one step, among those that are there already.
relax.func private @extend(%beam: !beam, %old: !hypothesis) -> !beam {
  %stop = relax.constant dense<3> : tensor<i64>
  %width = relax.constant dense<3> : tensor<i64>
  %y = relax.match %old : !hypothesis -> !beam {
    case @Hypothesis(%score: !score, %token: !number, %state: !vector, %said: !numbers) {
      %ended = relax.equal %token, %stop : (!number, !number) -> !flag
      %all = relax.if %ended -> !beam {
        %u = relax.call @insert(%old, %score, %beam, %width) : (!hypothesis, !score, !beam, !number) -> !beam
        relax.yield %u : !beam
      } else {
        %logs, %next = relax.call @weigh(%token, %state) : (!number, !vector) -> (!logs, !vector)
        %ways = relax.constant dense<3> : tensor<1xi64>
        %values, %indices = relax.top_k %logs, %ways axis 0 : (!logs, !relax.tensor<[1], i64>) -> (!relax.tensor<[3], f32>, !relax.tensor<[3], i64>)
        %u = relax.scan over 3 (%kept: !beam = %beam, %value: !score in %values, %index: !number in %indices) {
          %more = relax.add %score, %value : !score
          %ends = relax.equal %index, %stop : (!number, !number) -> !flag
          %then = relax.if %ends -> !numbers {
            relax.yield %said : !numbers
          } else {
            %longer = relax.construct @Cons(%index, %said) : (!number, !numbers) -> !numbers
            relax.yield %longer : !numbers
          }
          %new = relax.construct @Hypothesis(%more, %index, %next, %then) : (!score, !number, !vector, !numbers) -> !hypothesis
          %v = relax.call @insert(%new, %more, %kept, %width) : (!hypothesis, !score, !beam, !number) -> !beam
          relax.yield %v : !beam
        }
        relax.yield %u : !beam
      }
      relax.yield %all : !beam
    }
  }
  relax.return %y : !beam
}

// Steps, until all have ended or `steps` are made.
relax.func private @search(%beam: !beam, %steps: !number) -> !beam {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %stop = relax.constant dense<3> : tensor<i64>
  %false = relax.constant dense<false> : tensor<i1>
  %goes_on = relax.lambda (%any: !flag, %h: !hypothesis) -> !flag {
    %u = relax.match %h : !hypothesis -> !flag {
      case @Hypothesis(_, %token: !number, _, _) {
        %open = relax.not_equal %token, %stop : (!number, !number) -> !flag
        %v = relax.bitwise_or %any, %open : !flag
        relax.yield %v : !flag
      }
    }
    relax.yield %u : !flag
  }
  %open = relax.call @foldl(%goes_on, %false, %beam) : (!relax.fn<(!flag, !hypothesis) -> !flag>, !flag, !beam) -> !flag
  %room = relax.less %zero, %steps : (!number, !number) -> !flag
  %more = relax.bitwise_and %open, %room : !flag
  %y = relax.if %more -> !beam {
    %none = relax.construct @Nil() : () -> !beam
    %extend = relax.closure @extend() : () -> !relax.fn<(!beam, !hypothesis) -> !beam>
    %next = relax.call @foldl(%extend, %none, %beam) : (!relax.fn<(!beam, !hypothesis) -> !beam>, !beam, !beam) -> !beam
    %left = relax.subtract %steps, %one : !number
    %end = relax.call @search(%next, %left) : (!beam, !number) -> !beam
    relax.yield %end : !beam
  } else {
    relax.yield %beam : !beam
  }
  relax.return %y : !beam
}

// What was said, in its order.
relax.func private @write(%said: !numbers, %behind: !relax.tensor<[t], i64>) -> !relax.tensor<[?], i64> {
  %y = relax.match %said : !numbers -> !relax.tensor<[?], i64> {
    case @Nil {
      relax.yield %behind : !relax.tensor<[t], i64>
    }
    case @Cons(%last: !number, %before: !numbers) {
      %row = relax.reshape %last : (!number) -> !relax.tensor<[1], i64>
      %more = relax.concat %row, %behind axis 0 : (!relax.tensor<[1], i64>, !relax.tensor<[t], i64>) -> !relax.tensor<[t + 1], i64>
      %all = relax.call @write(%before, %more) : (!numbers, !relax.tensor<[t + 1], i64>) -> !relax.tensor<[?], i64>
      relax.yield %all : !relax.tensor<[?], i64>
    }
  }
  relax.return %y : !relax.tensor<[?], i64>
}

// The most likely phonemes of a word, and how likely they are.
relax.func @beam(%letters: !relax.tensor<[n], i64>) -> (!relax.tensor<[?], i64> {relax.name = "phonemes"}, !score {relax.name = "score"}) {
  %end = relax.constant dense<2> : tensor<1xi64>
  %word = relax.concat %letters, %end axis 0 : (!relax.tensor<[n], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[n + 1], i64>
  %h = relax.call @encode(%word) : (!relax.tensor<[n + 1], i64>) -> !vector
  %zero = relax.constant dense<0.0> : tensor<f32>
  %start = relax.constant dense<2> : tensor<i64>
  %steps = relax.constant dense<20> : tensor<i64>
  %silence = relax.construct @Nil() : () -> !numbers
  %first = relax.construct @Hypothesis(%zero, %start, %h, %silence) : (!score, !number, !vector, !numbers) -> !hypothesis
  %none = relax.construct @Nil() : () -> !beam
  %one = relax.construct @Cons(%first, %none) : (!hypothesis, !beam) -> !beam
  %found = relax.call @search(%one, %steps) : (!beam, !number) -> !beam
  %said, %score = relax.match partial %found : !beam -> (!numbers, !score) {
    case @Cons(@Hypothesis(%s: !score, _, _, %p: !numbers), _) {
      relax.yield %p, %s : !numbers, !score
    }
  }
  %nothing = relax.constant dense<> : tensor<0xi64>
  %phonemes = relax.call @write(%said, %nothing) : (!numbers, !relax.tensor<[0], i64>) -> !relax.tensor<[?], i64>
  relax.return %phonemes, %score : !relax.tensor<[?], i64>, !score
}

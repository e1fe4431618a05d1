// Recurrent layers over one sequence, for `relax-opt --link=share/relax/recurrent.mlir`: declare what you call without a body.
//
//   relax.func private @gru_layer(%xs: !relax.tensor<[n, 64], f32>, %h0: !relax.tensor<[32], f32>, ...) -> (...)
//
// Weights are PyTorch's: [gates * h, i] for what comes in, [gates * h, h] for the state, a bias of [gates * h] for each; the gates of
// a GRU are reset, update, new, those of an LSTM input, forget, cell, output. Any number n of steps, also none, of inputs of
// extent i; states of extent h. Products with the inputs of all steps are one matrix product before the loop.
!input = !relax.tensor<[i], f32>
!inputs = !relax.tensor<[n, i], f32>
!state = !relax.tensor<[h], f32>
!states = !relax.tensor<[n, h], f32>
!both = !relax.tensor<[n, 2 * h], f32>
!three = !relax.tensor<[3 * h], f32>
!three_in = !relax.tensor<[3 * h, i], f32>
!three_state = !relax.tensor<[3 * h, h], f32>
!threes = !relax.tensor<[n, 3 * h], f32>
!four = !relax.tensor<[4 * h], f32>
!four_in = !relax.tensor<[4 * h, i], f32>
!four_state = !relax.tensor<[4 * h, h], f32>
!fours = !relax.tensor<[n, 4 * h], f32>

// x W^T + b for every row.
relax.func private @linear(%xs: !inputs, %w: !relax.tensor<[k, i], f32>, %b: !relax.tensor<[k], f32>) -> !relax.tensor<[n, k], f32> {
  %t = relax.permute_dims %w axes [1, 0] : (!relax.tensor<[k, i], f32>) -> !relax.tensor<[i, k], f32>
  %p = relax.matmul %xs, %t : (!inputs, !relax.tensor<[i, k], f32>) -> !relax.tensor<[n, k], f32>
  %y = relax.add %p, %b : (!relax.tensor<[n, k], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[n, k], f32>
  relax.return %y : !relax.tensor<[n, k], f32>
}

// One step of a GRU whose product with the input is there.
relax.func private @gru_gates(%wx: !three, %h: !state, %w_hh: !three_state, %b_hh: !three) -> !state {
  %wh = relax.matmul %w_hh, %h : (!three_state, !state) -> !three
  %s = relax.add %wh, %b_hh : !three
  %xr, %xz, %xn = relax.split %wx axis 0 : (!three) -> (!state, !state, !state)
  %sr, %sz, %sn = relax.split %s axis 0 : (!three) -> (!state, !state, !state)
  %r0 = relax.add %xr, %sr : !state
  %r = relax.sigmoid %r0 : !state
  %z0 = relax.add %xz, %sz : !state
  %z = relax.sigmoid %z0 : !state
  %reset = relax.multiply %r, %sn : !state
  %n0 = relax.add %xn, %reset : !state
  %n = relax.tanh %n0 : !state
  %back = relax.subtract %h, %n : !state
  %kept = relax.multiply %z, %back : !state
  %next = relax.add %n, %kept : !state
  relax.return %next : !state
}

relax.func private @gru_cell(%x: !input, %h: !state, %w_ih: !three_in, %w_hh: !three_state, %b_ih: !three, %b_hh: !three) -> !state {
  %p = relax.matmul %w_ih, %x : (!three_in, !input) -> !three
  %wx = relax.add %p, %b_ih : !three
  %next = relax.call @gru_gates(%wx, %h, %w_hh, %b_hh) : (!three, !state, !three_state, !three) -> !state
  relax.return %next : !state
}

// The states behind all steps, and the last one.
relax.func private @gru_layer(%xs: !inputs, %h0: !state, %w_ih: !three_in, %w_hh: !three_state, %b_ih: !three, %b_hh: !three) -> (!states, !state) {
  %wxs = relax.call @linear(%xs, %w_ih, %b_ih) : (!inputs, !three_in, !three) -> !threes
  %last, %hs = relax.scan over n (%h: !state = %h0, %wx: !three in %wxs) -> !states {
    %next = relax.call @gru_gates(%wx, %h, %w_hh, %b_hh) : (!three, !state, !three_state, !three) -> !state
    relax.yield %next, %next : !state, !state
  }
  relax.return %hs, %last : !states, !state
}

// From the last step to the first; each state stands where its step does.
relax.func private @gru_layer_reverse(%xs: !inputs, %h0: !state, %w_ih: !three_in, %w_hh: !three_state, %b_ih: !three, %b_hh: !three) -> (!states, !state) {
  %wxs = relax.call @linear(%xs, %w_ih, %b_ih) : (!inputs, !three_in, !three) -> !threes
  %last, %hs = relax.scan reverse over n (%h: !state = %h0, %wx: !three in %wxs) -> !states {
    %next = relax.call @gru_gates(%wx, %h, %w_hh, %b_hh) : (!three, !state, !three_state, !three) -> !state
    relax.yield %next, %next : !state, !state
  }
  relax.return %hs, %last : !states, !state
}

// One step of an LSTM whose product with the input is there: the next hidden and cell state.
relax.func private @lstm_gates(%wx: !four, %h: !state, %c: !state, %w_hh: !four_state, %b_hh: !four) -> (!state, !state) {
  %wh = relax.matmul %w_hh, %h : (!four_state, !state) -> !four
  %s = relax.add %wh, %b_hh : !four
  %g = relax.add %wx, %s : !four
  %i0, %f0, %g0, %o0 = relax.split %g axis 0 : (!four) -> (!state, !state, !state, !state)
  %i = relax.sigmoid %i0 : !state
  %f = relax.sigmoid %f0 : !state
  %n = relax.tanh %g0 : !state
  %o = relax.sigmoid %o0 : !state
  %kept = relax.multiply %f, %c : !state
  %new = relax.multiply %i, %n : !state
  %cell = relax.add %kept, %new : !state
  %shown = relax.tanh %cell : !state
  %next = relax.multiply %o, %shown : !state
  relax.return %next, %cell : !state, !state
}

relax.func private @lstm_cell(%x: !input, %h: !state, %c: !state, %w_ih: !four_in, %w_hh: !four_state, %b_ih: !four, %b_hh: !four) -> (!state, !state) {
  %p = relax.matmul %w_ih, %x : (!four_in, !input) -> !four
  %wx = relax.add %p, %b_ih : !four
  %next, %cell = relax.call @lstm_gates(%wx, %h, %c, %w_hh, %b_hh) : (!four, !state, !state, !four_state, !four) -> (!state, !state)
  relax.return %next, %cell : !state, !state
}

// The hidden states behind all steps, the last one, and the last cell state.
relax.func private @lstm_layer(%xs: !inputs, %h0: !state, %c0: !state, %w_ih: !four_in, %w_hh: !four_state, %b_ih: !four, %b_hh: !four)
    -> (!states, !state, !state) {
  %wxs = relax.call @linear(%xs, %w_ih, %b_ih) : (!inputs, !four_in, !four) -> !fours
  %last, %cell, %hs = relax.scan over n (%h: !state = %h0, %c: !state = %c0, %wx: !four in %wxs) -> !states {
    %next, %c1 = relax.call @lstm_gates(%wx, %h, %c, %w_hh, %b_hh) : (!four, !state, !state, !four_state, !four) -> (!state, !state)
    relax.yield %next, %c1, %next : !state, !state, !state
  }
  relax.return %hs, %last, %cell : !states, !state, !state
}

relax.func private @lstm_layer_reverse(%xs: !inputs, %h0: !state, %c0: !state, %w_ih: !four_in, %w_hh: !four_state, %b_ih: !four, %b_hh: !four)
    -> (!states, !state, !state) {
  %wxs = relax.call @linear(%xs, %w_ih, %b_ih) : (!inputs, !four_in, !four) -> !fours
  %last, %cell, %hs = relax.scan reverse over n (%h: !state = %h0, %c: !state = %c0, %wx: !four in %wxs) -> !states {
    %next, %c1 = relax.call @lstm_gates(%wx, %h, %c, %w_hh, %b_hh) : (!four, !state, !state, !four_state, !four) -> (!state, !state)
    relax.yield %next, %c1, %next : !state, !state, !state
  }
  relax.return %hs, %last, %cell : !states, !state, !state
}

// A label for each step: an LSTM in each direction from the zero state, and a linear layer over both.
relax.func private @bidirectional_lstm_tagger(%xs: !inputs,
    %f_ih: !four_in, %f_hh: !four_state, %fb_ih: !four, %fb_hh: !four, %r_ih: !four_in, %r_hh: !four_state, %rb_ih: !four, %rb_hh: !four,
    %w: !relax.tensor<[k, 2 * h], f32>, %b: !relax.tensor<[k], f32>) -> (!relax.tensor<[n], i64>, !relax.tensor<[n, k], f32>) where (1 <= k) {
  %zero = relax.constant dense<0.0> : tensor<f32>
  %h0 = relax.broadcast_to %zero given (%f_hh) : (!relax.tensor<[], f32>, !four_state) -> !state
  %fs, %fh, %fc = relax.call @lstm_layer(%xs, %h0, %h0, %f_ih, %f_hh, %fb_ih, %fb_hh)
      : (!inputs, !state, !state, !four_in, !four_state, !four, !four) -> (!states, !state, !state)
  %rs, %rh, %rc = relax.call @lstm_layer_reverse(%xs, %h0, %h0, %r_ih, %r_hh, %rb_ih, %rb_hh)
      : (!inputs, !state, !state, !four_in, !four_state, !four, !four) -> (!states, !state, !state)
  %hs = relax.concat %fs, %rs axis 1 : (!states, !states) -> !both
  %scores = relax.call @linear(%hs, %w, %b) : (!both, !relax.tensor<[k, 2 * h], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[n, k], f32>
  %labels = relax.arg_max %scores over 1 : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n], i64>
  relax.return %labels, %scores : !relax.tensor<[n], i64>, !relax.tensor<[n, k], f32>
}

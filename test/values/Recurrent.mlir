// Recurrent layers against numbers of the equations, computed apart: in both modes, by one program of symbolic extents.
// RUN: sed -n 's,^// CALL: ,,p' %s > %t.calls
// RUN: relax-run %s --compare=reference,compiled --calls=@%t.calls
// CALL: --entry=rnn --input=x=2x1x1xf32="1 2" --input=w=1x1x1xf32=0.5 --input=r=1x1x1xf32=0.25 --expect=2x1x1x1xf32="0.46211716 0.80600823" --expect=1x1x1xf32=0.80600823
// The other way round; both ways.
// CALL: --entry=reverse --input=x=2x1x1xf32="1 2" --input=w=1x1x1xf32=0.5 --input=r=1x1x1xf32=0.25 --expect=2x1x1x1xf32="0.59823797 0.76159416" --expect=1x1x1xf32=0.59823797
// CALL: --entry=both --input=x=1x2x1xf32="1 2" --input=w=2x1x1xf32="0.5 0.5" --input=r=2x1x1xf32="0.25 0.25" --expect=1x2x2x1xf32="0.46211716 0.59823797 0.80600823 0.76159416" --expect=1x2x1xf32="0.80600823 0.59823797"
// Samples that end: their states stay, the steps behind are 0; the other way they start at their last step.
// CALL: --entry=ends --input=x=2x3x1xf32="1 1 1 2 2 2" --input=w=1x1x1xf32=0.5 --input=r=1x1x1xf32=0.25 --input=l=3xi64="0 1 2" --input=h0=1x3x1xf32="0.5 0 0" --expect=2x1x3x1xf32="0 0.46211716 0.46211716 0 0 0.80600823" --expect=1x3x1xf32="0.5 0.46211716 0.80600823"
// CALL: --entry=ends_reverse --input=x=2x2x1xf32="1 1 2 2" --input=w=1x1x1xf32=0.5 --input=r=1x1x1xf32=0.25 --input=l=2xi64="1 2" --input=h0=1x2x1xf32="0 0" --expect=2x1x2x1xf32="0.46211716 0.59823797 0 0.76159416" --expect=1x2x1xf32="0.46211716 0.59823797"
// No step, no sample.
// CALL: --entry=ends --input=x=0x1x1xf32= --input=w=1x1x1xf32=0.5 --input=r=1x1x1xf32=0.25 --input=l=1xi64=0 --input=h0=1x1x1xf32=0.5 --expect=0x1x1x1xf32= --expect=1x1x1xf32=0.5
// CALL: --entry=rnn --input=x=2x0x1xf32= --input=w=1x1x1xf32=0.5 --input=r=1x1x1xf32=0.25 --expect=2x1x0x1xf32= --expect=1x0x1xf32=
// Peepholes and states; i and f coupled.
// CALL: --entry=lstm --input=x=2x1x1xf32="1 -1" --input=w=1x4x1xf32="1 2 3 4" --input=r=1x4x1xf32="0.1 0.2 0.3 0.4" --input=b=1x8xf32="0.1 0.1 0.3 0.4 0 0.1 0 0" --input=h0=1x1x1xf32=0.5 --input=c0=1x1x1xf32=0.25 --input=p=1x3xf32="0.5 0.6 0.7" --expect=2x1x1x1xf32="0.7321864633 -0.0369932496" --expect=1x1x1xf32=-0.0369932496 --expect=1x1x1xf32=-0.2708498180
// CALL: --entry=coupled --input=x=2x1x1xf32="1 -1" --input=w=1x4x1xf32="1 2 3 4" --input=r=1x4x1xf32="0.1 0.2 0.3 0.4" --expect=2x1x1x1xf32="0.5491002434 0.0317095069" --expect=1x1x1xf32=0.0317095069 --expect=1x1x1xf32=0.2465195381
// Both forms of the reset.
// CALL: --entry=gru --input=x=2x1x1xf32="1 -1" --input=w=1x3x1xf32="1 2 3" --input=r=1x3x1xf32="0.1 0.2 0.3" --input=b=1x6xf32="0.1 0.2 0.3 0.4 0.5 0.6" --expect=2x1x1x1xf32="0.1822760928 -0.5298627282" --expect=1x1x1xf32=-0.5298627282
// CALL: --entry=linear --input=x=2x1x1xf32="1 -1" --input=w=1x3x1xf32="1 2 3" --input=r=1x3x1xf32="0.1 0.2 0.3" --input=b=1x6xf32="0.1 0.2 0.3 0.4 0.5 0.6" --expect=2x1x1x1xf32="0.1822643682 -0.5411649195" --expect=1x1x1xf32=-0.5411649195
// Every activation of 1.5 or -1.5, in a single step; a clip.
// CALL: --entry=relu --input=x=1x1x1xf32=-1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=0 --expect=1x1x1xf32=0
// CALL: --entry=sigmoid --input=x=1x1x1xf32=1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=0.8175744762 --expect=1x1x1xf32=0.8175744762
// CALL: --entry=affine --input=x=1x1x1xf32=1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=3.25 --expect=1x1x1xf32=3.25
// CALL: --entry=leaky_relu --input=x=1x1x1xf32=-1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=-3 --expect=1x1x1xf32=-3
// CALL: --entry=thresholded_relu --input=x=1x1x1xf32=1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=0 --expect=1x1x1xf32=0
// CALL: --entry=scaled_tanh --input=x=1x1x1xf32=1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=0.7167147967 --expect=1x1x1xf32=0.7167147967
// CALL: --entry=hard_sigmoid --input=x=1x1x1xf32=1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=0.8 --expect=1x1x1xf32=0.8
// CALL: --entry=elu --input=x=1x1x1xf32=-1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=-0.7768698399 --expect=1x1x1xf32=-0.7768698399
// CALL: --entry=softsign --input=x=1x1x1xf32=1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=0.6 --expect=1x1x1xf32=0.6
// CALL: --entry=softplus --input=x=1x1x1xf32=1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=1.701413278 --expect=1x1x1xf32=1.701413278
// CALL: --entry=clip --input=x=1x1x1xf32=8 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=2.5 --expect=1x1x1xf32=2.5
// Every operand at once, both ways, with the batch first; extents 0 to 33.
// CALL: --entry=lstm_all --dims=s=0,b=2,h=7,i=2 --input=l=2xi32="0 0"
// CALL: --entry=lstm_all --dims=s=1,b=1,h=33,i=8 --input=l=1xi32="1"
// CALL: --entry=lstm_all --dims=s=2,b=8,h=1,i=33 --input=l=8xi32="0 1 2 0 1 2 0 1"
// CALL: --entry=lstm_all --dims=s=7,b=2,h=8,i=7 --input=l=2xi32="7 3"
// CALL: --entry=lstm_all --dims=s=8,b=0,h=2,i=1 --input=l=0xi32=""
// CALL: --entry=lstm_all --dims=s=33,b=1,h=7,i=0 --input=l=1xi32="20"
// CALL: --entry=lstm_all --dims=s=2,b=2,h=0,i=2 --input=l=2xi32="2 0"
// CALL: --entry=lstm_all --dims=s=7,b=7,h=33,i=33 --input=l=7xi32="0 1 2 3 4 5 7"
// CALL: --entry=gru_all --dims=s=0,b=2,i=2 --input=l=2xi32="0 0"
// CALL: --entry=gru_all --dims=s=2,b=8,i=8 --input=l=8xi32="0 1 2 0 1 2 0 1"
// CALL: --entry=gru_all --dims=s=7,b=2,i=7 --input=l=2xi32="7 3"
// CALL: --entry=gru_all --dims=s=8,b=0,i=1 --input=l=0xi32=""
// Sizes that no operand shares with another by its type: what has to be equal is checked when the program runs.
// CALL: --entry=erased --dims=s=3,b=2,i=4,d0=1,rows0=6,i1=4,d1=1,rows1=6,h=2,d2=1,rows2=12
// CALL: --entry=narrow --seed=1
relax.func @rnn(%x: !relax.tensor<[s, b, 1], f32>, %w: !relax.tensor<[1, 1, 1], f32>, %r: !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[s, 1, b, 1], f32>, !relax.tensor<[1, b, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" : (!relax.tensor<[s, b, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[s, 1, b, 1], f32>, !relax.tensor<[1, b, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, 1], f32>, !relax.tensor<[1, b, 1], f32>
}

relax.func @reverse(%x: !relax.tensor<[s, b, 1], f32>, %w: !relax.tensor<[1, 1, 1], f32>, %r: !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[s, 1, b, 1], f32>, !relax.tensor<[1, b, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "reverse" : (!relax.tensor<[s, b, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[s, 1, b, 1], f32>, !relax.tensor<[1, b, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, 1], f32>, !relax.tensor<[1, b, 1], f32>
}

relax.func @both(%x: !relax.tensor<[b, s, 1], f32>, %w: !relax.tensor<[2, 1, 1], f32>, %r: !relax.tensor<[2, 1, 1], f32>) -> (!relax.tensor<[b, s, 2, 1], f32>, !relax.tensor<[b, 2, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "bidirectional" batch_first : (!relax.tensor<[b, s, 1], f32>, !relax.tensor<[2, 1, 1], f32>, !relax.tensor<[2, 1, 1], f32>) -> (!relax.tensor<[b, s, 2, 1], f32>, !relax.tensor<[b, 2, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[b, s, 2, 1], f32>, !relax.tensor<[b, 2, 1], f32>
}

relax.func @ends(%x: !relax.tensor<[s, b, 1], f32>, %w: !relax.tensor<[1, 1, 1], f32>, %r: !relax.tensor<[1, 1, 1], f32>, %l: !relax.tensor<[b], i64>, %h0: !relax.tensor<[1, b, 1], f32>) -> (!relax.tensor<[s, 1, b, 1], f32>, !relax.tensor<[1, b, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r lengths %l hidden %h0 direction "forward" : (!relax.tensor<[s, b, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[b], i64>, !relax.tensor<[1, b, 1], f32>) -> (!relax.tensor<[s, 1, b, 1], f32>, !relax.tensor<[1, b, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, 1], f32>, !relax.tensor<[1, b, 1], f32>
}

relax.func @ends_reverse(%x: !relax.tensor<[s, b, 1], f32>, %w: !relax.tensor<[1, 1, 1], f32>, %r: !relax.tensor<[1, 1, 1], f32>, %l: !relax.tensor<[b], i64>, %h0: !relax.tensor<[1, b, 1], f32>) -> (!relax.tensor<[s, 1, b, 1], f32>, !relax.tensor<[1, b, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r lengths %l hidden %h0 direction "reverse" : (!relax.tensor<[s, b, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[b], i64>, !relax.tensor<[1, b, 1], f32>) -> (!relax.tensor<[s, 1, b, 1], f32>, !relax.tensor<[1, b, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, 1], f32>, !relax.tensor<[1, b, 1], f32>
}

relax.func @lstm(%x: !relax.tensor<[s, 1, 1], f32>, %w: !relax.tensor<[1, 4, 1], f32>, %r: !relax.tensor<[1, 4, 1], f32>, %b: !relax.tensor<[1, 8], f32>, %h0: !relax.tensor<[1, 1, 1], f32>, %c0: !relax.tensor<[1, 1, 1], f32>, %p: !relax.tensor<[1, 3], f32>) -> (!relax.tensor<[s, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %y0, %y1, %y2 = relax.lstm %x, %w, %r bias %b hidden %h0 cell %c0 peepholes %p direction "forward" : (!relax.tensor<[s, 1, 1], f32>, !relax.tensor<[1, 4, 1], f32>, !relax.tensor<[1, 4, 1], f32>, !relax.tensor<[1, 8], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 3], f32>) -> (!relax.tensor<[s, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>)
  relax.return %y0, %y1, %y2 : !relax.tensor<[s, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>
}

relax.func @coupled(%x: !relax.tensor<[s, 1, 1], f32>, %w: !relax.tensor<[1, 4, 1], f32>, %r: !relax.tensor<[1, 4, 1], f32>) -> (!relax.tensor<[s, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %y0, %y1, %y2 = relax.lstm %x, %w, %r input_forget direction "forward" : (!relax.tensor<[s, 1, 1], f32>, !relax.tensor<[1, 4, 1], f32>, !relax.tensor<[1, 4, 1], f32>) -> (!relax.tensor<[s, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>)
  relax.return %y0, %y1, %y2 : !relax.tensor<[s, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>
}

relax.func @gru(%x: !relax.tensor<[s, 1, 1], f32>, %w: !relax.tensor<[1, 3, 1], f32>, %r: !relax.tensor<[1, 3, 1], f32>, %b: !relax.tensor<[1, 6], f32>) -> (!relax.tensor<[s, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %y0, %y1 = relax.gru %x, %w, %r bias %b direction "forward" : (!relax.tensor<[s, 1, 1], f32>, !relax.tensor<[1, 3, 1], f32>, !relax.tensor<[1, 3, 1], f32>, !relax.tensor<[1, 6], f32>) -> (!relax.tensor<[s, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>
}

relax.func @linear(%x: !relax.tensor<[s, 1, 1], f32>, %w: !relax.tensor<[1, 3, 1], f32>, %r: !relax.tensor<[1, 3, 1], f32>, %b: !relax.tensor<[1, 6], f32>) -> (!relax.tensor<[s, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %y0, %y1 = relax.gru %x, %w, %r bias %b linear_before_reset direction "forward" : (!relax.tensor<[s, 1, 1], f32>, !relax.tensor<[1, 3, 1], f32>, !relax.tensor<[1, 3, 1], f32>, !relax.tensor<[1, 6], f32>) -> (!relax.tensor<[s, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>
}

relax.func @relu(%x: !relax.tensor<[1, 1, 1], f32>, %w: !relax.tensor<[1, 1, 1], f32>, %r: !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["relu"] alpha [0.0] beta [0.0] : (!relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>
}

relax.func @sigmoid(%x: !relax.tensor<[1, 1, 1], f32>, %w: !relax.tensor<[1, 1, 1], f32>, %r: !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["sigmoid"] alpha [0.0] beta [0.0] : (!relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>
}

relax.func @affine(%x: !relax.tensor<[1, 1, 1], f32>, %w: !relax.tensor<[1, 1, 1], f32>, %r: !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["affine"] alpha [2.0] beta [0.25] : (!relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>
}

relax.func @leaky_relu(%x: !relax.tensor<[1, 1, 1], f32>, %w: !relax.tensor<[1, 1, 1], f32>, %r: !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["leaky_relu"] alpha [2.0] beta [0.0] : (!relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>
}

relax.func @thresholded_relu(%x: !relax.tensor<[1, 1, 1], f32>, %w: !relax.tensor<[1, 1, 1], f32>, %r: !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["thresholded_relu"] alpha [2.0] beta [0.0] : (!relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>
}

relax.func @scaled_tanh(%x: !relax.tensor<[1, 1, 1], f32>, %w: !relax.tensor<[1, 1, 1], f32>, %r: !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["scaled_tanh"] alpha [2.0] beta [0.25] : (!relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>
}

relax.func @hard_sigmoid(%x: !relax.tensor<[1, 1, 1], f32>, %w: !relax.tensor<[1, 1, 1], f32>, %r: !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["hard_sigmoid"] alpha [0.2] beta [0.5] : (!relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>
}

relax.func @elu(%x: !relax.tensor<[1, 1, 1], f32>, %w: !relax.tensor<[1, 1, 1], f32>, %r: !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["elu"] alpha [1.0] beta [0.0] : (!relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>
}

relax.func @softsign(%x: !relax.tensor<[1, 1, 1], f32>, %w: !relax.tensor<[1, 1, 1], f32>, %r: !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["softsign"] alpha [0.0] beta [0.0] : (!relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>
}

relax.func @softplus(%x: !relax.tensor<[1, 1, 1], f32>, %w: !relax.tensor<[1, 1, 1], f32>, %r: !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["softplus"] alpha [0.0] beta [0.0] : (!relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>
}

relax.func @clip(%x: !relax.tensor<[1, 1, 1], f32>, %w: !relax.tensor<[1, 1, 1], f32>, %r: !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["affine"] clip 2.5 : (!relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>) -> (!relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>)
  relax.return %y0, %y1 : !relax.tensor<[1, 1, 1, 1], f32>, !relax.tensor<[1, 1, 1], f32>
}

relax.func @lstm_all(%x: !relax.tensor<[b, s, i], f32>, %w: !relax.tensor<[2, 4 * h, i], f32>, %r: !relax.tensor<[2, 4 * h, h], f32>, %b: !relax.tensor<[2, 8 * h], f32>, %l: !relax.tensor<[b], i32>, %h0: !relax.tensor<[b, 2, h], f32>, %c0: !relax.tensor<[b, 2, h], f32>, %p: !relax.tensor<[2, 3 * h], f32>) -> (!relax.tensor<[b, s, 2, h], f32>, !relax.tensor<[b, 2, h], f32>, !relax.tensor<[b, 2, h], f32>) {
  %y0, %y1, %y2 = relax.lstm %x, %w, %r bias %b lengths %l hidden %h0 cell %c0 peepholes %p direction "bidirectional" batch_first clip 0.75 : (!relax.tensor<[b, s, i], f32>, !relax.tensor<[2, 4 * h, i], f32>, !relax.tensor<[2, 4 * h, h], f32>, !relax.tensor<[2, 8 * h], f32>, !relax.tensor<[b], i32>, !relax.tensor<[b, 2, h], f32>, !relax.tensor<[b, 2, h], f32>, !relax.tensor<[2, 3 * h], f32>) -> (!relax.tensor<[b, s, 2, h], f32>, !relax.tensor<[b, 2, h], f32>, !relax.tensor<[b, 2, h], f32>)
  relax.return %y0, %y1, %y2 : !relax.tensor<[b, s, 2, h], f32>, !relax.tensor<[b, 2, h], f32>, !relax.tensor<[b, 2, h], f32>
}

relax.func @gru_all(%x: !relax.tensor<[b, s, i], f32>, %w: !relax.tensor<[2, 15, i], f32>, %r: !relax.tensor<[2, 15, 5], f32>, %b: !relax.tensor<[2, 30], f32>, %l: !relax.tensor<[b], i32>, %h0: !relax.tensor<[b, 2, 5], f32>) -> (!relax.tensor<[b, s, 2, 5], f32>, !relax.tensor<[b, 2, 5], f32>) {
  %y0, %y1 = relax.gru %x, %w, %r bias %b lengths %l hidden %h0 direction "bidirectional" batch_first activations ["hard_sigmoid", "scaled_tanh", "sigmoid", "leaky_relu"] alpha [0.2, 1.5, 0.0, 0.1] beta [0.5, 0.5, 0.0, 0.0] : (!relax.tensor<[b, s, i], f32>, !relax.tensor<[2, 15, i], f32>, !relax.tensor<[2, 15, 5], f32>, !relax.tensor<[2, 30], f32>, !relax.tensor<[b], i32>, !relax.tensor<[b, 2, 5], f32>) -> (!relax.tensor<[b, s, 2, 5], f32>, !relax.tensor<[b, 2, 5], f32>)
  relax.return %y0, %y1 : !relax.tensor<[b, s, 2, 5], f32>, !relax.tensor<[b, 2, 5], f32>
}

relax.func @erased(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[d0, rows0, i1], f32>, %r: !relax.tensor<[d1, rows1, h], f32>, %b: !relax.tensor<[d2, rows2], f32>) -> (!relax.tensor<[s, ?, b, ?], f32>, !relax.tensor<[?, b, ?], f32>) {
  %y0, %y1 = relax.gru %x, %w, %r bias %b linear_before_reset direction "reverse" : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[d0, rows0, i1], f32>, !relax.tensor<[d1, rows1, h], f32>, !relax.tensor<[d2, rows2], f32>) -> (!relax.tensor<[s, ?, b, ?], f32>, !relax.tensor<[?, b, ?], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, ?, b, ?], f32>, !relax.tensor<[?, b, ?], f32>
}
// A kernel widens the weights of several products and is itself part of one of them: no call is asked when it is gone.
relax.func @narrow(%x: !relax.tensor<[1, 3, 3], f16>, %w: !relax.tensor<[1, 9, 3], f16>, %r: !relax.tensor<[1, 9, 3], f16>, %b: !relax.tensor<[1, 18], f16>) -> !relax.tensor<[1, 3, 3], f16> {
  %y:2 = relax.gru %x, %w, %r bias %b direction "forward" : (!relax.tensor<[1, 3, 3], f16>, !relax.tensor<[1, 9, 3], f16>, !relax.tensor<[1, 9, 3], f16>, !relax.tensor<[1, 18], f16>) -> (!relax.tensor<[1, 1, 3, 3], f16>, !relax.tensor<[1, 3, 3], f16>)
  relax.return %y#1 : !relax.tensor<[1, 3, 3], f16>
}

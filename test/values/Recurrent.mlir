// Recurrent layers against numbers of the equations, computed apart.
// RUN: relax-run %s --mode=reference --entry=rnn --input=x=2x1x1xf32="1 2" --input=w=1x1x1xf32=0.5 --input=r=1x1x1xf32=0.25 --expect=2x1x1x1xf32="0.46211716 0.80600823" --expect=1x1x1xf32=0.80600823
// The other way round; both ways.
// RUN: relax-run %s --mode=reference --entry=reverse --input=x=2x1x1xf32="1 2" --input=w=1x1x1xf32=0.5 --input=r=1x1x1xf32=0.25 --expect=2x1x1x1xf32="0.59823797 0.76159416" --expect=1x1x1xf32=0.59823797
// RUN: relax-run %s --mode=reference --entry=both --input=x=1x2x1xf32="1 2" --input=w=2x1x1xf32="0.5 0.5" --input=r=2x1x1xf32="0.25 0.25" --expect=1x2x2x1xf32="0.46211716 0.59823797 0.80600823 0.76159416" --expect=1x2x1xf32="0.80600823 0.59823797"
// Samples that end: their states stay, the steps behind are 0; the other way they start at their last step.
// RUN: relax-run %s --mode=reference --entry=ends --input=x=2x3x1xf32="1 1 1 2 2 2" --input=w=1x1x1xf32=0.5 --input=r=1x1x1xf32=0.25 --input=l=3xi64="0 1 2" --input=h0=1x3x1xf32="0.5 0 0" --expect=2x1x3x1xf32="0 0.46211716 0.46211716 0 0 0.80600823" --expect=1x3x1xf32="0.5 0.46211716 0.80600823"
// RUN: relax-run %s --mode=reference --entry=ends_reverse --input=x=2x2x1xf32="1 1 2 2" --input=w=1x1x1xf32=0.5 --input=r=1x1x1xf32=0.25 --input=l=2xi64="1 2" --input=h0=1x2x1xf32="0 0" --expect=2x1x2x1xf32="0.46211716 0.59823797 0 0.76159416" --expect=1x2x1xf32="0.46211716 0.59823797"
// No step, no sample.
// RUN: relax-run %s --mode=reference --entry=ends --input=x=0x1x1xf32= --input=w=1x1x1xf32=0.5 --input=r=1x1x1xf32=0.25 --input=l=1xi64=0 --input=h0=1x1x1xf32=0.5 --expect=0x1x1x1xf32= --expect=1x1x1xf32=0.5
// RUN: relax-run %s --mode=reference --entry=rnn --input=x=2x0x1xf32= --input=w=1x1x1xf32=0.5 --input=r=1x1x1xf32=0.25 --expect=2x1x0x1xf32= --expect=1x0x1xf32=
// Peepholes and states; i and f coupled.
// RUN: relax-run %s --mode=reference --entry=lstm --input=x=2x1x1xf32="1 -1" --input=w=1x4x1xf32="1 2 3 4" --input=r=1x4x1xf32="0.1 0.2 0.3 0.4" --input=b=1x8xf32="0.1 0.1 0.3 0.4 0 0.1 0 0" --input=h0=1x1x1xf32=0.5 --input=c0=1x1x1xf32=0.25 --input=p=1x3xf32="0.5 0.6 0.7" --expect=2x1x1x1xf32="0.7321864633 -0.0369932496" --expect=1x1x1xf32=-0.0369932496 --expect=1x1x1xf32=-0.2708498180
// RUN: relax-run %s --mode=reference --entry=coupled --input=x=2x1x1xf32="1 -1" --input=w=1x4x1xf32="1 2 3 4" --input=r=1x4x1xf32="0.1 0.2 0.3 0.4" --expect=2x1x1x1xf32="0.5491002434 0.0317095069" --expect=1x1x1xf32=0.0317095069 --expect=1x1x1xf32=0.2465195381
// Both forms of the reset.
// RUN: relax-run %s --mode=reference --entry=gru --input=x=2x1x1xf32="1 -1" --input=w=1x3x1xf32="1 2 3" --input=r=1x3x1xf32="0.1 0.2 0.3" --input=b=1x6xf32="0.1 0.2 0.3 0.4 0.5 0.6" --expect=2x1x1x1xf32="0.1822760928 -0.5298627282" --expect=1x1x1xf32=-0.5298627282
// RUN: relax-run %s --mode=reference --entry=linear --input=x=2x1x1xf32="1 -1" --input=w=1x3x1xf32="1 2 3" --input=r=1x3x1xf32="0.1 0.2 0.3" --input=b=1x6xf32="0.1 0.2 0.3 0.4 0.5 0.6" --expect=2x1x1x1xf32="0.1822643682 -0.5411649195" --expect=1x1x1xf32=-0.5411649195
// Every activation of 1.5 or -1.5; a clip.
// RUN: relax-run %s --mode=reference --entry=relu --input=x=1x1x1xf32=-1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=0 --expect=1x1x1xf32=0
// RUN: relax-run %s --mode=reference --entry=sigmoid --input=x=1x1x1xf32=1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=0.8175744762 --expect=1x1x1xf32=0.8175744762
// RUN: relax-run %s --mode=reference --entry=affine --input=x=1x1x1xf32=1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=3.25 --expect=1x1x1xf32=3.25
// RUN: relax-run %s --mode=reference --entry=leaky_relu --input=x=1x1x1xf32=-1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=-3 --expect=1x1x1xf32=-3
// RUN: relax-run %s --mode=reference --entry=thresholded_relu --input=x=1x1x1xf32=1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=0 --expect=1x1x1xf32=0
// RUN: relax-run %s --mode=reference --entry=scaled_tanh --input=x=1x1x1xf32=1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=0.7167147967 --expect=1x1x1xf32=0.7167147967
// RUN: relax-run %s --mode=reference --entry=hard_sigmoid --input=x=1x1x1xf32=1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=0.8 --expect=1x1x1xf32=0.8
// RUN: relax-run %s --mode=reference --entry=elu --input=x=1x1x1xf32=-1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=-0.7768698399 --expect=1x1x1xf32=-0.7768698399
// RUN: relax-run %s --mode=reference --entry=softsign --input=x=1x1x1xf32=1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=0.6 --expect=1x1x1xf32=0.6
// RUN: relax-run %s --mode=reference --entry=softplus --input=x=1x1x1xf32=1.5 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=1.701413278 --expect=1x1x1xf32=1.701413278
// RUN: relax-run %s --mode=reference --entry=clip --input=x=1x1x1xf32=8 --input=w=1x1x1xf32=1 --input=r=1x1x1xf32=1 --expect=1x1x1x1xf32=2.5 --expect=1x1x1xf32=2.5

relax.func @rnn(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @reverse(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "reverse" : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @both(%x: !relax.tensor<[b, s, i], f32>, %w: !relax.tensor<[2, h, i], f32>, %r: !relax.tensor<[2, h, h], f32>) -> (!relax.tensor<[b, s, 2, h], f32>, !relax.tensor<[b, 2, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "bidirectional" batch_first : (!relax.tensor<[b, s, i], f32>, !relax.tensor<[2, h, i], f32>, !relax.tensor<[2, h, h], f32>) -> (!relax.tensor<[b, s, 2, h], f32>, !relax.tensor<[b, 2, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[b, s, 2, h], f32>, !relax.tensor<[b, 2, h], f32>
}

relax.func @ends(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[1, h, h], f32>, %l: !relax.tensor<[b], i64>, %h0: !relax.tensor<[1, b, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r lengths %l hidden %h0 direction "forward" : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[1, h, h], f32>, !relax.tensor<[b], i64>, !relax.tensor<[1, b, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @ends_reverse(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[1, h, h], f32>, %l: !relax.tensor<[b], i64>, %h0: !relax.tensor<[1, b, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r lengths %l hidden %h0 direction "reverse" : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[1, h, h], f32>, !relax.tensor<[b], i64>, !relax.tensor<[1, b, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @lstm(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, 4 * h, i], f32>, %r: !relax.tensor<[1, 4 * h, h], f32>, %b: !relax.tensor<[1, 8 * h], f32>, %h0: !relax.tensor<[1, b, h], f32>, %c0: !relax.tensor<[1, b, h], f32>, %p: !relax.tensor<[1, 3 * h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1, %y2 = relax.lstm %x, %w, %r bias %b hidden %h0 cell %c0 peepholes %p direction "forward" : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, 4 * h, i], f32>, !relax.tensor<[1, 4 * h, h], f32>, !relax.tensor<[1, 8 * h], f32>, !relax.tensor<[1, b, h], f32>, !relax.tensor<[1, b, h], f32>, !relax.tensor<[1, 3 * h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1, %y2 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @coupled(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, 4 * h, i], f32>, %r: !relax.tensor<[1, 4 * h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1, %y2 = relax.lstm %x, %w, %r input_forget direction "forward" : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, 4 * h, i], f32>, !relax.tensor<[1, 4 * h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1, %y2 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @gru(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, 3 * h, i], f32>, %r: !relax.tensor<[1, 3 * h, h], f32>, %b: !relax.tensor<[1, 6 * h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.gru %x, %w, %r bias %b direction "forward" : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, 3 * h, i], f32>, !relax.tensor<[1, 3 * h, h], f32>, !relax.tensor<[1, 6 * h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @linear(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, 3 * h, i], f32>, %r: !relax.tensor<[1, 3 * h, h], f32>, %b: !relax.tensor<[1, 6 * h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.gru %x, %w, %r bias %b linear_before_reset direction "forward" : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, 3 * h, i], f32>, !relax.tensor<[1, 3 * h, h], f32>, !relax.tensor<[1, 6 * h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @relu(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["relu"] alpha [0.0] beta [0.0] : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @sigmoid(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["sigmoid"] alpha [0.0] beta [0.0] : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @affine(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["affine"] alpha [2.0] beta [0.25] : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @leaky_relu(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["leaky_relu"] alpha [2.0] beta [0.0] : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @thresholded_relu(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["thresholded_relu"] alpha [2.0] beta [0.0] : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @scaled_tanh(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["scaled_tanh"] alpha [2.0] beta [0.25] : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @hard_sigmoid(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["hard_sigmoid"] alpha [0.2] beta [0.5] : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @elu(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["elu"] alpha [1.0] beta [0.0] : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @softsign(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["softsign"] alpha [0.0] beta [0.0] : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @softplus(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["softplus"] alpha [0.0] beta [0.0] : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

relax.func @clip(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>) {
  %y0, %y1 = relax.rnn %x, %w, %r direction "forward" activations ["affine"] clip 2.5 : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[1, h, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %y0, %y1 : !relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>
}

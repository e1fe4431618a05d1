// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @integers(%x: !relax.tensor<[n], i32>) {
  // expected-error @+1 {{'relax.hardmax' op element type: expected a float type, got 'i32'}}
  %y = relax.hardmax %x over 0 : !relax.tensor<[n], i32>
  relax.return
}

// -----

relax.func @elements(%x: !relax.tensor<[n], f32>, %s: !relax.tensor<[n], f64>) {
  // expected-error @+1 {{'relax.rms_norm' op element types differ: 'f32' and 'f64'}}
  %y = relax.rms_norm %x, %s from 0 epsilon 0.0 : (!relax.tensor<[n], f32>, !relax.tensor<[n], f64>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @grows(%x: !relax.tensor<[n], f32>, %s: !relax.tensor<[2, n], f32>) {
  // expected-error @+1 {{'relax.layer_norm' op expected operands that broadcast to the input's shape, got '!relax.tensor<[2, n], f32>'}}
  %y = relax.layer_norm %x, %s from 0 epsilon 0.0 : (!relax.tensor<[n], f32>, !relax.tensor<[2, n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @axis(%x: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.log_softmax' op axis 1: expected 0 to 0 for an operand of rank 1}}
  %y = relax.log_softmax %x over [1] : !relax.tensor<[n], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @rank(%x: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.lrn' op input: expected rank at least 2, got '!relax.tensor<[n], f32>'}}
  %y = relax.lrn %x size 3 alpha 1.0 beta 1.0 bias 1.0 : !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @size(%x: !relax.tensor<[n, 1], f32>) {
  // expected-error @+1 {{'relax.lrn' op size: expected at least 1, got 0}}
  %y = relax.lrn %x size 0 alpha 1.0 beta 1.0 bias 1.0 : !relax.tensor<[n, 1], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'c' is bound here}}
relax.func @vectors(%x: !relax.tensor<[n, c], f32>, %s: !relax.tensor<[c, 1], f32>) {
  // expected-error @+1 {{'relax.instance_norm' op expected vectors beside the input, got '!relax.tensor<[c, 1], f32>'}}
  %y = relax.instance_norm %x, %s, %s epsilon 0.0 : (!relax.tensor<[n, c], f32>, !relax.tensor<[c, 1], f32>, !relax.tensor<[c, 1], f32>) -> !relax.tensor<[n, c], f32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'c' is bound here}}
relax.func @channels(%x: !relax.tensor<[n, c], f32>, %s: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.instance_norm' op scale: expected c in dimension 0, which is dimension 1 of input, got [n] beside [n, c]; if they are equal, say so with 'relax.match_cast'}}
  %y = relax.instance_norm %x, %s, %s epsilon 0.0 : (!relax.tensor<[n, c], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n, c], f32>
  relax.return
}

// -----

relax.func @no_groups(%x: !relax.tensor<[n, 0], f32>, %s: !relax.tensor<[0], f32>) {
  // expected-error @+1 {{'relax.group_norm' op groups: expected at least 1, got 0}}
  %y = relax.group_norm %x, %s, %s groups 0 epsilon 0.0 : (!relax.tensor<[n, 0], f32>, !relax.tensor<[0], f32>, !relax.tensor<[0], f32>) -> !relax.tensor<[n, 0], f32>
  relax.return
}

// -----

relax.func @groups(%x: !relax.tensor<[n, 4], f32>, %s: !relax.tensor<[4], f32>) {
  // expected-error @+1 {{'relax.group_norm' op expected channels that 3 groups divide, got 4}}
  %y = relax.group_norm %x, %s, %s groups 3 epsilon 0.0 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return
}

// -----

relax.func @p(%x: !relax.tensor<[n, 4], f32>) {
  // expected-error @+1 {{'relax.lp_norm' op p: expected 1 or 2, got 3}}
  %y = relax.lp_norm %x over 0 p 3 : !relax.tensor<[n, 4], f32>
  relax.return
}

// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @input(%a: !relax.tensor<[n], i8>, %b: !relax.tensor<[], f32>) {
  // expected-error @+1 {{'relax.quantize' op input: expected a float type of 16 bits or more, or i32, got i8}}
  %y = relax.quantize %a by %b as ui8 in f32 : (!relax.tensor<[n], i8>, !relax.tensor<[], f32>) -> !relax.tensor<[n], ui8>
  relax.return
}

// -----

relax.func @result(%a: !relax.tensor<[n], f32>, %b: !relax.tensor<[], f32>) {
  // expected-error @+1 {{'relax.quantize' op result: expected a quantised type (an integer of 2 to 16 bits, a float of at most 8), got i32}}
  %y = relax.quantize %a by %b as i32 in f32 : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], i32>
  relax.return
}

// -----

relax.func @exponents(%a: !relax.tensor<[n], f32>, %b: !relax.tensor<[], f32>) {
  // expected-error @+1 {{'relax.quantize' op result: expected a quantised type (an integer of 2 to 16 bits, a float of at most 8), got f8E8M0FNU}}
  %y = relax.quantize %a by %b as f8E8M0FNU in f32 : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f8E8M0FNU>
  relax.return
}

// -----

relax.func @precision(%a: !relax.tensor<[n], f32>, %b: !relax.tensor<[], f32>) {
  // expected-error @+1 {{'relax.quantize' op precision: expected a float type of 16 bits or more, got f8E5M2}}
  %y = relax.quantize %a by %b as i8 in f8E5M2 : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], i8>
  relax.return
}

// -----

relax.func @scale(%a: !relax.tensor<[n], f32>, %b: !relax.tensor<[], i8>) {
  // expected-error @+1 {{'relax.quantize' op scale: expected a float type of 16 bits or more, or f8E8M0FNU, got i8}}
  %y = relax.quantize %a by %b as i8 in f32 : (!relax.tensor<[n], f32>, !relax.tensor<[], i8>) -> !relax.tensor<[n], i8>
  relax.return
}

// -----

relax.func @zero(%a: !relax.tensor<[n], f32>, %b: !relax.tensor<[], f32>, %c: !relax.tensor<[], ui8>) {
  // expected-error @+1 {{'relax.quantize' op zero point: expected i8, got ui8}}
  %y = relax.quantize %a by %b, %c as i8 in f32 : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>) -> !relax.tensor<[n], i8>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @one_scale(%a: !relax.tensor<[n], f32>, %b: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.quantize' op shape of the scale: expected [], got [n]}}
  %y = relax.quantize %a by %b as i8 in f32 : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], i8>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @axis_scale(%a: !relax.tensor<[n, m], f32>, %b: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.quantize' op shape of the scale: expected [m], got [n]}}
  %y = relax.quantize %a by %b axis 1 as i8 in f32 : (!relax.tensor<[n, m], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n, m], i8>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @block_scale(%a: !relax.tensor<[n, m], f32>, %b: !relax.tensor<[n, m], f32>) {
  // expected-error @+1 {{'relax.quantize' op shape of the scale: expected [n, m ceildiv 2], got [n, m]}}
  %y = relax.quantize %a by %b axis 1 block 2 as i8 in f32 : (!relax.tensor<[n, m], f32>, !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], i8>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @zero_shape(%a: !relax.tensor<[n], f32>, %b: !relax.tensor<[n], f32>, %c: !relax.tensor<[], i8>) {
  // expected-error @+1 {{'relax.quantize' op shape of the zero point: expected [n], got []}}
  %y = relax.quantize %a by %b, %c axis 0 as i8 in f32 : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[], i8>) -> !relax.tensor<[n], i8>
  relax.return
}

// -----

relax.func @axis(%a: !relax.tensor<[n], f32>, %b: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.quantize' op axis 1: expected 0 to 0 for an operand of rank 1}}
  %y = relax.quantize %a by %b axis 1 as i8 in f32 : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], i8>
  relax.return
}

// -----

relax.func @block_axis(%a: !relax.tensor<[n], f32>, %b: !relax.tensor<[], f32>) {
  // expected-error @+1 {{'relax.quantize' op block: expected at least 1, and an axis, got no axis}}
  %y = relax.quantize %a by %b block 2 as i8 in f32 : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], i8>
  relax.return
}

// -----

relax.func @block(%a: !relax.tensor<[n], f32>, %b: !relax.tensor<[n], f32>) {
  // expected-error @+1 {{'relax.quantize' op block: expected at least 1, and an axis, got less}}
  %y = relax.quantize %a by %b axis 0 block 0 as i8 in f32 : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], i8>
  relax.return
}

// -----

relax.func @stored(%a: !relax.tensor<[n], i64>, %b: !relax.tensor<[], f32>) {
  // expected-error @+1 {{'relax.dequantize' op input: expected a quantised type (an integer of 2 to 32 bits, a float of at most 8), got i64}}
  %y = relax.dequantize %a by %b as f32 : (!relax.tensor<[n], i64>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func @wide(%a: !relax.tensor<[n], i8>, %b: !relax.tensor<[], f32>) {
  // expected-error @+1 {{'relax.dequantize' op result: expected a float type of 16 bits or more, got i32}}
  %y = relax.dequantize %a by %b as i32 : (!relax.tensor<[n], i8>, !relax.tensor<[], f32>) -> !relax.tensor<[n], i32>
  relax.return
}

// -----

relax.func @dynamic(%a: !relax.tensor<[n], f16>) {
  // expected-error @+1 {{'relax.dynamic_quantize' op input: expected f32, got f16}}
  %y, %s, %z = relax.dynamic_quantize %a : (!relax.tensor<[n], f16>) -> (!relax.tensor<[n], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>)
  relax.return
}

// -----

relax.func @left(%a: !relax.tensor<[n, k], i32>, %b: !relax.tensor<[], i32>, %c: !relax.tensor<[k, m], i8>, %d: !relax.tensor<[], i8>) {
  // expected-error @+1 {{'relax.matmul_integer' op left operand: expected a quantised type (an integer of 2 to 16 bits, a float of at most 8), got i32}}
  %y = relax.matmul_integer %a zero %b, %c zero %d : (!relax.tensor<[n, k], i32>, !relax.tensor<[], i32>, !relax.tensor<[k, m], i8>, !relax.tensor<[], i8>) -> !relax.tensor<[n, m], i32>
  relax.return
}

// -----

relax.func @zero_type(%a: !relax.tensor<[n, k], i8>, %b: !relax.tensor<[], ui8>, %c: !relax.tensor<[k, m], i8>, %d: !relax.tensor<[], i8>) {
  // expected-error @+1 {{'relax.matmul_integer' op zero point: expected i8, got ui8}}
  %y = relax.matmul_integer %a zero %b, %c zero %d : (!relax.tensor<[n, k], i8>, !relax.tensor<[], ui8>, !relax.tensor<[k, m], i8>, !relax.tensor<[], i8>) -> !relax.tensor<[n, m], i32>
  relax.return
}

// -----

relax.func @floats(%a: !relax.tensor<[n, k], i8>, %b: !relax.tensor<[], i8>, %c: !relax.tensor<[k, m], f8E5M2>, %d: !relax.tensor<[], f8E5M2>) {
  // expected-error @+1 {{'relax.matmul_integer' op operands: expected integer types, got f8E5M2}}
  %y = relax.matmul_integer %a zero %b, %c zero %d : (!relax.tensor<[n, k], i8>, !relax.tensor<[], i8>, !relax.tensor<[k, m], f8E5M2>, !relax.tensor<[], f8E5M2>) -> !relax.tensor<[n, m], i32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @rows(%a: !relax.tensor<[n, k], i8>, %b: !relax.tensor<[k], i8>, %c: !relax.tensor<[k, m], i8>, %d: !relax.tensor<[], i8>) {
  // expected-error @+1 {{'relax.matmul_integer' op left zero point: expected a shape that broadcasts to [n, k] and is 1 in dimension 1 from the end, got [k]}}
  %y = relax.matmul_integer %a zero %b, %c zero %d : (!relax.tensor<[n, k], i8>, !relax.tensor<[k], i8>, !relax.tensor<[k, m], i8>, !relax.tensor<[], i8>) -> !relax.tensor<[n, m], i32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @columns(%a: !relax.tensor<[n, k], i8>, %b: !relax.tensor<[], i8>, %c: !relax.tensor<[k, m], i8>, %d: !relax.tensor<[k, 1], i8>) {
  // expected-error @+1 {{'relax.matmul_integer' op right zero point: expected a shape that broadcasts to [k, m] and is 1 in dimension 2 from the end, got [k, 1]}}
  %y = relax.matmul_integer %a zero %b, %c zero %d : (!relax.tensor<[n, k], i8>, !relax.tensor<[], i8>, !relax.tensor<[k, m], i8>, !relax.tensor<[k, 1], i8>) -> !relax.tensor<[n, m], i32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'k' is bound here}}
relax.func @inner(%a: !relax.tensor<[n, k], i8>, %b: !relax.tensor<[], i8>, %c: !relax.tensor<[l, m], i8>, %d: !relax.tensor<[], i8>) {
  // expected-error @+1 {{'relax.matmul_integer' op rhs: expected k in dimension 0, which is dimension 1 of lhs, got [l, m] beside [n, k]; if they are equal, say so with 'relax.match_cast'}}
  %y = relax.matmul_integer %a zero %b, %c zero %d : (!relax.tensor<[n, k], i8>, !relax.tensor<[], i8>, !relax.tensor<[l, m], i8>, !relax.tensor<[], i8>) -> !relax.tensor<[n, m], i32>
  relax.return
}

// -----

relax.func @vectors(%a: !relax.tensor<[], i8>, %b: !relax.tensor<[], i8>, %c: !relax.tensor<[l, m], i8>, %d: !relax.tensor<[], i8>) {
  // expected-error @+1 {{'relax.matmul_integer' op expected operands of rank at least 1}}
  %y = relax.matmul_integer %a zero %b, %c zero %d : (!relax.tensor<[], i8>, !relax.tensor<[], i8>, !relax.tensor<[l, m], i8>, !relax.tensor<[], i8>) -> !relax.tensor<[m], i32>
  relax.return
}

// -----

relax.func @left_scale(%a: !relax.tensor<[n, k], i8>, %b: !relax.tensor<[], i8>, %c: !relax.tensor<[], i8>, %d: !relax.tensor<[k, m], i8>, %e: !relax.tensor<[], f32>, %f: !relax.tensor<[], i8>, %g: !relax.tensor<[], f32>, %h: !relax.tensor<[], i8>) {
  // expected-error @+1 {{'relax.quantized_matmul' op left scale: expected a float type of 16 bits or more, got i8}}
  %y = relax.quantized_matmul %a by %b, %c and %d by %e, %f to %g, %h : (!relax.tensor<[n, k], i8>, !relax.tensor<[], i8>, !relax.tensor<[], i8>, !relax.tensor<[k, m], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>) -> !relax.tensor<[n, m], i8>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @right_scale(%a: !relax.tensor<[n, k], i8>, %b: !relax.tensor<[], f32>, %c: !relax.tensor<[], i8>, %d: !relax.tensor<[k, m], i8>, %e: !relax.tensor<[k, 1], f32>, %f: !relax.tensor<[], i8>, %g: !relax.tensor<[], f32>, %h: !relax.tensor<[], i8>) {
  // expected-error @+1 {{'relax.quantized_matmul' op right scale: expected a shape that broadcasts to [k, m] and is 1 in dimension 2 from the end, got [k, 1]}}
  %y = relax.quantized_matmul %a by %b, %c and %d by %e, %f to %g, %h : (!relax.tensor<[n, k], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[k, m], i8>, !relax.tensor<[k, 1], f32>, !relax.tensor<[], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>) -> !relax.tensor<[n, m], i8>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @result_scale(%a: !relax.tensor<[n, k], i8>, %b: !relax.tensor<[], f32>, %c: !relax.tensor<[], i8>, %d: !relax.tensor<[k, m], i8>, %e: !relax.tensor<[], f32>, %f: !relax.tensor<[], i8>, %g: !relax.tensor<[m], f32>, %h: !relax.tensor<[], i8>) {
  // expected-error @+1 {{'relax.quantized_matmul' op shape of the scale: expected [], got [m]}}
  %y = relax.quantized_matmul %a by %b, %c and %d by %e, %f to %g, %h : (!relax.tensor<[n, k], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[k, m], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[m], f32>, !relax.tensor<[], i8>) -> !relax.tensor<[n, m], i8>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @result_zero(%a: !relax.tensor<[n, k], i8>, %b: !relax.tensor<[], f32>, %c: !relax.tensor<[], i8>, %d: !relax.tensor<[k, m], i8>, %e: !relax.tensor<[], f32>, %f: !relax.tensor<[], i8>, %g: !relax.tensor<[], f32>, %h: !relax.tensor<[m], i8>) {
  // expected-error @+1 {{'relax.quantized_matmul' op shape of the zero point: expected [], got [m]}}
  %y = relax.quantized_matmul %a by %b, %c and %d by %e, %f to %g, %h : (!relax.tensor<[n, k], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[k, m], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[], f32>, !relax.tensor<[m], i8>) -> !relax.tensor<[n, m], i8>
  relax.return
}

// -----

relax.func @result_type(%a: !relax.tensor<[n, k], i8>, %b: !relax.tensor<[], f32>, %c: !relax.tensor<[], i8>, %d: !relax.tensor<[k, m], i8>, %e: !relax.tensor<[], f32>, %f: !relax.tensor<[], i8>, %g: !relax.tensor<[], f32>, %h: !relax.tensor<[], f32>) {
  // expected-error @+1 {{'relax.quantized_matmul' op zero point: expected a quantised type (an integer of 2 to 16 bits, a float of at most 8), got f32}}
  %y = relax.quantized_matmul %a by %b, %c and %d by %e, %f to %g, %h : (!relax.tensor<[n, k], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[k, m], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, m], f32>
  relax.return
}

// -----

relax.func @input_zero(%a: !relax.tensor<[n, 4, w], ui8>, %b: !relax.tensor<[1], ui8>, %c: !relax.tensor<[m, 4, 1], i8>, %d: !relax.tensor<[], i8>) {
  // expected-error @+1 {{'relax.conv_integer' op shape of the input's zero point: expected [], got [1]}}
  %y = relax.conv_integer %a zero %b, %c zero %d strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 4, w], ui8>, !relax.tensor<[1], ui8>, !relax.tensor<[m, 4, 1], i8>, !relax.tensor<[], i8>) -> !relax.tensor<[n, m, w], i32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @weight_zero(%a: !relax.tensor<[n, 4, w], ui8>, %b: !relax.tensor<[], ui8>, %c: !relax.tensor<[m, 4, 1], i8>, %d: !relax.tensor<[4], i8>) {
  // expected-error @+1 {{'relax.conv_integer' op shape of the weight's zero point: expected [m], got [4]}}
  %y = relax.conv_integer %a zero %b, %c zero %d strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 4, w], ui8>, !relax.tensor<[], ui8>, !relax.tensor<[m, 4, 1], i8>, !relax.tensor<[4], i8>) -> !relax.tensor<[n, m, w], i32>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'n' is bound here}}
relax.func @channels(%a: !relax.tensor<[n, 4, w], ui8>, %b: !relax.tensor<[], ui8>, %c: !relax.tensor<[m, 3, 1], i8>, %d: !relax.tensor<[], i8>) {
  // expected-error @+1 {{'relax.conv_integer' op input: expected 3 in dimension 1, which is dimension 1 of weight, got [n, 4, w] beside [m, 3, 1]; if they are equal, say so with 'relax.match_cast'}}
  %y = relax.conv_integer %a zero %b, %c zero %d strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 4, w], ui8>, !relax.tensor<[], ui8>, !relax.tensor<[m, 3, 1], i8>, !relax.tensor<[], i8>) -> !relax.tensor<[n, m, w], i32>
  relax.return
}

// -----

relax.func @bias(%a: !relax.tensor<[n, 4, w], ui8>, %b: !relax.tensor<[], f32>, %c: !relax.tensor<[], ui8>, %d: !relax.tensor<[m, 4, 1], i8>, %e: !relax.tensor<[], f32>, %f: !relax.tensor<[], i8>, %g: !relax.tensor<[], f32>, %h: !relax.tensor<[], i8>, %i: !relax.tensor<[m], i8>) {
  // expected-error @+1 {{'relax.quantized_conv' op bias: expected i32, got i8}}
  %y = relax.quantized_conv %a by %b, %c and %d by %e, %f to %g, %h bias %i strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 4, w], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>, !relax.tensor<[m, 4, 1], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[m], i8>) -> !relax.tensor<[n, m, w], i8>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @bias_shape(%a: !relax.tensor<[n, 4, w], ui8>, %b: !relax.tensor<[], f32>, %c: !relax.tensor<[], ui8>, %d: !relax.tensor<[m, 4, 1], i8>, %e: !relax.tensor<[], f32>, %f: !relax.tensor<[], i8>, %g: !relax.tensor<[], f32>, %h: !relax.tensor<[], i8>, %i: !relax.tensor<[4], i32>) {
  // expected-error @+1 {{'relax.quantized_conv' op shape of the bias: expected [m], got [4]}}
  %y = relax.quantized_conv %a by %b, %c and %d by %e, %f to %g, %h bias %i strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 4, w], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>, !relax.tensor<[m, 4, 1], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[4], i32>) -> !relax.tensor<[n, m, w], i8>
  relax.return
}

// -----

relax.func @input_scale(%a: !relax.tensor<[n, 4, w], ui8>, %b: !relax.tensor<[], i8>, %c: !relax.tensor<[], ui8>, %d: !relax.tensor<[m, 4, 1], i8>, %e: !relax.tensor<[], f32>, %f: !relax.tensor<[], i8>, %g: !relax.tensor<[], f32>, %h: !relax.tensor<[], i8>, %i: !relax.tensor<[m], i32>) {
  // expected-error @+1 {{'relax.quantized_conv' op input's scale: expected a float type of 16 bits or more, got i8}}
  %y = relax.quantized_conv %a by %b, %c and %d by %e, %f to %g, %h bias %i strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 4, w], ui8>, !relax.tensor<[], i8>, !relax.tensor<[], ui8>, !relax.tensor<[m, 4, 1], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[m], i32>) -> !relax.tensor<[n, m, w], i8>
  relax.return
}

// -----

// expected-note@+1 {{symbol 'm' is bound here}}
relax.func @weight_scale(%a: !relax.tensor<[n, 4, w], ui8>, %b: !relax.tensor<[], f32>, %c: !relax.tensor<[], ui8>, %d: !relax.tensor<[m, 4, 1], i8>, %e: !relax.tensor<[4], f32>, %f: !relax.tensor<[], i8>, %g: !relax.tensor<[], f32>, %h: !relax.tensor<[], i8>, %i: !relax.tensor<[m], i32>) {
  // expected-error @+1 {{'relax.quantized_conv' op shape of the weight's scale: expected [m], got [4]}}
  %y = relax.quantized_conv %a by %b, %c and %d by %e, %f to %g, %h bias %i strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 4, w], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>, !relax.tensor<[m, 4, 1], i8>, !relax.tensor<[4], f32>, !relax.tensor<[], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[m], i32>) -> !relax.tensor<[n, m, w], i8>
  relax.return
}

// -----

relax.func @weight_scale_type(%a: !relax.tensor<[n, 4, w], ui8>, %b: !relax.tensor<[], f32>, %c: !relax.tensor<[], ui8>, %d: !relax.tensor<[m, 4, 1], i8>, %e: !relax.tensor<[], i8>, %f: !relax.tensor<[], i8>, %g: !relax.tensor<[], f32>, %h: !relax.tensor<[], i8>, %i: !relax.tensor<[m], i32>) {
  // expected-error @+1 {{'relax.quantized_conv' op weight's scale: expected a float type of 16 bits or more, got i8}}
  %y = relax.quantized_conv %a by %b, %c and %d by %e, %f to %g, %h bias %i strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 4, w], ui8>, !relax.tensor<[], f32>, !relax.tensor<[], ui8>, !relax.tensor<[m, 4, 1], i8>, !relax.tensor<[], i8>, !relax.tensor<[], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[m], i32>) -> !relax.tensor<[n, m, w], i8>
  relax.return
}

// -----

relax.func @input_scale_shape(%a: !relax.tensor<[n, 4, w], ui8>, %b: !relax.tensor<[1], f32>, %c: !relax.tensor<[], ui8>, %d: !relax.tensor<[m, 4, 1], i8>, %e: !relax.tensor<[], f32>, %f: !relax.tensor<[], i8>, %g: !relax.tensor<[], f32>, %h: !relax.tensor<[], i8>, %i: !relax.tensor<[m], i32>) {
  // expected-error @+1 {{'relax.quantized_conv' op shape of the input's scale: expected [], got [1]}}
  %y = relax.quantized_conv %a by %b, %c and %d by %e, %f to %g, %h bias %i strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 4, w], ui8>, !relax.tensor<[1], f32>, !relax.tensor<[], ui8>, !relax.tensor<[m, 4, 1], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[], f32>, !relax.tensor<[], i8>, !relax.tensor<[m], i32>) -> !relax.tensor<[n, m, w], i8>
  relax.return
}

// -----

relax.func @right(%a: !relax.tensor<[n, k], i8>, %b: !relax.tensor<[], i8>, %c: !relax.tensor<[k, m], i32>, %d: !relax.tensor<[], i32>) {
  // expected-error @+1 {{'relax.matmul_integer' op right operand: expected a quantised type (an integer of 2 to 16 bits, a float of at most 8), got i32}}
  %y = relax.matmul_integer %a zero %b, %c zero %d : (!relax.tensor<[n, k], i8>, !relax.tensor<[], i8>, !relax.tensor<[k, m], i32>, !relax.tensor<[], i32>) -> !relax.tensor<[n, m], i32>
  relax.return
}

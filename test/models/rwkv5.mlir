// RWKV version 5.1, a byte-level language model of 12 layers (tests of RWKV/rwkv.cpp, MIT), by hand. As in rwkv4.mlir a scan runs
// over the layers; the state of time mixing is a matrix for each of 8 heads, sums of products of keys and values that decay.
//
//   relax-run test/models/rwkv5.mlir --weights-dir=../shared/data/rwkv-tiny --entry=logits "--input=3xi64=34 105 110"
//   relax-run test/models/rwkv5.mlir --weights-dir=../shared/data/rwkv-tiny --entry=generate "--input=bytes=3xi64=34 105 110" --input=count=i64=100
!byte = !relax.tensor<[], i64>
!logits = !relax.tensor<[256], f32>
!vector = !relax.tensor<[64], f32>
!wide = !relax.tensor<[256], f32>
!matrix = !relax.tensor<[64, 64], f32>
!up = !relax.tensor<[256, 64], f32>
!down = !relax.tensor<[64, 256], f32>
!heads = !relax.tensor<[8, 8, 8], f32>
!scalars = !relax.tensor<[8, 1, 1], f32>
!rows = !relax.tensor<[8, 1, 8], f32>
!columns = !relax.tensor<[8, 8, 1], f32>
!vectors = !relax.tensor<[12, 64], f32>
!matrices = !relax.tensor<[12, 64, 64], f32>
!ups = !relax.tensor<[12, 256, 64], f32>
!downs = !relax.tensor<[12, 64, 256], f32>
!states = !relax.tensor<[12, 8, 8, 8], f32>
!shares = !relax.tensor<[12, 8, 1, 1], f32>

relax.weight @emb : !up from "tiny-rwkv-5v1-730K-FP32.bin" entry "emb.weight"
relax.weight @ln0_w : !vector from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.0.ln0.weight"
relax.weight @ln0_b : !vector from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.0.ln0.bias"
relax.weight @ln1_w : !vectors from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.ln1.weight"
relax.weight @ln1_b : !vectors from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.ln1.bias"
relax.weight @decay : !shares from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.att.time_decay"
relax.weight @first : !shares from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.att.time_first"
relax.weight @att_mix_k : !vectors from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.att.time_mix_k"
relax.weight @att_mix_v : !vectors from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.att.time_mix_v"
relax.weight @att_mix_r : !vectors from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.att.time_mix_r"
relax.weight @ln_x_w : !vectors from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.att.ln_x.weight"
relax.weight @ln_x_b : !vectors from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.att.ln_x.bias"
relax.weight @att_k : !matrices from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.att.key.weight"
relax.weight @att_v : !matrices from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.att.value.weight"
relax.weight @att_r : !matrices from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.att.receptance.weight"
relax.weight @att_o : !matrices from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.att.output.weight"
relax.weight @ln2_w : !vectors from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.ln2.weight"
relax.weight @ln2_b : !vectors from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.ln2.bias"
relax.weight @ffn_mix_k : !vectors from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.ffn.time_mix_k"
relax.weight @ffn_mix_r : !vectors from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.ffn.time_mix_r"
relax.weight @ffn_k : !ups from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.ffn.key.weight"
relax.weight @ffn_v : !downs from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.ffn.value.weight"
relax.weight @ffn_r : !matrices from "tiny-rwkv-5v1-730K-FP32.bin" entry "blocks.*.ffn.receptance.weight"
relax.weight @ln_out_w : !vector from "tiny-rwkv-5v1-730K-FP32.bin" entry "ln_out.weight"
relax.weight @ln_out_b : !vector from "tiny-rwkv-5v1-730K-FP32.bin" entry "ln_out.bias"
relax.weight @head : !up from "tiny-rwkv-5v1-730K-FP32.bin" entry "head.weight"

// Between the vector before and this one.
relax.func private @mix(%now: !vector, %before: !vector, %share: !vector) -> !vector {
  %step = relax.subtract %now, %before : !vector
  %part = relax.multiply %step, %share : !vector
  %mixed = relax.add %before, %part : !vector
  relax.return %mixed : !vector
}

// One byte through all layers: logits of the next one, and the next state.
relax.func private @step(%byte: !byte, %att_x0: !vectors, %kv0: !states, %ffn_x0: !vectors) -> (!logits, !vectors, !states, !vectors) {
  %emb = relax.get_weight @emb : !up
  %ln0_w = relax.get_weight @ln0_w : !vector
  %ln0_b = relax.get_weight @ln0_b : !vector
  %ln1_ws = relax.get_weight @ln1_w : !vectors
  %ln1_bs = relax.get_weight @ln1_b : !vectors
  %decays = relax.get_weight @decay : !shares
  %firsts = relax.get_weight @first : !shares
  %att_mix_ks = relax.get_weight @att_mix_k : !vectors
  %att_mix_vs = relax.get_weight @att_mix_v : !vectors
  %att_mix_rs = relax.get_weight @att_mix_r : !vectors
  %ln_x_ws = relax.get_weight @ln_x_w : !vectors
  %ln_x_bs = relax.get_weight @ln_x_b : !vectors
  %att_ks = relax.get_weight @att_k : !matrices
  %att_vs = relax.get_weight @att_v : !matrices
  %att_rs = relax.get_weight @att_r : !matrices
  %att_os = relax.get_weight @att_o : !matrices
  %ln2_ws = relax.get_weight @ln2_w : !vectors
  %ln2_bs = relax.get_weight @ln2_b : !vectors
  %ffn_mix_ks = relax.get_weight @ffn_mix_k : !vectors
  %ffn_mix_rs = relax.get_weight @ffn_mix_r : !vectors
  %ffn_ks = relax.get_weight @ffn_k : !ups
  %ffn_vs = relax.get_weight @ffn_v : !downs
  %ffn_rs = relax.get_weight @ffn_r : !matrices
  %ln_out_w = relax.get_weight @ln_out_w : !vector
  %ln_out_b = relax.get_weight @ln_out_b : !vector
  %head = relax.get_weight @head : !up
  %row = relax.take %emb, %byte axis 0 : (!up, !byte) -> !vector
  %x0 = relax.layer_norm %row, %ln0_w, %ln0_b from 0 epsilon 1.0e-5 : (!vector, !vector, !vector) -> !vector
  %x, %att_x, %kv, %ffn_x = relax.scan over 12 (%y: !vector = %x0, %att_before: !vector in %att_x0, %s: !heads in %kv0, %ffn_before: !vector in %ffn_x0,
      %ln1_w: !vector in %ln1_ws, %ln1_b: !vector in %ln1_bs, %decay: !scalars in %decays, %first: !scalars in %firsts,
      %att_mix_k: !vector in %att_mix_ks, %att_mix_v: !vector in %att_mix_vs, %att_mix_r: !vector in %att_mix_rs,
      %ln_x_w: !vector in %ln_x_ws, %ln_x_b: !vector in %ln_x_bs, %att_k: !matrix in %att_ks, %att_v: !matrix in %att_vs,
      %att_r: !matrix in %att_rs, %att_o: !matrix in %att_os, %ln2_w: !vector in %ln2_ws, %ln2_b: !vector in %ln2_bs,
      %ffn_mix_k: !vector in %ffn_mix_ks, %ffn_mix_r: !vector in %ffn_mix_rs, %ffn_k: !up in %ffn_ks,
      %ffn_v: !down in %ffn_vs, %ffn_r: !matrix in %ffn_rs)
      -> (!vectors, !states, !vectors) {
    %u = relax.layer_norm %y, %ln1_w, %ln1_b from 0 epsilon 1.0e-5 : (!vector, !vector, !vector) -> !vector
    %uk = relax.call @mix(%u, %att_before, %att_mix_k) : (!vector, !vector, !vector) -> !vector
    %uv = relax.call @mix(%u, %att_before, %att_mix_v) : (!vector, !vector, !vector) -> !vector
    %ur = relax.call @mix(%u, %att_before, %att_mix_r) : (!vector, !vector, !vector) -> !vector
    %k0 = relax.matmul %att_k, %uk : (!matrix, !vector) -> !vector
    %v0 = relax.matmul %att_v, %uv : (!matrix, !vector) -> !vector
    %r0 = relax.matmul %att_r, %ur : (!matrix, !vector) -> !vector
    %k = relax.reshape %k0 : (!vector) -> !columns
    %v = relax.reshape %v0 : (!vector) -> !rows
    %r = relax.reshape %r0 : (!vector) -> !rows
    // What is read counts this byte with `first`; what is kept decays.
    %new = relax.matmul %k, %v : (!columns, !rows) -> !heads
    %more = relax.multiply %new, %first : (!heads, !scalars) -> !heads
    %seen = relax.add %s, %more : !heads
    %out = relax.matmul %r, %seen : (!rows, !heads) -> !rows
    %kept = relax.multiply %s, %decay : (!heads, !scalars) -> !heads
    %s1 = relax.add %kept, %new : !heads
    %flat = relax.reshape %out : (!rows) -> !relax.tensor<[1, 64], f32>
    %norm = relax.group_norm %flat, %ln_x_w, %ln_x_b groups 8 epsilon 1.0e-5 : (!relax.tensor<[1, 64], f32>, !vector, !vector) -> !relax.tensor<[1, 64], f32>
    %o0 = relax.reshape %norm : (!relax.tensor<[1, 64], f32>) -> !vector
    %o = relax.matmul %att_o, %o0 : (!matrix, !vector) -> !vector
    %z = relax.add %y, %o : !vector
    %t = relax.layer_norm %z, %ln2_w, %ln2_b from 0 epsilon 1.0e-5 : (!vector, !vector, !vector) -> !vector
    %tk = relax.call @mix(%t, %ffn_before, %ffn_mix_k) : (!vector, !vector, !vector) -> !vector
    %tr = relax.call @mix(%t, %ffn_before, %ffn_mix_r) : (!vector, !vector, !vector) -> !vector
    %h0 = relax.matmul %ffn_k, %tk : (!up, !vector) -> !wide
    %h1 = relax.relu %h0 : !wide
    %h = relax.multiply %h1, %h1 : !wide
    %c = relax.matmul %ffn_v, %h : (!down, !wide) -> !vector
    %q0 = relax.matmul %ffn_r, %tr : (!matrix, !vector) -> !vector
    %q = relax.sigmoid %q0 : !vector
    %channel = relax.multiply %q, %c : !vector
    %y1 = relax.add %z, %channel : !vector
    relax.yield %y1, %u, %s1, %t : !vector, !vector, !heads, !vector
  }
  %last = relax.layer_norm %x, %ln_out_w, %ln_out_b from 0 epsilon 1.0e-5 : (!vector, !vector, !vector) -> !vector
  %logits = relax.matmul %head, %last : (!up, !vector) -> !logits
  relax.return %logits, %att_x, %kv, %ffn_x : !logits, !vectors, !states, !vectors
}

// From the zero state.
relax.func private @read(%bytes: !relax.tensor<[n], i64>) -> (!logits, !vectors, !states, !vectors) {
  %none = relax.constant dense<0.0> : tensor<256xf32>
  %zero = relax.constant dense<0.0> : tensor<12x64xf32>
  %empty = relax.constant dense<0.0> : tensor<12x8x8x8xf32>
  %l, %u, %s, %t = relax.scan over n (%l0: !logits = %none, %u0: !vectors = %zero, %s0: !states = %empty, %t0: !vectors = %zero, %byte: !byte in %bytes) {
    %l1, %u1, %s1, %t1 = relax.call @step(%byte, %u0, %s0, %t0) : (!byte, !vectors, !states, !vectors) -> (!logits, !vectors, !states, !vectors)
    relax.yield %l1, %u1, %s1, %t1 : !logits, !vectors, !states, !vectors
  }
  relax.return %l, %u, %s, %t : !logits, !vectors, !states, !vectors
}

relax.func @logits(%bytes: !relax.tensor<[n], i64>) -> (!logits {relax.name = "logits"}) {
  %l, %u, %s, %t = relax.call @read(%bytes) : (!relax.tensor<[n], i64>) -> (!logits, !vectors, !states, !vectors)
  relax.return %l : !logits
}

// `count` bytes behind `bytes`, each the most likely one.
relax.func @generate(%bytes: !relax.tensor<[n], i64>, %count: !byte) -> (!relax.tensor<[?], i64> {relax.name = "text"}) {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %none = relax.constant dense<> : tensor<0xi64>
  %l, %u, %s, %t = relax.call @read(%bytes) : (!relax.tensor<[n], i64>) -> (!logits, !vectors, !states, !vectors)
  %i, %text, %le, %ue, %se, %te = relax.while (%j: !byte = %zero, %said: !relax.tensor<[m], i64> = %none, %l0: !logits = %l, %u0: !vectors = %u, %s0: !states = %s, %t0: !vectors = %t)
      : (!byte, !relax.tensor<[0], i64>, !logits, !vectors, !states, !vectors) -> (!byte, !relax.tensor<[e], i64>, !logits, !vectors, !states, !vectors) binds (e) {
    %more = relax.less %j, %count : (!byte, !byte) -> !relax.tensor<[], i1>
    relax.condition %more
  } do {
    %best = relax.arg_max %l0 over 0 keep_dims : (!logits) -> !relax.tensor<[1], i64>
    %longer = relax.append %said, %best at 0 : (!relax.tensor<[m], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[m + 1], i64>
    %byte = relax.reshape %best : (!relax.tensor<[1], i64>) -> !byte
    %l1, %u1, %s1, %t1 = relax.call @step(%byte, %u0, %s0, %t0) : (!byte, !vectors, !states, !vectors) -> (!logits, !vectors, !states, !vectors)
    %k = relax.add %j, %one : !byte
    relax.yield %k, %longer, %l1, %u1, %s1, %t1 : !byte, !relax.tensor<[m + 1], i64>, !logits, !vectors, !states, !vectors
  }
  relax.return %text : !relax.tensor<[e], i64>
}

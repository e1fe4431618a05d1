// RWKV version 5.2 by hand: as rwkv5.mlir, but time mixing has a gate, and decay and bonus are those of each channel. A model of
// 3 layers and 16 tokens whose weights are made up by utils/rwkv-gate.py, which has the same arithmetic; the trained 5.1 has no gate.
!token = !relax.tensor<[], i64>
!logits = !relax.tensor<[16], f32>
!vector = !relax.tensor<[8], f32>
!wide = !relax.tensor<[16], f32>
!matrix = !relax.tensor<[8, 8], f32>
!up = !relax.tensor<[16, 8], f32>
!down = !relax.tensor<[8, 16], f32>
!heads = !relax.tensor<[2, 4, 4], f32>
!rows = !relax.tensor<[2, 1, 4], f32>
!columns = !relax.tensor<[2, 4, 1], f32>
!batch = !relax.tensor<[1, 8], f32>
!vectors = !relax.tensor<[3, 8], f32>
!matrices = !relax.tensor<[3, 8, 8], f32>
!ups = !relax.tensor<[3, 16, 8], f32>
!downs = !relax.tensor<[3, 8, 16], f32>
!states = !relax.tensor<[3, 2, 4, 4], f32>
!shares = !relax.tensor<[3, 2, 4, 1], f32>

relax.weight @emb : !up from "rwkv-gate.bin" entry "emb.weight"
relax.weight @ln0_w : !vector from "rwkv-gate.bin" entry "blocks.0.ln0.weight"
relax.weight @ln0_b : !vector from "rwkv-gate.bin" entry "blocks.0.ln0.bias"
relax.weight @ln1_w : !vectors from "rwkv-gate.bin" entry "blocks.*.ln1.weight"
relax.weight @ln1_b : !vectors from "rwkv-gate.bin" entry "blocks.*.ln1.bias"
relax.weight @decay : !shares from "rwkv-gate.bin" entry "blocks.*.att.time_decay"
relax.weight @bonus : !shares from "rwkv-gate.bin" entry "blocks.*.att.time_faaaa"
relax.weight @att_mix_k : !vectors from "rwkv-gate.bin" entry "blocks.*.att.time_mix_k"
relax.weight @att_mix_v : !vectors from "rwkv-gate.bin" entry "blocks.*.att.time_mix_v"
relax.weight @att_mix_r : !vectors from "rwkv-gate.bin" entry "blocks.*.att.time_mix_r"
relax.weight @att_mix_g : !vectors from "rwkv-gate.bin" entry "blocks.*.att.time_mix_g"
relax.weight @ln_x_w : !vectors from "rwkv-gate.bin" entry "blocks.*.att.ln_x.weight"
relax.weight @ln_x_b : !vectors from "rwkv-gate.bin" entry "blocks.*.att.ln_x.bias"
relax.weight @att_k : !matrices from "rwkv-gate.bin" entry "blocks.*.att.key.weight"
relax.weight @att_v : !matrices from "rwkv-gate.bin" entry "blocks.*.att.value.weight"
relax.weight @att_r : !matrices from "rwkv-gate.bin" entry "blocks.*.att.receptance.weight"
relax.weight @att_g : !matrices from "rwkv-gate.bin" entry "blocks.*.att.gate.weight"
relax.weight @att_o : !matrices from "rwkv-gate.bin" entry "blocks.*.att.output.weight"
relax.weight @ln2_w : !vectors from "rwkv-gate.bin" entry "blocks.*.ln2.weight"
relax.weight @ln2_b : !vectors from "rwkv-gate.bin" entry "blocks.*.ln2.bias"
relax.weight @ffn_mix_k : !vectors from "rwkv-gate.bin" entry "blocks.*.ffn.time_mix_k"
relax.weight @ffn_mix_r : !vectors from "rwkv-gate.bin" entry "blocks.*.ffn.time_mix_r"
relax.weight @ffn_k : !ups from "rwkv-gate.bin" entry "blocks.*.ffn.key.weight"
relax.weight @ffn_v : !downs from "rwkv-gate.bin" entry "blocks.*.ffn.value.weight"
relax.weight @ffn_r : !matrices from "rwkv-gate.bin" entry "blocks.*.ffn.receptance.weight"
relax.weight @ln_out_w : !vector from "rwkv-gate.bin" entry "ln_out.weight"
relax.weight @ln_out_b : !vector from "rwkv-gate.bin" entry "ln_out.bias"
relax.weight @head : !up from "rwkv-gate.bin" entry "head.weight"

relax.func private @mix(%now: !vector, %before: !vector, %share: !vector) -> !vector {
  %step = relax.subtract %now, %before : !vector
  %part = relax.multiply %step, %share : !vector
  %mixed = relax.add %before, %part : !vector
  relax.return %mixed : !vector
}

// What the heads read of the sums (`bonus` is this token's share in it), and the next sums.
relax.func private @heads(%k0: !vector, %v0: !vector, %r0: !vector, %s: !heads, %decay: !columns, %bonus: !columns) -> (!batch, !heads) {
  %k = relax.reshape %k0 : (!vector) -> !columns
  %v = relax.reshape %v0 : (!vector) -> !rows
  %r = relax.reshape %r0 : (!vector) -> !rows
  %new = relax.matmul %k, %v : (!columns, !rows) -> !heads
  %more = relax.multiply %new, %bonus : (!heads, !columns) -> !heads
  %seen = relax.add %s, %more : !heads
  %out = relax.matmul %r, %seen : (!rows, !heads) -> !rows
  %kept = relax.multiply %s, %decay : (!heads, !columns) -> !heads
  %s1 = relax.add %kept, %new : !heads
  %flat = relax.reshape %out : (!rows) -> !batch
  relax.return %flat, %s1 : !batch, !heads
}

// One token through all layers.
relax.func private @step(%token: !token, %att_x0: !vectors, %s0: !states, %ffn_x0: !vectors) -> (!logits, !vectors, !states, !vectors) {
  %emb = relax.get_weight @emb : !up
  %ln0_w = relax.get_weight @ln0_w : !vector
  %ln0_b = relax.get_weight @ln0_b : !vector
  %ln1_ws = relax.get_weight @ln1_w : !vectors
  %ln1_bs = relax.get_weight @ln1_b : !vectors
  %decays = relax.get_weight @decay : !shares
  %bonuses = relax.get_weight @bonus : !shares
  %att_mix_ks = relax.get_weight @att_mix_k : !vectors
  %att_mix_vs = relax.get_weight @att_mix_v : !vectors
  %att_mix_rs = relax.get_weight @att_mix_r : !vectors
  %att_mix_gs = relax.get_weight @att_mix_g : !vectors
  %ln_x_ws = relax.get_weight @ln_x_w : !vectors
  %ln_x_bs = relax.get_weight @ln_x_b : !vectors
  %att_ks = relax.get_weight @att_k : !matrices
  %att_vs = relax.get_weight @att_v : !matrices
  %att_rs = relax.get_weight @att_r : !matrices
  %att_gs = relax.get_weight @att_g : !matrices
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
  %row = relax.take %emb, %token axis 0 : (!up, !token) -> !vector
  %x0 = relax.layer_norm %row, %ln0_w, %ln0_b from 0 epsilon 1.0e-5 : (!vector, !vector, !vector) -> !vector
  %x, %att_x, %sums, %ffn_x = relax.scan over 3 (%y: !vector = %x0, %att_before: !vector in %att_x0, %s: !heads in %s0, %ffn_before: !vector in %ffn_x0,
      %ln1_w: !vector in %ln1_ws, %ln1_b: !vector in %ln1_bs, %decay: !columns in %decays, %bonus: !columns in %bonuses,
      %att_mix_k: !vector in %att_mix_ks, %att_mix_v: !vector in %att_mix_vs, %att_mix_r: !vector in %att_mix_rs, %att_mix_g: !vector in %att_mix_gs,
      %ln_x_w: !vector in %ln_x_ws, %ln_x_b: !vector in %ln_x_bs, %att_k: !matrix in %att_ks, %att_v: !matrix in %att_vs,
      %att_r: !matrix in %att_rs, %att_g: !matrix in %att_gs, %att_o: !matrix in %att_os, %ln2_w: !vector in %ln2_ws, %ln2_b: !vector in %ln2_bs,
      %ffn_mix_k: !vector in %ffn_mix_ks, %ffn_mix_r: !vector in %ffn_mix_rs, %ffn_k: !up in %ffn_ks,
      %ffn_v: !down in %ffn_vs, %ffn_r: !matrix in %ffn_rs)
      -> (!vectors, !states, !vectors) {
    %u = relax.layer_norm %y, %ln1_w, %ln1_b from 0 epsilon 1.0e-5 : (!vector, !vector, !vector) -> !vector
    %uk = relax.call @mix(%u, %att_before, %att_mix_k) : (!vector, !vector, !vector) -> !vector
    %uv = relax.call @mix(%u, %att_before, %att_mix_v) : (!vector, !vector, !vector) -> !vector
    %ur = relax.call @mix(%u, %att_before, %att_mix_r) : (!vector, !vector, !vector) -> !vector
    %ug = relax.call @mix(%u, %att_before, %att_mix_g) : (!vector, !vector, !vector) -> !vector
    %k = relax.matmul %att_k, %uk : (!matrix, !vector) -> !vector
    %v = relax.matmul %att_v, %uv : (!matrix, !vector) -> !vector
    %r = relax.matmul %att_r, %ur : (!matrix, !vector) -> !vector
    %g0 = relax.matmul %att_g, %ug : (!matrix, !vector) -> !vector
    %gate = relax.swish %g0 alpha 1.0 : !vector
    %out, %s1 = relax.call @heads(%k, %v, %r, %s, %decay, %bonus) : (!vector, !vector, !vector, !heads, !columns, !columns) -> (!batch, !heads)
    %norm = relax.group_norm %out, %ln_x_w, %ln_x_b groups 2 epsilon 6.4e-4 : (!batch, !vector, !vector) -> !batch
    %o0 = relax.reshape %norm : (!batch) -> !vector
    %o1 = relax.multiply %o0, %gate : !vector
    %o = relax.matmul %att_o, %o1 : (!matrix, !vector) -> !vector
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
  relax.return %logits, %att_x, %sums, %ffn_x : !logits, !vectors, !states, !vectors
}

// The logits behind each token, from the zero state.
relax.func @logits(%tokens: !relax.tensor<[n], i64>) -> (!relax.tensor<[n, 16], f32> {relax.name = "logits"}) {
  %zero = relax.constant dense<0.0> : tensor<3x8xf32>
  %empty = relax.constant dense<0.0> : tensor<3x2x4x4xf32>
  %u, %s, %t, %ls = relax.scan over n (%u0: !vectors = %zero, %s0: !states = %empty, %t0: !vectors = %zero, %token: !token in %tokens)
      -> !relax.tensor<[n, 16], f32> {
    %l, %u1, %s1, %t1 = relax.call @step(%token, %u0, %s0, %t0) : (!token, !vectors, !states, !vectors) -> (!logits, !vectors, !states, !vectors)
    relax.yield %u1, %s1, %t1, %l : !vectors, !states, !vectors, !logits
  }
  relax.return %ls : !relax.tensor<[n, 16], f32>
}

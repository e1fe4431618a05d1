// RWKV version 4, a byte-level language model of 4 layers (tests of RWKV/rwkv.cpp, MIT), by hand. Weights of one kind are one
// tensor over the layers, and `relax.scan` runs over their rows; the state is five vectors a layer. Time mixing divides two sums
// of e^(k + ...): each is kept relative to the largest exponent so far (`aa`, `bb` are the sums, `pp` is that exponent).
//
//   relax-run test/models/rwkv4.mlir --weights-dir=../shared/data/rwkv-tiny --entry=logits "--input=3xi64=34 105 110"
//   relax-run test/models/rwkv4.mlir --weights-dir=../shared/data/rwkv-tiny --entry=generate "--input=bytes=3xi64=34 105 110" --input=count=i64=100
!byte = !relax.tensor<[], i64>
!logits = !relax.tensor<[256], f32>
!vector = !relax.tensor<[128], f32>
!wide = !relax.tensor<[256], f32>
!matrix = !relax.tensor<[128, 128], f32>
!up = !relax.tensor<[256, 128], f32>
!down = !relax.tensor<[128, 256], f32>
!vectors = !relax.tensor<[4, 128], f32>
!matrices = !relax.tensor<[4, 128, 128], f32>
!ups = !relax.tensor<[4, 256, 128], f32>
!downs = !relax.tensor<[4, 128, 256], f32>

relax.weight @emb : !up from "tiny-rwkv-4v0-660K-FP32.bin" entry "emb.weight"
relax.weight @ln0_w : !vector from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.0.ln0.weight"
relax.weight @ln0_b : !vector from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.0.ln0.bias"
relax.weight @ln1_w : !vectors from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.ln1.weight"
relax.weight @ln1_b : !vectors from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.ln1.bias"
relax.weight @decay : !vectors from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.att.time_decay"
relax.weight @first : !vectors from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.att.time_first"
relax.weight @att_mix_k : !vectors from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.att.time_mix_k"
relax.weight @att_mix_v : !vectors from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.att.time_mix_v"
relax.weight @att_mix_r : !vectors from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.att.time_mix_r"
relax.weight @att_k : !matrices from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.att.key.weight"
relax.weight @att_v : !matrices from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.att.value.weight"
relax.weight @att_r : !matrices from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.att.receptance.weight"
relax.weight @att_o : !matrices from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.att.output.weight"
relax.weight @ln2_w : !vectors from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.ln2.weight"
relax.weight @ln2_b : !vectors from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.ln2.bias"
relax.weight @ffn_mix_k : !vectors from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.ffn.time_mix_k"
relax.weight @ffn_mix_r : !vectors from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.ffn.time_mix_r"
relax.weight @ffn_k : !ups from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.ffn.key.weight"
relax.weight @ffn_v : !downs from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.ffn.value.weight"
relax.weight @ffn_r : !matrices from "tiny-rwkv-4v0-660K-FP32.bin" entry "blocks.*.ffn.receptance.weight"
relax.weight @ln_out_w : !vector from "tiny-rwkv-4v0-660K-FP32.bin" entry "ln_out.weight"
relax.weight @ln_out_b : !vector from "tiny-rwkv-4v0-660K-FP32.bin" entry "ln_out.bias"
relax.weight @head : !up from "tiny-rwkv-4v0-660K-FP32.bin" entry "head.weight"

// Between the vector before and this one.
relax.func private @mix(%now: !vector, %before: !vector, %share: !vector) -> !vector {
  %step = relax.subtract %now, %before : !vector
  %part = relax.multiply %step, %share : !vector
  %mixed = relax.add %before, %part : !vector
  relax.return %mixed : !vector
}

// sum * e^(pp - top) + x * e^(w - top), of which `top` is the larger exponent.
relax.func private @accumulate(%sum: !vector, %pp: !vector, %x: !vector, %w: !vector, %top: !vector) -> !vector {
  %d = relax.subtract %pp, %top : !vector
  %e = relax.exp %d : !vector
  %f = relax.subtract %w, %top : !vector
  %g = relax.exp %f : !vector
  %old = relax.multiply %sum, %e : !vector
  %new = relax.multiply %x, %g : !vector
  %both = relax.add %old, %new : !vector
  relax.return %both : !vector
}

// One byte through all layers: logits of the next one, and the next state.
relax.func private @step(%byte: !byte, %att_x0: !vectors, %aa0: !vectors, %bb0: !vectors, %pp0: !vectors, %ffn_x0: !vectors)
    -> (!logits, !vectors, !vectors, !vectors, !vectors, !vectors) {
  %emb = relax.get_weight @emb : !up
  %ln0_w = relax.get_weight @ln0_w : !vector
  %ln0_b = relax.get_weight @ln0_b : !vector
  %ln1_ws = relax.get_weight @ln1_w : !vectors
  %ln1_bs = relax.get_weight @ln1_b : !vectors
  %decays = relax.get_weight @decay : !vectors
  %firsts = relax.get_weight @first : !vectors
  %att_mix_ks = relax.get_weight @att_mix_k : !vectors
  %att_mix_vs = relax.get_weight @att_mix_v : !vectors
  %att_mix_rs = relax.get_weight @att_mix_r : !vectors
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
  %one = relax.constant dense<1.0> : tensor<128xf32>
  %x0 = relax.layer_norm %row, %ln0_w, %ln0_b from 0 epsilon 1.0e-5 : (!vector, !vector, !vector) -> !vector
  %x, %att_x, %aa, %bb, %pp, %ffn_x = relax.scan over 4 (%y: !vector = %x0,
      %att_before: !vector in %att_x0, %a: !vector in %aa0, %b: !vector in %bb0, %p: !vector in %pp0, %ffn_before: !vector in %ffn_x0,
      %ln1_w: !vector in %ln1_ws, %ln1_b: !vector in %ln1_bs, %decay: !vector in %decays, %first: !vector in %firsts,
      %att_mix_k: !vector in %att_mix_ks, %att_mix_v: !vector in %att_mix_vs, %att_mix_r: !vector in %att_mix_rs,
      %att_k: !matrix in %att_ks, %att_v: !matrix in %att_vs, %att_r: !matrix in %att_rs, %att_o: !matrix in %att_os,
      %ln2_w: !vector in %ln2_ws, %ln2_b: !vector in %ln2_bs, %ffn_mix_k: !vector in %ffn_mix_ks, %ffn_mix_r: !vector in %ffn_mix_rs,
      %ffn_k: !up in %ffn_ks, %ffn_v: !down in %ffn_vs, %ffn_r: !matrix in %ffn_rs)
      -> (!vectors, !vectors, !vectors, !vectors, !vectors) {
    %u = relax.layer_norm %y, %ln1_w, %ln1_b from 0 epsilon 1.0e-5 : (!vector, !vector, !vector) -> !vector
    %uk = relax.call @mix(%u, %att_before, %att_mix_k) : (!vector, !vector, !vector) -> !vector
    %uv = relax.call @mix(%u, %att_before, %att_mix_v) : (!vector, !vector, !vector) -> !vector
    %ur = relax.call @mix(%u, %att_before, %att_mix_r) : (!vector, !vector, !vector) -> !vector
    %k = relax.matmul %att_k, %uk : (!matrix, !vector) -> !vector
    %v = relax.matmul %att_v, %uv : (!matrix, !vector) -> !vector
    %r0 = relax.matmul %att_r, %ur : (!matrix, !vector) -> !vector
    %r = relax.sigmoid %r0 : !vector
    // What is read counts this byte with `first`; what is kept decays.
    %kf = relax.add %first, %k : !vector
    %top = relax.maximum %p, %kf : !vector
    %num = relax.call @accumulate(%a, %p, %v, %kf, %top) : (!vector, !vector, !vector, !vector, !vector) -> !vector
    %den = relax.call @accumulate(%b, %p, %one, %kf, %top) : (!vector, !vector, !vector, !vector, !vector) -> !vector
    %wkv = relax.divide %num, %den : !vector
    %pd = relax.add %p, %decay : !vector
    %p1 = relax.maximum %pd, %k : !vector
    %a1 = relax.call @accumulate(%a, %pd, %v, %k, %p1) : (!vector, !vector, !vector, !vector, !vector) -> !vector
    %b1 = relax.call @accumulate(%b, %pd, %one, %k, %p1) : (!vector, !vector, !vector, !vector, !vector) -> !vector
    %gated = relax.multiply %r, %wkv : !vector
    %out = relax.matmul %att_o, %gated : (!matrix, !vector) -> !vector
    %z = relax.add %y, %out : !vector
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
    relax.yield %y1, %u, %a1, %b1, %p1, %t : !vector, !vector, !vector, !vector, !vector, !vector
  }
  %last = relax.layer_norm %x, %ln_out_w, %ln_out_b from 0 epsilon 1.0e-5 : (!vector, !vector, !vector) -> !vector
  %logits = relax.matmul %head, %last : (!up, !vector) -> !logits
  relax.return %logits, %att_x, %aa, %bb, %pp, %ffn_x : !logits, !vectors, !vectors, !vectors, !vectors, !vectors
}

// From the zero state.
relax.func private @read(%bytes: !relax.tensor<[n], i64>) -> (!logits, !vectors, !vectors, !vectors, !vectors, !vectors) {
  %none = relax.constant dense<0.0> : tensor<256xf32>
  %zero = relax.constant dense<0.0> : tensor<4x128xf32>
  %low = relax.constant dense<-1.0e30> : tensor<4x128xf32>
  %l, %u, %a, %b, %p, %t = relax.scan over n (%l0: !logits = %none, %u0: !vectors = %zero, %a0: !vectors = %zero, %b0: !vectors = %zero,
      %p0: !vectors = %low, %t0: !vectors = %zero, %byte: !byte in %bytes) {
    %l1, %u1, %a1, %b1, %p1, %t1 = relax.call @step(%byte, %u0, %a0, %b0, %p0, %t0)
        : (!byte, !vectors, !vectors, !vectors, !vectors, !vectors) -> (!logits, !vectors, !vectors, !vectors, !vectors, !vectors)
    relax.yield %l1, %u1, %a1, %b1, %p1, %t1 : !logits, !vectors, !vectors, !vectors, !vectors, !vectors
  }
  relax.return %l, %u, %a, %b, %p, %t : !logits, !vectors, !vectors, !vectors, !vectors, !vectors
}

relax.func @logits(%bytes: !relax.tensor<[n], i64>) -> (!logits {relax.name = "logits"}) {
  %l, %u, %a, %b, %p, %t = relax.call @read(%bytes) : (!relax.tensor<[n], i64>) -> (!logits, !vectors, !vectors, !vectors, !vectors, !vectors)
  relax.return %l : !logits
}

// `count` bytes behind `bytes`, each the most likely one.
relax.func @generate(%bytes: !relax.tensor<[n], i64>, %count: !byte) -> (!relax.tensor<[?], i64> {relax.name = "text"}) {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %none = relax.constant dense<> : tensor<0xi64>
  %l, %u, %a, %b, %p, %t = relax.call @read(%bytes) : (!relax.tensor<[n], i64>) -> (!logits, !vectors, !vectors, !vectors, !vectors, !vectors)
  %i, %text, %le, %ue, %ae, %be, %pe, %te = relax.while (%j: !byte = %zero, %said: !relax.tensor<[s], i64> = %none,
      %l0: !logits = %l, %u0: !vectors = %u, %a0: !vectors = %a, %b0: !vectors = %b, %p0: !vectors = %p, %t0: !vectors = %t)
      : (!byte, !relax.tensor<[0], i64>, !logits, !vectors, !vectors, !vectors, !vectors, !vectors)
      -> (!byte, !relax.tensor<[e], i64>, !logits, !vectors, !vectors, !vectors, !vectors, !vectors) binds (e) {
    %more = relax.less %j, %count : (!byte, !byte) -> !relax.tensor<[], i1>
    relax.condition %more
  } do {
    %best = relax.arg_max %l0 over 0 keep_dims : (!logits) -> !relax.tensor<[1], i64>
    %longer = relax.append %said, %best at 0 : (!relax.tensor<[s], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[s + 1], i64>
    %byte = relax.reshape %best : (!relax.tensor<[1], i64>) -> !byte
    %l1, %u1, %a1, %b1, %p1, %t1 = relax.call @step(%byte, %u0, %a0, %b0, %p0, %t0)
        : (!byte, !vectors, !vectors, !vectors, !vectors, !vectors) -> (!logits, !vectors, !vectors, !vectors, !vectors, !vectors)
    %k = relax.add %j, %one : !byte
    relax.yield %k, %longer, %l1, %u1, %a1, %b1, %p1, %t1 : !byte, !relax.tensor<[s + 1], i64>, !logits, !vectors, !vectors, !vectors, !vectors, !vectors
  }
  relax.return %text : !relax.tensor<[e], i64>
}

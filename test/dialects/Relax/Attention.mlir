// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @attention(
relax.func @attention(%q: !relax.tensor<[b, 8, s, 4], f32>, %k: !relax.tensor<[b, 2, t, 4], f32>, %v: !relax.tensor<[b, 2, t, 3], f32>,
    %p: !relax.tensor<[b, 2, c, 4], f32>, %pv: !relax.tensor<[b, 2, c, 3], f32>, %m: !relax.tensor<[s, c + t], i1>,
    %x: !relax.tensor<[b, s, h], f16>, %l: !relax.tensor<[b], i64>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %a = relax.attention %q, %k, %v : (!relax.tensor<[b, 8, s, 4], f32>, !relax.tensor<[b, 2, t, 4], f32>, !relax.tensor<[b, 2, t, 3], f32>) -> !relax.tensor<[b, 8, s, 3], f32>
  %a = relax.attention %q, %k, %v : (!relax.tensor<[b, 8, s, 4], f32>, !relax.tensor<[b, 2, t, 4], f32>, !relax.tensor<[b, 2, t, 3], f32>) -> !relax.tensor<[b, 8, s, 3], f32>
  // CHECK-NEXT: relax.attention %q, %k, %v mask %m past %p, %pv scale 5.000000e-01 softcap 2.000000e+00 causal left 3 right 0 scores 3 :
  // CHECK-SAME: -> (!relax.tensor<[b, 8, s, 3], f32>, !relax.tensor<[b, 2, c + t, 4], f32>, !relax.tensor<[b, 2, c + t, 3], f32>, !relax.tensor<[b, 8, s, c + t], f32>)
  %y, %keys, %values, %scores = relax.attention %q, %k, %v mask %m past %p, %pv scale 0.5 softcap 2.0 causal left 3 right 0 scores 3 : (!relax.tensor<[b, 8, s, 4], f32>, !relax.tensor<[b, 2, t, 4], f32>, !relax.tensor<[b, 2, t, 3], f32>, !relax.tensor<[s, c + t], i1>, !relax.tensor<[b, 2, c, 4], f32>, !relax.tensor<[b, 2, c, 3], f32>) -> (!relax.tensor<[b, 8, s, 3], f32>, !relax.tensor<[b, 2, c + t, 4], f32>, !relax.tensor<[b, 2, c + t, 3], f32>, !relax.tensor<[b, 8, s, c + t], f32>)
  // CHECK-NEXT: %f = relax.attention %x, %x, %x lengths %l heads 2, 1 : (!relax.tensor<[b, s, h], f16>, !relax.tensor<[b, s, h], f16>, !relax.tensor<[b, s, h], f16>, !relax.tensor<[b], i64>) -> !relax.tensor<[b, s, 2 * h], f16>
  %f = relax.attention %x, %x, %x lengths %l heads 2, 1 : (!relax.tensor<[b, s, h], f16>, !relax.tensor<[b, s, h], f16>, !relax.tensor<[b, s, h], f16>, !relax.tensor<[b], i64>) -> !relax.tensor<[b, s, 2 * h], f16>
  // CHECK-NEXT: %o = relax.attention %q, {{.*}}, {{.*}} offset 2 * c causal :
  %o = relax.attention %q, %keys, %values offset c + c causal : (!relax.tensor<[b, 8, s, 4], f32>, !relax.tensor<[b, 2, c + t, 4], f32>, !relax.tensor<[b, 2, c + t, 3], f32>) -> !relax.tensor<[b, 8, s, 3], f32>
  // CHECK-NEXT: %g = relax.attention_mask {{.*}} mask %m offset c causal : (!relax.tensor<[b, 8, s, c + t], f32>, !relax.tensor<[s, c + t], i1>) -> !relax.tensor<[b, 8, s, c + t], f32>
  %g = relax.attention_mask %scores mask %m offset c causal : (!relax.tensor<[b, 8, s, c + t], f32>, !relax.tensor<[s, c + t], i1>) -> !relax.tensor<[b, 8, s, c + t], f32>
  %l2 = relax.reshape %l : (!relax.tensor<[b], i64>) -> !relax.tensor<[1, b], i64>
  // CHECK: %r = relax.rotary_embedding %any, %any, %any at %l2 heads 0 rotated 2 interleaved :
  %r = relax.rotary_embedding %any, %any, %any at %l2 heads 0 rotated 2 interleaved : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<[1, b], i64>) -> !relax.tensor<*, f32>
  relax.return
}

// CHECK-LABEL: relax.func @state(
relax.func @state(%q: !relax.tensor<[b, t, 8 * d], f32>, %k: !relax.tensor<[b, t, 4 * d], f32>, %v: !relax.tensor<[b, t, 12], f32>, %s: !relax.tensor<[b, 4, d, 3], f16>, %g: !relax.tensor<[b, t, 4], f32>, %f: !relax.tensor<[b, t, 1], f32>, %x: !relax.tensor<[b, t, h], f32>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %y, %next = relax.linear_attention %q, %k, %v state %s decay %g beta %f heads 8, 4 scale 5.000000e-01 : (!relax.tensor<[b, t, 8 * d], f32>, !relax.tensor<[b, t, 4 * d], f32>, !relax.tensor<[b, t, 12], f32>, !relax.tensor<[b, 4, d, 3], f16>, !relax.tensor<[b, t, 4], f32>, !relax.tensor<[b, t, 1], f32>) -> (!relax.tensor<[b, t, 24], f32>, !relax.tensor<[b, 4, d, 3], f16>)
  %y, %next = relax.linear_attention %q, %k, %v state %s decay %g beta %f heads 8, 4 scale 5.000000e-01 : (!relax.tensor<[b, t, 8 * d], f32>, !relax.tensor<[b, t, 4 * d], f32>, !relax.tensor<[b, t, 12], f32>, !relax.tensor<[b, 4, d, 3], f16>, !relax.tensor<[b, t, 4], f32>, !relax.tensor<[b, t, 1], f32>) -> (!relax.tensor<[b, t, 24], f32>, !relax.tensor<[b, 4, d, 3], f16>)
  // CHECK-NEXT: %z:2 = relax.linear_attention %x, %x, %x heads 2, 2 : (!relax.tensor<[b, t, h], f32>, !relax.tensor<[b, t, h], f32>, !relax.tensor<[b, t, h], f32>) -> (!relax.tensor<[b, t, 2 * (h floordiv 2)], f32>, !relax.tensor<[b, 2, h floordiv 2, h floordiv 2], f32>)
  %z:2 = relax.linear_attention %x, %x, %x heads 2, 2 : (!relax.tensor<[b, t, h], f32>, !relax.tensor<[b, t, h], f32>, !relax.tensor<[b, t, h], f32>) -> (!relax.tensor<[b, t, 2 * (h floordiv 2)], f32>, !relax.tensor<[b, 2, h floordiv 2, h floordiv 2], f32>)
  // CHECK-NEXT: relax.linear_attention %any, %any, %any heads 1, 1 :
  %w:2 = relax.linear_attention %any, %any, %any heads 1, 1 : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>) -> (!relax.tensor<[?, ?, ?], f32>, !relax.tensor<[?, 1, ?, ?], f32>)
  relax.return
}

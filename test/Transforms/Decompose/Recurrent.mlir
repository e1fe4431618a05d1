// Recurrent layers: one product for the inputs of all steps, then a loop; no loop for one step.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose))' | FileCheck %s
// A round copies the row of one step [3, 5] and nothing else, whatever the number of steps, and compiles nothing.
// RUN: env RELAX_CACHE_DIR= relax-run %s --entry=gru --dims=s=5,b=3,i=2 --counters --threads=1 --then --entry=gru --dims=s=9,b=3,i=2 | FileCheck %s --check-prefix=STEPS
// STEPS: counters @gru: kernels_compiled=0 kernels_run=32 {{.*}} allocations=2 {{.*}} bytes_copied=300 library_calls=0
// STEPS: counters arm 'gru: relax.while %steps round': 5
// STEPS: counters @gru: kernels_compiled=0 kernels_run=52 {{.*}} allocations=2 {{.*}} bytes_copied=540 library_calls=0
// STEPS: counters arm 'gru: relax.while %steps round': 9

// CHECK-LABEL: relax.func @gru(
// CHECK: %matmul = relax.matmul %x, {{.*}} -> !relax.tensor<[s, b, 15], f32>
// CHECK: %steps:3 = relax.while (%[[COUNT:.*]]: !relax.tensor<[], i64> = %{{.*}}, %[[H:.*]]: !relax.tensor<[b, 5], f32> = %{{.*}}, %[[ALL:.*]]: !relax.tensor<[s, b, 5], f32> = %{{.*}})
// CHECK: relax.condition
// CHECK: %taken = relax.take %matmul, %[[COUNT]] axis 0
// CHECK: relax.update_slice %[[ALL]], %{{.*}} from %[[COUNT]] at 0
// CHECK: relax.yield
relax.func @gru(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, 15, i], f32>, %r: !relax.tensor<[1, 15, 5], f32>) -> !relax.tensor<[s, 1, b, 5], f32> {
  %y, %h = relax.gru %x, %w, %r direction "forward" : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, 15, i], f32>, !relax.tensor<[1, 15, 5], f32>) -> (!relax.tensor<[s, 1, b, 5], f32>, !relax.tensor<[1, b, 5], f32>)
  relax.return %y : !relax.tensor<[s, 1, b, 5], f32>
}

// One step has no loop.
// CHECK-LABEL: relax.func @lstm(
// CHECK-NOT: relax.while
// CHECK: relax.return
relax.func @lstm(%x: !relax.tensor<[1, b, i], f16>, %w: !relax.tensor<[1, 8, i], f16>, %r: !relax.tensor<[1, 8, 2], f16>) -> !relax.tensor<[1, b, 2], f16> {
  %y, %h, %c = relax.lstm %x, %w, %r direction "reverse" : (!relax.tensor<[1, b, i], f16>, !relax.tensor<[1, 8, i], f16>, !relax.tensor<[1, 8, 2], f16>) -> (!relax.tensor<[1, 1, b, 2], f16>, !relax.tensor<[1, b, 2], f16>, !relax.tensor<[1, b, 2], f16>)
  relax.return %c : !relax.tensor<[1, b, 2], f16>
}

// What is not known of an operand is checked.
// CHECK-LABEL: relax.func @rnn(
// CHECK: relax.match_cast %r : !relax.tensor<[k, m, h], f32> to !relax.tensor<[1, h, h], f32>
relax.func @rnn(%x: !relax.tensor<[s, b, i], f32>, %w: !relax.tensor<[1, h, i], f32>, %r: !relax.tensor<[k, m, h], f32>) -> !relax.tensor<[1, b, h], f32> {
  %y, %h = relax.rnn %x, %w, %r direction "forward" : (!relax.tensor<[s, b, i], f32>, !relax.tensor<[1, h, i], f32>, !relax.tensor<[k, m, h], f32>) -> (!relax.tensor<[s, 1, b, h], f32>, !relax.tensor<[1, b, h], f32>)
  relax.return %h : !relax.tensor<[1, b, h], f32>
}

// Attention with a state: a scan over the steps; what the state is not needed for is done before it.
// CHECK-LABEL: relax.func @linear(
relax.func @linear(%q: !relax.tensor<[b, t, 16], f32>, %x: !relax.tensor<[b, t, 8], f32>, %g: !relax.tensor<[b, t, 8], f32>, %f: !relax.tensor<[b, t, 1], f32>) -> !relax.tensor<[b, t, 16], f32> {
  // CHECK: relax.exp {{.*}} : !relax.tensor<[t, b, 2, 4, 1], f32>
  // CHECK: relax.scan over t (%{{.*}}: !relax.tensor<[b, 2, 4, 4], f32> = {{.*}}: !relax.tensor<[b, 2, 2, 4], f32> in {{.*}}) -> !relax.tensor<[t, b, 2, 2, 4], f32> {
  // CHECK-COUNT-2: relax.matmul
  // CHECK: relax.yield
  %y, %s = relax.linear_attention %q, %x, %x decay %g beta %f heads 4, 2 : (!relax.tensor<[b, t, 16], f32>, !relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 8], f32>, !relax.tensor<[b, t, 1], f32>) -> (!relax.tensor<[b, t, 16], f32>, !relax.tensor<[b, 2, 4, 4], f32>)
  relax.return %y : !relax.tensor<[b, t, 16], f32>
}

// A single step needs no loop.
// CHECK-LABEL: relax.func @linear_step(
relax.func @linear_step(%x: !relax.tensor<[b, 1, 8], f32>) -> !relax.tensor<[b, 1, 8], f32> {
  // CHECK-NOT: relax.scan
  // CHECK: relax.matmul
  // CHECK-NOT: relax.scan
  // CHECK: relax.return
  %y, %s = relax.linear_attention %x, %x, %x heads 2, 2 : (!relax.tensor<[b, 1, 8], f32>, !relax.tensor<[b, 1, 8], f32>, !relax.tensor<[b, 1, 8], f32>) -> (!relax.tensor<[b, 1, 8], f32>, !relax.tensor<[b, 2, 4, 4], f32>)
  relax.return %y : !relax.tensor<[b, 1, 8], f32>
}

// Keys, values and scores are results that this attention leaves out: its rule builds them all the same, and has room for them.
// CHECK-LABEL: relax.func @attention
// CHECK-NOT: relax.attention
relax.func @attention(%q: !relax.tensor<[b, 2, s, 4], f32>) -> !relax.tensor<[b, 2, s, 4], f32> {
  %y = relax.attention %q, %q, %q : (!relax.tensor<[b, 2, s, 4], f32>, !relax.tensor<[b, 2, s, 4], f32>, !relax.tensor<[b, 2, s, 4], f32>) -> !relax.tensor<[b, 2, s, 4], f32>
  relax.return %y : !relax.tensor<[b, 2, s, 4], f32>
}

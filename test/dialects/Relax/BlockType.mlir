// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK: relax.weight @embedding : !relax.tensor<[48, 64], !relax.quant<q8_0>> from "blocks.gguf" entry "token_embd.weight"
relax.weight @embedding : !relax.tensor<[48, 64], !relax.quant<q8_0>> from "blocks.gguf" entry "token_embd.weight"

// Rows and a product of a table in blocks; blocks pass through calls and branches.
// CHECK-LABEL: relax.func private @rows(%w: !relax.tensor<[v, 32 * k], !relax.quant<q4_0>>, %i: !relax.tensor<[n], i64>)
relax.func private @rows(%w: !relax.tensor<[v, 32 * k], !relax.quant<q4_0>>, %i: !relax.tensor<[n], i64>) -> !relax.tensor<[n, 32 * k], f32> symbols (k) {
  // CHECK: %r = relax.take %w, %i axis 0 : (!relax.tensor<[v, 32 * k], !relax.quant<q4_0>>, !relax.tensor<[n], i64>) -> !relax.tensor<[n, 32 * k], !relax.quant<q4_0>>
  %r = relax.take %w, %i axis 0 : (!relax.tensor<[v, 32 * k], !relax.quant<q4_0>>, !relax.tensor<[n], i64>) -> !relax.tensor<[n, 32 * k], !relax.quant<q4_0>>
  // CHECK: %f = relax.cast %r : !relax.tensor<[n, 32 * k], !relax.quant<q4_0>> to !relax.tensor<[n, 32 * k], f32>
  %f = relax.cast %r : !relax.tensor<[n, 32 * k], !relax.quant<q4_0>> to !relax.tensor<[n, 32 * k], f32>
  relax.return %f : !relax.tensor<[n, 32 * k], f32>
}

// CHECK-LABEL: relax.func private @passed
relax.func private @passed(%c: !relax.tensor<[], i1>, %a: !relax.tensor<[256], !relax.quant<q6_k>>, %b: !relax.tensor<[256], !relax.quant<q6_k>>)
    -> (!relax.tensor<[256], !relax.quant<q6_k>>, !relax.tensor<*, !relax.quant<q2_k>>, !relax.tensor<[?, ?], !relax.quant<q3_k>>) {
  // CHECK: relax.if %c -> !relax.tensor<[256], !relax.quant<q6_k>>
  %r = relax.if %c -> (!relax.tensor<[256], !relax.quant<q6_k>>) {
    relax.yield %a : !relax.tensor<[256], !relax.quant<q6_k>>
  } else {
    relax.yield %b : !relax.tensor<[256], !relax.quant<q6_k>>
  }
  %u, %v = relax.call @others() : () -> (!relax.tensor<*, !relax.quant<q2_k>>, !relax.tensor<[?, ?], !relax.quant<q3_k>>)
  relax.return %r, %u, %v : !relax.tensor<[256], !relax.quant<q6_k>>, !relax.tensor<*, !relax.quant<q2_k>>, !relax.tensor<[?, ?], !relax.quant<q3_k>>
}
relax.func private @others() -> (!relax.tensor<*, !relax.quant<q2_k>>, !relax.tensor<[?, ?], !relax.quant<q3_k>>)

// CHECK-LABEL: relax.func private @all_formats
relax.func private @all_formats(%a: !relax.tensor<[32], !relax.quant<q4_1>>, %b: !relax.tensor<[n, 64], !relax.quant<q5_0>>,
  %c: !relax.tensor<[32 * n], !relax.quant<q5_1>>, %d: !relax.tensor<[0], !relax.quant<q4_k>>, %e: !relax.tensor<[512 * n + 256], !relax.quant<q5_k>>)

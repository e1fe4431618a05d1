//===- LlamaLayer.c - the layers of a llama model as text -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/GGUF/Llama.h"
#include "lib/Support/BlockFormat.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/// `!relax.tensor<[64, 172], f32>`, the rows of the file first.
static void setWeightType(Template *t, const char *name,
                          const GgufTensor *tensor, const char *element) {
  if (tensor->rank == 1)
    templateSet(t, name, "!relax.tensor<[%" PRId64 "], %s>", tensor->dims[0],
                element);
  else
    templateSet(t, name, "!relax.tensor<[%" PRId64 ", %" PRId64 "], %s>",
                tensor->dims[1], tensor->dims[0], element);
}

void llamaWriteProduct(Template *t, const char *result, const char *input,
                       const char *weight, const GgufTensor *tensor,
                       const char *inputType, const char *resultType) {
  const char *element = ggufRelaxElement(tensor);
  GgufTensor turned = *tensor;
  assert(tensor->rank == 2 && element);
  turned.dims[0] = tensor->dims[1];
  turned.dims[1] = tensor->dims[0];
  templateSet(t, "result", "%s", result);
  templateSet(t, "input", "%s", input);
  templateSet(t, "weight", "%s", weight);
  setWeightType(t, "stored", tensor, element);
  setWeightType(t, "turned", &turned, element);
  setWeightType(t, "f32", &turned, "f32");
  templateSet(t, "types", "(%s, %s) -> %s", inputType,
              templateGet(t, "f32").data, resultType);
  if (blockFormatByGgml(tensor->type->ggmlType)) {
    // Rows are cut in blocks, and can be turned when they are decoded.
    setWeightType(t, "decoded", tensor, "f32");
    templateAppend(t, "  %${weight}_f = relax.cast %$weight : $stored to "
                      "$decoded\n"
                      "  %${weight}_t = relax.permute_dims %${weight}_f axes "
                      "[1, 0] : ($decoded) -> $f32\n"
                      "  %$result = relax.matmul %$input, %${weight}_t : "
                      "$types\n");
    return;
  }
  templateAppend(t,
                 "  %${weight}_t = relax.permute_dims %$weight axes [1, 0] : "
                 "($stored) -> $turned\n");
  if (strcmp(element, "f32") != 0) {
    templateAppend(t, "  %${weight}_f = relax.cast %${weight}_t : $turned to "
                      "$f32\n");
    templateSet(t, "last", "f");
  } else {
    templateSet(t, "last", "t");
  }
  templateAppend(t, "  %$result = relax.matmul %$input, %${weight}_$last : "
                    "$types\n");
}

void llamaWriteNorm(Template *t, const char *result, const char *input,
                    const char *weight, const GgufTensor *tensor) {
  const char *element = ggufRelaxElement(tensor);
  templateSet(t, "result", "%s", result);
  templateSet(t, "input", "%s", input);
  templateSet(t, "weight", "%s", weight);
  setWeightType(t, "stored", tensor, element);
  setWeightType(t, "f32", tensor, "f32");
  templateSet(t, "last", "");
  if (strcmp(element, "f32") != 0) {
    templateAppend(t,
                   "  %${weight}_f = relax.cast %$weight : $stored to $f32\n");
    templateSet(t, "last", "_f");
  }
  templateAppend(t, "  %$result = relax.rms_norm %$input, %$weight$last from 2 "
                    "epsilon $epsilon : (!x, $f32) -> !x\n");
}

void llamaSetAlias(Template *t, LlamaWeight which, size_t kind) {
  templateSet(t, "alias", kind ? "%s_%zu" : "%s", llamaWeightNames[which],
              kind);
}

static void writeSignature(Template *t, const LlamaLayer *layer) {
  for (int i = 0; i < LLAMA_LAYER_WEIGHTS; ++i) {
    llamaSetAlias(t, (LlamaWeight)i, layer->kind);
    setWeightType(t, "stored", layer->weights[i],
                  ggufRelaxElement(layer->weights[i]));
    templateAppend(t, "!$alias = $stored\n");
  }
  templateAppend(t,
                 "relax.func private @$layer(%x: !x, %cos: !angles, %sin: "
                 "!angles,\n"
                 "    %keys: !keys donated $reserve, %values: !values donated "
                 "$reserve,\n    ");
  for (int i = 0; i < LLAMA_LAYER_WEIGHTS; ++i) {
    llamaSetAlias(t, (LlamaWeight)i, layer->kind);
    templateSet(t, "weight", "%s", llamaWeightNames[i]);
    templateAppend(t, i ? ", %$weight: !$alias" : "%$weight: !$alias");
  }
  templateAppend(t, ")\n    -> (!x, !all_keys in %keys, !all_values in "
                    "%values) {\n");
}

static void product(Template *t, const LlamaLayer *layer, LlamaWeight which,
                    const char *result, const char *input,
                    const char *inputType, const char *resultType) {
  llamaWriteProduct(t, result, input, llamaWeightNames[which],
                    layer->weights[which], inputType, resultType);
}

static void writeAttention(Template *t, const LlamaLayer *layer) {
  llamaWriteNorm(t, "h", "x", "attn_norm", layer->weights[LLAMA_ATTN_NORM]);
  product(t, layer, LLAMA_ATTN_Q, "q", "h", "!x", "!queries");
  product(t, layer, LLAMA_ATTN_K, "k", "h", "!x", "!new_keys");
  product(t, layer, LLAMA_ATTN_V, "v", "h", "!x", "!new_values");
  templateAppend(
      t, "  %q_turned = relax.rotary_embedding %q, %cos, %sin heads $heads "
         "rotated $rotated interleaved : (!queries, !angles, !angles) -> "
         "!queries\n"
         "  %k_turned = relax.rotary_embedding %k, %cos, %sin heads $kv_heads "
         "rotated $rotated interleaved : (!new_keys, !angles, !angles) -> "
         "!new_keys\n"
         "  %all_keys = relax.append %keys, %k_turned at 1 : (!keys, "
         "!new_keys) -> !all_keys\n"
         "  %all_values = relax.append %values, %v at 1 : (!values, "
         "!new_values) -> !all_values\n"
         "  %seen = relax.attention %q_turned, %all_keys, %all_values heads "
         "$heads, $kv_heads offset t causal : (!queries, !all_keys, "
         "!all_values) -> !seen\n");
  product(t, layer, LLAMA_ATTN_OUTPUT, "a", "seen", "!seen", "!x");
  templateAppend(t, "  %x1 = relax.add %x, %a : !x\n");
}

static void writeFeedForward(Template *t, const LlamaLayer *layer) {
  llamaWriteNorm(t, "g", "x1", "ffn_norm", layer->weights[LLAMA_FFN_NORM]);
  product(t, layer, LLAMA_FFN_GATE, "gate", "g", "!x", "!wide");
  product(t, layer, LLAMA_FFN_UP, "up", "g", "!x", "!wide");
  templateAppend(t, "  %act = relax.swish %gate alpha 1.0 : !wide\n"
                    "  %m = relax.multiply %act, %up : !wide\n");
  product(t, layer, LLAMA_FFN_DOWN, "down", "m", "!wide", "!x");
  templateAppend(t, "  %y = relax.add %x1, %down : !x\n");
}

void llamaWriteLayers(const LlamaModel *m, Template *t) {
  templateAppend(t, "\n// A layer: attention with rotary positions, then the "
                    "feed-forward network; each stands behind an RMS norm and "
                    "is added.\n");
  for (size_t kind = 0; kind < m->numKinds; ++kind) {
    const LlamaLayer *layer = m->layers;
    while (layer->kind != kind)
      ++layer;
    templateSet(t, "layer", kind ? "layer_%zu" : "layer", kind);
    writeSignature(t, layer);
    writeAttention(t, layer);
    writeFeedForward(t, layer);
    templateAppend(t, "  relax.return %y, %all_keys, %all_values : !x, "
                      "!all_keys, !all_values\n}\n");
  }
}

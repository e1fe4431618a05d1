//===- LlamaRead.c - keys and tensors of a llama model --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/GGUF/Llama.h"
#include "lib/Runtime/DType.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Far above every model; products of three fit into 64 bits.
enum { MAX_EXTENT = 1 << 20, MAX_LAYERS = 1 << 10 };

const char *const llamaWeightNames[LLAMA_LAYER_WEIGHTS] = {
    [LLAMA_ATTN_NORM] = "attn_norm",     [LLAMA_ATTN_Q] = "attn_q",
    [LLAMA_ATTN_K] = "attn_k",           [LLAMA_ATTN_V] = "attn_v",
    [LLAMA_ATTN_OUTPUT] = "attn_output", [LLAMA_FFN_NORM] = "ffn_norm",
    [LLAMA_FFN_GATE] = "ffn_gate",       [LLAMA_FFN_UP] = "ffn_up",
    [LLAMA_FFN_DOWN] = "ffn_down",
};

const char *ggufRelaxElement(const GgufTensor *tensor) {
  switch (tensor->type->ggmlType) {
  case GGUF_F32_TENSOR:
  case GGUF_F16_TENSOR:
  case GGUF_BF16_TENSOR:
    return tensor->type->name;
  default: {
    const BlockFormat *block = blockFormatByGgml(tensor->type->ggmlType);
    return block ? relaxDTypeName(relaxDTypeOfBlock(block)) : NULL;
  }
  }
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

static bool readKeys(LlamaModel *m) {
  int64_t experts;
  double epsilon = 0;
  bool good =
      llamaInteger(m, "llama.expert_count", 0, 0, 0, &experts) &&
      llamaInteger(m, "llama.context_length", -1, 1, INT32_MAX, &m->context) &&
      llamaInteger(m, "llama.embedding_length", -1, 1, MAX_EXTENT, &m->width) &&
      llamaInteger(m, "llama.feed_forward_length", -1, 1, MAX_EXTENT,
                   &m->feedForward) &&
      llamaInteger(m, "llama.block_count", -1, 1, MAX_LAYERS, &m->numLayers) &&
      llamaInteger(m, "llama.attention.head_count", -1, 1, m->width,
                   &m->heads) &&
      llamaInteger(m, "llama.attention.head_count_kv", m->heads, 1, m->heads,
                   &m->kvHeads) &&
      llamaInteger(m, "llama.attention.key_length", m->width / m->heads, 1,
                   MAX_EXTENT, &m->keySize) &&
      llamaInteger(m, "llama.attention.value_length", m->width / m->heads, 1,
                   MAX_EXTENT, &m->valueSize) &&
      llamaInteger(m, "llama.rope.dimension_count", m->keySize, 2, m->keySize,
                   &m->rotated) &&
      llamaPositive(m, "llama.attention.layer_norm_rms_epsilon", 0, &epsilon);
  if (!good)
    return false;
  m->epsilon = (float)epsilon;
  if (m->heads % m->kvHeads != 0)
    return relaxFail(m->error,
                     "%" PRId64 " heads cannot share %" PRId64
                     " heads of keys and values",
                     m->heads, m->kvHeads);
  if (m->rotated % 2 != 0)
    return relaxFail(m->error,
                     "key 'llama.rope.dimension_count': expected an even "
                     "number, got %" PRId64,
                     m->rotated);
  return true;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

static void appendShape(StrBuf *out, uint32_t rank, const int64_t *dims) {
  for (uint32_t i = rank; i-- > 0;)
    strBufAppendFormat(out, "%s%" PRId64, i + 1 < rank ? ", " : "[", dims[i]);
  strBufAppendC(out, rank ? "]" : "[]");
}

/// A tensor with those extents, the innermost first; `outer` 0: a vector, -1:
/// any number of rows. `*out` is NULL if it is absent and `optional`.
static bool findTensor(LlamaModel *m, const char *name, int64_t inner,
                       int64_t outer, bool optional, const GgufTensor **out) {
  const GgufTensor *tensor = *out = ggufFindTensor(m->file, name);
  if (!tensor)
    return optional || relaxFail(m->error, "tensor '%s' is missing", name);
  uint32_t rank = outer ? 2 : 1;
  int64_t dims[2] = {inner, outer};
  if (rank == 2 && outer < 0 && tensor->rank == 2)
    dims[1] = tensor->dims[1];
  if (tensor->rank != rank ||
      memcmp(tensor->dims, dims, rank * sizeof *dims) != 0) {
    StrBuf shapes = {0};
    strBufAppendC(&shapes, "expected ");
    if (outer < 0)
      strBufAppendFormat(&shapes, "[rows, %" PRId64 "]", inner);
    else
      appendShape(&shapes, rank, dims);
    strBufAppendC(&shapes, ", got ");
    appendShape(&shapes, tensor->rank, tensor->dims);
    relaxFail(m->error, "tensor '%s': %s", name, strBufText(&shapes));
    strBufFree(&shapes);
    return false;
  }
  if (!ggufRelaxElement(tensor))
    return relaxFail(m->error,
                     "tensor '%s' has elements of type %s: expected f32, "
                     "f16, bf16, q4_0, q4_1, q5_0, q5_1, q8_0 or q2_k to q6_k",
                     name, tensor->type->name);
  return true;
}

static bool readLayer(LlamaModel *m, int64_t index, LlamaLayer *layer) {
  int64_t d = m->width, f = m->feedForward;
  const int64_t shapes[LLAMA_LAYER_WEIGHTS][2] = {
      [LLAMA_ATTN_NORM] = {d, 0},
      [LLAMA_ATTN_Q] = {d, m->heads * m->keySize},
      [LLAMA_ATTN_K] = {d, m->kvHeads * m->keySize},
      [LLAMA_ATTN_V] = {d, m->kvHeads * m->valueSize},
      [LLAMA_ATTN_OUTPUT] = {m->heads * m->valueSize, d},
      [LLAMA_FFN_NORM] = {d, 0},
      [LLAMA_FFN_GATE] = {d, f},
      [LLAMA_FFN_UP] = {d, f},
      [LLAMA_FFN_DOWN] = {f, d},
  };
  for (int i = 0; i < LLAMA_LAYER_WEIGHTS; ++i) {
    char name[64];
    snprintf(name, sizeof name, "blk.%" PRId64 ".%s.weight", index,
             llamaWeightNames[i]);
    if (!findTensor(m, name, shapes[i][0], shapes[i][1], false,
                    &layer->weights[i]))
      return false;
  }
  return true;
}

/// The kind of layer `index`: that of the first one with the same types.
static size_t kindOf(LlamaModel *m, int64_t index) {
  const LlamaLayer *layer = &m->layers[index];
  for (int64_t other = 0; other < index; ++other) {
    bool same = true;
    for (int i = 0; i < LLAMA_LAYER_WEIGHTS; ++i)
      same =
          same && m->layers[other].weights[i]->type == layer->weights[i]->type;
    if (same)
      return m->layers[other].kind;
  }
  return m->numKinds++;
}

/// Every tensor of the file is part of the model, or the model is another one.
static bool checkAllUsed(LlamaModel *m) {
  size_t count;
  const GgufTensor *tensors = ggufTensors(m->file, &count);
  bool *used = ARENA_ARRAY(m->arena, bool, count);
  const GgufTensor *single[] = {m->embedding, m->outputNorm, m->output,
                                m->ropeFactors};
  for (size_t i = 0; i < sizeof single / sizeof *single; ++i)
    if (single[i])
      used[single[i] - tensors] = true;
  for (int64_t l = 0; l < m->numLayers; ++l)
    for (int i = 0; i < LLAMA_LAYER_WEIGHTS; ++i)
      used[m->layers[l].weights[i] - tensors] = true;
  for (size_t i = 0; i < count; ++i)
    if (!used[i])
      return relaxFail(m->error,
                       "tensor '%s' is no part of a llama model of %" PRId64
                       " layers as this importer knows it",
                       tensors[i].name.data, m->numLayers);
  return true;
}

bool llamaRead(LlamaModel *m) {
  if (!readKeys(m) ||
      !findTensor(m, "token_embd.weight", m->width, -1, false, &m->embedding))
    return false;
  m->vocabulary = m->embedding->dims[1];
  if (!findTensor(m, "output_norm.weight", m->width, 0, false,
                  &m->outputNorm) ||
      !findTensor(m, "output.weight", m->width, m->vocabulary, true,
                  &m->output) ||
      !findTensor(m, "rope_freqs.weight", m->rotated / 2, 0, true,
                  &m->ropeFactors))
    return false;
  m->layers = ARENA_ARRAY(m->arena, LlamaLayer, m->numLayers);
  for (int64_t i = 0; i < m->numLayers; ++i) {
    if (!readLayer(m, i, &m->layers[i]))
      return false;
    m->layers[i].kind = kindOf(m, i);
  }
  return checkAllUsed(m) && llamaReadRope(m);
}

//===- Llama.h - what a GGUF file says of a llama model -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_GGUF_LLAMA_H
#define RELAX_FRONTEND_GGUF_LLAMA_H

#include "lib/Runtime/GGUF/GGUF.h"
#include "lib/Support/Template.h"

/// The weights of a layer, in the order of the layer function's arguments.
typedef enum LlamaWeight {
  LLAMA_ATTN_NORM,
  LLAMA_ATTN_Q,
  LLAMA_ATTN_K,
  LLAMA_ATTN_V,
  LLAMA_ATTN_OUTPUT,
  LLAMA_FFN_NORM,
  LLAMA_FFN_GATE,
  LLAMA_FFN_UP,
  LLAMA_FFN_DOWN,
  LLAMA_LAYER_WEIGHTS,
} LlamaWeight;
extern const char *const llamaWeightNames[LLAMA_LAYER_WEIGHTS];

typedef struct LlamaLayer {
  const GgufTensor *weights[LLAMA_LAYER_WEIGHTS];
  size_t kind; // layers of one kind have weights of the same types
} LlamaLayer;

typedef struct LlamaModel {
  const GgufFile *file;
  Arena *arena;
  RelaxError *error;
  int64_t context, vocabulary;
  int64_t width;       // of the embedding
  int64_t feedForward; // width of the hidden layer
  int64_t heads, kvHeads;
  int64_t keySize, valueSize; // of a head
  int64_t rotated;            // elements of a head that RoPE turns, even
  float epsilon;
  // RoPE: pair i is turned by position * frequencies[i] / factor i of
  // `ropeFactors`; cosine and sine are scaled by `magnitude`.
  double *frequencies;
  double magnitude;
  const GgufTensor *ropeFactors;                     // may be NULL
  const GgufTensor *embedding, *outputNorm, *output; // `output` may be NULL
  int64_t numLayers;
  LlamaLayer *layers;
  size_t numKinds;
} LlamaModel;

/// Reads keys and finds tensors. `file`, `arena` and `error` are set.
bool llamaRead(LlamaModel *model);
/// Fills `frequencies` and `magnitude`.
bool llamaReadRope(LlamaModel *model);

/// An integer in [low, high]; without `absent` >= 0 the key must be there.
bool llamaInteger(LlamaModel *model, const char *key, int64_t absent,
                  int64_t low, int64_t high, int64_t *out);
/// A number above 0; without `absent` > 0 the key must be there.
bool llamaPositive(LlamaModel *model, const char *key, double absent,
                   double *out);

/// The element type of a tensor in the IR; NULL if it has none.
const char *ggufRelaxElement(const GgufTensor *tensor);

/// `weightsFile` is the name of the file in `relax.weight ... from`.
void llamaWrite(const LlamaModel *model, const char *weightsFile, StrBuf *out);
/// The layer functions.
void llamaWriteLayers(const LlamaModel *model, Template *t);
/// @generate and what it calls.
void llamaWriteGenerate(const LlamaModel *model, Template *t);
/// The rest of a line that begins with the name of what the layers say: the
/// call of
/// @hidden on the tokens and all caches, as in both entries.
void llamaCallHidden(Template *t, size_t layers);
/// `%result = %input * transposed %weight`; a weight has a row for each element
/// of the result.
void llamaWriteProduct(Template *t, const char *result, const char *input,
                       const char *weight, const GgufTensor *tensor,
                       const char *inputType, const char *resultType);
/// Makes $alias the short name of a weight's type: `attn_q`, of further kinds
/// `attn_q_1`.
void llamaSetAlias(Template *t, LlamaWeight which, size_t kind);
/// `%result` is `%input`, of type !x, with every row normed and scaled.
void llamaWriteNorm(Template *t, const char *result, const char *input,
                    const char *weight, const GgufTensor *tensor);

#endif // RELAX_FRONTEND_GGUF_LLAMA_H

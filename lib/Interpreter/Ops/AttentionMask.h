//===- AttentionMask.h - which keys a query may see -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_OPS_ATTENTIONMASK_H
#define RELAX_INTERPRETER_OPS_ATTENTIONMASK_H

#include "lib/Interpreter/Ops/Lines.h"

typedef struct EvalMask {
  int64_t dims[4];            // batch, heads, queries, keys
  const RelaxTensor *mask;    // right-aligned; or NULL
  const RelaxTensor *lengths; // [batch]; or NULL
  bool causal;
  int64_t offset;      // without lengths
  int64_t left, right; // -1: no bound
} EvalMask;

/// Reads the bounds and checks the shapes; attributes may be null.
bool evalMaskRead(EvalStep *step, EvalMask *mask, MlirAttribute left,
                  MlirAttribute right);
/// The score of a key for a query, with the mask: -inf for one that it may not
/// see. `at` is an index over `dims`.
double evalMaskScore(const EvalMask *mask, const int64_t *at, double score);

/// relax.rotary_embedding (RotaryEmbedding.c).
bool evalRotaryEmbedding(EvalStep *step);
/// relax.linear_attention (LinearAttention.c).
bool evalLinearAttention(EvalStep *step);

#endif // RELAX_INTERPRETER_OPS_ATTENTIONMASK_H

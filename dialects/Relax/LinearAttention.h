//===- LinearAttention.h - shapes of attention with a state ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_LINEARATTENTION_H
#define RELAX_DIALECTS_RELAX_LINEARATTENTION_H

#include "dialects/Relax/Attention.gen.h"
#include "dialects/Relax/Dims.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The extents by the types of query and value; `?` where these do not say it.
typedef struct RelaxLinearAttentionSizes {
  SymExpr batch, steps;
  int64_t queryHeads, heads;
  SymExpr key, value; // of one head
} RelaxLinearAttentionSizes;

RelaxLinearAttentionSizes
relaxLinearAttentionSizes(RelaxDims *dims,
                          const RelaxLinearAttentionArgs *args);
RelaxLinearAttentionArgs relaxLinearAttentionArgsOf(MlirOperation op);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_LINEARATTENTION_H

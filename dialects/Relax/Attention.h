//===- Attention.h - shapes of attention ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_ATTENTION_H
#define RELAX_DIALECTS_RELAX_ATTENTION_H

#include "dialects/Relax/Attention.gen.h"
#include "dialects/Relax/Dims.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RELAX_ATTENTION_RESULTS = 4 };

/// The extents of an attention, by its operands' types; what one operand does
/// not say may be `?`.
typedef struct RelaxAttentionSizes {
  bool packed;
  SymExpr batch, queryHeads, queries, head; // of the query
  SymExpr kvHeads, keys;                    // of the key, without past ones
  SymExpr valueHead, past;
} RelaxAttentionSizes;

/// False: query, key or value has no rank.
bool relaxAttentionSizes(RelaxDims *dims, const RelaxAttentionArgs *args,
                         RelaxAttentionSizes *sizes);
/// The types of all four results; one error if operands do not fit.
MlirLogicalResult relaxAttentionTypes(MlirLocation loc,
                                      const RelaxAttentionArgs *args,
                                      MlirType *types);
/// The operands and attributes of an operation; the arguments' result types are
/// not set.
RelaxAttentionArgs relaxAttentionArgsOf(MlirOperation op);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_ATTENTION_H

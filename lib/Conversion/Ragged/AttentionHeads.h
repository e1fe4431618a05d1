//===- AttentionHeads.h - how the operands of an attention lie (internal) -===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RAGGED_ATTENTIONHEADS_H
#define RELAX_CONVERSION_RAGGED_ATTENTIONHEADS_H

#include "lib/Conversion/Ragged/Kernel.h"

/// An operand: [rows, heads * size], or [heads, rows, size].
typedef struct AttentionHeads {
  MlirValue value; // that holds it, from column `before` on
  int64_t before;
  int64_t heads, size;
  bool apart; // a dimension of their own
  MlirAttribute rows;
} AttentionHeads;

typedef struct AttentionParts {
  AttentionHeads q, k, v;
  MlirValue mask; // or null
} AttentionParts;

/// False if heads are no literals, or there are operands of other kinds.
bool attentionPartsOf(MlirOperation op, AttentionParts *parts);
/// The address of element `k` of a row of a head.
StrRef attentionElement(Kernel *kernel, const KernelBuffer *buffer,
                        const AttentionHeads *heads, const char *head,
                        const char *row, const char *k);
/// Of the mask of head `%h`.
StrRef attentionMaskElement(Kernel *kernel, const KernelBuffer *mask,
                            const char *row, const char *key);

#endif // RELAX_CONVERSION_RAGGED_ATTENTIONHEADS_H

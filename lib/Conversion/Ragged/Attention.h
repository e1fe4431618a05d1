//===- Attention.h - attention of each instance ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RAGGED_ATTENTION_H
#define RELAX_CONVERSION_RAGGED_ATTENTION_H

#include "lib/Conversion/Ragged/Kernel.h"

/// The softmax of a row of `count` elements at `%k` of the addresses.
void softmaxRow(Kernel *kernel, const char *x, StrRef from, StrRef fromType,
                const char *y, StrRef to, StrRef toType, StrRef count);

/// Without a window, cap, offset, past or scores, of as many heads as literals
/// say.
bool packHasAttention(MlirOperation op);
MlirLogicalResult packAttention(Pack *pack, MlirOperation op);

#endif // RELAX_CONVERSION_RAGGED_ATTENTION_H

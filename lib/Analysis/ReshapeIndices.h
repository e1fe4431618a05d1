//===- ReshapeIndices.h - where a reshape reads its elements --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_RESHAPEINDICES_H
#define RELAX_ANALYSIS_RESHAPEINDICES_H

#include "dialects/Relax/Dims.h"

/// The index at each dimension of the input of what the result has at operands
/// 0, 1, ... (`symOperandExpr`), one of each of its dimensions. Both shapes
/// have as many elements.
void reshapeIndices(RelaxDims *dims, const SymExpr *inputDims,
                    intptr_t inputRank, const SymExpr *resultDims,
                    intptr_t resultRank, SymExpr *from);

#endif // RELAX_ANALYSIS_RESHAPEINDICES_H

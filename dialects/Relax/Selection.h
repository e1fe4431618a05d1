//===- Selection.h - elements that values choose --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_SELECTION_H
#define RELAX_DIALECTS_RELAX_SELECTION_H

#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Selection.gen.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the operands say of the results of a unique or compress: at most 4
/// types, with `?` where the number of chosen elements stands. False for other
/// operations, and behind an error that was reported (a product of extents
/// that leaves 64 bits).
bool relaxSelectionTypes(MlirOperation op, MlirType *types);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_SELECTION_H

//===- Indexed.h - the index expressions of any operation of tir ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_TIR_INDEXED_H
#define RELAX_DIALECTS_TIR_INDEXED_H

#include "dialects/Sym/Indexed.h"
#include "lib/Support/Arena.h"

/// NULL if the operation has no index operands.
const SymIndexed *tirIndexedOf(MlirOperation op);
/// The index operands, in the arena; none of other operations.
MlirValue *tirIndexValues(MlirOperation op, Arena *arena, intptr_t *count);

/// What becomes of an expression.
typedef MlirAttribute (*TirExprMap)(MlirAttribute expr, void *userData);
/// Calls `map` for each expression of the operation, in the order of its
/// attributes, and sets what it returns.
void tirMapExprs(MlirOperation op, Arena *arena, TirExprMap map,
                 void *userData);
/// The same of an attribute: an expression or arrays of them.
MlirAttribute tirMapExprsIn(MlirAttribute attribute, Arena *arena,
                            TirExprMap map, void *userData);

#endif // RELAX_DIALECTS_TIR_INDEXED_H

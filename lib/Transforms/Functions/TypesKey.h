//===- TypesKey.h - types whatever their symbols are called ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUNCTIONS_TYPESKEY_H
#define RELAX_TRANSFORMS_FUNCTIONS_TYPESKEY_H

#include "lib/Bridge/Core/Bridge.h"

/// The types as one tuple with their symbols numbered in the order in which
/// they come: equal for `[n]` and `[m]`, another one for `[n], [n]`.
MlirType typesKey(Arena *arena, MlirContext context, intptr_t count,
                  const MlirType *types);

#endif // RELAX_TRANSFORMS_FUNCTIONS_TYPESKEY_H

//===- TypeArguments.h - types in the place of type parameters ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_TYPEARGUMENTS_H
#define RELAX_DIALECTS_RELAX_TYPEARGUMENTS_H

#include "dialects/Relax/Match.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the parameters `names` (an array of strings) stand for, in order; null
/// where nothing is known.
typedef struct RelaxTypeArguments {
  MlirAttribute names;
  MlirType *types;
} RelaxTypeArguments;

/// Parameters of `formal` that nothing is known of stand for what `actual` has
/// in their place.
void relaxTypeArgumentsMatch(RelaxTypeArguments *arguments, MlirType formal,
                             MlirType actual);
/// `type` with the types in the place of the parameters that something is known
/// of. The own symbols of function types give way to symbols of the types.
MlirType relaxTypeArgumentsApply(const RelaxTypeArguments *arguments,
                                 MlirType type);
/// What the parameters of the callee stand for at the call, an arena array;
/// `*missing` (may be null) is the first that nothing determines, or -1.
RelaxTypeArguments relaxTypeArgumentsOf(Arena *arena,
                                        const RelaxCallTypes *call,
                                        intptr_t *missing);
/// The call without type parameters: the callee's type with what stands for
/// them, and its symbols under names that no text has. Failure after an error
/// if one is not determined.
MlirLogicalResult relaxInstantiateCall(Arena *arena, RelaxCallTypes *call);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_TYPEARGUMENTS_H

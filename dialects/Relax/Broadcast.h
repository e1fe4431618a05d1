//===- Broadcast.h - the one broadcasting rule ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Literal extents 1 and missing leading dimensions broadcast; everything else
// must have equal normal form (docs/language/symbols.md, rule 5). Facts are not
// asked.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_BROADCAST_H
#define RELAX_DIALECTS_RELAX_BROADCAST_H

#include "dialects/Relax/Dims.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Joins one dimension into `*joined` (null ptr: none yet). False: they differ.
bool relaxJoinBroadcastDim(MlirAttribute *joined, MlirAttribute dim);

/// The type of the broadcast result, or one error at `loc` that names `opName`
/// and shows both shapes; `operand`, one of them, says in which function its
/// symbols are bound. An unranked operand makes the result unranked; a `?`
/// beside a literal other than 1 takes that literal, beside anything else `?`.
bool relaxInferBroadcast(RelaxDims *dims, const RelaxTensorInfo *operands,
                         int count, MlirType element, MlirType *result);

/// The `!relax.shape` that two tensors broadcast to; `?` where their types do
/// not say it.
MlirType relaxBroadcastShapeType(MlirContext context, Arena *arena,
                                 RelaxTensorInfo a, RelaxTensorInfo b);

/// Ranks and dimensions agree where both are known.
MlirLogicalResult relaxVerifySameShape(MlirOperation op, RelaxTensorInfo a,
                                       RelaxTensorInfo b);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_BROADCAST_H

//===- Sizes.h - extents that values say ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Operations whose result has extents from values until their type says them
// (`sized` in RelaxBase.td). Of most the i64 vector `sizes` has them
// (relax.resize, relax.affine_grid, ...); these have the segments of operands
// `sizes` and, as the last one, `given`. Others have a rule of their own.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_SIZES_H
#define RELAX_DIALECTS_RELAX_SIZES_H

#include "dialects/Relax/Dims.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Element `first + i` of the vector is the extent of dimension `axes[i]` of
/// the result. Arrays are in the arena.
typedef struct RelaxSizes {
  MlirValue vector;
  intptr_t segment; // of the operands
  intptr_t first, count, rank;
  const int64_t *axes;
  MlirAttribute *dims; // of the result, as far as other operands say them
} RelaxSizes;

/// False if it is no such operation, its vector is gone, or a rank is unknown.
bool relaxSizesOf(MlirOperation op, Arena *arena, RelaxSizes *sizes);
/// The operations with `sizes`, whether or not they have the vector.
bool relaxTakesSizes(StrRef operation);
/// These and those with a rule of their own.
bool relaxIsSized(StrRef operation);
/// Whether that operand's elements say extents of the result.
bool relaxSaysExtents(MlirOperation op, intptr_t operand);
/// A detached copy without the vector, with that result type and those values
/// to supply its symbols.
MlirOperation relaxSizesDrop(MlirOperation op, const RelaxSizes *sizes,
                             MlirType type, intptr_t numGiven,
                             const MlirValue *given);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_SIZES_H

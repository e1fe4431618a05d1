//===- Vector.h - the rounds of a loop as lanes ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_TIRTOSCF_VECTOR_H
#define RELAX_CONVERSION_TIRTOSCF_VECTOR_H

#include "lib/Conversion/TIRToSCF/Lowering.h"

/// A value of the body and what it is in the lanes.
typedef struct Lane {
  MlirValue from, scalar, vector;
} Lane;

typedef struct Lanes {
  TirLowering *l;
  MlirOperation loop;
  MlirValue iterator;
  OpBuilder b;
  int64_t width, active; // the last lanes may be beyond the end:
  int64_t start;         // then the first one is a constant
  MlirValue rounds;      // that are left from the first lane on, or null
  MlirValue mask;        // or null: not needed so far
  MlirValue *taken;      // gets what would be stored, or NULL
  Lane *map;             // stb_ds
} Lanes;

/// The body for `v.active` rounds from `first` on, at `v.b`; false after an
/// error. `v.iterator` and `v.map` are set here.
bool vectorEmitLanes(Lanes v, MlirValue first);

/// What has another value than in the loop itself, such as the iterator of one
/// around it.
void vectorBind(Lanes *v, MlirValue from, MlirValue scalar);

/// A load of the lanes from `indices` on, those before the end of the loop if
/// others may be no memory (VectorLoad.c).
MlirValue vectorLoadLanes(Lanes *v, MlirOperation op, MlirValue buffer,
                          MlirAttribute exprs, const MlirValue *indices);

/// A load of every second element from `indices` on (VectorLoad.c).
MlirValue vectorLoadStrided(Lanes *v, MlirOperation op,
                            const MlirValue *indices);
/// `n` lanes of two vectors of `n` lanes: those of the second are `n` to 2n - 1
/// (VectorLoad.c).
MlirValue vectorShuffle(OpBuilder *b, MlirValue first, MlirValue second,
                        const int64_t *lanes);

/// The lanes of a vector, combined (VectorCombine.c). Sums and products of
/// floats in the order that is fastest.
MlirValue vectorCombine(Lanes *v, MlirValue vector, StrRef kind);

/// The mask of an access: the lanes before the end. Null if all lanes may be
/// used, because there are no others or the memory is there (VectorMask.c).
MlirValue vectorMaskOf(Lanes *v, MlirOperation op, MlirValue buffer,
                       MlirAttribute exprs);
/// A load whose lanes go along a dimension that it pads; `operands` and
/// `indices` are those of the first lane, `pad` is a vector.
MlirValue vectorLoadMargin(Lanes *v, MlirOperation op,
                           const MlirValue *operands, const MlirValue *indices,
                           MlirValue pad);

#endif // RELAX_CONVERSION_TIRTOSCF_VECTOR_H

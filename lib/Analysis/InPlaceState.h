//===- InPlaceState.h - accesses of programs that write where they read ---===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Between InPlace.c and InPlaceRows.c.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_INPLACESTATE_H
#define RELAX_ANALYSIS_INPLACESTATE_H

#include "mlir-c/IR.h"

#include <stdbool.h>

/// A `tir.load` or a `tir.store`.
typedef struct InPlaceAccess {
  MlirValue buffer;
  MlirAttribute exprs;
  MlirValue indices[16];
  intptr_t numIndices;
} InPlaceAccess;

/// The buffer that this is a view of, or itself.
MlirValue inPlaceRoot(MlirValue buffer);
/// False of other operations, and of accesses with too many indices.
bool inPlaceAccessOf(MlirOperation op, InPlaceAccess *out);
bool inPlaceIsArithmetic(MlirOperation op);
/// All that `root` reads of `input` has the indices of the store and is read in
/// front of it, in the same round.
bool inPlaceReadsThere(MlirOperation root, MlirOperation store,
                       MlirValue input);
/// The program goes through rows, and may write into the input.
bool inPlaceRows(MlirOperation func, MlirValue input, MlirValue output);

#endif // RELAX_ANALYSIS_INPLACESTATE_H

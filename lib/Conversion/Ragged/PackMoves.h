//===- PackMoves.h - elements of instances in other places ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RAGGED_PACKMOVES_H
#define RELAX_CONVERSION_RAGGED_PACKMOVES_H

#include "lib/Conversion/Ragged/Pack.h"

/// Each takes the place of an operation; failure after an error.
MlirLogicalResult movePermute(Pack *pack, MlirOperation op);
MlirLogicalResult movePointwise(Pack *pack, MlirOperation op);
MlirLogicalResult moveBroadcast(Pack *pack, MlirOperation op);
MlirLogicalResult movePositions(Pack *pack, MlirOperation op);
MlirLogicalResult moveConvert(Pack *pack, MlirOperation op, bool toPadded);
/// PackTake.c: what indices choose.
MlirLogicalResult moveTake(Pack *pack, MlirOperation op);
MlirLogicalResult moveElements(Pack *pack, MlirOperation op);
MlirLogicalResult moveSlice(Pack *pack, MlirOperation op);
/// PackScan.c: running sums, of elements that there is a program of.
bool packHasScan(MlirOperation op, MlirType element);
MlirLogicalResult moveScan(Pack *pack, MlirOperation op);
/// PackBest.c: places of the largest and smallest, and as many as a number
/// says.
bool packHasBest(MlirOperation op);
MlirLogicalResult moveBest(Pack *pack, MlirOperation op);
/// Inputs of a concat, results of a split.
/// The same elements in other storage, 0 between them.
MlirLogicalResult moveRepad(Pack *pack, MlirOperation op);
MlirLogicalResult moveParts(Pack *pack, MlirOperation op, bool joins);

#endif // RELAX_CONVERSION_RAGGED_PACKMOVES_H

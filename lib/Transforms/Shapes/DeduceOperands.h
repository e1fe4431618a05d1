//===- DeduceOperands.h - operands that have to agree ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What the kinds of operations share in relax-deduce-shapes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_SHAPES_DEDUCEOPERANDS_H
#define RELAX_TRANSFORMS_SHAPES_DEDUCEOPERANDS_H

#include "lib/Transforms/Shapes/Deduction.h"

/// Of two dimensions: nothing to do; they are equal, or have to be; they may
/// broadcast, also where that waits for names; an assumption was made that may
/// simplify what came before.
typedef enum Outcome { AGREE, EQUAL, OPEN, WAIT, RESTART } Outcome;

Outcome deductionComparePair(Deduction *deduction, MlirOperation op,
                             MlirAttribute first, MlirAttribute second,
                             bool mayBroadcast);
/// Operand `index` with other dimensions, by a check.
bool deductionCastOperand(Deduction *deduction, MlirOperation op,
                          intptr_t index, const MlirAttribute *dims);

/// What Agreements.h says of the operation: AGREE or RESTART.
Outcome deductionAgree(Deduction *deduction, MlirOperation op);

/// Inserts `fresh` before `op`: its first result.
MlirValue deductionInsert(Deduction *deduction, MlirOperation op,
                          MlirOperation fresh);
/// The shape of two values together, with a new symbol for each dimension that
/// only the run knows.
MlirValue deductionCommonShape(Deduction *deduction, MlirOperation op,
                               MlirValue a, MlirValue b);
/// Brings operand `index` to what `shape` says.
void deductionBroadcastOperand(Deduction *deduction, MlirOperation op,
                               intptr_t index, MlirValue shape);
/// Brings the batch dimensions of a matrix product of operands 0 and `second`
/// to one shape; false where not all dimensions have a name yet.
bool deductionBroadcastBatch(Deduction *deduction, MlirOperation op,
                             intptr_t second);

#endif // RELAX_TRANSFORMS_SHAPES_DEDUCEOPERANDS_H

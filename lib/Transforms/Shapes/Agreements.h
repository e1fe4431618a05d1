//===- Agreements.h - dimensions of operands that have to be equal --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What the records say (dialects/Relax/Agreement.h), for both directions of
// shape deduction: a known extent gives its name to an unknown one
// (DeduceBackward.c), and two known ones are equal, are assumed to be, or are
// checked (DeduceAgree.c).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_SHAPES_AGREEMENTS_H
#define RELAX_TRANSFORMS_SHAPES_AGREEMENTS_H

#include "dialects/Relax/Agreement.h"
#include "dialects/Relax/Relax.h"

/// Visits what the operation needs; false: its record has no row.
bool agreementsVisit(MlirOperation op, RelaxAgreementVisitor *visit,
                     void *userData);

/// Which operand a matrix product multiplies operand 0 by (its row counts from
/// the end); 0: `op` is none.
intptr_t agreementsSecondFactor(MlirOperation op);

/// The row of a dimension that is a multiple of another one, as the channels of
/// a convolution are; NULL if there is none.
const RelaxAgreement *agreementsScaled(MlirOperation op);

#endif // RELAX_TRANSFORMS_SHAPES_AGREEMENTS_H

//===- Agreements.h - dimensions of operands that have to be equal --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One table for both directions of shape deduction: a known extent gives its
// name to an unknown one (DeduceBackward.c), and two known ones are equal, are
// assumed to be, or are checked (DeduceAgree.c). What broadcasts is no part of
// it.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_SHAPES_AGREEMENTS_H
#define RELAX_TRANSFORMS_SHAPES_AGREEMENTS_H

#include "dialects/Relax/Relax.h"

/// Dimension `b` of operand `k` has to be dimension `a` of operand `i`. Ranks
/// are not checked: either dimension may be missing.
typedef void AgreementVisitor(intptr_t i, intptr_t a, intptr_t k, intptr_t b,
                              void *userData);

/// Visits what the operation needs; false: it is not in the table.
bool agreementsVisit(MlirOperation op, AgreementVisitor *visit, void *userData);

/// Which operand a matrix product multiplies operand 0 by; 0: `op` is none.
intptr_t agreementsSecondFactor(MlirOperation op);

/// Dimension 1 of a convolution's operand 0 is `groups` times dimension `axis`
/// of operand `weight`.
typedef struct ConvAgreement {
  intptr_t weight, axis;
  int64_t groups;
} ConvAgreement;

bool agreementsOfConv(MlirOperation op, ConvAgreement *agreement);

#endif // RELAX_TRANSFORMS_SHAPES_AGREEMENTS_H

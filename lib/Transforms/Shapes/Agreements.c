//===- Agreements.c - dimensions of operands that have to be equal --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Shapes/Agreements.h"

bool agreementsVisit(MlirOperation op, RelaxAgreementVisitor *visit,
                     void *userData) {
  RelaxAgreeing of = {.rows = relaxAgreementsOf(op),
                      .op = op,
                      .numOperands = mlirOperationGetNumOperands(op)};
  for (const RelaxAgreement *row = of.rows; row && row->kind; ++row)
    relaxAgreementVisit(&of, row, visit, userData);
  return of.rows;
}

intptr_t agreementsSecondFactor(MlirOperation op) {
  const RelaxAgreement *row = relaxAgreementsOf(op);
  return row && row->kind == RELAX_AGREE_AT && row->a < 0 ? row->second : 0;
}

const RelaxAgreement *agreementsScaled(MlirOperation op) {
  const RelaxAgreement *row = relaxAgreementsOf(op);
  return row && row->kind == RELAX_AGREE_TIMES ? row : NULL;
}

//===- Agreements.c - dimensions of operands that have to be equal --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Shapes/Agreements.h"

static RelaxTensorInfo infoOf(MlirOperation op, intptr_t index) {
  return relaxTensorInfoOf(mlirOperationGetOperand(op, index));
}

/// The next row of the operation behind `row`, its first one for NULL.
static const RelaxAgreement *nextRow(MlirOperation op,
                                     const RelaxAgreement *row) {
  if (row)
    return (++row)->is && row->is(op) ? row : NULL;
  static const RelaxAgreement *const families[] = {
      relaxConvolutionAgreements, relaxConvolutionKindsAgreements,
      relaxDeformConvAgreements,  relaxGatherAgreements,
      relaxLayoutAgreements,      relaxLossAgreements,
      relaxMatMulAgreements,      relaxNormAgreements,
      relaxPositionsAgreements,   relaxQuantizedProductAgreements,
      relaxStateAgreements};
  for (size_t f = 0; f < sizeof(families) / sizeof(*families); ++f)
    for (row = families[f]; row->is; ++row)
      if (row->is(op))
        return row;
  return NULL;
}

/// A dimension from the end; a vector has only its first one.
static intptr_t fromEnd(intptr_t rank, intptr_t d) {
  return d >= 0 ? d : rank + d > 0 ? rank + d : 0;
}

static void visitRow(MlirOperation op, const RelaxAgreement *row,
                     RelaxAgreementVisitor *visit, void *userData) {
  intptr_t first = row->first, second = row->second;
  if (row->kind == RELAX_AGREE_RULE) {
    row->rule(op, visit, userData);
    return;
  }
  if (second >= mlirOperationGetNumOperands(op))
    return; // an optional operand
  intptr_t a = row->attribute ? row->attribute(op) : row->a;
  intptr_t rank = infoOf(op, second).rank;
  if (row->kind == RELAX_AGREE_AT)
    visit(first, row->attribute ? a : fromEnd(infoOf(op, first).rank, a),
          second, fromEnd(rank, row->b), userData);
  else if (row->kind == RELAX_AGREE_BELOW)
    for (intptr_t d = 0; d < a; ++d)
      visit(first, d, second, d, userData);
  else if (row->kind == RELAX_AGREE_BUT)
    for (intptr_t d = 0; d < rank; ++d) {
      if (d != a)
        visit(first, d, second, d, userData);
    }
  else if (row->kind == RELAX_AGREE_WITHOUT)
    for (intptr_t d = 0; d < rank; ++d)
      visit(first, a >= 0 && d >= a ? d + 1 : d, second, d, userData);
}

bool agreementsVisit(MlirOperation op, RelaxAgreementVisitor *visit,
                     void *userData) {
  const RelaxAgreement *row = nextRow(op, NULL);
  bool any = row != NULL;
  for (; row; row = nextRow(op, row))
    visitRow(op, row, visit, userData);
  return any;
}

intptr_t agreementsSecondFactor(MlirOperation op) {
  const RelaxAgreement *row = nextRow(op, NULL);
  return row && row->kind == RELAX_AGREE_AT && row->a < 0 ? row->second : 0;
}

const RelaxAgreement *agreementsScaled(MlirOperation op) {
  const RelaxAgreement *row = nextRow(op, NULL);
  return row && row->kind == RELAX_AGREE_TIMES ? row : NULL;
}

//===- Agreement.h - dimensions of operands that have to be equal ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The rows of `agreements` in a record (RelaxBase.td), as the generator writes
// them. What broadcasts is no part of it.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_AGREEMENT_H
#define RELAX_DIALECTS_RELAX_AGREEMENT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Dimension `b` of operand `k` has to be dimension `a` of operand `i`. Ranks
/// are not checked: either dimension may be missing.
typedef void RelaxAgreementVisitor(intptr_t i, intptr_t a, intptr_t k,
                                   intptr_t b, void *userData);

typedef enum RelaxAgreementKind {
  RELAX_AGREE_AT,    // first[a] = second[b]; a: the attribute, if there is one
  RELAX_AGREE_TIMES, // first[a] = attribute * second[b]
  RELAX_AGREE_BUT,   // all dimensions but the attribute's
  RELAX_AGREE_BELOW, // those below the attribute
  RELAX_AGREE_WITHOUT, // all of `second`, with those of `first` without a
  RELAX_AGREE_RULE,    // what `rule` visits
} RelaxAgreementKind;

typedef struct RelaxAgreement {
  bool (*is)(MlirOperation op);
  RelaxAgreementKind kind;
  intptr_t first, a, second, b; // operands and dimensions; < 0: from the end
  int64_t (*attribute)(MlirOperation op);
  void (*rule)(MlirOperation op, RelaxAgreementVisitor *visit, void *userData);
} RelaxAgreement;

/// Of the families whose records have rows; an empty row is the last.
extern const RelaxAgreement relaxConvolutionAgreements[],
    relaxConvolutionKindsAgreements[], relaxDeformConvAgreements[],
    relaxGatherAgreements[], relaxLayoutAgreements[], relaxLossAgreements[],
    relaxMatMulAgreements[], relaxNormAgreements[], relaxPositionsAgreements[],
    relaxQuantizedProductAgreements[], relaxStateAgreements[];

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_AGREEMENT_H

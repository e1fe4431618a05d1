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

#include "dialects/Relax/Dims.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Dimension `b` of operand `k` has to be dimension `a` of operand `i`. Ranks
/// are not checked: either dimension may be missing.
typedef void RelaxAgreementVisitor(intptr_t i, intptr_t a, intptr_t k,
                                   intptr_t b, void *userData);

typedef enum RelaxAgreementKind {
  RELAX_AGREE_NONE,  // behind the last row
  RELAX_AGREE_AT,    // first[a] = second[b]; a: the attribute, if there is one
  RELAX_AGREE_TIMES, // first[a] = attribute * second[b]
  RELAX_AGREE_BUT,   // all dimensions but the attribute's
  RELAX_AGREE_BELOW, // those below the attribute
  RELAX_AGREE_WITHOUT, // all of `second`, with those of `first` without a
  RELAX_AGREE_RULE,    // what `rule` visits
} RelaxAgreementKind;

typedef struct RelaxAgreement {
  RelaxAgreementKind kind;
  intptr_t first, a, second, b; // operands and dimensions; < 0: from the end
  const char *names[2];         // of the operands
  int64_t (*attribute)(MlirOperation op);
  int64_t (*given)(const void *args); // the same, of the builder's arguments
  void (*rule)(MlirOperation op, RelaxAgreementVisitor *visit, void *userData);
} RelaxAgreement;

/// An operation with its rows (which may be null); `op` is null where it is not
/// made yet, and `args` are the arguments of its builder.
typedef struct RelaxAgreeing {
  const RelaxAgreement *rows;
  MlirOperation op;
  const void *args;
  intptr_t numOperands;
  const MlirValue *operands;
} RelaxAgreeing;

/// The rows of the operation's record, or null.
const RelaxAgreement *relaxAgreementsOf(MlirOperation op);
/// Visits what one row says, but for products.
void relaxAgreementVisit(const RelaxAgreeing *of, const RelaxAgreement *row,
                         RelaxAgreementVisitor *visit, void *userData);
/// As relaxInferTypes (Dims.h), where dimensions agree: else one error.
bool relaxInferAgreeing(MlirLocation loc, const char *opName,
                        RelaxInferRule rule, RelaxAgreeing of,
                        intptr_t numResults, MlirType *results);
int64_t relaxAgreementAttribute(const RelaxAgreeing *of,
                                const RelaxAgreement *row);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_AGREEMENT_H

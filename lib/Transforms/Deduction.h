//===- Deduction.h - the state of shape deduction in one function ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Shared by the files of relax-deduce-shapes. Deduction decides by normal form
// and by what the prover says yes to. Where an operation is only meaningful if
// something more holds (a 32-bit shape element fits, a -1 divides evenly), the
// condition is assumed: it becomes a fact of the function, so the boundary of a
// public function checks it before anything runs, and a remark names it.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_DEDUCTION_H
#define RELAX_TRANSFORMS_DEDUCTION_H

#include "dialects/Relax/Relax.h"
#include "lib/Analysis/ShapeValues.h"
#include "lib/Bridge/Core/Pass.h"

enum {
  COUNT_TYPES_REFINED,
  COUNT_TARGETS_RESOLVED,
  COUNT_SLICES_REMOVED,
  COUNT_CHECKS_ADDED,
  COUNT_FACTS_ASSUMED,
  NUM_DEDUCTION_COUNTERS,
};

/// A fact that was added, and the operation that needs it.
typedef struct Assumption {
  SymFact fact;
  MlirLocation loc;
  struct Assumption *next;
} Assumption;

/// An operation whose declared results say more than its rule did before.
typedef struct ClaimEntry {
  const void *key; // MlirOperation::ptr
  char value;
} ClaimEntry;

typedef struct Deduction {
  Arena *arena;
  MlirContext context;
  MlirOperation function;
  Facts facts;
  ShapeValues *values;
  Assumption *assumptions;
  size_t numAssumptions;
  ClaimEntry *claims; // stb_ds set
  uint64_t *counters;
} Deduction;

/// The function's name.
StrRef deductionName(const Deduction *deduction);
/// An argument or the `symbols (...)` clause of the function defines the
/// symbol.
bool deductionSignatureHas(MlirOperation function, StrRef name);

/// True if the fact is proved, or was assumed for `op`. Only a public function
/// can assume, for operations that run whenever it is called, about symbols
/// that its signature defines.
bool deductionAssume(Deduction *deduction, MlirOperation op, SymFact fact);
/// Assumes all conditions of a followed element.
bool deductionAccept(Deduction *deduction, MlirOperation op,
                     const ShapeElement *element);
/// Writes the assumptions into the function's `where` clause.
void deductionFinish(Deduction *deduction);

/// False where both types know a dimension (or the rank) and it is not the
/// same: by normal form, or (`proved`) as the facts have it.
bool deductionAgrees(Deduction *deduction, MlirType declared, MlirType deduced,
                     bool proved);
/// True if no assignment under the facts makes the types equal.
bool deductionContradicts(Deduction *deduction, MlirType a, MlirType b);
/// "result 0: expected [n], got [4]", with a note where a symbol of them is
/// bound.
MlirLogicalResult deductionReportTypes(Deduction *deduction, MlirOperation op,
                                       const char *what, MlirType expected,
                                       MlirType got);
/// `[n, 4]` or the printed type, in the arena.
const char *deductionShapeText(Deduction *deduction, MlirType type);

/// `value` with a type that it was declared to have, by a relax.match_cast
/// before `before` (which supplies symbols from values that have them). Null if
/// some symbol of `type` is on no value.
MlirValue deductionCheckedCast(Deduction *deduction, MlirOperation before,
                               MlirValue value, MlirType type);

/// The dimensions of `precise`, and where they are `?` those of `general`.
MlirType deductionFill(Deduction *deduction, MlirType precise,
                       MlirType general);

/// Resolves the target of a reshape or broadcast_to as far as it is known.
/// `*type` gets the deduced result type; `*exact` says that the type alone
/// tells the shape, so that the target can go.
MlirLogicalResult deduceReshape(Deduction *deduction, MlirOperation op,
                                MlirType *type, bool *exact);
MlirLogicalResult deduceBroadcastTo(Deduction *deduction, MlirOperation op,
                                    MlirType *type, bool *exact);
/// The result type of a reshape without a target, where the only `?` of its
/// declared type is what the element count leaves for it.
MlirLogicalResult deduceReshapeRest(Deduction *deduction, MlirOperation op,
                                    MlirType *type);
/// Drops the axes along which a slice keeps everything. True if the operation
/// is gone: its uses have the operand.
bool deduceSlice(Deduction *deduction, MlirOperation op);

/// Makes the function's result types those of its relax.return `op`.
MlirLogicalResult deduceSignature(Deduction *deduction, MlirOperation op);

/// total / divisor where that is exact by normal form: the divisor is a
/// literal, or one product of symbols that stand in every term of `total`.
bool exactQuotient(Arena *arena, SymExpr total, SymExpr divisor, SymExpr *out);

/// The dimension as an expression in the deduction's arena.
static inline SymExpr deductionDim(Deduction *deduction, MlirAttribute dim) {
  return symExprOf(deduction->arena, dim);
}

#endif // RELAX_TRANSFORMS_DEDUCTION_H

//===- DeductionCast.c - declared types as run-time checks ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A declared type that deduction can neither confirm nor refute is a claim: it
// becomes a relax.match_cast. Symbols that the value's own type does not have
// come from `given` shapes (DESIGN.md 2.3, rule 2).
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Transforms/Deduction.h"
#include "lib/Transforms/TypeSymbols.h"

#include <stb/stb_ds.h>

typedef struct Carriers {
  Deduction *deduction;
  MlirOperation before;
  MlirValue value;
  MlirValue *given; // stb_ds; values whose types have the missing symbols
  bool complete;
} Carriers;

static bool valueHas(MlirValue value, StrRef name) {
  return relaxIsTensorType(mlirValueGetType(value)) &&
         typeHasSymbol(mlirValueGetType(value), name);
}

/// A tensor before `before`, in its block or the function's arguments, whose
/// type has the symbol.
static MlirValue findCarrier(const Carriers *carriers, StrRef name) {
  MlirBlock entry = mlirRegionGetFirstBlock(
      mlirOperationGetRegion(carriers->deduction->function, 0));
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    if (valueHas(mlirBlockGetArgument(entry, i), name))
      return mlirBlockGetArgument(entry, i);
  MlirBlock block = mlirOperationGetBlock(carriers->before);
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationEqual(op, carriers->before);
       op = mlirOperationGetNextInBlock(op))
    for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
      if (valueHas(mlirOperationGetResult(op, i), name))
        return mlirOperationGetResult(op, i);
  return (MlirValue){NULL};
}

static void supply(StrRef name, void *userData) {
  Carriers *carriers = userData;
  if (valueHas(carriers->value, name))
    return;
  for (ptrdiff_t i = 0; i < arrlen(carriers->given); ++i)
    if (valueHas(carriers->given[i], name))
      return;
  MlirValue carrier = findCarrier(carriers, name);
  if (carrier.ptr)
    arrput(carriers->given, carrier);
  else
    carriers->complete = false;
}

static MlirValue insertBefore(MlirOperation before, MlirOperation op) {
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before,
                                      op);
  return mlirOperationGetResult(op, 0);
}

MlirValue deductionCheckedCast(Deduction *deduction, MlirOperation before,
                               MlirValue value, MlirType type) {
  Carriers carriers = {deduction, before, value, NULL, true};
  MlirValue result = {NULL};
  symWalkTypeSymbols(type, supply, &carriers);
  // The check is of that value and has its name.
  MlirLocation loc = mlirValueGetLocation(value);
  if (carriers.complete) {
    for (ptrdiff_t i = 0; i < arrlen(carriers.given); ++i) {
      RelaxShapeOfArgs shape = {.input = carriers.given[i]};
      carriers.given[i] = insertBefore(before, relaxShapeOfCreate(loc, &shape));
    }
    RelaxMatchCastArgs args = {.input = value,
                               .numGiven = arrlen(carriers.given),
                               .given = carriers.given,
                               .resultType = type};
    result = insertBefore(before, relaxMatchCastCreate(loc, &args));
    ++deduction->counters[COUNT_CHECKS_ADDED];
  }
  arrfree(carriers.given);
  return result;
}

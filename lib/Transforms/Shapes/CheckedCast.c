//===- CheckedCast.c - a value with another type, checked at run time -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Shapes/CheckedCast.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Match.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Relax/Tuple.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

typedef struct Carriers {
  MlirOperation before;
  MlirValue value;
  MlirAttribute binds;
  MlirValue *given; // stb_ds; values whose types have the missing symbols
  bool complete;
} Carriers;

static bool valueHas(MlirValue value, StrRef name) {
  if (!value.ptr)
    return false;
  MlirType type = mlirValueGetType(value);
  return (relaxIsTensorType(type) || relaxIsShapeType(type) ||
          relaxContainedType(type).ptr) &&
         symTypeHasSymbol(type, name);
}

/// In the arguments of the block, then in what stands before `end`.
static MlirValue findInBlock(MlirBlock block, MlirOperation end, StrRef name) {
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i)
    if (valueHas(mlirBlockGetArgument(block, i), name))
      return mlirBlockGetArgument(block, i);
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
      if (valueHas(mlirOperationGetResult(op, i), name))
        return mlirOperationGetResult(op, i);
  return (MlirValue){NULL};
}

/// Regions see what stands before them; the arms of a dispatch are isolated.
static MlirValue findCarrier(MlirOperation before, StrRef name) {
  for (MlirOperation op = before; !relaxIsFunc(op);
       op = mlirOperationGetParentOperation(op)) {
    MlirValue found = findInBlock(mlirOperationGetBlock(op), op, name);
    if (found.ptr || relaxIsDispatch(mlirOperationGetParentOperation(op)))
      return found;
  }
  return (MlirValue){NULL};
}

static void supply(StrRef name, void *userData) {
  Carriers *carriers = userData;
  if ((carriers->value.ptr && valueHas(carriers->value, name)) ||
      relaxNamesHave(carriers->binds, name))
    return;
  for (ptrdiff_t i = 0; i < arrlen(carriers->given); ++i)
    if (valueHas(carriers->given[i], name))
      return;
  MlirValue carrier = findCarrier(carriers->before, name);
  if (carrier.ptr)
    arrput(carriers->given, carrier);
  else
    carriers->complete = false;
}

/// Shapes in the place of tensors, which would be kept alive for their extents.
static void giveShapes(Carriers *carriers, MlirLocation loc) {
  for (ptrdiff_t i = 0; i < arrlen(carriers->given); ++i) {
    RelaxShapeOfArgs shape = {.input = carriers->given[i]};
    if (relaxIsTensorType(mlirValueGetType(carriers->given[i])))
      carriers->given[i] =
          bridgeInsert(carriers->before, relaxShapeOfCreate(loc, &shape));
  }
}

bool checkedCastCarriers(MlirOperation before, MlirValue value, MlirType type,
                         const MlirAttribute *exprs, intptr_t numExprs,
                         MlirValue **given) {
  Carriers carriers = {before, value, {NULL}, *given, true};
  symWalkTypeSymbols(type, supply, &carriers);
  for (intptr_t i = 0; i < numExprs; ++i)
    symWalkAttributeSymbols(exprs[i], supply, &carriers);
  *given = carriers.given;
  return carriers.complete;
}

MlirValue checkedCastInsert(MlirOperation before, MlirValue value,
                            MlirType type, MlirAttribute binds,
                            MlirAttribute facts) {
  Carriers carriers = {before, value, binds, NULL, true};
  MlirValue result = {NULL};
  if (!relaxIsTensorType(type) && !relaxIsShapeType(type))
    return result;
  symWalkTypeSymbols(type, supply, &carriers);
  if (facts.ptr)
    symWalkAttributeSymbols(facts, supply, &carriers);
  // The check is of that value and has its name.
  MlirLocation loc = mlirValueGetLocation(value);
  if (carriers.complete) {
    giveShapes(&carriers, loc);
    RelaxMatchCastArgs args = {.input = value,
                               .numGiven = arrlen(carriers.given),
                               .given = carriers.given,
                               .binds = binds,
                               .facts = facts,
                               .resultType = type};
    result = bridgeInsert(before, relaxMatchCastCreate(loc, &args));
  }
  arrfree(carriers.given);
  return result;
}

MlirValue checkedCastTuple(Arena *arena, MlirOperation before, MlirValue value,
                           MlirType type, CastPart *cast, void *userData) {
  MlirLocation loc = mlirValueGetLocation(value);
  intptr_t count = mlirTupleTypeGetNumTypes(type);
  MlirValue *parts = ARENA_ARRAY(arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i) {
    RelaxTupleGetArgs get = {.tuple = value, .index = i};
    parts[i] = bridgeInsert(before, relaxTupleGetCreate(loc, &get));
    parts[i] = cast(parts[i], mlirTupleTypeGetType(type, i), userData);
    if (!parts[i].ptr)
      return parts[i];
  }
  RelaxTupleArgs tuple = {.numFields = count, .fields = parts};
  return bridgeInsert(before, relaxTupleCreate(loc, &tuple));
}

bool checkInsert(MlirOperation before, MlirAttribute facts, StrRef subject) {
  Carriers carriers = {.before = before, .complete = true};
  symWalkAttributeSymbols(facts, supply, &carriers);
  MlirLocation loc = mlirOperationGetLocation(before);
  while (mlirLocationIsAName(loc))
    loc = mlirLocationNameGetChildLoc(loc);
  if (carriers.complete) {
    giveShapes(&carriers, loc);
    RelaxCheckArgs args = {
        .numGiven = arrlen(carriers.given),
        .given = carriers.given,
        .facts = facts,
        .subject = mlirStringAttrGet(mlirOperationGetContext(before),
                                     strRefToMlir(subject))};
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before,
                                        relaxCheckCreate(loc, &args));
  }
  arrfree(carriers.given);
  return carriers.complete;
}

MlirOperation checkedCastFunction(MlirOperation op) {
  while (!relaxIsFunc(op))
    op = mlirOperationGetParentOperation(op);
  return op;
}

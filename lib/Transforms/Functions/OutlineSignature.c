//===- OutlineSignature.c - what an outlined function takes and gives -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Clone.h"
#include "dialects/Sym/NameList.h"
#include "dialects/Sym/Walk.h"
#include "lib/Analysis/Facts.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Functions/Outline.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Values in and out
//===----------------------------------------------------------------------===//

static bool isListed(const MlirValue *list, ptrdiff_t count, MlirValue value) {
  for (ptrdiff_t i = 0; i < count; ++i)
    if (mlirValueEqual(list[i], value))
      return true;
  return false;
}

static MlirOperation definer(MlirValue value) {
  return mlirValueIsAOpResult(value)
             ? mlirOpResultGetOwner(value)
             : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
}

static MlirWalkResult collectInputs(MlirOperation op, void *userData) {
  Outline *outline = userData;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!outlineHas(outline, definer(value)) &&
        !isListed(outline->inputs, arrlen(outline->inputs), value))
      arrput(outline->inputs, value);
  }
  return MlirWalkResultAdvance;
}

static bool isUsedOutside(const Outline *outline, MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!outlineHas(outline, mlirOpOperandGetOwner(use)))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// What the operations of a group bind themselves.
typedef struct Bound {
  const Outline *outline;
  SymNameList names;
} Bound;

static bool has(const SymNameList *list, StrRef name) {
  return symNameListFind(list, name) >= 0;
}

static bool hasBareDim(MlirType type, StrRef symbol) {
  const MlirAttribute *dims;
  StrRef name;
  for (intptr_t i = 0, e = symTypeDims(type, &dims); i < e; ++i)
    if (symAttributeIsSymbol(dims[i], &name) && strRefEqual(name, symbol))
      return true;
  return false;
}

static bool listHasBare(const MlirValue *values, StrRef symbol) {
  for (ptrdiff_t i = 0; i < arrlen((MlirValue *)values); ++i)
    if (hasBareDim(mlirValueGetType(values[i]), symbol))
      return true;
  return false;
}

MlirValue outlineCarrier(MlirOperation before, StrRef name) {
  for (MlirOperation at = before; !bridgeIsFunction(at);
       at = mlirOperationGetParentOperation(at)) {
    MlirBlock block = mlirOperationGetBlock(at);
    for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i)
      if (hasBareDim(mlirValueGetType(mlirBlockGetArgument(block, i)), name))
        return mlirBlockGetArgument(block, i);
    for (MlirOperation op = mlirBlockGetFirstOperation(block);
         !mlirOperationEqual(op, at); op = mlirOperationGetNextInBlock(op))
      for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
        if (hasBareDim(mlirValueGetType(mlirOperationGetResult(op, i)), name))
          return mlirOperationGetResult(op, i);
  }
  return (MlirValue){NULL};
}

/// What the operations bind themselves, regions included.
static MlirWalkResult collectBound(MlirOperation op, void *userData) {
  Bound *bound = userData;
  MlirAttribute binds = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("binds"));
  for (intptr_t i = 0, e = binds.ptr && mlirAttributeIsAArray(binds)
                               ? mlirArrayAttrGetNumElements(binds)
                               : 0;
       i < e; ++i)
    symNameListAdd(bridgeTextAt(binds, i), &bound->names);
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirBlock entry = bridgeBlock(op, r);
    for (intptr_t i = 0, n = entry.ptr ? mlirBlockGetNumArguments(entry) : 0;
         i < n; ++i) {
      const MlirAttribute *dims;
      StrRef name;
      MlirType type = mlirValueGetType(mlirBlockGetArgument(entry, i));
      for (intptr_t d = 0, rank = symTypeDims(type, &dims); d < rank; ++d)
        // A symbol that is in scope is used there.
        if (symAttributeIsSymbol(dims[d], &name) &&
            !outlineCarrier(bound->outline->ops[0], name).ptr)
          symNameListAdd(name, &bound->names);
    }
  }
  return MlirWalkResultAdvance;
}

/// Every symbol that comes from outside is a bare dimension of an input.
static MlirLogicalResult bindByInputs(Outline *outline,
                                      const SymNameList *bound) {
  SymNameList taken = {.arena = outline->arena};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t i = 0; i < arrlen(outline->inputs); ++i)
    symWalkTypeSymbols(mlirValueGetType(outline->inputs[i]), symNameListAdd,
                       &taken);
  for (ptrdiff_t i = 0; i < arrlen(outline->ops); ++i) {
    StrRef *names;
    size_t count = symNamesIn(outline->ops[i], outline->arena, &names);
    for (size_t n = 0; n < count; ++n)
      symNameListAdd(names[n], &taken);
  }
  // Carriers may bring symbols of their own: the list grows.
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < (ptrdiff_t)taken.count; ++i) {
    StrRef name = taken.names[i];
    if (listHasBare(outline->inputs, name) || has(bound, name))
      continue;
    MlirValue carrier = outlineCarrier(outline->ops[0], name);
    if (!carrier.ptr) {
      outcome = bridgeEmitOpError(
          outline->ops[0],
          "cannot be outlined: no value before it has the symbol '%.*s' as a "
          "bare dimension",
          (int)name.length, name.data);
      break;
    }
    arrput(outline->inputs, carrier);
    symWalkTypeSymbols(mlirValueGetType(carrier), symNameListAdd, &taken);
  }
  return outcome;
}

/// The result of an operation of the group with the symbol as a bare dimension.
static MlirValue findBound(const Outline *outline, StrRef name) {
  for (ptrdiff_t o = 0; o < arrlen(outline->ops); ++o)
    for (intptr_t i = 0, e = mlirOperationGetNumResults(outline->ops[o]); i < e;
         ++i)
      if (hasBareDim(
              mlirValueGetType(mlirOperationGetResult(outline->ops[o], i)),
              name))
        return mlirOperationGetResult(outline->ops[o], i);
  return (MlirValue){NULL};
}

/// Symbols of the outputs that the operations bind: the call binds them again,
/// the function's signature has other names for them.
static void exportSymbols(Outline *outline, const SymNameList *bound) {
  Arena *arena = outline->arena;
  SymNameList seen = {.arena = arena};
  MlirAttribute *old = NULL, *fresh = NULL;
  StrRef *used = NULL;
  MlirContext context = mlirOperationGetContext(outline->function);
  StrRef *all;
  size_t count = symNamesIn(outline->function, arena, &all);
  for (size_t i = 0; i < count; ++i)
    arrput(used, all[i]);
  for (ptrdiff_t i = 0; i < arrlen(outline->outputs); ++i)
    symWalkTypeSymbols(mlirValueGetType(outline->outputs[i]), symNameListAdd,
                       &seen);
  for (size_t i = 0; i < seen.count; ++i) {
    StrRef name = seen.names[i];
    if (!has(bound, name))
      continue;
    if (!listHasBare(outline->outputs, name)) {
      MlirValue value = findBound(outline, name);
      arrput(outline->outputs, value);
      symWalkTypeSymbols(mlirValueGetType(value), symNameListAdd, &seen);
    }
    StrRef other = symFreshName(arena, name, used, arrlenu(used));
    arrput(used, other);
    arrput(old, mlirStringAttrGet(context, strRefToMlir(name)));
    arrput(fresh, mlirStringAttrGet(context, strRefToMlir(other)));
  }
  if (arrlen(old)) {
    outline->exported = mlirArrayAttrGet(context, arrlen(old), old);
    outline->fresh = mlirArrayAttrGet(context, arrlen(fresh), fresh);
  }
  arrfree(old);
  arrfree(fresh);
  arrfree(used);
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

static bool inScope(const Outline *outline, SymExpr expr, bool *exports) {
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    bool exported = relaxNamesHave(outline->exported, expr.symbols[i]);
    *exports |= exported;
    if (!exported && !listHasBare(outline->inputs, expr.symbols[i]))
      return false;
  }
  return true;
}

/// Facts over the symbols of the signature, from before the operations and from
/// their own clauses.
static void takeFacts(Outline *outline) {
  Facts all = {.arena = outline->arena};
  factsAddAt(&all, outline->ops[0]);
  size_t before = all.count;
  for (ptrdiff_t i = 0; i < arrlen(outline->ops); ++i)
    factsAddOf(&all, outline->ops[i]);
  MlirContext context = mlirOperationGetContext(outline->function);
  MlirAttribute *own = NULL, *ofCall = NULL;
  for (size_t i = 0; i < all.count; ++i) {
    bool exports = false;
    if (!inScope(outline, all.items[i].lhs, &exports) ||
        !inScope(outline, all.items[i].rhs, &exports) ||
        (i >= before && !exports))
      continue;
    MlirAttribute fact = symFactToAttribute(context, all.items[i]);
    arrput(own, fact);
    if (exports)
      arrput(ofCall, fact);
  }
  if (arrlen(own))
    outline->facts = mlirArrayAttrGet(context, arrlen(own), own);
  if (arrlen(ofCall))
    outline->callFacts = mlirArrayAttrGet(context, arrlen(ofCall), ofCall);
  arrfree(own);
  arrfree(ofCall);
}

MlirLogicalResult outlineSignature(Outline *outline) {
  Bound bound = {outline, {.arena = outline->arena}};
  for (ptrdiff_t i = 0; i < arrlen(outline->ops); ++i) {
    mlirOperationWalk(outline->ops[i], collectInputs, outline,
                      MlirWalkPreOrder);
    mlirOperationWalk(outline->ops[i], collectBound, &bound, MlirWalkPreOrder);
  }
  for (ptrdiff_t o = 0; o < arrlen(outline->ops); ++o)
    for (intptr_t i = 0, e = mlirOperationGetNumResults(outline->ops[o]); i < e;
         ++i) {
      MlirValue result = mlirOperationGetResult(outline->ops[o], i);
      if (isUsedOutside(outline, result))
        arrput(outline->outputs, result);
    }
  MlirLogicalResult outcome = bindByInputs(outline, &bound.names);
  if (mlirLogicalResultIsSuccess(outcome)) {
    exportSymbols(outline, &bound.names);
    takeFacts(outline);
  }
  return outcome;
}

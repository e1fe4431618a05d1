//===- FitCall.c - calls after a signature has changed --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Shapes/FitCall.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Shapes/CheckedCast.h"

#include <stb/stb_ds.h>

static MlirType formalType(const CallFit *fit) {
  return relaxFuncGetFunctionType(fit->callee);
}

static MlirLogicalResult cannotFit(const CallFit *fit, const char *what,
                                   intptr_t index, MlirType want,
                                   MlirType got) {
  return bridgeEmitOpError(
      fit->call,
      "%s %ld: expected %s, got %s, and no check can be put between them", what,
      (long)index, want.ptr ? relaxTypeText(fit->arena, want) : "a type",
      relaxTypeText(fit->arena, got));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The extent that stands where `formal` has the symbol, or null.
static MlirAttribute extentIn(MlirType formal, MlirType actual, StrRef name) {
  const MlirAttribute *from, *to;
  MlirAttribute found = {NULL};
  StrRef bare;
  intptr_t rank = symTypeDims(formal, &from);
  for (intptr_t i = 0, e = relaxTupleParts(formal, actual); !found.ptr && i < e;
       ++i)
    found = extentIn(mlirTupleTypeGetType(formal, i),
                     mlirTupleTypeGetType(actual, i), name);
  if (symTypeDims(actual, &to) != rank)
    return found;
  for (intptr_t d = 0; !found.ptr && d < rank; ++d)
    if (symAttributeIsSymbol(from[d], &bare) && strRefEqual(bare, name) &&
        !symAttributeIsUnknown(to[d]))
      found = to[d];
  return found;
}

/// The extent that some operand gives the callee's symbol, or `?`.
static MlirAttribute extentElsewhere(const CallFit *fit, StrRef name) {
  MlirType type = formalType(fit);
  MlirAttribute found = {NULL};
  for (intptr_t i = 0, e = relaxCallGetNumInputs(fit->call);
       !found.ptr && i < e; ++i)
    found = extentIn(mlirFunctionTypeGetInput(type, i),
                     mlirValueGetType(relaxCallGetInputs(fit->call, i)), name);
  return found.ptr ? found
                   : symUnknownAttribute(mlirOperationGetContext(fit->call));
}

/// A new symbol, called like that of the callee.
static MlirAttribute nameAnew(CallFit *fit, StrRef base, StrRef **taken) {
  if (!*taken) {
    StrRef *used;
    size_t count =
        symNamesIn(checkedCastFunction(fit->call), fit->arena, &used);
    for (size_t i = 0; i < count; ++i)
      arrput(*taken, used[i]);
  }
  StrRef name = symFreshName(fit->arena, base, *taken, arrlenu(*taken));
  arrput(*taken, name);
  return mlirStringAttrGet(mlirOperationGetContext(fit->call),
                           strRefToMlir(name));
}

/// What the bare dimensions of an argument stand for. Where the operand says
/// nothing it is what another operand says, or a new symbol, which is appended
/// to `*binds` (stb_ds), those that a check of this operand binds.
static void matchUnknown(CallFit *fit, MlirType formal, MlirType actual,
                         StrRef **taken, MlirAttribute **binds) {
  MlirContext context = mlirOperationGetContext(fit->call);
  RelaxTensorInfo want, got;
  for (intptr_t i = 0, e = relaxTupleParts(formal, actual); i < e; ++i)
    matchUnknown(fit, mlirTupleTypeGetType(formal, i),
                 mlirTupleTypeGetType(actual, i), taken, binds);
  if (!relaxExtentsInfo(formal, &want) || !relaxExtentsInfo(actual, &got) ||
      !want.ranked || (got.ranked && got.rank != want.rank))
    return;
  for (intptr_t i = 0; i < want.rank; ++i) {
    StrRef name;
    if (!symAttributeIsSymbol(want.dims[i], &name) ||
        relaxMatchKnows(&fit->match, name))
      continue;
    MlirAttribute dim = got.ranked ? got.dims[i] : symUnknownAttribute(context);
    if (symAttributeIsUnknown(dim))
      dim = extentElsewhere(fit, name);
    if (symAttributeIsUnknown(dim)) {
      MlirAttribute fresh = nameAnew(fit, name, taken);
      arrput(*binds, fresh);
      dim = symSymbolAttribute(context, bridgeText(fresh));
    }
    relaxMatchAdd(&fit->match, name, dim);
  }
}

/// An array of names, or null if there are none.
static MlirAttribute namesOf(const CallFit *fit, MlirAttribute *binds) {
  return arrlen(binds) ? mlirArrayAttrGet(mlirOperationGetContext(fit->call),
                                          arrlen(binds), binds)
                       : (MlirAttribute){NULL};
}

/// Symbols that other checks are yet to bind.
typedef struct Later {
  const MlirAttribute *binds;
  intptr_t first, count;
  bool found;
} Later;

static void findLater(StrRef name, void *userData) {
  Later *later = userData;
  for (intptr_t i = later->first; i < later->count; ++i)
    later->found |= relaxNamesHave(later->binds[i], name);
}

/// `want`, and where it says nothing, or what only comes later, what `got`
/// says.
static MlirType both(const CallFit *fit, MlirType wanted, MlirType given,
                     Later later) {
  RelaxTensorInfo want, got;
  relaxExtentsInfo(wanted, &want);
  relaxExtentsInfo(given, &got);
  MlirType type = want.elementType.ptr && want.device.ptr ? wanted : given;
  if (!want.ranked)
    want = got;
  MlirAttribute *dims = ARENA_ARRAY(fit->arena, MlirAttribute, want.rank);
  for (intptr_t i = 0; i < want.rank; ++i) {
    later.found = symAttributeIsUnknown(want.dims[i]) && got.ranked;
    symWalkAttributeSymbols(want.dims[i], findLater, &later);
    dims[i] = want.dims[i];
    if (later.found)
      dims[i] = got.ranked
                    ? got.dims[i]
                    : symUnknownAttribute(mlirOperationGetContext(fit->call));
  }
  return want.ranked ? relaxTypeWithDims(type, want.rank, dims) : type;
}

/// Those of `names` that `type` has as a bare dimension and no other part of
/// the operand has bound.
static MlirAttribute takeBinds(const CallFit *fit, MlirType type,
                               MlirAttribute names, MlirAttribute **bound) {
  MlirAttribute *own = NULL; // stb_ds
  for (intptr_t i = 0, e = bridgeLength(names); i < e; ++i) {
    MlirAttribute name = mlirArrayAttrGetElement(names, i);
    SymMatch match = {bridgeText(name), false};
    symWalkBareDims(type, symMatchName, &match);
    for (ptrdiff_t k = 0; k < arrlen(*bound); ++k)
      match.found &= !mlirAttributeEqual((*bound)[k], name);
    if (match.found) {
      arrput(own, name);
      arrput(*bound, name);
    }
  }
  MlirAttribute result = namesOf(fit, own);
  arrfree(own);
  return result;
}

/// What is asked of one operand.
typedef struct OperandFit {
  CallFit *fit;
  bool exact;
  MlirAttribute binds;
  Later later;
  MlirAttribute *bound; // stb_ds; of `binds`
} OperandFit;

/// `value` as `want`, by a check before the call; null if there is none.
static MlirValue fitValue(MlirValue value, MlirType want, void *userData) {
  OperandFit *operand = userData;
  CallFit *fit = operand->fit;
  MlirType got = mlirValueGetType(value);
  RelaxTensorInfo from, to;
  if (relaxTupleParts(want, got))
    return checkedCastTuple(fit->arena, fit->call, value, want, fitValue,
                            operand);
  MlirAttribute binds = takeBinds(fit, want, operand->binds, &operand->bound);
  // Data and functions have no extents to check: the operand may say more.
  if (!binds.ptr &&
      (mlirTypeEqual(want, got) ||
       (!relaxExtentsInfo(want, &to) && relaxTypeForgets(got, want))))
    return value;
  if (!relaxExtentsInfo(got, &from) || !relaxExtentsInfo(want, &to) ||
      !mlirTypeEqual(from.elementType, to.elementType) ||
      (from.ranked && to.ranked && from.rank != to.rank))
    return (MlirValue){NULL};
  ++fit->casts;
  return checkedCastInsert(fit->call, value,
                           operand->exact && !binds.ptr
                               ? want
                               : both(fit, want, got, operand->later),
                           binds, (MlirAttribute){NULL});
}

static MlirLogicalResult checkOperand(CallFit *fit, intptr_t index,
                                      MlirType want, bool exact,
                                      MlirAttribute binds, Later later) {
  MlirValue operand = relaxCallGetInputs(fit->call, index);
  MlirValue cast = {NULL};
  OperandFit how = {fit, exact, binds, later, NULL};
  if (want.ptr)
    cast = fitValue(operand, want, &how);
  arrfree(how.bound);
  if (!cast.ptr)
    return cannotFit(fit, "operand", index, want, mlirValueGetType(operand));
  mlirOperationSetOperand(fit->call, index, cast);
  return mlirLogicalResultSuccess();
}

/// First the checks that bind, then those of what they bind.
static MlirLogicalResult checkOperands(CallFit *fit, bool exact,
                                       const MlirAttribute *binds) {
  MlirType type = formalType(fit);
  intptr_t count = relaxCallGetNumInputs(fit->call);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (intptr_t i = 0; mlirLogicalResultIsSuccess(outcome) && i < count; ++i) {
    MlirType formal = mlirFunctionTypeGetInput(type, i);
    if (binds[i].ptr)
      outcome =
          checkOperand(fit, i, relaxMatchSubstitute(&fit->match, formal), exact,
                       binds[i], (Later){binds, i + 1, count, false});
  }
  size_t next = 0;
  for (intptr_t i = 0; mlirLogicalResultIsSuccess(outcome) && i < count; ++i) {
    MlirType formal = mlirFunctionTypeGetInput(type, i);
    MlirType want = relaxMatchSubstitute(&fit->match, formal);
    MlirType got = mlirValueGetType(relaxCallGetInputs(fit->call, i));
    bool fits = relaxMatchOperandFits(&fit->match, formal, want, got, &next);
    if (!fits || (exact && !mlirTypeEqual(want, got)))
      outcome = checkOperand(fit, i, want, exact, (MlirAttribute){NULL},
                             (Later){binds, count, count, false});
  }
  return outcome;
}

MlirLogicalResult callFitOperands(CallFit *fit, bool exact) {
  MlirType type = formalType(fit);
  intptr_t count = relaxCallGetNumInputs(fit->call);
  // Else some later dimension needs what an operand does not say.
  bool bind = exact || !relaxCallOperandsFit(fit->call, type, NULL);
  MlirAttribute *binds = ARENA_ARRAY(fit->arena, MlirAttribute, count);
  StrRef *taken = NULL; // stb_ds
  fit->match = (RelaxMatch){.arena = fit->arena};
  for (intptr_t i = 0; i < count; ++i) {
    MlirType formal = mlirFunctionTypeGetInput(type, i);
    MlirType actual = mlirValueGetType(relaxCallGetInputs(fit->call, i));
    MlirAttribute *own = NULL; // stb_ds
    if (bind)
      matchUnknown(fit, formal, actual, &taken, &own);
    binds[i] = namesOf(fit, own);
    arrfree(own);
    relaxMatchType(&fit->match, formal, actual, (MlirAttribute){NULL});
  }
  arrfree(taken);
  relaxMatchCallOthers(&fit->match, fit->call);
  return checkOperands(fit, exact, binds);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

MlirLogicalResult callFitResults(CallFit *fit) {
  MlirType type = formalType(fit);
  relaxMatchResults(&fit->match, fit->call, type);
  MlirOperation next = mlirOperationGetNextInBlock(fit->call);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(fit->call); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(fit->call, i);
    MlirType old = mlirValueGetType(result);
    MlirType now =
        relaxMatchSubstitute(&fit->match, mlirFunctionTypeGetResult(type, i));
    if (now.ptr && relaxTypeForgets(now, old))
      continue;
    if (!now.ptr || (!relaxIsTensorType(now) && !relaxIsShapeType(now)))
      return cannotFit(fit, "result", i, now, old);
    mlirValueSetType(result, now);
    MlirValue cast = checkedCastInsert(next, result, old, (MlirAttribute){NULL},
                                       (MlirAttribute){NULL});
    if (!cast.ptr)
      return cannotFit(fit, "result", i, now, old);
    MlirOperation owner = mlirOpResultGetOwner(cast);
    mlirValueReplaceAllUsesExcept(result, cast, 1, &owner);
    ++fit->casts;
  }
  return mlirLogicalResultSuccess();
}
